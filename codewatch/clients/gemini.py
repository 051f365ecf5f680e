"""Gemini CLI: chat files of one JSON row a line, in which a message is written anew as it grows (format 0.61.0)."""

import glob
import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

from codewatch import paths
from codewatch.clients import hunks, rows, transcripts
from codewatch.clients.protocol import Reader, Record
from codewatch.clients.rows import (
    UNREADABLE,
    as_list,
    as_moment,
    as_object,
    as_objects,
    as_string,
    checksum,
    kind_name,
    member,
)
from codewatch.clients.speech import IMAGE_MARK, without_injected
from codewatch.clients.transcripts import Line
from codewatch.messages import REJECTED, Hunk, Message, Role

name = "gemini"
open_transcript = transcripts.open_transcript
written_at = transcripts.written_at
left_in_files = transcripts.nothing_left
goes_on_from = transcripts.nothing_before

_CHATS = "chats"
# What the program says in a user's name.
_NOT_SPEECH = (
    "<session_context>", "<state_snapshot>", "<loaded_context>", "This is the Gemini CLI. We are setting up",
    "I ran the following shell command:", "Here is the user's editor context",
    "Here is a summary of changes in the user's editor context", "- **Workspace Directories:**",
)  # fmt: skip
_FENCE = re.compile(r"</?untrusted_context>\n?")
_SHELL = "run_shell_command"
_SHELL_LINES = re.compile(
    r"^(?:Command|Directory|Error|Signal|Background PIDs|Process Group PGID): [^\n]*(?:\n|\Z)", re.MULTILINE
)
_EXIT = re.compile(r"^Exit Code: (\S{1,10})(?:\n|\Z)", re.MULTILINE)
_LARGEST_LIST_BYTES = 8 * 1024 * 1024
_HEAD_BYTES = 1024 * 1024


def find_transcripts() -> Iterator[str]:
    """Yield the sessions' files; subagents' lie one level deeper."""
    chats = os.path.join(glob.escape(paths.gemini_dir()), "tmp", "*", _CHATS)
    yield from sorted(glob.iglob(os.path.join(chats, "session-*.jsonl")))
    yield from sorted(glob.iglob(os.path.join(chats, "*", "*.jsonl")))


def reader(stream: BinaryIO, start: int) -> Reader:
    """Return what reads the lines of a chat file; its first line says whose it is, its place of what project."""
    path = getattr(stream, "name", "")
    found = _Chat(path if isinstance(path, str) else "")
    if start:
        for line in transcripts.read_lines(stream, 0, min(transcripts.size_of(stream), _HEAD_BYTES)):
            found.read(line)
            break
    return found.read


class _Chat:
    """What holds for every row of a chat file."""

    __slots__ = ("cwd", "is_sidechain", "path", "session")

    def __init__(self, path: str) -> None:
        self.path = path
        self.cwd = _project_of(path, "") if path else ""
        self.session = ""
        self.is_sidechain = False

    def read(self, line: Line) -> Record:
        """Return the messages of one row, or why it has none."""
        row, reason = rows.parse(line)
        if row is None:
            return Record(line.start, line.end, skipped=reason)
        messages, reason = self._read_row(row, line)
        return Record(line.start, line.end, messages, "" if messages else reason, as_string(row.get("id")))

    def _read_row(self, row: Mapping[str, Any], line: Line) -> tuple[tuple[Message, ...], str]:
        kind = as_string(row.get("type"))
        if kind == "user":
            return self._read_prompt(row, line)
        if kind == "gemini":
            messages = (*self._read_answer(row, line), *self._read_tools(row, line))
            return messages, "no text"
        if "$set" in row:
            return (), "set row"  # also the history of a resumed session, each message of which has its own row
        if "$rewindTo" in row:
            return (), "rewind row"
        if "sessionId" in row:
            self._begin(row)
            return (), "header row"
        return (), f"{kind_name(kind)} row" if kind else UNREADABLE

    def _begin(self, header: Mapping[str, Any]) -> None:
        if self.session:
            return
        self.session = as_string(header.get("sessionId"))
        if header.get("kind") == "subagent":
            self.is_sidechain = True
            folder = os.path.basename(os.path.dirname(self.path))
            self.session = folder if folder not in ("", _CHATS) else self.session
        if not self.cwd:
            self.cwd = _project_of(self.path, as_string(header.get("projectHash")))

    def _read_prompt(self, row: Mapping[str, Any], line: Line) -> tuple[tuple[Message, ...], str]:
        content = _parts(row.get("content"))
        if any("functionResponse" in part for part in content):
            return (), "copy of a tool result"
        shown = _parts(row.get("displayContent")) or content
        text = "\n".join(said for part in shown if (said := _speech(part)))
        return ((self._message(row, line, Role.USER, text),), "") if text else ((), "injected text")

    def _read_answer(self, row: Mapping[str, Any], line: Line) -> Iterator[Message]:
        said = [as_string(part.get("text")).strip() for part in _parts(row.get("content")) if not part.get("thought")]
        text = "\n".join(part for part in said if part)
        if text:
            yield self._message(row, line, Role.ASSISTANT, text)

    def _read_tools(self, row: Mapping[str, Any], line: Line) -> Iterator[Message]:
        for use in as_objects(as_list(row.get("toolCalls"))):
            tool = _tool_name(as_string(use.get("name")))
            call = as_string(use.get("id"))
            given = as_object(use.get("args")) or {}
            yield self._message(row, line, Role.TOOL_CALL, "", call=call, tool=tool, tool_input=given)
            text, is_error = _result(use)
            if text or is_error or use.get("result"):
                changed = member(use, "resultDisplay")
                yield self._message(
                    row, line, Role.TOOL_RESULT, text, call=call, is_error=is_error,
                    changed=hunks.from_diff(changed.get("fileDiff"), path=as_string(changed.get("filePath"))),
                )  # fmt: skip

    def _message(
        self, row: Mapping[str, Any], line: Line, role: Role, text: str, *, call: str = "", tool: str = "",
        tool_input: Mapping[str, Any] | None = None, is_error: bool = False,
        changed: tuple[Hunk, ...] = (),
    ) -> Message:  # fmt: skip
        # A row that is written anew repeats its parts: each has a key of its own, so that only new ones count.
        row_id = as_string(row.get("id"))
        part = f"{role}|{call}" if call else f"{checksum(text):08x}"
        return Message(
            key=f"{row_id}|{part}" if row_id else "", role=role, text=text, at=as_moment(row.get("timestamp")),
            session=self.session, cwd=self.cwd, call=call, tool=tool, tool_input=tool_input or {}, is_error=is_error,
            is_sidechain=self.is_sidechain, hunks=changed, start=line.start, end=line.end,
        )  # fmt: skip


def _parts(content: object) -> list[dict[str, Any]]:
    if isinstance(content, str):
        return [{"text": content}]
    one = as_object(content)
    return [one] if one is not None else as_objects(as_list(content))


def _speech(part: Mapping[str, Any]) -> str:
    if "inlineData" in part or "fileData" in part:
        return IMAGE_MARK
    text = without_injected(as_string(part.get("text"))).strip()
    return "" if text.startswith(_NOT_SPEECH) else text


def _tool_name(tool: str) -> str:
    """Return a tool's name with an MCP server's as other clients write it; older versions had `server__tool`."""
    if tool.startswith("mcp_codewatch_"):
        return f"mcp__codewatch__{tool.removeprefix('mcp_codewatch_')}"
    if tool.startswith("mcp_") and not tool.startswith("mcp__"):
        return f"mcp__{tool.removeprefix('mcp_')}"
    return f"mcp__{tool}" if "__" in tool and not tool.startswith("mcp__") else tool


def _result(use: Mapping[str, Any]) -> tuple[str, bool]:
    """Return what a tool answered, and whether it failed."""
    status = use.get("status")
    if status == "cancelled":
        return REJECTED, True
    answers = [member(part, "functionResponse", "response") for part in _parts(use.get("result"))]
    said = [as_string(answer.get("output")) or as_string(answer.get("error")) for answer in answers]
    text = without_injected(_FENCE.sub("", "\n".join(part for part in said if part)))
    is_error = status == "error" or any(answer.get("error") for answer in answers)
    return _shell_result(text, is_error) if use.get("name") == _SHELL else (text, is_error)


def _shell_result(text: str, is_error: bool) -> tuple[str, bool]:
    code = _EXIT.search(text)
    text = _SHELL_LINES.sub("", _EXIT.sub("", text)).removeprefix("Output: ").strip()
    if code is not None and code[1] not in ("0", "(none)"):
        return f"Exit code {code[1]}\n{text}", True
    return text, is_error


def _project_of(path: str, project_hash: str) -> str:
    """Return the folder that the sessions beside `path` are about, as the program wrote it down; "" where it did not.

    `project_hash` is what older versions name a project by.
    """
    folder = path
    while folder and os.path.basename(folder) != _CHATS:
        above = os.path.dirname(folder)
        folder = above if above != folder else ""
    place = os.path.dirname(folder)
    root = _read(os.path.join(place, ".project_root")).strip() if place else ""
    if os.path.isabs(root):
        return root
    short = os.path.basename(place)
    for project, named in _projects().items():
        if (short and named == short) or (
            project_hash and hashlib.sha256(project.encode("utf-8", "replace")).hexdigest() == project_hash
        ):
            return project
    return ""


def _projects() -> dict[str, Any]:
    try:
        return member(as_object(json.loads(_read(os.path.join(paths.gemini_dir(), "projects.json")))) or {}, "projects")
    except (ValueError, RecursionError):
        return {}


def _read(path: str) -> str:
    try:
        with open(path, "rb") as stream:
            return stream.read(_LARGEST_LIST_BYTES).decode("utf-8", "replace")
    except (OSError, ValueError):
        return ""
