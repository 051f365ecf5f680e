"""What setup writes for Gemini CLI: hooks and the MCP server, both into its settings."""

import os

from codewatch import paths
from codewatch.clientfiles import edits, files, hooks
from codewatch.clientfiles.changes import Entries, Target
from codewatch.clientfiles.hooks import Entry, HookEntries
from codewatch.clientfiles.servers import ServerEntry
from codewatch.clientfiles.several import Several
from codewatch.clients.program import RECALL, SAVE, Program, Scope, Where, check_scope

name = "gemini"
title = "Gemini CLI"
scopes: tuple[Scope, ...] = ("user", "project")
notice = ""
# Gemini CLI counts in milliseconds.
_TIMEOUT_MS = 10_000
_NAME = "codewatch"
_HOOKS = {"AfterAgent": SAVE, "SessionEnd": SAVE, "BeforeAgent": RECALL, "SessionStart": RECALL}
events = tuple(_HOOKS)


def targets(scope: Scope, where: Where, program: Program, *, with_server: bool) -> tuple[Target, ...]:
    """Return the file of a scope, and what it is to have.

    Raises:
        ConfigError: Gemini CLI has no such scope.
    """
    check_scope(title, scope, scopes)
    is_private = scope == "user"
    path = os.path.join(_folder(scope, where), "settings.json")
    entries: Entries = _hooks(program)
    if not with_server:
        return (Target(path, "hooks", entries, is_private=is_private),)
    server = ServerEntry((), {key: value for key, value in program.server().items() if value and key != "type"})
    return (Target(path, "hooks and MCP server", Several((entries, server)), is_private=is_private),)


def leftovers() -> tuple[Target, ...]:
    """Return where else something of ours is: nowhere that is known."""
    return ()


def warnings(text: str) -> list[str]:
    """Return why Gemini CLI does not run the hooks in a settings file of this text."""
    config = edits.opened(text).root.member("hooksConfig")
    if config is None:
        return []
    switch = config.member("enabled")
    if _NAME in config.strings("disabled"):
        return [f'has "{_NAME}" in "hooksConfig.disabled": its hooks do not run until that is gone']
    if switch is not None and switch.token == "false":
        return ['says "hooksConfig.enabled": false: no hook runs until that is gone']
    return []


def hook_files(where: Where) -> list[str]:
    """Return the settings files, of every scope, that there are."""
    found = dict.fromkeys(os.path.join(_folder(scope, where), "settings.json") for scope in scopes)
    return [path for path in found if os.path.isfile(path)]


def warnings_of(path: str) -> list[str]:
    """Return why Gemini CLI does not run the hooks, by a settings file that has some.

    Raises:
        ClientFileError: it cannot be read.
    """
    text = files.read(path) or ""
    return warnings(text) if hooks.found_in(text) else []


def _folder(scope: Scope, where: Where) -> str:
    return os.path.abspath(paths.gemini_dir()) if scope == "user" else os.path.join(where.work_tree, ".gemini")


def _hooks(program: Program) -> HookEntries:
    return HookEntries(tuple(Entry(event, _group(program.hook_command(hook, name))) for event, hook in _HOOKS.items()))


def _group(command: str) -> dict[str, object]:
    return {"hooks": [{"type": "command", "name": _NAME, "command": command, "timeout": _TIMEOUT_MS}]}
