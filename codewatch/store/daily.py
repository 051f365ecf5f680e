"""What the daily work goes by: which days had theirs, and what waits on each branch."""

import json
from typing import NamedTuple

from codewatch.store.database import transaction
from codewatch.store.models import database

WAITED_DAYS = 7
_KEY = "daily-work"
# A clock that was wrong for a while leaves days behind that are not to come; these many are remembered.
_KEPT_DAYS = 100
_DONE = "select value from meta where key = ?"
_NOTE = "insert or replace into meta (key, value) values (?, ?)"
_WAITING = """select o.project_id, o.branch, p.root, sum(o.tokens), min(o.observed_at) < strftime(
    '%Y-%m-%dT%H:%M:%fZ', ?, ?)
from observation o join project p on p.id = o.project_id where o.state = 'active'
group by o.project_id, o.branch order by o.project_id, o.branch"""


class Waiting(NamedTuple):
    """What no reflection stands for on a project's branch, and whether some of it `has_waited` for days."""

    project: int
    branch: str
    root: str
    tokens: int
    has_waited: bool


def is_done(day: str) -> bool:
    """Return whether a day (`2026-05-01`) had its work."""
    return day in _done_days()


def note_done(day: str) -> None:
    """Remember that a day had its work."""
    with transaction():
        database.execute_sql(_NOTE, (_KEY, json.dumps([*_done_days(), day][-_KEPT_DAYS:])))


def _done_days() -> list[str]:
    row = database.execute_sql(_DONE, (_KEY,)).fetchone()
    return json.loads(row[0]) if row else []


def waiting(*, now: str) -> list[Waiting]:
    """Return what waits on each project's branches at `now`."""
    rows = database.execute_sql(_WAITING, (now, f"-{WAITED_DAYS} days")).fetchall()
    return [Waiting(project, branch, root, tokens, bool(old)) for project, branch, root, tokens, old in rows]
