"""What a backfill makes of jobs that do not end well, and how it says how far it is (FEATURES F122)."""

import json
import os

import pytest

from codewatch import backfill, lock, queue
from codewatch.backfill import Backfill
from codewatch.cli import progress
from codewatch.clients import claude_code
from codewatch.store.database import open_memory

GIVE_UP = """insert into failed_task (id, queue, data, priority, coalesce_key, enqueued_at, attempts, deaths, error,
failed_at) select id, queue, data, priority, coalesce_key, enqueued_at, 5, 0, 'TranscriptError: gone', 1.0 from task"""


@pytest.fixture
def old(product, make_transcript, monkeypatch):
    """Give the two old transcripts of a home, one of which is longer than all that may be in the queue at once."""
    monkeypatch.setenv("HOME", str(product.home))
    folder = product.home / ".claude" / "projects" / "-project"
    folder.mkdir(parents=True)
    long = make_transcript(folder / "long.jsonl", product.project, "long").user("We use tabs. " * 300)
    short = make_transcript(folder / "short.jsonl", product.project, "short").user("We use spaces.")
    os.utime(long.path, (2_000_000, 2_000_000))
    os.utime(short.path, (1_000_000, 1_000_000))
    return backfill.find([claude_code], {}, since=0.0).old


@pytest.fixture
def task(product, old):
    """Give a backfill whose worker is somebody who does nothing."""
    product.data.mkdir(mode=0o700)
    descriptor = lock.open_lock(str(product.data))
    assert lock.take(descriptor)
    with open_memory(str(product.data)):
        yield Backfill(str(product.data), old, by_rules=True, most_bytes=2_000)
    os.close(descriptor)


def paths_of(product):
    rows = product.queue_sql("select json_extract(data, '$.m.kwargs.path') from task")
    return [os.path.basename(path) for (path,) in rows]


def test_the_newest_comes_first_and_a_long_one_is_alone_in_the_queue(product, task):
    assert task.step()

    assert paths_of(product) == ["long.jsonl"]
    assert product.queue_sql("select priority from task") == [(float(backfill.PRIORITY),)]


def test_a_job_that_was_given_up_is_told_and_the_next_one_follows(product, task):
    task.step()
    product.queue_sql(GIVE_UP)
    product.queue_sql("delete from task")

    task.step()

    assert [line.rpartition("/")[2] for line in task.failures] == ["long.jsonl: TranscriptError: gone"]
    assert (task.files_done, task.transcripts) == (1, 0)
    assert paths_of(product) == ["short.jsonl"]


def test_a_job_that_somebody_takes_away_is_put_back_three_times(product, task):
    for _ in range(backfill.MOST_TRIES):
        task.step()
        product.queue_sql("delete from task")

    task.step()

    assert len(task.failures) == 1
    assert paths_of(product) == ["short.jsonl"]


def test_what_waits_already_is_left_to_its_own_job(product, old, task):
    queue.open_queue(str(product.data / "queue.db")).close()
    arguments = json.dumps({"path": old[0].path, "event": "Stop"})
    with queue.open_queue(str(product.data / "queue.db")) as connection:
        key = queue.slice_key("claude", old[0].path)
        queue.enqueue(connection, queue.OBSERVE_TASK, arguments, job="a", now=1.0, key=key)

    task.step()

    assert task.waiting == 1
    assert paths_of(product) == ["long.jsonl", "short.jsonl"]
    assert product.queue_sql("select json_extract(data, '$.m.kwargs.event') from task order by id")[0] == ("Stop",)


def test_what_a_killed_backfill_has_left_in_the_queue_is_taken_up(product, old, task):
    Backfill(str(product.data), old, by_rules=False, most_bytes=2_000).step()

    assert task.step()

    assert (task.waiting, paths_of(product)) == (0, ["long.jsonl"])
    assert product.queue_sql("select json_extract(data, '$.m.kwargs.by_rules') from task") == [(1,)]


def test_what_is_withdrawn_is_what_nobody_has_begun(product, task):
    task.step()
    product.queue_sql("update task set owner = 'somebody'")

    task.withdraw()

    assert paths_of(product) == ["long.jsonl"]
    assert task.step()


@pytest.mark.parametrize(
    ("done", "said"),
    [
        ((0, 100, 0, 1_200_000_000, 0.0), "0 of 100 files, 0.0 of 1200 MB"),
        (
            (50, 100, 600_000_000, 1_200_000_000, 100.0),
            "50 of 100 files, 600 of 1200 MB, 6.0 MB/s, 0.5 files/s, 2 min left",
        ),
        ((2, 3, 1_000_000, 2_000_000, 2.0), "2 of 3 files, 1.0 of 2.0 MB, 0.5 MB/s, 1.0 files/s, 2 s left"),
        ((3, 3, 2_000_000, 2_000_000, 2.0), "3 of 3 files, 2.0 of 2.0 MB, 1.0 MB/s, 1.5 files/s"),
    ],
    ids=["begun", "half", "soon", "done"],
)
def test_progress_says_rate_and_what_is_left(done, said):
    assert progress.describe(*done) == said


def test_long_times_are_said_in_hours():
    assert progress.duration(3 * 3600 + 20 * 60) == "3 h 20 min"


def test_a_folder_that_cannot_exist_costs_no_other_session(product, task, make_transcript):
    folder = product.home / ".claude" / "projects" / "-project"
    odd = make_transcript(folder / "odd.jsonl", "/work/a\0b", "odd").user("We use tabs.")
    found = backfill.find([claude_code], {}, since=0.0).old

    Backfill(str(product.data), found, by_rules=True).step()

    assert os.path.basename(odd.path) in paths_of(product)
    assert len(paths_of(product)) == 3
