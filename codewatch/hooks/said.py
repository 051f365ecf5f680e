"""The side file of a session: what was injected into it, one line each, so that nothing is said twice.

A line is time, event and ids, apart by tabs. Events are the client's; `task` and `reflection` name rows of those
tables, `reset` says that the client has dropped everything before. The worker folds the files into the store.
"""

import os

from codewatch import paths

RESET = "reset"
_MAX_NAME = 100
_MAX_READ_BYTES = 1 << 20


def read_said(folder: str, session: str, *, but: tuple[str, ...] = ()) -> set[str]:
    """Return what `session` was told since its last reset: ids of observations, and `task:ID`, `reflection:ID`.

    What was told at the events `but` is left out.
    """
    if not session:
        return set()
    try:
        file = os.open(_path(folder, session), os.O_RDONLY)
    except OSError:
        return set()
    try:
        size = os.fstat(file).st_size
        os.lseek(file, max(0, size - _MAX_READ_BYTES), os.SEEK_SET)
        text = os.read(file, _MAX_READ_BYTES).decode("ascii", "replace")
    finally:
        os.close(file)
    said: set[str] = set()
    for line in text.splitlines():
        _, _, rest = line.partition("\t")
        event, _, ids = rest.partition("\t")
        if event == RESET:
            said.clear()
        if event in but:
            continue
        prefix = f"{event}:" if event in ("task", "reflection") else ""
        said.update([prefix + one for one in ids.split(",") if one])
    return said


def write_said(folder: str, session: str, lines: list[tuple[str, list[int]]], now: str) -> None:
    """Append (event, ids) lines for `session`; a folder that cannot be written keeps no record."""
    if not session or not lines:
        return
    text = "".join([f"{now}\t{event}\t{','.join([str(one) for one in ids])}\n" for event, ids in lines])
    try:
        paths.make_private_folder(os.path.join(folder, paths.INJECTED_FOLDER))
        file = paths.open_private(_path(folder, session), os.O_WRONLY | os.O_APPEND)
    except OSError:
        return
    try:
        os.write(file, text.encode("ascii", "replace"))
    except OSError:
        return
    finally:
        os.close(file)


def file_name(session: str) -> str:
    """Return a file name for a client's session id: itself where that is harmless, else its bytes in hex."""
    is_plain = session.isascii() and session.replace("-", "").replace("_", "").isalnum()
    return (
        session
        if is_plain and len(session) <= _MAX_NAME
        else "x" + session.encode("utf-8", "replace").hex()[:_MAX_NAME]
    )


def _path(folder: str, session: str) -> str:
    return os.path.join(folder, paths.INJECTED_FOLDER, file_name(session))
