"""Turns what git said of branches into observations: made, merged, checked out beside; going back and forth is none."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from codewatch.agents.rules.commands import CommandRun
from codewatch.agents.rules.draft import draft
from codewatch.agents.rules.excerpt import cut
from codewatch.agents.rules.outcomes import State
from codewatch.agents.rules.rules_table import Rule
from codewatch.agents.rules.shell import git_verb, program_of
from codewatch.categories import Category, Priority, Scope
from codewatch.observations import Observation

MAX_NAME_CHARS = 100

_NEW = re.compile(r"^Switched to a new branch '([^'\n]{1,200})'", re.MULTILINE)
_NOT_NEW = re.compile(r"^(?:Switched to branch|Already on) '", re.MULTILINE)
_NEW_IN_WORKTREE = re.compile(r"^Preparing worktree \(new branch '([^'\n]{1,200})'\)", re.MULTILINE)
_IN_WORKTREE = re.compile(r"^Preparing worktree \((?:checking out '([^'\n]{1,200})'|detached HEAD)", re.MULTILINE)
_MERGED = re.compile(r"^(?:Fast-forward|Merge made by)", re.MULTILINE)
_PULL_MERGED = re.compile(
    r"^\W{0,4}(?:Squashed and merged|Rebased and merged|Merged) pull request (\S{0,100}#\d+)(?: \(([^\n]{1,200})\))?",
    re.MULTILINE,
)
_FAILED = re.compile(r"^(?:fatal|error): ", re.MULTILINE)
_MAKING = {"checkout": ("-b", "-B", "--orphan"), "switch": ("-c", "-C", "--create", "--force-create", "--orphan")}
_MERGE_STEPS = ("--abort", "--continue", "--quit", "--squash", "--no-commit")
_WITH_VALUE = frozenset(("-m", "-F", "-s", "-X", "--strategy", "--strategy-option", "--into-name", "--reason"))


class _Change(NamedTuple):
    """What happened to which branch; `told` is the sentence."""

    verb: str
    branch: str
    told: str


def observe_branches(runs: Iterable[CommandRun]) -> list[Observation]:
    """Return one observation for each branch that was made or merged and was not observed yet."""
    found: list[Observation] = []
    known: set[tuple[str, str]] = set()
    for run in runs:
        for change in _changes_of(run):
            is_news = (change.verb, change.branch) not in known
            known.add((change.verb, change.branch))
            if is_news and not run.use.result.is_observed:
                found.append(
                    draft(
                        run.use.result,
                        change.told,
                        rule=Rule.BRANCHES,
                        category=Category.TASK_CONTEXT,
                        priority=Priority.MEDIUM,
                        # Whoever works on the other branch has to know it too.
                        scope=Scope.PROJECT,
                    )
                )
    return found


def _changes_of(run: CommandRun) -> Iterator[_Change]:
    output = run.use.output
    here = run.use.result.branch
    for command in run.commands:
        if program_of(command) == "gh" and command.words[1:3] == ("pr", "merge"):
            for mark in _PULL_MERGED.finditer(output):
                title = f": {cut(mark[2], MAX_NAME_CHARS)}" if mark[2] else ""
                yield _Change("merged", mark[1], f"Merged pull request {mark[1]}{title}")
        if program_of(command) != "git":
            continue
        verb, arguments = git_verb(command)
        if verb in _MAKING:
            made = _made(verb, arguments)
            if made and _says_new(run, made[0]):
                yield _Change("created", made[0], _told_created(made[0], made[1] or here))
            here = made[0] if made else next((word for word in arguments if not word.startswith("-")), here)
        elif verb == "branch":
            made = _plain(arguments)
            if made and run.outcome.state is State.PASSED and not _FAILED.search(output):
                yield _Change("created", made[0], _told_created(made[0], made[1] or here))
        elif verb == "merge":
            other = _merged(arguments)
            if other and _MERGED.search(output) and "Automatic merge failed" not in output:
                where = f" into {here}" if here and here != other else ""
                yield _Change("merged", f"{other} {here}", f"Merged branch {other}{where}")
        elif verb == "worktree" and arguments[:1] == ["add"]:
            yield from _worktree(arguments[1:], output)


def _made(verb: str, arguments: list[str]) -> tuple[str, str] | None:
    """Return the branch that a checkout or switch makes, and what it was told to start at."""
    flag = next((at for at, word in enumerate(arguments) if word in _MAKING[verb]), None)
    if flag is None or flag + 1 >= len(arguments):
        return None
    rest = [word for word in arguments[flag + 2 :] if not word.startswith("-")]
    return arguments[flag + 1], rest[0] if rest else ""


def _plain(arguments: list[str]) -> tuple[str, str] | None:
    """Return what `git branch NAME [START]` makes; with any option it does something else."""
    if not arguments or len(arguments) > 2 or any(word.startswith("-") for word in arguments):
        return None
    return arguments[0], arguments[1] if len(arguments) > 1 else ""


def _says_new(run: CommandRun, branch: str) -> bool:
    output = run.use.output
    if branch in _NEW.findall(output):
        return True
    # With -q, or its errors thrown away, git says nothing.
    says_otherwise = any(pattern.search(output) for pattern in (_FAILED, _NEW, _NOT_NEW))
    return run.outcome.state is State.PASSED and not says_otherwise


def _told_created(branch: str, start: str) -> str:
    started = f" from {cut(start, MAX_NAME_CHARS)}" if start and start != branch else ""
    return f"Created branch {cut(branch, MAX_NAME_CHARS)}{started}"


def _merged(arguments: list[str]) -> str:
    if any(word in _MERGE_STEPS for word in arguments):
        return ""
    names: list[str] = []
    is_value = False
    for word in arguments:
        if is_value or word.startswith("-"):
            is_value = not is_value and word in _WITH_VALUE
            continue
        names.append(word)
    return " ".join(names)


def _worktree(arguments: list[str], output: str) -> Iterator[_Change]:
    new, old = _NEW_IN_WORKTREE.search(output), _IN_WORKTREE.search(output)
    if new is None and old is None:
        return
    words: list[str] = []
    is_value = False
    for word in arguments:
        if is_value or word.startswith("-"):
            is_value = not is_value and word in ("-b", "-B", "--reason")
            continue
        words.append(word)
    folder = cut(words[0], MAX_NAME_CHARS) if words else "a folder of its own"
    if new is not None:
        yield _Change("created", new[1], f"Added worktree {folder} with the new branch {cut(new[1], MAX_NAME_CHARS)}")
    elif old is not None:
        branch = f" for branch {cut(old[1], MAX_NAME_CHARS)}" if old[1] else ""
        yield _Change("added", folder, f"Added worktree {folder}{branch}")
