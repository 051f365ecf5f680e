"""The daily work: priorities are reviewed, then what has gathered on each branch is put into the queue to be reflected.

It belongs to a day from 04:00 UTC on. A worker that finds a day's work undone does it once, however many days were
missed; a clock that is set back or forward only says which day it is.
"""

import logging
import os
import sqlite3
import threading
from datetime import UTC, datetime, timedelta

from codewatch import pauses, queue, thresholds
from codewatch.errors import StoreError
from codewatch.store import daily, priorities, reflections
from codewatch.store.clock import as_text
from codewatch.store.database import thread_connection

from .tasks import Duty, keep_profile

logger = logging.getLogger("codewatch.workers")

HOUR_UTC = 4
AGAIN_AFTER = timedelta(minutes=10)
_ONE_AT_A_TIME = threading.Lock()


def day_of(now: datetime) -> str:
    """Return the day whose work is due at `now`: until 04:00 UTC that is the day before."""
    return (now.astimezone(UTC) - timedelta(hours=HOUR_UTC)).date().isoformat()


class Calendar:
    """Says each minute whether the daily work is due, and asks the memory about a day only until it is done.

    Work that was said to be due, and is not done, waits for its turn or has failed: it is due again after a while.
    """

    def __init__(self) -> None:
        self._done = ""
        self._said_at: datetime | None = None

    def is_due(self, moment: datetime) -> bool:
        """Return whether the day of `moment`, UTC without saying so as huey has it, had no work yet."""
        day = day_of(moment.replace(tzinfo=UTC))
        if day == self._done or (self._said_at and timedelta() <= moment - self._said_at < AGAIN_AFTER):
            return False
        try:
            with thread_connection():
                is_done = daily.is_done(day)
        except (StoreError, sqlite3.Error) as error:
            logger.warning("the daily work waits for the memory: %s", error)
            return False
        self._done = day if is_done else ""
        self._said_at = None if is_done else moment
        return not is_done


def work_of_day(duty: Duty, now: datetime) -> bool:
    """Do the daily work that is due at `now`; return False where that day had it already.

    One that is cut off is done again from the start, which changes nothing that is done.
    """
    day = day_of(now)
    with _ONE_AT_A_TIME, thread_connection():
        if daily.is_done(day):
            return False
        moved = priorities.review(now=as_text(now))
        enqueued = _enqueue_reflections(duty, now) if duty.settings.auto_reflect else 0
        keep_profile()
        daily.note_done(day)
    logger.info(
        "daily work day=%s promoted=%d demoted=%d reflections=%d", day, moved["promoted"], moved["demoted"], enqueued
    )
    return True


def _enqueue_reflections(duty: Duty, now: datetime) -> int:
    """Enqueue the reflection of every branch that is worth one; where capture is off, nothing is done or sent."""
    folder = os.path.dirname(duty.queue_path)
    worth = [
        one
        for one in daily.waiting(now=as_text(now))
        if thresholds.is_due_daily(
            one.tokens, has_waited=one.has_waited, rejected_tokens=reflections.rejected_tokens(one.project, one.branch)
        )
        and not pauses.is_paused(folder, pauses.CAPTURE, one.root)
    ]
    if worth:
        connection = queue.open_queue(duty.queue_path, timeout_s=5.0)
        for one in worth:
            queue.enqueue_reflection(
                connection, project=one.project, branch=one.branch, now=now.timestamp(), unless_rejected=True
            )
        connection.close()
    return len(worth)
