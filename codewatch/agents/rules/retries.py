"""Turns a command that failed and then worked when written differently into what has to be written."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from codewatch.agents.rules import checks
from codewatch.agents.rules.commands import CommandRun, describe_failure, has_worked, is_told, remembered, show
from codewatch.agents.rules.draft import draft
from codewatch.agents.rules.edits import changes_of
from codewatch.agents.rules.excerpt import cut
from codewatch.agents.rules.installs import observed_installs, read_install
from codewatch.agents.rules.outcomes import State
from codewatch.agents.rules.rules_table import Rule
from codewatch.agents.rules.shell import ShellCommand, program_of
from codewatch.agents.rules.timeline import ToolUse
from codewatch.categories import Category, Priority
from codewatch.observations import Observation

MAX_COMMAND_CHARS = 80
MAX_ERROR_CHARS = 110
MAX_RUNS_BETWEEN = 6

_VERSION = re.compile(r"[\d.]+$")
_LEAST_NAME = 4


class _Failure(NamedTuple):
    """A command that failed, and after how many runs."""

    run: CommandRun
    command: ShellCommand
    at: int


def observe_retries(uses: Sequence[ToolUse], runs: Sequence[CommandRun], *, project_root: str) -> list[Observation]:
    """Return one observation for each command that failed, and worked with other words and nothing done between."""
    run_of = {id(run.use): (at, run) for at, run in enumerate(runs)}
    failures: list[_Failure] = []
    found: list[Observation] = []
    for use in uses:
        if changes_of(use, project_root=project_root):
            failures = []
            continue
        at, run = run_of.get(id(use), (-1, None))
        if run is None:
            continue
        failures = [one for one in failures if at - one.at <= MAX_RUNS_BETWEEN]
        if run.outcome.state is State.FAILED:
            failures.extend(_Failure(run, command, at) for command in _last_told(run) if describe_failure(run.outcome))
        elif failures and has_worked(run):
            for failed, worked in _answered(failures, run):
                failures = [one for one in failures if one.command.words[:1] != failed.command.words[:1]]
                shown = (_shown(failed.command), _shown(worked))
                if not run.use.result.is_observed and shown[0] != shown[1]:
                    found.append(_observe(failed, shown, run))
            if any(observed_installs(run)):
                failures = []
    return found


def _last_told(run: CommandRun) -> list[ShellCommand]:
    told = [command for command in run.commands if checks.is_check(command) or is_told(command)]
    # A runner's count says that it ran: what failed then is what it tested.
    return told[-1:] if not (told and checks.is_check(told[-1]) and run.outcome.summary) else []


def _answered(failures: Sequence[_Failure], run: CommandRun) -> list[tuple[_Failure, ShellCommand]]:
    """Return the first of the failures that a command of the run answers."""
    for command in reversed(run.commands):
        for failed in failures:
            is_same_thread = failed.run.use.result.is_sidechain == run.use.result.is_sidechain
            if is_same_thread and is_rewritten(failed.command, command, run.use.output):
                return [(failed, command)]
    return []


def is_rewritten(failed: ShellCommand, worked: ShellCommand, output: str) -> bool:
    """Tell whether the two are for the same thing and are written differently."""
    if failed.text == worked.text:
        return False
    first, second = read_install(failed, ""), read_install(worked, output)
    if first is not None and second is not None:
        names = [[name.lower() for name, _ in install.packages] for install in (first, second)]
        return first.verb == second.verb and any(_is_alike(one, other) for one in names[0] for other in names[1])
    if checks.is_check(failed):
        is_check = checks.is_check(worked) and checks.runner_of(failed) == checks.runner_of(worked)
        return is_check and checks.target_of(failed) == checks.target_of(worked)
    if _program(failed) != _program(worked):
        return False
    one, other = _arguments(failed), _arguments(worked)
    is_same_verb = one[:1] == other[:1]
    return bool(one) and is_same_verb and (set(one) <= set(other) or set(other) <= set(one))


def _program(command: ShellCommand) -> str:
    return _VERSION.sub("", program_of(command))


def _arguments(command: ShellCommand) -> list[str]:
    return [word for word in command.words[1:] if not word.startswith("-")]


def _is_alike(failed: str, worked: str) -> bool:
    """Tell whether a package stands for another: psycopg2-binary for psycopg2."""
    if failed == worked:
        return True
    is_longer = len(failed) >= _LEAST_NAME and worked.startswith(failed)
    return is_longer and worked[len(failed)] in "-_.@/"


def _shown(command: ShellCommand) -> str:
    return show((command,), MAX_COMMAND_CHARS)


def _observe(failed: _Failure, shown: tuple[str, str], run: CommandRun) -> Observation:
    error = failed.run.outcome.error or describe_failure(failed.run.outcome)
    found = draft(
        run.use.result,
        f"`{shown[0]}` failed with: {cut(error, MAX_ERROR_CHARS).rstrip('.')}; `{shown[1]}` worked instead",
        rule=Rule.RETRIES,
        category=Category.LEARNING,
        priority=Priority.MEDIUM,
    )
    return replace(found, replaces=remembered([failed.run]))
