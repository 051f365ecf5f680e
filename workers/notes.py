"""What the recall hook noted of sessions: injections are folded into the memory, and old notes deleted."""

import contextlib
import logging
import os

from codewatch import folding, paths
from codewatch.errors import StoreError
from codewatch.store.clock import utc_now
from codewatch.store.database import thread_connection

logger = logging.getLogger("codewatch.workers")

# Longer than any session is likely to go on; after that nobody asks what it was told.
KEPT_S = 30 * 86_400


def fold(folder: str, *, now: float) -> None:
    """Fold in what was injected, and delete the notes about sessions that have long ended; it may wait for a sweep."""
    try:
        with thread_connection():
            added = folding.fold_all(folder, now=utc_now())
            folding.drop_old(folder, before=now - KEPT_S)
    except (StoreError, OSError) as error:
        logger.warning("injections wait: %s", error)
    else:
        if added:
            logger.info("folded injections=%d", added)
    with contextlib.suppress(FileNotFoundError):
        for entry in os.scandir(os.path.join(folder, paths.CHECKPOINT_FOLDER)):
            if now - entry.stat().st_mtime > KEPT_S:
                os.unlink(entry.path)
