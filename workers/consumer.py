"""Runs Huey's consumer in this process until it is told to stop, has emptied the queue, or has idled long enough."""

import contextlib
import gc
import json
import logging
import os
import signal
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Sequence
from enum import StrEnum
from logging.handlers import RotatingFileHandler
from typing import Any

import psutil
from huey.consumer import Consumer, ConsumerStopped

from codewatch import __version__, broken, lightsqlite, lock, paths, queue, queue_status, spool
from codewatch.config import Settings
from codewatch.llm.question import Purpose
from codewatch.store import index
from codewatch.store.clock import utc_now
from codewatch.store.database import open_memory

from . import notes, schedule, statistics
from .app import make_app, open_huey
from .leases import LeaseHuey
from .models import Models
from .prompt_files import PromptFiles
from .settings_files import SettingsFiles
from .tasks import keep_profile

# New objects until a look at the young ones, and how many looks until one at older ones.
GARBAGE = (20_000, 50, 100)
logger = logging.getLogger("codewatch.workers")

THREADS = 2
SHUTDOWN_S = 8
MODEL_WAIT_S = 4.0
LOOP_WAIT_S = 2.0
# A pause that ends so soon is waited for; of a longer one the jobs are left.
SHORT_PAUSE_S = 60.0
CHECK_EVERY_S = 0.25
IDLE_CHECK_EVERY_S = 1.0
SPOOL_EVERY_S = 5.0
LOG_BYTES = 2_000_000


class LeavingConsumer(Consumer):
    """Huey's consumer, which also leaves when `is_done` says so, and stops gracefully on SIGTERM and SIGINT."""

    def __init__(
        self, huey: LeaseHuey, *, is_done: Callable[[], bool], let_go: Callable[[], None], **options: Any
    ) -> None:
        super().__init__(huey, graceful_signal="TERM", shutdown_timeout=SHUTDOWN_S, **options)
        # Huey restarts itself on SIGHUP, by the command line it was started with; ours goes on when a terminal closes.
        self._signal_actions = {signal.SIGTERM: (False, True), signal.SIGINT: (False, True)}
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, signal.SIG_IGN)
        self._is_done = is_done
        self._let_go = let_go

    def stop(self, graceful: bool = False) -> None:
        """Wait for the jobs for a while; those that then still wait for a model are put back."""
        timer = threading.Timer(MODEL_WAIT_S if graceful else 0.0, self._let_go)
        timer.daemon = True
        timer.start()
        super().stop(graceful=graceful)

    def loop(self, health_check_ts: Any = None) -> Any:
        """Wait a moment, then look whether there is a reason to leave."""
        health_check_ts = super().loop(health_check_ts)
        if self._is_done():
            self.stop(graceful=True)
            raise ConsumerStopped
        return health_check_ts


class Leaving(StrEnum):
    """Why a worker left."""

    ASKED = "asked"
    EMPTY = "empty"
    IDLE = "idle"
    NEWER_CODE = "newer code"
    STUCK = "stuck in a job"
    REPLACED = "its files were replaced or damaged"
    GONE = "its data directory is gone"
    RESIZED = "the settings ask for another number of threads"
    PAUSED = "its jobs wait for a model"


class Watch:
    """Looks at the queue now and then: reads the spool, counts what is left, and knows when to leave."""

    def __init__(
        self, huey: LeaseHuey, folder: str, *, until_empty: bool, idle_s: Callable[[], float | None],
        rereads: Sequence[Callable[[], None]] = (), models: Models | None = None,
    ) -> None:  # fmt: skip
        self.huey = huey
        self.models = models
        self.threads = threads_for(models)
        self.rereads = rereads
        self.folder = folder
        self.until_empty = until_empty
        self.idle_s = idle_s
        self.reason = Leaving.ASKED
        self._files = self._files_on_disk()
        self._code = code_on_disk()
        self._next_check = 0.0
        self._next_spool = 0.0
        self._busy_at = time.monotonic()

    def _files_on_disk(self) -> list[tuple[int, int] | None]:
        names = (paths.LOCK_FILE, paths.QUEUE_FILE, paths.MEMORY_FILE)
        return [_identity(os.path.join(self.folder, name)) for name in names]

    def is_done(self) -> bool:
        """Return whether the worker should leave now; `reason` then says why."""
        now = time.monotonic()
        if now < self._next_check:
            return False
        self._next_check = now + (CHECK_EVERY_S if self.until_empty else IDLE_CHECK_EVERY_S)
        try:
            return self._look(now)
        except (sqlite3.Error, lightsqlite.SQLiteError, OSError) as error:
            logger.warning("the queue cannot be looked at now: %s", error)
            self._busy_at = now
            if "malformed" in str(error) or "not a database" in str(error):
                self.reason = Leaving.REPLACED
            return self.reason is Leaving.REPLACED

    def _look(self, now: float) -> bool:
        if not os.path.isdir(self.folder):
            self.reason = Leaving.GONE
            return True
        if self._files_on_disk() != self._files:
            # The lock that we hold, or what we have open, is not what everybody else sees.
            self.reason = Leaving.REPLACED
            return True
        for reread in self.rereads:
            reread()
        if self.models is not None:
            self.models.refresh()
        if threads_for(self.models) != self.threads:
            self.reason = Leaving.RESIZED
            return True
        if now >= self._next_spool:
            self._next_spool = now + SPOOL_EVERY_S
            take_spool(self.folder)
        self.huey.storage.settle()
        if self.huey.storage.stuck():
            logger.error("a job has not got on for %.0f s; a fresh worker takes over", self.huey.storage.lease_s)
            self.reason = Leaving.STUCK
            return True
        if self.until_empty:
            self.huey.storage.pull_forward(queue.OBSERVE_TASK)
        elif code_on_disk() not in (self._code, None):
            self.reason = Leaving.NEWER_CODE
            return True
        held = self._held()
        if self.huey.storage.queue_size() - held:
            self._busy_at = now
            return False
        if self.until_empty:
            self.reason = Leaving.PAUSED if held else Leaving.EMPTY
        elif (idle_s := self.idle_s()) is not None and now - self._busy_at >= idle_s:
            self.reason = Leaving.PAUSED if held else Leaving.IDLE
        return self.reason is not Leaving.ASKED

    def _held(self) -> int:
        """Return how many jobs wait for a model for longer than a moment."""
        if self.models is None:
            return 0
        now, held = time.time(), 0
        purposes: tuple[Purpose, ...] = ("observe", "reflect")
        for purpose in purposes:
            until = self.models.held_until(now, purpose)
            held += self.huey.storage.held(purpose) if until is not None and until - now > SHORT_PAUSE_S else 0
        return held


def threads_for(models: Models | None) -> int:
    """Return how many jobs are done at once: a model is waited for, the rules compute."""
    return models.settings.concurrency if models is not None and models.are_named else THREADS


def _identity(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def code_on_disk() -> tuple[int, int] | None:
    """Return what changes when another codewatch is installed over this one; None while that is going on."""
    try:
        found = os.stat(os.path.join(paths.package_parent(), "codewatch", "__init__.py"))
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns


def _collect_less() -> None:
    """Let Python look for circular garbage less often: reading a transcript makes many objects, and hardly any circle.

    What was imported stays as long as the worker, and is not looked at again.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)


def run(folder: str, settings: Settings, descriptor: int, *, until_empty: bool, leaves_when_idle: bool) -> Leaving:
    """Be the worker; `descriptor` is the locked lock file. Return why the consumer has stopped.

    Raises:
        StoreError: the memory database cannot be used; the jobs stay in the queue.
    """
    _log_to(folder, settings.log_level)
    _collect_less()
    huey, duty = make_app(folder, settings)
    with open_memory(folder):
        if index.renew_index(now=utc_now()):
            logger.info("index renewed")
        duty.takes_tails = until_empty
        sweep = schedule.register(huey, duty)
        if sweep is not None:
            sweep()
        settings_files, prompt_files = SettingsFiles(duty), PromptFiles()
        watch = Watch(
            huey, folder, until_empty=until_empty, rereads=(settings_files.reread, prompt_files.reread),
            models=duty.models,
            idle_s=lambda: duty.settings.worker_idle_min * 60 if leaves_when_idle else None,
        )  # fmt: skip
        consumer = LeavingConsumer(
            huey, is_done=watch.is_done, let_go=duty.models.loop.stop, workers=watch.threads,
            periodic=not until_empty, initial_delay=0.05, max_delay=1.0,
        )  # fmt: skip
        _write_note(descriptor)
        duty.models.refresh()
        if duty.models.held_until(time.time()) != float("inf"):
            broken.clear(folder)
        notes.fold(folder, now=time.time())
        try:
            with statistics.kept(huey, folder):
                keep_profile()
                consumer.run()
                if watch.reason not in (Leaving.REPLACED, Leaving.GONE):
                    keep_profile()
        finally:
            duty.models.loop.end(wait_s=LOOP_WAIT_S)
            with contextlib.suppress(sqlite3.Error):  # then the next worker takes them back
                huey.storage.give_back_all()
            os.ftruncate(descriptor, 0)
    logger.info("left reason=%s", watch.reason)
    if watch.reason is Leaving.PAUSED:
        for line in duty.models.reasons(time.time()):
            sys.stderr.write(f"codewatch: jobs wait: {line}\n")
    return watch.reason


def is_needed_again(folder: str, reason: Leaving) -> bool:
    """Return whether a fresh worker should follow: for newer code, a stuck job, or one that came while leaving."""
    if reason in (Leaving.NEWER_CODE, Leaving.STUCK):
        return True
    return reason is Leaving.IDLE and queue_status.read(folder, now=time.time()).pending > 0


def wait_until_empty(folder: str) -> None:
    """Wait while another worker empties the queue, tails included; return when it is empty or that worker is gone."""
    huey = open_huey(folder)
    while lock.is_held(folder):
        huey.storage.pull_forward(queue.OBSERVE_TASK)
        if not huey.storage.queue_size() and not spool.waiting(folder):
            return
        time.sleep(CHECK_EVERY_S)


def take_spool(folder: str) -> None:
    """Put the jobs that were spooled while the queue could not be written into the queue."""
    files = spool.waiting(folder)
    if not files:
        return
    connection = queue.open_queue(os.path.join(folder, paths.QUEUE_FILE), timeout_s=5.0)
    for file in files:
        try:
            with open(file, encoding="utf-8") as stream:
                job = json.load(stream)
            queue.enqueue(
                connection, queue.OBSERVE_TASK, json.dumps(job["arguments"]), job=str(job["job"]),
                now=float(job["now"]), key=job.get("key"),
            )  # fmt: skip
        except (ValueError, KeyError, TypeError, OSError, RecursionError, lightsqlite.sqlite.InterfaceError) as error:
            # The error itself may quote the job.
            logger.error("spooled job %s is unreadable: %s", os.path.basename(file), type(error).__name__)
            os.chmod(file, 0o600)
            os.rename(file, file + ".unreadable")
            continue
        os.unlink(file)
    connection.close()


def _write_note(descriptor: int) -> None:
    process = psutil.Process()
    note = {"pid": process.pid, "started_at": process.create_time(), "version": __version__}
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, json.dumps(note).encode(), 0)


def _log_to(folder: str, level: str) -> None:
    path = os.path.join(folder, paths.LOG_FILE)
    os.close(paths.open_private(path, os.O_WRONLY | os.O_APPEND))
    handler = RotatingFileHandler(path, maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8", delay=True)
    handler.setFormatter(_Formatter())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    # Huey says with a traceback what our own line says without one.
    logging.getLogger("huey").setLevel(logging.CRITICAL)
    logging.getLogger("peewee").setLevel(logging.WARNING)


class _Formatter(logging.Formatter):
    """One line an event: time, level and name joined, text."""

    converter = time.gmtime

    def format(self, record: logging.LogRecord) -> str:
        when = self.formatTime(record, "%Y-%m-%dT%H:%M:%SZ")
        return f"{when} {record.levelname.lower()}:worker {' '.join(record.getMessage().split())}"
