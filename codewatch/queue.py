"""Puts jobs into the Huey queue with SQL alone, so that a hook needs not import huey.

Table and message are those of huey's `SqliteStorage` (3.5) with the columns of our leases; a contract test runs
what is enqueued here through the installed huey.
"""

from codewatch.lightsqlite import SQLiteError, connect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlite3 import Connection

QUEUE = "codewatch"
OBSERVE_TASK = "codewatch.workers.tasks.observe_slice"
REFLECT_TASK = "codewatch.workers.tasks.reflect_scope"
CATEGORIZE_TASK = "codewatch.workers.tasks.categorize"
RETRIES = 4
RETRY_DELAY_S = 2
RETRY_BACKOFF = 2
# Slices of one transcript are at least so far apart, unless the session ends or compacts.
SLICE_GAP_S = 3.0

# `owner` is null while a job waits; `ready_at` is a UNIX time before which nobody takes it.
CREATE_TASK = """create table if not exists task (
    id integer not null primary key autoincrement, queue text not null, data blob not null,
    priority real not null default 0.0, coalesce_key text, enqueued_at real not null default 0,
    ready_at real not null default 0, owner text, leased_at real,
    attempts integer not null default 0, deaths integer not null default 0, error text
)"""
CREATE_TASK_ORDER = """create index if not exists task_order on task (queue, priority desc, id) where owner is null"""
CREATE_TASK_COALESCED = """create unique index if not exists task_coalesced on task (queue, coalesce_key)
where owner is null and coalesce_key is not null"""
CREATE_FAILED = """create table if not exists failed_task (
    id integer not null primary key, queue text not null, data blob not null, priority real not null,
    coalesce_key text, enqueued_at real not null, attempts integer not null, deaths integer not null,
    error text not null, failed_at real not null, reply text not null default ''
)"""
# What the hooks have enqueued per transcript and when it could be taken, so that an event with nothing new makes no
# job, and many events in a short time make few.
CREATE_SEEN = """create table if not exists enqueued_transcript (
    coalesce_key text not null primary key, size integer not null, inode integer not null, flushed integer not null,
    ready_at real not null
)"""
SCHEMA = (CREATE_TASK, CREATE_TASK_ORDER, CREATE_TASK_COALESCED, CREATE_FAILED, CREATE_SEEN)

_MESSAGE = """json_object('m', json_object('id', ?, 'name', ?, 'retries', ?, 'retry_delay', ?, 'retry_backoff', ?,
'kwargs', json(?)))"""
# A waiting job for the same transcript takes over the newer end; once asked to flush, it still flushes, and it
# remembers since when it has waited. One that failed keeps its tries, and its pause unless somebody asks by hand.
_ENQUEUE = f"""insert into task (queue, data, priority, coalesce_key, enqueued_at, ready_at)
values (?, {_MESSAGE}, ?, ?, ?, ?)
on conflict (queue, coalesce_key) where owner is null and coalesce_key is not null do update set
data = json_set(excluded.data,
    '$.m.retries', json_extract(iif(error is null, excluded.data, data), '$.m.retries'),
    '$.m.retry_delay', json_extract(iif(error is null, excluded.data, data), '$.m.retry_delay'),
    '$.m.kwargs.since',
        coalesce(json_extract(data, '$.m.kwargs.since'), json_extract(excluded.data, '$.m.kwargs.since')),
    '$.m.kwargs.flush', json(case when coalesce(json_extract(excluded.data, '$.m.kwargs.flush'), 0)
        or coalesce(json_extract(data, '$.m.kwargs.flush'), 0) then 'true' else 'false' end)),
priority = max(priority, excluded.priority),
ready_at = iif(error is null or excluded.priority > priority, min(ready_at, excluded.ready_at), ready_at)"""  # noqa: S608  (constants only)
# A merge patch drops what is null.
_REFLECT_ARGUMENTS = """select json_patch('{}', json_object('project', ?, 'branch', ?, 'level', ?, 'by_rules', ?,
    'unless_rejected', ?))"""
_SEEN = "select size, inode, flushed, ready_at from enqueued_transcript where coalesce_key = ?"
_MARK_SEEN = """insert or replace into enqueued_transcript (coalesce_key, size, inode, flushed, ready_at)
values (?, ?, ?, ?, ?)"""


def open_queue(path: str, *, timeout_s: float = 0.2) -> "Connection":
    """Open the queue file for enqueueing, creating its tables where they are missing.

    Raises:
        SQLiteError: it is locked for `timeout_s`, damaged, or cannot be written.
    """
    connection = connect(path, timeout_s=timeout_s)
    # huey's default is an fsync per job, fifteen times slower; the transcript itself survives a power cut.
    connection.execute("pragma synchronous=normal")
    try:
        connection.execute(_SEEN, ("",))
    except SQLiteError as error:
        if "no such table" not in str(error):
            raise
        connection.execute("pragma journal_mode=wal")
        for statement in SCHEMA:
            connection.execute(statement)
    return connection


def bring_up_to_date(connection: "Connection") -> None:
    """Make the tables that are missing, and add what an older codewatch did not have yet.

    Raises:
        SQLiteError: the queue cannot be written.
    """
    for statement in SCHEMA:
        connection.execute(statement)
    if not connection.execute("select 1 from pragma_table_info('failed_task') where name = 'reply'").fetchone():
        connection.execute("alter table failed_task add column reply text not null default ''")


def enqueue(
    connection: "Connection", task: str, arguments: str, *, job: str, now: float, key: str | None = None,
    priority: int = 0, ready_at: float = 0.0,
) -> None:  # fmt: skip
    """Put one job into the queue; a job that waits under the same `key` is brought up to date instead.

    `arguments` is a JSON object, `job` a fresh id, `now` and `ready_at` are UNIX times in seconds.

    Raises:
        SQLiteError: the queue cannot be written.
    """
    message = (job, task, RETRIES, RETRY_DELAY_S, RETRY_BACKOFF, arguments)
    connection.execute(_ENQUEUE, (QUEUE, *message, priority, key, now, ready_at))


def slice_key(client: str, path: str) -> str:
    """Return the key under which jobs for one transcript coalesce."""
    return f"{client}:{path}"


def enqueue_slice(
    connection: "Connection", arguments: str, *, key: str, size: int, inode: int, flush: bool, job: str, now: float,
    priority: int = 0,
) -> bool:  # fmt: skip
    """Enqueue a transcript up to its present size; return whether that made or changed a job.

    A job that follows the last one closely is ready `SLICE_GAP_S` after it, and takes in what comes until then.

    Raises:
        SQLiteError: the queue cannot be written.
    """
    seen = connection.execute(_SEEN, (key,)).fetchone()
    if seen is not None and seen[:2] == (size, inode) and seen[2] >= flush:
        return False
    ready_at = now if seen is None or flush else _next_moment(seen[3], now)
    connection.execute("begin immediate")
    try:
        enqueue(
            connection, OBSERVE_TASK, arguments, job=job, now=now, key=key, priority=priority,
            ready_at=0.0 if ready_at == now else ready_at,
        )  # fmt: skip
        connection.execute(_MARK_SEEN, (key, size, inode, int(flush), ready_at))
        connection.execute("commit")
    except SQLiteError:
        connection.execute("rollback")
        raise
    return True


def queued_at(connection: "Connection", key: str) -> float:
    """Return when a hook has last queued a transcript, in UNIX seconds, 0 for never.

    Raises:
        SQLiteError: the queue cannot be read.
    """
    seen = connection.execute(_SEEN, (key,)).fetchone()
    return float(seen[3]) if seen is not None else 0.0


def _next_moment(last: float, now: float) -> float:
    if now < last <= now + SLICE_GAP_S:
        return last  # the job that waits for this moment takes it in
    return max(now, last + SLICE_GAP_S) if last <= now else now  # else the clock was set back


def enqueue_reflection(
    connection: "Connection", *, project: int, branch: str, now: float, level: int | None = None,
    by_rules: bool = False, unless_rejected: bool = False,
) -> str:  # fmt: skip
    """Enqueue the reflection of a project's branch and return its key; one that waits already is enough.

    `level` is the compression level to start at, None for the lowest; `by_rules` asks for the rules, whoever is named.
    With `unless_rejected` nothing is done where what waits was found to be incompressible meanwhile.

    Raises:
        SQLiteError: the queue cannot be written.
    """
    given = (project, branch, level, by_rules or None, unless_rejected or None)
    (arguments,) = connection.execute(_REFLECT_ARGUMENTS, given).fetchone()
    key = f"reflect:{project}:{branch}"
    enqueue(connection, REFLECT_TASK, arguments, job=f"{key}:{now:.3f}", now=now, key=key)
    return key


def enqueue_sorting(connection: "Connection", *, now: float) -> None:
    """Enqueue the sorting of the memories that wait for it; one job that waits already is enough.

    Raises:
        SQLiteError: the queue cannot be written.
    """
    enqueue(connection, CATEGORIZE_TASK, "{}", job=f"categorize:{now:.3f}", now=now, key="categorize")
