"""Where a pattern fits, one of the words stands without which nobody looks for it."""

import re

import pytest

from codewatch.agents.rules import commands, conclusions, outcomes, repairs
from codewatch.agents.rules.holding import holds_any


def test_a_word_counts_inside_of_another_one():
    assert holds_any("the retries failed", ("none", "fail"))
    assert not holds_any("the retries passed", ("none", "fail"))


_FAILURES = (
    "1 failed", "2 failing", "3 failures", "4 errors", "Failures: 1", "Errors: 2", "FAILED tests/a.py", "FAIL a",
    "--- FAIL: TestA", "error[E0308]", "error: could not compile", "a.ts: error TS2304", "Traceback (most recent",
    "npm ERR! code", "npm error code", "ERR_PNPM_NO", "BUILD FAIL", "Build FAILED", "Found 2 issues", "✖ 3 problems",
    "Total errors: 1", "** (RuntimeError)", "make: *** [all]", "make[1]: *** [all]", "error: x", "fatal: x", "ERROR: x",
    "E: Unable", "Error: x", "jq: command not found",
)  # fmt: skip
_SAID_FAILED = (
    "npm ERR! x", "npm error x", "  ERR_PNPM_X", "ERROR: x", "error: x", "error[E1]", "E: x", "fatal: x", "× x",
    "Error: x", "** (x)", "Traceback (most", "jq: command not found",
)  # fmt: skip
_RECITED = (
    "in an earlier session", "the last conversation", "a former chat", "as we did last time", "i remember that",
    "it was recalled", "codewatch memory has it", "notes from monday", "memory says so", "the briefing mentions it",
    "the observations show it", "recollections tell it", "earlier work shows it", "going by the notes",
    "from memory", "as already established before", "as noted in it", "as agreed earlier", "previously we used it",
    "earlier, you said", "already identified", "was recorded as", "has been noted that",
)  # fmt: skip
_CAUSES = (
    "the root cause was x", "the root-cause is x", "the bug is that x", "the issue was: x", "the problem is in x",
    "the failure was caused", "the error is the x", "the culprit is clear", "it was caused by x",
    "it turned out that x", "it turns out to be x",
)  # fmt: skip
_TOLD_CAUSES = (
    "the cause was x", "the reason for this was x", "it was broken because of x", "it crashed at once because x",
)  # fmt: skip
_DECISIONS = (
    "decision: x", "i chose x", "we have chosen x", "we decided to x", "i opted x", "we went with x", "i picked x",
    "we settled on x", "using abc instead of def because", "go with abc rather than def since",
    "use abc over def so that", "abc instead of def because",
)  # fmt: skip


@pytest.mark.parametrize(
    ("pattern", "words", "text"),
    [
        *((outcomes._FAILURE, outcomes._FAILURE_WORDS, text) for text in _FAILURES),
        *((outcomes._CERTAIN, outcomes._CERTAIN_WORDS, text) for text in (*_FAILURES[9:13], *_FAILURES[16:18])),
        *((outcomes._EXIT, outcomes._EXIT_WORDS, text) for text in ("exit code 1", "exit_code: 2", "returned 1")),
        *((commands._SAYS_FAILED, commands._FAILED_WORDS, text) for text in _SAID_FAILED),
        *((conclusions._RECITED, conclusions._MEMORY_WORDS, text) for text in _RECITED),
        *((conclusions._CAUSE, conclusions._CAUSE_WORDS, text) for text in _CAUSES),
        *((conclusions._TOLD_CAUSE, conclusions._TOLD_CAUSE_WORDS, text) for text in _TOLD_CAUSES),
        *((conclusions._DECISION, conclusions._DECISION_WORDS, text) for text in _DECISIONS),
        *(
            (repairs._NOTHING_RAN, repairs._NOTHING_WORDS, text)
            for text in ("no tests ran", "no test found", "collected 0 items", "ran 0 tests", "== 3 skipped in 1s")
        ),
    ],
)
def test_what_a_pattern_fits_holds_one_of_its_words(pattern: re.Pattern[str], words: tuple[str, ...], text: str):
    assert pattern.search(text)
    assert holds_any(text, words)
