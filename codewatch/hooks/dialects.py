"""What each client calls the moments and the fields of its payloads, in the words of Claude Code, which are ours."""

CLAUDE = "claude"
CLIENTS = (CLAUDE, "codex", "gemini", "opencode", "cursor", "windsurf", "vscode")
# Moments that the hooks act on. A client that is missing here speaks Claude Code's words; an event that is missing in a
# client's table is nothing to us.
_EVENTS: dict[str, dict[str, str]] = {
    "gemini": {
        "SessionStart": "SessionStart",
        "SessionEnd": "SessionEnd",
        "BeforeAgent": "UserPromptSubmit",
        "AfterAgent": "Stop",
    },
}
_FIELDS: dict[str, dict[str, str]] = {"gemini": {"prompt_response": "last_assistant_message"}}
# What an earlier hook said, or what is open in an editor, stands in front of what the user asked.
_SAID, _SAID_END = "<hook_context>", "</hook_context>"
_OPEN, _OPEN_END = "# Context from my IDE", "## My request for Codex:"


def client_of(arguments: list[str]) -> str:
    """Return the client that a hook's command line names, `claude` where it names none that we know."""
    return arguments[1] if len(arguments) > 1 and arguments[1] in CLIENTS else CLAUDE


def translated(client: str, payload: dict[str, str]) -> dict[str, str]:
    """Return a payload with event and fields as Claude Code calls them, the event "" where it is nothing to us."""
    prompt = payload.get("prompt", "")
    if client == "gemini" and _SAID in prompt:
        payload = {**payload, "prompt": _without_said(prompt)}
    elif client == "codex" and prompt.startswith(_OPEN) and _OPEN_END in prompt:
        payload = {**payload, "prompt": prompt.partition(_OPEN_END)[2].strip()}
    events = _EVENTS.get(client)
    if events is None:
        return payload
    fields = _FIELDS.get(client, {})
    found = {fields.get(name, name): value for name, value in payload.items()}
    found["hook_event_name"] = events.get(payload.get("hook_event_name", ""), "")
    return found


def event_for(client: str, event: str) -> str:
    """Return what a client calls an event that we call `event`."""
    for theirs, ours in _EVENTS.get(client, {}).items():
        if ours == event:
            return theirs
    return event


def _without_said(prompt: str) -> str:
    before, mark, rest = prompt.partition(_SAID)
    while mark:
        before, mark, rest = (before + rest.partition(_SAID_END)[2]).partition(_SAID)
    return before.strip()
