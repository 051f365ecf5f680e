"""What was forgotten into the files that still hold it: by its bytes, and by its row in a backup."""

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from codewatch import privacy
from codewatch.store.database import memory_path
from codewatch.store.typescript import imported_id

_BACKUP = ".bak"


class Told(NamedTuple):
    """A memory that is gone: what it said, and the id that it had where it came from, if any."""

    content: str
    imported_id: str


def files_holding(folder: str, gone: list[Told]) -> list[str]:
    """Return the paths of the files below the data directory that still hold one of the texts."""
    # The log is emptied when nobody reads; a last checkpoint makes the proof about what stays on disk.
    with closing(sqlite3.connect(memory_path(folder), timeout=5)) as connection:
        connection.execute("pragma wal_checkpoint(truncate)")
    forms = {form for one in gone for form in _forms(one.content)}
    paths = [os.path.join(parent, name) for parent, _, names in os.walk(folder) for name in names]
    return [path for path in paths if _holds(path, forms) or (path.endswith(_BACKUP) and _has_row(path, gone))]


def _forms(content: str) -> set[bytes]:
    # As it is, and as it stands inside JSON: in the journal, in a queued job, in an export.
    texts = {content, *(json.dumps(content, ensure_ascii=ascii_only)[1:-1] for ascii_only in (True, False))}
    return {text.encode("utf-8", "replace") for text in texts}


def _holds(path: str, forms: set[bytes]) -> bool:
    try:
        with open(path, "rb") as stream:
            raw = stream.read()
    except FileNotFoundError:
        return False  # a log of SQLite's, gone between listing and reading
    return any(form in raw for form in forms)


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
