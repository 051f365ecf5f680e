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


def client_of(arguments: list[str]) -> str:
    """Return the client that a hook's command line names, `claude` where it names none that we know."""
    return arguments[1] if len(arguments) > 1 and arguments[1] in CLIENTS else CLAUDE


def translated(client: str, payload: dict[str, str]) -> dict[str, str]:
    """Return a payload with its event as Claude Code calls it, "" for one that is nothing to us."""
    events = _EVENTS.get(client)
    if events is None:
        return payload
    return {**payload, "hook_event_name": events.get(payload.get("hook_event_name", ""), "")}
