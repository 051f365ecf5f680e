"""A text of TOML into its tables and their lines, with where each stands: tomllib says what they mean, not where."""

import re
import tomllib
from typing import Any, NamedTuple, cast

from codewatch.errors import ClientFileError

_STRINGS = ('"""', "'''", '"', "'")
# Between these nothing changes.
_SPECIAL = re.compile(r"[\"'#\n\[\]{}]")


class Part(NamedTuple):
    """A table's header or a key with its value, from the line's start to behind its line end.

    `path` is a table's or a key's whole name, in its table; `is_list` marks a table that is one of a list.
    """

    start: int
    end: int
    path: tuple[str, ...]
    is_header: bool
    is_list: bool = False


def values(text: str) -> dict[str, Any]:
    """Return what a text of TOML means.

    Raises:
        ClientFileError: it is not TOML.
    """
    try:
        return tomllib.loads(text.replace("\r\n", "\n"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ClientFileError(f"it is not TOML: {error}") from error


def parts(text: str) -> list[Part]:
    """Return the headers and keys of a text that is TOML, in order; blank lines and comments are none."""
    found: list[Part] = []
    at = 0
    while at < len(text):
        end = _end_of_statement(text, at)
        statement = text[at:end].strip()
        if statement and not statement.startswith("#"):
            found.append(_part(statement, at, end))
        at = end
    return found


def _part(statement: str, start: int, end: int) -> Part:
    value: object = values(f"{statement}\n")
    path: list[str] = []
    if not statement.startswith("["):
        return Part(start, end, tuple(_first_key(cast("dict[str, object]", value))), is_header=False)
    is_list = False
    while isinstance(value, dict) and value:
        key, value = next(iter(cast("dict[str, object]", value).items()))
        path.append(key)
        if isinstance(value, list):
            is_list, value = True, None
    return Part(start, end, tuple(path), is_header=True, is_list=is_list)


def _first_key(value: dict[str, object]) -> list[str]:
    return list(value)[:1]


def _end_of_statement(text: str, at: int) -> int:
    """Return where the line at `at` ends, or the last line of a value that goes on."""
    depth = 0
    while (special := _SPECIAL.search(text, at)) is not None:
        mark, at = special[0], special.end()
        if mark == "\n":
            if depth <= 0:
                return at
        elif mark == "#":
            at = text.find("\n", at)
            if at < 0:
                break
        elif mark in "[{":
            depth += 1
        elif mark in "]}":
            depth -= 1
        else:
            at = _end_of_string(text, special.start())
    return len(text)


def _end_of_string(text: str, at: int) -> int:
    opening = next(mark for mark in _STRINGS if text.startswith(mark, at))
    at += len(opening)
    while at < len(text):
        if text[at] == "\\" and opening.startswith('"'):
            at += 2
        elif text.startswith(opening, at):
            at += len(opening)
            # Up to two quotation marks may stand before the closing three.
            while len(opening) == 3 and text.startswith(opening[0], at):
                at += 1
            return at
        else:
            at += 1
    return len(text)
