"""What setup writes for opencode: a plugin that runs our hooks, and the MCP server into its settings."""

import os
from importlib.resources import files

from codewatch import paths
from codewatch.clientfiles.changes import Target
from codewatch.clientfiles.servers import ServerEntry
from codewatch.clientfiles.whole import WholeFile, filled
from codewatch.clients.program import RECALL, SAVE, Program, Scope, Where, check_scope

name = "opencode"
title = "opencode"
scopes: tuple[Scope, ...] = ("user", "project")
notice = ""
events = ("save", "recall")
_PLUGIN = "codewatch.js"
_SETTINGS = ("opencode.jsonc", "opencode.json")


def targets(scope: Scope, where: Where, program: Program, *, with_server: bool) -> tuple[Target, ...]:
    """Return the files of a scope, and what each is to have.

    Raises:
        ConfigError: opencode has no such scope.
    """
    check_scope(title, scope, scopes)
    is_private = scope == "user"
    folder = _folder(scope, where)
    plugin = Target(os.path.join(folder, "plugin", _PLUGIN), "plugin", _plugin(program), is_private=is_private)
    settings = _settings_file(folder if is_private else where.work_tree)
    server = ServerEntry((), _server(program), "mcp")
    return (plugin, Target(settings, "MCP server", server, is_private=is_private)) if with_server else (plugin,)


def leftovers() -> tuple[Target, ...]:
    """Return where else something of ours is: nowhere that is known."""
    return ()


def warnings(text: str) -> list[str]:
    """Return why opencode does not run what a file of its has: nothing that is known."""
    del text
    return []


def hook_files(where: Where) -> list[str]:
    """Return the plugins of ours, of every scope, that there are."""
    found = dict.fromkeys(os.path.join(_folder(scope, where), "plugin", _PLUGIN) for scope in scopes)
    return [path for path in found if os.path.isfile(path)]


def warnings_of(path: str) -> list[str]:
    """Return why opencode does not run the hooks in such a file: nothing that is known."""
    del path
    return []


def _folder(scope: Scope, where: Where) -> str:
    if scope == "user":
        return os.path.abspath(paths.opencode_config_dir())
    return os.path.join(where.work_tree, ".opencode")


def _plugin(program: Program) -> WholeFile:
    template = (files("codewatch.plugins") / "opencode.js").read_text(encoding="utf-8")
    commands = {"save": program.hook_words(SAVE, name), "recall": program.hook_words(RECALL, name)}
    return WholeFile(filled(template, {**commands, "environment": program.environment()}))


def _server(program: Program) -> dict[str, object]:
    server: dict[str, object] = {"type": "local", "command": program.server_words(), "enabled": True}
    return {**server, "environment": program.environment()} if program.environment() else server


def _settings_file(folder: str) -> str:
    """Return the settings file in a folder: the one that is there, else the usual one."""
    found = [path for name in _SETTINGS if os.path.isfile(path := os.path.join(folder, name))]
    return found[0] if found else os.path.join(folder, _SETTINGS[-1])
