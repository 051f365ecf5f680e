"""What each client calls the moments and the fields of its payloads, in the words of Claude Code, which are ours."""

import os

from codewatch import paths

CLAUDE = "claude"
CLIENTS = (CLAUDE, "codex", "gemini", "opencode", "cursor", "windsurf", "vscode")
# Those whose transcripts we do not read: what a payload says is all there is.
UNREAD = ("cursor", "windsurf", "vscode")
# The name under which an event came, where it is not ours: the answer has to bear it.
TOLD = "told_event"
# Moments that the hooks act on. A client that is missing here speaks Claude Code's words; an event that is missing in a
# client's table is nothing to us.
_EVENTS: dict[str, dict[str, str]] = {
    "gemini": {
        "SessionStart": "SessionStart",
        "SessionEnd": "SessionEnd",
        "BeforeAgent": "UserPromptSubmit",
        "AfterAgent": "Stop",
    },
    # Also by Claude Code's names, since it runs the hooks of Claude Code's settings.
    "cursor": {
        "sessionStart": "SessionStart",
        "beforeSubmitPrompt": "UserPromptSubmit",
        "afterAgentResponse": "Stop",
        "SessionStart": "SessionStart",
        "UserPromptSubmit": "UserPromptSubmit",
        "Stop": "Stop",
    },
    "vscode": {"SessionStart": "SessionStart", "UserPromptSubmit": "UserPromptSubmit", "Stop": "Stop"},
    "windsurf": {"pre_user_prompt": "UserPromptSubmit", "post_cascade_response": "Stop"},
}
_FIELDS: dict[str, dict[str, str]] = {
    "gemini": {"prompt_response": "last_assistant_message"},
    "cursor": {"conversation_id": "session_id", "text": "last_assistant_message", "0": "cwd"},
    "vscode": {"sessionId": "session_id", "hookEventName": "hook_event_name"},
    "windsurf": {
        "trajectory_id": "session_id",
        "agent_action_name": "hook_event_name",
        "user_prompt": "prompt",
        "response": "last_assistant_message",
    },
}
# Where a client has fields deeper down: a list's have their number as name.
_NESTED = {"cursor": "$.workspace_roots", "windsurf": "$.tool_info"}
# Where an editor has hooks of ours by itself, below the home folder or the project's.
_OWN_FILES = {"cursor": (".cursor", "hooks.json"), "vscode": (".github", "hooks", "codewatch.json")}
_OUR_SCRIPT = b"_script.py"
# What an earlier hook said, or what is open in an editor, stands in front of what the user asked.
_SAID, _SAID_END = "<hook_context>", "</hook_context>"
_OPEN, _OPEN_END = "# Context from my IDE", "## My request for Codex:"


def client_of(arguments: list[str]) -> str:
    """Return the client that a hook's command line names, `claude` where it names none that we know."""
    return arguments[1] if len(arguments) > 1 and arguments[1] in CLIENTS else CLAUDE


def nested_in(client: str) -> str:
    """Return the JSON path below which a client's payload has more fields, "" for none."""
    return _NESTED.get(client, "")


def speaker(client: str, payload: dict[str, str]) -> str:
    """Return whose payload it is: other editors run the hooks of Claude Code's settings, too."""
    if client == CLAUDE and "cursor_version" in payload:
        return "cursor"
    if client == CLAUDE and "hookEventName" in payload:
        return "vscode"
    return client


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
    told = found.get("hook_event_name", "")
    found["hook_event_name"], found[TOLD] = events.get(told, ""), told
    if client in UNREAD:
        found.pop("transcript_path", None)
        found["cwd"] = found.get("cwd") or paths.client_project()
        if found.get("source", "new") == "new":
            found["source"] = "startup"
    return found


def is_told_twice(named: str, client: str, cwd: str) -> bool:
    """Return whether an editor that runs the hooks for `named` has hooks of ours by itself, which do the work."""
    if named == client or client not in _OWN_FILES:
        return False
    return any(_is_ours(os.path.join(folder, *_OWN_FILES[client])) for folder in (paths.home(), cwd))


def event_for(payload: dict[str, str]) -> str:
    """Return the event of a translated payload under the name that the client gave it."""
    return payload.get(TOLD) or payload.get("hook_event_name", "")


def _is_ours(path: str) -> bool:
    try:
        file = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except (OSError, ValueError):
        return False
    try:
        return _OUR_SCRIPT in os.read(file, 1 << 20)
    except OSError:
        return False
    finally:
        os.close(file)


def _without_said(prompt: str) -> str:
    before, mark, rest = prompt.partition(_SAID)
    while mark:
        before, mark, rest = (before + rest.partition(_SAID_END)[2]).partition(_SAID)
    return before.strip()
