"""Codex's own memory, which is read and never written: a handbook and a summary, each point of which is one fact.

`~/.codex/memories/` of version 0.171, where its feature `memories` is on: `MEMORY.md` holds groups of tasks with the
folder that they apply to, `memory_summary.md` is what Codex shows its model at each start.
"""

import hashlib
import os
import re
import tomllib
from collections.abc import Iterator
from typing import NamedTuple

from codewatch import paths
from codewatch.clients.claude_memory import read_file

NAME = "codex-memory"
HANDBOOK, SUMMARY = "MEMORY.md", "memory_summary.md"
# Codex shows its model so much of the summary at most, by its estimate of four bytes a token.
SUMMARY_BYTES = 10_000
_LONGEST_BYTES = 4 * 1024 * 1024
_PREFERENCES = "user preferences"
_KNOWLEDGE = "reusable knowledge"
_FAILURES = "failures and how to do differently"
_PROFILE, _TIPS = "user profile", "general tips"
_OF_HANDBOOK = {_PREFERENCES: "user", _KNOWLEDGE: "", _FAILURES: "reference"}
_OF_SUMMARY = {_PROFILE: "user", _PREFERENCES: "user", _TIPS: "reference"}
_HEADING = re.compile(r"(#{1,6}) +(.*)")
_BULLET = re.compile(r"([ \t]*)[-*] +(.*)")
_TASK = re.compile(r"\[Task \d+(?:, ?(?:Task )?\d+)*\]")
_KEY = re.compile(rf"(.*/(?:{re.escape(HANDBOOK)}|{re.escape(SUMMARY)}))#[0-9a-f]{{32}}", re.DOTALL)
_CWD = re.compile(r"\bcwd=`?(/[^;,)`\n]*|~/[^;,)`\n]*)")


class Point(NamedTuple):
    """One thing that a file says, under a key that stays the same as long as it says it.

    `kind` is as in Claude Code's files: user, reference or ""; `cwd` is where it applies, "" for unknown or everywhere;
    `is_users` says that it is about all projects.
    """

    key: str
    path: str
    text: str
    kind: str
    cwd: str
    is_users: bool


class Points(NamedTuple):
    """What the files say, and those of them of which that is not known now."""

    found: list[Point]
    unread: list[str]


def folder() -> str:
    """Return the folder of the files, whether it exists or not."""
    return os.path.join(os.path.realpath(paths.codex_dir()), "memories")


def file_of(key: str) -> str:
    """Return the file that a point's key names, in whatever folder it was read; "" for what is no such key."""
    found = _KEY.fullmatch(key)
    return found[1] if found else ""


def read() -> Points:
    """Return what the files say, in their order, each thing once."""
    found: dict[str, Point] = {}
    unread: list[str] = []
    if not paths.is_utf8(folder()):
        return Points([], [])
    for name in (HANDBOOK, SUMMARY):
        path = os.path.join(folder(), name)
        if not os.path.lexists(path):
            continue
        raw = None if os.path.islink(path) else read_file(path, longest_bytes=_LONGEST_BYTES)
        if raw is None:
            unread.append(path)
            continue
        text = raw.decode("utf-8", "replace").removeprefix("\ufeff")
        for point in _of_handbook(path, text) if name == HANDBOOK else _of_summary(path, text):
            found.setdefault(point.key, point)
    return Points(list(found.values()), unread)


def told_files(root: str) -> list[str]:
    """Return the files that Codex shows its model at every start in a project; "" for those of everywhere."""
    named = [_instructions(paths.codex_dir())]
    if root:
        named.append(_instructions(root))
    return named


def told_summary() -> str:
    """Return what Codex shows its model of the summary, "" where its settings do not say that it does."""
    try:
        settings = tomllib.loads((read_file(os.path.join(paths.codex_dir(), "config.toml")) or b"").decode())
    except (ValueError, RecursionError):
        return ""
    features: object = settings.get("features")
    if not isinstance(features, dict) or features.get("memories") is not True:  # pyright: ignore[reportUnknownMemberType]
        return ""
    raw = read_file(os.path.join(folder(), SUMMARY), longest_bytes=_LONGEST_BYTES) or b""
    return raw[:SUMMARY_BYTES].decode("utf-8", "replace")


def _instructions(place: str) -> str:
    override = os.path.join(place, "AGENTS.override.md")
    return override if os.path.isfile(override) else os.path.join(place, "AGENTS.md")


def _of_handbook(path: str, text: str) -> Iterator[Point]:
    for group in re.split(r"^(?=# +Task Group\b)", text, flags=re.MULTILINE):
        cwd = _cwd_of(group)
        for section, point in _points(group):
            if section in _OF_HANDBOOK:
                yield _point(path, point, _OF_HANDBOOK[section], cwd, is_users=False)


def _of_summary(path: str, text: str) -> Iterator[Point]:
    for section, point in _points(text):
        if section in _OF_SUMMARY:
            yield _point(path, point, _OF_SUMMARY[section], "", is_users=True)


def _point(path: str, text: str, kind: str, cwd: str, *, is_users: bool) -> Point:
    digest = hashlib.sha256(f"{kind}\0{cwd}\0{text}".encode()).hexdigest()[:32]
    return Point(f"{path}#{digest}", path, text, kind, cwd, is_users)


def _points(text: str) -> Iterator[tuple[str, str]]:
    """Yield each point with the heading that it stands under, in lower case; what goes on over lines becomes one."""
    section, lines = "", list[str]()
    for line in [*text.split("\n"), "# "]:
        heading, bullet = _HEADING.match(line), _BULLET.match(line)
        is_new = bullet is not None and not (bullet[1] and lines)
        if lines and (heading or line.startswith("# ") or is_new or not line.strip()):
            point = _without_tasks(" ".join(lines).strip())
            if point:
                yield section, point
            lines = []
        if heading:
            section = heading[2].strip().casefold()
        elif line.strip() and not line.startswith("#"):
            lines.append(bullet[2].strip() if bullet else line.strip())


def _without_tasks(point: str) -> str:
    """Return a point without the tasks that it names at its end."""
    end = len(point)
    while point.endswith("]", 0, end) and (begin := point.rfind("[", 0, end)) >= 0:
        if not _TASK.fullmatch(point, begin, end):
            break
        end = begin
        while end and point[end - 1].isspace():
            end -= 1
    return point[:end]


def _cwd_of(group: str) -> str:
    """Return the one folder that a group of tasks applies to, by its head or else by its tasks; "" for none or many."""
    head = next((line for line in group.split("\n") if line.startswith("applies_to:")), "")
    for text in (head, group):
        named = {os.path.expanduser(found.strip().rstrip("/")) for found in _CWD.findall(text)}
        if named:
            return named.pop() if len(named) == 1 else ""
    return ""
