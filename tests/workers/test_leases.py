"""Leases on huey's storage, through the installed huey itself."""

import datetime
import json
import sqlite3
import time

import pytest
from huey import SqliteHuey
from huey.exceptions import RetryTask

from codewatch import queue
from codewatch.workers.leases import LeaseHuey, unix_time
from codewatch.workers.serializer import JsonSerializer


class Recorder:
    """Remembers what the jobs were called with, and fails as often as it is told to."""

    def __init__(self):
        self.calls = []
        self.failures = []

    def __call__(self, **arguments):
        self.calls.append(arguments)
        if self.failures:
            raise self.failures.pop(0)


@pytest.fixture
def path(tmp_path):
    """Give the path of a queue file that does not exist yet."""
    return str(tmp_path / "queue.db")


@pytest.fixture
def recorder():
    """Give something that counts calls."""
    return Recorder()


def make_huey(path, recorder, *, owner="1:1.0"):
    """Return the queue with a task under the name that the hooks use."""
    huey = LeaseHuey(queue.QUEUE, filename=path, owner=owner, serializer=JsonSerializer(), results=False)

    def observe_slice(**arguments):
        recorder(**arguments)

    observe_slice.__module__ = "codewatch.workers.tasks"
    huey.task(name="observe_slice")(observe_slice)
    return huey


@pytest.fixture
def huey(path, recorder):
    """Give the queue of one owner."""
    return make_huey(path, recorder)


def put(queue_file, /, *, key=None, now=1000.0, ready_at=0.0, **arguments):
    """Enqueue as the hook does, with SQL alone."""
    connection = queue.open_queue(queue_file)
    queue.enqueue(
        connection, queue.OBSERVE_TASK, json.dumps(arguments), job=f"job-{now}", now=now, key=key, ready_at=ready_at
    )
    connection.close()


def rows(path, statement):
    """Return rows of the queue file."""
    with sqlite3.connect(path) as connection:
        found = connection.execute(statement).fetchall()
    connection.close()
    return found


def run_one(huey):
    """Take a job as a huey worker does, and run it; return whether there was one."""
    task = huey.dequeue()
    if task is not None:
        huey.execute(task)
    return task is not None


def test_what_the_hook_enqueues_the_installed_huey_runs(path, huey, recorder):
    put(path, path="/t.jsonl", end=12)

    assert run_one(huey)
    assert recorder.calls == [{"path": "/t.jsonl", "end": 12}]
    assert rows(path, "select count(*) from task") == [(0,)]


def test_the_hooks_row_has_what_huey_itself_writes(path, huey):
    stock = SqliteHuey(queue.QUEUE, filename=path + ".stock", serializer=JsonSerializer())

    columns = {name for _, name, *_ in rows(path, "pragma table_info(task)")}
    stock_columns = {name for _, name, *_ in rows(path + ".stock", "pragma table_info(task)")}
    put(path)
    data = json.loads(rows(path, "select data from task")[0][0])["m"]

    assert stock_columns <= columns
    assert (data["name"], data["retries"]) == (queue.OBSERVE_TASK, queue.RETRIES)
    assert stock.storage.name == huey.storage.name


def test_the_stock_storage_can_read_the_queue_file(path, huey):
    put(path, path="/t.jsonl")
    stock = SqliteHuey(queue.QUEUE, filename=path, serializer=JsonSerializer())

    assert [task["kwargs"] for task in map(message_of, stock.storage.enqueued_items())] == [{"path": "/t.jsonl"}]


def message_of(data):
    """Return the message in a row's data."""
    return json.loads(data)["m"]


def test_taking_a_job_marks_it_and_counts_the_attempt_before_the_work(path, huey):
    put(path)

    huey.dequeue()

    assert rows(path, "select owner, attempts, leased_at > 0 from task") == [("1:1.0", 1, 1)]
    assert huey.dequeue() is None


def test_a_job_that_fails_waits_and_is_tried_again(path, huey, recorder):
    put(path, path="/t.jsonl")
    recorder.failures = [OSError("the disk is away")]

    run_one(huey)

    ready_at, attempts, owner, error = rows(path, "select ready_at, attempts, owner, error from task")[0]
    assert time.time() + 1 < ready_at < time.time() + 3
    assert (attempts, owner, error) == (1, None, "OSError: the disk is away")
    assert huey.dequeue() is None


def test_a_job_that_failed_five_times_is_on_the_failed_list_with_its_error(path, huey, recorder):
    put(path, path="/t.jsonl")
    recorder.failures = [OSError(f"failure {number}") for number in range(1, 6)]

    ran = [make_ready(path) or run_one(huey) for _ in range(6)]

    assert ran == [True] * 5 + [False]
    assert rows(path, "select attempts, deaths, error from failed_task") == [(5, 0, "OSError: failure 5")]
    assert rows(path, "select count(*) from task") == [(0,)]


def make_ready(path):
    """Let no job wait any longer."""
    with sqlite3.connect(path) as connection:
        connection.execute("update task set ready_at = 0")
    connection.close()


def pause_after_failing(path, huey):
    """Run the job now and return the seconds it has to wait for its next try."""
    make_ready(path)
    run_one(huey)
    return rows(path, "select ready_at from task")[0][0] - time.time()


def test_the_pause_before_a_retry_doubles(path, huey, recorder):
    put(path)
    recorder.failures = [OSError()] * 3

    pauses = [pause_after_failing(path, huey) for _ in range(3)]

    # Spread by a quarter either way, so that jobs that failed together do not come back together.
    assert all(0.7 * 2 ** (1 + number) < pause < 1.3 * 2 ** (1 + number) for number, pause in enumerate(pauses))


def test_a_job_that_asks_to_wait_keeps_its_retries(path, huey, recorder):
    put(path)
    recorder.failures = [RetryTask(delay=600)]

    run_one(huey)

    ready_at, data = rows(path, "select ready_at, data from task")[0]
    assert time.time() + 590 < ready_at < time.time() + 610
    assert message_of(data)["retries"] == queue.RETRIES


def test_a_job_with_an_unknown_name_is_kept_on_the_failed_list(path, huey):
    connection = queue.open_queue(path)
    queue.enqueue(connection, "some.other.task", "{}", job="x", now=1.0)
    connection.close()

    assert huey.dequeue() is None
    assert "unreadable job" in rows(path, "select error from failed_task")[0][0]


@pytest.mark.parametrize("data", ["not json", "{}", '{"m": 7}', '{"m": {"name": "x"}}'])
def test_a_row_that_is_no_job_is_kept_on_the_failed_list(path, huey, data):
    put(path)
    with sqlite3.connect(path) as connection:
        connection.execute("update task set data = ?", (data,))
    connection.close()

    assert huey.dequeue() is None
    assert rows(path, "select count(*) from failed_task") == [(1,)]


def test_the_lease_of_a_dead_worker_comes_back(path, huey, recorder):
    put(path, path="/t.jsonl")
    huey.dequeue()
    later = make_huey(path, recorder, owner="2:2.0")

    back = later.storage.recover()

    assert back == (1, 0)
    assert rows(path, "select owner, attempts, deaths from task") == [(None, 1, 1)]
    assert run_one(later)


def test_a_job_that_saw_three_workers_die_fails_and_the_others_go_on(path, recorder):
    put(path, now=1.0, path="/poison.jsonl")
    put(path, now=2.0, path="/good.jsonl")

    recovered = [take_and_die(path, recorder, owner=f"{number}:0") for number in range(3)]
    last = make_huey(path, recorder, owner="9:9.0")
    recovered.append(last.storage.recover())

    assert [failed for _, failed in recovered] == [0, 0, 0, 1]
    assert "died 3 times" in rows(path, "select error from failed_task")[0][0]
    assert run_one(last)
    assert recorder.calls == [{"path": "/good.jsonl"}]


def take_and_die(path, recorder, *, owner):
    """Start as a new owner, take the first job, and end without finishing it; return what was recovered."""
    huey = make_huey(path, recorder, owner=owner)
    recovered = huey.storage.recover()
    huey.dequeue()
    return recovered


def test_a_suspect_runs_alone(path, huey, recorder):
    put(path, now=1.0, path="/suspect")
    huey.dequeue()
    put(path, now=2.0, path="/other")
    later = make_huey(path, recorder, owner="2:2.0")
    later.storage.recover()

    suspect = later.dequeue()

    assert suspect.kwargs == {"path": "/suspect"}
    assert later.dequeue() is None
    later.storage.finish(suspect.lease)
    assert later.dequeue().kwargs == {"path": "/other"}


def test_a_suspect_waits_until_the_others_are_done(path, huey, recorder):
    put(path, now=1.0, path="/suspect")
    huey.dequeue()
    later = make_huey(path, recorder, owner="2:2.0")
    connection = queue.open_queue(path)
    queue.enqueue(connection, queue.OBSERVE_TASK, '{"path": "/urgent"}', job="u", now=2.0, priority=10)
    connection.close()
    later.storage.recover()

    urgent = later.dequeue()

    assert urgent.kwargs == {"path": "/urgent"}
    assert later.dequeue() is None


def test_getting_on_forgives_earlier_deaths(path, huey, recorder):
    put(path)
    huey.dequeue()
    later = make_huey(path, recorder, owner="2:2.0")
    later.storage.recover()

    later.storage.renew(later.dequeue().lease)

    assert rows(path, "select deaths from task") == [(0,)]


def test_a_lease_that_is_too_old_comes_back_and_its_old_holder_has_no_say(path, huey, recorder):
    put(path)
    hanging = huey.dequeue()
    with sqlite3.connect(path) as connection:
        connection.execute("update task set leased_at = leased_at - 601")
    connection.close()

    assert huey.storage.take_back_stale() == 1
    again = huey.dequeue()
    huey.storage.finish(hanging.lease)
    huey.storage.fail(hanging.lease, "too late")

    assert rows(path, "select owner, attempts from task") == [("1:1.0", again.lease.attempt)]
    assert rows(path, "select count(*) from failed_task") == [(0,)]


def test_a_lease_that_is_renewed_is_left_alone(path, huey):
    put(path)
    task = huey.dequeue()
    with sqlite3.connect(path) as connection:
        connection.execute("update task set leased_at = leased_at - 601")
    connection.close()

    huey.storage.renew(task.lease)

    assert huey.storage.take_back_stale() == 0


def test_what_failed_long_ago_is_dropped(path, huey, recorder):
    put(path)
    with sqlite3.connect(path) as connection:
        connection.execute("update task set data = 'not json'")
    connection.close()
    huey.dequeue()

    kept = huey.storage.drop_old_failures()
    with sqlite3.connect(path) as connection:
        connection.execute("update failed_task set failed_at = failed_at - 31 * 86400")
    connection.close()

    assert (kept, huey.storage.drop_old_failures()) == (0, 1)


def test_a_worker_that_leaves_gives_its_jobs_back_unblamed(path, huey):
    put(path)
    huey.dequeue()

    assert huey.storage.give_back_all() == 1
    assert rows(path, "select owner, attempts, deaths from task") == [(None, 0, 0)]


def test_jobs_for_one_transcript_coalesce_to_the_newest_end(path):
    put(path, key="claude:/t", now=1.0, end=10, flush=True, since=1.0)
    put(path, key="claude:/t", now=2.0, end=20, flush=False, since=2.0)
    put(path, key="claude:/u", now=3.0, end=5, flush=False, since=3.0)

    kwargs = [message_of(data)["kwargs"] for (data,) in rows(path, "select data from task order by id")]
    assert kwargs == [{"end": 20, "flush": True, "since": 1.0}, {"end": 5, "flush": False, "since": 3.0}]


def test_two_jobs_for_one_transcript_never_run_at_once(path, huey):
    put(path, key="claude:/t", now=1.0, end=10)
    first = huey.dequeue()
    put(path, key="claude:/t", now=2.0, end=20)

    assert huey.dequeue() is None
    huey.storage.finish(first.lease)
    assert huey.dequeue() is not None


def test_a_job_that_comes_back_gives_way_to_a_newer_one(path, huey, recorder):
    put(path, key="claude:/t", now=1.0, end=10)
    recorder.failures = [OSError("x")]
    task = huey.dequeue()
    put(path, key="claude:/t", now=2.0, end=20)

    huey.execute(task)

    assert [message_of(data)["kwargs"]["end"] for (data,) in rows(path, "select data from task")] == [20]


def test_a_waiting_job_is_not_taken_before_its_time(path, huey):
    put(path, ready_at=time.time() + 60)

    assert huey.dequeue() is None
    assert huey.storage.pull_forward(queue.OBSERVE_TASK) == 1
    assert message_of(huey.storage.sql("select data from task", results=True)[0][0])["kwargs"] == {"flush": True}
    assert huey.dequeue() is not None


def test_higher_priority_goes_first(path, huey, recorder):
    put(path, now=1.0, path="/first")
    connection = queue.open_queue(path)
    queue.enqueue(connection, queue.OBSERVE_TASK, '{"path": "/urgent"}', job="u", now=2.0, priority=10)
    connection.close()

    run_one(huey)

    assert recorder.calls == [{"path": "/urgent"}]


def test_a_naive_time_of_hueys_is_utc():
    assert unix_time(datetime.datetime(1970, 1, 1, 0, 1)) == 60.0  # noqa: DTZ001
