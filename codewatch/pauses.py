"""Where capture and recall are paused, and were. Standard library only: the hooks read it.

A line a pause: what is paused (capture or recall), since when and until when (ISO 8601, UTC; "-" while it lasts), and
the folder that it is about, "/" for all. What was said during a pause of capture is never captured, also afterwards.
"""

import os

from codewatch import paths

CAPTURE, RECALL = "capture", "recall"
KINDS = (CAPTURE, RECALL)
_FILE = "pauses"
_LASTS = "-"


class Pause:
    """One pause: `until` is "" while it lasts; it covers `folder` and everything below."""

    __slots__ = ("folder", "kind", "since", "until")

    def __init__(self, kind: str, since: str, until: str, folder: str) -> None:
        self.kind = kind
        self.since = since
        self.until = until
        self.folder = folder

    def covers(self, cwd: str, at: str) -> bool:
        """Return whether what was said in the folder `cwd` at a time falls into it; without a time, while it lasts."""
        inside = self.folder == "/" or cwd == self.folder or cwd.startswith(self.folder + "/")
        return inside and (self.since <= at and (not self.until or at < self.until) if at else not self.until)


def read(folder: str) -> list[Pause]:
    """Return the pauses of the data directory `folder`, over ones too; a line that is none is passed over."""
    try:
        with open(os.path.join(folder, _FILE), encoding="utf-8", errors="replace") as stream:
            lines = stream.read().splitlines()
    except OSError:
        return []
    rows = [line.split("\t", 3) for line in lines]
    return [
        Pause(kind, since, "" if until == _LASTS else until, where)
        for kind, since, until, where in (row for row in rows if len(row) == 4)
        if kind in KINDS
    ]


def is_paused(folder: str, kind: str, cwd: str) -> bool:
    """Return whether `kind` is paused now for a session in the folder `cwd`."""
    pauses = read(folder)
    if not pauses:
        return False
    real = os.path.realpath(cwd or "/")
    return any(pause.kind == kind and not pause.until and pause.covers(real, "") for pause in pauses)


def pause(folder: str, kind: str, where: str, *, now: str) -> bool:
    """Pause `kind` for the folder `where` and everything below; return whether it was not paused already.

    Raises:
        OSError: the data directory cannot be written.
    """
    pauses = read(folder)
    if any(one.kind == kind and one.folder == where and not one.until for one in pauses):
        return False
    _write(folder, [*pauses, Pause(kind, now, "", where)])
    return True


def resume(folder: str, kind: str, where: str, *, now: str) -> bool:
    """End the pause of `kind` for exactly the folder `where`; return whether there was one.

    Raises:
        OSError: the data directory cannot be written.
    """
    pauses = read(folder)
    found = [one for one in pauses if one.kind == kind and one.folder == where and not one.until]
    for one in found:
        one.until = now
    if found:
        _write(folder, pauses)
    return bool(found)


def _write(folder: str, pauses: list[Pause]) -> None:
    paths.make_private_folder(folder)
    path = os.path.join(folder, _FILE)
    text = "".join(f"{one.kind}\t{one.since}\t{one.until or _LASTS}\t{one.folder}\n" for one in pauses)
    part = f"{path}.{os.getpid()}"
    descriptor = paths.open_private(part, os.O_WRONLY | os.O_TRUNC)
    with open(descriptor, "w", encoding="utf-8") as stream:
        stream.write(text)
    os.replace(part, path)
