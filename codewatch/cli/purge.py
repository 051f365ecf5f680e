"""A data directory into nothing: only what codewatch has made in it goes, whatever else somebody keeps there."""

import os
import shutil
from contextlib import suppress
from typing import NamedTuple

from codewatch import paths
from codewatch.clients.program import default_data_dir

_FILES = (paths.MEMORY_FILE, paths.QUEUE_FILE, paths.LOCK_FILE, paths.LOG_FILE, "broken", "told-failed", "pauses")
_FOLDERS = (paths.SPOOL_FOLDER, paths.INJECTED_FOLDER, paths.CHECKPOINT_FOLDER)
# SQLite's side files, backups of a migration, the older log.
_ENDINGS = ("-", ".")


class Contents(NamedTuple):
    """What is in a data directory: the paths of ours, what they take, and the names that are not ours."""

    folder: str
    ours: tuple[str, ...]
    size_bytes: int
    others: tuple[str, ...]


def look_into(folder: str) -> Contents:
    """Return what is in a data directory; of one that is not there, nothing."""
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        names = []
    ours = tuple(os.path.join(folder, name) for name in names if _is_ours(name))
    others = tuple(name for name in names if not _is_ours(name))
    return Contents(folder, ours, sum(_size(path) for path in ours), others)


def purge(contents: Contents) -> bool:
    """Delete what is ours, and the folder if nothing else is in it; return whether a folder went.

    Raises:
        OSError: something cannot be deleted.
    """
    for path in contents.ours:
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path)
        else:
            os.unlink(path)
    if not contents.ours or contents.others or os.path.islink(contents.folder):
        return False
    os.rmdir(contents.folder)
    if contents.folder == default_data_dir():
        with suppress(OSError):  # made for it, unless other programs keep something there
            os.rmdir(os.path.dirname(contents.folder))
    return True


def _is_ours(name: str) -> bool:
    return name in (*_FOLDERS, *_FILES) or name.startswith(tuple(one + end for one in _FILES for end in _ENDINGS))


def _size(path: str) -> int:
    if os.path.isdir(path):
        return sum(entry.stat(follow_symlinks=False).st_size for entry in os.scandir(path))
    return os.lstat(path).st_size
