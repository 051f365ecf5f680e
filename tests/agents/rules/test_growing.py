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
        ("`pytest` passed: 3 passed", "`pytest` passed: 4 passed"),
        (ASKED + "edited a.py", "A subagent edited b.py"),
    ],
    ids=["another request", "too many files", "too long", "no request known", "no edits", "a subagent's"],
)
def test_what_is_not_the_same_work_stays_apart(earlier, later):
    assert grown(earlier, later) is None


def test_the_head_is_what_was_asked():
    assert head_of(ASKED + "edited a.py") == ASKED
    assert head_of("Edited a.py") == ""
