"""What setup writes for Windsurf: hooks that save, and the MCP server. No hook of its can tell its model anything."""

import os

from codewatch import paths
from codewatch.clientfiles.changes import Target
from codewatch.clientfiles.flat_hooks import FlatEntry, FlatHooks
from codewatch.clientfiles.servers import ServerEntry
from codewatch.clients.program import SAVE, Program, Scope, Where, check_scope

name = "windsurf"
title = "Windsurf"
scopes: tuple[Scope, ...] = ("user", "project")
notice = (
    "Windsurf's hooks cannot tell its model anything: it remembers when it calls the tool recall of codewatch;"
    ' a rule such as "Call codewatch\'s recall before you start" makes it do so'
)
events = ("pre_user_prompt", "post_cascade_response")


def targets(scope: Scope, where: Where, program: Program, *, with_server: bool) -> tuple[Target, ...]:
    """Return the files of a scope, and what each is to have; the server is for all projects.

    Raises:
        ConfigError: Windsurf has no such scope.
    """
    check_scope(title, scope, scopes)
    is_private = scope == "user"
    hook = {"command": program.hook_command(SAVE, name), "show_output": False}
    entries = FlatHooks(tuple(FlatEntry(event, hook) for event in events))
    hooks = Target(os.path.join(_folder(scope, where), "hooks.json"), "hooks", entries, is_private=is_private)
    if not with_server or not is_private:
        return (hooks,)
    server = ServerEntry((), {key: value for key, value in program.server().items() if value and key != "type"})
    return hooks, Target(os.path.join(_folder("user", where), "mcp_config.json"), "MCP server", server)


def leftovers() -> tuple[Target, ...]:
    """Return where else something of ours is: nowhere that is known."""
    return ()


def warnings(text: str) -> list[str]:
    """Return why Windsurf does not run what a file of its has: nothing that is known."""
    del text
    return []


def hook_files(where: Where) -> list[str]:
    """Return the hooks files, of every scope, that there are."""
    found = dict.fromkeys(os.path.join(_folder(scope, where), "hooks.json") for scope in scopes)
    return [path for path in found if os.path.isfile(path)]


def warnings_of(path: str) -> list[str]:
    """Return why Windsurf does not run the hooks in such a file: nothing that is known."""
    del path
    return []


def _folder(scope: Scope, where: Where) -> str:
    if scope == "user":
        return os.path.join(paths.home(), ".codeium", "windsurf")
    return os.path.join(where.work_tree, ".windsurf")
