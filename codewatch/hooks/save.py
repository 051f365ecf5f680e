"""The end of a turn into one job of the queue: "this transcript, up to here". Prints nothing, and never waits."""

import os
import time

from codewatch import git, launch, paths, queue
from codewatch.hooks import dialects, door
from codewatch.lightsqlite import SQLiteError, connect

# After these the session may say no more for a long time: text that is too short to stand alone is taken now.
FLUSHING_EVENTS = ("PreCompact", "SessionEnd")
PROMPT_EVENT = "UserPromptSubmit"
_ARGUMENTS = """select json_object('client', ?, 'path', ?, 'end', ?, 'session', ?, 'cwd', ?, 'project', ?, 'branch', ?,
'event', ?, 'flush', json(?), 'since', ?, 'message', ?)"""
_SPOOLED = "select json_object('arguments', json(?), 'job', ?, 'now', ?, 'key', ?)"
_HAS_WORK = "select 1 from task where queue = ? and owner is null and ready_at <= ? limit 1"
_OLDEST = "select min(enqueued_at) from task where queue = ? and owner is null and ready_at <= ?"
_FILE_KIND = 0o170000
_REGULAR = 0o100000
_INTEGER = 0x7FFF_FFFF_FFFF_FFFF


class Job:
    """What is to be enqueued: `key` None means that it never coalesces, `size` and `inode` are the transcript's."""

    __slots__ = ("arguments", "flush", "inode", "key", "size")

    def __init__(self, arguments: str, key: str | None, size: int, inode: int, flush: bool) -> None:
        self.arguments = arguments
        self.key = key
        self.size = size
        self.inode = inode
        self.flush = flush


def main(client: str) -> None:
    """Enqueue what the payload on standard input is about, and start the worker if none runs.

    Raises:
        BadPayload: the payload is not JSON.
        OSError: the data directory cannot be written, and so neither queue nor spool.
    """
    if paths.is_child():
        return
    told = door.read_payload(dialects.nested_in(client))
    named, client = client, dialects.speaker(client, told)
    payload = dialects.translated(client, told)
    if dialects.is_told_twice(named, client, payload.get("cwd", "")):
        return
    keep(client, payload, paths.data_dir(), time.time())


def keep(client: str, payload: dict[str, str], folder: str, now: float, *, unless_since: float | None = None) -> None:
    """Enqueue what a payload is about, unless its transcript was queued since a UNIX time, and see to the worker.

    Raises:
        OSError: the data directory cannot be written, and so neither queue nor spool.
    """
    if not payload or paths.leads_into(payload.get("cwd", ""), folder) or paths.fault_of(folder) is not None:
        return
    if door.is_off("capture", folder, payload.get("cwd", "")):
        return
    job = _make_job(client, payload, now)
    if job is None or (unless_since is not None and _was_queued(job, folder, unless_since, now)):
        return
    paths.make_private_folder(folder)
    if put(job, folder, now) and paths.worker_autostart() and launch.start_worker(folder):
        _note_if_stuck(folder, now)


def _was_queued(job: Job, folder: str, since: float, now: float) -> bool:
    path = os.path.join(folder, paths.QUEUE_FILE)
    if job.key is None or not os.path.exists(path):
        return False
    # What lies further ahead was said by a clock that was set back since.
    return since < queue.queued_at(connect(path, mode="ro"), job.key) <= now + queue.SLICE_GAP_S


def _note_if_stuck(folder: str, now: float) -> None:
    """Note that no worker stays, when a job has waited for one since long before the one just started."""
    from codewatch import broken  # noqa: PLC0415  (only the hook that has started a worker asks)

    connection = connect(os.path.join(folder, paths.QUEUE_FILE), mode="ro")
    (since,) = connection.execute(_OLDEST, (queue.QUEUE, now)).fetchone()
    if since is not None and now - since > broken.TOLD_AFTER_S:
        broken.note(folder, "no worker stays running", now=since)


def _make_job(client: str, payload: dict[str, str], now: float) -> Job | None:
    event = payload.get("hook_event_name", "")
    named = payload.get("transcript_path", "")
    if event == PROMPT_EVENT and payload.get("prompt", "").startswith(paths.OUR_OPENING):
        return None  # a question of our own to a coding client
    if event == "SubagentStop":
        if not payload.get("agent_type"):
            return None  # the client's own compaction, which sums up what is captured anyway
        named = payload.get("agent_transcript_path", "")
    session = payload.get("session_id", "")
    flush = event in FLUSHING_EVENTS
    path, size, inode = _find_transcript(named)
    # Where there is no transcript, it is the word of the one who speaks.
    said = payload.get("prompt" if event == PROMPT_EVENT else "last_assistant_message", "")
    message = "" if path or not event else _gated(said)
    if not path and not message:
        # Some runs of a client only end, and leave no transcript.
        if event not in FLUSHING_EVENTS and client not in dialects.UNREAD:
            door.complain(f"{event or 'payload'}: transcript {named or 'path'} is missing; nothing saved")
        return None
    cwd = payload.get("cwd", "")
    project, branch = git.locate(cwd)
    fields = (client, path, size, session, cwd, project, branch, event, "true" if flush else "false", now, message)
    arguments = connect(":memory:").execute(_ARGUMENTS, fields).fetchone()[0]
    return Job(arguments, queue.slice_key(client, path) if path else None, size, inode, flush)


def _find_transcript(named: str) -> tuple[str, int, int]:
    if not named:
        return "", 0, 0
    path = paths.resolved(os.path.expanduser(named))
    try:
        found = os.stat(path)
    except NotADirectoryError:
        return _find_in_database(path)
    except (OSError, ValueError):
        path = _in_a_folder_beside(path)
        if not path:
            return "", 0, 0
        found = os.stat(path)
    # A file that was written anew in place keeps its inode, and may keep its size.
    identity = (found.st_ino ^ found.st_mtime_ns) & _INTEGER
    return (path, found.st_size, identity) if found.st_mode & _FILE_KIND == _REGULAR else ("", 0, 0)


def _find_in_database(path: str) -> tuple[str, int, int]:
    """Return a session's path below the database that holds it, and what tells that this has grown.

    The size is that of all sessions, and so not less than this one's. What is new is in the log beside it at first.
    """
    database = os.path.dirname(path)
    size = identity = 0
    for name in (database, f"{database}-wal"):
        try:
            found = os.stat(name)
        except OSError:
            continue
        if found.st_size:  # A log is empty that a reader has made.
            size += found.st_size
            identity ^= found.st_ino ^ found.st_mtime_ns
    return (path, size, identity & _INTEGER) if size else ("", 0, 0)


def _in_a_folder_beside(path: str) -> str:
    """Return where a transcript of that name is in a folder beside the one named: some clients name a worktree's."""
    folder, name = os.path.split(path)
    try:
        beside = [os.path.join(entry.path, name) for entry in os.scandir(os.path.dirname(folder)) if entry.is_dir()]
    except (OSError, ValueError):
        return ""
    return next((other for other in beside if other != path and os.path.isfile(other)), "")


def _gated(message: str) -> str:
    """Return a message as it may be kept; "" when it is not certain what the user wants to be hidden."""
    if not message.strip():
        return ""
    text, wrong = door.gated(message)
    if wrong:
        door.complain(f"the last message is not saved, since CODEWATCH_REDACT_PATTERNS cannot be used: {wrong}")
        return ""
    return text.strip()


def put(job: Job, folder: str, now: float) -> bool:
    """Enqueue or spool the job, and return whether the queue holds something that a worker could do now."""
    number = os.urandom(16).hex()
    path = os.path.join(folder, paths.QUEUE_FILE)
    try:
        if not os.path.exists(path):
            paths.create_private(path)
        connection = queue.open_queue(path)
        if job.key is None:
            queue.enqueue(connection, queue.OBSERVE_TASK, job.arguments, job=number, now=now)
            return True
        if queue.enqueue_slice(
            connection, job.arguments, key=job.key, size=job.size, inode=job.inode, flush=job.flush, job=number, now=now
        ):
            return True
        return connection.execute(_HAS_WORK, (queue.QUEUE, now)).fetchone() is not None
    except (SQLiteError, OSError) as error:
        document = connect(":memory:").execute(_SPOOLED, (job.arguments, number, now, job.key)).fetchone()[0]
        from codewatch import spool  # noqa: PLC0415  (rare)

        spool.put(folder, document, now_ns=time.time_ns())
        door.complain(f"queue not writable ({error}); the job is spooled")
        return True
