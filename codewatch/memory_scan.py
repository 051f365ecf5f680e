"""A client's own memory files become observations, one each, which go with them when they change or vanish."""

import hashlib
import os
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from codewatch import git, pauses, privacy
from codewatch.agents.categorizer import categorize
from codewatch.categories import Category, Origin, Scope, default_priority
from codewatch.clients import claude_code, claude_memory, codex_memory
from codewatch.clients.claude_memory import Fact, Place
from codewatch.clients.codex_memory import Point
from codewatch.observations import Observation, shorten
from codewatch.store import memory_files, sessions
from codewatch.store.clock import as_text
from codewatch.store.database import transaction

_CATEGORIES = {
    "user": Category.USER_PREFERENCE, "feedback": Category.USER_PREFERENCE, "reference": Category.LEARNING,
}  # fmt: skip
_PERSONAL = ("user", "feedback")
_MARKUP = re.compile(r"\*\*|__|^#+ +|^[-*] +|\[([^\[\]]*)\]\([^)\n]{0,1000}\)", re.MULTILINE)


class Scanned(NamedTuple):
    """How a scan went: ids of new memories, and how many files it has read, left as they were, or missed."""

    stored: tuple[int, ...]
    read: int
    unchanged: int
    gone: int


class Found(NamedTuple):
    """A file or point that says something new, the observation it makes (None for nothing), and its project's root.

    `path` is the file's, for one of several points in a file with what tells it from the others.
    """

    path: str
    content_hash: str
    observation: Observation | None
    project: str
    branch: str
    source: str


class Looked(NamedTuple):
    """What says something new, how many do not, and the paths of those that are gone."""

    found: list[Found]
    unchanged: int
    gone: list[str]


SOURCES = (claude_memory.NAME, codex_memory.NAME)


def scan(folder: str, *, now: str, chars_per_token: int = 4, sources: Sequence[str] = SOURCES) -> Scanned:
    """Read what has changed in the memory files since the last scan, and commit it at once.

    `folder` is the data directory; what is paused or excluded is not read.
    """
    looked = look(folder, sources=sources)
    stored: list[int] = []
    if looked.found or looked.gone:
        with transaction():
            for one in looked.found:
                # Where nobody knows the project, a personal fact is everybody's.
                project = sessions.project_id(one.project, now=now) if one.project else None
                row_id = memory_files.keep(
                    one.path, one.content_hash, one.observation, project=project, branch=one.branch,
                    key=f"{one.source}:{one.path}:{one.content_hash}", now=now, chars_per_token=chars_per_token,
                )  # fmt: skip
                stored += [row_id] if row_id else []
            for path in looked.gone:
                memory_files.drop(path, now=now)
    return Scanned(tuple(stored), len(looked.found), looked.unchanged, len(looked.gone))


def look(folder: str, *, sources: Sequence[str] = SOURCES) -> Looked:
    """Return what the memory files of some sources say that is new, and what they no longer say."""
    known = memory_files.known()
    of_codex = {path: one for path, one in known.items() if codex_memory.file_of(path)}
    of_claude = {path: one for path, one in known.items() if path not in of_codex}
    looks = [
        *([_look_at_claude(folder, of_claude)] if claude_memory.NAME in sources else []),
        *([_look_at_codex(folder, of_codex)] if codex_memory.NAME in sources else []),
    ]
    return Looked(
        [one for look in looks for one in look.found],
        sum(look.unchanged for look in looks),
        [path for look in looks for path in look.gone],
    )


def _look_at_claude(folder: str, known: Mapping[str, memory_files.Known]) -> Looked:
    found: list[Found] = []
    unchanged = 0
    for place in claude_memory.find_places():
        for path in claude_memory.files_in(place):
            raw = claude_memory.read_file(path)
            if raw is None or b"\0" in raw:  # gone, or no text
                continue
            content_hash = hashlib.sha256(raw).hexdigest()
            if path in known and known[path].content_hash == content_hash:
                unchanged += 1
                continue
            one = _found(folder, place, path, content_hash, claude_memory.parse(raw))
            found += [one] if one else []
    return Looked(found, unchanged, [path for path in known if not os.path.lexists(path)])


def _look_at_codex(folder: str, known: Mapping[str, memory_files.Known]) -> Looked:
    points = codex_memory.read()
    said = {point.key for point in points.found}
    gone = [key for key in known if key not in said and _is_gone(codex_memory.file_of(key), points.unread)]
    new = [point for point in points.found if point.key not in known]
    found = [one for point in new if (one := _found_point(folder, point)) is not None]
    return Looked(found, len(points.found) - len(new), gone)


def _is_gone(path: str, unread: Sequence[str]) -> bool:
    """Return whether what a file of Codex's no longer says is gone: the file was read, or is no longer there."""
    was_read = os.path.dirname(path) == codex_memory.folder() and path not in unread
    return was_read or not os.path.lexists(path)


def _found_point(folder: str, point: Point) -> Found | None:
    """Return what a point of Codex's makes, None where it must not be read or nobody knows whose it is."""
    if not point.cwd and not point.is_users:
        return None
    if any(pauses.is_paused(folder, pauses.CAPTURE, where) for where in (point.path, point.cwd) if where):
        return None
    project, branch = git.locate(point.cwd) if point.cwd else ("", "")
    text = privacy.clean(point.text).text
    observation = None
    if text.strip():
        category = _CATEGORIES.get(point.kind) or categorize(text).category
        observation = Observation(
            content=shorten(text), category=category, priority=default_priority(category, text),
            observed_at=_written_at(point.path), scope=Scope.GLOBAL if point.is_users else Scope.PROJECT,
            origin=Origin.IMPORTED, observer=codex_memory.NAME, branch=branch, cwd=point.cwd,
        )  # fmt: skip
    content_hash = hashlib.sha256(point.text.encode()).hexdigest()
    return Found(point.key, content_hash, observation, project, branch, codex_memory.NAME)


def _found(folder: str, place: Place, path: str, content_hash: str, fact: Fact) -> Found | None:
    """Return what a file makes, None where it must not be read or nobody knows whose it is."""
    is_everybodys = place.is_users and fact.kind in _PERSONAL
    cwd = place.cwd
    if not cwd and not is_everybodys:
        cwd = memory_files.project_of_session(claude_code.name, fact.session)
        if not cwd and not place.is_users:
            cwd = memory_files.project_of_folder(claude_code.name, os.path.dirname(place.folder) + os.sep)
        if not cwd:
            return None
    if any(pauses.is_paused(folder, pauses.CAPTURE, where) for where in (path, cwd) if where):
        return None
    project, branch = git.locate(cwd) if cwd else ("", "")
    observation = _observation(path, fact, is_everybodys, cwd, branch)
    return Found(path, content_hash, observation, project, branch, claude_memory.NAME)


def _observation(path: str, fact: Fact, is_everybodys: bool, cwd: str, branch: str) -> Observation | None:
    text = privacy.clean(_text(fact)).text
    if not text.strip():
        return None
    category = _CATEGORIES.get(fact.kind) or categorize(text).category
    return Observation(
        content=shorten(text), category=category, priority=default_priority(category, text),
        observed_at=_when(path, fact),
        scope=Scope.GLOBAL if is_everybodys else Scope.PROJECT, origin=Origin.IMPORTED,
        source_summary=shorten(privacy.clean(fact.name).text), observer=claude_memory.NAME, branch=branch, cwd=cwd,
    )  # fmt: skip


def _text(fact: Fact) -> str:
    """Return description and body as one line of plain text, what both say once."""
    body = " ".join(_MARKUP.sub(lambda found: found[1] or "", fact.body).split())
    description = " ".join(fact.description.split())
    if not description or body.casefold().startswith(description.casefold().rstrip(".")):
        return body
    return f"{description.rstrip('.')}. {body}".strip()


def _when(path: str, fact: Fact) -> str:
    try:
        return as_text(datetime.fromisoformat(fact.at).astimezone(UTC))
    except (ValueError, OverflowError):
        return _written_at(path)


def _written_at(path: str) -> str:
    try:
        return as_text(datetime.fromtimestamp(os.stat(path).st_mtime, UTC))
    except (OSError, ValueError, OverflowError):
        return ""
