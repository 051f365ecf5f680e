"""What setup writes for Codex: hooks into its hooks file, the MCP server into its configuration."""

import json
import os

from codewatch import paths
from codewatch.clientfiles import files, lines, toml
from codewatch.clientfiles.changes import Target
from codewatch.clientfiles.hooks import Entry, HookEntries
from codewatch.clientfiles.toml_servers import TomlServerEntry
from codewatch.clients.program import RECALL, SAVE, Program, Scope, Where, check_scope
from codewatch.errors import ClientFileError

name = "codex"
title = "Codex"
scopes: tuple[Scope, ...] = ("user", "project")
notice = (
    "Codex runs a hook only after you have trusted it: start codex, type /hooks, and trust those of codewatch;"
    " again whenever setup changes them"
)
_TIMEOUT_S = 10
# Codex gives a session's end no more, and warns of a hook that asks for more.
_LONGEST_END_S = 3
_HOOKS = {
    "Stop": SAVE, "SubagentStop": SAVE, "PreCompact": SAVE, "SessionEnd": SAVE,
    "UserPromptSubmit": RECALL, "SessionStart": RECALL,
}  # fmt: skip
events = tuple(_HOOKS)


def targets(scope: Scope, where: Where, program: Program, *, with_server: bool) -> tuple[Target, ...]:
    """Return the files of a scope, and what each is to have.

    Raises:
        ConfigError: Codex has no such scope.
    """
    check_scope(title, scope, scopes)
    is_private = scope == "user"
    folder = _folder(scope, where)
    hook_target = Target(os.path.join(folder, "hooks.json"), "hooks", _hooks(program), is_private=is_private)
    # Its servers get next to nothing of the environment: what is not the default has to be named.
    server = TomlServerEntry({key: value for key, value in program.server().items() if value and key != "type"})
    config = Target(os.path.join(folder, "config.toml"), "MCP server", server, is_private=is_private)
    return (hook_target, config) if with_server else (hook_target,)


def leftovers() -> tuple[Target, ...]:
    """Return where else something of ours is: nowhere that is known."""
    return ()


def warnings(text: str) -> list[str]:
    """Return why Codex does not run the hooks, by a file of its."""
    try:
        values = toml.values(text)
    except ClientFileError:
        return _warnings_of_hooks(text)
    features = values.get("features")
    if isinstance(features, dict) and features.get("hooks") is False:  # pyright: ignore[reportUnknownMemberType]
        return ['says "hooks = false" under [features]: no hook runs until that is gone']
    return []


def hook_files(where: Where) -> list[str]:
    """Return the hooks files, of every scope, that there are."""
    found = dict.fromkeys(os.path.join(_folder(scope, where), "hooks.json") for scope in scopes)
    return [path for path in found if os.path.isfile(path)]


def warnings_of(path: str) -> list[str]:
    """Return why Codex does not run the hooks, by a hooks file that has some and the configuration beside it.

    Raises:
        ClientFileError: it cannot be read.
    """
    config = os.path.join(os.path.dirname(path), "config.toml")
    beside = [f"is no use: {config} {text}" for text in warnings(files.read(config) or "")]
    return [*warnings(files.read(path) or ""), *beside] if lines.hooks_in(path) else []


def _folder(scope: Scope, where: Where) -> str:
    return os.path.abspath(paths.codex_dir()) if scope == "user" else os.path.join(where.work_tree, ".codex")


def _warnings_of_hooks(text: str) -> list[str]:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return ["has comments or trailing commas; Codex reads nothing of such a file until they are gone"]
    return []


def _hooks(program: Program) -> HookEntries:
    return HookEntries(
        tuple(Entry(event, _group(event, program.hook_command(hook, name))) for event, hook in _HOOKS.items())
    )


def _group(event: str, command: str) -> dict[str, object]:
    timeout_s = _LONGEST_END_S if event == "SessionEnd" else _TIMEOUT_S
    return {"hooks": [{"type": "command", "command": command, "timeout": timeout_s}]}
