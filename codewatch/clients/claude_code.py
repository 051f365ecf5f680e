"""Claude Code: one JSON record a line, one record per content block (format 2.1.332, and older ones)."""

import glob
import json
import os
import re
import zlib
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO, cast

from codewatch import paths
from codewatch.clients import transcripts
from codewatch.clients.protocol import Reader, Record
from codewatch.clients.transcripts import Line
from codewatch.clients.tree import ROOT, Node
from codewatch.messages import REJECTED, Message, Role

name = "claude"
open_transcript = transcripts.open_transcript
written_at = transcripts.written_at

# Texts that the program puts into a user record: not a person's words.
_NOT_SPEECH = (
    "<task-notification>", "<command-name>", "<command-message>", "<command-args>", "<local-command-", "<bash-input>",
    "<bash-stdout>", "<bash-stderr>", "<user-memory-input>", "<teammate-message", "[Request interrupted",
    "Caveat: The messages below were generated", "This session is being continued from a previous conversation",
)  # fmt: skip
_INJECTED = re.compile(
    r"<(system-reminder|codewatch-memory|codewatch-memory-briefing|ide_selection|ide_opened_file|"
    r"ide_diagnostics|new-diagnostics|user-prompt-submit-hook|session-start-hook|hook_context)(?:\s[^<>]*)?>"
    r".*?(?:</\1>|\Z)",
    re.DOTALL,
)
# Copies of the session that the client asks for a summary, a suggestion or an aside.
_INTERNAL_AGENTS = ("acompact-", "aprompt_suggestion-", "aside_question-")
_TIME = re.compile(r"(?:19|20)\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-6]\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_IMAGE_MARK = "[image]"
_SPILLED = "<persisted-output>"
_RESULT_TEXTS = ("stdout", "stderr", "content", "result", "output")
_LONGEST_KIND = 40
_KIND = re.compile(r"[A-Za-z]+(?:[ _-][A-Za-z]+)*")
# Deeper than any tool's input; what follows a record walks through it by recursion.
_DEEPEST = 100
_CHECKED_CHARS = 65_536


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
    if line.raw is None:
        return Record(line.start, line.end, skipped="too long")
    if not line.raw.strip():
        return Record(line.start, line.end, skipped="empty")
    try:
        value = _parse(line.raw)
        if line.raw.count(b"{") + line.raw.count(b"[") > _DEEPEST and _depth(value) > _DEEPEST:
            return Record(line.start, line.end, skipped="nested too deeply")
        row = _object(value)
        messages, reason = _read_row(row, line) if row is not None else ((), "unreadable")
    except (ValueError, RecursionError):
        return Record(line.start, line.end, skipped="unreadable")
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
    return Node(uuid, _string(parent), is_prompt=row.get("type") == "user" and _is_prompt(row))


def _is_prompt(row: Mapping[str, Any]) -> bool:
    """Return whether a user's row begins a turn: what was typed, a slash command too, and no tool's answer."""
    if row.get("isMeta") or row.get("isCompactSummary") or row.get("rowSource") == "harness" or not _is_typed(row):
        return False
    content = (_object(row.get("message")) or {}).get("content")
    if isinstance(content, list):
        blocks = _objects(cast("list[object]", content))
        if any(block.get("type") == "tool_result" for block in blocks):
            return False
        content = _string(blocks[0].get("text")) if blocks else ""
    # A command's output and a note of an interruption follow something.
    return not _string(content).startswith(
        ("<local-command-", "<bash-stdout>", "<task-notification>", "[Request interr")
    )


def _parse(raw: bytes) -> object:
    text = raw.decode("utf-8", "replace")
    value: object = json.loads(text.removeprefix("\ufeff"))
    if b"\\u" in raw and (b"\\ud" in raw or b"\\uD" in raw):
        value = _without_lone_surrogates(value)
    return value


def _depth(value: object) -> int:
    """Return how deep lists and objects are nested, without recursion."""
    deepest, rest = 0, [(value, 1)]
    while rest:
        one, depth = rest.pop()
        deepest = max(deepest, depth)
        if isinstance(one, dict):
            rest += [(item, depth + 1) for item in cast("dict[str, object]", one).values()]
        elif isinstance(one, list):
            rest += [(item, depth + 1) for item in cast("list[object]", one)]
    return deepest


def _without_lone_surrogates(value: object) -> object:
    """Return a parsed value in which "?" stands for half a surrogate pair: legal in JSON, and no text in UTF-8."""
    if isinstance(value, str):
        return _LONE_SURROGATE.sub("?", value)
    if isinstance(value, list):
        return [_without_lone_surrogates(item) for item in cast("list[object]", value)]
    if isinstance(value, dict):
        members = cast("dict[str, object]", value).items()
        return {_LONE_SURROGATE.sub("?", key): _without_lone_surrogates(item) for key, item in members}
    return value


def _read_row(row: Mapping[str, Any], line: Line) -> tuple[tuple[Message, ...], str]:
    kind = row.get("type")
    if kind == "attachment":
        return _read_attachment(row, line)
    if kind not in ("user", "assistant"):
        return (), f"{_kind_name(kind)} row" if isinstance(kind, str) and kind else "unreadable"
    message = _object(row.get("message"))
    if message is None:
        return (), "unreadable"
    if row.get("isMeta") or row.get("isCompactSummary") or row.get("rowSource") == "harness":
        return (), "injected text"
    if _string(row.get("agentId")).startswith(_INTERNAL_AGENTS):
        return (), "the client's own agent"
    if row.get("isApiErrorMessage"):
        return (), "api error"
    content = message.get("content")
    if not isinstance(content, str | list):
        return (), "unreadable"
    blocks = (
        [{"type": "text", "text": content}] if isinstance(content, str) else _objects(cast("list[object]", content))
    )
    read = _read_user_block if kind == "user" else _read_assistant_block
    messages = tuple(found for block in blocks for found in read(block, row, line))
    return messages, "no text" if kind == "assistant" else "injected text"


def _kind_name(kind: str) -> str:
    """Return a kind of row as the ledger may keep it: a name, or "odd" for what is none and may say anything."""
    name = kind[:_LONGEST_KIND]
    return name if not name or _KIND.fullmatch(name) else "odd"


def _read_attachment(row: Mapping[str, Any], line: Line) -> tuple[tuple[Message, ...], str]:
    attachment = _object(row.get("attachment"))
    if attachment is None:
        return (), "unreadable"
    kind = _kind_name(_string(attachment.get("type")))
    # A prompt typed while a turn runs has no user record of its own.
    if kind == "queued_command" and attachment.get("commandMode") == "prompt" and attachment.get("humanTurn", True):
        text = _speech(_text_of(attachment.get("prompt")))
        if text:
            return (_message(row, line, Role.USER, text),), ""
    return (), f"attachment {kind}".rstrip()


def _read_user_block(block: Mapping[str, Any], row: Mapping[str, Any], line: Line) -> Iterator[Message]:
    kind = block.get("type")
    if kind == "tool_result":
        yield _message(
            row, line, Role.TOOL_RESULT, REJECTED if row.get("toolDenialKind") else _result_text(block, row),
            call=_string(block.get("tool_use_id")), is_error=bool(block.get("is_error")),
        )  # fmt: skip
    elif kind == "text" and _is_typed(row):
        text = _speech(_string(block.get("text")))
        if text:
            yield _message(row, line, Role.USER, text)
    elif kind == "image":
        yield _message(row, line, Role.USER, _IMAGE_MARK)


def _read_assistant_block(block: Mapping[str, Any], row: Mapping[str, Any], line: Line) -> Iterator[Message]:
    kind = block.get("type")
    if kind == "text":
        text = _string(block.get("text")).strip()
        if text:
            yield _message(row, line, Role.ASSISTANT, text, stop=_string(row["message"].get("stop_reason")))
    elif kind in ("tool_use", "server_tool_use"):
        yield _message(
            row, line, Role.TOOL_CALL, "", call=_string(block.get("id")), tool=_string(block.get("name")),
            tool_input=_object(block.get("input")),
        )  # fmt: skip


def _message(
    row: Mapping[str, Any], line: Line, role: Role, text: str, *, call: str = "", tool: str = "",
    tool_input: Mapping[str, Any] | None = None, is_error: bool = False, stop: str = "",
) -> Message:  # fmt: skip
    at = _moment(row.get("timestamp"))
    uuid = _string(row.get("uuid"))
    branch = _string(row.get("gitBranch"))
    return Message(
        key=_record_key(row, uuid, at),
        role=role, text=text, at=at, session=_string(row.get("sessionId")), cwd=_string(row.get("cwd")),
        branch="" if branch == "HEAD" else branch, call=call, tool=tool, tool_input=tool_input or {},
        is_error=is_error, is_sidechain=bool(row.get("isSidechain")), start=line.start, end=line.end,
        stop=stop,
    )  # fmt: skip


def _moment(value: object) -> str:
    # What is no time would stand as a date in front of everything, for good.
    text = _string(value)
    return text if _TIME.fullmatch(text) else ""


def _record_key(row: Mapping[str, Any], uuid: str, at: str) -> str:
    # Copies in forked sessions keep id, time and content; simple writers repeat an id for something else.
    if not uuid and not at:
        return ""
    message = _object(row.get("message")) or {}
    body = message.get("content") or row.get("attachment")
    return f"{uuid}|{at}|{_checksum(body, 0):08x}"


def _checksum(value: object, so_far: int) -> int:
    """Return the CRC-32 of a parsed value, continued from `so_far`; it needs no copy of a text of megabytes."""
    if isinstance(value, str) and len(value) <= _CHECKED_CHARS:
        return zlib.crc32(b'"', zlib.crc32(value.encode("utf-8", "replace"), so_far))
    if isinstance(value, dict):
        for key, item in cast("dict[str, object]", value).items():
            so_far = _checksum(item, _checksum(key, so_far))
        return zlib.crc32(b"}", so_far)
    if isinstance(value, list):
        for item in cast("list[object]", value):
            so_far = _checksum(item, so_far)
        return zlib.crc32(b"]", so_far)
    text = value if isinstance(value, str) else repr(value)
    for start in range(0, len(text), _CHECKED_CHARS):
        so_far = zlib.crc32(text[start : start + _CHECKED_CHARS].encode("utf-8", "replace"), so_far)
    return zlib.crc32(b'"' if isinstance(value, str) else b",", so_far)


def _is_typed(row: Mapping[str, Any]) -> bool:
    origin = _object(row.get("origin")) or {}
    return origin.get("kind") in (None, "human")


def _speech(text: str) -> str:
    spoken = _INJECTED.sub("", text).strip() if "<" in text else text.strip()
    return "" if spoken.startswith(_NOT_SPEECH) else spoken


def _result_text(block: Mapping[str, Any], row: Mapping[str, Any]) -> str:
    text = _text_of(block.get("content"))
    # A spilled or empty result keeps its text in the structured form; of a tool whose form has none there is a preview.
    if not text or text.startswith(_SPILLED):
        text = _structured_text(row.get("toolUseResult")) or _preview(text)
    return _INJECTED.sub("", text) if "<" in text else text


def _structured_text(structured: object) -> str:
    if isinstance(structured, list):
        return _text_of(cast("list[object]", structured))
    found = _object(structured)
    if found is None:
        return ""
    named = {**(_object(found.get("file")) or {}), **found}
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
        _IMAGE_MARK if block.get("type") == "image" else _string(block.get("text"))
        for block in _objects(cast("list[object]", content))
    )


def _object(value: object) -> dict[str, Any] | None:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None


def _objects(values: list[object]) -> list[dict[str, Any]]:
    """Return the objects among a list's values; a bare string stands for a block of text."""
    blocks = [{"type": "text", "text": value} if isinstance(value, str) else value for value in values]
    return [found for block in blocks if (found := _object(block)) is not None]


def _string(value: object) -> str:
    return value if isinstance(value, str) else ""
