"""Which transcripts the queue's jobs are about: those that still wait or run, and those that were given up."""

import json
import os
import sqlite3
from contextlib import closing
from typing import Any, NamedTuple
from urllib.parse import quote

from codewatch import paths, queue, queue_status, spool
from codewatch.clients import transcripts
from codewatch.clients.table import find_client
from codewatch.errors import ConfigError, StoreError, TranscriptError
from codewatch.store import ledger
from codewatch.store.clock import utc_now
from codewatch.store.database import open_memory, transaction
from codewatch.store.ledger import Outcome, Stretch

_WAITING = (
    "select json_extract(cast(data as text), '$.m.kwargs') from task where queue = ? and json_valid(cast(data as text))"
)


class Wanted(NamedTuple):
    """A transcript that a job is about, up to byte `end`; `error` says why the job was given up, "" while it waits.

    `id` is that of a job that was given up, 0 for any other.
    """

    client: str
    path: str
    end: int
    error: str = ""
    id: int = 0


def waiting(folder: str) -> list[Wanted]:
    """Return the transcripts of the jobs that wait, run or are spooled.

    Raises:
        StoreError: the queue file cannot be read.
    """
    arguments = [_spooled(file) for file in spool.waiting(folder)]
    path = os.path.join(folder, paths.QUEUE_FILE)
    if os.path.exists(path):
        queue_status.read(folder, now=0.0)  # makes the tables of a queue that has none, and says what is wrong with it
        try:
            with closing(sqlite3.connect(f"file:{quote(path)}?mode=ro", uri=True, timeout=5)) as connection:
                rows = connection.execute(_WAITING, (queue.QUEUE,)).fetchall()
        except sqlite3.Error as error:
            raise StoreError(f"{path}: {error}") from error
        arguments += [json.loads(text) for (text,) in rows if text]
    return [wanted for one in arguments if (wanted := _wanted(one, ""))]


def given_up(folder: str) -> list[Wanted]:
    """Return the transcripts of the jobs on the failed list, newest first.

    Raises:
        StoreError: the queue file cannot be read.
    """
    rows = queue_status.failed(folder)
    return [wanted for row in rows if (wanted := _wanted(row["arguments"], str(row["error"]), row["id"]))]


def skip(folder: str, wanted: Wanted) -> None:
    """Account for a transcript up to where a job that is dropped would have read it, so that nothing takes it up again.

    Raises:
        StoreError: the memory cannot be used.
    """
    now = utc_now()
    with open_memory(folder), transaction():
        position = ledger.current(wanted.client, wanted.path) or ledger.begin(
            wanted.client, wanted.path, session="", project="", branch="", now=now
        )
        if wanted.end > position.cursor:
            ledger.advance(
                position, [Stretch(position.cursor, wanted.end, Outcome.SKIPPED, "dropped", 0)],
                cursor=wanted.end, fingerprint=_fingerprint(wanted), now=now,
            )  # fmt: skip


def _fingerprint(wanted: Wanted) -> str:
    try:
        with find_client(wanted.client).open_transcript(wanted.path) as stream:
            return transcripts.fingerprint(stream, wanted.end)
    except (TranscriptError, ConfigError):
        return ""  # gone: there is nothing that could be mistaken for it


def _spooled(file: str) -> dict[str, Any]:
    try:
        with open(file, encoding="utf-8") as stream:
            return dict(json.load(stream)["arguments"])
    except (OSError, ValueError, KeyError, TypeError):
        return {}  # taken by the worker meanwhile, or unreadable, which the worker reports


def _wanted(arguments: dict[str, Any], error: str, row_id: int = 0) -> Wanted | None:
    path, end = arguments.get("path"), arguments.get("end")
    if not isinstance(path, str) or not path or not isinstance(end, int):
        return None
    return Wanted(str(arguments.get("client", "")), path, end, error, row_id)
