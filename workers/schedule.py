"""What the worker does by the clock: the sweep over transcripts, the daily work, and tidying the queue."""

import logging
import os
import time
from datetime import UTC, datetime
from typing import Any

from huey import crontab

from codewatch import capture, memory_scan, queue, queue_status, sweep, told
from codewatch.clients import claude_memory, codex_memory
from codewatch.clients.table import find_client
from codewatch.config import Settings
from codewatch.errors import ConfigError, StoreError
from codewatch.store import ledger
from codewatch.store.clock import utc_now
from codewatch.store.database import thread_connection
from codewatch.thresholds import MAX_BACKOFF_S

from . import daily, notes
from .leases import LeaseHuey
from .tasks import Duty, keep_profile

logger = logging.getLogger("codewatch.workers")


def register(huey: LeaseHuey, duty: Duty) -> Any:
    """Register the periodic tasks and return the sweep, to be enqueued once at the start; None when it is off."""

    def is_sweep_due(moment: datetime) -> bool:
        minutes = duty.settings.sweep_interval_min
        return minutes > 0 and moment.minute % minutes == 0

    def sweep_transcripts() -> None:
        scan_now(duty)
        sweep_now(duty)
        notes.fold(os.path.dirname(duty.queue_path), now=time.time())
        with thread_connection():
            keep_profile()

    def tidy_queue() -> None:
        tidy_now(huey, duty.settings)

    def scan_memory_files() -> None:
        scan_now(duty)
        with thread_connection():
            keep_profile()

    def daily_work() -> None:
        try:
            daily.work_of_day(duty, datetime.now(UTC))
        except StoreError as error:
            logger.warning("the daily work waits for the memory: %s", error)

    huey.periodic_task(daily.Calendar().is_due, name="daily_work")(daily_work)
    huey.periodic_task(crontab(minute="37"), name="scan_memory_files")(scan_memory_files)
    huey.periodic_task(crontab(minute="*/5"), name="tidy_queue")(tidy_queue)
    sweep = huey.periodic_task(is_sweep_due, name="sweep_transcripts")(sweep_transcripts)
    return sweep if duty.settings.sweep_interval_min else None


def _waits_for_the_user(row: dict[str, Any]) -> bool:
    """Return whether a job that was given up must not come back by itself: it killed workers, or nothing is new."""
    if row["deaths"]:
        return True
    arguments = row["arguments"]
    try:
        written_at = find_client(str(arguments.get("client"))).written_at(str(arguments.get("path")))
    except (OSError, ConfigError):
        return True
    return written_at <= row["failed_at"]


def tidy_now(huey: LeaseHuey, settings: Settings) -> None:
    """Take back what no living worker holds, what a clock that was set back keeps waiting, and drop old failures."""
    back, failed = huey.storage.recover()
    longest_wait_s = max(MAX_BACKOFF_S * 1.25, settings.wait_for_more_min * 60) + 60
    future = huey.storage.pull_back_future(longest_wait_s=longest_wait_s)
    dropped = huey.storage.drop_old_failures(kept_s=settings.failed_kept_days * 86_400)
    if back or failed or future or dropped:
        logger.warning("tidied recovered=%d failed=%d future=%d dropped=%d", back, failed, future, dropped)


def scan_now(duty: Duty) -> None:
    """Read the clients' own memory files anew, and mark what the client tells its model by itself."""
    with thread_connection():
        sources = [
            *([claude_memory.NAME] if duty.settings.claude_memory else []),
            *([codex_memory.NAME] if duty.settings.codex_memory else []),
        ]
        if sources:
            done = memory_scan.scan(
                os.path.dirname(duty.queue_path), now=utc_now(), chars_per_token=duty.settings.chars_per_token,
                sources=sources,
            )  # fmt: skip
            if done.read or done.gone:
                logger.info("scanned memory files read=%d stored=%d gone=%d", done.read, len(done.stored), done.gone)
        told.mark()


def sweep_now(duty: Duty) -> int:
    """Enqueue what has grown without a hook having said so; return how many transcripts that were."""
    ours = os.path.dirname(duty.queue_path)
    with thread_connection():
        known = ledger.positions()
        since = ledger.begun_at()
    given_up = {row["arguments"].get("path") for row in queue_status.failed(ours) if _waits_for_the_user(row)}
    growth = sweep.unseen_growth(known, since=since, ours=os.path.realpath(ours), now=time.time())
    # What is in the queue is read to its end by whoever was asked to.
    queued = queue_status.keys(ours)
    pieces = [
        piece
        for piece in growth
        if piece.path not in given_up and queue.slice_key(piece.client, piece.path) not in queued
    ]
    if pieces:
        connection = queue.open_queue(duty.queue_path, timeout_s=5.0)
        capture.put(connection, pieces, now=time.time(), priority=0)
        connection.close()
        logger.info("swept transcripts=%d", len(pieces))
    return len(pieces)
