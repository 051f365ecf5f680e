"""Turns shell results into what ran and how it ended."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from codewatch.agents.rules import checks, outcomes
from codewatch.agents.rules.draft import draft
from codewatch.agents.rules.excerpt import cut
from codewatch.agents.rules.holding import holds_any
from codewatch.agents.rules.managers import verb_of
from codewatch.agents.rules.outcomes import Outcome, State
from codewatch.agents.rules.rules_table import Rule
from codewatch.agents.rules.shell import ShellCommand, program_of, read_commands
from codewatch.agents.rules.timeline import ToolUse
from codewatch.categories import Category, Priority
from codewatch.observations import Observation

MAX_COMMAND_CHARS = 120

# Their failure says only "not there" or "no": a probe, not a finding.
_PROBES = frozenset(
    "grep rg ag ls test [ [[ which where diff find fd cat head tail command type pgrep stat file cmp kill pkill lsof jq"
    " sleep wc sed awk read xargs sort man tree du df ps ss nc ping curl wget tmux open sqlite3 strings".split()
)
_PROBE_VERBS = {
    "git": frozenset("diff rev-parse show log status branch ls-files ls-remote config grep stash remote".split()),
    "docker": frozenset("ps inspect logs images".split()),
    "gh": frozenset("run pr issue api".split()),
}
_SILENT = frozenset(
    "cd echo export source . set pwd mkdir sleep true false printf touch chmod rm cp mv : unset eval".split()
)
_INLINE = re.compile(r"^(?:\S*/)?(?:python[\d.]*|node|ruby|perl|bash|sh|php)\s+(?:-\s|-$|-c\b|-e\b|$)")
_SAYS_FAILED = re.compile(
    r"^(?:npm (?:ERR!|error)|[ \t]{0,9}ERR_PNPM|ERROR:|error:|error\[|E: |fatal:|×|Error:|\*\* \(|Traceback \(most)"
    r"|command not found\s*$",
    re.MULTILINE,
)
_FAILED_WORDS = ("npm ", "ERR", "rror", "E: ", "fatal:", "×", "** (", "Traceback", "not found")
_IN_BACKGROUND = re.compile(r"(?<![&>])&\s*(?:disown\b.*)?$")
_SUBSTITUTED = re.compile(r"\"\$\(cat\s*\)\"")


class CommandRun(NamedTuple):
    """A command line that ran: its commands that matter, how it is shown, and how it ended."""

    use: ToolUse
    commands: tuple[ShellCommand, ...]
    shown: str
    outcome: Outcome


def read_runs(uses: Iterable[ToolUse]) -> list[CommandRun]:
    """Return the shell results among `uses` that say something, our own commands left out."""
    return [run for use in uses if use.command and (run := _read_run(use)) is not None]


def observe_commands(runs: Iterable[CommandRun]) -> list[Observation]:
    """Return an observation for each failure, and for each check whose success is news."""
    return [found for run in runs if not run.use.result.is_observed and (found := observe_run(run)) is not None]


def check_of(run: CommandRun) -> ShellCommand | None:
    """Return the last check of a run: the one whose summary ends the output."""
    return next((command for command in reversed(run.commands) if checks.is_check(command)), None)


def is_told(command: ShellCommand) -> bool:
    """Tell whether a command that is no check does something: no probe, and no script on the command line."""
    return not _is_probe(command) and _INLINE.match(command.text) is None


def has_worked(run: CommandRun) -> bool:
    """Tell whether a run passed; a pipe may hide its exit code, and then the output must not say that it failed."""
    return run.outcome.state is State.PASSED and not _says_failed(run.use.output)


def _says_failed(output: str) -> bool:
    return holds_any(output, _FAILED_WORDS) and _SAYS_FAILED.search(output) is not None


def show(commands: Sequence[ShellCommand], limit: int) -> str:
    """Return commands as one line of at most `limit` characters that can stand in back-ticks."""
    line = " && ".join(command.text for command in commands)
    return cut(_SUBSTITUTED.sub("…", line), limit).replace("`", "'")


def describe_failure(outcome: Outcome) -> str:
    """Return the count and the error line of a failure, whichever are known."""
    return "; ".join(dict.fromkeys(part for part in (outcome.summary, outcome.error) if part))


def _read_run(use: ToolUse) -> CommandRun | None:
    commands = tuple(command for command in read_commands(use.command) if command.words)
    if not commands or any(program_of(command) == "codewatch" for command in commands):
        return None
    telling = tuple(command for command in commands if program_of(command) not in _SILENT) or commands[-1:]
    judged = [command for command in telling if checks.is_check(command) or verb_of(command)[0]]
    is_hidden = bool(judged) and (judged[-1].is_piped or judged[-1] is not commands[-1] or "||" in use.command)
    outcome = outcomes.judge(use.output, is_error=use.result.is_error, is_check=bool(judged), is_hidden=is_hidden)
    if "&" in use.command and _IN_BACKGROUND.search(use.command):
        outcome = Outcome(State.UNKNOWN, "", "")  # It had only begun.
    shown = show(telling, MAX_COMMAND_CHARS)
    return CommandRun(use, telling, shown, outcome)


def observe_run(run: CommandRun) -> Observation | None:
    """Return what a run is remembered as by itself, None when it is no news."""
    check = check_of(run)
    if run.outcome.state is State.PASSED:
        return _observe_pass(run)
    told = describe_failure(run.outcome)
    if run.outcome.state is State.UNKNOWN or not told:
        return None
    is_probe = check is None and all(_is_probe(command) for command in run.commands)
    if is_probe and not outcomes.is_exception(run.outcome):
        return None
    is_passing = check is not None or is_probe or _INLINE.match(run.shown) or program_of(run.commands[-1]) == "git"
    return _learned(run, f"`{run.shown}` failed: {told}", Priority.LOW if is_passing else Priority.MEDIUM)


def remembered(runs: Iterable[CommandRun]) -> tuple[str, ...]:
    """Return what the runs are remembered as by themselves: what stands in for them replaces it."""
    return tuple(found.content for run in runs if (found := observe_run(run)) is not None)


def _observe_pass(run: CommandRun) -> Observation | None:
    passing = [command for command in run.commands if checks.is_check(command)]
    if not passing or not (outcomes.is_count(run.outcome) or any(checks.is_news(command) for command in passing)):
        return None
    summary = f": {run.outcome.summary}" if run.outcome.summary else ""
    return _learned(run, f"`{show(passing, MAX_COMMAND_CHARS)}` passed{summary}", Priority.LOW)


def _is_probe(command: ShellCommand) -> bool:
    program = program_of(command)
    return (
        program in _PROBES
        or program in _SILENT
        or command.words[1:2] == ()
        or (command.words[1] in _PROBE_VERBS.get(program, frozenset()))
    )


def _learned(run: CommandRun, content: str, priority: Priority) -> Observation:
    return draft(run.use.result, content, rule=Rule.COMMANDS, category=Category.LEARNING, priority=priority)
