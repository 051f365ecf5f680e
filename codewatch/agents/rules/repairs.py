"""Turns the step from red to green into one observation: what failed, with which error, and what ended it."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from codewatch.agents.rules import checks
from codewatch.agents.rules.commands import CommandRun, describe_failure, has_worked, is_told, remembered, show
from codewatch.agents.rules.draft import draft
from codewatch.agents.rules.edits import changes_of
from codewatch.agents.rules.excerpt import cut
from codewatch.agents.rules.holding import holds_any
from codewatch.agents.rules.installs import observed_installs
from codewatch.agents.rules.managers import verb_of
from codewatch.agents.rules.outcomes import State, count_in, is_count
from codewatch.agents.rules.retries import is_rewritten
from codewatch.agents.rules.rules_table import Rule
from codewatch.agents.rules.shell import ShellCommand, folder_of, variables_of
from codewatch.agents.rules.timeline import ToolUse
from codewatch.categories import Category, Priority
from codewatch.observations import Observation

MAX_FILES = 5
MAX_INSTALLED = 3
MAX_ERROR_CHARS = 120
MIN_ERROR_CHARS = 60
MAX_COMMAND_CHARS = 70
MAX_PASSING_CHARS = 40
# Of the text and the files beside it.
MAX_SIZE = 300

_SAME = "it"
_ENDED = " with: ; it passes after edits to (+9 more) and "

# Why a command could not even start: no edit mends that.
_NO_EDIT_MENDS = (("git", "push"), ("git", "pull"), ("git", "fetch"), ("git", "clone"), ("git", "checkout"))
_NOT_OURS = re.compile(r"command not found|Permission denied|No space left|timed out|Operation not permitted")


_NOTHING_RAN = re.compile(
    r"\bno tests? (?:ran|found|were found|to run)\b|\bcollected 0 items\b|^Ran 0 tests"
    r"|^[=\s]{0,80}\d+ skipped(?: in |$)",
    re.MULTILINE | re.IGNORECASE,
)
_NOTHING_WORDS = ("no test", "collected 0 items", "ran 0 tests", " skipped")


class _Key(NamedTuple):
    """What runs and on which target, in the main thread or in a subagent's; other than checks have no target.

    `folder` is where it runs, `variables` are those that the command line sets for it.
    """

    runner: str
    target: str
    is_sidechain: bool
    folder: str
    variables: tuple[str, ...]


class _Red(NamedTuple):
    """A command that failed, and how many files were changed and packages installed by then."""

    run: CommandRun
    command: ShellCommand
    changes_before: int
    installs_before: int


def observe_repairs(uses: Sequence[ToolUse], runs: Sequence[CommandRun], *, project_root: str) -> list[Observation]:
    """Return one observation for each command that failed, passed after edits or installs, and was not observed yet."""
    run_of = {id(run.use): run for run in runs}
    paths: list[str] = []
    installed: list[str] = []
    red: dict[_Key, _Red] = {}
    found: list[Observation] = []
    for use in uses:
        paths.extend(change.path for change in changes_of(use, project_root=project_root))
        run = run_of.get(id(use))
        if run is None:
            continue
        keys = _keys(run) if red or run.outcome.state is State.FAILED else []
        if run.outcome.state is State.FAILED and keys:
            key, command = keys[-1]
            red.setdefault(key, _Red(run, command, len(paths), len(installed)))
        elif red and has_worked(run) and not _ran_nothing(run.use.output):
            before = len(installed)
            installed.extend(f"{name} {version}".strip() for name, version in observed_installs(run))
            for known in [known for known, one in red.items() if _is_rewritten(one, run)]:
                red.pop(known)  # `retries` tells it.
            for ended in [known for known in red if any(_covers(key, known) for key, _ in keys)]:
                first = red.pop(ended)
                # An install that works in the end was not mended by itself.
                last = before if verb_of(first.command)[0] else len(installed)
                between = (paths[first.changes_before :], installed[first.installs_before : last])
                told = _told(first, run, _passing(keys, ended), *between)
                if told is not None and not run.use.result.is_observed:
                    ends = (first.run, run) if len(run.commands) == 1 else (first.run,)
                    found.append(replace(_observe(run, *told), replaces=remembered(ends)))
    return found


def _ran_nothing(output: str) -> bool:
    return holds_any(output.lower(), _NOTHING_WORDS) and _NOTHING_RAN.search(output) is not None


def _is_rewritten(red: _Red, run: CommandRun) -> bool:
    is_check = checks.is_check(red.command)
    return not is_check and any(is_rewritten(red.command, command, run.use.output) for command in run.commands)


def _keys(run: CommandRun) -> list[tuple[_Key, ShellCommand]]:
    """Return the commands that may end a failure; probes and scripts on the command line may not."""
    is_sidechain, folder = run.use.result.is_sidechain, folder_of(run.use.command, run.use.result.cwd)
    found: list[tuple[_Key, ShellCommand]] = []
    for command in run.commands:
        if checks.is_check(command):
            runner, target = checks.runner_of(command), checks.target_of(command)
            found.append((_Key(runner, target, is_sidechain, folder, variables_of(command)), command))
        elif is_told(command) and command.words[:2] not in _NO_EDIT_MENDS:
            found.append((_Key(" ".join(command.words), "", is_sidechain, folder, variables_of(command)), command))
    return found


def _covers(passed: _Key, failed: _Key) -> bool:
    """Tell whether a pass answers a failure: the same runner, on the same target or on everything."""
    return passed._replace(target=failed.target) == failed and passed.target in (failed.target, "")


def _passing(keys: Iterable[tuple[_Key, ShellCommand]], failed: _Key) -> str:
    """Return how the pass is told: "it" where the same was run, else what was run, whose count it is."""
    command = next(command for key, command in reversed(list(keys)) if _covers(key, failed))
    is_same = not checks.is_check(command) or checks.target_of(command) == failed.target
    return _SAME if is_same else f"`{show((command,), MAX_PASSING_CHARS)}`"


def _told(
    red: _Red, passed: CommandRun, passing: str, paths: Sequence[str], installed: Sequence[str]
) -> tuple[str, list[str]] | None:
    """Return the sentence and the files it names; None where nothing was done between."""
    files, packages = list(dict.fromkeys(paths)), list(dict.fromkeys(installed))[:MAX_INSTALLED]
    outcome = red.run.outcome
    if not packages and (not files or (not checks.is_check(red.command) and _NOT_OURS.search(outcome.error))):
        return None
    error = outcome.error or describe_failure(outcome)
    ends = (outcome.summary if is_count(outcome) else "", count_in(passed.use.output))
    counts = [f" ({count})" if count and count != error else "" for count in ends]
    command = f"`{show((red.command,), MAX_COMMAND_CHARS)}` failed{counts[0]}"
    installs = f"installing {', '.join(packages)}" if packages else ""
    least = len(command) + 2 * len(files[0]) + 2 * MIN_ERROR_CHARS if files else 0
    if least + len(counts[1]) + len(installs) > MAX_SIZE:
        installs = ""  # Its own memory says what was installed.
    if passing != _SAME and least + len(counts[1]) + len(passing) > MAX_SIZE:
        counts[1] = ""  # It is not of what had failed.
    room = MAX_SIZE - len(command) - len(counts[1]) - len(installs) - len(_ENDED) - len(passing) + len(_SAME)
    kept = _that_fit(files[:MAX_FILES], room - MIN_ERROR_CHARS)
    more = len(files) - len(kept)
    others = f" (+{more} more)" if more else ""
    edits = f"edits to {', '.join(kept)}{others}" if kept else ""
    ended = f"; {passing} passes{counts[1]} after {' and '.join(part for part in (edits, installs) if part)}"
    room -= 2 * len(" ".join(kept))
    with_error = f" with: {cut(error, max(MIN_ERROR_CHARS, min(room, MAX_ERROR_CHARS)))}" if error else ""
    return command + with_error + ended, kept


def _that_fit(files: Sequence[str], room: int) -> list[str]:
    """Return the first of the files, and as many more as there is room for."""
    kept = list(files[:1])
    for path in files[1:]:
        if 2 * sum(len(known) + 2 for known in (*kept, path)) <= room:
            kept.append(path)
    return kept


def _observe(passed: CommandRun, content: str, files: Sequence[str]) -> Observation:
    return draft(
        passed.use.result,
        content,
        rule=Rule.RED_TO_GREEN,
        category=Category.BUGFIX,
        priority=Priority.MEDIUM,
        files=files,
    )
