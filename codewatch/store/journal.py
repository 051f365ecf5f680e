"""The change journal: every change of memory, with the row before and after."""

import json
from typing import Any

from peewee import Model

from codewatch.store.models import Journal, database

_ADD = "insert into journal (at, who, action, kind, row_id, before, after, reason) values (?, ?, ?, ?, ?, ?, ?, ?)"
_NOT_JOURNALLED = ("terms_text", "terms_identifiers", "terms_paths", "accessed_at", "access_count", "literals")


def snapshot(row: Model) -> str:
    """Return a row as JSON, without what can be worked out again."""
    values: dict[str, Any] = row.__data__
    return json.dumps({key: value for key, value in values.items() if key not in _NOT_JOURNALLED}, ensure_ascii=False)


def write(
    who: str, action: str, kind: str, row_id: int, *, at: str, before: str | None = None, after: str | None = None,
    reason: str = "",
) -> None:  # fmt: skip
    """Add one entry; call it inside the transaction that makes the change.

    `who` is user, tool or worker; `before` and `after` are `snapshot`s.
    """
    database.execute_sql(_ADD, (at, who, action, kind, row_id, before, after, reason))


def of_row(kind: str, row_id: int) -> list[dict[str, Any]]:
    """Return a row's entries, oldest first."""
    entries = Journal.select().where(Journal.kind == kind, Journal.row_id == row_id).order_by(Journal.id)
    return [
        {
            "at": entry.at, "who": entry.who, "action": entry.action, "reason": entry.reason,
            "before": json.loads(entry.before) if entry.before else None,
            "after": json.loads(entry.after) if entry.after else None,
        }
        for entry in entries
    ]  # fmt: skip


def erase(kind: str, row_id: int) -> None:
    """Take a forgotten row's texts out of the journal; that there were changes stays."""
    Journal.update(before=None, after=None).where(Journal.kind == kind, Journal.row_id == row_id).execute()
