"""Adds what a session does later to what it is known to have done: for a request, and in runs of the same tests."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from codewatch.agents.rules.rules_table import Rule
from codewatch.observations import Observation

MAX_FILES = 5
# Of the text and the paths beside it.
MAX_CHARS = 310
# How many of the newest records of a request may grow.
MAX_TRIED = 8

_TOLD = re.compile(r'(Asked ".+?": )((?:created|edited|deleted) .+)$')
_PASSED = re.compile(r"(`[^`]+` passed: )(.+)$")
_THEN = "; then "
TODOS = "To-do list"
_TODOS = re.compile(rf'{TODOS}(?: for ".+?")?: ')
_OPEN = re.compile(r"[:;] (?:in progress|open): ")
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
    if any(verb not in _VERBS for verb, _ in files.values()):
        return None  # A file's name looks like the next verb.
    content = head + "; ".join(clauses)
    is_short = len(files) <= MAX_FILES and len(content) + sum(map(len, files)) <= MAX_CHARS
    return content if is_short else None


def is_outdated(earlier: str, later: str) -> bool:
    """Tell whether a to-do list is told anew: the one list of a session has no open items that are not in the later."""
    one, other = _TODOS.match(earlier), _TODOS.match(later)
    return one is not None and other is not None and (one[0] == other[0] or _OPEN.search(earlier) is not None)


def fold(observations: Iterable[Observation]) -> list[Observation]:
    """Return the observations with what was done for one request told together, and without what others replace."""
    every = list(observations)
    replaced = {(one.session, content) for one in every for content in one.replaces}
    found: dict[int, Observation] = {}
    begun: dict[tuple[str, ...], list[int]] = {}
    for at, one in enumerate(every):
        if (one.session, one.content) in replaced:
            continue
        known = begun.setdefault(_begins(one, at), [])
        if one.rule == Rule.TODOS:
            for old in [old for old in known if is_outdated(found[old].content, one.content)]:
                known.remove(old)
                del found[old]
        grown_at = _grown_at([(old, found[old].content) for old in known[-MAX_TRIED:]], one.content)
        if grown_at is None:
            known.append(at)
            found[at] = one
        else:
            old, content = grown_at
            files = tuple(dict.fromkeys((*found[old].files, *one.files)))
            found[old] = replace(found[old], content=content, files=files, observed_at=one.observed_at)
    return list(found.values())


def _begins(one: Observation, at: int) -> tuple[str, ...]:
    """Return what observations have in common of which one may grow by the other; `at` is where this one stands."""
    head = TODOS if one.rule == Rule.TODOS else head_of(one.content) or str(at)
    return (one.session, one.branch, one.cwd, one.rule, head)


def _grown_at(known: Sequence[tuple[int, str]], content: str) -> tuple[int, str] | None:
    texts = ((at, grown(earlier, content)) for at, earlier in reversed(known))
    return next(((at, text) for at, text in texts if text is not None), None)


def _files(clauses: str) -> Iterator[tuple[str, str]]:
    for clause in clauses.split("; "):
        verb, _, files = clause.partition(" ")
        yield from ((verb, file) for file in files.split(", "))
