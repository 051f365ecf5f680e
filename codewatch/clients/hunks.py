"""Turns the differences that clients keep with an edit into the stretches of lines that the edit wrote."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from codewatch.clients.rows import as_list, as_object, as_objects, as_string
from codewatch.messages import Hunk

MAX_HUNKS = 50
MAX_DIFF_LINES = 20_000

_HEAD = re.compile(r"@@ -\d{1,9}(?:,(?P<old>\d{1,9}))? \+(?P<start>\d{1,9})(?:,(?P<new>\d{1,9}))? @@")
_FILE = re.compile(r"(?:\+\+\+|Index:) (?:b/)?(?P<path>[^\t\n]+)")


def from_diff(diff: object, *, path: str = "") -> tuple[Hunk, ...]:
    """Return the hunks of a unified diff; `path` is its file's, else the diff names it."""
    lines = as_string(diff).split("\n", MAX_DIFF_LINES)[:MAX_DIFF_LINES]
    return tuple(_limited(_in_diff(lines, path)))


def from_changes(changes: object) -> tuple[Hunk, ...]:
    """Return the hunks of the files that Codex says a patch changed: path to kind and diff."""
    files = as_object(changes) or {}
    told = [(path, as_object(change) or {}) for path, change in files.items()]
    found = [
        hunk
        for path, change in told
        for hunk in from_diff(
            change.get("unified_diff") or (as_object(change.get("update")) or {}).get("unified_diff"),
            path=as_string(change.get("move_path")) or path,
        )
    ]
    return tuple(found[:MAX_HUNKS])


def from_patch(patch: object, *, path: str) -> tuple[Hunk, ...]:
    """Return the hunks of Claude Code's `structuredPatch`."""
    return tuple(_limited(_in_patch(as_objects(as_list(patch)), path)))


def _in_diff(lines: list[str], path: str) -> Iterator[Hunk]:
    named, at = path, 0
    while at < len(lines):
        head = _HEAD.match(lines[at])
        at += 1
        if head is None:
            found = _FILE.match(lines[at - 1])
            named = path or (found["path"].strip() if found else named)
            continue
        old, new = int(head["old"] or 1), int(head["new"] or 1)
        body: list[str] = []
        while at < len(lines) and (old > 0 or new > 0):
            sign = lines[at][:1]
            old -= sign in ("-", " ", "")
            new -= sign in ("+", " ", "")
            body.append(lines[at])
            at += 1
        yield from _hunk(named, int(head["start"]), body)


def _in_patch(parts: Iterable[Mapping[str, Any]], path: str) -> Iterator[Hunk]:
    for part in parts:
        start = part.get("newStart")
        if isinstance(start, int):
            yield from _hunk(path, start, [as_string(line) for line in as_list(part.get("lines"))])


def _hunk(path: str, start: int, body: Iterable[str]) -> Iterator[Hunk]:
    """Yield the stretch from the first line that changed to the last; the context around it is left out."""
    line, first, last, grown = start, 0, 0, 0
    for text in body:
        sign = text[:1]
        if sign in ("+", "-"):
            first = first or line
            last = line if sign == "+" else max(last, first)
            grown += 1 if sign == "+" else -1
        if sign in ("+", " ", ""):
            line += 1
    if first:
        yield Hunk(path, max(1, first), max(1, last), grown)


def _limited(hunks: Iterator[Hunk]) -> Iterator[Hunk]:
    for number, hunk in enumerate(hunks):
        if number == MAX_HUNKS:
            return
        yield hunk
