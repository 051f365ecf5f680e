"""Turns package manager commands into observations: what was installed or removed, with the versions known."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from codewatch.agents.rules.commands import CommandRun
from codewatch.agents.rules.draft import draft
from codewatch.agents.rules.excerpt import cut
from codewatch.agents.rules.outcomes import State
from codewatch.agents.rules.shell import ShellCommand, program_of
from codewatch.categories import Category, Priority
from codewatch.observations import Observation

MAX_PACKAGES = 8
MAX_COMMAND_CHARS = 80

_ADD = "installed"
_REMOVE = "removed"
_NODE_VERBS = {
    "install": _ADD,
    "i": _ADD,
    "add": _ADD,
    "uninstall": _REMOVE,
    "remove": _REMOVE,
    "rm": _REMOVE,
    "un": _REMOVE,
}
_SYSTEM_VERBS = {
    "install": _ADD,
    "add": _ADD,
    "remove": _REMOVE,
    "uninstall": _REMOVE,
    "purge": _REMOVE,
    "del": _REMOVE,
}
# How a manager's command line begins → what each verb does.
_MANAGERS: dict[tuple[str, ...], dict[str, str]] = {
    **{(name,): _NODE_VERBS for name in ("npm", "pnpm", "yarn", "bun")},
    **{
        (name,): _SYSTEM_VERBS
        for name in ("apt", "apt-get", "brew", "apk", "dnf", "yum", "snap", "choco", "winget", "scoop")
    },
    **{(name,): {"add": _ADD, "remove": _REMOVE, "install": _ADD} for name in ("uv", "poetry", "pdm", "pixi", "rye")},
    **{
        (name,): {"install": _ADD, "uninstall": _REMOVE, "remove": _REMOVE}
        for name in ("pip", "pip3", "pipx", "conda", "mamba", "pipenv")
    },
    ("uv", "pip"): {"install": _ADD, "uninstall": _REMOVE},
    ("uv", "tool"): {"install": _ADD, "uninstall": _REMOVE},
    ("cargo",): {"add": _ADD, "install": _ADD, "remove": _REMOVE, "rm": _REMOVE, "uninstall": _REMOVE},
    ("go",): {"get": _ADD, "install": _ADD},
    ("gem",): {"install": _ADD, "uninstall": _REMOVE},
    ("bundle",): {"add": _ADD, "install": _ADD, "remove": _REMOVE},
    ("mix",): {"deps.get": _ADD, "deps.update": _ADD, "igniter.install": _ADD},
    ("composer",): {"require": _ADD, "remove": _REMOVE},
    ("dotnet", "add", "package"): {},
    ("dotnet", "remove", "package"): {},
    ("dotnet", "tool"): {"install": _ADD},
    ("deno",): {"add": _ADD, "remove": _REMOVE},
    ("flutter", "pub"): {"add": _ADD, "remove": _REMOVE},
    ("dart", "pub"): {"add": _ADD, "remove": _REMOVE},
    ("rustup", "component"): {"add": _ADD},
    ("rustup", "target"): {"add": _ADD},
    ("playwright",): {"install": _ADD},
    ("pacman",): {"-S": _ADD, "-R": _REMOVE},
    ("npm", "install", "-g"): {},
}
_VALUED_FLAGS = frozenset(
    "-r --requirement -c --constraint -e --editable --index-url -i --extra-index-url --find-links -f --group --extra -E"
    " --features -F --version -v --target -t --prefix --registry --source --python -p -n --channel --git --branch --tag"
    " --filter -w --workspace --path --root --framework --platform --optional".split()
)
_NAME = re.compile(r"(?:@[\w.-]+/)?[A-Za-z_][\w./+-]*$")
_SPECIFIER = re.compile(r"^(?P<name>@?[^@=<>~!^\[;]+)(?:\[[^\]]*\])?(?:[=~^<>!]=?=?|@)?(?P<version>[\w.*^~+-]*)")
_FOUND = (
    re.compile(r"^\s*[+*] (?P<name>@?[\w./-]+?)[@= ]{1,3}(?P<version>v?\d[\w.+-]*)", re.MULTILINE),
    re.compile(
        r"^\s*(?:Adding|Installed package|Installing|Setting up|- Installing|- Locking|Upgrading|Locking)"
        r" [`\"]?(?P<name>[\w./@-]+?)[`\"]?(?::\w+)? \(?(?P<version>v?\d[\w.+-]*)",
        re.MULTILINE,
    ),
    re.compile(r"(?:added|upgraded|downloading) (?P<name>[\w./-]+) (?P<version>v\d[\w.+-]*)"),
    re.compile(r"^(?:installed|[├└]─+) (?P<name>@?[\w./-]+)@(?P<version>\d[\w.+-]*)", re.MULTILINE),
    re.compile(r"Using version [\"'^~>=]*(?P<version>\d[\w.+-]*)[\"']? for (?P<name>[\w./-]+)"),
    re.compile(r"PackageReference for package '(?P<name>[\w.-]+)' version '(?P<version>[\w.-]+)'"),
)
_PIP_SUCCESS = re.compile(r"^Successfully (?:un)?installed (.+)$", re.MULTILINE)
_PIP_ITEM = re.compile(r"(?P<name>[\w.-]+?)-(?P<version>\d[\w.+!]*)(?:,|\s|$)")
_MIX_NEW = re.compile(r"^(?:New|Upgraded):\n((?:  .+\n?)+)", re.MULTILINE)
_MIX_ITEM = re.compile(r"^  (?P<name>\w+) (?:[\d.]+ => )?(?P<version>\d[\w.-]*)", re.MULTILINE)
_MIX_GOT = re.compile(r"^\* (?:Getting|Updating) (\w+) \(", re.MULTILINE)
_FAILED = re.compile(
    r"^(?:npm (?:ERR!|error)|ERR_PNPM|\s*ERR_PNPM|ERROR:|error:|error |E: |fatal:|×|Error:|\*\* \()", re.MULTILINE
)


class Install(NamedTuple):
    """What one command did to the packages: `verb` is installed or removed, each package with its version or ""."""

    verb: str
    packages: tuple[tuple[str, str], ...]


def observe_installs(runs: Iterable[CommandRun]) -> list[Observation]:
    """Return one observation for each command that installed or removed packages and did not fail."""
    return [
        _observe(run, command, install)
        for run in runs
        if not run.use.result.is_observed and run.outcome.state is State.PASSED and not _FAILED.search(run.use.output)
        for command in run.commands
        if (install := read_install(command, run.use.output)) is not None
    ]


def read_install(command: ShellCommand, output: str) -> Install | None:
    """Return what a package manager command did, or None when it is none or names nothing."""
    verb, arguments = _verb_of(command)
    if not verb:
        return None
    versions = _versions(output)
    asked = _packages(arguments)
    if not asked and not program_of(command).startswith(("apt", "brew", "npm", "pnpm", "yarn", "bun")):
        asked = list(versions.items())
    named = tuple((name, version or versions.get(name.lower(), "")) for name, version in asked)
    return Install(verb, named) if named else None


def _verb_of(command: ShellCommand) -> tuple[str, list[str]]:
    words = [program_of(command), *command.words[1:]]
    for size in (3, 2, 1):
        verbs = _MANAGERS.get(tuple(words[:size]))
        if verbs is None:
            continue
        rest = words[size:]
        if not verbs:
            return (_REMOVE if "remove" in words[:size] else _ADD), rest
        while rest and rest[0].startswith("-") and rest[0] not in verbs:
            rest = rest[2:] if rest[0] in _VALUED_FLAGS | {"--prefix", "-C", "--dir", "--cwd"} else rest[1:]
        if rest[:1] == ["global"]:
            rest = rest[1:]
        return (verbs.get(rest[0], "") if rest else ""), rest[1:]
    return "", []


def _packages(arguments: list[str]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    is_value = False
    for word in arguments:
        if is_value or word.startswith("-"):
            is_value = not is_value and word in _VALUED_FLAGS
            continue
        mark = _SPECIFIER.match(word)
        if (
            mark is None
            or word.startswith((".", "/", "~", "$", "git+", "http", "{"))
            or word.endswith((".txt", ".whl", ".deb"))
        ):
            continue
        if _NAME.match(mark["name"]):
            found.append((mark["name"], mark["version"].strip("^~=") if mark["version"][:4] != "late" else ""))
    return found


def _versions(output: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for pattern in _FOUND:
        found.update((mark["name"].lower(), mark["version"]) for mark in pattern.finditer(output))
    for line in _PIP_SUCCESS.finditer(output):
        found.update((mark["name"].lower(), mark["version"]) for mark in _PIP_ITEM.finditer(line[1]))
    for block in _MIX_NEW.finditer(output):
        found.update((mark["name"], mark["version"]) for mark in _MIX_ITEM.finditer(block[1]))
    for mark in _MIX_GOT.finditer(output):
        found.setdefault(mark[1], "")
    return found


def _observe(run: CommandRun, command: ShellCommand, install: Install) -> Observation:
    named = ", ".join(f"{name} {version}".strip() for name, version in install.packages[:MAX_PACKAGES])
    more = len(install.packages) - MAX_PACKAGES
    shown = cut(command.text, MAX_COMMAND_CHARS).replace("`", "'")
    return draft(
        run.use.result,
        f"{install.verb.capitalize()} {named}{f' and {more} more' if more > 0 else ''} (`{shown}`)",
        category=Category.DEPENDENCY,
        priority=Priority.MEDIUM,
    )
