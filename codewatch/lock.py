"""One worker per data directory: whoever holds the lock on `worker.lock` is it, and nothing else is asked."""

import os

from codewatch import paths

try:
    import fcntl
except ImportError:  # Windows has msvcrt instead
    fcntl = None


def open_lock(folder: str) -> int:
    """Open the lock file, creating it where it is missing, and return its descriptor.

    Raises:
        OSError: it cannot be opened.
    """
    paths.make_private_folder(folder)
    return paths.open_private(os.path.join(folder, paths.LOCK_FILE), os.O_RDWR)


def take(descriptor: int) -> bool:
    """Try to take the lock at once; it lives as long as some process holds the descriptor."""
    try:
        if fcntl is None:
            msvcrt = __import__("msvcrt")
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def adopt(descriptor: int, folder: str) -> bool:
    """Return whether `descriptor`, handed down by the process that started us, is the lock file and locked for us."""
    try:
        is_ours = os.path.samestat(os.fstat(descriptor), os.stat(os.path.join(folder, paths.LOCK_FILE)))
        os.set_inheritable(descriptor, False)
    except OSError:
        return False
    return is_ours and take(descriptor)


def is_held(folder: str) -> bool:
    """Return whether a worker holds the lock now."""
    try:
        descriptor = os.open(os.path.join(folder, paths.LOCK_FILE), os.O_RDWR)
    except OSError:
        return False
    try:
        return not take(descriptor)
    finally:
        os.close(descriptor)


def read_note(folder: str) -> str:
    """Return what the worker wrote about itself into the lock file; it proves nothing, `is_held` does."""
    try:
        with open(os.path.join(folder, paths.LOCK_FILE), encoding="utf-8", errors="replace") as stream:
            return stream.read(4096)
    except OSError:
        return ""
