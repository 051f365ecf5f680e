"""What setup writes for Cursor: hooks into its hooks file, the MCP server into its list of servers."""

import os

from codewatch import paths
from codewatch.clientfiles.changes import Target
from codewatch.clientfiles.flat_hooks import FlatEntry, FlatHooks
from codewatch.clientfiles.servers import ServerEntry
from codewatch.clients.program import RECALL, SAVE, Program, Scope, Where, check_scope

name = "cursor"
title = "Cursor"
scopes: tuple[Scope, ...] = ("user", "project")
notice = ""
_TIMEOUT_S = 10
_VERSION = {"version": 1}
# A prompt is answered, and kept: its transcripts are not read.
_HOOKS = (
    ("sessionStart", RECALL), ("beforeSubmitPrompt", RECALL), ("beforeSubmitPrompt", SAVE), ("afterAgentResponse", SAVE)
)  # fmt: skip
events = tuple(dict.fromkeys(event for event, _ in _HOOKS))


def targets(scope: Scope, where: Where, program: Program, *, with_server: bool) -> tuple[Target, ...]:
    """Return the files of a scope, and what each is to have.

    Raises:
        ConfigError: Cursor has no such scope.
    """
    check_scope(title, scope, scopes)
    is_private = scope == "user"
    folder = _folder(scope, where)
    entries = [FlatEntry(event, _hook(program.hook_command(hook, name))) for event, hook in _HOOKS]
    hooks = Target(
        os.path.join(folder, "hooks.json"), "hooks", FlatHooks(tuple(entries), _VERSION), is_private=is_private
    )  # fmt: skip
    server = ServerEntry((), {key: value for key, value in program.server().items() if value})
    config = Target(os.path.join(folder, "mcp.json"), "MCP server", server, is_private=is_private)
    return (hooks, config) if with_server else (hooks,)


def leftovers() -> tuple[Target, ...]:
    """Return where else something of ours is: nowhere that is known."""
    return ()


def warnings(text: str) -> list[str]:
    """Return why Cursor does not run what a file of its has: nothing that is known."""
    del text
    return []


def hook_files(where: Where) -> list[str]:
    """Return the hooks files, of every scope, that there are."""
    found = dict.fromkeys(os.path.join(_folder(scope, where), "hooks.json") for scope in scopes)
    return [path for path in found if os.path.isfile(path)]


def warnings_of(path: str) -> list[str]:
    """Return why Cursor does not run the hooks in such a file: nothing that is known."""
    del path
    return []


def _folder(scope: Scope, where: Where) -> str:
    return os.path.join(paths.home() if scope == "user" else where.work_tree, ".cursor")


def _hook(command: str) -> dict[str, object]:
    return {"command": command, "timeout": _TIMEOUT_S}
