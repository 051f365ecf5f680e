"""What of a text in a transcript a person or model said: blocks that clients and we ourselves put in are taken out."""

import re

IMAGE_MARK = "[image]"
# Texts that the program puts into a user record: not a person's words.
_NOT_SPEECH = (
    "<task-notification>", "<command-name>", "<command-message>", "<command-args>", "<local-command-", "<bash-input>",
    "<bash-stdout>", "<bash-stderr>", "<user-memory-input>", "<teammate-message", "[Request interrupted",
    "Caveat: The messages below were generated", "This session is being continued from a previous conversation",
)  # fmt: skip
_INJECTED = re.compile(
    r"<(system-reminder|codewatch-memory|codewatch-memory-briefing|ide_selection|ide_opened_file|ide_diagnostics"
    r"|new-diagnostics|user-prompt-submit-hook|session-start-hook|hook_context)(?:\s[^<>]*)?>"
    r".*?(?:</\1>|\Z)",
    re.DOTALL,
)


def without_injected(text: str) -> str:
    """Return a text without the blocks that were put into it."""
    return _INJECTED.sub("", text) if "<" in text else text


def spoken(text: str) -> str:
    """Return what of a prompt a person said, "" for what a client put there as a whole."""
    said = without_injected(text).strip()
    return "" if said.startswith(_NOT_SPEECH) else said
