"""The side files of injections → rows of the memory, each line once; and words of them that are to be forgotten.

The hook appends to a side file without a lock. What is folded in is noted in the transaction that adds the rows, so a
process that is killed anywhere folds a line once. A last line without an end waits for it.
"""

import contextlib
import os
import re
import stat
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from codewatch import paths
from codewatch.injected import BRANCH, EVERYWHERE, HAD, MAX_TERMS, PROJECT, REFLECTION, TASK, file_name
from codewatch.store import injections
from codewatch.store.database import transaction
from codewatch.store.injections import Injected
from codewatch.terms import fold

_MAX_READ = 1 << 20
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z")
_EVENT = re.compile(r"[A-Za-z]{1,40}")
_NAME = re.compile(r"[A-Za-z0-9_-]{1,101}")
_MOST_TOKENS = 100_000
_PLACES = (BRANCH, PROJECT, EVERYWHERE)


class _Reason(NamedTuple):
    """Why one memory was injected, and where in the line the words of it stand."""

    chance: int | None = None
    tokens: int = 0
    place: str = ""
    terms: tuple[str, ...] = ()
    start: int = 0
    end: int = 0


class _Line(NamedTuple):
    at: str
    event: str
    ids: tuple[int, ...]
    reasons: dict[int, _Reason]


def fold_all(folder: str, *, now: str) -> int:
    """Fold in what is new in every side file of the data directory, and return how many injections that were.

    Raises:
        StoreError: the memory cannot be written; what was folded in before stays so.
    """
    known = injections.offsets()
    return sum(fold_session(folder, name, now=now) for name, size in _files(folder) if known.get(name, 0) != size)


def fold_session(folder: str, name: str, *, now: str) -> int:
    """Fold in what is new in the side file called `name`, and return how many injections that were."""
    file = _open(folder, name, os.O_RDONLY)
    if file is None:
        return 0
    try:
        added = 0
        while (more := _fold_some(file, folder, name, now)) is not None:
            added += more
        return added
    finally:
        os.close(file)


def fold_before(folder: str, session: str, *, now: str) -> str:
    """Fold in what a client's session was given, and return the name that its injections have."""
    name = file_name(session)
    if session:
        fold_session(folder, name, now=now)
    return name


def drop_old(folder: str, *, before: float) -> None:
    """Delete the side files that were last written `before` a UNIX time; call it when all are folded in."""
    for name, _ in list(_files(folder)):
        path = os.path.join(folder, paths.INJECTED_FOLDER, name)
        if os.stat(path, follow_symlinks=False).st_mtime < before:
            os.unlink(path)
            with transaction():
                injections.drop_offset(name)


def blank(folder: str, ids: Iterable[int]) -> None:
    """Write spaces over the words that side files hold of memories.

    Raises:
        OSError: a side file cannot be written.
    """
    gone = frozenset(ids)
    for name, _ in list(_files(folder)):
        file = _open(folder, name, os.O_RDWR)
        if file is None:
            continue
        try:
            at = 0
            while raw := os.pread(file, _MAX_READ, at):
                whole = _whole_lines(raw)
                for start, line in _lines(raw[:whole], at):
                    _blank_line(file, start, line, gone)
                if not whole:
                    break
                at += whole
        finally:
            os.close(file)


def _fold_some(file: int, folder: str, name: str, now: str) -> int | None:
    """Fold in up to a megabyte, and return how many injections that were; None when nothing is left."""
    if os.fstat(file).st_size == injections.offset(name):
        return None
    with transaction():
        size, at = os.fstat(file).st_size, injections.offset(name)
        at = 0 if size < at else at  # somebody has put another file there
        raw = os.pread(file, _MAX_READ, at)
        whole = _whole_lines(raw)
        if not whole:
            return None
        added, gone = 0, set[int]()
        for _, line in _lines(raw[:whole], at):
            for row_id, one in _injected(line, name, now):
                added += one is not None and injections.add(one)
                if one is None:
                    gone.add(row_id)
        injections.set_offset(name, at + whole)
    if gone:
        # A hook that read a memory just before it was forgotten may have written words of it since.
        with contextlib.suppress(OSError):
            _blank_lines(folder, name, list(_lines(raw[:whole], at)), gone)
    return added


def _blank_lines(folder: str, name: str, lines: Iterable[tuple[int, bytes]], gone: Iterable[int]) -> None:
    file = _open(folder, name, os.O_WRONLY)
    if file is None:
        return
    try:
        for start, line in lines:
            _blank_line(file, start, line, gone)
    finally:
        os.close(file)


def _whole_lines(raw: bytes) -> int:
    """Return how many bytes whole lines take; of a line that is longer than anything the hook writes, all of it."""
    return len(raw) if len(raw) == _MAX_READ and b"\n" not in raw else raw.rfind(b"\n") + 1


def _injected(raw: bytes, session: str, now: str) -> Iterator[tuple[int, Injected | None]]:
    """Yield the ids of a line with what was injected, None for a memory that is not there."""
    line = _parse(raw)
    if line is None or line.event.startswith(HAD) or line.event == TASK:
        return
    for row_id in dict.fromkeys(line.ids):
        reason = line.reasons.get(row_id, _Reason())
        at = min(line.at, now[:19] + "Z")
        if line.event == REFLECTION:
            yield row_id, Injected(session, row_id, at, line.event, None, reason.tokens, "", (), is_reflection=True)
            continue
        known = injections.terms_of(row_id)
        if known is None:
            yield row_id, None
            continue
        terms = tuple(term for term in reason.terms if (fold(term[1:]) if term[0] == "/" else term) in known)
        yield row_id, Injected(session, row_id, at, line.event, reason.chance, reason.tokens, reason.place, terms)


def _parse(raw: bytes) -> _Line | None:
    fields = raw.decode("utf-8", "replace").split("\t")
    if len(fields) not in (3, 4) or not _TIME.fullmatch(fields[0]):
        return None
    at, event, ids = fields[:3]
    if not _EVENT.fullmatch(event.removeprefix(HAD)):
        return None
    numbers = tuple(int(one) for one in ids.split(",") if one.isascii() and one.isdigit() and len(one) <= 18)
    return _Line(at, event, numbers, dict(_reasons(raw)))


def _reasons(raw: bytes) -> Iterator[tuple[int, _Reason]]:
    fields = raw.split(b"\t")
    at = sum(len(field) + 1 for field in fields[:3])
    for entry in fields[3].split(b";") if len(fields) == 4 else []:
        parts = entry.split(b":")
        if len(parts) == 5 and all(part.isdigit() and len(part) <= 18 for part in parts[:3]):
            row_id, chance, tokens = map(int, parts[:3])
            place, words = (part.decode("utf-8", "replace") for part in parts[3:])
            terms = [word.strip() for word in words.split(",") if word.strip() and word.isprintable()]
            yield row_id, _Reason(
                min(chance, 100), min(tokens, _MOST_TOKENS), place if place in _PLACES else "",
                tuple(terms[:MAX_TERMS]), at + len(entry) - len(parts[4]), at + len(entry),
            )  # fmt: skip
        at += len(entry) + 1


def _blank_line(file: int, start: int, raw: bytes, gone: Iterable[int]) -> None:
    line = _parse(raw)
    if line is None or line.event in (REFLECTION, TASK):
        return
    for row_id, reason in _reasons(raw):
        if row_id in gone and reason.terms:
            os.pwrite(file, b" " * (reason.end - reason.start), start + reason.start)


def _lines(raw: bytes, at: int) -> Iterator[tuple[int, bytes]]:
    for line in raw.split(b"\n"):
        yield at, line
        at += len(line) + 1


def _files(folder: str) -> Iterator[tuple[str, int]]:
    try:
        entries = list(os.scandir(os.path.join(folder, paths.INJECTED_FOLDER)))
    except OSError:
        return
    for entry in entries:
        if _NAME.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
            yield entry.name, entry.stat(follow_symlinks=False).st_size


def _open(folder: str, name: str, flags: int) -> int | None:
    """Return a side file opened; None where there is none, or something else of its name."""
    path = os.path.join(folder, paths.INJECTED_FOLDER, name)
    try:
        file = os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        if flags != os.O_RDONLY and os.path.isfile(path) and not os.path.islink(path):
            raise
        return None
    if stat.S_ISREG(os.fstat(file).st_mode):
        return file
    os.close(file)
    return None
