"""What was read of clients' own memory files: by path, with the memory that was made of each."""

from collections.abc import Iterable
from typing import NamedTuple

from codewatch.categories import State
from codewatch.observations import Observation
from codewatch.store import observations
from codewatch.store.models import MemoryFile, database

_OF_FILE = "select observation_id from memory_file where path = ? and observation_id is not null"
_KEYED = "select id, state from observation where source_key = ?"
_PROJECT_OF_SESSION = """select root from session join project on project.id = project_id
where client = ? and client_session = ? order by session.id limit 1"""
_PROJECT_OF_FOLDER = """select project from transcript where client = ? and substr(path, 1, length(?)) = ?
and project <> '' order by id desc limit 1"""
_MARK = "insert or ignore into meta (key, value) values (? || ?, '')"
_UNMARK = "delete from meta where key = ? || ?"
_MARKED = "select cast(substr(key, length(?) + 1) as integer) from meta where key like ? || '%'"
_TOLD_FOR = "select value from meta where key = ?"
_SET_TOLD_FOR = "insert or replace into meta (key, value) values (?, ?)"
_TELLABLE = """select o.id, o.content, case when o.scope = 'global' then '' else coalesce(p.root, '') end
from observation o left join project p on p.id = o.project_id where o.state in ('active', 'reflected')"""


class Known(NamedTuple):
    """A file as it was read last."""

    content_hash: str
    observation: int | None


def known() -> dict[str, Known]:
    """Return what was read, by path."""
    rows = database.execute_sql("select path, content_hash, observation_id from memory_file").fetchall()
    return {path: Known(content_hash, row_id) for path, content_hash, row_id in rows}


def keep(
    path: str, content_hash: str, observation: Observation | None, *, project: int | None, branch: str, key: str,
    now: str, chars_per_token: int,
) -> int | None:  # fmt: skip
    """Remember what a file says now in place of what it said before; return the new memory's id, None for none.

    Call it inside a transaction. What was forgotten is not learned again.
    """
    observations.set_state(_memory_of(path), State.SUPERSEDED, who="worker", now=now, reason="file changed")
    there = database.execute_sql(_KEYED, (key,)).fetchone()
    row_id = None
    if there is not None:
        row_id = int(there[0])  # the file says again what it said once
        observations.set_state([row_id], State.ACTIVE, who="worker", now=now, reason="file is back")
    elif observation is not None:
        row_id = observations.add(
            observation, project=project, session=None, branch=branch, who="worker", now=now,
            chars_per_token=chars_per_token, key=key,
        )  # fmt: skip
    MemoryFile.replace(path=path, content_hash=content_hash, observation=row_id, updated_at=now).execute()
    return row_id


def drop(path: str, *, now: str) -> None:
    """Archive the memory of a file that is gone; call it inside a transaction."""
    observations.set_state(_memory_of(path), State.ARCHIVED, who="worker", now=now, reason="file is gone")
    MemoryFile.delete_by_id(path)


def _memory_of(path: str) -> list[int]:
    return [row_id for (row_id,) in database.execute_sql(_OF_FILE, (path,)).fetchall()]


def project_of_session(client: str, session: str) -> str:
    """Return the root of the project that a session was in, "" where nobody knows."""
    row = database.execute_sql(_PROJECT_OF_SESSION, (client, session)).fetchone()
    return row[0] if row else ""


def project_of_folder(client: str, folder: str) -> str:
    """Return the project of the transcripts that were read from a folder, "" for none."""
    row = database.execute_sql(_PROJECT_OF_FOLDER, (client, folder, folder)).fetchone()
    return row[0] if row else ""


def tellable() -> list[tuple[int, str, str]]:
    """Return id, text and project of the memories that a session may be told; "" for those of everybody."""
    return database.execute_sql(_TELLABLE).fetchall()


def told_for(mark: str) -> str:
    """Return for which state of files and memories the marks of a kind are, "" before there are any."""
    row = database.execute_sql(_TOLD_FOR, (_state_key(mark),)).fetchone()
    return row[0] if row else ""


def mark_told(mark: str, ids: Iterable[int], state: str) -> None:
    """Mark exactly these memories as what a client says by itself, and for which state of files and memories.

    `mark` is the client's, as `recall.search` looks for it. Call it inside a transaction.
    """
    marked = {row_id for (row_id,) in database.execute_sql(_MARKED, (mark, mark)).fetchall()}
    wanted = set(ids)
    for row_id in sorted(wanted - marked):
        database.execute_sql(_MARK, (mark, row_id))
    for row_id in sorted(marked - wanted):
        database.execute_sql(_UNMARK, (mark, row_id))
    database.execute_sql(_SET_TOLD_FOR, (_state_key(mark), state))


def _state_key(mark: str) -> str:
    return f"{mark.rstrip(':')}-for"
