"""The Huey application: our storage, our serializer, the registered tasks."""

import contextlib
import logging
import os
import sqlite3

from codewatch import paths, queue
from codewatch.config import Settings
from codewatch.errors import StoreError

from .leases import LeaseHuey
from .models import Models
from .serializer import JsonSerializer
from .tasks import Duty, register

logger = logging.getLogger("codewatch.workers")


def make_huey(folder: str) -> LeaseHuey:
    """Return the queue of the data directory `folder`, with no tasks registered yet.

    Call it while holding the worker lock: the leases of dead workers are given back. A damaged queue file is moved
    aside: what it held is found again by the sweep and in the spool.

    Raises:
        StoreError: the queue file cannot be used.
    """
    path = os.path.join(folder, paths.QUEUE_FILE)
    try:
        return _recovered(open_huey(folder))
    except sqlite3.DatabaseError as error:
        if "malformed" not in str(error) and "not a database" not in str(error):
            raise StoreError(f"{path}: {error}") from error
        logger.error("%s is damaged (%s); moved aside, a new one is begun", path, error)
        _move_aside(path)
        return open_huey(folder)


def _recovered(huey: LeaseHuey) -> LeaseHuey:
    """Return the queue with the leases of dead workers given back."""
    back, failed = huey.storage.recover()
    if back or failed:
        logger.warning("recovered jobs=%d failed=%d", back, failed)
    return huey


def open_huey(folder: str) -> LeaseHuey:
    """Return the queue of the data directory `folder` as it is: for one who does not hold the worker lock."""
    path = os.path.join(folder, paths.QUEUE_FILE)
    paths.create_private(path)
    with contextlib.closing(sqlite3.connect(path, timeout=10)) as connection:
        queue.bring_up_to_date(connection)
        connection.commit()
    return LeaseHuey(queue.QUEUE, filename=path, serializer=JsonSerializer(), results=False, timeout=10, cache_mb=2)


def _move_aside(path: str) -> None:
    number = 1
    while os.path.exists(f"{path}.damaged-{number}"):
        number += 1
    os.rename(path, f"{path}.damaged-{number}")
    for name in (path + "-wal", path + "-shm"):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)


def make_app(folder: str, settings: Settings) -> tuple[LeaseHuey, Duty]:
    """Return the queue with the tasks that it may hold, and what they share."""
    huey = make_huey(folder)
    duty = Duty(settings=settings, models=Models(settings, folder), queue_path=os.path.join(folder, paths.QUEUE_FILE))
    huey.storage.held_until = duty.models.held_until
    huey.storage.rules_after_s = lambda: duty.settings.rules_after_h * 3600
    register(huey, duty)
    return huey, duty
