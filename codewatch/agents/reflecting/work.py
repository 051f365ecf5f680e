"""What was done, and the small things beside it: commits, requests, files and installs become a line a day."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from codewatch import terms
from codewatch.agents.reflecting import shorter
from codewatch.agents.reflecting.alike import Item
from codewatch.agents.reflecting.topics import is_joinable
from codewatch.observations import shorten

# How the rules word what they find; what others word otherwise is told as it stands.
_COMMIT = re.compile(r"Committed (?P<hash>[0-9a-f]{7,40}) on (?P<branch>\S+): (?P<subject>.+)", re.DOTALL)
_ASKED = re.compile(r'Asked:? "(?P<request>[^"]+?)…?"(?:, then committed "(?P<commit>[^"]+?)…?")?')
_INSTALLED = re.compile(r"Installed (?P<packages>.+?)(?: \(`[^`]*`\))?")
_TYPES = re.compile(r"(?:feat|fix|docs|test|chore|refactor|perf|style|build|ci)(?:\([^)]*\))?: ")
_TRAILING_TICKET = re.compile(r" \([\w-]+[.\d]*\)$")
_REQUEST_CHARS = 64
_SUBJECT_CHARS = 100
_LEAST_WORDS = 3
_MOST_FILES = 8


class Told(NamedTuple):
    """A line about a day, and which items it tells of."""

    text: str
    sources: tuple[int, ...]


def commits_of(items: Iterable[Item]) -> tuple[list[Item], list[Item]]:
    """Return those items that tell of a commit, and the others."""
    commits: list[Item] = []
    others: list[Item] = []
    for item in items:
        is_commit = not item.is_sacred and _COMMIT.fullmatch(item.told.content) is not None
        (commits if is_commit else others).append(item)
    return commits, others


def subject_of(item: Item, *, with_hash: bool) -> str:
    """Return a commit's subject, with its hash in front or without."""
    found = _COMMIT.fullmatch(item.told.content)
    if found is None:
        return item.text
    subject = shorten(found["subject"].rstrip(". "), _SUBJECT_CHARS)
    return f"{found['hash'][:12]} {subject}" if with_hash else _TRAILING_TICKET.sub("", subject)


def tell_commits(items: Sequence[Item], *, with_hash: bool, budget_chars: int) -> Told | None:
    """Return a day's commits in one line, as many as fit, the first ones first; None when none does."""
    parts: list[str] = []
    sources: list[int] = []
    size = 0
    for item in items:
        subject = subject_of(item, with_hash=with_hash)
        if not is_joinable(subject) and len(items) > 1:
            subject = ""
        if subject and (not parts or size + len(subject) <= budget_chars):
            parts.append(subject)
            size += len(subject) + 2
        sources += item.sources
    return Told(f"committed {'; '.join(dict.fromkeys(parts))}", tuple(sources)) if parts else None


def tell_minor(items: Sequence[Item], *, budget_chars: int, without: str = "") -> Told | None:
    """Return in one line what a day's small items asked for and which files they touched; None where they say nothing.

    What stands in `without` already is not said again.
    """
    asked: dict[str, None] = {}
    files: Counter[str] = Counter()
    sources: list[int] = []
    for item in items:
        request = _request(item)
        if request and request.lower() not in without.lower():
            asked.setdefault(request)
        files.update(item.told.files)
        if request or item.told.files:
            sources += item.sources
    parts: list[str] = []
    room = budget_chars
    for request in asked:
        if len(request) + 2 > room * 2 // 3 and parts:
            continue
        if len(request) + 2 <= room:
            parts.append(request)
            room -= len(request) + 2
    text = f"asked: {'; '.join(parts)}" if parts else ""
    if named := _by_folder(files, room):
        text = f"{text}. Files: {named}" if text else f"touched {named}"
    return Told(text, tuple(sources)) if text else None


def _request(item: Item) -> str:
    """Return what an item says that the user asked for, "" where it is talk."""
    found = _ASKED.match(item.told.content)
    if found is None:
        return ""
    request = found["request"].strip().rstrip(".…, ")
    counted = terms.analyse(request, without=terms.STOP_WORDS).words
    if len(counted) < _LEAST_WORDS or request.endswith("?"):
        return ""
    short = shorten(shorter.shorten(request, 1), _REQUEST_CHARS)
    return short if is_joinable(short) else ""


def _by_folder(files: Counter[str], budget_chars: int) -> str:
    """Return the files that were touched most, by folder: "src/billing: a.py, b.py"."""
    folders: dict[str, list[str]] = {}
    size = 0
    for file, _ in files.most_common(_MOST_FILES):
        folder, slash, name = file.rpartition("/")
        cost = len(name) + 2 + (0 if folder in folders else len(folder) + 2)
        if size + cost > budget_chars or not name or file.startswith(("/", "~")) or " " in file:
            continue
        size += cost
        folders.setdefault(folder if slash else "", []).append(name)
    return ", ".join(
        f"{folder}/{names[0]}"
        if folder and len(names) == 1
        else f"{folder}: {', '.join(names)}"
        if folder
        else ", ".join(names)
        for folder, names in folders.items()
    )


def combine_installs(items: Sequence[Item]) -> list[Item]:
    """Return dependencies with all that was installed in one item, each package in its newest version."""
    packages: dict[str, str] = {}
    installed: list[Item] = []
    others: list[Item] = []
    for item in items:
        found = None if item.is_sacred else _INSTALLED.fullmatch(item.told.content)
        if found is None:
            others.append(item)
            continue
        installed.append(item)
        for package in found["packages"].split(", "):
            packages[package.partition(" ")[0]] = package
    if not installed:
        return others
    sources = tuple(source for item in installed for source in item.sources)
    text = f"Installed {', '.join(packages.values())}"
    return [installed[-1]._replace(text=text, sources=sources), *others]
