"""What becomes of a job whose worker died, hangs, leaves, or sees the clock jump."""

import datetime
import os
import sqlite3
import threading
import time

import pytest
from huey import crontab
from huey.consumer import Scheduler

from codewatch import queue
from codewatch.config import Settings
from codewatch.workers import schedule, tasks
from codewatch.workers.consumer import Leaving, Watch


def test_the_lease_of_a_dead_worker_comes_back(path, huey, put, rows, run_one, make_huey):
    put(path="/t.jsonl")
    huey.dequeue()
    later = make_huey(owner="2:2.0")

    back = later.storage.recover()

    assert back == (1, 0)
    assert rows("select owner, attempts, deaths from task") == [(None, 1, 1)]
    assert run_one(later)


def test_a_job_that_saw_three_workers_die_fails_and_the_others_go_on(recorder, put, rows, run_one, make_huey):
    put(now=1.0, path="/poison.jsonl")
    put(now=2.0, path="/good.jsonl")

    recovered = [take_and_die(make_huey, owner=f"{number}:0") for number in range(3)]
    last = make_huey(owner="9:9.0")
    recovered.append(last.storage.recover())

    assert [failed for _, failed in recovered] == [0, 0, 0, 1]
    assert "died 3 times" in rows("select error from failed_task")[0][0]
    assert run_one(last)
    assert recorder.calls == [{"path": "/good.jsonl"}]


def take_and_die(make_huey, *, owner):
    """Start as a new owner, take the first job, and end without finishing it; return what was recovered."""
    huey = make_huey(owner=owner)
    recovered = huey.storage.recover()
    huey.dequeue()
    return recovered


def test_a_suspect_runs_alone(huey, put, make_huey):
    put(now=1.0, path="/suspect")
    huey.dequeue()
    put(now=2.0, path="/other")
    later = make_huey(owner="2:2.0")
    later.storage.recover()

    suspect = later.dequeue()

    assert suspect.kwargs == {"path": "/suspect"}
    assert later.dequeue() is None
    later.storage.finish(suspect.lease)
    assert later.dequeue().kwargs == {"path": "/other"}


def test_a_suspect_waits_until_the_others_are_done(path, huey, put, make_huey):
    put(now=1.0, path="/suspect")
    huey.dequeue()
    later = make_huey(owner="2:2.0")
    connection = queue.open_queue(path)
    queue.enqueue(connection, queue.OBSERVE_TASK, '{"path": "/urgent"}', job="u", now=2.0, priority=10)
    connection.close()
    later.storage.recover()

    urgent = later.dequeue()

    assert urgent.kwargs == {"path": "/urgent"}
    assert later.dequeue() is None


def test_getting_on_forgives_earlier_deaths(huey, put, rows, make_huey):
    put()
    huey.dequeue()
    later = make_huey(owner="2:2.0")
    later.storage.recover()

    later.storage.renew(later.dequeue().lease)

    assert rows("select deaths from task") == [(0,)]


def test_a_lease_of_another_worker_comes_back_and_its_old_holder_has_no_say(huey, put, rows, make_huey):
    put()
    hanging = huey.dequeue()
    later = make_huey(owner="2:2.0")

    assert later.storage.recover() == (1, 0)
    again = later.dequeue()
    huey.storage.finish(hanging.lease)
    huey.storage.fail(hanging.lease, "too late")

    assert rows("select owner, attempts from task") == [("2:2.0", again.lease.attempt)]
    assert rows("select count(*) from failed_task") == [(0,)]


def test_a_job_that_does_not_get_on_is_left_to_the_next_worker_and_blamed(path, put, rows, make_huey):
    """A job that hangs must not hold its lane for ever, nor hang every worker that follows."""
    put()
    for number in range(1, 4):
        huey = make_huey(owner=f"{number}:1.0", lease_s=0.05)
        huey.storage.recover()
        huey.dequeue()
        watch = Watch(huey, os.path.dirname(path), until_empty=False, idle_s=lambda: None)
        while not watch.is_done():
            time.sleep(0.05)
        assert (watch.reason, huey.storage.give_back_all()) == (Leaving.STUCK, 0)

    make_huey(owner="4:1.0").storage.recover()

    assert rows("select count(*) from task") == [(0,)]
    assert rows("select deaths, error from failed_task") == [(2, "the worker died 3 times while running this job")]


def test_a_job_that_gets_on_holds_its_lease_for_as_long_as_it_takes(put, make_huey):
    put()
    huey = make_huey(lease_s=0.2)
    task = huey.dequeue()
    for _ in range(5):
        time.sleep(0.05)
        huey.storage.renew(task.lease)
        assert huey.storage.stuck() == []

    time.sleep(0.25)
    assert huey.storage.stuck() == [task.lease.row_id]
    huey.storage.finish(task.lease)
    assert huey.storage.stuck() == []


def test_what_no_living_worker_holds_comes_back_by_the_clock_too(huey, put, rows):
    put(now=1.0, path="/a")
    put(now=2.0, path="/b", ready_at=time.time() + 9 * 3600)
    with sqlite3.connect(huey.storage.filename) as connection:
        connection.execute("update task set owner = '999999999:1.0', leased_at = ? where id = 1", (time.time() - 3600,))
    connection.close()

    schedule.tidy_now(huey, Settings.load())

    assert rows("select owner, deaths, ready_at from task order by id") == [(None, 1, 0), (None, 0, 0)]


def test_a_clock_that_was_set_back_keeps_no_job_waiting(huey, put, rows):
    put(ready_at=time.time() + 9 * 3600)
    put(key="k", ready_at=time.time() + 500)

    assert huey.storage.pull_back_future(longest_wait_s=600) == 1
    assert rows("select ready_at > 0 from task") == [(0,), (1,)]


def test_a_clock_that_jumps_or_a_machine_that_slept_causes_one_catch_up(huey, recorder, rows):
    """Nine hours of a sweep every quarter of an hour are one sweep, with huey's own scheduler."""
    huey.periodic_task(crontab(minute="*/15"), name="sweep")(recorder)
    scheduler = Scheduler(huey, threading.Event(), 1, periodic=True)
    scheduler.stop_flag.set()
    noon = datetime.datetime(2026, 11, 30, 12, 0, tzinfo=datetime.UTC)
    scheduler.loop(noon)
    scheduler._next_loop = scheduler._next_periodic = time.monotonic() - 9 * 3600

    for _ in range(100):
        scheduler.loop(noon + datetime.timedelta(hours=9))

    assert rows("select count(*) from task") == [(2,)]


def test_a_worker_that_leaves_gives_its_jobs_back_unblamed(huey, put, rows):
    put()
    huey.dequeue()

    assert huey.storage.give_back_all() == 1
    assert rows("select owner, attempts, deaths from task") == [(None, 0, 0)]


@pytest.mark.parametrize("fails", [False, True])
def test_a_job_whose_end_cannot_be_written_waits_again_as_soon_as_it_can_be(
    path, recorder, make_huey, put, rows, fails
):
    """A full disk or a lock that lasts must not hold the job, and those behind it, for as long as the worker lives."""
    huey = make_huey(timeout=0.05)
    put(key="k")
    task = huey.dequeue()
    recorder.failures = [OSError("no room")] if fails else []
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("begin immediate")
    with pytest.raises(sqlite3.OperationalError):
        huey.execute(task)
    with pytest.raises(sqlite3.OperationalError):
        huey.storage.settle()
    holder.execute("rollback")
    holder.close()

    Watch(huey, os.path.dirname(path), until_empty=False, idle_s=lambda: None).is_done()

    assert rows("select owner, attempts from task") == [(None, 1)]
    assert huey.storage.stuck() == []
    again = huey.dequeue()
    huey.execute(again)
    assert rows("select count(*) from task") == [(0,)]


def test_a_locked_queue_does_not_hold_up_a_job_that_gets_on(path, make_huey, put):
    huey = make_huey(timeout=0.05)
    put(key="k")
    task = huey.dequeue()
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("begin immediate")

    tasks.say_progress(huey, task)
    holder.execute("rollback")
    holder.close()

    huey.execute(task)
    assert huey.storage.queue_size() == 0


def test_deaths_belong_to_the_work_also_when_the_session_goes_on(make_huey, put, rows):
    """Else a transcript that kills the worker would never be given up while its session lives."""
    for number in range(3):
        put(key="k", now=float(number), end=number)
        huey = make_huey(owner=f"{number}:1.0")
        huey.storage.recover()
        huey.dequeue()
        put(key="k", now=number + 0.5, end=number)

    assert make_huey(owner="9:9.0").storage.recover() == (0, 1)
    assert rows("select deaths, attempts from failed_task") == [(2, 3)]


def test_tries_and_the_pause_belong_to_the_work_also_when_the_session_goes_on(huey, recorder, put, rows, run_one, path):
    recorder.failures = [OSError()] * 9
    for number in range(5):
        put(key="k", now=float(number), end=number)
        task = huey.dequeue()
        put(key="k", now=number + 0.5, end=number)
        huey.execute(task)
        if number < 4:
            assert rows("select ready_at > 1000000 from task") == [(1,)], "a new event must not cut the pause short"
            with sqlite3.connect(path) as connection:
                connection.execute("update task set ready_at = 0")
            connection.close()

    assert rows("select attempts from failed_task") == [(5,)]


def test_what_gets_through_takes_what_failed_before_off_the_list(huey, recorder, put, rows, run_one):
    put(key="k", end=1)
    task = huey.dequeue()
    huey.storage.fail(task.lease, "gone")
    put(key="other", end=1)
    huey.storage.fail(huey.dequeue().lease, "gone too")
    put(key="k", end=2)

    assert run_one(huey)

    assert rows("select coalesce_key from failed_task") == [("other",)]
