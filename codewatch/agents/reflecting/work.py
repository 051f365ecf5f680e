"""What was done: commits become a line or two a day, all that was installed one."""

import re
from collections.abc import Iterable, Sequence

from codewatch.agents.reflecting.alike import Item
from codewatch.agents.reflecting.days import DayLine, wrapped
from codewatch.agents.reflecting.topics import is_joinable
from codewatch.observations import CUT_MARK, shorten

# How the rules word what they find; what others word otherwise is told as it stands.
_COMMIT = re.compile(r"Committed (?P<hash>[0-9a-f]{7,40}) on (?P<branch>\S+): (?P<subject>.+)", re.DOTALL)
_INSTALLED = re.compile(r"Installed (?P<packages>.+?)(?: \(`[^`]*`\))?")
_TRAILING_TICKET = re.compile(r" \([\w-]+[.\d]*\)$")
_SUBJECT_CHARS = 100


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
    subject = shorten(found["subject"].rstrip(". "), _SUBJECT_CHARS).removesuffix(CUT_MARK)
    return f"{found['hash'][:12]} {subject}" if with_hash else _TRAILING_TICKET.sub("", subject)


def tell_commits(items: Sequence[Item], *, with_hash: bool, budget_chars: int) -> list[DayLine]:
    """Return a day's commits in lines, as many as fit, the first ones first."""
    parts: list[tuple[Item, str]] = []
    for item in items:
        subject = subject_of(item, with_hash=with_hash)
        if is_joinable(subject) or len(items) == 1:
            parts.append((item, subject))
    return wrapped("commits", parts, budget_chars)


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
