"""Memories that are to be forgotten → gone for good, and the proof: which files still hold a text of theirs."""

import json
import os
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing

from codewatch.observations import StoredObservation
from codewatch.store import forgetting, observations
from codewatch.store.database import memory_path


def forget(row_ids: Iterable[int], *, who: str, now: str, dry_run: bool = False) -> list[StoredObservation]:
    """Delete observations of the open memory for good, and return what they were.

    Raises:
        NotFound: an id does not exist; then nothing is deleted.
        StoreError: as `forgetting.forget`.
    """
    ids = list(dict.fromkeys(row_ids))
    gone = [observations.get(row_id) for row_id in ids]
    if not dry_run:
        forgetting.forget(ids, who=who, now=now)
    return gone


def files_holding(folder: str, contents: Sequence[str]) -> list[str]:
    """Return the files of the data directory `folder` in whose bytes one of the texts still stands.

    Call it when the memory is closed.
    """
    # The log is emptied when nobody reads; a last checkpoint makes the proof about what stays on disk.
    with closing(sqlite3.connect(memory_path(folder), timeout=5)) as connection:
        connection.execute("pragma wal_checkpoint(truncate)")
    forms = {form for content in contents for form in _forms(content)}
    return [
        path
        for parent, _, names in os.walk(folder)
        for name in names
        if _holds(path := os.path.join(parent, name), forms)
    ]


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
