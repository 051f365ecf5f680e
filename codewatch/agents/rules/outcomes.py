"""Turns a command's output into its outcome: passed or failed, a summary line, an error line."""

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from codewatch.agents.rules.excerpt import cut, lines_of
from codewatch.agents.rules.holding import holds_any

MAX_ERROR_CHARS = 150
MAX_SUMMARY_CHARS = 90
MAX_NAMED_CHARS = 110
MAX_LEAD_CHARS = 110
SHORT_LINES = 6


class State(StrEnum):
    """How a command ended; unknown when a pipe hides the exit code and the output does not say."""

    PASSED = "passed"
    FAILED = "failed"
    UNKNOWN = "unknown"


class Outcome(NamedTuple):
    """A command's end. `summary` is the runner's own count, `error` the line that says most; each may be ""."""

    state: State
    summary: str
    error: str


_EXIT = re.compile(
    r"^\W{0,3}(?:process |command |script )?(?:exit(?:ed)?(?: with)?(?: code| status)?|exit_code"
    r"|returned)\W{1,3}(-?\d{1,4})\b",
    re.IGNORECASE,
)
_EXIT_WORDS = ("exit", "returned")
_XML_EXIT = re.compile(r"<exit_code>(\d+)</exit_code>")
_COUNTED = re.compile(
    r"\b\d+ (?:doctests?|tests?|examples?|specs?|properties)\b.{0,80}\b\d+ (?:failures?|errors?|failed|passed"
    r"|assertions?)|\b\d+ (?:passed|failed|passing|failing)\b|^test result: |^Ran \d+ tests?|^OK \(\d+"
    r"|^(?:\[\w+\] )?Tests run: \d+|^Tests?:\s+\d|^# (?:pass \d|fail [1-9])|^Passed!|^Failed!",
)
# A quick look for what the patterns above need.
_MAY_COUNT = re.compile(r"\d [adefpst]")
_COUNT_STARTS = ("test result", "Ran ", "OK (", "[", "Test", "# ", "Passed!", "Failed!")
_SAID = re.compile(
    r"All checks passed|no issues found|found no issues|Found \d+ (?:errors?|issues?)|\b\d+ errors?, \d+ warnings?"
    r"|✖ \d+ problem|BUILD (?:SUCCESS|FAIL)|Build (?:succeeded|FAILED)|^Finished [`\w].{0,60}(?:target|profile)"
    r"|Compiled successfully|built in \d|Successfully (?:built|tagged|compiled)|Apply complete!|^Plan: \d"
    r"|Migrated \S+ in|Applying \S+\.\.\. OK|No migrations to apply|Done in \d|^\s*ok\s+\S+\s+(?:\d|\()"
    r"|^Total errors: \d|\d+ files? (?:reformatted|left unchanged|already formatted)|deployed|^Generated \S+ app$"
    r"|All tests passed"
)
_DURATION = re.compile(
    r"(?:; finished)?\s{0,3}(?:[(\[]?\bin \d+(?:\.\d+)?m?s(?: \([\d:]+\))?[)\]]?|[(\[]?\d+(?:\.\d+)?m?s[)\]])"
)
_FAILURE = re.compile(
    r"\b[1-9]\d* (?:failed|failing|failures?|errors?)\b|\b(?:Failures|Errors): [1-9]|^FAILED\b|^FAIL\b|^-{3} FAIL:"
    r"|error(?:\[E\d+\]|: could not compile)|\berror TS\d+|^Traceback \(most|^npm (?:ERR!|error)|^ERR_PNPM"
    r"|BUILD FAIL|Build FAILED|Found [1-9]\d* (?:error|issue)|✖ [1-9]\d* problem|^Total errors: [1-9]|^\*\* \(\w"
    r"|^make(?:\[\d+\])?: \*\*\*|^error: |^fatal: |^ERROR: |^E: |^Error: |command not found$|\bFAILED\b",
    re.MULTILINE,
)
_FAILURE_WORDS = (
    "fail", "Fail", "FAIL", "rror", "ERR", "Traceback", "npm ", "issue", "problem", "** (", "make", "fatal: ", "E: ",
    "not found",
)  # fmt: skip
# Plain enough to believe without an exit code.
_CERTAIN = re.compile(
    r"error\[E\d+\]|error: could not compile|\berror TS\d+|BUILD FAIL|Build FAILED|^Traceback \(most",
    re.MULTILINE,
)
_CERTAIN_WORDS = (
    "error[E", "error: could not compile", "error TS", "BUILD FAIL", "Build FAILED", "Traceback (most",
)  # fmt: skip
_RAISED = re.compile(r"^(?:E\s+|\*\* \(|\d+\) )?[\w.]{0,80}?[A-Z]\w{0,60}(?:Error|Exception)\b")
# An exception with what it says, where a banner only names its kind.
_RAISED_WITH = re.compile(
    r"^(?:E\s+|\*\* \(|\d+\) |Caused by: |Uncaught |[\w ]{0,30}\[)?[\w.]{0,80}?[A-Z]\w{0,60}(?:Error|Exception)"
    r"(?: \[\w+\])?(?:\)|\])?:? ?(?<=[:)\]] )\S"
)
# What a runner or an installer says above or below the reason.
_BANNER = re.compile(
    r"^-{3} FAIL|^\s*FAIL\b|^FAILED\b(?!.* - )|subprocess-exited-with-error|metadata-generation-failed"
    r"|BUILD FAIL|Build FAILED"
    r"|ELIFECYCLE|A complete log of this run|exit(?:ed with)? (?:code|status) \d|Command failed"
    r"|^error: could not compile"
    r"|error: aborting due to|while importing test module|during collection|^npm (?:ERR!|error) code "
    r"|Failed to build|build failed|^Error: Process|had a non-zero exit|^make(?:\[\d+\])?: \*{3}",
    re.IGNORECASE,
)
# How runners name a test that failed: go, pytest, vitest and jest, cargo, mix.
_FAILING_TEST = re.compile(
    r"^\s*--- FAIL: (\w\S{1,80})|^FAILED \S+?::(\S{2,80})|^\s*(?:FAIL|×|✕"
    r"|●)\s{1,4}(?:\S+ > )?(?!\S+\.\w+$)(\S.{2,80}?)(?: \d+m?s)?$"
    r"|^test (\S{2,80}) \.\.\. FAILED|^\s*\d+\) test (.{3,80}) \(\S+\)$"
)
_SAYS_WHY = re.compile(
    r"^panic: \S|^fatal: \S|^error(?:\[\w+\])?: \S|\berror(?:\[\w+\])?: \S|^\s+\w+_test\.go:\d+: \S"
    r"|\berror TS\d+: \S|panicked at \S"
    r"|^npm (?:ERR!|error) (?:gyp ERR! )?(?:[a-z]{2,} ){2,}|^ERROR: \S|not found\b|No such file|Permission denied"
    r"|: (?:cannot|can't|could not|undefined|unknown|invalid|unexpected|missing|expected|mismatched)\b",
    re.IGNORECASE,
)
_NAMED = re.compile(r"\b[A-Z]\w{0,60}(?:Error|Exception)\b")
_COMPLAINT = re.compile(
    r"\berror(?:\[\w+\])?\b\s?[:\d(T]|^error\b|\bfatal: |^panic: |^FAILED\b|^-{3} FAIL|command not found"
    r"|\[rejected\]|No such file|Permission denied|ignored by one of"
    r"|\b(?:could not|cannot|can't|unable to|not found|undefined"
    r"|refused|timed out|timeout|failed)\b|^E\s{2,}|^npm (?:ERR!|error)|assert",
    re.IGNORECASE,
)
_MARGIN = re.compile(r"^\s*E\s{2,}")
_STAMP = re.compile(r"^\[?(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d[\d.,Z]*\]?\s*(?:\[\w+\]\s*)?(?:== )?")
# A linter's finding begins with its place.
_PLACED = re.compile(r"^\W{0,3}\S{1,200}\.\w{1,5}:\d+(?::\d+)?\b")
# What a tool is doing, or the heading of a part.
_PROGRESS = re.compile(r"(?:\.{3}|…)\s*$|^\s*\[\w{1,20}\]\s*$")
# A script that printed line ends as letters; in JSON they stand for themselves.
_LITERAL_END = re.compile(r"^(?![ \t]*[{\[\"]).*\\n\\n.*$", re.MULTILINE)
_WEAK = re.compile(r"^[\W\d_]*$|^hint: |^\s*(?:at |File \"|\d+ \||[|│>~^]|\.{3})")


def judge(output: str, *, is_error: bool, is_check: bool, is_hidden: bool) -> Outcome:
    """Decide how a command ended by the client's mark, its exit code, and for a check by what its runner says.

    `is_hidden` says that a pipe or a later command hides the check's exit code.
    """
    code, said = _code_and_rest(output) if is_error or is_check or _may_tell_code(output) else (None, [])
    has_failed = is_error or (code not in (None, 0))
    # What a command says that is no check is only looked at where it failed.
    summary = _summary(said) if is_check or has_failed else ""
    if not has_failed and is_check and code is None:
        has_failed = _says_failed(output, summary, is_hidden=is_hidden)
    if has_failed:
        return Outcome(State.FAILED, summary if _FAILURE.search(summary) else "", _error_line(said))
    return Outcome(State.UNKNOWN if is_check and is_hidden and not summary else State.PASSED, summary, "")


def _says_failed(output: str, summary: str, *, is_hidden: bool) -> bool:
    is_counted = _COUNTED.search(summary) is not None
    if is_counted or not is_hidden:
        return (is_counted and _FAILURE.search(summary) is not None) or _is_certain(output)
    return holds_any(output, _FAILURE_WORDS) and _FAILURE.search(output) is not None


def _is_certain(output: str) -> bool:
    return holds_any(output, _CERTAIN_WORDS) and _CERTAIN.search(output) is not None


def is_count(outcome: Outcome) -> bool:
    """Tell whether the summary counts tests."""
    return _COUNTED.search(outcome.summary) is not None


def is_exception(outcome: Outcome) -> bool:
    """Tell whether the error line is an exception that was raised, not a tool's complaint."""
    return _RAISED.search(outcome.error) is not None


def count_in(output: str) -> str:
    """Return the count of tests that an output ends with, "" for none: of any command, where `judge` asks checks."""
    counted = _plain_cut(_counted(_tail(_code_and_rest(output)[1])))
    return counted if _COUNTED.search(counted) else ""


def _may_tell_code(output: str) -> bool:
    return holds_any(output.lower(), _EXIT_WORDS)


def _code_and_rest(output: str) -> tuple[int | None, list[str]]:
    """Return the exit code, where the output tells one, and the lines that do not."""
    lines = lines_of(_with_line_ends(output))
    if not _may_tell_code(output):
        return None, lines
    return _exit_code(lines, output), [line for line in lines if _EXIT.match(line) is None]


def _exit_code(lines: list[str], output: str) -> int | None:
    for line in (*lines[:3], *lines[-2:]):
        if (mark := _EXIT.match(line)) is not None:
            return int(mark[1])
    mark = _XML_EXIT.search(output, 0, 2_000)
    return int(mark[1]) if mark else None


def _summary(lines: Sequence[str]) -> str:
    """Return the last line that counts, or else the last that says how it went."""
    tail = _tail(lines)
    return _plain_cut(_counted(tail) or next((line for line in tail if _SAID.search(line)), ""))


def _tail(lines: Sequence[str]) -> list[str]:
    """Return the last lines, the last one first, without long ones."""
    return [line for line in reversed(lines[-120:]) if len(line) < 300]


def _counted(tail: Iterable[str]) -> str:
    return next((line for line in tail if _may_count(line) and _COUNTED.search(line)), "")


def _plain_cut(line: str) -> str:
    return cut(_plain(line), MAX_SUMMARY_CHARS) if line else ""


def _may_count(line: str) -> bool:
    return line.startswith(_COUNT_STARTS) or _MAY_COUNT.search(line) is not None


def _plain(line: str) -> str:
    """Drop rulers, clock times and durations: they differ between two runs that say the same."""
    return _DURATION.sub("", _STAMP.sub("", line.strip(" \t=-─"))).strip(" =.,")


def _with_test(error: str, lines: list[str]) -> str:
    """Return the error behind the name of the first test that failed, where the output names one and both have room."""
    name = next((mark[mark.lastindex] for line in lines if (mark := _FAILING_TEST.match(line)) and mark.lastindex), "")
    longer = f"{name.strip()}: {error}"
    return error if not name or name.strip() in error or len(longer) > MAX_NAMED_CHARS else longer


def _with_line_ends(output: str) -> str:
    if "\\n\\n" not in output:
        return output
    return _LITERAL_END.sub(lambda line: line[0].replace("\\n", "\n"), output)


def _led_to(lines: Sequence[str]) -> list[str]:
    """Return what a line that ends with a colon speaks of: the first two lines from a finding on, else that follow."""
    said = [line.strip() for line in lines if not _PROGRESS.search(line)]
    first = next((at for at, line in enumerate(said) if _PLACED.match(line)), 0)
    return said[first : first + 2]


def _error_line(lines: list[str]) -> str:
    told = [line for line in lines if len(line) < 1_000 and not _WEAK.match(line)]
    for pattern in (_RAISED_WITH, _RAISED, _NAMED, _SAYS_WHY, _COMPLAINT):
        matching = (line for line in told if pattern.search(line.strip()) and not _COUNTED.search(line))
        found = next((line for line in matching if pattern is _COMPLAINT or not _BANNER.search(line)), "")
        if found.rstrip().endswith(":") and len(found) < MAX_LEAD_CHARS:
            found = " ".join((found.strip(), *_led_to(told[told.index(found) + 1 :])))
        if found:
            return _with_test(cut(_MARGIN.sub("", found).strip(), MAX_ERROR_CHARS), lines)
    if not told or any(_COUNTED.search(line) for line in told[-30:]):
        return ""
    # A short output opens with what is wrong; a long one ends with it.
    return cut(told[0] if len(told) <= SHORT_LINES else told[-1], MAX_ERROR_CHARS)
