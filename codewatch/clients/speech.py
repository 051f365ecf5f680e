"""What of a text in a transcript a person or model said: blocks that clients and we ourselves put in are taken out."""

import re

IMAGE_MARK = "[image]"
_INJECTED = re.compile(
    r"<(system-reminder|codewatch-memory|codewatch-memory-briefing|ide_selection|ide_opened_file|ide_diagnostics"
    r"|new-diagnostics|user-prompt-submit-hook|session-start-hook|hook_context)(?:\s[^<>]*)?>"
    r".*?(?:</\1>|\Z)",
    re.DOTALL,
)


def without_injected(text: str) -> str:
    """Return a text without the blocks that were put into it."""
    return _INJECTED.sub("", text) if "<" in text else text
