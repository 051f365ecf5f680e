"""opencode: sessions in a database, of which a row each of session, message and part becomes a line (1.18.33)."""

import os
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, BinaryIO

from codewatch.clients import hunks, opencode_rows, rows, transcripts
from codewatch.clients.protocol import Reader, Record
from codewatch.clients.rows import UNREADABLE, as_list, as_object, as_string, kind_name, member
from codewatch.clients.speech import IMAGE_MARK, without_injected
from codewatch.clients.transcripts import Line
from codewatch.messages import REJECTED, Hunk, Message, Role

name = "opencode"
find_transcripts = opencode_rows.find_sessions
left_in_files = transcripts.nothing_left
goes_on_from = transcripts.nothing_before

_HEAD_BYTES = 1024 * 1024
_SHELL = "bash"
_OURS = "codewatch_"
_HELPED = re.compile(r"<task_result>(.*)</task_result>", re.DOTALL)
_REJECTED = ("rejected permission to use", "Tool execution aborted", "The user dismissed this question")
# Why an answer ended, in the words of Claude Code: a tool's use is none of these.
_STOPS = {"stop": "end_turn", "length": "max_tokens", "content-filter": "refusal", "tool-calls": "tool_use"}
# What a tool is given, as other clients call it.
_INPUTS = {"filePath": "file_path", "oldString": "old_string", "newString": "new_string", "patchText": "patch"}


def written_at(path: str) -> float:
    """Return when a session was written last, in UNIX seconds.

    Raises:
        OSError: it is gone.
    """
    return transcripts.written_at(path) if os.path.isfile(path) else opencode_rows.written_at(path)


def open_transcript(path: str) -> BinaryIO:
    """Open a session as lines of JSON.

    Raises:
        TranscriptError: it is missing, or cannot be read.
    """
    return transcripts.open_transcript(path) if os.path.isfile(path) else opencode_rows.open_session(path)


def reader(stream: BinaryIO, start: int) -> Reader:
    """Return what reads the lines of a session; the first says whose it is."""
    session = _Session()
    if start:
        for line in transcripts.read_lines(stream, 0, min(transcripts.size_of(stream), _HEAD_BYTES)):
            session.read(line)
            break
    return session.read


class _Session:
    """What holds for every row of a session."""

    __slots__ = ("cwd", "is_sidechain", "role", "session", "stop")

    def __init__(self) -> None:
        self.cwd = ""
        self.session = ""
        self.role = ""
        self.stop = ""
        self.is_sidechain = False

    def read(self, line: Line) -> Record:
        """Return the messages of one row, or why it has none."""
        row, reason = rows.parse(line)
        if row is None:
            return Record(line.start, line.end, skipped=reason)
        table = as_string(row.get("table"))
        if table == "part":
            messages, reason = self._read_part(row, line)
            return Record(line.start, line.end, messages, "" if messages else reason)
        if table == "session":
            self._begin(row)
        elif table == "message":
            data = member(row, "data")
            self._follow(data.get("role"), data.get("finish"), member(data, "path").get("cwd"))
        return Record(line.start, line.end, skipped=f"{kind_name(table)} row" if table else UNREADABLE)

    def _begin(self, row: Mapping[str, Any]) -> None:
        self.cwd = as_string(row.get("directory"))
        self.is_sidechain = bool(row.get("parent_id"))
        # A helper's session belongs to the one that it works for.
        self.session = as_string(row.get("parent_id")) or as_string(row.get("id"))

    def _follow(self, role: object, finish: object, cwd: object) -> None:
        """Take over what a message says of its parts."""
        self.role = as_string(role)
        self.stop = _STOPS.get(as_string(finish), "")
        self.cwd = as_string(cwd) or self.cwd

    def _read_part(self, row: Mapping[str, Any], line: Line) -> tuple[tuple[Message, ...], str]:
        data = member(row, "data")
        kind = as_string(data.get("type"))
        if "role" in row:
            self._follow(row.get("role"), row.get("finish"), row.get("cwd"))
        if kind == "tool":
            return tuple(self._read_tool(row, data, line)), "no text"
        if kind not in ("text", "file"):
            return (), f"{kind_name(kind)} part" if kind else UNREADABLE
        if data.get("synthetic") or data.get("ignored"):
            return (), "injected text"
        if kind == "file":
            is_image = as_string(data.get("mime")).startswith("image/")
            return ((self._message(row, line, Role.USER, IMAGE_MARK),), "") if is_image else ((), "file part")
        text = without_injected(as_string(data.get("text"))).strip()
        if self.role == "user":
            text = _unquoted(text)
            return ((self._message(row, line, Role.USER, text),), "") if text else ((), "injected text")
        return ((self._message(row, line, Role.ASSISTANT, text, stop=self.stop),), "") if text else ((), "no text")

    def _read_tool(self, row: Mapping[str, Any], data: Mapping[str, Any], line: Line) -> Iterator[Message]:
        tool, call, state = (
            _tool_name(as_string(data.get("tool"))),
            as_string(data.get("callID")),
            member(data, "state"),
        )
        given = {_INPUTS.get(name, name): value for name, value in (as_object(state.get("input")) or {}).items()}
        yield self._message(row, line, Role.TOOL_CALL, "", call=call, tool=tool, tool_input=given)
        if state.get("status") in ("completed", "error"):
            text, is_error = _result(tool, state)
            yield self._message(row, line, Role.TOOL_RESULT, text, call=call, is_error=is_error, changed=_hunks(state))

    def _message(
        self, row: Mapping[str, Any], line: Line, role: Role, text: str, *, call: str = "", tool: str = "",
        tool_input: Mapping[str, Any] | None = None, is_error: bool = False, stop: str = "",
        changed: tuple[Hunk, ...] = (),
    ) -> Message:  # fmt: skip
        row_id = as_string(row.get("id"))
        return Message(
            key=f"{row_id}|{role}" if row_id else "", role=role, text=text, at=_moment(row.get("time_created")),
            session=self.session or as_string(row.get("session_id")), cwd=self.cwd, call=call, tool=tool,
            tool_input=tool_input or {}, is_error=is_error, is_sidechain=self.is_sidechain, stop=stop,
            hunks=changed, start=line.start, end=line.end,
        )  # fmt: skip


def _result(tool: str, state: Mapping[str, Any]) -> tuple[str, bool]:
    """Return what a tool answered, and whether it failed."""
    is_error = state.get("status") == "error"
    text = without_injected(as_string(state.get("error" if is_error else "output")))
    if is_error and any(words in text for words in _REJECTED):
        return REJECTED, True
    helped = _HELPED.search(text) if tool == "task" else None
    if helped is not None:
        return helped[1].strip(), is_error
    code = state.get("exit", member(state, "metadata").get("exit"))
    if tool == _SHELL and isinstance(code, int) and code:
        return f"Exit code {code}\n{text}", True
    return text, is_error


def _hunks(state: Mapping[str, Any]) -> tuple[Hunk, ...]:
    """Return the lines that an edit wrote: of a database's row they were read already, of an export they are not."""
    kept = [as_list(hunk) for hunk in as_list(state.get("hunks"))]
    read = tuple(
        Hunk(path, start, end, grown)
        for path, start, end, grown in (hunk for hunk in kept if len(hunk) == len(Hunk._fields))
        if isinstance(path, str) and isinstance(start, int) and isinstance(end, int) and isinstance(grown, int)
    )
    return read or hunks.from_diff(member(state, "metadata").get("diff"))


def _tool_name(tool: str) -> str:
    """Return a tool's name; those of our server as other clients write them."""
    return f"mcp__codewatch__{tool.removeprefix(_OURS)}" if tool.startswith(_OURS) else tool


def _unquoted(text: str) -> str:
    """Return a prompt without the quotation marks that `opencode run "some words"` puts around it."""
    inner = text[1:-1]
    return inner.replace('\\"', '"') if len(text) > 1 and text[0] == text[-1] == '"' and _is_one(inner) else text


def _is_one(text: str) -> bool:
    return '"' not in text.replace('\\"', "") and not text.endswith("\\")


def _moment(value: object) -> str:
    """Return a time in milliseconds as UTC, "" where it is none."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 < value < 10**14:
        return ""
    return datetime.fromtimestamp(value / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
