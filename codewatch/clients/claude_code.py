"""Claude Code: one JSON record a line, one record per content block (format 2.1.332, and older ones)."""

import glob
import os
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO, cast

from codewatch import paths
from codewatch.clients import hunks, rows, transcripts
from codewatch.clients.protocol import Reader, Record
from codewatch.clients.rows import UNREADABLE, as_moment, as_object, as_objects, as_string, checksum, kind_name
from codewatch.clients.speech import IMAGE_MARK, spoken, without_injected
from codewatch.clients.transcripts import Line
from codewatch.clients.tree import ROOT, Node
from codewatch.messages import REJECTED, Hunk, Message, Role

name = "claude"
open_transcript = transcripts.open_transcript
written_at = transcripts.written_at
left_in_files = transcripts.nothing_left
goes_on_from = transcripts.nothing_before

# Copies of the session that the client asks for a summary, a suggestion or an aside.
_INTERNAL_AGENTS = ("acompact-", "aprompt_suggestion-", "aside_question-")
_SPILLED = "<persisted-output>"
_RESULT_TEXTS = ("stdout", "stderr", "content", "result", "output")


def find_transcripts() -> Iterator[str]:
    """Yield the sessions' files; subagents' lie one level deeper."""
    projects = os.path.join(glob.escape(paths.claude_dir()), "projects", "*")
    yield from sorted(glob.iglob(os.path.join(projects, "*.jsonl")))
    yield from sorted(glob.iglob(os.path.join(projects, "*", "subagents", "*.jsonl")))


def reader(stream: BinaryIO, start: int) -> Reader:
    """Return what reads the lines of a transcript."""
    return read_record


def read_record(line: Line) -> Record:
    """Return the messages of one transcript line, or why it has none."""
    row, reason = rows.parse(line)
    messages: tuple[Message, ...] = ()
    if row is not None:
        messages, reason = _read_row(row, line)
    return Record(line.start, line.end, messages, "" if messages else reason, node=_node(row) if row else None)


def _node(row: Mapping[str, Any]) -> Node | None:
    """Return a record's place in the session's tree; rows of state have none, and subagents have trees of their own."""
    uuid = row.get("uuid")
    if not isinstance(uuid, str) or "parentUuid" not in row or row.get("isSidechain"):
        return None
    parent = row["parentUuid"]
    if parent is None:
        # A compaction begins anew, and names what it stands for.
        is_new = row.get("type") == "system" and row.get("subtype") == "compact_boundary"
        parent = row.get("logicalParentUuid") or ("" if is_new else ROOT)
    is_user = row.get("type") == "user"
    is_answer = _has_results(row) if is_user else row.get("type") == "assistant"
    return Node(uuid, as_string(parent), is_prompt=is_user and not is_answer and _is_prompt(row), is_answer=is_answer)


def _has_results(row: Mapping[str, Any]) -> bool:
    content = (as_object(row.get("message")) or {}).get("content")
    return isinstance(content, list) and any(
        block.get("type") == "tool_result" for block in as_objects(cast("list[object]", content))
    )


def _is_prompt(row: Mapping[str, Any]) -> bool:
    """Return whether a user's row without results begins a turn: what was typed, a slash command too."""
    if row.get("isMeta") or row.get("isCompactSummary") or row.get("rowSource") == "harness" or not _is_typed(row):
        return False
    content = (as_object(row.get("message")) or {}).get("content")
    if isinstance(content, list):
        blocks = as_objects(cast("list[object]", content))
        content = as_string(blocks[0].get("text")) if blocks else ""
    # A command's output and a note of an interruption follow something.
    return not as_string(content).startswith(
        ("<local-command-", "<bash-stdout>", "<task-notification>", "[Request interr")
    )


def _read_row(row: Mapping[str, Any], line: Line) -> tuple[tuple[Message, ...], str]:
    kind = row.get("type")
    if kind == "attachment":
        return _read_attachment(row, line)
    if kind not in ("user", "assistant"):
        return (), f"{kind_name(kind)} row" if isinstance(kind, str) and kind else UNREADABLE
    message = as_object(row.get("message"))
    if message is None:
        return (), UNREADABLE
    if row.get("isMeta") or row.get("isCompactSummary") or row.get("rowSource") == "harness":
        return (), "injected text"
    if as_string(row.get("agentId")).startswith(_INTERNAL_AGENTS):
        return (), "the client's own agent"
    if row.get("isApiErrorMessage"):
        return (), "api error"
    content = message.get("content")
    if not isinstance(content, str | list):
        return (), UNREADABLE
    blocks = (
        [{"type": "text", "text": content}] if isinstance(content, str) else as_objects(cast("list[object]", content))
    )
    read = _read_user_block if kind == "user" else _read_assistant_block
    messages = tuple(found for block in blocks for found in read(block, row, line))
    return messages, "no text" if kind == "assistant" else "injected text"


def _read_attachment(row: Mapping[str, Any], line: Line) -> tuple[tuple[Message, ...], str]:
    attachment = as_object(row.get("attachment"))
    if attachment is None:
        return (), UNREADABLE
    kind = kind_name(as_string(attachment.get("type")))
    # A prompt typed while a turn runs has no user record of its own.
    if kind == "queued_command" and attachment.get("commandMode") == "prompt" and attachment.get("humanTurn", True):
        text = spoken(_text_of(attachment.get("prompt")))
        if text:
            return (_message(row, line, Role.USER, text),), ""
    return (), f"attachment {kind}".rstrip()


def _read_user_block(block: Mapping[str, Any], row: Mapping[str, Any], line: Line) -> Iterator[Message]:
    kind = block.get("type")
    if kind == "tool_result":
        yield _message(
            row, line, Role.TOOL_RESULT, REJECTED if row.get("toolDenialKind") else _result_text(block, row),
            call=as_string(block.get("tool_use_id")), is_error=bool(block.get("is_error")),
            changed=_hunks(row),
        )  # fmt: skip
    elif kind == "text" and _is_typed(row):
        text = spoken(as_string(block.get("text")))
        if text:
            yield _message(row, line, Role.USER, text)
    elif kind == "image":
        yield _message(row, line, Role.USER, IMAGE_MARK)


def _read_assistant_block(block: Mapping[str, Any], row: Mapping[str, Any], line: Line) -> Iterator[Message]:
    kind = block.get("type")
    if kind == "text":
        text = as_string(block.get("text")).strip()
        if text:
            yield _message(row, line, Role.ASSISTANT, text, stop=as_string(row["message"].get("stop_reason")))
    elif kind in ("tool_use", "server_tool_use"):
        yield _message(
            row, line, Role.TOOL_CALL, "", call=as_string(block.get("id")), tool=as_string(block.get("name")),
            tool_input=as_object(block.get("input")),
        )  # fmt: skip


def _message(
    row: Mapping[str, Any], line: Line, role: Role, text: str, *, call: str = "", tool: str = "",
    tool_input: Mapping[str, Any] | None = None, is_error: bool = False, stop: str = "", changed: tuple[Hunk, ...] = (),
) -> Message:  # fmt: skip
    at = as_moment(row.get("timestamp"))
    uuid = as_string(row.get("uuid"))
    branch = as_string(row.get("gitBranch"))
    return Message(
        key=_record_key(row, uuid, at),
        role=role, text=text, at=at, session=as_string(row.get("sessionId")), cwd=as_string(row.get("cwd")),
        branch="" if branch == "HEAD" else branch, call=call, tool=tool, tool_input=tool_input or {},
        is_error=is_error, is_sidechain=bool(row.get("isSidechain")), start=line.start, end=line.end,
        stop=stop, hunks=changed,
    )  # fmt: skip


def _record_key(row: Mapping[str, Any], uuid: str, at: str) -> str:
    # Copies in forked sessions keep id, time and content; simple writers repeat an id for something else.
    if not uuid and not at:
        return ""
    message = as_object(row.get("message")) or {}
    body = message.get("content") or row.get("attachment")
    return f"{uuid}|{at}|{checksum(body):08x}"


def _is_typed(row: Mapping[str, Any]) -> bool:
    origin = as_object(row.get("origin")) or {}
    return origin.get("kind") in (None, "human")


def _result_text(block: Mapping[str, Any], row: Mapping[str, Any]) -> str:
    text = _text_of(block.get("content"))
    # A spilled or empty result keeps its text in the structured form; of a tool whose form has none there is a preview.
    if not text or text.startswith(_SPILLED):
        text = _structured_text(row.get("toolUseResult")) or _preview(text)
    return without_injected(text)


def _hunks(row: Mapping[str, Any]) -> tuple[Hunk, ...]:
    told = as_object(row.get("toolUseResult"))
    if told is None or "structuredPatch" not in told:
        return ()
    return hunks.from_patch(told.get("structuredPatch"), path=as_string(told.get("filePath")))


def _structured_text(structured: object) -> str:
    if isinstance(structured, list):
        return _text_of(cast("list[object]", structured))
    found = as_object(structured)
    if found is None:
        return ""
    named = {**(as_object(found.get("file")) or {}), **found}
    return "\n".join(part for key in _RESULT_TEXTS if (part := _text_of(named.get(key))))


def _preview(text: str) -> str:
    shown = text.partition("\n\nPreview (")[2].partition("\n")[2]
    return shown.removesuffix("</persisted-output>").rstrip().removesuffix("...").rstrip()


def _text_of(content: object) -> str:
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    return "\n".join(
        IMAGE_MARK if block.get("type") == "image" else as_string(block.get("text"))
        for block in as_objects(cast("list[object]", content))
    )
