"""A branch whose memories are due for a reflection → a job in the queue, and a worker that does it."""

import os
import time
from contextlib import closing, suppress

from codewatch import launch, lock, paths, queue, thresholds
from codewatch.config import Settings
from codewatch.errors import StoreError
from codewatch.lightsqlite import SQLiteError

_PATIENCE_S = 5.0


def enqueue_if_due(
    settings: Settings, *, project: int, branch: str, pending_tokens: int, rejected_tokens: int = 0
) -> str | None:
    """Enqueue the reflection of a branch that has reached the threshold and return the job's key, else None.

    `project` is the row of the project, `pending_tokens` what no reflection stands for, `rejected_tokens`
    what that was when it could not be compressed. A queue that cannot be
    written is no reason to fail: what is due stays due, and is found by the next slice.
    """
    is_due = thresholds.is_due(pending_tokens, threshold=settings.reflect_threshold, rejected_tokens=rejected_tokens)
    if not settings.auto_reflect or not is_due:
        return None
    with suppress(StoreError):
        return enqueue(settings, project=project, branch=branch)
    return None


def enqueue(
    settings: Settings, *, project: int, branch: str, level: int | None = None, by_rules: bool = False
) -> str:  # fmt: skip
    """Enqueue the reflection of a branch, see to it that a worker runs, and return the job's key.

    `by_rules` asks for the rules, whoever the settings name.

    Raises:
        StoreError: the queue cannot be written.
    """
    path = os.path.join(settings.folder, paths.QUEUE_FILE)
    try:
        with closing(queue.open_queue(path, timeout_s=_PATIENCE_S)) as connection:
            key = queue.enqueue_reflection(
                connection, project=project, branch=branch, now=time.time(), level=level, by_rules=by_rules
            )
    except SQLiteError as error:
        raise StoreError(f"{path}: {error}") from error
    if settings.worker_autostart:
        with suppress(OSError):  # the job waits for the next start, and `status` says that no worker runs
            launch.start_worker(settings.folder)
    return key


def enqueue_sorting(settings: Settings) -> None:
    """Enqueue the sorting of memories whose category is a guess; where that fails, the next one brings it along."""
    path = os.path.join(settings.folder, paths.QUEUE_FILE)
    with suppress(SQLiteError), closing(queue.open_queue(path, timeout_s=_PATIENCE_S)) as connection:
        queue.enqueue_sorting(connection, now=time.time())
    if settings.worker_autostart:
        with suppress(OSError):
            launch.start_worker(settings.folder)


def has_worker(settings: Settings) -> bool:
    """Return whether a worker runs or may be started, so that waiting for a job makes sense."""
    return settings.worker_autostart or lock.is_held(settings.folder)
