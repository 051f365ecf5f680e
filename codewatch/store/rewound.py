"""Moves the observations of what a session has left behind out of memory, and back when the session goes back there."""

import json
from collections.abc import Iterable
from typing import NamedTuple

from codewatch import privacy
from codewatch.categories import State
from codewatch.store import observations, reflections
from codewatch.store.models import database

REASON = "rewound"


class Moved(NamedTuple):
    """The memories that were abandoned or came back, those that say something else now, and the change's number."""

    ids: list[int]
    reworded: list[int]
    change: int | None


_OF_KEY = """select id from observation where source_key >= :low and source_key < :high
and state in ('active', 'reflected')"""
_ABANDONED = "select id, source from observation where state = 'abandoned' and source_key like ? || ':%'"
# A fork's copy, or the session that a fork was copied from, may live on with what is left behind here.
_HELD_ELSEWHERE = """select value from json_each(:keys) where exists (
    select 1 from captured_record c join transcript t on t.id = c.transcript_id
    where c.client = :client and c.key = value and t.path <> :path)
or exists (
    select 1 from copied_record c join transcript t on t.id = c.transcript_id
    where c.client = :client and c.key = value and t.path <> :path)"""
_SEEN_AGAIN = """select reason from journal where kind = 'observation' and row_id = ? and action = 'seen again'"""
_DROP_TASKS = """delete from current_task where updated_at = ? and session_id in (
    select id from session where client = ? and client_session = ?)"""
# As it was before it first grew by what is left, and as it was after it last grew by what lives, where that was undone.
_SHRUNK = """select row_id, before from journal where kind = 'observation' and action = 'grew'
and reason in (select value from json_each(?)) order by id desc"""
_GREW = """select g.row_id, g.after from journal g where g.kind = 'observation' and g.action = 'grew'
and g.reason in (select value from json_each(?)) and 'shrank' = (select action from journal l
    where l.kind = 'observation' and l.row_id = g.row_id and l.action in ('grew', 'shrank') order by l.id desc limit 1)
order by g.id"""
_REPLACED = """select distinct j.row_id from journal j join observation o on o.id = j.row_id
where j.kind = 'observation' and j.action = 'superseded' and j.reason in (select value from json_each(?))
and o.state = ?"""


def leave(client: str, keys: Iterable[str], *, now: str, but_held_beside: str = "") -> Moved:
    """Abandon the observations of records that a session has left behind, and return what has changed.

    Those that were seen again elsewhere stay; with a path so do those whose record another transcript holds too. Call
    it inside a transaction.
    """
    left = set(keys)
    held: set[str] = set()
    if but_held_beside:
        asked = {"keys": json.dumps(sorted(left)), "client": client, "path": but_held_beside}
        held = {key for (key,) in database.execute_sql(_HELD_ELSEWHERE, asked).fetchall()}
    ids = [
        row_id
        for key in sorted(left - held)
        for row_id in _of_key(client, key)
        if all(reason in left for (reason,) in database.execute_sql(_SEEN_AGAIN, (row_id,)).fetchall())
    ]
    change = observations.set_state(ids, State.ABANDONED, who="worker", now=now, reason=REASON)
    shrunk = {row_id: text for row_id, text in _grown(left - held, _SHRUNK).items() if row_id not in ids}
    for row_id, text in shrunk.items():
        change = observations.put_back(row_id, text, now=now, reason=REASON, change=change) or change
    change = _set_replaced(left - held, State.SUPERSEDED, State.ACTIVE, now=now, change=change)
    return Moved(ids, [*shrunk], change)


def _set_replaced(keys: Iterable[str], known: State, state: State, *, now: str, change: int | None) -> int | None:
    """Move what these messages once replaced from one state to another."""
    asked = (json.dumps(sorted(keys)), str(known))
    ids = [row_id for (row_id,) in database.execute_sql(_REPLACED, asked).fetchall()]
    return observations.set_state(ids, state, who="worker", now=now, reason=REASON, change=change)


def _grown(keys: Iterable[str], query: str) -> dict[int, str]:
    """Return, of the memories that grew by these messages, the row as the journal has it."""
    rows = database.execute_sql(query, (json.dumps(sorted(keys)),)).fetchall()
    return {row_id: text for row_id, text in rows if text}


def come_back(client: str, keys: Iterable[str], *, now: str) -> Moved:
    """Make the abandoned observations of records that live what they were before, and return what has changed.

    Call it inside a transaction.
    """
    live = set(keys)
    rows = database.execute_sql(_ABANDONED, (client,)).fetchall()
    ids = [row_id for row_id, source in rows if source in live]
    change: int | None = None
    for row_id in ids:
        state = State.REFLECTED if reflections.standing_for(row_id) else State.ACTIVE
        change = observations.set_state([row_id], state, who="worker", now=now, reason=REASON, change=change)
    grown = _grown(live, _GREW)
    for row_id, text in grown.items():
        change = observations.put_back(row_id, text, now=now, reason=REASON, change=change) or change
    change = _set_replaced(live, State.ACTIVE, State.SUPERSEDED, now=now, change=change)
    return Moved(ids, [*grown], change)


def drop_tasks(client: str, prompts: Iterable[tuple[str, str]]) -> None:
    """Delete the current tasks that were stated by prompts which are left behind, given as session and time."""
    for session, at in sorted(prompts):
        database.execute_sql(_DROP_TASKS, (at, client, privacy.clean_text(session)))


def _of_key(client: str, key: str) -> list[int]:
    # Behind a key stands a colon, and the semicolon comes right after it: so the index finds them.
    bounds = {"low": f"{client}:{key}:", "high": f"{client}:{key};"}
    return [row_id for (row_id,) in database.execute_sql(_OF_KEY, bounds).fetchall()]
