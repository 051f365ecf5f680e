"""Turns edits of package.json into the versions that they ask for: npm does not print what it installs."""

import re
from collections.abc import Iterable

from codewatch.agents.rules.timeline import ToolUse

MAX_TEXT_CHARS = 50_000

_MANIFEST = "package.json"
_PAIR = re.compile(r"\"(?P<name>@?[a-z0-9][\w./-]*)\"\s*:\s*\"(?P<version>[\^~]?v?\d[\w.+-]*)\"")
_NOT_PACKAGES = frozenset(("version", "node", "npm", "pnpm", "yarn", "packageManager"))
_PATCHED = re.compile(rf"^\*\*\* Update File: (?:\S*/)?{re.escape(_MANIFEST)}\n((?:(?!\*\*\* ).*\n?)*)", re.MULTILINE)


def asked_versions(uses: Iterable[ToolUse]) -> dict[str, str]:
    """Return the packages that edits of package.json have added or set to another version, the last edit first."""
    found: dict[str, str] = {}
    for use in uses:
        if use.result.is_error:
            continue
        for added, removed in _changes(use):
            before = set(_pairs(removed))
            found.update(pair for pair in _pairs(added) if pair not in before)
    return found


def _changes(use: ToolUse) -> list[tuple[str, str]]:
    """Return what an edit of the manifest put in, each with what it took out."""
    given = use.tool_input
    path: object = given.get("file_path") or given.get("path") or ""
    if isinstance(path, str) and path.replace("\\", "/").rsplit("/", 1)[-1] == _MANIFEST:
        edits: object = given.get("edits")
        parts: list[object] = [given, *(edits if isinstance(edits, list) else [])]
        return [
            (_text(part.get("new_string") or part.get("new_str")), _text(part.get("old_string") or part.get("old_str")))  # pyright: ignore[reportUnknownArgumentType, reportUnknownMemberType]
            for part in parts
            if isinstance(part, dict)
        ]
    patch = next((text for key in ("input", "patch") if _MANIFEST in (text := _text(given.get(key)))), "")
    return [(_signed(section[1], "+"), _signed(section[1], "-")) for section in _PATCHED.finditer(patch)]


def _signed(section: str, sign: str) -> str:
    return "\n".join(line[1:] for line in section.splitlines() if line.startswith(sign))


def _text(value: object) -> str:
    return value[:MAX_TEXT_CHARS] if isinstance(value, str) else ""


def _pairs(text: str) -> list[tuple[str, str]]:
    return [(mark["name"], mark["version"]) for mark in _PAIR.finditer(text) if mark["name"] not in _NOT_PACKAGES]
