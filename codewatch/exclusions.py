"""Folders and files that capture or recall leave alone for good: the setting CODEWATCH_EXCLUDE, as the hooks read it.

A hook knows the environment and reads no settings file, so what stands in the files is written into the file
`exclusions` of the data directory: a line each with what is excluded, a tab, and the pattern. Standard library only.
"""

import os

from codewatch import git, paths
from codewatch.lightsqlite import SQLiteError, connect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

KINDS = ("capture", "recall")
_LIST = "select value from json_each(?)"
_WILD = ("*", "?")
_BEGINNINGS = ("/", "~", "*")


def read(folder: str) -> list[tuple[str, str]]:
    """Return (kind, pattern) of every exclusion in force; what cannot be read excludes everything."""
    rows = _in_environment()
    try:
        text = paths.read_private(os.path.join(folder, paths.EXCLUSIONS_FILE))
    except (FileNotFoundError, NotADirectoryError):
        return rows
    except OSError:
        return rows + _everything()
    for line in text.split("\n"):
        kind, _, pattern = line.partition("\t")
        if line:
            rows += [(kind, pattern)] if kind in KINDS and pattern else _everything()
    return rows


def publish(folder: str, patterns: "Iterable[str]") -> None:
    """Let the hooks know the patterns of the settings files; a data directory that is not there is not made.

    Raises:
        OSError: they cannot be written.
    """
    path = os.path.join(folder, paths.EXCLUSIONS_FILE)
    rows = [row for pattern in patterns for row in parse(pattern)]
    text = "".join([f"{kind}\t{pattern}\n" for kind, pattern in rows])
    if not os.path.isdir(folder) or paths.fault_of(folder) is not None or text == _published(path):
        return
    # Written also when it is empty, but not for those who never had any.
    paths.replace_private(path, text)


def parse(pattern: str) -> list[tuple[str, str]]:
    """Return (kind, pattern) of an entry of the setting: `capture:` or `recall:` before it means only that.

    Raises:
        ValueError: there is no pattern, it holds a line break, begins at the current folder, or is about neither.
    """
    kind, separator, rest = pattern.partition(":")
    if separator and len(kind) > 1 and kind.isalpha() and kind not in KINDS and rest[:1] in _BEGINNINGS:
        raise ValueError(f"{pattern!r}: what can be excluded is {' or '.join(KINDS)}, not {kind!r}")
    kinds, rest = ((kind,), rest) if separator and kind in KINDS else (KINDS, pattern)
    if not rest.strip() or "\n" in rest:
        raise ValueError(f"{pattern!r} is no pattern of a path")
    if rest.strip().split("/")[0] in (".", ".."):
        raise ValueError(f"{pattern!r} depends on where one stands; write it from / or ~")
    return [(kind, _resolved(rest.strip())) for kind in kinds]


def find(folder: str, kind: str, cwd: str) -> str:
    """Return the pattern that excludes `kind` in the folder `cwd` or in the project that it is in, "" for none."""
    patterns = [pattern for named, pattern in read(folder) if named == kind]
    return first_match(patterns, git.places(cwd)) if patterns else ""


def first_match(patterns: "Iterable[str]", places: "Iterable[str]") -> str:
    """Return the first pattern that one of the paths, or a folder that it is in, fits; "" for none.

    `*` and `?` stand for letters of one name, `**` for any number of folders. A pattern without a slash fits any name
    on the way.
    """
    ways = [paths.comparable(place).split("/") for place in places]
    for pattern in patterns:
        words = _words(pattern)
        if any(_fits(words, way) for way in ways):
            return pattern
    return ""


def _in_environment() -> list[tuple[str, str]]:
    text = paths.excluded().strip()
    patterns = [text] if text else []
    try:
        if text.startswith("["):
            patterns = [str(value) for (value,) in connect(":memory:").execute(_LIST, (text,))]
        return [row for pattern in patterns for row in parse(pattern)]
    except (SQLiteError, ValueError):
        return _everything()  # the commands say what is wrong with it


def _everything() -> list[tuple[str, str]]:
    return [(kind, "/") for kind in KINDS]


def _published(path: str) -> str:
    try:
        return paths.read_private(path)
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except OSError:
        return "?"  # to be written anew


def _resolved(pattern: str) -> str:
    """Return a pattern with `~` and links resolved, as folders are compared; one that begins nowhere fits anywhere."""
    expanded = os.path.expanduser(pattern)
    if not os.path.isabs(expanded):
        return f"**/{expanded}" if "/" in expanded.rstrip("/") else expanded.rstrip("/")
    words, wild = _parted(expanded)
    return "/".join([os.path.realpath("/".join(words[:wild]) or "/").rstrip("/"), *words[wild:]]) or "/"


def fixed_part(pattern: str) -> str:
    """Return the folder in which a resolved pattern fits at all, "" for one that fits anywhere."""
    words, wild = _parted(pattern)
    return ("/".join(words[:wild]) or "/") if os.path.isabs(pattern) else ""


def _parted(pattern: str) -> tuple[list[str], int]:
    words = pattern.split("/")
    return words, next((at for at, word in enumerate(words) if any(sign in word for sign in _WILD)), len(words))


def _words(pattern: str) -> list[str]:
    words = paths.comparable(pattern).rstrip("/").split("/")
    return words if "/" in pattern or os.sep in pattern else ["**", *words]


def _fits(words: list[str], way: list[str]) -> bool:
    """Return whether the words fit the beginning of the way: the path itself, or a folder that it is in."""
    if not words:
        return True
    if words[0] == "**":
        if len(words) == 1:
            return True  # `folder/**` means the folder too
        return any(_fits(words[1:], way[start:]) for start in range(len(way)))
    return bool(way) and _is_like(words[0], way[0]) and _fits(words[1:], way[1:])


def _is_like(word: str, name: str) -> bool:
    """Return whether a name fits a word in which `*` stands for any letters and `?` for one."""
    at, star, mark = 0, -1, 0
    place = 0
    while place < len(name):
        if at < len(word) and word[at] == "*":
            star, mark = at, place
            at += 1
        elif at < len(word) and word[at] in ("?", name[place]):
            at += 1
            place += 1
        elif star >= 0:
            mark += 1
            at, place = star + 1, mark
        else:
            return False
    return not word[at:].strip("*")
