"""A lock file that one process at a time holds, and others wait for, for as long as a block lasts."""

import os
import time
from collections.abc import Generator
from contextlib import contextmanager

from codewatch import lock, paths

_PATIENCE_S = 20.0
_LOOK_AGAIN_S = 0.01


@contextmanager
def held(path: str) -> Generator[None]:
    """Hold the lock file at `path` for a block, making it where it is missing.

    Raises:
        OSError: it cannot be opened, or another process keeps it for long.
    """
    descriptor = paths.open_private(path, os.O_RDWR)
    deadline = time.monotonic() + _PATIENCE_S
    try:
        while not lock.take(descriptor):
            if time.monotonic() > deadline:
                raise TimeoutError(None, "another process keeps it locked", path)
            time.sleep(_LOOK_AGAIN_S)
        yield
    finally:
        os.close(descriptor)
