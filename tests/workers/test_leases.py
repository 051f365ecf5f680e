"""Leases on huey's storage, through the installed huey itself."""

import datetime
import json
import sqlite3
import time

import pytest
from huey import SqliteHuey
from huey.exceptions import RetryTask

from codewatch import queue
from codewatch.errors import ModelOutputError
from codewatch.workers.leases import LONGEST_REPLY, unix_time
from codewatch.workers.serializer import JsonSerializer


def test_what_the_hook_enqueues_the_installed_huey_runs(path, huey, recorder, put, rows, run_one):
    put(path="/t.jsonl", end=12)

    assert run_one(huey)
    assert recorder.calls == [{"path": "/t.jsonl", "end": 12}]
    assert rows("select count(*) from task") == [(0,)]


def test_the_hooks_row_has_what_huey_itself_writes(path, huey, put, rows):
    stock = SqliteHuey(queue.QUEUE, filename=path + ".stock", serializer=JsonSerializer())

    columns = {name for _, name, *_ in columns_of(path)}
    stock_columns = {name for _, name, *_ in columns_of(path + ".stock")}
    put()
    data = json.loads(rows("select data from task")[0][0])["m"]

    assert stock_columns <= columns
    assert (data["name"], data["retries"]) == (queue.OBSERVE_TASK, queue.RETRIES)
    assert stock.storage.name == huey.storage.name


def test_the_stock_storage_can_read_the_queue_file(path, huey, put):
    put(path="/t.jsonl")
    stock = SqliteHuey(queue.QUEUE, filename=path, serializer=JsonSerializer())

    assert [task["kwargs"] for task in map(message_of, stock.storage.enqueued_items())] == [{"path": "/t.jsonl"}]


def columns_of(path):
    """Return what SQLite says of the columns of a queue file's jobs."""
    with sqlite3.connect(path) as connection:
        found = connection.execute("pragma table_info(task)").fetchall()
    connection.close()
    return found


def message_of(data):
    """Return the message in a row's data."""
    return json.loads(data)["m"]


def test_taking_a_job_marks_it_and_counts_the_attempt_before_the_work(huey, put, rows):
    put()

    huey.dequeue()

    assert rows("select owner, attempts, leased_at > 0 from task") == [("1:1.0", 1, 1)]
    assert huey.dequeue() is None


def test_a_job_that_fails_waits_and_is_tried_again(path, huey, recorder, put, rows, run_one):
    put(path="/t.jsonl")
    recorder.failures = [OSError("the disk is away")]

    before = time.time()

    run_one(huey)

    ready_at, attempts, owner, error = rows("select ready_at, attempts, owner, error from task")[0]
    assert before + 1.5 <= ready_at <= time.time() + 2.5
    assert (attempts, owner, error) == (1, None, "OSError: the disk is away")
    assert huey.dequeue() is None


def test_a_job_that_failed_five_times_is_on_the_failed_list_with_its_error(path, huey, recorder, put, rows, run_one):
    put(path="/t.jsonl")
    recorder.failures = [OSError(f"failure {number}") for number in range(1, 6)]

    ran = [make_ready(path) or run_one(huey) for _ in range(6)]

    assert ran == [True] * 5 + [False]
    assert rows("select attempts, deaths, error from failed_task") == [(5, 0, "OSError: failure 5")]
    assert rows("select count(*) from task") == [(0,)]


def make_ready(path):
    """Let no job wait any longer."""
    with sqlite3.connect(path) as connection:
        connection.execute("update task set ready_at = 0")
    connection.close()


def test_the_pause_before_a_retry_doubles(path, huey, recorder, run_one, put, rows):
    put()
    recorder.failures = [OSError()] * 3

    for pause in (2, 4, 8):
        make_ready(path)
        before = time.time()
        run_one(huey)
        ready_at = rows("select ready_at from task")[0][0]
        # Spread by a quarter either way, so that jobs that failed together do not come back together.
        assert before + 0.75 * pause <= ready_at <= time.time() + 1.25 * pause


def test_a_job_that_asks_to_wait_keeps_its_retries(huey, recorder, put, rows, run_one):
    put()
    recorder.failures = [RetryTask(delay=600)]

    run_one(huey)

    ready_at, data = rows("select ready_at, data from task")[0]
    assert time.time() + 590 < ready_at < time.time() + 610
    assert message_of(data)["retries"] == queue.RETRIES


def test_the_answer_that_caused_the_failure_is_kept_without_its_secrets(path, huey, recorder, put, rows, run_one):
    put()
    reply = "I cannot do that. password=hunter2hunter2 " + "x" * 50_000
    recorder.failures = [ModelOutputError("no JSON in the answer", reply=reply)] * 5

    for _ in range(5):
        make_ready(path)
        run_one(huey)

    ((error, kept),) = rows("select error, reply from failed_task")
    assert error == "ModelOutputError: no JSON in the answer"
    assert kept.startswith("I cannot do that. password=[redacted:")
    assert len(kept) == LONGEST_REPLY


def test_a_job_with_an_unknown_name_is_kept_on_the_failed_list(path, huey, rows):
    connection = queue.open_queue(path)
    queue.enqueue(connection, "some.other.task", "{}", job="x", now=1.0)
    connection.close()

    assert huey.dequeue() is None
    assert "unreadable job" in rows("select error from failed_task")[0][0]


@pytest.mark.parametrize("data", ["not json", "{}", '{"m": 7}', '{"m": {"name": "x"}}'])
def test_a_row_that_is_no_job_is_kept_on_the_failed_list(path, huey, data, put, rows):
    put()
    with sqlite3.connect(path) as connection:
        connection.execute("update task set data = ?", (data,))
    connection.close()

    assert huey.dequeue() is None
    assert rows("select count(*) from failed_task") == [(1,)]


def test_what_failed_long_ago_is_dropped(path, huey, put):
    put()
    with sqlite3.connect(path) as connection:
        connection.execute("update task set data = 'not json'")
    connection.close()
    huey.dequeue()

    kept = huey.storage.drop_old_failures(kept_s=30 * 86400)
    with sqlite3.connect(path) as connection:
        connection.execute("update failed_task set failed_at = failed_at - 31 * 86400")
    connection.close()

    assert (kept, huey.storage.drop_old_failures(kept_s=30 * 86400)) == (0, 1)


def test_jobs_for_one_transcript_coalesce_to_the_newest_end(put, rows):
    put(key="claude:/t", now=1.0, end=10, flush=True, since=1.0)
    put(key="claude:/t", now=2.0, end=20, flush=False, since=2.0)
    put(key="claude:/u", now=3.0, end=5, flush=False, since=3.0)

    kwargs = [message_of(data)["kwargs"] for (data,) in rows("select data from task order by id")]
    assert kwargs == [{"end": 20, "flush": True, "since": 1.0}, {"end": 5, "flush": False, "since": 3.0}]


def test_events_in_a_short_time_make_few_jobs(path, huey, rows):
    """Slices of one transcript are three seconds apart; the end of a session does not wait."""

    def event(now, size, *, flush=False):
        queue.enqueue_slice(
            connection, json.dumps({"flush": flush}), key="k", size=size, inode=1, flush=flush, job="j", now=now
        )
        return rows("select ready_at from task where owner is null")[0][0]

    connection = queue.open_queue(path)
    now = time.time() + 100

    assert event(now, 1) == 0
    huey.storage.finish(huey.storage.dequeue().lease)
    assert [event(now + wait, 2 + wait) for wait in (1, 2, 2.9)] == [now + 3] * 3
    assert event(now + 2.95, 9, flush=True) == 0
    huey.storage.finish(huey.storage.dequeue().lease)
    assert event(now + 60, 10) == 0
    huey.storage.finish(huey.storage.dequeue().lease)
    assert event(now - 3600, 11) == 0, "the clock was set back"


def test_two_jobs_for_one_transcript_never_run_at_once(huey, put):
    put(key="claude:/t", now=1.0, end=10)
    first = huey.dequeue()
    put(key="claude:/t", now=2.0, end=20)

    assert huey.dequeue() is None
    huey.storage.finish(first.lease)
    assert huey.dequeue() is not None


def test_a_job_that_comes_back_gives_way_to_a_newer_one(huey, recorder, put, rows):
    put(key="claude:/t", now=1.0, end=10)
    recorder.failures = [OSError("x")]
    task = huey.dequeue()
    put(key="claude:/t", now=2.0, end=20)

    huey.execute(task)

    assert [message_of(data)["kwargs"]["end"] for (data,) in rows("select data from task")] == [20]


def test_a_waiting_job_is_not_taken_before_its_time(huey, put):
    put(ready_at=time.time() + 60)

    assert huey.dequeue() is None
    assert huey.storage.pull_forward(queue.OBSERVE_TASK) == 1
    assert message_of(huey.storage.sql("select data from task", results=True)[0][0])["kwargs"] == {"flush": True}
    assert huey.dequeue() is not None


def test_higher_priority_goes_first(path, huey, recorder, put, run_one):
    put(now=1.0, path="/first")
    connection = queue.open_queue(path)
    queue.enqueue(connection, queue.OBSERVE_TASK, '{"path": "/urgent"}', job="u", now=2.0, priority=10)
    connection.close()

    run_one(huey)

    assert recorder.calls == [{"path": "/urgent"}]


def test_a_naive_time_of_hueys_is_utc():
    assert unix_time(datetime.datetime(1970, 1, 1, 0, 1)) == 60.0  # noqa: DTZ001
