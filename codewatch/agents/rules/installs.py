"""Turns package manager commands into observations: what was installed or removed, with the versions known."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from codewatch.agents.rules.commands import CommandRun
from codewatch.agents.rules.draft import draft
from codewatch.agents.rules.excerpt import cut
from codewatch.agents.rules.managers import ADDED, VALUED_FLAGS, verb_of
from codewatch.agents.rules.outcomes import State
from codewatch.agents.rules.rules_table import Rule
from codewatch.agents.rules.shell import ShellCommand, program_of
from codewatch.categories import Category, Priority
from codewatch.observations import Observation

MAX_PACKAGES = 8
MAX_COMMAND_CHARS = 80

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
    r"^(?:npm (?:ERR!|error)|[ \t]{0,9}ERR_PNPM|ERROR:|error:|error |E: |fatal:|×|Error:|\*\* \()", re.MULTILINE
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
        if not run.use.result.is_observed
        and run.outcome.state is not State.FAILED
        and not _FAILED.search(run.use.output)
        for command in run.commands
        if (install := read_install(command, run.use.output)) is not None
    ]


def observed_installs(run: CommandRun) -> list[tuple[str, str]]:
    """Return the packages that a run installed, each with its version or ""."""
    if run.outcome.state is State.FAILED or _FAILED.search(run.use.output):
        return []
    found = [read_install(command, run.use.output) for command in run.commands]
    return [
        package for install in found if install is not None and install.verb == ADDED for package in install.packages
    ]


def read_install(command: ShellCommand, output: str) -> Install | None:
    """Return what a package manager command did, or None when it is none or names nothing."""
    verb, arguments = verb_of(command)
    if not verb:
        return None
    versions = _versions(output)
    asked = _packages(arguments)
    if not asked and not program_of(command).startswith(("apt", "brew", "npm", "pnpm", "yarn", "bun")):
        asked = list(versions.items())
    named = tuple((name, versions.get(name.lower(), "") or version) for name, version in asked)
    return Install(verb, named) if named else None


def _packages(arguments: list[str]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    is_value = False
    for word in arguments:
        if is_value or word.startswith("-"):
            is_value = not is_value and word in VALUED_FLAGS
            continue
        mark = _SPECIFIER.match(word)
        if (
            mark is None
            or word.startswith((".", "/", "~", "$", "git+", "http://", "https://", "{"))
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
        rule=Rule.INSTALLS,
        category=Category.DEPENDENCY,
        priority=Priority.MEDIUM,
    )
