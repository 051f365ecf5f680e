"""Turns package manager commands into observations: what was installed or removed, with the versions known."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from codewatch.agents.rules.commands import CommandRun
from codewatch.agents.rules.draft import draft
from codewatch.agents.rules.excerpt import cut
from codewatch.agents.rules.managers import ADDED, VALUED_FLAGS, verb_of
from codewatch.agents.rules.manifests import asked_versions
from codewatch.agents.rules.outcomes import State
from codewatch.agents.rules.printed_versions import already_there, plain_name, printed_versions
from codewatch.agents.rules.rules_table import Rule
from codewatch.agents.rules.sentences import sentences_of
from codewatch.agents.rules.shell import ShellCommand, program_of
from codewatch.agents.rules.statements import is_assertion, masked
from codewatch.agents.rules.timeline import ToolUse
from codewatch.categories import Category, Priority
from codewatch.messages import Message, Role
from codewatch.observations import Observation

MAX_PACKAGES = 8
MAX_COMMAND_CHARS = 80
MAX_WHY_CHARS = 140

_NAME = re.compile(r"(?:@[\w.-]+/)?[A-Za-z_][\w./+-]*$")
_SPECIFIER = re.compile(
    r"^(?P<name>@?[^@=<>~!^\[;]+)(?:\[[^\]]*\])?(?P<operator>@?(?:[~^]|[=~<>!]=?=?)|@)?(?P<version>[\w.*^~+-]*)"
)
_FAILED = re.compile(
    r"^(?:npm (?:ERR!|error)|[ \t]{0,9}ERR_PNPM|ERROR:|error:|error |E: |fatal:|[ \t]{0,4}×|Error:|\*\* \()",
    re.MULTILINE,
)


# What speaks against a package.
_AGAINST = re.compile(
    r"\b(?:lacks?|no|not|never|cannot|missing|breaks?|broke|fail\w*|crash\w*|conflict\w*|incompatib\w*|without|instead"
    r"|too|slow\w*|heavy|buggy|bugs?|deprecated|unmaintained|abandoned|only|because|needs|requires|drops?|dropped"
    r"|larger|bigger|licen[sc]e|expensive)\b|n't\b"
)
_NODE = frozenset(("npm", "pnpm", "yarn", "bun"))
_NOTHING: Mapping[str, str] = {}


class Install(NamedTuple):
    """What one command did to the packages: `verb` is installed or removed, each package with its version or ""."""

    verb: str
    packages: tuple[tuple[str, str], ...]


class _Step(NamedTuple):
    """A command that installed or removed packages, and the run that it stands in."""

    run: CommandRun
    command: ShellCommand
    install: Install

    def names(self) -> set[str]:
        return {name for name, _ in self.install.packages}


def observe_installs(
    runs: Sequence[CommandRun], uses: Sequence[ToolUse] = (), messages: Sequence[Message] = ()
) -> list[Observation]:
    """Return one observation for each command that installed or removed packages and did not fail.

    What was removed again is told once, with what `messages` say of it. `uses` are the edits among which the runs
    stand.
    """
    steps = _steps(runs, uses)
    return [
        _observe(step, _tried(step, steps[:place], messages))
        for place, step in enumerate(steps)
        if not (step.install.verb == ADDED and step.names() <= _removed(steps[place + 1 :]))
    ]


def _steps(runs: Sequence[CommandRun], uses: Sequence[ToolUse]) -> list[_Step]:
    at = {id(use): place for place, use in enumerate(uses)}
    asked: dict[str, str] = {}
    read = 0
    found: list[_Step] = []
    for run in runs:
        commands = [] if run.use.result.is_observed else [one for one in run.commands if verb_of(one)[0]]
        for command in commands if commands and not _has_failed(run) else ():
            is_node = program_of(command) in _NODE
            if is_node and (place := at.get(id(run.use), 0)) > read:
                asked |= asked_versions(uses[read:place])
                read = place
            install = read_install(command, run.use.output, asked if is_node else _NOTHING)
            if install is not None:
                found.append(_Step(run, command, install))
    return found


def _removed(steps: Sequence[_Step]) -> set[str]:
    return {name for step in steps if step.install.verb != ADDED for name in step.names()}


def _tried(step: _Step, earlier: Sequence[_Step], messages: Sequence[Message]) -> str:
    """Return what to say of a removal of what was installed before it in the same stretch, or ""."""
    before = [one for one in earlier if one.install.verb == ADDED and one.names() & step.names()]
    if step.install.verb == ADDED or not before:
        return ""
    place = {message.key: at for at, message in enumerate(messages)}
    begun, ended = (place.get(one.run.use.result.key, 0) for one in (before[-1], step))
    why = next((one for message in messages[begun:ended][::-1] if (one := _reason(message, step.names()))), "")
    return f", which was tried in this session{f': {cut(why, MAX_WHY_CHARS)}' if why else ''}"


def _reason(message: Message, names: set[str]) -> str:
    """Return the sentence in which a person or the assistant says what is wrong with one of the packages."""
    if message.role not in (Role.USER, Role.ASSISTANT) or message.is_sidechain:
        return ""
    told = [one for one in sentences_of(message.text) if is_assertion(masked(one)) and _AGAINST.search(masked(one))]
    return next((one for one in told if any(name.lower() in one.lower() for name in names)), "")


def observed_installs(run: CommandRun) -> list[tuple[str, str]]:
    """Return the packages that a run installed, each with its version or ""."""
    installs = [command for command in run.commands if verb_of(command)[0]]
    if not installs or _has_failed(run):
        return []
    found = [read_install(command, run.use.output) for command in installs]
    return [
        package for install in found if install is not None and install.verb == ADDED for package in install.packages
    ]


def _has_failed(run: CommandRun) -> bool:
    return run.outcome.state is State.FAILED or _FAILED.search(run.use.output) is not None


def read_install(command: ShellCommand, output: str, manifest: Mapping[str, str] = _NOTHING) -> Install | None:
    """Return what a package manager command did, or None when it is none or names nothing.

    `manifest` has the versions that package.json was made to ask for before.
    """
    verb, arguments = verb_of(command)
    if not verb:
        return None
    versions = printed_versions(output)
    named_all, there = _packages(arguments), already_there(output)
    asked = [one for one in named_all if plain_name(one[0]) not in there]
    if named_all and not asked:
        return None
    if not asked and program_of(command) in _NODE:
        asked = list(manifest.items()) if _is_whole(command) else []
    elif not asked and not program_of(command).startswith(("apt", "brew")):
        asked = list(versions.values())
    named = tuple(
        (name, versions.get(plain_name(name), ("", ""))[1] or version or manifest.get(name, ""))
        for name, version in asked
    )
    return Install(verb, named) if named else None


def _is_whole(command: ShellCommand) -> bool:
    return command.words[1:2] in (("install",), ("i",)) or len(command.words) == 1


def _packages(arguments: list[str]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    is_value = False
    for given in arguments:
        word = given.removeprefix("jsr:").removeprefix("npm:")
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
            found.append((mark["name"], _asked_version(mark)))
    return found


def _asked_version(mark: re.Match[str]) -> str:
    """Return the version that a command line names, with its operator where that leaves others open."""
    version = mark["version"].rstrip("*.-+")
    operator = (mark["operator"] or "").lstrip("@").strip("=") and (mark["operator"] or "").lstrip("@")
    return f"{operator}{version}" if version[:1].isdigit() or version[:2].lstrip("v").isdigit() else ""


def _observe(step: _Step, tried: str) -> Observation:
    install = step.install
    named = ", ".join(f"{name} {version}".strip() for name, version in install.packages[:MAX_PACKAGES])
    more = len(install.packages) - MAX_PACKAGES
    shown = cut(step.command.text, MAX_COMMAND_CHARS).replace("`", "'")
    return draft(
        step.run.use.result,
        f"{install.verb.capitalize()} {named}{f' and {more} more' if more > 0 else ''} (`{shown}`){tried}",
        rule=Rule.INSTALLS,
        category=Category.DEPENDENCY,
        priority=Priority.MEDIUM,
    )
