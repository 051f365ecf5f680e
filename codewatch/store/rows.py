"""A memory or a reflection with some of its columns set anew: journalled, and all that is worked out of them too."""

import json
from collections.abc import Mapping
from typing import Any

from codewatch import terms
from codewatch.errors import NotFound
from codewatch.literals import typed
from codewatch.store import journal, literals, observations
from codewatch.store.models import ObservationRow, ReflectionRow, ReflectionSource, database

REFLECTION = "reflection"
_ROWS = {observations.KIND: ObservationRow, REFLECTION: ReflectionRow}
_TERMS = ("terms_text", "terms_identifiers", "terms_paths")
_SOURCES = """insert or ignore into reflection_source (reflection_id, observation_id)
select ?, id from observation where id in (select value from json_each(?))"""


def set_columns(
    kind: str, row_id: int, columns: Mapping[str, Any], *, who: str, action: str, now: str, reason: str = "",
    change: int | None = None,
) -> int | None:  # fmt: skip
    """Give a row these columns, and return the journal's entry; None, and nothing is done, where it has them already.

    Call it inside a transaction. `kind` is the journal's; `change` is the change that this is a part of.

    Raises:
        NotFound: there is no such row.
    """
    row = find(kind, row_id)
    before = journal.snapshot(row)
    if all(row.__data__[name] == value for name, value in columns.items()):
        return None
    for name, value in columns.items():
        setattr(row, name, value)
    if kind == observations.KIND:
        row.updated_at = now
    work_out(kind, row)
    row.save()
    return journal.write(
        who, action, kind, row_id, at=now, before=before, after=journal.snapshot(row), reason=reason, change=change
    )


def columns_of(kind: str, row_id: int) -> dict[str, Any]:
    """Return a row's columns.

    Raises:
        NotFound: there is no such row.
    """
    return dict(find(kind, row_id).__data__)


def find(kind: str, row_id: int) -> Any:
    """Return the row of the table.

    Raises:
        NotFound: there is no such row.
    """
    table: Any = _ROWS[kind]
    row = table.get_or_none(table.id == row_id)
    if row is None:
        raise NotFound(f"there is no {'memory' if kind == observations.KIND else 'reflection'} {row_id}")
    return row


def work_out(kind: str, row: Any) -> None:
    """Work out a row's index, literals and sources from its other columns; what is not saved yet is."""
    if kind == REFLECTION:
        columns = terms.index_columns(row.content, "", [])
        if row.lines:
            sources = sorted({source for _, ids, _ in json.loads(row.lines) for source in ids})
            ReflectionSource.delete().where(ReflectionSource.reflection == row.id).execute()
            database.execute_sql(_SOURCES, (row.id, json.dumps(sources)))
    else:
        about = " ".join([row.source_summary, *json.loads(row.topics)])
        columns = terms.index_columns(row.content, about, json.loads(row.files))
        row.literals = literals.as_json(typed(row.content))
    for name, value in zip(_TERMS, columns, strict=True):
        setattr(row, name, value)
