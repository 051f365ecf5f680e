"""Codex's tool calls and their results, in the form that those of other clients have: Bash, patches, exit codes."""

import json
import re
import shlex
from collections.abc import Mapping
from typing import Any

from codewatch.clients.rows import as_list, as_object, as_objects, as_string, member
from codewatch.clients.speech import IMAGE_MARK
from codewatch.messages import REJECTED

CALLS = ("function_call", "custom_tool_call", "local_shell_call")
RESULTS = ("function_call_output", "custom_tool_call_output", "local_shell_call_output")
_SHELLS = ("exec_command", "shell", "shell_command", "local_shell", "container.exec")
_MCP = "mcp__"
_PATCH = re.compile(r"\*\*\* Begin Patch\n.*?(?:\*\*\* End Patch|\Z)", re.DOTALL)
_PATCHED_FILE = re.compile(r"^\*\*\* (?:Add|Update|Delete) File: (.+)$|^\*\*\* Move to: (.+)$", re.MULTILINE)
_LONGEST_PATCH = 200_000
# What Codex writes above a command's output.
_HEADER = re.compile(
    r"(?:(?:Chunk ID|Wall time|Exit code|Original token count|Total output lines): [^\n]{0,80}\n"
    r"|Process (?:exited with code|running with session ID) [^\n]{0,40}\n)+(?:Output:\n)?"
)
_EXIT = re.compile(r"^(?:Exit code:|Process exited with code) (-?\d{1,10})$", re.MULTILINE)
_RUNNING = re.compile(r"^Process running with session ID (\d{1,20})$", re.MULTILINE)
_REJECTED = ("rejected by user", "aborted by user")
_UNKNOWN = "unsupported call: "
_POLL, _QUESTION = "write_stdin", "request_user_input"
_REJECTED_WITHIN = 300


def read_call(item: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the tool that a call is for, and what it is given."""
    if item.get("type") == "local_shell_call":
        action = as_object(item.get("action")) or {}
        return _shell(action.get("command"))
    name, given = as_string(item.get("name")), _arguments(item)
    if name in _SHELLS:
        return _shell(given.get("cmd") or given.get("command"))
    if name == "apply_patch":
        return _patch(as_string(given.get("input")) or as_string(given.get("patch")))
    if name == _POLL:  # asks for what a command in the background has said since
        return "BashOutput", {"bash_id": str(given.get("session_id", "")), **given}
    namespace = as_string(item.get("namespace"))
    if namespace.startswith(_MCP) and not name.startswith(_MCP):
        name = f"{namespace.rstrip('_')}__{name}"
    return name, given


def read_result(item: Mapping[str, Any], tool: str = "", given: Mapping[str, Any] | None = None) -> tuple[str, bool]:
    """Return the text that a tool answered, and whether it failed; `tool` and `given` are its call, where known."""
    output = item.get("output")
    text = _text_of(output)
    is_error = text.startswith(_UNKNOWN)
    if tool == "BashOutput" and (code := _EXIT.search(text)):
        return f"<exit_code>{code[1]}</exit_code>\n{_HEADER.sub('', text, count=1)}", code[1] != "0"
    if tool == _QUESTION and text.startswith("{"):
        return _answers(_json_object(text) or {}, given or {}) or text, False
    told = as_object(output)
    if told is None and text.startswith("{"):
        told = _json_object(text)
    if told is not None:
        text, is_error = _told(told, text)
    if any(words in text[:_REJECTED_WITHIN] for words in _REJECTED):
        return REJECTED, True
    return _with_header_read(text, is_error)


def _shell(command: object) -> tuple[str, dict[str, Any]]:
    line = command if isinstance(command, str) else _line([as_string(word) for word in as_list(command)])
    patch = _PATCH.search(line) if "apply_patch" in line else None
    return _patch(patch[0]) if patch else ("Bash", {"command": line})


def _line(words: list[str]) -> str:
    """Return a command's words as a line; `bash -lc LINE` is that line."""
    return words[-1] if len(words) == 3 and words[1] in ("-c", "-lc") else shlex.join(words)


def _patch(text: str) -> tuple[str, dict[str, Any]]:
    files = [(mark[1] or mark[2]).strip() for mark in _PATCHED_FILE.finditer(text[:_LONGEST_PATCH])]
    return "apply_patch", {"input": text, "files": files}


def _arguments(item: Mapping[str, Any]) -> dict[str, Any]:
    given = item.get("arguments", item.get("input"))
    text = as_string(given)
    found = as_object(given) or (_json_object(text) if text.startswith("{") else None)
    return found if found is not None else {"input": text}


def _json_object(text: str) -> dict[str, Any] | None:
    try:
        return as_object(json.loads(text))
    except (ValueError, RecursionError):
        return None


def _answers(told: Mapping[str, Any], given: Mapping[str, Any]) -> str:
    """Return what the user answered to which question, as other clients write it."""
    answers = member(told, "answers")
    pairs = [
        (as_string(asked.get("question")), as_list(member(answers, as_string(asked.get("id"))).get("answers")))
        for asked in as_objects(as_list(given.get("questions")))
    ]
    return ", ".join(f'"{question}"="{"; ".join(map(str, said))}"' for question, said in pairs if question and said)


def _told(told: Mapping[str, Any], text: str) -> tuple[str, bool]:
    """Return the text of an answer in the form of an object, and whether it failed; else `text` as it is."""
    metadata = as_object(told.get("metadata"))
    if metadata is not None and "output" in told:
        return _failed(as_string(told.get("output")), metadata.get("exit_code"))
    if "content" in told and ("success" in told or "isError" in told or "is_error" in told):
        is_error = told.get("success") is False or bool(told.get("isError") or told.get("is_error"))
        return _text_of(told.get("content")), is_error
    return text, False


def _with_header_read(text: str, is_error: bool) -> tuple[str, bool]:
    header = _HEADER.match(text)
    if header is None:
        return text, is_error
    said, code = text[header.end() :], _EXIT.search(header[0])
    running = _RUNNING.search(header[0])
    if running is not None:
        return f"Command running in background with ID: {running[1]}\n{said}", is_error
    return _failed(said, int(code[1])) if code is not None else (said, is_error)


def _failed(said: str, code: object) -> tuple[str, bool]:
    """Return a command's output, with its exit code before it where that is not zero, and whether it failed."""
    return (f"Exit code {code}\n{said}", True) if isinstance(code, int) and code else (said, False)


def _text_of(content: object) -> str:
    if isinstance(content, str):
        return content
    return "\n".join(
        IMAGE_MARK if "image" in as_string(block.get("type")) else as_string(block.get("text"))
        for block in as_objects(as_list(content))
    )
