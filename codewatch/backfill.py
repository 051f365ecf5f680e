"""Transcripts from before codewatch become jobs of the queue, the newest first and a few at a time, until all are read.

What is done is known by the ledger alone: whoever is stopped anywhere and begins again goes on behind the cursors.
"""

import os
import time
from collections import deque
from collections.abc import Iterable, Mapping
from contextlib import closing
from typing import NamedTuple

from codewatch import capture, git, launch, lightsqlite, lock, paths, pauses, queue, queue_status
from codewatch.clients import transcripts
from codewatch.clients.protocol import Client
from codewatch.clients.table import find_client
from codewatch.errors import StoreError, TranscriptError, WorkerUnavailable
from codewatch.slices import BACKFILL, TranscriptSlice
from codewatch.store import ledger
from codewatch.store.ledger import Position

# Behind whatever a session asks for now.
PRIORITY = -10
# So much is in the queue at once: a long transcript goes alone, and leaves the worker's other thread to live sessions.
MOST_BYTES = 8 * 1024 * 1024
MOST_JOBS = 64
FEW_JOBS = 4
MOST_TRIES = 3
STARTS_IN_VAIN = 10
START_EVERY_S = 1.0
STUCK_S = 900.0
LET_GO_S = 10.0


class Old(NamedTuple):
    """A transcript with whole lines behind its cursor; `end` is the byte offset after the last of them."""

    client: str
    path: str
    written_at: float
    cursor: int
    end: int

    @property
    def bytes(self) -> int:
        """Return how many bytes are to be read."""
        return self.end - self.cursor


class Found(NamedTuple):
    """The transcripts to read, newest first, and a line for each that cannot be read."""

    old: list[Old]
    unreadable: list[str]


def find(clients: Iterable[Client], known: Mapping[tuple[str, str], Position], *, since: float) -> Found:
    """Return the clients' transcripts written since a UNIX time that the ledger does not know to their end."""
    old: list[Old] = []
    unreadable: list[str] = []
    for client in clients:
        for named in client.find_transcripts():
            path = os.path.realpath(named)
            try:
                written_at = client.written_at(path)
                one = _look(client, path, written_at, known.get((client.name, path))) if written_at >= since else None
            except TranscriptError as error:
                unreadable.append(str(error))
                continue
            except OSError:
                continue  # gone between the listing and the look
            old += [one] if one else []
    return Found(sorted(old, key=lambda one: -one.written_at), unreadable)


def _look(client: Client, path: str, written_at: float, position: Position | None) -> Old | None:
    with client.open_transcript(path) as stream:
        is_known = position is not None and transcripts.still_holds(stream, position.cursor, position.fingerprint)
        cursor = position.cursor if is_known and position is not None else 0
        end = transcripts.last_newline(stream, transcripts.size_of(stream))
    return Old(client.name, path, written_at, cursor, end) if end > cursor else None


def _named_folder(old: Old) -> str | None:
    """Return the first folder that a transcript's messages name, "" where none does, None where there are none."""
    said = None
    try:
        with find_client(old.client).open_transcript(old.path) as stream:
            read_record = find_client(old.client).reader(stream, 0)
            for line in transcripts.read_lines(stream, 0, old.end):
                for message in read_record(line).messages:
                    if message.cwd:
                        return message.cwd
                    said = ""
    except TranscriptError:
        return ""  # gone by now
    return said


class _Job(NamedTuple):
    """A transcript in the queue: how often it was put there, and how many records were heard and skipped before."""

    old: Old
    tries: int
    before: tuple[int, int]


class Backfill:
    """Feeds the worker with old transcripts and keeps count; call `step` until it returns False.

    `folder` is the data directory, whose memory is open. `by_rules` asks for the rules, whoever the settings name.
    """

    def __init__(
        self,
        folder: str,
        old: Iterable[Old],
        *,
        by_rules: bool,
        most_jobs: int = MOST_JOBS,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        self.folder = folder
        self.by_rules = by_rules
        self.most_jobs = most_jobs
        self.most_bytes = most_bytes
        self._ahead = deque((one, 1) for one in old)
        self._jobs: dict[str, _Job] = {}
        self.files = len(self._ahead)
        self.bytes = sum(one.bytes for one, _ in self._ahead)
        self.files_done = self.bytes_done = 0
        self.transcripts = self.messages = self.skipped = 0
        # Of paused, excluded or unknown places; those in the queue already; and why others were not read.
        self.left = self.waiting = 0
        self.failures: list[str] = []
        self._starts = 0
        self._started_at = 0.0
        self._moved_at = time.monotonic()
        self._seen = -1
        self._finished_bytes = 0

    def step(self) -> bool:
        """Take note of what is done, put more into the queue, and return whether there is more to wait for.

        Raises:
            StoreError: the queue cannot be used.
            WorkerUnavailable: no worker can be started, or the one there is does not get on.
        """
        keys = queue_status.keys(self.folder)
        for key in [key for key in self._jobs if key not in keys]:
            self._finish(self._jobs.pop(key))
        self._refill(keys)
        self._count()
        if self._jobs or self.waiting:
            self._see_to_worker()
        return bool(self._jobs or self._ahead)

    def withdraw(self) -> None:
        """Take back what no worker has begun, so that the queue is as it was."""
        self._ahead.clear()
        queue_status.withdraw(self.folder, event=BACKFILL)

    def let_go(self) -> None:
        """Take back everything, also what the worker puts back because no model may be asked now."""
        until = time.monotonic() + LET_GO_S
        while self._jobs and time.monotonic() < until:
            self.withdraw()
            if not self._jobs.keys() & queue_status.keys(self.folder):
                return
            time.sleep(0.05)

    def _refill(self, keys: set[str]) -> None:
        pieces: list[TranscriptSlice] = []
        room = self.most_bytes - sum(job.old.bytes for job in self._jobs.values())
        while self._ahead and len(self._jobs) < self.most_jobs and (not self._jobs or self._ahead[0][0].bytes <= room):
            old, tries = self._ahead.popleft()
            key = queue.slice_key(old.client, old.path)
            # What a backfill that was killed has left there is taken up as if it were ours.
            is_queued = key in keys and not queue_status.has_job(self.folder, key, event=BACKFILL)
            piece = self._slice(old, is_queued=is_queued)
            if piece is None:
                self.files_done += 1
                self._finished_bytes += old.bytes
                continue
            self._jobs[key] = _Job(old, tries, ledger.counted(old.client, old.path) if old.cursor else (0, 0))
            room -= old.bytes
            pieces.append(piece)
        if pieces:
            self._put(pieces)

    def _slice(self, old: Old, *, is_queued: bool) -> TranscriptSlice | None:
        """Return the job for a transcript, None where there is to be none."""
        if is_queued:  # a session that goes on: its own job takes in what is old as well
            self.waiting += 1
            return None
        try:
            piece = capture.slice_of(old.path, client=old.client, project=None, branch="")
        except TranscriptError as error:
            self.failures.append(str(error))
            return None
        named = piece.cwd or _named_folder(old)
        if named and not piece.cwd:
            project, branch = git.locate(named)
            piece = piece._replace(cwd=named, project=project, branch=branch)
        if paths.leads_into(piece.cwd, os.path.realpath(self.folder)):
            return None  # we ourselves asked a client there
        is_paused = any(
            pauses.is_paused(self.folder, pauses.CAPTURE, where) for where in (old.path, piece.cwd) if where
        )
        # Where nothing is said, no folder is needed: its rows are accounted for, and it is never looked at again.
        if is_paused or named == "":
            self.left += 1
            return None
        return piece._replace(event=BACKFILL, by_rules=self.by_rules)

    def _put(self, pieces: list[TranscriptSlice]) -> None:
        file = os.path.join(self.folder, paths.QUEUE_FILE)
        try:
            paths.create_private(file)
            with closing(queue.open_queue(file, timeout_s=5.0)) as connection:
                capture.put(connection, pieces, now=time.time(), priority=PRIORITY)
        except (lightsqlite.SQLiteError, OSError) as error:
            raise StoreError(f"{file}: {error}") from error

    def _finish(self, job: _Job) -> None:
        """Count a transcript whose job has left the queue: read, given up, or taken away by somebody."""
        old = job.old
        position = ledger.current(old.client, old.path)
        if position is not None and position.cursor >= old.end:
            heard, skipped = ledger.counted(old.client, old.path)
            self.transcripts += 1
            self.messages += max(0, heard - job.before[0])
            self.skipped += max(0, skipped - job.before[1])
        elif error := self._error_of(old):
            self.failures.append(f"{old.path}: {error}")
        elif job.tries < MOST_TRIES:
            self._ahead.appendleft((old, job.tries + 1))
            return
        else:
            self.failures.append(f"{old.path}: its job is gone, and it is not read to its end")
        self.files_done += 1
        self._finished_bytes += old.bytes

    def _error_of(self, old: Old) -> str:
        rows = queue_status.failed(self.folder)
        return next((str(row["error"]) for row in rows if row["arguments"].get("path") == old.path), "")

    def _count(self) -> None:
        under_way = 0
        # Of many at once each is short, and soon done as a whole.
        for job in self._jobs.values() if len(self._jobs) <= FEW_JOBS else ():
            position = ledger.current(job.old.client, job.old.path)
            if position is not None:
                under_way += min(job.old.bytes, max(0, position.cursor - job.old.cursor))
        self.bytes_done = self._finished_bytes + under_way
        if self.bytes_done != self._seen:
            self._seen, self._moved_at, self._starts = self.bytes_done, time.monotonic(), 0

    def _see_to_worker(self) -> None:
        now = time.monotonic()
        if lock.is_held(self.folder):
            if now - self._moved_at > STUCK_S:
                raise WorkerUnavailable(f"the worker has not got on for {STUCK_S:.0f} s; `codewatch queue status`")
            return
        if now - self._started_at < START_EVERY_S:
            return
        if self._starts >= STARTS_IN_VAIN:
            log = os.path.join(self.folder, paths.LOG_FILE)
            raise WorkerUnavailable(f"no worker stays running; {log} says why")
        self._starts += 1
        self._started_at = now
        try:
            launch.start_worker(self.folder)
        except OSError as error:
            raise WorkerUnavailable(paths.explain(error, self.folder)) from error
