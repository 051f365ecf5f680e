"""Turns the step from red to green into one observation: what failed, with which error, and what ended it."""

from collections.abc import Sequence
from typing import NamedTuple

from codewatch.agents.rules import checks
from codewatch.agents.rules.commands import CommandRun, describe_failure
from codewatch.agents.rules.draft import MAX_CHARS, draft
from codewatch.agents.rules.edits import FileChange, changes_of
from codewatch.agents.rules.excerpt import cut
from codewatch.agents.rules.outcomes import State
from codewatch.agents.rules.rules_table import Rule
from codewatch.agents.rules.timeline import ToolUse
from codewatch.categories import Category, Priority
from codewatch.observations import Observation

MAX_FILES = 5
MAX_ERROR_CHARS = 130
MAX_COMMAND_CHARS = 80


class _Red(NamedTuple):
    """A check that failed, and how many file changes had been made by then."""

    run: CommandRun
    changes_before: int


def observe_repairs(uses: Sequence[ToolUse], runs: Sequence[CommandRun], *, project_root: str) -> list[Observation]:
    """Return one observation for each check that failed, passed after edits, and was not observed yet."""
    run_of = {id(run.use): run for run in runs}
    changes: list[FileChange] = []
    red: dict[tuple[str, str], _Red] = {}
    found: list[Observation] = []
    for use in uses:
        changes.extend(changes_of(use, project_root=project_root))
        run = run_of.get(id(use))
        keys = _keys(run) if run is not None else []
        if run is None or not keys:
            continue
        if run.outcome.state is State.FAILED:
            red.setdefault(keys[-1], _Red(run, len(changes)))
            continue
        for ended in [known for known in red if any(_covers(key, known) for key in keys)]:
            first = red.pop(ended)
            paths = list(dict.fromkeys(change.path for change in changes[first.changes_before :]))
            if paths and not run.use.result.is_observed:
                found.append(_observe(first.run, run, paths[:MAX_FILES]))
    return found


def _keys(run: CommandRun) -> list[tuple[str, str]]:
    return [
        (checks.runner_of(command), checks.target_of(command)) for command in run.commands if checks.is_check(command)
    ]


def _covers(passed: tuple[str, str], failed: tuple[str, str]) -> bool:
    """Tell whether a pass answers a failure: the same runner, on the same target or on everything."""
    return passed[0] == failed[0] and passed[1] in (failed[1], "")


def _observe(failed: CommandRun, passed: CommandRun, paths: Sequence[str]) -> Observation:
    error = failed.outcome.error or describe_failure(failed.outcome)
    told = f" with: {cut(error, MAX_ERROR_CHARS)}" if error else ""
    check = next(command for command in reversed(failed.commands) if checks.is_check(command))
    opening = f"`{cut(check.text, MAX_COMMAND_CHARS)}` failed{told}; it passes after edits to "
    kept = [paths[0]]
    for path in paths[1:]:
        if len(opening) + 2 * sum(len(known) + 2 for known in (*kept, path)) <= MAX_CHARS:
            kept.append(path)
    return draft(
        passed.use.result,
        opening + ", ".join(kept),
        rule=Rule.RED_TO_GREEN,
        category=Category.BUGFIX,
        priority=Priority.MEDIUM,
        files=kept,
    )
