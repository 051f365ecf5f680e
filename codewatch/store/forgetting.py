"""Deletes observations for good: from the table, the index, the journal and what was made of them."""

from collections.abc import Sequence

from codewatch.errors import NotFound, StoreError
from codewatch.store import journal, observations, reflections
from codewatch.store.models import ObservationRow, Tombstone, database

_FORGET_TASKS = "delete from current_task where instr(?, task) or instr(task, ?)"


def forget(row_ids: Sequence[int], *, who: str, now: str) -> int:
    """Delete observations, keep a tombstone of each text so that it is not learned again, and return the number.

    A reflection that stands for one of them is dissolved: the others it stood for become active again. Freed pages
    are overwritten (`secure_delete`), the index is merged and the write-ahead log emptied.

    Raises:
        NotFound: an id does not exist; then nothing is deleted.
        StoreError: they are deleted, but the write-ahead log could not be emptied.
    """
    different = dict.fromkeys(row_ids)
    with database.atomic("IMMEDIATE"):
        for row_id in different:
            _forget_row(row_id, who=who, now=now)
    # FTS5 keeps deleted terms in its segments until they are merged.
    database.execute_sql("insert into observation_fts (observation_fts) values ('optimize')")
    database.execute_sql("insert into reflection_fts (reflection_fts) values ('optimize')")
    is_busy = database.execute_sql("pragma wal_checkpoint(truncate)").fetchone()[0]
    if is_busy:
        raise StoreError("forgotten, but another program reads the database: its bytes stay until that one lets go")
    return len(different)


def _forget_row(row_id: int, *, who: str, now: str) -> None:
    row = ObservationRow.get_or_none(ObservationRow.id == row_id)
    if row is None:
        raise NotFound(f"there is no memory {row_id}")
    for reflection_id in reflections.standing_for(row_id):
        reflections.dissolve(reflection_id, who=who, now=now)
    content_hash = observations.content_hash(row.content)
    Tombstone.insert(content_hash=content_hash, forgotten_at=now).on_conflict_ignore().execute()
    # A current task may be the same words: in full, or as the quotation that the memory was about.
    database.execute_sql(_FORGET_TASKS, (row.content, row.content))
    row.delete_instance()
    journal.erase(observations.KIND, row_id)
    journal.write(who, "forgotten", observations.KIND, row_id, at=now)
