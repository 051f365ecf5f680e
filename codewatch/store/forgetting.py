"""Deletes observations for good: from the table, the index, the journal and what was made of them."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from codewatch.cutting import cut
from codewatch.errors import NotFound, StoreError
from codewatch.reflections import ReflectionLine, text_of
from codewatch.store import journal, observations, reflections, rows
from codewatch.store.models import ObservationRow, ReflectionRow, Tombstone, database

_FORGET_TASKS = "delete from current_task where instr(?, task) or instr(task, ?)"
_CONTENTS = "select id, content from observation where id in (select value from json_each(?))"


def forget(row_ids: Sequence[int], *, who: str, now: str) -> tuple[int, list[int]]:
    """Delete observations, and return the change's number and the reflections that told of them.

    A tombstone of each text, also of those from before an edit, is kept, so that it is not learned again. What
    reflections of any state tell of them, and the journal of these, is cut out. Call it inside a transaction, hold the
    reflections to their contract before it ends, and `wipe` after it.

    Raises:
        NotFound: an id does not exist.
    """
    different = list(dict.fromkeys(row_ids))
    known = dict(database.execute_sql(_CONTENTS, (json.dumps(different),)).fetchall())
    if missing := [row_id for row_id in different if row_id not in known]:
        raise NotFound(f"there is no memory {missing[0]}")
    change: int | None = None
    texts = {row_id: [content, *journal.edited_texts(row_id)] for row_id, content in known.items()}
    told = _cut_out_of_rows(texts)
    _cut_out_of_journal(texts)
    for row_id in different:
        entry = _forget_row(row_id, texts[row_id], who=who, now=now, change=change)
        change = change or entry
    for reflection_id in told:
        journal.write(who, "cut", reflections.KIND, reflection_id, at=now, change=change)
    return change or 0, told


def wipe() -> None:
    """Take the bytes of what was deleted off the disk.

    Freed pages are overwritten already (`secure_delete`); the index is merged and the write-ahead log emptied.

    Raises:
        StoreError: the write-ahead log could not be emptied.
    """
    # FTS5 keeps deleted terms in its segments until they are merged.
    database.execute_sql("insert into observation_fts (observation_fts) values ('optimize')")
    database.execute_sql("insert into reflection_fts (reflection_fts) values ('optimize')")
    is_busy = database.execute_sql("pragma wal_checkpoint(truncate)").fetchone()[0]
    if is_busy:
        raise StoreError("forgotten, but another program reads the database: its bytes stay until that one lets go")


def _forget_row(row_id: int, texts: Sequence[str], *, who: str, now: str, change: int | None) -> int:
    for content in texts:
        content_hash = observations.content_hash(content)
        Tombstone.insert(content_hash=content_hash, forgotten_at=now).on_conflict_ignore().execute()
        # A current task may be the same words: in full, or as the quotation that the memory was about.
        database.execute_sql(_FORGET_TASKS, (content, content))
    ObservationRow.delete().where(ObservationRow.id == row_id).execute()
    journal.erase(observations.KIND, row_id)
    return journal.write(who, "forgotten", observations.KIND, row_id, at=now, change=change)


def _cut_out_of_rows(gone: Mapping[int, Sequence[str]]) -> list[int]:
    told: list[int] = []
    for row in ReflectionRow.select():
        lines = reflections.lines_of(row)
        kept = _cut(lines, gone)
        if kept != lines:
            row.lines, row.content = reflections.as_json(kept), text_of(kept)
            rows.work_out(reflections.KIND, row)
            row.save()
            told.append(row.id)
    return told


def _cut_out_of_journal(gone: Mapping[int, Sequence[str]]) -> None:
    for entry, *both in journal.snapshots(reflections.KIND):
        cleaned = [text and _cut_snapshot(text, gone) for text in both]
        if cleaned != both:
            journal.set_snapshots(entry, *cleaned)


def _cut_snapshot(text: str, gone: Mapping[int, Sequence[str]]) -> str:
    row: dict[str, Any] = json.loads(text)
    lines = reflections.lines_in(row.get("lines", ""), row["content"])
    kept = _cut(lines, gone)
    if kept == lines:
        return text
    return json.dumps({**row, "lines": reflections.as_json(kept), "content": text_of(kept)}, ensure_ascii=False)


def _cut(lines: tuple[ReflectionLine, ...], gone: Mapping[int, Sequence[str]]) -> tuple[ReflectionLine, ...]:
    return cut(lines, gone, _contents(source for line in lines for source in line.sources))


def _contents(ids: Iterable[int]) -> dict[int, str]:
    return dict(database.execute_sql(_CONTENTS, (json.dumps(sorted(set(ids))),)).fetchall())
