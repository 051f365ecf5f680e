"""Reads the queue without touching it: what waits, runs and failed, for commands and tools."""

import json
import os
import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from typing import Any, NamedTuple

from codewatch import paths, queue
from codewatch.errors import NotFound, StoreDamaged, StoreError


class QueueStatus(NamedTuple):
    """Counts of jobs by what they do; `oldest_age_s` is how long the oldest one has been in the queue, in seconds."""

    pending: int = 0
    leased: int = 0
    scheduled: int = 0
    failed: int = 0
    oldest_age_s: float | None = None


# Both tables, and the last column that one of them got.
_HAS_TABLES = """select (select count(*) from sqlite_master where name in ('task', 'failed_task'))
+ (select count(*) from pragma_table_info('failed_task') where name = 'reply')"""
_WHOLE = 3
_COUNT = """select
    coalesce(sum(owner is null and ready_at <= :now), 0), coalesce(sum(owner is not null), 0),
    coalesce(sum(owner is null and ready_at > :now), 0),
    (select count(*) from failed_task where queue = :queue), :now - min(enqueued_at)
from task where queue = :queue"""
_JOBS = """select id,
    case when owner is not null then 'running' when ready_at <= :now then 'waiting' else 'scheduled' end,
    attempts, deaths, error, enqueued_at, data
from task where queue = :queue order by attempts desc, priority desc, id limit :limit"""
_KEYS = "select coalesce_key from task where queue = ? and coalesce_key is not null"
_HAS_JOB = """select 1 from task where queue = :queue and coalesce_key = :key and (:event is null
or json_valid(data) and json_extract(data, '$.m.kwargs.event') = :event)"""
_WITHDRAW = """delete from task where queue = ? and owner is null and json_valid(data)
and json_extract(data, '$.m.name') = ? and json_extract(data, '$.m.kwargs.event') = ?"""
_LAST_DAY = """select
    coalesce(sum(signal = 'complete'), 0), coalesce(sum(signal = 'error'), 0), coalesce(sum(signal = 'retrying'), 0),
    round(avg(duration) filter (where signal = 'complete'), 3)
from huey_event where queue = ? and ts > ? and task in (?, ?)"""
_FAILED = """select id, attempts, deaths, error, reply, enqueued_at, failed_at, data
from failed_task where queue = ? order by failed_at desc"""
# With all its tries again; where a newer job waits for the same transcript, that one does the work.
_BACK = """insert or ignore into task (queue, data, priority, coalesce_key, enqueued_at)
select queue, case when json_valid(data) then json_set(data, '$.m.retries', :retries) else data end, priority,
coalesce_key, enqueued_at from failed_task where id = :id"""


def read(folder: str, *, now: float) -> QueueStatus:
    """Return the state of the queue in the data directory `folder`; a queue that does not exist yet is empty.

    Raises:
        StoreError: the queue file cannot be read.
    """
    if not os.path.exists(_path(folder)):
        return QueueStatus()
    with _opened(folder) as connection:
        row = connection.execute(_COUNT, {"now": now, "queue": queue.QUEUE}).fetchone()
    return QueueStatus(*row)


def jobs(folder: str, *, now: float, limit: int = 20) -> list[dict[str, Any]]:
    """Return what waits or runs, those with the most tries first: `state` is running, waiting or scheduled."""
    if not os.path.exists(_path(folder)):
        return []
    with _opened(folder) as connection:
        rows = connection.execute(_JOBS, {"now": now, "queue": queue.QUEUE, "limit": limit}).fetchall()
    found: list[dict[str, Any]] = []
    for row_id, state, attempts, deaths, error, enqueued, data in rows:
        name, arguments = _read(data)
        found.append(
            {
                "id": row_id, "task": name, "state": state, "attempts": attempts, "deaths": deaths, "error": error,
                "enqueued_at": enqueued, "path": arguments.get("path"),
            }
        )  # fmt: skip
    return found


class LastDay(NamedTuple):
    """What became of the jobs of the last 24 hours, by huey's statistics; one took `mean_s` seconds."""

    done: int = 0
    errors: int = 0
    retries: int = 0
    mean_s: float | None = None


def last_day(folder: str, *, now: float) -> LastDay:
    """Return the worker's statistics, all zero before it has kept any.

    Raises:
        StoreError: the queue file cannot be read.
    """
    if not os.path.exists(_path(folder)):
        return LastDay()
    with _opened(folder) as connection:
        if not connection.execute("select 1 from sqlite_master where name = 'huey_event'").fetchone():
            return LastDay()
        asked = (queue.QUEUE, now - 86_400, queue.OBSERVE_TASK, queue.REFLECT_TASK)
        return LastDay(*connection.execute(_LAST_DAY, asked).fetchone())


def has_job(folder: str, key: str, *, event: str | None = None) -> bool:
    """Return whether a job under this coalescing key waits or runs, of an event or of any."""
    if not os.path.exists(_path(folder)):
        return False
    with _opened(folder) as connection:
        row = connection.execute(_HAS_JOB, {"queue": queue.QUEUE, "key": key, "event": event}).fetchone()
    return row is not None


def keys(folder: str) -> set[str]:
    """Return the coalescing keys under which jobs wait or run."""
    if not os.path.exists(_path(folder)):
        return set()
    with _opened(folder) as connection:
        rows = connection.execute(_KEYS, (queue.QUEUE,)).fetchall()
    return {str(key) for (key,) in rows}


def withdraw(folder: str, *, event: str) -> int:
    """Delete the jobs of an event that nobody has taken yet; return how many there were."""
    if not os.path.exists(_path(folder)):
        return 0
    with _opened(folder) as connection, connection:
        return connection.execute(_WITHDRAW, (queue.QUEUE, queue.OBSERVE_TASK, event)).rowcount


def failed(folder: str) -> list[dict[str, Any]]:
    """Return the failed list, newest first."""
    if not os.path.exists(_path(folder)):
        return []
    with _opened(folder) as connection:
        rows = connection.execute(_FAILED, (queue.QUEUE,)).fetchall()
    failures: list[dict[str, Any]] = []
    for row_id, attempts, deaths, error, reply, enqueued, when, data in rows:
        name, arguments = _read(data)
        failures.append(
            {
                "id": row_id, "task": name, "attempts": attempts, "deaths": deaths, "error": error, "reply": reply,
                "enqueued_at": enqueued, "failed_at": when, "arguments": arguments,
            }
        )  # fmt: skip
    return failures


def _read(data: str | bytes) -> tuple[str, dict[str, Any]]:
    """Return a job's name and arguments; a row that is no job has neither."""
    try:
        message = json.loads(data)["m"]
        return str(message["name"]), dict(message.get("kwargs") or {})
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return "(unreadable)", {}


def retry(folder: str, row_id: int) -> None:
    """Put a failed job back into the queue.

    Raises:
        NotFound: it is not on the failed list.
    """
    _take_from_failed(folder, row_id, _BACK)


def drop(folder: str, row_id: int) -> None:
    """Delete a failed job for good.

    Raises:
        NotFound: it is not on the failed list.
    """
    _take_from_failed(folder, row_id, None)


def _take_from_failed(folder: str, row_id: int, statement: str | None) -> None:
    if not os.path.exists(_path(folder)):
        raise NotFound(f"there is no failed job {row_id}")
    with _opened(folder) as connection, connection:
        if statement is not None:
            connection.execute(statement, {"id": row_id, "retries": queue.RETRIES})
        if not connection.execute("delete from failed_task where id = ?", (row_id,)).rowcount:
            raise NotFound(f"there is no failed job {row_id}")


def _path(folder: str) -> str:
    return os.path.join(folder, paths.QUEUE_FILE)


@contextmanager
def _opened(folder: str) -> Generator[sqlite3.Connection]:
    path = _path(folder)
    try:
        with closing(sqlite3.connect(path, timeout=5)) as connection:
            if connection.execute(_HAS_TABLES).fetchone()[0] < _WHOLE:
                queue.bring_up_to_date(connection)
            yield connection
    except sqlite3.Error as error:
        if "malformed" in str(error) or "not a database" in str(error):
            raise StoreDamaged(f"{path} is damaged ({error}); move it aside, the transcripts are read again") from error
        raise StoreError(f"{path}: {error}") from error
