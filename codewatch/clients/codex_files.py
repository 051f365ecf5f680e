"""Codex's rollout files: what their names say, and how much of them a thread has left behind by going back."""

import glob
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from codewatch.clients import rows, transcripts
from codewatch.clients.rows import as_string, member
from codewatch.clients.transcripts import Line
from codewatch.errors import TranscriptError

# Version 7: it begins with the time, in milliseconds.
_ID = r"0[0-9a-f]{7}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}"
_NAME = re.compile(rf"rollout-.*?-({_ID})(?:_({_ID}))?\.jsonl")
_THREAD = re.compile(_ID)
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
    """What a file's first row says: from where it goes on, None when from nothing, and whose subagent's it is."""

    base: _Base | None
    session: str
    is_subagent: bool


def file_id(path: str) -> str:
    """Return the id of a file in which a thread goes on after it has gone back, "" for any other."""
    name = _name_of(path)
    return name.file if name is not None and name.file != name.thread else ""


def left_in_files(path: str) -> dict[str, int]:
    """Return from which offset on the files of a session are left behind, by path; `path` is one of them.

    Going back to an earlier prompt begins a new file, whose header says from which file it goes on, and up to where;
    behind that the other file is left, but for what a fork goes on from, and so are the subagents that were started
    there. Where a file is missing in between, or its header says something else, nothing is known, and nothing is left.
    """
    thread = _session_of(path)
    around = {one: found for one in _rollouts_since(path, thread) if (found := _name_of(one)) is not None}
    files = {found.file: one for one, found in around.items() if found.thread == thread}
    bases = {file: header.base for file, one in files.items() if (header := _header(one, thread)) is not None}
    if len(files) < 2 or len(bases) < len(files) or not _is_whole(bases, thread):
        return {}
    others = [(one, _header(one, found.thread)) for one, found in around.items() if found.thread != thread]
    forks = [header.base for _, header in others if header is not None and not header.is_subagent]
    live = _live([bases[max(files)], *forks], bases)
    left = {
        one: live[file].offset if file in live else 0
        for file, one in files.items()
        if file != max(files) and (file not in live or _stands(one, live[file]))
    }
    helpers = [one for one, header in others if header and header.is_subagent and header.session == thread]
    left |= dict.fromkeys(_started_in(left, helpers), 0)
    return {path if os.path.basename(one) == os.path.basename(path) else one: at for one, at in left.items()}


def goes_on_from(path: str) -> list[tuple[str, int]]:
    """Return the files that a fork, or a thread that has gone back, goes on from, and up to where; the nearest first.

    The list ends where a file is missing.
    """
    found: list[tuple[str, int]] = []
    base = _base_of(path)
    while base is not None:
        names = ((one, _name_of(one)) for one in _rollouts_since(path, base.file))
        path = next((one for one, name in names if name is not None and name.file == base.file), "")
        if not path:
            break
        found.append((path, base.offset))
        base = _base_of(path)
    return found


def _base_of(path: str) -> _Base | None:
    name = _name_of(path)
    header = _header(path, name.thread) if name is not None else None
    return header.base if header is not None else None


def _session_of(path: str) -> str:
    """Return the thread that a file belongs to, with a subagent's its session's; "" where that is not known."""
    name = _name_of(path)
    header = _header(path, name.thread) if name is not None else None
    if name is None or header is None:
        return ""
    return header.session if header.is_subagent else name.thread


def _started_in(left: Mapping[str, int], helpers: Iterable[str]) -> list[str]:
    """Return the files of those subagents that turns have started which are left behind."""
    turns = {turn.get("turn_id") for one, offset in left.items() for turn in _turns(one, offset)} - {None}
    return [one for one in helpers if next((turn.get("root_turn_id") for turn in _turns(one, 0)), "") in turns]


def _turns(path: str, offset: int) -> Iterator[dict[str, Any]]:
    """Yield what a file says of each turn that begins behind an offset."""
    for line in _lines(path, offset):
        if line.raw is not None and b'"task_started"' in line.raw:
            said = member(rows.parse(line)[0] or {}, "payload")
            if said.get("type") == "task_started":
                yield said


def _is_whole(bases: Mapping[str, _Base | None], thread: str) -> bool:
    """Return whether what the newest file goes on from is known to its start, or to where the thread was forked."""
    base = bases[max(bases)]
    while base is not None and base.file in bases:
        base = bases[base.file]
    return thread in bases and (base is None or bases[thread] is not None)


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
    if _THREAD.fullmatch(thread) is None:
        return
    # In the folders' names stands the day where the user is.
    begun = datetime.fromtimestamp(int(thread.replace("-", "")[:12], 16) / 1000, UTC) - timedelta(days=1)
    days = glob.glob(os.path.join(glob.escape(home), "sessions", "*", "*", "*"))
    since = [day for day in days if day[-len("YYYY/MM/DD") :].replace(os.sep, "/") >= begun.strftime(_DAY)]
    for day in (*since, os.path.join(home, _ARCHIVE)):
        yield from glob.iglob(os.path.join(glob.escape(day), "rollout-*.jsonl"))


def _header(path: str, thread: str) -> _Header | None:
    """Return what the first row of a thread's file says, None when it does not fit.

    Its number is where the file goes on, and what a file goes on from is older than itself.
    """
    row = _row_at(path, 0)
    header = member(row, "payload")
    is_odd = row.get("type") != "session_meta" or header.get("id") != thread
    if is_odd or row.get("ordinal") != member(header, "history_base").get("end_ordinal_exclusive", 0):
        return None
    base = _base(header)
    name = _name_of(path)
    if (base is None and header.get("history_base") is not None) or name is None or (base and base.file >= name.file):
        return None
    return _Header(base, as_string(header.get("session_id")), "subagent" in member(header, "source"))


def _base(header: Mapping[str, Any]) -> _Base | None:
    said = member(header, "history_base")
    file, offset, ordinal = (said.get(name) for name in ("thread_id", "end_byte_offset", "end_ordinal_exclusive"))
    if isinstance(file, str) and isinstance(offset, int) and isinstance(ordinal, int) and offset >= 0:
        return _Base(file, offset, ordinal)
    return None


def _row_at(path: str, offset: int) -> dict[str, Any]:
    return rows.parse(next(_lines(path, offset), Line(0, 0, b"")))[0] or {}


def _lines(path: str, offset: int) -> Iterator[Line]:
    """Yield the lines behind an offset, none of a file that is gone."""
    try:
        with transcripts.open_transcript(path) as stream:
            yield from transcripts.read_lines(stream, offset, transcripts.size_of(stream))
    except TranscriptError:
        return


def _stands(path: str, base: _Base) -> bool:
    """Return whether a file goes on behind `base`, with the row that stood there when another file went on from it."""
    return _row_at(path, base.offset).get("ordinal") == base.ordinal
