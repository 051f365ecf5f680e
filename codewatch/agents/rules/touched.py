"""Reads from a tool's call which files it writes."""

import os.path
import re
from collections.abc import Mapping
from typing import Any

_EDIT_TOOLS = frozenset(
    "edit multiedit write notebookedit update create create_file edit_file write_file write_to_file replace"
    " replace_in_file replace_string_in_file insert_edit_into_file search_replace apply_diff str_replace_editor"
    " str_replace_based_edit_tool file_write file_edit".split()
)
PATH_KEYS = (
    "file_path notebook_path path filePath target_file absolute_path relative_workspace_path filename file".split()
)
_PATCH_FILE = re.compile(r"^\*\*\* (Add|Update|Delete) File: (.+)$", re.MULTILINE)
_CREATED = re.compile(r"\bcreated\b|new file", re.IGNORECASE)
_VERB = {"Add": "created", "Update": "edited", "Delete": "deleted"}
_READING = ("view", "undo_edit")


def touched_by(tool: str, tool_input: Mapping[str, Any], command: str, output: str) -> tuple[tuple[str, str], ...]:
    """Return the path, as the call has it, and created, edited or deleted, of each file that a tool writes."""
    name = tool.lower()
    return tuple(_patched(name, tool_input, command) or _edited(name, tool_input, output))


def _patched(tool: str, tool_input: Mapping[str, Any], command: str) -> list[tuple[str, str]]:
    if tool not in ("apply_patch", "patch") and "*** Begin Patch" not in command[:2_000]:
        return []
    texts: list[object] = [command, *(tool_input.get(key) for key in ("input", "patch", "command", "diff"))]
    patch = next((text for text in texts if isinstance(text, str) and "*** " in text), "")
    return [(os.path.normpath(mark[2].strip()), _VERB[mark[1]]) for mark in _PATCH_FILE.finditer(patch[:200_000])]


def _edited(tool: str, tool_input: Mapping[str, Any], output: str) -> list[tuple[str, str]]:
    if tool not in _EDIT_TOOLS or tool_input.get("command") in _READING:
        return []
    path = next((value for key in PATH_KEYS if isinstance(value := tool_input.get(key), str)), "")
    is_new = tool == "create_file" or tool_input.get("command") == "create" or _says_created(tool, output)
    return [(path, "created" if is_new else "edited")]


def _says_created(tool: str, output: str) -> bool:
    return "write" in tool and _CREATED.search(output, 0, 400) is not None
