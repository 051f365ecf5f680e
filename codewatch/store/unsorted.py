"""Memories whose category the rules were unsure about: noted, and sorted anew when a model has been asked."""

from codewatch.categories import DEFAULT_SCOPE, Category, default_priority
from codewatch.store import journal
from codewatch.store.models import ObservationRow, database
from codewatch.store.observations import KIND

_NOTE = "insert or ignore into meta (key, value) values ('unsorted:' || ?, ?)"
_DONE = "delete from meta where key = 'unsorted:' || ?"
_WAITING = """select observation.id, observation.content from meta
join observation on observation.id = cast(substr(meta.key, 10) as integer)
where meta.key like 'unsorted:%' order by observation.id limit ?"""
_GONE = """delete from meta where key like 'unsorted:%'
and cast(substr(key, 10) as integer) not in (select id from observation)"""


def note(row_id: int, *, now: str) -> None:
    """Note that a memory's category is a guess; call it inside a transaction."""
    database.execute_sql(_NOTE, (row_id, now))


def waiting(limit: int = 50) -> list[tuple[int, str]]:
    """Return ids and texts of the memories that wait to be sorted, oldest first."""
    return database.execute_sql(_WAITING, (limit,)).fetchall()


def sort(row_id: int, category: Category | None, *, by: str, now: str) -> None:
    """Give a memory its category, with the priority and scope that go with it; None leaves it as it is.

    Call it inside a transaction. What a person has set meanwhile stays.
    """
    database.execute_sql(_DONE, (row_id,))
    database.execute_sql(_GONE)
    row = ObservationRow.get_or_none(ObservationRow.id == row_id)
    if row is None or category is None or row.category == category:
        return
    before = journal.snapshot(row)
    old = Category(row.category)
    if row.priority == default_priority(old, row.content):
        row.priority = default_priority(category, row.content)
    if row.scope == DEFAULT_SCOPE[old]:
        row.scope = DEFAULT_SCOPE[category]
    row.category, row.updated_at = category, now
    row.save(only=[ObservationRow.category, ObservationRow.priority, ObservationRow.scope, ObservationRow.updated_at])
    journal.write("worker", "sorted", KIND, row_id, at=now, before=before, after=journal.snapshot(row), reason=by)
