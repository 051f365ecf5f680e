"""A client's own memory files become observations, one each, which go with them when they change or vanish."""

import hashlib
import os
import re
from datetime import UTC, datetime
from typing import NamedTuple

from codewatch import git, pauses, privacy
from codewatch.agents.categorizer import categorize
from codewatch.categories import Category, Origin, Scope, default_priority
from codewatch.clients import claude_code, claude_memory
from codewatch.clients.claude_memory import Fact, Place
from codewatch.observations import Observation, shorten
from codewatch.store import memory_files, sessions
from codewatch.store.clock import as_text
from codewatch.store.database import transaction

_CATEGORIES = {
    "user": Category.USER_PREFERENCE, "feedback": Category.USER_PREFERENCE, "reference": Category.LEARNING,
}  # fmt: skip
_PERSONAL = ("user", "feedback")
_MARKUP = re.compile(r"\*\*|__|^#+ +|^[-*] +|\[([^\]]*)\]\([^)]*\)", re.MULTILINE)


class Scanned(NamedTuple):
    """How a scan went: ids of new memories, and how many files it has read, left as they were, or missed."""

    stored: tuple[int, ...]
    read: int
    unchanged: int
    gone: int


class Found(NamedTuple):
    """A file that says something new, the observation it makes (None for nothing to keep), and its project's root."""

    path: str
    content_hash: str
    observation: Observation | None
    project: str
    branch: str


def scan(folder: str, *, now: str, chars_per_token: int = 4) -> Scanned:
    """Read what has changed in the memory files since the last scan, and commit it at once.

    `folder` is the data directory; what is paused or excluded is not read.
    """
    found, unchanged = look(folder)
    known = memory_files.known()
    gone = [path for path in known if not os.path.lexists(path)]
    stored: list[int] = []
    if found or gone:
        with transaction():
            for one in found:
                # Where nobody knows the project, a personal fact is everybody's.
                project = sessions.project_id(one.project, now=now) if one.project else None
                row_id = memory_files.keep(
                    one.path, one.content_hash, one.observation, project=project, branch=one.branch,
                    key=f"{claude_memory.NAME}:{one.path}:{one.content_hash}", now=now,
                    chars_per_token=chars_per_token,
                )  # fmt: skip
                stored += [row_id] if row_id else []
            for path in gone:
                memory_files.drop(path, now=now)
    return Scanned(tuple(stored), len(found), unchanged, len(gone))


def look(folder: str) -> tuple[list[Found], int]:
    """Return the files that say something new, and how many do not."""
    known = memory_files.known()
    found: list[Found] = []
    unchanged = 0
    for place in claude_memory.find_places():
        for path in claude_memory.files_in(place):
            raw = claude_memory.read_file(path)
            if raw is None:
                continue
            content_hash = hashlib.sha256(raw).hexdigest()
            if path in known and known[path].content_hash == content_hash:
                unchanged += 1
                continue
            one = _found(folder, place, path, content_hash, claude_memory.parse(raw))
            found += [one] if one else []
    return found, unchanged


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
    return Found(path, content_hash, _observation(path, fact, is_everybodys, cwd, branch), project, branch)


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
        pass
    try:
        return as_text(datetime.fromtimestamp(os.stat(path).st_mtime, UTC))
    except (OSError, ValueError, OverflowError):
        return ""
