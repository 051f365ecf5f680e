"""What is worked out from texts: the search index and the literals, made anew where an earlier program made them."""

import json
from typing import Any

from codewatch import terms
from codewatch.literals import typed
from codewatch.store import journal, literals, observations
from codewatch.store.models import ObservationRow, ReflectionRow, database

_TERMS = ("terms_text", "terms_identifiers", "terms_paths")


def renew_index(*, now: str) -> bool:
    """Build the search index anew where an earlier analyser made it, and return whether it was."""
    row = database.execute_sql("select value from meta where key = 'analyser'").fetchone()
    if row is not None and row[0] == terms.VERSION:
        return False
    reindex(who="worker", now=now)
    return True


def reindex(*, now: str, who: str = "user") -> int:
    """Build the search index and the typed literals anew from every text, and return the number of observations."""
    with database.atomic("IMMEDIATE"):
        # An index that is out of step with its table refuses updates, so it is rebuilt before any.
        database.execute_sql("insert into observation_fts (observation_fts) values ('rebuild')")
        database.execute_sql("insert into reflection_fts (reflection_fts) values ('rebuild')")
        count = 0
        for row in ObservationRow.select().iterator():
            about = " ".join([row.source_summary, *json.loads(row.topics)])
            columns = terms.index_columns(row.content, about, json.loads(row.files))
            _analyse(row, {**dict(zip(_TERMS, columns, strict=True)), "literals": literals.as_json(typed(row.content))})
            count += 1
        for row in ReflectionRow.select().iterator():
            _analyse(row, dict(zip(_TERMS, terms.index_columns(row.content, "", []), strict=True)))
        database.execute_sql("insert or replace into meta (key, value) values ('analyser', ?)", (terms.VERSION,))
        journal.write(who, "reindexed", observations.KIND, 0, at=now)
    return count


def _analyse(row: Any, columns: dict[str, str]) -> None:
    if any(getattr(row, name) != value for name, value in columns.items()):
        for name, value in columns.items():
            setattr(row, name, value)
        row.save(only=list(columns))
