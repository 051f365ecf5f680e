"""Asks for a transcript to be observed, and waits until the worker has done it."""

import json
import os
import time
from collections.abc import Callable, Iterable
from sqlite3 import Connection
from typing import BinaryIO, NamedTuple

from codewatch import git, launch, lightsqlite, paths, queue, queue_status
from codewatch.clients import transcripts
from codewatch.clients.table import CLIENTS, find_client
from codewatch.errors import StoreError, TranscriptError, WorkerUnavailable
from codewatch.messages import Message
from codewatch.slices import TranscriptSlice

_POLL_S = 0.05
_BEGINNING_BYTES = 1 << 20


class Asked(NamedTuple):
    """A job that was enqueued at `at` (UNIX time): its key in the queue and what it is about."""

    key: str
    at: float
    piece: TranscriptSlice


def slice_of(path: str, *, client: str, project: str | None, branch: str) -> TranscriptSlice:
    """Return the slice of a whole transcript file, up to its last newline.

    The project is the one that the transcript's own working folder is in. Where that folder is not on this machine it
    is `project`, or without one the folder's name.

    Raises:
        TranscriptError: the transcript cannot be read.
    """
    real = os.path.realpath(path)
    try:
        real.encode()
    except UnicodeEncodeError as error:
        raise TranscriptError(f"{os.fsencode(real)!r}: a path that is not UTF-8 cannot be kept; rename it") from error
    with find_client(client).open_transcript(real) as stream:
        end = transcripts.last_newline(stream, transcripts.size_of(stream))
        first = first_message(client, stream, end)
    session = first.session if first and first.session else os.path.splitext(os.path.basename(real))[0]
    cwd = first.cwd if first else ""
    if project is not None and not os.path.isdir(cwd):
        cwd = project
    root, current = git.locate(cwd) if cwd else ("", "")
    return TranscriptSlice(
        client=client, path=real, end=end, session=session, cwd=cwd, project=root, branch=branch or current, flush=True
    )


def client_of(path: str) -> str:
    """Return whose transcript a file is: who keeps it there, else who understands how it begins, else claude."""
    real = os.path.realpath(path)
    for name, client in CLIENTS.items():
        if real in map(os.path.realpath, client.find_transcripts()):
            return name
    return next((name for name in CLIENTS if _understands(name, real)), "claude")


def _understands(client: str, path: str) -> bool:
    try:
        with find_client(client).open_transcript(path) as stream:
            end = transcripts.last_newline(stream, min(transcripts.size_of(stream), _BEGINNING_BYTES))
            return first_message(client, stream, end) is not None
    except TranscriptError:
        return False


def first_message(client: str, stream: BinaryIO, end: int) -> Message | None:
    """Return what is said or done first in an open transcript, before the offset `end`; None for nothing."""
    read_record = find_client(client).reader(stream, 0)
    for line in transcripts.read_lines(stream, 0, end):
        record = read_record(line)
        if record.messages:
            return record.messages[0]
    return None


def ask(folder: str, pieces: list[TranscriptSlice], *, now: float) -> list[Asked]:
    """Enqueue slices ahead of what waits already, and start the worker unless one runs.

    Raises:
        StoreError: the queue cannot be written.
        WorkerUnavailable: no worker can be started.
    """
    paths.make_private_folder(folder)
    file = os.path.join(folder, paths.QUEUE_FILE)
    try:
        paths.create_private(file)
        connection = queue.open_queue(file, timeout_s=5.0)
        asked = put(connection, pieces, now=now, priority=10)
        connection.close()
        launch.start_worker(folder)
    except lightsqlite.SQLiteError as error:
        raise StoreError(f"{file}: {error}") from error
    except OSError as error:
        raise WorkerUnavailable(f"{error.filename or folder}: {error.strerror}") from error
    return asked


def put(connection: Connection, pieces: Iterable[TranscriptSlice], *, now: float, priority: int) -> list[Asked]:
    """Enqueue slices and return the jobs; one that waits for the same transcript is brought up to date.

    Raises:
        SQLiteError: the queue cannot be written.
    """
    asked: list[Asked] = []
    for piece in pieces:
        key = queue.slice_key(piece.client, piece.path)
        arguments = json.dumps({**piece._asdict(), "since": now})
        job = os.urandom(16).hex()
        queue.enqueue(connection, queue.OBSERVE_TASK, arguments, job=job, now=now, key=key, priority=priority)
        asked.append(Asked(key, now, piece))
    return asked


def wait_for(
    folder: str, asked: list[Asked], *, timeout_s: float, meanwhile: Callable[[], None] = lambda: None
) -> None:
    """Wait until no job of `asked` waits or runs; `meanwhile` is called now and then, and may raise.

    Raises:
        TranscriptError: one of them failed for good; the message holds its error.
        WorkerUnavailable: they are not done after `timeout_s`.
    """
    deadline = time.monotonic() + timeout_s
    for job in asked:
        while queue_status.has_job(folder, job.key):
            if time.monotonic() > deadline:
                raise WorkerUnavailable(
                    f"{job.piece.path} is not observed after {timeout_s:.0f} s; it stays in the queue"
                )
            meanwhile()
            time.sleep(_POLL_S)
        for row in queue_status.failed(folder):
            if row["arguments"].get("path") == job.piece.path and row["failed_at"] >= job.at:
                raise TranscriptError(f"{job.piece.path}: {row['error']}")
