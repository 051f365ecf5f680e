"""Asks for a transcript to be observed, and waits until the worker has done it."""

import json
import os
import time
from collections.abc import Iterable
from typing import NamedTuple

from codewatch import git, launch, lightsqlite, paths, queue, queue_status
from codewatch.clients import transcripts
from codewatch.clients.table import find_client
from codewatch.clients.transcripts import Line
from codewatch.errors import StoreError, TranscriptError, WorkerUnavailable
from codewatch.messages import Message
from codewatch.slices import TranscriptSlice

_POLL_S = 0.05


class Asked(NamedTuple):
    """A job that was enqueued: its key in the queue and what it is about."""

    key: str
    piece: TranscriptSlice


def slice_of(path: str, *, client: str, project: str, branch: str) -> TranscriptSlice:
    """Return the slice of a whole transcript file, up to its last newline.

    The project is the one that the transcript's own working folder is in, or `project` where that folder is not on
    this machine.

    Raises:
        TranscriptError: the transcript cannot be read.
    """
    real = os.path.realpath(path)
    with transcripts.open_transcript(real) as stream:
        end = transcripts.last_newline(stream, transcripts.size_of(stream))
        first = _first_message(client, transcripts.read_lines(stream, 0, end))
    session = first.session if first and first.session else os.path.splitext(os.path.basename(real))[0]
    cwd = first.cwd if first and os.path.isdir(first.cwd) else ""
    root = git.locate(cwd)[0] if cwd else project
    return TranscriptSlice(
        client=client, path=real, end=end, session=session, cwd=cwd or project, project=root, branch=branch, flush=True
    )


def _first_message(client: str, lines: Iterable[Line]) -> Message | None:
    reader = find_client(client)
    for line in lines:
        record = reader.read_record(line)
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
    asked: list[Asked] = []
    try:
        os.close(paths.open_private(file, os.O_RDWR))
        connection = queue.open_queue(file, timeout_s=5.0)
        for piece in pieces:
            key = queue.slice_key(piece.client, piece.path)
            arguments = json.dumps({**piece._asdict(), "since": now})
            queue.enqueue(
                connection, queue.OBSERVE_TASK, arguments, job=os.urandom(16).hex(), now=now, key=key, priority=10
            )
            asked.append(Asked(key, piece))
        connection.close()
        launch.start_worker(folder)
    except lightsqlite.SQLiteError as error:
        raise StoreError(f"{file}: {error}") from error
    except OSError as error:
        raise WorkerUnavailable(f"{error.filename or folder}: {error.strerror}") from error
    return asked


def wait_for(folder: str, asked: list[Asked], *, timeout_s: float) -> None:
    """Wait until no job of `asked` waits or runs.

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
            time.sleep(_POLL_S)
        for row in queue_status.failed(folder):
            if row["arguments"].get("path") == job.piece.path:
                raise TranscriptError(f"{job.piece.path}: {row['error']}")
