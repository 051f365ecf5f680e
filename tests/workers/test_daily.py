"""The daily work (FEATURES F140-F144): once a day from 04:00 UTC, caught up once, and only where it is worth it."""

import json
import sqlite3
import threading
import time
from datetime import UTC, datetime, timedelta, timezone

import pytest
from huey.consumer import Scheduler

from codewatch import paths, pause_file, pauses
from codewatch.categories import Category, Priority
from codewatch.config import Settings
from codewatch.observations import Observation
from codewatch.store import journal, observations, reflections, sessions
from codewatch.store.clock import as_text
from codewatch.store.database import open_memory, transaction
from codewatch.workers import daily, schedule
from codewatch.workers.app import make_app

FOUR = datetime(2026, 5, 20, 4, 0, tzinfo=UTC)
NOON = FOUR + timedelta(hours=8)
DAY = timedelta(days=1)
TEXT = "The tide feed is UTC and the harbour's chart is not"


@pytest.fixture
def folder(tmp_path):
    """Hold a fresh memory open and give its folder."""
    with open_memory(str(tmp_path / "data")):
        yield tmp_path / "data"


@pytest.fixture
def make_duty(folder):
    """Give a function that returns what the worker's jobs share, with these settings."""
    return lambda **settings: make_app(str(folder), Settings(**settings))[1]


@pytest.fixture
def duty(make_duty):
    """Give what the worker's jobs share."""
    return make_duty()


@pytest.fixture
def gather(folder):
    """Give a function that stores memories of a project's branch, so many tokens in all, seen at a time."""

    def store(tokens, *, at=NOON, root="/work/shop", branch="main", category=Category.LEARNING):
        with transaction():
            project = sessions.project_id(root, now=as_text(at))
            for number in range(-(-tokens // 100)):
                text = f"{TEXT} {number} " + " ".join(f"word{number}x{place}" for place in range(60))
                found = Observation(text[:400], category, Priority.MEDIUM, as_text(at))
                observations.add(found, project=project, session=None, branch=branch, who="worker", now=as_text(at))
        return project

    return store


def jobs(folder):
    """Return the keys of what waits in the queue."""
    with sqlite3.connect(folder / paths.QUEUE_FILE) as connection:
        rows = connection.execute("select coalesce_key from task where coalesce_key is not null order by 1").fetchall()
    connection.close()
    return [key for (key,) in rows]


def test_it_belongs_to_a_day_from_four_oclock_utc_on():
    at = [FOUR - timedelta(seconds=1), FOUR, FOUR + timedelta(hours=23), FOUR + DAY]
    elsewhere = timezone(timedelta(hours=-9))

    assert [daily.day_of(moment) for moment in at] == ["2026-05-19", "2026-05-20", "2026-05-20", "2026-05-21"]
    assert daily.day_of(FOUR.astimezone(elsewhere)) == "2026-05-20"


def test_a_day_has_it_once_also_after_a_restart(duty, make_duty):
    assert [daily.work_of_day(duty, moment) for moment in (FOUR, NOON, FOUR + DAY)] == [True, False, True]
    assert daily.work_of_day(make_duty(), NOON + DAY) is False


def test_days_that_were_missed_are_one_catch_up(duty, gather, folder):
    daily.work_of_day(duty, FOUR)
    gather(2_500)

    done = [daily.work_of_day(duty, NOON + 9 * DAY + timedelta(minutes=minute)) for minute in range(5)]

    assert done == [True, False, False, False, False]
    assert jobs(folder) == ["reflect:1:main"]


@pytest.mark.parametrize(("tokens", "is_tried"), [(2_500, False), (1_000, True)])
def test_what_was_found_incompressible_meanwhile_is_not_tried_a_second_time(duty, gather, folder, tokens, is_tried):
    """The work of the day comes while somebody's own `reflect` of the same branch runs, and is paid for."""
    huey, duty = make_app(str(folder), duty.settings)
    gather(2_500)
    daily.work_of_day(duty, NOON)
    with transaction():
        reflections.note_rejection(1, "main", tokens=tokens)

    huey.execute(huey.dequeue())

    assert bool(reflections.newest(1, "main")) is is_tried


@pytest.mark.parametrize("jump", [-3 * DAY, 400 * DAY], ids=["back", "forward"])
def test_a_clock_that_was_wrong_for_a_while_does_no_harm(duty, jump):
    [daily.work_of_day(duty, FOUR + days * DAY) for days in range(-5, 1)]

    wrong = daily.work_of_day(duty, NOON + jump)
    right = [daily.work_of_day(duty, moment) for moment in (NOON, FOUR + DAY, NOON + DAY, FOUR + 2 * DAY)]

    assert wrong is (jump > DAY)
    assert right == [False, True, False, True]


def test_two_at_the_same_moment_are_one(duty):
    done = []
    both = [threading.Thread(target=lambda: done.append(daily.work_of_day(duty, FOUR))) for _ in range(2)]

    [thread.start() for thread in both]
    [thread.join() for thread in both]

    assert sorted(done) == [False, True]


def test_what_is_enough_and_what_has_waited_for_a_week_is_put_into_the_queue(duty, gather, folder):
    gather(2_100)
    gather(1_900, branch="little")
    gather(100, branch="old", at=NOON - 8 * DAY)
    gather(100, branch="newer", at=NOON - 6 * DAY)
    gather(2_100, root="/work/other")

    daily.work_of_day(duty, NOON)

    assert jobs(folder) == ["reflect:1:main", "reflect:1:old", "reflect:2:main"]


def test_a_branch_whose_reflection_waits_already_has_one_job(duty, gather, folder):
    gather(2_100)
    daily.work_of_day(duty, FOUR)
    daily.work_of_day(duty, FOUR + DAY)

    assert jobs(folder) == ["reflect:1:main"]


def test_without_auto_reflect_nothing_is_reflected(make_duty, gather, folder):
    gather(2_100)

    assert daily.work_of_day(make_duty(auto_reflect=False), NOON) is True
    assert jobs(folder) == []


def test_what_could_not_be_compressed_is_not_tried_every_day(duty, gather, folder):
    project = gather(3_000)
    held = observations.unreflected_tokens(project, "main")
    with transaction():
        reflections.note_rejection(project, "main", tokens=held)

    daily.work_of_day(duty, NOON + 10 * DAY)
    before = jobs(folder)
    gather(held // 2, category=Category.CONVENTION)
    daily.work_of_day(duty, NOON + 11 * DAY)

    assert (before, jobs(folder)) == ([], ["reflect:1:main"])


def test_where_capture_is_paused_nothing_is_reflected(duty, gather, folder, tmp_path):
    (tmp_path / "quiet").mkdir()
    gather(2_100, root=str(tmp_path / "quiet"))
    pause_file.pause(str(folder), pauses.CAPTURE, str(tmp_path / "quiet"), now=as_text(FOUR))

    daily.work_of_day(duty, NOON)
    paused = jobs(folder)
    pause_file.resume(str(folder), pauses.CAPTURE, str(tmp_path / "quiet"), now=as_text(NOON))
    daily.work_of_day(duty, NOON + DAY)

    assert (paused, jobs(folder)) == ([], ["reflect:1:main"])


def test_priorities_are_reviewed_before(make_duty, gather):
    gather(100, at=FOUR - 40 * DAY, category=Category.TASK_CONTEXT)
    with transaction():
        journal.write("worker", "reindexed", "observation", 0, at=as_text(FOUR))

    daily.work_of_day(make_duty(auto_reflect=False), NOON)

    assert observations.get(1).priority == "low"


def test_huey_asks_for_it_once_a_day_and_catches_up_at_the_next_minute(folder, duty):
    """With huey's own scheduler: at a start after days, at each minute, and on the next day."""
    huey, _ = make_app(str(folder), duty.settings)
    schedule.register(huey, duty)
    names = []

    for moment in (NOON, NOON + timedelta(minutes=1), FOUR + DAY - timedelta(minutes=1), FOUR + DAY, FOUR + 5 * DAY):
        scheduler = Scheduler(huey, threading.Event(), 1, periodic=True)
        scheduler.stop_flag.set()
        scheduler.loop(moment.replace(tzinfo=None))
        names += [moment for task in huey.pending() if task.name == "daily_work"]
        huey.flush()
        daily.work_of_day(duty, moment)

    assert names == [NOON, FOUR + DAY, FOUR + 5 * DAY]


def test_work_that_waits_or_has_failed_is_asked_for_again_after_ten_minutes(folder):
    calendar = daily.Calendar()
    minutes = (0, 1, 9, 10, 11, -60)

    due = [calendar.is_due((NOON + timedelta(minutes=minute)).replace(tzinfo=None)) for minute in minutes]

    assert due == [True, False, False, True, False, True]


def test_a_memory_that_cannot_be_read_lets_it_wait(folder, duty, tmp_path):
    answers = []
    scheduler = threading.Thread(target=lambda: answers.append(daily.Calendar().is_due(NOON.replace(tzinfo=None))))
    database = folder / paths.MEMORY_FILE
    database.rename(tmp_path / "away")
    database.write_bytes(b"no database, whatever it says" * 500)

    scheduler.start()
    scheduler.join()

    assert answers == [False]


def test_a_worker_that_starts_after_days_reflects_and_writes_the_profile(product, wait_until):
    """As a process, by the clock: what has waited for a week is told by a reflection, and active.md is there."""
    for number in range(6):
        text = f"We keep shelf {number} for prices of kind{number} and never for stock{number}."
        product.run("remember", text, "--category", "convention")
    at = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(time.time() - 8 * 86_400))
    product.sql("update observation set observed_at = ?", at)

    product.run("worker", "start")
    wait_until(lambda: product.sql("select 1 from reflection"))
    product.run("worker", "stop")

    days = json.loads(product.sql("select value from meta where key = 'daily-work'")[0][0])
    assert len(days) == 1
    assert product.sql("select distinct state from observation") == [("reflected",)]
    assert "We keep shelf 5 for prices" in (product.data / "projects" / "1" / "active.md").read_text()
