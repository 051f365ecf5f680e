"""Huey's own statistics of jobs, kept in the queue file for `codewatch queue status`."""

import logging
import os
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from huey.contrib.stats import HueyStats
from peewee import PeeweeException, SqliteDatabase

from codewatch import paths

from .leases import LeaseHuey, describe

logger = logging.getLogger("codewatch.workers")

KEPT_H = 48
MOST_EVENTS = 10_000


class JobFailed(Exception):
    """What an error is in the statistics: its kind and its text through the gate."""

    def __repr__(self) -> str:
        return str(self)


class GatedStats(HueyStats):
    """Huey's statistics, which keep no text that has not passed the gate."""

    def _on_signal(self, signal: str, task: Any, exc: BaseException | None = None) -> None:
        super()._on_signal(signal, task, None if exc is None else JobFailed(describe(exc)))


@contextmanager
def kept(huey: LeaseHuey, folder: str) -> Generator[None]:
    """Keep what becomes of each job, for two days and at most ten thousand events; jobs go on without, if need be."""
    file = SqliteDatabase(
        os.path.join(folder, paths.QUEUE_FILE), pragmas={"busy_timeout": 5000, "synchronous": "normal"}
    )
    try:
        statistics = GatedStats(huey, file, retention_hours=KEPT_H, max_events=MOST_EVENTS)
    except PeeweeException as error:
        logger.warning("no statistics are kept: %s", error)
        yield
        return
    statistics.connect()
    try:
        yield
    finally:
        statistics.close()
