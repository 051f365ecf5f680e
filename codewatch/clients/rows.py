"""One line of a transcript into the JSON object it holds; what stands in one, as the type it should have."""

import json
import re
from collections.abc import Mapping
from typing import Any, cast
from zlib import crc32

from pydantic_core import from_json

from codewatch.clients.transcripts import Line

_TIME = re.compile(r"(?:19|20)\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-6]\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
# Why a record of no known form is skipped.
UNREADABLE = "unreadable"
_LONGEST_KIND = 40
_KIND = re.compile(r"[A-Za-z]+(?:[ _-][A-Za-z]+)*")
# Deeper than any tool's input; what follows a record walks through it by recursion.
_DEEPEST = 100
_CHECKED_CHARS = 65_536


def parse(line: Line) -> tuple[dict[str, Any] | None, str]:
    """Return the object that a line holds, or None and why it holds none."""
    if line.raw is None:
        return None, "too long"
    if not line.raw.strip():
        return None, "empty"
    try:
        value = _parse(line.raw)
        if line.raw.count(b"{") + line.raw.count(b"[") > _DEEPEST and _depth(value) > _DEEPEST:
            return None, "nested too deeply"
    except (ValueError, RecursionError):
        return None, UNREADABLE
    row = as_object(value)
    return row, "" if row is not None else UNREADABLE


def kind_name(kind: str) -> str:
    """Return a kind of row as the ledger may keep it: a name, or "odd" for what is none and may say anything."""
    name = kind[:_LONGEST_KIND]
    return name if not name or _KIND.fullmatch(name) else "odd"


def as_moment(value: object) -> str:
    """Return a value that is a time, else "": what is none would stand as a date in front of everything, for good."""
    text = as_string(value)
    return text if _TIME.fullmatch(text) else ""


def as_object(value: object) -> dict[str, Any] | None:
    """Return a value that is an object, else None."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None


def as_list(value: object) -> list[object]:
    """Return a value that is a list, else an empty one."""
    return cast("list[object]", value) if isinstance(value, list) else []


def as_objects(values: list[object]) -> list[dict[str, Any]]:
    """Return the objects among a list's values; a bare string stands for a block of text."""
    blocks = [{"type": "text", "text": value} if isinstance(value, str) else value for value in values]
    return [found for block in blocks if (found := as_object(block)) is not None]


def as_string(value: object) -> str:
    """Return a value that is a text, else ""."""
    return value if isinstance(value, str) else ""


def member(row: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """Return the object that lies at the end of `names`, an empty one where there is none."""
    for name in names:
        row = as_object(row.get(name)) or {}
    return dict(row)


def checksum(value: object, so_far: int = 0) -> int:
    """Return the CRC-32 of a parsed value, continued from `so_far`; it needs no copy of a text of megabytes."""
    if isinstance(value, str) and len(value) <= _CHECKED_CHARS:
        return crc32(b'"', crc32(value.encode("utf-8", "replace"), so_far))
    if isinstance(value, dict):
        for key, item in cast("dict[str, object]", value).items():
            so_far = crc32(b'"', crc32(key.encode("utf-8", "replace"), so_far))
            if type(item) is str and len(item) <= _CHECKED_CHARS:
                so_far = crc32(b'"', crc32(item.encode("utf-8", "replace"), so_far))
            else:
                so_far = checksum(item, so_far)
        return crc32(b"}", so_far)
    if isinstance(value, list):
        for item in cast("list[object]", value):
            so_far = checksum(item, so_far)
        return crc32(b"]", so_far)
    text = value if isinstance(value, str) else repr(value)
    for start in range(0, len(text), _CHECKED_CHARS):
        so_far = crc32(text[start : start + _CHECKED_CHARS].encode("utf-8", "replace"), so_far)
    return crc32(b'"' if isinstance(value, str) else b",", so_far)


def _parse(raw: bytes) -> object:
    try:
        # Twice as fast as the standard library's, and refuses what that reads: halves of surrogates, bad UTF-8, a BOM.
        return from_json(raw, cache_strings="keys")
    except ValueError:
        return _parse_slowly(raw)


def _parse_slowly(raw: bytes) -> object:
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
