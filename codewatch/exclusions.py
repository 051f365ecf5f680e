"""Folders and files that capture or recall leave alone for good: the setting CODEWATCH_EXCLUDE, as the hooks read it.

The hooks read no settings file, so whoever loads the settings writes them into the file `exclusions` of the data
directory, one a line: what is excluded, a tab, the pattern. Standard library only.
"""

import os

from codewatch import git, paths

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

KINDS = ("capture", "recall")


def read(folder: str) -> list[tuple[str, str]]:
    """Return (kind, pattern) of every exclusion in force; a file that cannot be read excludes everything."""
    try:
        text = paths.read_private(os.path.join(folder, paths.EXCLUSIONS_FILE))
    except FileNotFoundError:
        return []
    except OSError:
        return [(kind, "/") for kind in KINDS]
    rows: list[tuple[str, str]] = []
    for line in text.split("\n"):
        kind, _, pattern = line.partition("\t")
        if line:
            rows += [(kind, pattern)] if kind in KINDS and pattern else [(kind, "/") for kind in KINDS]
    return rows


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


def _words(pattern: str) -> list[str]:
    expanded = paths.comparable(os.path.expanduser(pattern))
    words = expanded.rstrip("/").split("/")
    return words if "/" in expanded else ["**", *words]


def _fits(words: list[str], way: list[str]) -> bool:
    """Return whether the words fit the beginning of the way: the path itself, or a folder that it is in."""
    if not words:
        return True
    if words[0] == "**":
        if len(words) == 1:
            return bool(way)
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
