"""Turns commits into observations: by the line git prints, or by the message given on the command line."""

import re
from collections.abc import Collection, Iterable

from codewatch.agents.rules.commands import CommandRun, is_told
from codewatch.agents.rules.draft import draft
from codewatch.agents.rules.excerpt import cut
from codewatch.agents.rules.outcomes import State
from codewatch.agents.rules.rules_table import Rule
from codewatch.agents.rules.shell import MAX_COMMAND_CHARS, ShellCommand, git_verb, program_of
from codewatch.categories import Category, Priority, Scope
from codewatch.observations import Observation

MAX_MESSAGE_CHARS = 200

_MAKING = frozenset("commit cherry-pick revert merge rebase am pull".split())
_MAKES_COMMIT = re.compile(r"\b(?:commit|cherry-pick|revert|merge|rebase|am)\b")
_GIT_COMMIT = re.compile(r"\bgit\b(?:\s+-[cC]\s+\S+|\s+--?[\w-]+(?:=\S+)?){0,4}\s+commit\b(?!-)")
_PRINTED = re.compile(r"^\[([\w./+#@-]+|detached HEAD)(?: \(root-commit\))? ([0-9a-f]{7,40})\] (.+)$", re.MULTILINE)
_MESSAGE = re.compile(
    r"(?:\s-[a-zA-Z]*m\s*|\s--message[= ])(?:\"\$\(cat <<-?\s*['\"]?\w+['\"]?\s*\n\s*(?P<here>[^\n]+)"
    r"|\"(?P<double>[^\"\n]+)|'(?P<single>[^'\n]+))"
)
_NOTHING_DONE = re.compile(r"nothing to commit|no changes added to commit|nothing added to commit|Aborting commit")
_IS_FIX = re.compile(r"(?:\[[^\]]{1,30}\] ?)?(?:bug|hot)?fix(?:es|ed)?\b", re.IGNORECASE)


def observe_commits(runs: Iterable[CommandRun], *, gone: Collection[str] = ()) -> list[Observation]:
    """Return one observation for each commit that the commands made, without those that are gone."""
    return [
        _observe(run, sha, branch, message)
        for run in runs
        if not run.use.result.is_observed
        for branch, sha, message in commits_of(run)
        if not sha or sha not in gone
    ]


def subjects_of(runs: Iterable[CommandRun], *, gone: Collection[str] = ()) -> dict[int, str]:
    """Return the first line of the last commit's message that each tool use made, by the use's `id`."""
    return {id(run.use): message for run in runs for _, sha, message in commits_of(run) if not sha or sha not in gone}


def commits_of(run: CommandRun) -> list[tuple[str, str, str]]:
    """Return (branch, sha, first line of the message) of each commit; sha is "" when git did not print it."""
    command = run.use.command[:MAX_COMMAND_CHARS]
    if not _MAKES_COMMIT.search(command) or not any(_makes_commit(one) for one in run.commands):
        return []
    printed = [(mark[1], mark[2], mark[3]) for mark in _PRINTED.finditer(run.use.output)]
    if printed or run.outcome.state is State.FAILED or not _GIT_COMMIT.search(command):
        return printed
    given = _MESSAGE.search(command, _end_of_git(command))
    if given is None or _NOTHING_DONE.search(run.use.output):
        return []
    return [(run.use.result.branch, "", given["here"] or given["double"] or given["single"])]


def _makes_commit(command: ShellCommand) -> bool:
    """Tell a command that may commit from one that only reads or prints what looks like a commit."""
    if program_of(command) == "git":
        return git_verb(command)[0] in _MAKING and "--dry-run" not in command.words
    return is_told(command) and _MAKES_COMMIT.search(command.text) is not None


def _end_of_git(command: str) -> int:
    mark = _GIT_COMMIT.search(command)
    return mark.end() if mark else 0


def _observe(run: CommandRun, sha: str, branch: str, message: str) -> Observation:
    is_fix = _IS_FIX.match(message) is not None
    where = "".join((f" {sha}" if sha else "", f" on {branch}" if branch else ""))
    return draft(
        run.use.result,
        f"Committed{where}: {cut(message, MAX_MESSAGE_CHARS)}",
        rule=Rule.COMMITS,
        category=Category.BUGFIX if is_fix else Category.TASK_CONTEXT,
        priority=Priority.MEDIUM,
        scope=Scope.BRANCH,
    )
