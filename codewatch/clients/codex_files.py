"""Codex's rollout files: what their names say, and how much of them a thread has left behind by going back."""

import glob
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from codewatch.clients import rows, transcripts
from codewatch.clients.rows import as_object, member
from codewatch.clients.transcripts import Line
from codewatch.errors import TranscriptError

# Version 7: it begins with the time, in milliseconds.
_ID = r"0[0-9a-f]{7}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}"
_NAME = re.compile(rf"rollout-.*?-({_ID})(?:_({_ID}))?\.jsonl")
_ARCHIVE = "archived_sessions"
_DAY = "%Y/%m/%d"


class _Name(NamedTuple):
    """Whose file it is, and its own id: that of the thread where the thread began in it."""

    thread: str
    file: str


class _Base(NamedTuple):
    """The file that another one goes on from, and up to where."""

    file: str
    offset: int
    ordinal: int


class _Header(NamedTuple):
    """What a file's first row says: from where it goes on, None when from nothing, and whether it is a subagent's."""

    base: _Base | None
    is_subagent: bool


def file_id(path: str) -> str:
    """Return the id of a file in which a thread goes on after it has gone back, "" for any other."""
    name = _name_of(path)
    return name.file if name is not None and name.file != name.thread else ""


def left_in_files(path: str) -> dict[str, int]:
    """Return from which offset on the files of a thread are left behind, by path; `path` is one of them.

    Going back to an earlier prompt begins a new file, whose header says from which file it goes on, and up to where;
    behind that the other file is left, but for what a fork goes on from. Where a file is missing in between, or its
    header says something else, nothing is known, and nothing is left.
    """
    name = _name_of(path)
    if name is None:
        return {}
    around = {one: found for one in _rollouts_since(path, name.thread) if (found := _name_of(one)) is not None}
    files = {found.file: one for one, found in around.items() if found.thread == name.thread} | {name.file: path}
    if len(files) == 1:
        return {}
    bases: dict[str, _Base | None] = {}
    for file, one in files.items():
        header = _header(one, name.thread)
        if header is None:
            return {}
        bases[file] = header.base
    newest = max(files)
    if name.thread not in files or not _is_whole(bases, newest, name.thread):
        return {}
    forks = [_header(one, found.thread) for one, found in around.items() if found.thread != name.thread]
    ends = [bases[newest], *(fork.base for fork in forks if fork is not None and not fork.is_subagent)]
    live = _live(ends, bases)
    return {
        one: live[file].offset if file in live else 0
        for file, one in files.items()
        if file != newest and (file not in live or _stands(one, live[file]))
    }


def _is_whole(bases: Mapping[str, _Base | None], newest: str, begun: str) -> bool:
    """Return whether what the newest file goes on from is known to its start, or to where the thread was forked."""
    base = bases[newest]
    while base is not None and base.file in bases:
        base = bases[base.file]
    return base is None or bases[begun] is not None


def _live(ends: Iterable[_Base | None], bases: Mapping[str, _Base | None]) -> dict[str, _Base]:
    """Return up to where each file of a thread is gone on from, itself or through others."""
    live: dict[str, _Base] = {}
    for end in ends:
        base = end
        while base is not None and base.file in bases and (base.file not in live or live[base.file] < base):
            live[base.file] = base
            base = bases[base.file]
    return live


def _name_of(path: str) -> _Name | None:
    found = _NAME.fullmatch(os.path.basename(path))
    return _Name(found[1], found[2] or found[1]) if found else None


def _rollouts_since(path: str, thread: str) -> Iterator[str]:
    """Yield the rollouts beside `path`, from the day on which a thread began."""
    folder = os.path.dirname(os.path.abspath(path))
    home = os.path.abspath(os.path.join(folder, os.pardir if os.path.basename(folder) == _ARCHIVE else "../../../.."))
    # In the folders' names stands the day where the user is.
    begun = datetime.fromtimestamp(int(thread.replace("-", "")[:12], 16) / 1000, UTC) - timedelta(days=1)
    days = glob.glob(os.path.join(glob.escape(home), "sessions", "*", "*", "*"))
    since = [day for day in days if day[-len("YYYY/MM/DD") :].replace(os.sep, "/") >= begun.strftime(_DAY)]
    for day in (*since, os.path.join(home, _ARCHIVE)):
        yield from glob.iglob(os.path.join(glob.escape(day), "rollout-*.jsonl"))


def _header(path: str, thread: str) -> _Header | None:
    """Return what the first row of a thread's file says, None when it does not fit: its number is where it goes on."""
    row = _row_at(path, 0)
    header = member(row, "payload")
    said = as_object(header.get("history_base"))
    base = _base(said) if said is not None else None
    goes_on_at = base.ordinal if base is not None else 0 if header.get("history_base") is None else -1
    if row.get("type") != "session_meta" or header.get("id") != thread or row.get("ordinal") != goes_on_at:
        return None
    return _Header(base, "subagent" in (as_object(header.get("source")) or {}))


def _base(said: Mapping[str, Any]) -> _Base | None:
    file, offset, ordinal = (said.get(name) for name in ("thread_id", "end_byte_offset", "end_ordinal_exclusive"))
    if isinstance(file, str) and isinstance(offset, int) and isinstance(ordinal, int) and offset >= 0:
        return _Base(file, offset, ordinal)
    return None


def _row_at(path: str, offset: int) -> dict[str, Any]:
    try:
        with transcripts.open_transcript(path) as stream:
            line = next(transcripts.read_lines(stream, offset, transcripts.size_of(stream)), Line(0, 0, b""))
    except TranscriptError:
        return {}
    return rows.parse(line)[0] or {}


def _stands(path: str, base: _Base) -> bool:
    """Return whether a file goes on behind `base`, with the row that stood there when another file went on from it."""
    return _row_at(path, base.offset).get("ordinal") == base.ordinal
