"""Adds what a session does later for a request to what it is known to have done for it."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from codewatch.observations import Observation

MAX_FILES = 5
# Of the text and the paths beside it.
MAX_CHARS = 310

_TOLD = re.compile(r'(Asked ".+?": )((?:created|edited|deleted) .+)$')
_VERBS = ("created", "edited", "deleted")
_LINES = re.compile(r":[\d,…-]+$")


def head_of(content: str) -> str:
    """Return what a record of edits begins with when it says what was asked, else ""."""
    told = _TOLD.match(content)
    return told[1] if told is not None else ""


def grown(earlier: str, later: str) -> str | None:
    """Return one record of the edits in both, or None where they are for different requests or it gets too long.

    Both name their files; where both name the same, its lines have moved in between and are left out.
    """
    one, other = _TOLD.match(earlier), _TOLD.match(later)
    if one is None or other is None or one[1] != other[1]:
        return None
    files: dict[str, tuple[str, str]] = {}
    for verb, shown in chain(_files(one[2]), _files(other[2])):
        path = _LINES.sub("", shown)
        if path not in files:
            files[path] = (verb, shown)
        elif verb == "deleted":
            files[path] = (verb, path)
        else:
            files[path] = (verb if files[path][0] == "deleted" else files[path][0], path)
    clauses = [
        f"{verb} {', '.join(shown for known, shown in files.values() if known == verb)}"
        for verb in _VERBS
        if any(known == verb for known, _ in files.values())
    ]
    content = one[1] + "; ".join(clauses)
    is_short = len(files) <= MAX_FILES and len(content) + sum(map(len, files)) <= MAX_CHARS
    return content if is_short else None


def fold(observations: Iterable[Observation]) -> list[Observation]:
    """Return the observations with what was done for one request told together, and without what others replace."""
    every = list(observations)
    replaced = {(one.session, content) for one in every for content in one.replaces}
    found: list[Observation] = []
    for one in every:
        if (one.session, one.content) in replaced:
            continue
        at = next((at for at, known in enumerate(found) if _grows(known, one)), None)
        if at is None:
            found.append(one)
        else:
            content = grown(found[at].content, one.content) or ""
            files = tuple(dict.fromkeys((*found[at].files, *one.files)))
            found[at] = replace(found[at], content=content, files=files, observed_at=one.observed_at)
    return found


def _grows(known: Observation, later: Observation) -> bool:
    is_same = (known.session, known.branch, known.cwd) == (later.session, later.branch, later.cwd)
    return is_same and known.rule == later.rule and grown(known.content, later.content) is not None


def _files(clauses: str) -> Iterator[tuple[str, str]]:
    for clause in clauses.split("; "):
        verb, _, files = clause.partition(" ")
        yield from ((verb, file) for file in files.split(", "))
