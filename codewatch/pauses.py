"""Where capture and recall are paused, and were. Standard library only: the hooks read it.

A line a pause: what is paused (capture or recall), since when and until when (ISO 8601, UTC; "-" for ever, and while it
lasts), and the folder that it is about, "/" for all. A pause of a project names its root and holds in all worktrees.
What was said during a pause of capture is never captured, also afterwards. A line that cannot be read is a pause of
everything: nobody knows what it was to keep.
"""

import os

from codewatch import git, paths

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

CAPTURE, RECALL = "capture", "recall"
KINDS = (CAPTURE, RECALL)
EVERYWHERE = "/"
OPEN = "-"
_DIGITS = str.maketrans("123456789", "000000000")
_SHAPES = ("0000-00-00T00:00:00Z", "0000-00-00T00:00:00.000Z")
_ESCAPES = {"\\": "\\", "n": "\n", "r": "\r", "t": "\t"}


class Pause:
    """One pause: `since` is "" for ever, `until` is "" while it lasts; it covers `folder` and everything below."""

    __slots__ = ("folder", "kind", "since", "until")

    def __init__(self, kind: str, since: str, until: str, folder: str) -> None:
        self.kind = kind
        self.since = since
        self.until = until
        self.folder = folder

    def covers(self, places: "Iterable[str]") -> bool:
        """Return whether one of the folders is the paused one or lies in it."""
        return self.folder == EVERYWHERE or any(paths.is_inside(place, self.folder) for place in places)


def read(folder: str) -> list[Pause]:
    """Return the pauses of the data directory `folder`, over ones too."""
    try:
        text = paths.read_private(os.path.join(folder, paths.PAUSES_FILE))
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError:
        return _everything()
    pauses: list[Pause] = []
    for line in text.removeprefix("\ufeff").split("\n"):
        if line.strip():
            one = _parsed(line)
            pauses += [one] if one else _everything()
    return pauses


def lasting(folder: str) -> list[Pause]:
    """Return the pauses that are not over, each once."""
    found = {as_line(one): one for one in read(folder) if not one.until}
    return list(found.values())


def find(folder: str, kind: str, cwd: str) -> Pause | None:
    """Return the pause of `kind` that holds now in the folder `cwd` or in the project that it is in."""
    found = [one for one in read(folder) if one.kind == kind and not one.until]
    if not found:
        return None
    places = git.places(cwd)
    return next((one for one in found if one.covers(places)), None)


def is_paused(folder: str, kind: str, cwd: str) -> bool:
    """Return whether `kind` is paused now, or excluded, for a session in the folder `cwd`."""
    return find(folder, kind, cwd) is not None or _exclusion(folder, kind, cwd) != ""


def notice(folder: str, kind: str, cwd: str) -> str:
    """Return the line that says why `kind` is off in the folder `cwd`, and what turns it on; "" where it is on."""
    found = find(folder, kind, cwd)
    if found is not None:
        return f"{described(found)}; go on with: {mending(found, cwd)}"
    pattern = _exclusion(folder, kind, cwd)
    return f"{kind} is excluded here by {pattern!r} of CODEWATCH_EXCLUDE" if pattern else ""


def described(pause: Pause) -> str:
    """Return in words what is paused, where and since when."""
    name = pause.folder if pause.folder.isprintable() else ascii(pause.folder)
    where = "everywhere" if pause.folder == EVERYWHERE else f"in {name}"
    if pause.since:
        return f"{pause.kind} is paused {where} since {pause.since}"
    return f"{pause.kind} is paused {where}, because a line of the file {paths.PAUSES_FILE} cannot be read"


def mending(pause: Pause, cwd: str) -> str:
    """Return the command that ends a pause, for a person in the folder `cwd`."""
    where = ""
    if pause.folder == EVERYWHERE:
        where = " --everywhere"
    elif pause.folder != git.places(cwd)[:2][-1]:
        where = f" --project {paths.quoted(pause.folder)}"
    return f"codewatch resume{where} --{pause.kind}"


def as_line(pause: Pause) -> str:
    """Return a pause as a line of the file."""
    folder = pause.folder
    for letter, meant in _ESCAPES.items():
        folder = folder.replace(meant, "\\" + letter)
    return f"{pause.kind}\t{pause.since or OPEN}\t{pause.until or OPEN}\t{folder}\n"


def _exclusion(folder: str, kind: str, cwd: str) -> str:
    if not paths.excluded() and not os.path.lexists(os.path.join(folder, paths.EXCLUSIONS_FILE)):
        return ""
    from codewatch import exclusions  # noqa: PLC0415  (most never had any)

    return exclusions.find(folder, kind, cwd)


def _parsed(line: str) -> Pause | None:
    # An editor may have turned the tabs to spaces, and the ends of the lines to its own.
    parts = line.removesuffix("\r").split(None, 3)
    if len(parts) < 4 or parts[0] not in KINDS or not (_is_time(parts[1]) and _is_time(parts[2])):
        return None
    kind, since, until, folder = parts
    folder = _unescaped(folder)
    if not os.path.isabs(folder):
        return None
    return Pause(kind, "" if since == OPEN else since, "" if until == OPEN else until, folder)


def _everything() -> list[Pause]:
    return [Pause(kind, "", "", EVERYWHERE) for kind in KINDS]


def _is_time(text: str) -> bool:
    return text == OPEN or text.translate(_DIGITS) in _SHAPES


def _unescaped(folder: str) -> str:
    first, *parts = folder.split("\\")
    if not parts:
        return folder
    text, is_escaped = first, False
    for part in parts:
        if is_escaped:  # the second of two backslashes
            text, is_escaped = text + part, False
        elif part:
            text += _ESCAPES.get(part[0], "\\" + part[0]) + part[1:]
        else:
            text, is_escaped = text + "\\", True
    return text
