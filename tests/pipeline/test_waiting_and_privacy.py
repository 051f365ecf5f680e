"""What waits, and what never reaches memory."""

import os

import pytest

from codewatch.agents.rules.rules_observer import RulesObserver
from codewatch.store.ledger import Outcome

TOKEN = "ghp_" + "a1B2c3D4" * 5
LONG = " and so on" * 30


def test_private_parts_never_reach_the_observer(row, write, take, echo, seen):
    path = write(row("1", "Use port 8431 <private>for Ana's salary</private> please"), row("2", "<private>all"))

    take(path)

    assert seen.texts(echo) == ["Use port 8431  please", ""]
    assert seen.spans() == [(Outcome.REDACTED, "private 1", 2)]
    assert seen.accounted(path) == os.path.getsize(path)


def test_a_secret_is_taken_out_of_what_is_kept_and_marked_in_the_ledger(memory, row, write, take, seen):
    path = write(row("1", "one"), row("2", f"The deploy token is {TOKEN} here"), row("3", "three"))

    take(path)

    assert "The deploy token is [redacted:github-token] here" in [one[0] for one in seen.contents()]
    assert seen.spans() == [
        (Outcome.OBSERVED, "", 1),
        (Outcome.REDACTED, "github-token 1", 1),
        (Outcome.OBSERVED, "", 1),
    ]
    assert TOKEN.encode() not in b"".join(file.read_bytes() for file in memory.iterdir())


def test_a_secret_in_the_task_is_taken_out(memory, row, write, take):
    take(write(row("1", f"Deploy the shop with {TOKEN} to production{LONG}")), observer=RulesObserver())

    assert TOKEN.encode() not in b"".join(file.read_bytes() for file in memory.iterdir())


def test_a_tiny_tail_waits(row, write, take, echo, seen):
    path = write(row("1", "ok"))

    (done,) = take(path, may_wait_s=600)

    assert done.is_waiting
    assert (done.cursor, seen.texts(echo), seen.spans()) == (0, [], [])


@pytest.mark.parametrize(
    "options", [{"flush": True}, {"waited_s": 600.0}, {"may_wait_s": 0.0}], ids=["flush", "waited", "nothing waits"]
)
def test_a_tiny_tail_is_taken_when_it_must_not_wait(row, write, take, echo, options, seen):
    (done,) = take(write(row("1", "ok")), **{"may_wait_s": 600.0, **options})

    assert not done.is_waiting
    assert seen.texts(echo) == ["ok"]


def test_a_text_of_fifty_tokens_does_not_wait(row, write, take, echo, seen):
    take(write(row("1", "x" * 200)), may_wait_s=600)

    assert seen.texts(echo) == ["x" * 200]


def test_what_waited_is_taken_with_what_follows(row, write, take, echo, seen):
    take(write(row("1", "ok")), may_wait_s=600)

    take(write(row("2", "x" * 200)), may_wait_s=600)

    assert seen.texts(echo) == ["ok", "x" * 200]


def test_rows_without_text_do_not_wait(write, take):
    (done,) = take(write(b'{"type":"mode"}\n'), may_wait_s=600)

    assert not done.is_waiting


@pytest.mark.parametrize("place", range(120, 180, 4))
def test_a_secret_is_taken_out_before_an_observer_cuts_it_in_two(row, write, take, seen, place):
    words = ("Please fix the exporter " + "word " * 60)[:place]

    take(write(row("1", f"{words} {TOKEN} and more words of it")), observer=RulesObserver())

    assert seen.contents()
    assert not any("ghp_" in text for text, *_ in seen.contents())
