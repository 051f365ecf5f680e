"""The change journal: every change of memory, with the row before and after."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from peewee import Model

from codewatch.errors import NotFound
from codewatch.store.models import Journal, database

_ADD = """insert into journal (at, who, action, kind, row_id, before, after, reason, change)
values (?, ?, ?, ?, ?, ?, ?, ?, ?)"""
_NOT_JOURNALLED = ("terms_text", "terms_identifiers", "terms_paths", "accessed_at", "access_count", "literals")
_PARTS = """select id, at, who, action, kind, row_id, reason, before, after from journal
where id = :change or change = :change order by id"""
_CHANGE_OF = "select coalesce(change, id) from journal where id = ?"
# What is gone belongs to every project: nothing says whose it was, and nothing of it is told.
_CHANGES = """select j.id, j.at, j.who, j.action, j.kind, j.row_id, j.reason,
1 + (select count(*) from journal part where part.change = j.id), coalesce(o.content, '')
from journal j left join observation o on j.kind = 'observation' and o.id = j.row_id
left join reflection r on j.kind = 'reflection' and r.id = j.row_id
where j.change is null and (:everywhere or coalesce(o.project_id, r.project_id, :project) is :project)
order by j.id desc limit :limit"""
_LATER = """select id, at, who, action, kind, row_id, reason, before, after, coalesce(change, id) from journal
where kind = ? and row_id = ? and id > ? and before is not null and after is not null order by id desc"""
_REWORDED = """select row_id, json_extract(before, '$.content') from journal where kind = 'observation' and id >= ?
and json_extract(before, '$.content') <> json_extract(after, '$.content') order by id desc"""
_EDITED = """select distinct value from (
    select json_extract(before, '$.content') as value from journal
    where kind = 'observation' and row_id = :row and action in ('edited', 'undone')
    union select json_extract(after, '$.content') from journal
    where kind = 'observation' and row_id = :row and action in ('edited', 'undone'))
where value is not null and value <> (select content from observation where id = :row)"""
_SNAPSHOTS = """select id, before, after from journal where kind = ? and (before is not null or after is not null)
order by id"""
_SET_SNAPSHOTS = "update journal set before = ?, after = ? where id = ?"
_LARGEST_ID = 2**63 - 1


class Change(NamedTuple):
    """What one who lists the journal sees of a change: its first entry, and how many rows it is about.

    `text` is what an observation says now, "" for a reflection and for what is gone.
    """

    id: int
    at: str
    who: str
    action: str
    kind: str
    row_id: int
    reason: str
    rows: int
    text: str


class Entry(NamedTuple):
    """One row's part of a change, with the row before and after as `snapshot` gave them."""

    id: int
    at: str
    who: str
    action: str
    kind: str
    row_id: int
    reason: str
    before: dict[str, Any] | None
    after: dict[str, Any] | None

    @property
    def changed(self) -> dict[str, Any]:
        """Return what it has changed, with the value before; nothing where it made or deleted the row."""
        before, after = self.before or {}, self.after or {}
        names = before.keys() & after.keys() - {"updated_at"}
        return {name: before[name] for name in names if before[name] != after[name]}


def snapshot(row: Model) -> str:
    """Return a row as JSON, without what can be worked out again."""
    values: dict[str, Any] = row.__data__
    return json.dumps({key: value for key, value in values.items() if key not in _NOT_JOURNALLED}, ensure_ascii=False)


def write(
    who: str, action: str, kind: str, row_id: int, *, at: str, before: str | None = None, after: str | None = None,
    reason: str = "", change: int | None = None,
) -> int:  # fmt: skip
    """Add one entry and return its id; call it inside the transaction that makes the change.

    `who` is user, tool or worker; `before` and `after` are `snapshot`s; `change` is the first entry of the change that
    this one is a part of.
    """
    added = database.execute_sql(_ADD, (at, who, action, kind, row_id, before, after, reason, change))
    return int(added.lastrowid)


def of_row(kind: str, row_id: int) -> list[dict[str, Any]]:
    """Return a row's entries, oldest first."""
    entries = Journal.select().where(Journal.kind == kind, Journal.row_id == row_id).order_by(Journal.id)
    return [
        {
            "change": entry.change or entry.id, "at": entry.at, "who": entry.who, "action": entry.action,
            "reason": entry.reason,
            "before": json.loads(entry.before) if entry.before else None,
            "after": json.loads(entry.after) if entry.after else None,
        }
        for entry in entries
    ]  # fmt: skip


def changes(*, project: int | None, everywhere: bool = False, limit: int = -1) -> Iterator[Change]:
    """Yield the changes of a project's memories, or of all, newest first; those of what is gone are everyone's."""
    asked = {"project": project, "everywhere": everywhere, "limit": limit}
    return map(Change._make, database.execute_sql(_CHANGES, asked))


def parts(number: int) -> list[Entry]:
    """Return the entries of the change that the entry `number` belongs to, in order.

    Raises:
        NotFound: there is no such entry.
    """
    found = database.execute_sql(_CHANGE_OF, (number,)).fetchone() if abs(number) <= _LARGEST_ID else None
    if found is None:
        raise NotFound(f"there is no change {number}; `codewatch log` lists them")
    rows = database.execute_sql(_PARTS, {"change": found[0]}).fetchall()
    return [_entry(row) for row in rows]


def later(entry: Entry, name: str) -> list[tuple[int, Entry]]:
    """Return the entries after this one that changed the same column of the same row, newest first.

    With each stands the number of the change that it is a part of.
    """
    rows = database.execute_sql(_LATER, (entry.kind, entry.row_id, entry.id)).fetchall()
    found = [(row[9], _entry(row)) for row in rows]
    return [(change, each) for change, each in found if name in each.changed]


def texts_before(entry: int) -> dict[int, str]:
    """Return what each memory whose text was changed by an entry or after it said before."""
    return dict(database.execute_sql(_REWORDED, (entry,)).fetchall())


def edited_texts(row_id: int) -> list[str]:
    """Return the other texts that a memory has had by hand, or before somebody changed it by hand."""
    return [text for (text,) in database.execute_sql(_EDITED, {"row": row_id}).fetchall()]


def _entry(row: Sequence[Any]) -> Entry:
    return Entry(*row[:7], *(json.loads(text) if text else None for text in row[7:9]))


def snapshots(kind: str) -> list[tuple[int, str | None, str | None]]:
    """Return the id of every entry of a kind that has a row before or after, and those."""
    return database.execute_sql(_SNAPSHOTS, (kind,)).fetchall()


def set_snapshots(entry: int, before: str | None, after: str | None) -> None:
    """Put others in the place of an entry's row before and after; call it inside a transaction."""
    database.execute_sql(_SET_SNAPSHOTS, (before, after, entry))


def erase(kind: str, row_id: int) -> None:
    """Take a forgotten row's texts out of the journal; that there were changes stays."""
    Journal.update(before=None, after=None).where(Journal.kind == kind, Journal.row_id == row_id).execute()
