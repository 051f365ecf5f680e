"""What setup writes for VS Code: the MCP server into its list, and for a project a file of hooks of its own."""

import os

from codewatch import paths
from codewatch.clientfiles.changes import Target
from codewatch.clientfiles.flat_hooks import FlatEntry, FlatHooks
from codewatch.clientfiles.servers import ServerEntry
from codewatch.clients.program import RECALL, SAVE, Program, Scope, Where, check_scope

name = "vscode"
title = "VS Code"
scopes: tuple[Scope, ...] = ("user", "project")
notice = (
    "VS Code runs the hooks of Claude Code's user settings, too: `codewatch setup` connects both;"
    " `codewatch setup --client vscode --scope project` gives a project hooks without them"
)
_TIMEOUT_S = 10
_HOOKS = (
    ("SessionStart", RECALL), ("UserPromptSubmit", RECALL), ("UserPromptSubmit", SAVE), ("Stop", SAVE)
)  # fmt: skip
events = tuple(dict.fromkeys(event for event, _ in _HOOKS))


def targets(scope: Scope, where: Where, program: Program, *, with_server: bool) -> tuple[Target, ...]:
    """Return the files of a scope, and what each is to have; hooks for all projects are Claude Code's.

    Raises:
        ConfigError: VS Code has no such scope.
    """
    check_scope(title, scope, scopes)
    is_private = scope == "user"
    folder = os.path.join(paths.editor_dir("Code"), "User") if is_private else os.path.join(where.work_tree, ".vscode")
    server = ServerEntry((), {key: value for key, value in program.server().items() if value}, "servers")
    found = [Target(os.path.join(folder, "mcp.json"), "MCP server", server, is_private=is_private)]
    if not with_server:
        found.clear()
    if not is_private:
        entries = [FlatEntry(event, _hook(program.hook_command(hook, name))) for event, hook in _HOOKS]
        found.insert(0, Target(_hooks_file(where), "hooks", FlatHooks(tuple(entries)), is_private=False))
    return tuple(found)


def leftovers() -> tuple[Target, ...]:
    """Return where else something of ours is: nowhere that is known."""
    return ()


def warnings(text: str) -> list[str]:
    """Return why VS Code does not run what a file of its has: nothing that is known."""
    del text
    return []


def hook_files(where: Where) -> list[str]:
    """Return the hooks files, of every scope, that there are."""
    return [path for path in (_hooks_file(where),) if os.path.isfile(path)]


def warnings_of(path: str) -> list[str]:
    """Return why VS Code does not run the hooks in such a file: nothing that is known."""
    del path
    return []


def _hooks_file(where: Where) -> str:
    return os.path.join(where.work_tree, ".github", "hooks", "codewatch.json")


def _hook(command: str) -> dict[str, object]:
    return {"type": "command", "command": command, "timeout": _TIMEOUT_S}
