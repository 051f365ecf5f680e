"""A session in opencode's database into lines of JSON, a row each, that stay as they are once they are given."""

import glob
import json
import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from typing import Any, BinaryIO, cast

from codewatch import lightsqlite, paths
from codewatch.clients import hunks
from codewatch.clients.rows import as_object
from codewatch.errors import TranscriptError

# An answer that was begun so long ago is not finished any more: the program has ended.
ABANDONED_S = 3600.0
_BUSY_S = 2.0
_SPOOLED_BYTES = 1 << 20
_SESSIONS = "select id from session order by time_created, id"
_WRITTEN_AT = "select time_updated from session where id = ?"
_SESSION = "select id, parent_id, directory, time_created from session where id = ?"
_MESSAGES = "select id, time_created, time_updated, data from message where session_id = ? order by time_created, id"
_PARTS = "select id, data from part where message_id = ? order by id"
# Of a row, what no longer changes when its message is finished: the program adds summaries, titles and marks later.
_OF_MESSAGE = ("role", "time", "agent", "mode", "parentID", "path", "finish", "error", "summary")
_OF_PART = (
    "type", "text", "synthetic", "ignored", "tool", "callID", "state", "mime", "filename", "reason", "prompt", "agent",
    "description", "name", "files", "auto",
)  # fmt: skip
_OF_STATE = ("status", "input", "output", "error")


def databases() -> list[str]:
    """Return opencode's databases: one for each of its release channels, or the one that `OPENCODE_DB` names."""
    named = paths.opencode_database()
    found = glob.glob(os.path.join(glob.escape(paths.opencode_data_dir()), "opencode*.db"))
    return sorted({*found, *([named] if named and os.path.isfile(named) else [])})


def find_sessions() -> Iterator[str]:
    """Yield a path for each session, which is the database's and the session's id below it."""
    for database in databases():
        try:
            with closing(_open(database)) as connection:
                ids = [row[0] for row in connection.execute(_SESSIONS)]
        except sqlite3.Error:
            continue  # of another program, or of a version that keeps its sessions elsewhere
        yield from (os.path.join(database, one) for one in ids if _is_name(one))


def written_at(path: str) -> float:
    """Return when a session was written last, in UNIX seconds.

    Raises:
        OSError: it is gone, or cannot be read.
    """
    database, session = os.path.split(path)
    try:
        with closing(_open(database)) as connection:
            row = connection.execute(_WRITTEN_AT, (session,)).fetchone()
    except sqlite3.Error as error:
        raise OSError(f"{path}: {error}") from error
    if row is None:
        raise FileNotFoundError(f"{path}: no such session")
    return _seconds(row[0])


def open_session(path: str) -> BinaryIO:
    """Return a session as lines of JSON, up to the first answer that is not finished yet.

    They are in a file without a name. The database is read in one go and closed: a reader that stays would keep it
    from being tidied.

    Raises:
        TranscriptError: there is no such session, or it cannot be read.
    """
    database, session = os.path.split(path)
    stream = cast("BinaryIO", tempfile.TemporaryFile(buffering=_SPOOLED_BYTES))  # noqa: SIM115  (the caller's)
    try:
        with closing(_open(database)) as connection:
            connection.execute("begin")  # so that all rows are of one moment
            for row in _rows(connection, session, now=time.time()):
                stream.write(_as_line(row))
        stream.flush()
        stream.seek(0)
    except (sqlite3.Error, OSError) as error:
        stream.close()
        raise TranscriptError(f"{path}: {error}") from error
    except BaseException:
        stream.close()
        raise
    return stream


def _open(database: str) -> sqlite3.Connection:
    if not os.path.isfile(database):
        raise sqlite3.OperationalError("no such database")
    # What a -wal file holds is read only where its index can be made.
    mode = "ro" if os.access(os.path.dirname(database), os.W_OK) else "immutable"
    return lightsqlite.connect(database, mode=mode, timeout_s=_BUSY_S)


def _rows(connection: sqlite3.Connection, session: str, *, now: float) -> Iterator[dict[str, Any]]:
    found = connection.execute(_SESSION, (session,)).fetchone()
    if found is None:
        raise TranscriptError(f"{session}: no such session")
    head = dict(zip(("id", "parent_id", "directory", "time_created"), found, strict=True))
    messages = connection.execute(_MESSAGES, (session,)).fetchall()
    finished = [_is_finished(_parsed(data), _seconds(updated), now=now) for _, _, updated, data in messages]
    for number, (message, created, _, data) in enumerate(messages):
        if not finished[number] and not any(finished[number + 1 :]):
            return
        if not number:  # A session in which nothing was said has no lines.
            yield {"table": "session", **head}
        kept = _parsed(data)
        common = {"session_id": session, "time_created": created}
        # Who reads a part must not need its message, which may stand far before it.
        said = {"message_id": message, "role": kept.get("role"), "cwd": _folder(kept), "finish": kept.get("finish")}
        yield {"table": "message", "id": message, **common, "data": _message(kept)}
        for part, text in connection.execute(_PARTS, (message,)):
            yield {"table": "part", "id": part, **common, **said, "data": _part(_parsed(text))}


def _is_finished(message: Mapping[str, Any], updated_at: float, *, now: float) -> bool:
    """Return whether nothing is added to a message any more, by what it says or by its age.

    A prompt counts only together with its answer: it may get parts until that begins.
    """
    if message.get("role") == "user":
        return updated_at < now - ABANDONED_S
    moment = as_object(message.get("time")) or {}
    return bool(moment.get("completed") or message.get("error")) or updated_at < now - ABANDONED_S


def _is_name(session: object) -> bool:
    """Return whether an id names a session below its database: anything else would be the path to something else."""
    if not isinstance(session, str) or not session.strip(".") or "\0" in session:
        return False
    return os.path.basename(session) == session


def _seconds(milliseconds: object) -> float:
    """Return a column's time in UNIX seconds, 0 where it holds none: SQLite keeps anything in any column."""
    return milliseconds / 1000 if isinstance(milliseconds, int | float) else 0.0


def _as_line(row: Mapping[str, Any]) -> bytes:
    """Return a row as a line; bytes are given as text, and of what is nested too deeply there is only where it was."""
    try:
        text = json.dumps(row, ensure_ascii=False, sort_keys=True, default=lambda value: str(value, "utf-8", "replace"))
    except RecursionError:
        text = json.dumps({"table": row["table"], "id": str(row["id"])})
    return text.encode("utf-8", "replace") + b"\n"


def _folder(data: Mapping[str, Any]) -> object:
    return (as_object(data.get("path")) or {}).get("cwd")


def _message(data: Mapping[str, Any]) -> dict[str, Any]:
    kept = {name: data[name] for name in _OF_MESSAGE if name in data}
    kept["time"] = {"created": (as_object(data.get("time")) or {}).get("created")}
    if data.get("role") == "user":
        kept.pop("summary", None)  # of what the turn has changed, which comes at its end
    return kept


def _part(data: Mapping[str, Any]) -> dict[str, Any]:
    kept = {name: data[name] for name in _OF_PART if name in data}
    state = as_object(data.get("state"))
    if state is not None:
        metadata = as_object(state.get("metadata")) or {}
        code = metadata.get("exit")
        changed = hunks.from_diff(metadata.get("diff"))
        kept["state"] = {
            **{name: state[name] for name in _OF_STATE if name in state},
            **({"exit": code} if isinstance(code, int) else {}),
            **({"hunks": [list(hunk) for hunk in changed]} if changed else {}),
        }
    return kept


def _parsed(text: object) -> dict[str, Any]:
    try:
        return as_object(json.loads(text)) or {} if isinstance(text, str) else {}
    except (ValueError, RecursionError):
        return {}
