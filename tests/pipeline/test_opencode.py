"""A session of opencode through hook, queue and worker: what its database holds is observed once, and accounted for."""

import json
import sqlite3
import time
from contextlib import closing

import pytest

from codewatch import sweep
from codewatch.clients import opencode
from codewatch.store.ledger import Position

SAID = "From now on always use Decimal for money, never float, in this project."
LATER = "We decided to keep the rates in SQLite because one file is enough."
NOW_MS = int(time.time() * 1000)


@pytest.fixture
def database(product, opencode_database):
    """Give the database of opencode in the product's home, which is empty."""
    return opencode_database.make(product.home / ".local" / "share" / "opencode" / "opencode.db")


@pytest.fixture
def turn(product, database, opencode_database):
    """Give a function that puts a prompt and its answer into a session, and tells the save hook of the turn's end."""

    def write(number, said, *, completed=True, session="ses_1", parent=None, event="Stop"):
        common = {"session_id": session, "time_created": NOW_MS + number}
        data = {"role": "assistant", "finish": "stop", "time": {"completed": 3} if completed else {}}
        ids = [f"msg_{session}{number}{letter}" for letter in "ab"]
        head = {"table": "session", "id": session, "directory": str(product.project), "parent_id": parent}
        rows = [
            {**head, "time_created": 1, "time_updated": NOW_MS + number},
            {"table": "message", "id": ids[0], **common, "data": {"role": "user"}},
            {"table": "part", "id": f"prt_{number}a{session}", "message_id": ids[0], **common, "data": text(said)},
            {"table": "message", "id": ids[1], **common, "data": data},
            {"table": "part", "id": f"prt_{number}b{session}", "message_id": ids[1], **common, "data": text("Done.")},
        ]
        opencode_database.put(database, rows)
        payload = {
            "session_id": session, "transcript_path": str(database / session), "cwd": str(product.project),
            "hook_event_name": event,
        }  # fmt: skip
        return product.hook("save", payload, client="opencode")

    return write


def text(said):
    """Return a part of text."""
    return {"type": "text", "text": said}


def coverage(product):
    """Return what became of every byte."""
    return product.json("coverage", check=False)


def test_a_turn_is_observed_and_every_byte_accounted_for(product, turn):
    turn(1, SAID)
    product.drain()

    assert [text for text in product.contents() if "Decimal" in text] == [SAID]
    found = coverage(product)
    assert (found["percent"], found["missing"], found["failed"], found["transcripts"]) == (100, 0, 0, 1)


def test_the_next_turn_of_a_session_adds_only_what_is_new(product, turn):
    turn(1, SAID)
    product.drain()
    turn(2, LATER, event="SessionEnd")
    product.drain()

    assert [len([one for one in product.contents() if words in one]) for words in ("Decimal", "SQLite")] == [1, 1]
    assert product.sql("select count(*) from transcript") == [(1,)]
    assert coverage(product)["percent"] == 100


def test_a_job_names_the_session_and_holds_no_text(product, database, turn):
    turn(1, SAID)
    turn(2, LATER)

    (job,) = [json.loads(row) for (row,) in product.queue_sql("select json_extract(data, '$.m.kwargs') from task")]
    assert (job["client"], job["path"], job["message"]) == ("opencode", str(database / "ses_1"), "")


def test_an_event_with_nothing_new_makes_no_job(product, turn, database):
    turn(1, SAID)
    payload = {
        "session_id": "ses_1", "transcript_path": str(database / "ses_1"), "cwd": str(product.project),
        "hook_event_name": "Stop",
    }  # fmt: skip
    product.drain()

    product.hook("save", payload, client="opencode")

    assert product.queue_sql("select count(*) from task") == [(0,)]


def test_an_answer_that_is_still_written_is_taken_at_the_next_turn(product, turn):
    turn(1, SAID, completed=False)
    product.drain()
    before = product.sql("select count(*) from observation")
    turn(1, SAID)
    turn(2, LATER)
    product.drain()

    assert before == [(0,)]
    assert len([one for one in product.contents() if "Decimal" in one]) == 1


def test_a_session_of_which_no_hook_told_is_found_by_the_sweep(product, turn):
    turn(1, SAID)
    product.drain()
    product.queue_sql("delete from task")
    turn(2, LATER, session="ses_2")
    product.queue_sql("delete from task")

    product.run("observe", "--source", "opencode")

    assert len([one for one in product.contents() if "SQLite" in one]) == 1
    assert coverage(product)["percent"] == 100


def test_messages_that_are_taken_back_leave_what_was_observed(product, database, turn):
    turn(1, SAID)
    turn(2, LATER)
    product.drain()
    with closing(sqlite3.connect(database)) as writer:
        writer.execute("delete from message where id like 'msg_ses_12%'")
        writer.execute("delete from part where message_id like 'msg_ses_12%'")
        writer.commit()
    turn(3, "Run the tests again, please.")
    product.drain()

    assert [len([one for one in product.contents() if words in one]) for words in ("Decimal", "SQLite")] == [1, 1]
    assert coverage(product)["percent"] == 100


def test_a_session_that_was_deleted_fails_once_and_stays_counted(product, database, turn):
    turn(1, SAID)
    product.drain()
    turn(2, LATER)
    with closing(sqlite3.connect(database)) as writer:
        writer.execute("delete from session")
        writer.commit()

    product.drain()

    (failed,) = product.json("queue", "failed")
    assert (failed["attempts"], "no such session" in failed["error"]) == (1, True)


def test_a_helpers_own_work_is_not_memory(product, turn):
    turn(1, SAID, session="ses_2", parent="ses_1")
    product.drain()

    assert [one for one in product.contents() if "Decimal" in one] == []
    assert coverage(product)["percent"] == 100


@pytest.mark.parametrize("path", ["nowhere/opencode.db/ses_1", "project/ses_1"])
def test_a_session_in_no_database_is_told_as_missing(product, tmp_path, path):
    payload = {
        "session_id": "ses_1", "transcript_path": str(tmp_path / path), "cwd": str(product.project),
        "hook_event_name": "Stop",
    }  # fmt: skip
    product.run("remember", "so that there is a log's folder")

    product.hook("save", payload, client="opencode")

    assert "is missing; nothing saved" in (product.data / "codewatch.log").read_text()


def test_the_sweep_reads_no_session_again_that_has_rested(product, turn, monkeypatch):
    turn(1, SAID)
    product.drain()
    monkeypatch.setenv("XDG_DATA_HOME", str(product.home / ".local" / "share"))
    path = str(product.home / ".local" / "share" / "opencode" / "opencode.db" / "ses_1")
    written_at = opencode.written_at(path)
    committed = Position(1, 0, "", written_at + 60)

    def swept(position, *, now):
        known = {("opencode", path): position}
        return [piece.path for piece in sweep.unseen_growth(known, since=0, ours="/nowhere", now=now)]

    assert swept(committed, now=written_at + 60) == [path]
    assert swept(committed, now=written_at + 3 * 3600) == []
    assert swept(committed._replace(committed_at=written_at - 60), now=written_at + 3 * 3600) == [path]


def test_a_job_that_is_dropped_counts_for_the_sessions_own_bytes(product, turn, database):
    turn(1, SAID)
    product.queue_sql(
        """insert into failed_task (id, queue, data, priority, coalesce_key, enqueued_at, attempts, deaths, error,
        failed_at) select id, queue, data, priority, coalesce_key, enqueued_at, 5, 0, 'x', ready_at + 1 from task"""
    )
    product.queue_sql("delete from task")
    failed = coverage(product)

    product.run("queue", "drop", "--all")

    dropped = coverage(product)
    assert 0 < failed["failed"] == failed["bytes"] < database.stat().st_size
    assert (dropped["skipped"], dropped["percent"]) == (failed["bytes"], 100)
