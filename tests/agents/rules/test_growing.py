"""One record that grows: what a session does for the same request."""

import pytest

from codewatch.agents.rules.growing import grown, head_of

ASKED = 'Asked "Cache the exchange rates": '


@pytest.mark.parametrize(
    ("earlier", "later", "together"),
    [
        ("edited a.py", "edited b.py", "edited a.py, b.py"),
        ("created a.py; edited b.py", "edited a.py, c.py", "created a.py; edited b.py, c.py"),
        ("edited a.py:10-24", "edited b.py:3", "edited a.py:10-24, b.py:3"),
        ("edited a.py:10-24", "edited a.py:3", "edited a.py"),
        ("edited a.py, b.py", "deleted a.py", "edited b.py; deleted a.py"),
        ("deleted a.py", "created a.py", "created a.py"),
    ],
)
def test_later_edits_join_the_earlier_ones(earlier, later, together):
    assert grown(ASKED + earlier, ASKED + later) == ASKED + together


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        (ASKED + "edited a.py", 'Asked "Fix the login": edited b.py'),
        (ASKED + "edited a.py, b.py, c.py", ASKED + "edited d.py, e.py, f.py"),
        (ASKED + f"edited {'long/' * 20}a.py", ASKED + f"edited {'long/' * 20}b.py"),
        ("Edited a.py", "Edited b.py"),
        ("`pytest` passed: 3 passed", "`pytest a.py` passed: 4 passed"),
        (ASKED + "edited a.py", "A subagent edited b.py"),
    ],
    ids=["another request", "too many files", "too long", "no request known", "another command", "a subagent's"],
)
def test_what_is_not_the_same_work_stays_apart(earlier, later):
    assert grown(earlier, later) is None


def test_runs_of_the_same_tests_are_one_record_with_every_count():
    passed = "`mix test` passed: 65 tests, 0 failures"
    more = grown(passed, "`mix test` passed: 68 tests, 0 failures")

    assert more == "`mix test` passed: 65 tests, 0 failures; then 68 tests, 0 failures"
    assert grown(more, passed) == more
    assert grown(passed, "`mix test a.exs` passed: 5 tests, 0 failures") is None


def test_the_head_is_what_was_asked():
    assert head_of(ASKED + "edited a.py") == ASKED
    assert head_of("Edited a.py") == ""
