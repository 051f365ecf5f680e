"""A data directory into nothing: only what codewatch has made in it goes, whatever else somebody keeps there."""

import os
import shutil
from contextlib import suppress
from typing import NamedTuple

from codewatch import paths
from codewatch.clients.program import default_data_dir

_SETTINGS = ("env", "config.toml")


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
    of_codewatch = [name for name in names if paths.is_ours(name, folder)]
    # In a folder that others use too, one called `run` may be theirs; in a `projects` of theirs only files are ours.
    found = [name for name in of_codewatch if len(of_codewatch) == len(names) or name != paths.RUN_FOLDER]
    mixed = [] if paths.PROJECTS_FOLDER in found else _active_files(folder)
    ours = (*(os.path.join(folder, name) for name in found), *mixed)
    others = tuple(name for name in names if name not in found)
    return Contents(folder, ours, sum(_size(path) for path in ours), others)


def _active_files(folder: str) -> list[str]:
    projects = os.path.join(folder, paths.PROJECTS_FOLDER)
    try:
        numbers = sorted(name for name in os.listdir(projects) if name.isdigit())
    except OSError:
        return []
    files = [os.path.join(projects, number, paths.ACTIVE_FILE) for number in numbers]
    return [file for file in files if os.path.lexists(file)]


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


def settings_files() -> list[str]:
    """Return the paths of the settings files that there are; a key may stand in them."""
    return [path for name in _SETTINGS if os.path.isfile(path := os.path.join(paths.config_dir(), name))]


def purge_settings() -> list[str]:
    """Delete the settings files, and their folder if nothing else is in it; return what went.

    Raises:
        OSError: something cannot be deleted.
    """
    gone = settings_files()
    for path in gone:
        os.unlink(path)
    if gone:
        with suppress(OSError):  # prompts of the user's own stay
            os.rmdir(paths.config_dir())
    return gone


def _size(path: str) -> int:
    if os.path.isdir(path) and not os.path.islink(path):
        return sum(_size(entry.path) for entry in os.scandir(path))
    return os.lstat(path).st_size
