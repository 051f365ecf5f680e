"""What was forgotten → the files that still hold it: by its bytes, and by its row in a backup."""

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from codewatch import privacy
from codewatch.recall.context import plain, shorten
from codewatch.store.database import memory_path
from codewatch.store.typescript import imported_id

_BACKUP = ".bak"
_SAYS = "select id from observation where instr(content, :text)"


class Told(NamedTuple):
    """A memory that is gone: what it said, and the id that it had where it came from, if any."""

    content: str
    imported_id: str


class Proof(NamedTuple):
    """How much was looked at, the files that still hold one of the texts, and the memories that say the same."""

    files: int
    bytes: int
    found_in: list[str]
    same: list[int]


class _Look(NamedTuple):
    """One file that was read, and whether one of the texts is in it."""

    path: str
    bytes: int
    is_found: bool


def look(folder: str, gone: list[Told]) -> Proof:
    """Look into every file below the data directory for texts that are gone."""
    # The log is emptied when nobody reads; a last checkpoint makes the proof about what stays on disk.
    with closing(sqlite3.connect(memory_path(folder), timeout=5)) as connection:
        connection.execute("pragma wal_checkpoint(truncate)")
        same = {row_id for one in gone for (row_id,) in connection.execute(_SAYS, {"text": one.content})}
    forms = {form for one in gone for form in _forms(one.content)}
    paths = [os.path.join(parent, name) for parent, _, names in os.walk(folder) for name in names]
    looks = [_look_into(path, forms, gone) for path in paths]
    seen = [one for one in looks if one is not None]
    found = [one.path for one in seen if one.is_found]
    return Proof(len(seen), sum(one.bytes for one in seen), found, sorted(same))


def _forms(content: str) -> set[bytes]:
    # As it is, and as a line of the startup profile has it.
    texts = {content, plain(content), shorten(plain(content))}
    # And as it stands inside JSON: in the journal, in a queued job, in an export.
    texts |= {json.dumps(content, ensure_ascii=ascii_only)[1:-1] for ascii_only in (True, False)}
    return {text.encode("utf-8", "replace") for text in texts}


def _look_into(path: str, forms: set[bytes], gone: list[Told]) -> _Look | None:
    try:
        with open(path, "rb") as stream:
            raw = stream.read()
    except FileNotFoundError:
        return None  # a log of SQLite's, gone between listing and reading
    is_found = any(form in raw for form in forms) or (path.endswith(_BACKUP) and _has_row(path, gone))
    return _Look(path, len(raw), is_found)


def _has_row(path: str, gone: list[Told]) -> bool:
    """Return whether a backup, which no gate has seen, holds what the gate made one of the texts of."""
    ids = {one.imported_id for one in gone if one.imported_id}
    texts = {_plain(one.content) for one in gone}
    try:
        with closing(sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=ro", uri=True)) as backup:
            return any(
                imported_id(row_id) in ids
                or not texts.isdisjoint({_plain(content), _plain(privacy.clean_text(content))})
                for row_id, content in _rows(backup)
            )
    except sqlite3.Error:
        return False  # no database; its bytes were looked at


def _rows(backup: sqlite3.Connection) -> Iterator[tuple[object, str]]:
    tables = [name for (name,) in backup.execute("select name from sqlite_master where type = 'table'")]
    for table in tables:
        columns = {name for (name,) in backup.execute("select name from pragma_table_info(?)", (table,))}
        if {"id", "content"} <= columns:
            for row_id, content in backup.execute(f'select id, content from "{table}"'):  # noqa: S608  (a name of its own)
                yield row_id, _plain(str(content))


def _plain(text: str) -> str:
    return " ".join(text.split())
