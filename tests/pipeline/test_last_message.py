"""What a hook told without a transcript is heard as a transcript's words are: no notices, not ourselves, not twice."""

import pytest

from codewatch import paths
from codewatch.store import observations

BLOCK = "<codewatch-memory>\n! [learning] The cache is keyed by tenant (2026-11-30)\n</codewatch-memory>\n"


@pytest.mark.parametrize("event", ["UserPromptSubmit", "Stop"])
def test_what_was_put_into_it_is_cut_out(take, echo, event):
    """CAP-11, REC-04: a model would be shown it, and learn it again."""
    take("", message=f"{BLOCK}Now add the export", since=5.0, event=event)

    assert [message.text for message in echo.heard] == ["Now add the export"]


@pytest.mark.parametrize(
    "message",
    [
        BLOCK, "<task-notification>\n<summary>Always use Decimal</summary>\n</task-notification>",
        "<command-name>/model</command-name>", f"{paths.OUR_OPENING}\n\nYou are given a part of a session.",
    ],
    ids=["our block alone", "a notice", "a command's wrapper", "our own question"],
)  # fmt: skip
def test_what_nobody_has_said_is_not_observed(take, echo, message):
    (done,) = take("", message=message, since=5.0, event="UserPromptSubmit")

    assert (done.stored, echo.heard) == ((), [])


def test_an_event_that_is_told_twice_is_one(take):
    """CAP-18: hooks of two scopes, or a client that repeats itself."""
    take("", message="Done with the cache", since=5.0)
    take("", message="Done with the cache", since=5.05)

    assert observations.newest_id() == 1


def test_an_event_that_is_told_twice_is_one_for_two_threads_too(take, together, seen):
    seen.at_once(
        lambda: take("", message="Done with the cache", since=5.0, observer=together),
        lambda: take("", message="Done with the cache", since=5.05, observer=together),
    )

    assert observations.newest_id() == 1
