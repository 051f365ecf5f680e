"""Adds what a session does later to what it is known to have done: for a request, and in runs of the same tests."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from codewatch.observations import Observation

MAX_FILES = 5
# Of the text and the paths beside it.
MAX_CHARS = 310

_TOLD = re.compile(r'(Asked ".+?": )((?:created|edited|deleted) .+)$')
_PASSED = re.compile(r"(`[^`]+` passed: )(.+)$")
_THEN = "; then "
_VERBS = ("created", "edited", "deleted")
_LINES = re.compile(r":[\d,…-]+$")


def head_of(content: str) -> str:
    """Return what a record of edits for a request, or of tests that passed, begins with; "" of any other text."""
    told = _TOLD.match(content) or _PASSED.match(content)
    return told[1] if told is not None else ""


def grown(earlier: str, later: str) -> str | None:
    """Return one record of both, or None where they are of different requests or commands, or it gets too long."""
    head = head_of(earlier)
    if not head or head != head_of(later):
        return None
    join = _edits if _TOLD.match(earlier) else _runs
    return join(head, earlier.removeprefix(head), later.removeprefix(head))


def _runs(head: str, earlier: str, later: str) -> str | None:
    """Return the counts of both; one that is there already is not said again."""
    counts = list(dict.fromkeys([*earlier.split(_THEN), *later.split(_THEN)]))
    content = head + _THEN.join(counts)
    return content if len(content) <= MAX_CHARS else None


def _edits(head: str, earlier: str, later: str) -> str | None:
    """Return the files of both; where both name the same, its lines have moved in between and are left out."""
    files: dict[str, tuple[str, str]] = {}
    for verb, shown in chain(_files(earlier), _files(later)):
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
    content = head + "; ".join(clauses)
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
