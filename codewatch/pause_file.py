"""A pause begun or ended becomes a line of the file `pauses`; of many who write at once nobody loses one."""

import os
from collections.abc import Callable

from codewatch import file_lock, paths, pauses
from codewatch.pauses import Pause

_LOCK_FILE = "pauses.lock"


def pause(folder: str, kind: str, where: str, *, now: str) -> bool:
    """Pause `kind` for the folder `where` and everything below; return whether it was not paused already.

    Raises:
        OSError: the data directory cannot be written.
    """

    def begin(found: list[Pause]) -> bool:
        if any(_is_lasting(one, kind, where) for one in found):
            return False
        found.append(Pause(kind, now, "", where))
        return True

    return _change(folder, begin)


def resume(folder: str, kind: str, where: str, *, now: str) -> bool:
    """End the pause of `kind` for exactly the folder `where`; return whether there was one.

    Raises:
        OSError: the data directory cannot be written.
    """

    def end(found: list[Pause]) -> bool:
        ended = [one for one in found if _is_lasting(one, kind, where)]
        for one in ended:
            one.until = now
        return bool(ended)

    return _change(folder, end)


def _is_lasting(one: Pause, kind: str, where: str) -> bool:
    return one.kind == kind and one.folder == where and not one.until


def _change(folder: str, change: Callable[[list[Pause]], bool]) -> bool:
    paths.make_private_folder(folder)
    with file_lock.held(os.path.join(folder, _LOCK_FILE)):
        found = pauses.read(folder)
        is_changed = change(found)
        if is_changed:
            lines = dict.fromkeys(pauses.as_line(one) for one in found)
            paths.replace_private(os.path.join(folder, paths.PAUSES_FILE), "".join(lines))
    return is_changed
