"""The note that capture is broken, for the next session's briefing. Standard library only: hooks write and read it."""

import os
import time

from codewatch import paths

# A hiccup that mends itself is nobody's business.
TOLD_AFTER_S = 900.0
_FILE = "broken"


def note(folder: str, why: str, *, now: float) -> None:
    """Note that capture is broken since `now` (UNIX time); an earlier note is kept as it is."""
    try:
        descriptor = paths.open_private(os.path.join(folder, _FILE), os.O_WRONLY | os.O_EXCL)
    except OSError:
        return  # noted already, or the folder cannot be written, which `status` sees by itself
    try:
        os.write(descriptor, f"{now:.0f} {' '.join(why.split())[:300]}".encode("utf-8", "replace"))
    except OSError:
        os.unlink(os.path.join(folder, _FILE))  # an empty note would keep the next one away
    finally:
        os.close(descriptor)


def clear(folder: str) -> None:
    """Take the note away: capture works."""
    try:
        os.unlink(os.path.join(folder, _FILE))
    except OSError:
        return


def line_to_tell(folder: str, *, now: float) -> str:
    """Return the line for a briefing when capture has been broken for a quarter of an hour, else "".

    It is returned once: asking moves the note aside, until capture works and breaks again.
    """
    path = os.path.join(folder, _FILE)
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except OSError:
        return ""
    try:
        since, _, why = os.read(descriptor, 1000).decode("utf-8", "replace").partition(" ")
    finally:
        os.close(descriptor)
    if not since.isdigit() or now - int(since) < TOLD_AFTER_S or why.startswith("told: "):
        return ""
    _mark_told(path, since, why)
    clock = time.strftime("%Y-%m-%d %H:%M", time.gmtime(int(since)))
    return f"memory is not recording since {clock} UTC: {why}. Run `codewatch status`."


def _mark_told(path: str, since: str, why: str) -> None:
    try:
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(f"{since} told: {why}")
    except OSError:
        return  # then it is told again
