"""The ledger: what became of every byte, and that each is accounted for once (FEATURES B1)."""

import threading
import time

import pytest

from codewatch.store import ledger
from codewatch.store.database import thread_connection, transaction
from codewatch.store.ledger import Outcome, Stretch

NOW = "2026-05-01T10:00:00.000Z"
PATH = "/home/ana/.claude/projects/shop/s1.jsonl"


def observed(start, end):
    return Stretch(start, end, Outcome.OBSERVED, "", 1)


def skipped(start, end, reason="empty"):
    return Stretch(start, end, Outcome.SKIPPED, reason, 1)


def begin(path=PATH):
    with transaction():
        return ledger.begin("claude", path, session="s1", project="/work/shop", branch="main", now=NOW)


def advance(position, *stretches, fingerprint="f"):
    with transaction():
        return ledger.advance(position, stretches, cursor=stretches[-1].end, fingerprint=fingerprint, now=NOW)


def spans():
    return ledger.known()[0].spans


def test_a_transcript_that_was_never_read_has_no_position(memory):
    assert ledger.current("claude", PATH) is None


def test_the_cursor_moves_with_the_account_of_its_bytes(memory):
    advance(begin(), observed(0, 10), skipped(10, 15))

    position = ledger.current("claude", PATH)

    assert position is not None
    assert (position.cursor, position.fingerprint) == (15, "f")
    assert spans() == (observed(0, 10), skipped(10, 15))


def test_neighbours_alike_are_one_span(memory):
    copies = (skipped(30, 40, "copy"), skipped(40, 50, "copy"))

    advance(begin(), observed(0, 10), observed(10, 20), skipped(20, 30), *copies)

    assert spans() == (
        Stretch(0, 20, Outcome.OBSERVED, "", 2), skipped(20, 30), Stretch(30, 50, Outcome.SKIPPED, "copy", 2),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        ((observed(10, 20),), (Stretch(0, 20, Outcome.OBSERVED, "", 2),)),
        ((skipped(10, 20),), (observed(0, 10), skipped(10, 20))),
        (
            (observed(10, 20), skipped(20, 30), observed(30, 40)),
            (Stretch(0, 20, Outcome.OBSERVED, "", 2), skipped(20, 30), observed(30, 40)),
        ),
    ],
)
def test_a_later_slice_goes_on_where_the_last_one_ended(memory, second, expected):
    advance(begin(), observed(0, 10))

    advance(ledger.current("claude", PATH), *second)

    assert spans() == expected


def test_a_cursor_that_has_moved_is_not_moved_again(memory):
    seen = begin()
    advance(seen, observed(0, 10))

    again = advance(seen, observed(0, 10), observed(10, 30))

    assert not again
    assert spans() == (observed(0, 10),)


def test_two_threads_that_commit_the_same_stretch_do_it_once(memory):
    seen = begin()
    ready = threading.Barrier(2, timeout=30)
    done: list[bool] = []

    def commit():
        ready.wait()
        with thread_connection():
            done.append(advance(seen, observed(0, 10)))

    other = threading.Thread(target=commit)
    other.start()
    commit()
    other.join(30)

    assert sorted(done) == [False, True]
    assert spans() == (observed(0, 10),)


def test_a_new_generation_starts_at_zero_and_hides_the_old_one(memory, sql):
    advance(begin(), observed(0, 10))

    second = begin()

    assert second.cursor == 0
    assert ledger.current("claude", PATH) == second
    assert [entry.spans for entry in ledger.known()] == [()]
    assert sql("select generation, cursor from transcript order by generation") == [(0, 10), (1, 0)]


def test_a_record_is_seen_in_whichever_file_it_stands(memory):
    with transaction():
        ledger.mark_seen("claude", ["a", "b"], begin())
        ledger.mark_seen("claude", ["b"], begin("/other.jsonl"))

    assert ledger.unseen("claude", ["a", "b", "c"]) == {"c"}
    assert ledger.unseen("codex", ["a"]) == {"a"}


def test_more_keys_than_sqlite_takes_parameters_can_be_asked_for(memory):
    keys = [f"key-{number}" for number in range(40_000)]
    with transaction():
        ledger.mark_seen("claude", keys[:39_999], begin())

    assert ledger.unseen("claude", keys) == {"key-39999"}


def test_a_last_message_is_no_transcript(memory):
    begin(ledger.MESSAGE_PATH + "s1")

    assert ledger.known() == []


@pytest.mark.parametrize(
    ("client", "path", "count"), [(None, None, 2), ("claude", None, 2), ("codex", None, 0), (None, PATH, 1)]
)
def test_known_transcripts_can_be_narrowed(memory, client, path, count):
    begin()
    begin("/other.jsonl")

    assert len(ledger.known(client, path)) == count


def test_reasons_are_added_up_over_all_transcripts(memory):
    advance(begin(), skipped(0, 5, "copy"), observed(5, 9), skipped(9, 12, "copy"), skipped(12, 13))
    advance(begin("/other.jsonl"), skipped(0, 5, "copy"))

    assert ledger.skipped_reasons() == {"copy": 3, "empty": 1}


def test_sixty_thousand_spans_are_written_and_read_in_seconds(memory):
    seen = begin()
    started = time.perf_counter()

    advance(seen, *(skipped(start, start + 1, f"reason {start % 2}") for start in range(60_000)))

    assert len(spans()) == 60_000
    assert time.perf_counter() - started < 5
