"""What setup writes for Claude Code: hooks into its settings, the MCP server into its own file or the project's."""

import os

from codewatch import paths
from codewatch.clientfiles import edits, files, hooks, servers
from codewatch.clientfiles.changes import Target
from codewatch.clientfiles.hooks import Entry, HookEntries
from codewatch.clientfiles.servers import ServerEntry
from codewatch.clients.program import RECALL, SAVE, SCOPES, Program, Scope, Where
from codewatch.errors import ClientFileError

name = "claude"
title = "Claude Code"
scopes = SCOPES
notice = ""
# Ten seconds: a session's end has only 1.5 seconds for hooks that do not ask for more.
_TIMEOUT_S = 10
_SWITCH = "disableAllHooks"
_SOURCES = "startup|resume|clear|compact|fork"
_HOOKS = {
    "Stop": SAVE, "SubagentStop": SAVE, "PreCompact": SAVE, "SessionEnd": SAVE,
    "UserPromptSubmit": RECALL, "SessionStart": RECALL,
}  # fmt: skip
events = tuple(_HOOKS)


def targets(scope: Scope, where: Where, program: Program, *, with_server: bool) -> tuple[Target, ...]:
    """Return the files of a scope, and what each is to have."""
    path, is_private = _settings(scope, where), scope != "project"
    target = Target(path, "hooks", _hooks(program), is_private=is_private)
    return (target, _server(scope, where, program.server())) if with_server else (target,)


def leftovers() -> tuple[Target, ...]:
    """Return where servers and hooks of ours are for the projects that Claude Code knows."""
    path = paths.claude_state_file()
    try:
        text = files.read(path) or ""
        found, projects = servers.all_in(text), servers.projects_in(text)
    except ClientFileError:
        return ()  # who takes the user's own server out of it is told
    names = ("settings.local.json", "settings.json")
    settings = [os.path.join(project, ".claude", name) for project in projects for name in names]
    left = [Target(file, "hooks", HookEntries(())) for file in settings if os.path.isfile(file)]
    return (*left, *(Target(path, "MCP server", entry, has_lock=True) for entry in found))


def warnings(text: str) -> list[str]:
    """Return why Claude Code does not run the hooks in a settings file of this text."""
    document = edits.opened(text)
    found: list[str] = []
    if not document.is_strict:
        found.append("has comments or trailing commas; Claude Code reads nothing of such a file until they are gone")
    switch = document.root.member(_SWITCH)
    if switch is not None and switch.token == "true":
        found.append(f'says "{_SWITCH}": no hook runs until that is gone')
    return found


def hook_files(where: Where) -> list[str]:
    """Return the settings files, of every scope, that there are."""
    return [path for path in dict.fromkeys(_settings(scope, where) for scope in SCOPES) if os.path.isfile(path)]


def warnings_of(path: str) -> list[str]:
    """Return why Claude Code does not run the hooks in a settings file that has some.

    Raises:
        ClientFileError: it cannot be read.
    """
    text = files.read(path) or ""
    return warnings(text) if hooks.found_in(text) else [one for one in warnings(text) if _SWITCH in one]


def _hooks(program: Program) -> HookEntries:
    return HookEntries(tuple(Entry(event, _group(event, program.hook_command(hook))) for event, hook in _HOOKS.items()))


def _group(event: str, command: str) -> dict[str, object]:
    hook: dict[str, object] = {"type": "command", "command": command, "timeout": _TIMEOUT_S}
    return {"matcher": _SOURCES, "hooks": [hook]} if event == "SessionStart" else {"hooks": [hook]}


def _settings(scope: Scope, where: Where) -> str:
    if scope == "user":
        return os.path.join(os.path.abspath(paths.claude_dir()), "settings.json")
    return os.path.join(where.work_tree, ".claude", "settings.json" if scope == "project" else "settings.local.json")


def _server(scope: Scope, where: Where, server: dict[str, object]) -> Target:
    if scope == "project":
        path = os.path.join(where.work_tree, ".mcp.json")
        return Target(path, "MCP server", ServerEntry((), server), is_private=False)
    above = () if scope == "user" else ("projects", where.project)
    return Target(paths.claude_state_file(), "MCP server", ServerEntry(above, server), has_lock=True)
