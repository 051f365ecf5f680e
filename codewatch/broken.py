"""What a session is told at its start when capture is broken. Standard library only: hooks write and read it.

Whoever meets a lasting fault leaves a note in the data directory; what nobody can note is looked for.
"""

import os
import time

from codewatch import paths
from codewatch.lightsqlite import SQLiteError, connect

# A hiccup that mends itself is nobody's business.
TOLD_AFTER_S = 900.0
MANY_FAILED = 3
_FILE = "broken"
_AT_ONCE = "!"
_BY_RULES = "~"
_FAILED_FILE = "told-failed"
# A job that was already there long before the last save, and still is: a machine that was off has no such job.
_UNSERVED = """select (select min(enqueued_at) from task where ready_at <= ?),
(select max(ready_at) from enqueued_transcript)"""
_FAILED = "select count(*), max(id) from failed_task where failed_at > ?"


def note(folder: str, why: str, *, now: float, is_certain: bool = False, is_by_rules: bool = False) -> None:
    """Note that capture is broken since `now` (UNIX time); an earlier note is kept as it is.

    One that `is_certain` not to mend itself is told at once; `is_by_rules` says that memory is kept all the same.
    """
    try:
        descriptor = paths.open_private(os.path.join(folder, _FILE), os.O_WRONLY | os.O_EXCL)
    except OSError:
        return  # noted already, or the folder cannot be written, which `status` sees by itself
    try:
        since = f"{now:.0f}{_BY_RULES if is_by_rules else ''}{_AT_ONCE if is_certain else ''}"
        os.write(descriptor, f"{since} {' '.join(why.split())[:300]}".encode("utf-8", "replace"))
    except OSError:
        os.unlink(os.path.join(folder, _FILE))  # an empty note would keep the next one away
    finally:
        os.close(descriptor)


def clear(folder: str) -> None:
    """Take the note away: capture works."""
    try:
        os.unlink(os.path.join(folder, _FILE))
    except OSError:
        return


def line_to_tell(folder: str, *, now: float, is_told: bool = True) -> str:
    """Return the line for a briefing when capture has been broken for a quarter of an hour, else "".

    It is returned once, until capture works and breaks again; only of a folder that cannot be written each time.
    Whoever only looks at what a session would be told says so by `is_told`, and it is told all the same.
    """
    return _noted(folder, now, is_told) or _unwritable(folder) or _unserved(folder, now, is_told)


def _unwritable(folder: str) -> str:
    if not os.path.isdir(folder):
        return ""
    if not os.access(folder, os.W_OK | os.X_OK):
        return f"memory is not recording: {folder} cannot be written. Run `codewatch status`."
    if hasattr(os, "statvfs") and os.statvfs(folder).f_bavail == 0:
        return f"memory is not recording: the disk of {folder} is full."
    return ""


def _unserved(folder: str, now: float, is_told: bool) -> str:
    """Return the line about jobs that nobody does, or that were given up one after the other."""
    queue = os.path.join(folder, paths.QUEUE_FILE)
    if not os.path.exists(queue):
        return ""
    try:
        connection = connect(queue, mode="ro")
        since, saved = connection.execute(_UNSERVED, (now,)).fetchone()
        failed, newest = connection.execute(_FAILED, (now - 86_400,)).fetchone()
    except SQLiteError:
        return ""  # `status` says what is the matter with it
    if since is not None and saved is not None and saved - since >= TOLD_AFTER_S:
        note(folder, "jobs wait and no worker does them", now=since)
        return _noted(folder, now, is_told)
    if failed >= MANY_FAILED and _is_news(folder, str(newest), is_told):
        return f"memory gave up {failed} jobs since yesterday. Run `codewatch queue failed`."
    return ""


def _is_news(folder: str, newest: str, is_told: bool) -> bool:
    """Return whether the newest failed job was not told of before; where it `is_told` now, remember that."""
    try:
        descriptor = paths.open_private(os.path.join(folder, _FAILED_FILE), os.O_RDWR)
    except OSError:
        return True  # then it is told again
    try:
        if os.read(descriptor, 40).decode("ascii", "replace") == newest:
            return False
        if is_told:
            os.ftruncate(descriptor, 0)
            os.lseek(descriptor, 0, os.SEEK_SET)
            os.write(descriptor, newest.encode())
    finally:
        os.close(descriptor)
    return True


def _noted(folder: str, now: float, is_told: bool) -> str:
    path = os.path.join(folder, _FILE)
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except OSError:
        return ""
    try:
        since, _, why = os.read(descriptor, 1000).decode("utf-8", "replace").partition(" ")
    finally:
        os.close(descriptor)
    is_certain = since.endswith(_AT_ONCE)
    is_by_rules = _BY_RULES in since
    since = since.removesuffix(_AT_ONCE).removesuffix(_BY_RULES)
    if not since.isdigit() or why.startswith("told: ") or (now - int(since) < TOLD_AFTER_S and not is_certain):
        return ""
    if is_told:
        _mark_told(path, since, why)
    clock = time.strftime("%Y-%m-%d %H:%M", time.gmtime(int(since)))
    what = "memory is kept by rules alone" if is_by_rules else "memory is not recording"
    return f"{what} since {clock} UTC: {why}. Run `codewatch status`."


def _mark_told(path: str, since: str, why: str) -> None:
    try:
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(f"{since} told: {why}")
    except OSError:
        return  # then it is told again
