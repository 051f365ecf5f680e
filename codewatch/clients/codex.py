"""Codex CLI: rollouts of one JSON row a line, whose first says which thread it is (format 0.171.0, and older ones)."""

import glob
import os
import re
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

from codewatch import paths
from codewatch.clients import codex_files, codex_tools, hunks, rows, transcripts
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
from codewatch.messages import Hunk, Message, Role

name = "codex"
open_transcript = transcripts.open_transcript
written_at = transcripts.written_at
left_in_files = codex_files.left_in_files
goes_on_from = codex_files.goes_on_from

_SPOKEN_KINDS = ("user.text", "user.image", "user.audio")
# What the program puts into a user's message, in versions that do not say what kind each part is.
_NOT_SPEECH = (
    "# AGENTS.md instructions", "<environment_context>", "<user_instructions>", "<INSTRUCTIONS>", "<hook_prompt",
    "<subagent_notification>", "<turn_aborted>", "<skill>", "<user_shell_command>", "<permissions instructions>",
    "<collaboration_mode>", "<model_switch>", "<goal_context>", "<personality_spec>", "<apps_instructions>",
    "<user_action>",
)  # fmt: skip
# An editor's extension puts what is open in it before what was asked.
_EDITOR_MARK = "## My request for Codex:\n"
_IMAGE_TAG = re.compile(r"\s*</?image\b[^<>]*>\s*")
_ITEMS = ("message", *codex_tools.CALLS, *codex_tools.RESULTS)
_CWD = re.compile(r"<cwd>([^<\n]{1,4096})</cwd>|^Current working directory: ([^\n]{1,4096})$", re.MULTILINE)
_TURN = re.compile(rb'"type"\s*:\s*"turn_context"')
_SWITCH = re.compile(rb"\bgit (?:-\S+ \S+ )?(?:checkout|switch)\b")
_HEAD_BYTES = 4 * 1024 * 1024
_HEAD_LINES = 10
_BACK_BYTES = (64 * 1024, 1024 * 1024, 8 * 1024 * 1024)


def find_transcripts() -> Iterator[str]:
    """Yield the threads' files: sessions by day, subagents among them, and those that the user put away."""
    folder = glob.escape(paths.codex_dir())
    yield from sorted(glob.iglob(os.path.join(folder, "sessions", "*", "*", "*", "rollout-*.jsonl")))
    yield from sorted(glob.iglob(os.path.join(folder, "archived_sessions", "rollout-*.jsonl")))


def reader(stream: BinaryIO, start: int) -> Reader:
    """Return what reads the lines of a rollout; what its rows do not repeat is looked up before `start`."""
    found = _Rollout(codex_files.file_id(str(stream.name)))
    if start:
        found.look_into_head(stream)
        found.look_back(stream, start)
    return found.read


class _Rollout:
    """What holds for the next row: whose it is, and where the session stands."""

    __slots__ = ("branch", "calls", "changed", "cwd", "file", "is_sidechain", "session", "thread")

    def __init__(self, file: str) -> None:
        self.file = file
        self.thread = self.session = self.cwd = self.branch = ""
        self.is_sidechain = False
        self.calls: dict[str, tuple[str, Mapping[str, Any]]] = {}  # without an answer so far
        self.changed: dict[str, tuple[Hunk, ...]] = {}  # by patches whose answer comes next

    def look_into_head(self, stream: BinaryIO) -> None:
        end = min(transcripts.size_of(stream), _HEAD_BYTES)
        for number, line in enumerate(transcripts.read_lines(stream, 0, end)):
            if number == _HEAD_LINES or (self.thread and self.cwd):
                return
            self.read(line)

    def look_back(self, stream: BinaryIO, start: int) -> None:
        """Take the folder of the latest turn before `start`, and forget a branch that may have been left."""
        for limit in _BACK_BYTES:
            block = transcripts.read_before(stream, start, limit)
            found = 0
            for found_one in _TURN.finditer(block):
                found = found_one.start()
            begin = block.rfind(b"\n", 0, found) + 1
            if found and (begin or limit >= start):
                self.read(Line(0, 0, block[begin : block.find(b"\n", found) + 1]))
                break
            if limit >= start:
                break
        if _SWITCH.search(transcripts.read_before(stream, start, _BACK_BYTES[1])):
            self.branch = ""

    def read(self, line: Line) -> Record:
        """Return the messages of one row, or why it has none."""
        row, reason = rows.parse(line)
        messages: tuple[Message, ...] = ()
        if row is not None:
            messages, reason = self._read_row(row, line)
        return Record(line.start, line.end, messages, "" if messages else reason)

    def _read_row(self, row: Mapping[str, Any], line: Line) -> tuple[tuple[Message, ...], str]:
        kind, payload = as_string(row.get("type")), as_object(row.get("payload"))
        if kind == "response_item" and payload is not None:
            return self._read_item(payload, row, line)
        if kind == "event_msg" and payload is not None:
            self._note_patch(payload)
        if kind == "session_meta" and payload is not None:
            self._begin(payload)
        elif kind == "turn_context" and payload is not None:
            self.cwd = as_string(payload.get("cwd")) or self.cwd
        elif kind in _ITEMS and payload is None:
            return self._read_item(row, row, line)  # as it was before there was an envelope
        elif not kind and "id" in row and "timestamp" in row:
            self._begin(row)
            kind = "session_meta"
        elif not kind and "record_type" in row:
            kind = "state"
        if kind in ("event_msg", "response_item"):
            kind = as_string((payload or {}).get("type")) or kind
        return (), f"{kind_name(kind)} row" if kind else UNREADABLE

    def _begin(self, header: Mapping[str, Any]) -> None:
        if self.thread:
            return  # older forks copy their parent's rows, header included
        self.thread = as_string(header.get("id"))
        self.session = as_string(header.get("session_id")) or self.thread
        self.cwd = as_string(header.get("cwd")) or self.cwd
        self.branch = as_string(member(header, "git").get("branch"))
        source = as_object(header.get("source"))
        self.is_sidechain = header.get("thread_source") == "subagent" or bool(source and "subagent" in source)

    def _note_patch(self, event: Mapping[str, Any]) -> None:
        """Keep which lines a patch has changed, until its answer comes."""
        done = member(event, "item") if event.get("type") == "item_completed" else event
        if done.get("type") in ("FileChange", "patch_apply_end"):
            self.changed = {as_string(done.get("call_id") or done.get("id")): hunks.from_changes(done.get("changes"))}

    def _read_item(
        self, item: Mapping[str, Any], row: Mapping[str, Any], line: Line
    ) -> tuple[tuple[Message, ...], str]:
        kind = as_string(item.get("type"))
        call = as_string(item.get("call_id")) or as_string(item.get("id"))
        if kind == "message":
            return self._read_message(item, row, line)
        if kind in codex_tools.CALLS:
            tool, given = codex_tools.read_call(item)
            self.calls[call] = tool, given
            if _SWITCH.search(as_string(given.get("command")).encode("utf-8", "replace")):
                self.branch = ""  # whether it worked is not known; what the slice says of its branch is
            return (self._message(row, item, line, Role.TOOL_CALL, "", call=call, tool=tool, tool_input=given),), ""
        if kind in codex_tools.RESULTS:
            text, is_error = codex_tools.read_result(item, *self.calls.pop(call, ("", {})))
            text = without_injected(text)
            changed = self.changed.pop(call, ())
            return (
                self._message(row, item, line, Role.TOOL_RESULT, text, call=call, is_error=is_error, changed=changed),
            ), ""
        return (), f"{kind_name(kind)} row" if kind else UNREADABLE

    def _read_message(
        self, item: Mapping[str, Any], row: Mapping[str, Any], line: Line
    ) -> tuple[tuple[Message, ...], str]:
        role = item.get("role")
        content = item.get("content")
        blocks = as_objects([content] if isinstance(content, str) else as_list(content))
        if member(row, "metadata").get("compaction_output"):
            return (), "compaction summary"
        if role == "assistant":
            text = "\n".join(part for block in blocks if (part := as_string(block.get("text")).strip()))
            return ((self._message(row, item, line, Role.ASSISTANT, text),), "") if text else ((), "no text")
        if role != "user":
            return (), "injected text"
        self._look_for_folder(blocks)
        kinds = as_list(member(item, "internal_chat_message_metadata_passthrough").get("content_item_kinds"))
        spoken = [
            text
            for place, block in enumerate(blocks)
            if (text := _speech(block, as_string(kinds[place]) if len(kinds) == len(blocks) else ""))
        ]
        if not spoken:
            return (), "injected text"
        return (self._message(row, item, line, Role.USER, "\n".join(spoken)),), ""

    def _look_for_folder(self, blocks: list[dict[str, Any]]) -> None:
        """Take the folder from what the program told the model, where nothing else has said it."""
        if self.cwd:
            return
        for block in blocks:
            text = as_string(block.get("text"))
            if text.startswith("<environment_context>") and (found := _CWD.search(text)):
                self.cwd = (found[1] or found[2]).strip()

    def _message(
        self, row: Mapping[str, Any], item: Mapping[str, Any], line: Line, role: Role, text: str, *, call: str = "",
        tool: str = "", tool_input: Mapping[str, Any] | None = None, is_error: bool = False,
        changed: tuple[Hunk, ...] = (),
    ) -> Message:  # fmt: skip
        return Message(
            key=self._key(row, item), role=role, text=text, at=as_moment(row.get("timestamp")), session=self.session,
            cwd=self.cwd, branch=self.branch, call=call, tool=tool, tool_input=tool_input or {}, is_error=is_error,
            is_sidechain=self.is_sidechain, hunks=changed, start=line.start, end=line.end,
        )  # fmt: skip

    def _key(self, row: Mapping[str, Any], item: Mapping[str, Any]) -> str:
        ordinal = row.get("ordinal")
        if self.thread and isinstance(ordinal, int):
            # After going back a thread counts on in another file from where it went back to.
            return f"{self.file or self.thread}|{ordinal}"
        # Without ordinals a fork copies rows: the model's own have an id, what the user said a time.
        named = as_string(item.get("id")) or as_string(item.get("call_id")) or as_string(row.get("timestamp"))
        body = [item.get("type"), item.get("content"), item.get("arguments"), item.get("output")]
        return f"{named}|{checksum(body):08x}" if named else ""


def _speech(block: Mapping[str, Any], kind: str) -> str:
    """Return what a part of a user's message says; its kind is "" where the program does not tell it."""
    is_told = kind not in ("", "unknown")
    if is_told and kind not in _SPOKEN_KINDS:
        return ""
    if "image" in as_string(block.get("type")):
        return IMAGE_MARK
    text = as_string(block.get("text"))
    if not is_told and text.lstrip().startswith(_NOT_SPEECH):
        return ""
    before, mark, asked = text.partition(_EDITOR_MARK)
    if mark and before.startswith("# Context from my IDE"):
        text = asked
    text = without_injected(text).strip()
    return "" if _IMAGE_TAG.fullmatch(text) else text
