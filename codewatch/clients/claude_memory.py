"""Claude Code's own memory: one Markdown file a fact, which is read and never written, and what its files say already.

Format 2.1.332: `~/.claude/projects/<folder>/memory/*.md` with a head of name, description and type; `MEMORY.md` is the
index, of which the client shows its model the first 200 lines.
"""

import glob
import json
import os
import re
from collections.abc import Iterator
from typing import NamedTuple

from codewatch import paths
from codewatch.clients import transcripts
from codewatch.clients.claude_code import read_record
from codewatch.errors import TranscriptError

NAME = "claude-memory"
INDEX = "MEMORY.md"
INDEX_LINES = 200
_LONGEST_BYTES = 256 * 1024
_MOST_RECORDS = 50
_HEAD = re.compile(r"\A\ufeff?---[ \t]*\r?\n(.*?)^---[ \t]*\r?$\n?", re.DOTALL | re.MULTILINE)
_FIELD = re.compile(r"^([ \t]*)([A-Za-z_][\w-]*):[ \t]*(.*?)[ \t\r]*$")


class Place(NamedTuple):
    """A folder with memory files. `cwd` is where its sessions work, "" for the user's own or where nobody knows.

    `is_users` says that it is the one folder that the user's settings name for all projects.
    """

    folder: str
    cwd: str
    is_users: bool


class Fact(NamedTuple):
    """What a memory file says; `kind` is user, feedback, project, reference or "", `at` when it was changed or ""."""

    name: str
    description: str
    kind: str
    body: str
    session: str
    at: str


def find_places() -> Iterator[Place]:
    """Yield the folders that hold memory files, in a stable order."""
    top = os.path.join(glob.escape(paths.claude_dir()), "projects", "*", "memory")
    for folder in sorted(glob.iglob(top)):
        if os.path.isdir(folder):
            yield Place(os.path.realpath(folder), _cwd_of(os.path.dirname(folder)), False)
    named = _named_folder()
    if named and os.path.isdir(named):
        yield Place(os.path.realpath(named), "", True)


def files_in(place: Place) -> list[str]:
    """Return the paths of a folder's facts by name; the index is none, and links lead elsewhere.

    One that is not UTF-8 cannot be kept.
    """
    found = sorted(glob.glob(os.path.join(glob.escape(place.folder), "*.md")))
    names = [path for path in found if os.path.basename(path) != INDEX and paths.is_utf8(path)]
    return [path for path in names if not os.path.islink(path)]


def read_file(path: str, *, longest_bytes: int = _LONGEST_BYTES) -> bytes | None:
    """Return a file's bytes; None for one that is gone, no regular file, or too long to be one fact."""
    try:
        with transcripts.open_transcript(path) as stream:
            raw = stream.read(longest_bytes + 1)
    except (OSError, TranscriptError):
        return None
    return raw if len(raw) <= longest_bytes else None


def parse(raw: bytes) -> Fact:
    """Return what a memory file says; one without a head is a body alone."""
    text = raw.decode("utf-8", "replace").removeprefix("\ufeff")
    head = _HEAD.match(text)
    fields = _fields(head[1]) if head else {}
    body = text[head.end() :] if head else text
    return Fact(
        fields.get("name", ""), fields.get("description", ""), fields.get("type", "").lower(), body.strip(),
        fields.get("originSessionId", ""), fields.get("modified", ""),
    )  # fmt: skip


def told_files(root: str) -> list[str]:
    """Return the files that the client shows its model at every start in a project, whether they exist or not."""
    own = [os.path.join(root, name) for name in ("CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md")]
    # It reads AGENTS.md where there is no CLAUDE.md.
    others = [] if os.path.exists(own[0]) else [os.path.join(root, "AGENTS.md")]
    return [os.path.join(paths.claude_dir(), "CLAUDE.md"), *own, *others]


def _fields(head: str) -> dict[str, str]:
    """Return the fields of a head, those below another as if they stood alone; a text over lines becomes one line."""
    found: dict[str, str] = {}
    last, depth = "", 0
    for line in head.split("\n"):
        field = _FIELD.match(line)
        if field and not (last and len(field[1]) > depth and found[last] and last != "metadata"):
            last, depth = field[2], len(field[1])
            value = field[3]
            found.setdefault(last, "" if value in (">", "|", ">-", "|-") else value.strip("\"'"))
        elif last and line.strip():
            found[last] = f"{found[last]} {line.strip()}".strip()
    return found


def _named_folder() -> str:
    """Return `autoMemoryDirectory` of the user's settings, "" where nothing is said."""
    raw = read_file(os.path.join(paths.claude_dir(), "settings.json"))
    try:
        settings: object = json.loads(raw or b"{}")
    except (ValueError, RecursionError):
        return ""
    named: object = settings.get("autoMemoryDirectory") if isinstance(settings, dict) else None  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    return os.path.abspath(os.path.expanduser(named)) if isinstance(named, str) and named else ""


def _cwd_of(folder: str) -> str:
    """Return where the sessions of a project's folder work, by their transcripts: the folder's name cannot tell."""
    for path in sorted(glob.iglob(os.path.join(glob.escape(folder), "*.jsonl"))):
        try:
            with transcripts.open_transcript(path) as stream:
                lines = transcripts.read_lines(stream, 0, transcripts.size_of(stream))
                for _, line in zip(range(_MOST_RECORDS), lines, strict=False):
                    for message in read_record(line).messages:
                        if message.cwd:
                            return message.cwd
        except TranscriptError:
            continue
    return ""
