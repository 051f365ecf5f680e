"""Huey's SQLite storage with leases: taking a job marks it, and only finishing it deletes it.

A job keeps one row for life: while it waits for a retry or for more text, `ready_at` lies in the future. Huey's
own `schedule` table stays empty.
"""

import datetime
import logging
import random
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import psutil
from huey import SqliteHuey
from huey.exceptions import HueyException
from huey.signals import SIGNAL_ERROR, SIGNAL_INTERRUPTED
from huey.storage import SqliteStorage

from codewatch import privacy, queue
from codewatch.llm.question import Purpose
from codewatch.thresholds import MAX_BACKOFF_S

logger = logging.getLogger("codewatch.workers")

MAX_DEATHS = 3
LEASE_S = 600.0
LONGEST_REPLY = 20_000

_NAME = "coalesce(json_extract(data, '$.m.name'), '')"
# What is asked of the rules waits for no model.
_ASKS = "not coalesce(json_extract(data, '$.m.kwargs.by_rules'), 0)"
_OBSERVES = f"({_NAME} in ('{queue.OBSERVE_TASK}', '{queue.CATEGORIZE_TASK}') and {_ASKS})"
_REFLECTS = f"({_NAME} = '{queue.REFLECT_TASK}' and {_ASKS})"
_ANY_AGE = 1e18
_HELD_BACK = """select count(*) from task where queue = ? and owner is null and enqueued_at > ?
and """
# One job per transcript at a time: a second one would only find the first one's work done. A job that saw a worker
# die runs alone, so that the next death is blamed on nobody else.
# While no model may be asked, what needs one waits untouched, unless it is as old as the third and fourth parameters.
_READY = f"""from task as waiting where queue = ? and owner is null and ready_at <= ?
and (enqueued_at <= ? or not {_OBSERVES}) and (enqueued_at <= ? or not {_REFLECTS}) and not exists (
select 1 from task as leased where leased.owner is not null
and (leased.coalesce_key = waiting.coalesce_key or leased.deaths > 0 or waiting.deaths > 0))"""  # noqa: S608  (constants only)
_IS_READY = f"select 1 {_READY} limit 1"
_LEASE = f"""update task set owner = ?, leased_at = ?, attempts = attempts + 1 where id =
(select id {_READY} order by priority desc, id limit 1) returning id, attempts, deaths, enqueued_at, data"""  # noqa: S608  (constants only)

# A lease is held by its owner, for one attempt: a lease that ran out and was given anew is another one.
_HELD = "where id = ? and attempts = ? and owner = ?"
_IS_HELD = f"select 1 from task {_HELD}"  # noqa: S608  (constants only, here and below)
_RENEW = f"update task set leased_at = ?, deaths = 0 {_HELD}"  # noqa: S608
_FINISH = f"delete from task {_HELD}"  # noqa: S608
# What failed before for the same transcript is done by the job that gets through.
_FORGET_FAILURES = (
    f"""delete from failed_task where (queue, coalesce_key) in (select queue, coalesce_key from task {_HELD})"""  # noqa: S608
)
# Tries, deaths and the pause before the next try belong to the work, whichever event asked for it last.
_INHERIT = """update task as newer set
attempts = newer.attempts + old.attempts, deaths = max(newer.deaths, old.deaths),
error = coalesce(old.error, newer.error), enqueued_at = min(newer.enqueued_at, old.enqueued_at),
ready_at = case when old.error is null then newer.ready_at else max(newer.ready_at, old.ready_at) end,
data = case when not json_valid(old.data) then newer.data else json_set(newer.data,
    '$.m.retries', json_extract(old.data, '$.m.retries'),
    '$.m.retry_delay', json_extract(old.data, '$.m.retry_delay'),
    '$.m.kwargs.since',
        coalesce(json_extract(old.data, '$.m.kwargs.since'), json_extract(newer.data, '$.m.kwargs.since')),
    '$.m.kwargs.flush', json(case when coalesce(json_extract(old.data, '$.m.kwargs.flush'), 0)
        or coalesce(json_extract(newer.data, '$.m.kwargs.flush'), 0) then 'true' else 'false' end)) end
from task as old where old.id = ? and newer.id <> old.id and newer.queue = old.queue
and newer.coalesce_key = old.coalesce_key and newer.owner is null"""
_GIVE_BACK = f"update task set data = ?, ready_at = ?, error = nullif(?, '') {_HELD}"  # noqa: S608


class Lease(NamedTuple):
    """One attempt at one job."""

    row_id: int
    attempt: int


class Leased(NamedTuple):
    """A job that was taken: its lease, how many workers in a row died in it, since when it waits, and the message."""

    lease: Lease
    deaths: int
    enqueued_at: float
    data: bytes


def process_identity() -> str:
    """Return this process's pid and start time, which together are never used again on this machine."""
    process = psutil.Process()
    return f"{process.pid}:{process.create_time():.2f}"


class LeaseStorage(SqliteStorage):
    """The queue file, with leases in the task table and a list of jobs that have failed for good."""

    begin_sql = "begin immediate"
    ddl = (
        SqliteStorage.table_kv, SqliteStorage.table_sched, SqliteStorage.index_sched, SqliteStorage.table_counter,
        *queue.SCHEMA,
    )  # fmt: skip

    def __init__(self, name: str, *, owner: str = "", lease_s: float = LEASE_S, **options: Any) -> None:
        self.owner = owner or process_identity()
        self.lease_s = lease_s
        # When each of our leases last got on, by a clock that neither jumps nor runs while the machine sleeps.
        self._alive: dict[int, float] = {}
        # Jobs that ended while the queue could not be written: they wait again as soon as it can be.
        self._unsettled: set[Lease] = set()
        # When to look again while no model may be asked, and after how long the rules do the work in its place.
        self.held_until: Callable[[float, Purpose], float | None] = lambda now, purpose: None
        self.rules_after_s: Callable[[], float] = lambda: _ANY_AGE
        super().__init__(name, **options)

    def _create_connection(self) -> Any:
        connection = super()._create_connection()
        connection.execute("pragma synchronous=normal")  # huey offers FULL and OFF only
        return connection

    def enqueue(self, data: bytes, priority: float | None = None) -> None:
        """Add a job that is ready now."""
        self._insert(data, priority, 0.0)

    def add_to_schedule(self, data: bytes, ts: Any) -> None:
        """Add a job that is ready at `ts`."""
        self._insert(data, 0, unix_time(ts))

    def _insert(self, data: bytes, priority: float | None, ready_at: float) -> None:
        self.sql(
            "insert into task (queue, data, priority, enqueued_at, ready_at) values (?, ?, ?, ?, ?)",
            (self.name, self.to_blob(data), priority or 0, time.time(), ready_at), commit=True,
        )  # fmt: skip

    def read_schedule(self, ts: Any) -> list[bytes]:
        """Return nothing: jobs that are not ready wait in the task table."""
        return []

    def dequeue(self) -> Leased | None:
        """Lease the next ready job and return it; one job per transcript at a time."""
        now = time.time()
        # An empty queue is looked at without a write lock.
        ready = (self.name, now, self._oldest(now, "observe"), self._oldest(now, "reflect"))
        if not self.sql(_IS_READY, ready, results=True):
            return None
        rows: Any = self.sql(_LEASE, (self.owner, now, *ready), commit=True, results=True)
        if not rows:
            return None
        row_id, attempts, deaths, enqueued_at, data = rows[0]
        self._alive[row_id] = time.monotonic()
        return Leased(Lease(row_id, attempts), deaths, enqueued_at, data)

    def _oldest(self, now: float, purpose: Purpose) -> float:
        """Return the moment before which a job must have been enqueued to be done now."""
        return _ANY_AGE if self.held_until(now, purpose) is None else now - self.rules_after_s()

    def held(self, purpose: Purpose) -> int:
        """Return how many jobs wait for a model that may not be asked now."""
        now = time.time()
        if self.held_until(now, purpose) is None:
            return 0
        query = _HELD_BACK + (_REFLECTS if purpose == "reflect" else _OBSERVES)
        rows: Any = self.sql(query, (self.name, now - self.rules_after_s()), results=True)
        return int(rows[0][0])

    def renew(self, lease: Lease) -> None:
        """Say that a leased job got on: its lease begins anew, and earlier deaths are not held against it."""
        self.sql(_RENEW, (time.time(), *lease, self.owner), commit=True)
        self._alive[lease.row_id] = time.monotonic()

    def hold_on(self, lease: Lease) -> None:
        """Say that a leased job still waits for somebody: its lease begins anew, and that is all."""
        self.sql(f"update task set leased_at = ? {_HELD}", (time.time(), *lease, self.owner), commit=True)  # noqa: S608
        self._alive[lease.row_id] = time.monotonic()

    def finish(self, lease: Lease) -> None:
        """Delete a job that is done, and what failed before on the way there.

        A lease that was taken back meanwhile has no say.
        """
        with self.db(commit=True) as cursor:
            cursor.execute(_FORGET_FAILURES, (*lease, self.owner))
            cursor.execute(_FINISH, (*lease, self.owner))
        self._alive.pop(lease.row_id, None)

    def give_back(
        self, lease: Lease, data: bytes, *, ready_at: float, error: str = "", is_counted: bool = True
    ) -> None:
        """Let a leased job wait again until `ready_at`; a newer job for the same transcript takes its place.

        An attempt that is not counted was none.
        """
        with self.db(commit=True) as cursor:
            if not is_counted:
                cursor.execute(f"update task set attempts = attempts - 1 {_HELD}", (*lease, self.owner))  # noqa: S608
                lease = lease._replace(attempt=lease.attempt - 1)
            cursor.execute(_GIVE_BACK, (self.to_blob(data), ready_at, error, *lease, self.owner))
            if cursor.rowcount:
                _release(cursor, lease.row_id)
        self._alive.pop(lease.row_id, None)

    def fail(self, lease: Lease, error: str, *, reply: str = "") -> None:
        """Move a leased job to the failed list, with its error and the model's answer that caused it."""
        with self.db(commit=True) as cursor:
            if cursor.execute(_IS_HELD, (*lease, self.owner)).fetchone():
                _move_to_failed(cursor, lease.row_id, error, reply)
                logger.error("gave up a job: %s", error)
        self._alive.pop(lease.row_id, None)

    def let_go(self, lease: Lease) -> None:
        """Note that nobody works on a leased job any more: if its end could not be written, `settle` gives it back."""
        if lease.row_id in self._alive:
            self._unsettled.add(lease)

    def settle(self) -> int:
        """Let jobs wait again whose end could not be written; return how many there were.

        Doing them once more changes nothing but the queue.
        """
        unsettled = list(self._unsettled)
        for lease in unsettled:
            with self.db(commit=True) as cursor:
                if cursor.execute(_IS_HELD, (*lease, self.owner)).fetchone():
                    _release(cursor, lease.row_id)
            self._alive.pop(lease.row_id, None)
            self._unsettled.discard(lease)
        return len(unsettled)

    def stuck(self) -> list[int]:
        """Return the rows that this worker has leased and not got on with for `lease_s` seconds."""
        limit = time.monotonic() - self.lease_s
        return [row_id for row_id, alive in list(self._alive.items()) if alive < limit]

    def pull_back_future(self, *, longest_wait_s: float) -> int:
        """Make jobs ready that wait longer than any wait lasts: the clock was set back. Return how many there were."""
        latest = time.time() + longest_wait_s
        with self.db(commit=True) as cursor:
            cursor.execute("update task set ready_at = 0 where queue = ? and ready_at > ?", (self.name, latest))
            return int(cursor.rowcount)

    def drop_old_failures(self, *, kept_s: float) -> int:
        """Delete what has stood on the failed list for `kept_s` seconds; return how many jobs that were."""
        with self.db(commit=True) as cursor:
            cursor.execute("delete from failed_task where failed_at < ?", (time.time() - kept_s,))
            return int(cursor.rowcount)

    def recover(self) -> tuple[int, int]:
        """Return the leases of other owners to the queue; return how many came back and how many failed for good.

        Call it while holding the worker lock: then every such owner is dead. A job that has seen its worker die
        three times without getting on goes to the failed list instead.
        """
        with self.db(commit=True) as cursor:
            cursor.execute(
                "select id, deaths + 1 from task where queue = ? and owner is not null and owner <> ?",
                (self.name, self.owner),
            )
            leased = cursor.fetchall()
            poisonous = [row_id for row_id, deaths in leased if deaths >= MAX_DEATHS]
            for row_id in poisonous:
                _move_to_failed(cursor, row_id, f"the worker died {MAX_DEATHS} times while running this job")
                logger.error("gave up a job: the worker died %d times while running it", MAX_DEATHS)
            for row_id, deaths in leased:
                cursor.execute("update task set deaths = ? where id = ?", (deaths, row_id))
                _release(cursor, row_id)
        return len(leased) - len(poisonous), len(poisonous)

    def give_back_all(self) -> int:
        """Let every job that this worker still holds wait again, as if it had not been taken; return the number.

        Those that it is stuck in keep their lease: the next worker takes it for a death.
        """
        stuck = self.stuck()
        with self.db(commit=True) as cursor:
            cursor.execute("select id from task where queue = ? and owner = ?", (self.name, self.owner))
            held = [row_id for (row_id,) in cursor.fetchall() if row_id not in stuck]
            for row_id in held:
                cursor.execute("update task set attempts = attempts - 1 where id = ?", (row_id,))
                _release(cursor, row_id)
        return len(held)

    def pull_forward(self, name: str) -> int:
        """Make the tails that wait for more text ready now, flushing; return how many there were."""
        with self.db(commit=True) as cursor:
            cursor.execute(
                "update task set ready_at = 0, data = json_set(data, '$.m.kwargs.flush', json('true'))"
                " where queue = ? and owner is null and ready_at > 0 and error is null"
                " and json_extract(data, '$.m.name') = ?",
                (self.name, name),
            )
            return int(cursor.rowcount)

    def queue_size(self) -> int:
        """Return how many jobs wait or run."""
        rows: Any = self.sql("select count(*) from task where queue = ?", (self.name,), results=True)
        return int(rows[0][0])


def _release(cursor: Any, row_id: int) -> None:
    """Let a leased job wait again; a newer one for the same transcript takes its place, with its history."""
    cursor.execute(_INHERIT, (row_id,))
    if cursor.rowcount:
        cursor.execute("delete from task where id = ?", (row_id,))
    else:
        cursor.execute("update task set owner = null, leased_at = null where id = ?", (row_id,))


def _move_to_failed(cursor: Any, row_id: int, error: str, reply: str = "") -> None:
    cursor.execute(
        "insert or replace into failed_task (id, queue, data, priority, coalesce_key, enqueued_at, attempts, deaths,"
        " error, failed_at, reply) select id, queue, data, priority, coalesce_key, enqueued_at, attempts, deaths,"
        " ?, ?, ? from task where id = ?",
        (error, time.time(), reply, row_id),
    )
    cursor.execute("delete from task where id = ?", (row_id,))


class LeaseHuey(SqliteHuey):
    """Huey over `LeaseStorage`: a job's row goes when its work is done, not when it is taken."""

    storage_class = LeaseStorage
    storage: LeaseStorage

    def __init__(self, name: str, **options: Any) -> None:
        super().__init__(name, **options)
        self._signal.connect(self._note_interrupted, SIGNAL_INTERRUPTED)
        self._signal.connect(self._note_error, SIGNAL_ERROR)

    def dequeue(self) -> Any:
        """Lease a job and return its task; one that cannot be read goes to the failed list with the reason."""
        leased = self.storage.dequeue()
        if leased is None:
            return None
        try:
            task = self.deserialize_task(leased.data)
        except (HueyException, ValueError, TypeError, KeyError, AttributeError) as error:
            self.storage.fail(leased.lease, f"unreadable job: {error!r}")
            return None
        task.lease, task.deaths, task.enqueued_at = leased.lease, leased.deaths, leased.enqueued_at
        return task

    def execute(self, task: Any, timestamp: Any = None) -> Any:
        """Run a task; its row is deleted unless it waits again, failed for good, or was interrupted."""
        lease = getattr(task, "lease", None)
        try:
            result = super().execute(task, timestamp)
            if getattr(task, "lease", None) is not None:
                self.storage.finish(task.lease)
            return result
        finally:
            if lease is not None:
                self.storage.let_go(lease)

    def _note_interrupted(self, signal: str, task: Any) -> None:
        task.lease = None  # it stays in the queue and is given back when the worker leaves

    def _note_error(self, signal: str, task: Any, error: BaseException) -> None:
        if not task.retries and getattr(task, "lease", None) is not None:
            reply = privacy.clean(getattr(error, "reply", "")).text[:LONGEST_REPLY]
            self.storage.fail(task.lease, describe(error), reply=reply)
            task.lease = None
        else:
            task.last_error = describe(error)

    def _requeue_task(self, task: Any, timestamp: Any, retry_eta: Any = None) -> None:
        # The same row waits again; huey would add a new one, which forgets how often the job was tried.
        task.retries -= 1
        if retry_eta is not None:
            ready_at = unix_time(retry_eta)
        else:
            ready_at = time.time() + task.retry_delay * random.uniform(0.75, 1.25)
            task.retry_delay = min(task.retry_delay * (task.retry_backoff or 1), MAX_BACKOFF_S)
        task.eta = None
        data = self.serialize_task(task)
        self.storage.give_back(
            task.lease, data, ready_at=ready_at, error=getattr(task, "last_error", ""),
            is_counted=not getattr(task, "is_uncounted", False),
        )  # fmt: skip
        task.lease = None


def describe(error: BaseException) -> str:
    """Return an error as one line, without the text that it was about."""
    return f"{type(error).__name__}: {privacy.clean(' '.join(str(error).split())).text[:300]}"


def unix_time(moment: datetime.datetime) -> float:
    """Return a moment of huey's, naive ones being UTC, in UNIX seconds."""
    return (moment if moment.tzinfo else moment.replace(tzinfo=datetime.UTC)).timestamp()
