"""JSON as people write it (comments, trailing commas, a byte order mark) into a tree that knows where it all stands."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from codewatch.errors import ClientFileError

MAX_DEPTH = 200
_LONGEST_NUMBER = 300
BYTE_ORDER_MARK = "\ufeff"
_WHITESPACE = re.compile(r"[ \t\r\n]*")
_COMMENT = re.compile(r"//[^\r\n]*|/\*.*?\*/", re.DOTALL)
_STRING = re.compile(r'"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*"')
_ATOM = re.compile(r"true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_CLOSING = {"{": "}", "[": "]"}


class Item(NamedTuple):
    """A member or element: where its key (or value) starts, and where its comma stands, -1 for none."""

    key: str
    start: int
    node: "Node"
    comma: int


@dataclass(frozen=True, slots=True)
class Node:
    """A value from `start` to `end`: `opening` is `{`, `[` or "" for a scalar, whose text is `token`."""

    start: int
    end: int
    opening: str
    items: tuple[Item, ...]
    token: str

    def member(self, key: str) -> "Node | None":
        """Return the member called `key` (the last, as clients take it), or None."""
        found = [item.node for item in self.items if item.key == key] if self.opening == "{" else []
        return found[-1] if found else None

    def string(self, key: str) -> str:
        """Return the text of a member, "" when it is missing or no text."""
        node = self.member(key)
        return json.loads(node.token) if node is not None and node.token.startswith('"') else ""

    def strings(self, key: str) -> list[str]:
        """Return the texts in a member that is a list."""
        node = self.member(key)
        items = node.items if node is not None and node.opening == "[" else ()
        return [json.loads(item.node.token) for item in items if item.node.token.startswith('"')]

    def plain(self) -> object:
        """Return the value as Python has it; a number of absurd length stays a text."""
        if self.opening == "{":
            return {item.key: item.node.plain() for item in self.items}
        if self.opening == "[":
            return [item.node.plain() for item in self.items]
        is_number = not self.token.startswith('"')
        return self.token if is_number and len(self.token) > _LONGEST_NUMBER else json.loads(self.token)


class Document(NamedTuple):
    """A text and its value; `is_strict` says that it has neither comments nor trailing commas."""

    text: str
    root: Node
    is_strict: bool


def parse(text: str) -> Document:
    """Return the tree of `text`, of which nothing but whitespace and comments may be missing.

    Raises:
        ClientFileError: it is not JSON, even with comments and trailing commas allowed.
    """
    scanner = _Scanner(text)
    root = scanner.value(scanner.skip(len(BYTE_ORDER_MARK) if text.startswith(BYTE_ORDER_MARK) else 0), 0)
    end = scanner.skip(root.end)
    if end != len(text):
        raise scanner.wrong(end)
    return Document(text, root, scanner.is_strict)


def is_blank(text: str) -> bool:
    """Return whether `text` holds no value: whitespace only, perhaps after a byte order mark."""
    return not text.removeprefix(BYTE_ORDER_MARK).strip(" \t\r\n")


def comments(text: str, start: int) -> Iterator[tuple[int, int]]:
    """Yield where the comments from `start` on begin and end, as long as only whitespace lies between."""
    while found := _COMMENT.match(text, _end_of_whitespace(text, start)):
        yield found.span()
        start = found.end()


def _end_of_whitespace(text: str, start: int) -> int:
    found = _WHITESPACE.match(text, start)
    return found.end() if found else start


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.is_strict = True

    def wrong(self, at: int) -> ClientFileError:
        line = self.text.count("\n", 0, at) + 1
        return ClientFileError("it ends too early" if at >= len(self.text) else f"line {line} is not JSON")

    def skip(self, start: int) -> int:
        """Return where the next token starts."""
        spans = list(comments(self.text, start))
        self.is_strict = self.is_strict and not spans
        return _end_of_whitespace(self.text, spans[-1][1] if spans else start)

    def value(self, start: int, depth: int) -> Node:
        if depth > MAX_DEPTH:
            raise ClientFileError(f"it is nested more than {MAX_DEPTH} deep")
        opening = self.text[start : start + 1]
        if opening in _CLOSING:
            return self._container(start, opening, depth)
        found = (_STRING if opening == '"' else _ATOM).match(self.text, start)
        if not found:
            raise self.wrong(start)
        return Node(start, found.end(), "", (), found[0])

    def _container(self, start: int, opening: str, depth: int) -> Node:
        items: list[Item] = []
        closing = _CLOSING[opening]
        at = self.skip(start + 1)
        while self.text[at : at + 1] != closing:
            if items and items[-1].comma < 0:
                raise self.wrong(at)
            first = at
            key = ""
            if opening == "{":
                key, at = self._key(at)
            node = self.value(at, depth + 1)
            at = self.skip(node.end)
            has_comma = self.text[at : at + 1] == ","
            items.append(Item(key, first, node, at if has_comma else -1))
            if has_comma:
                at = self.skip(at + 1)
        if items and items[-1].comma >= 0:
            self.is_strict = False
        return Node(start, at + 1, opening, tuple(items), "")

    def _key(self, start: int) -> tuple[str, int]:
        found = _STRING.match(self.text, start)
        if not found:
            raise self.wrong(start)
        colon = self.skip(found.end())
        if self.text[colon : colon + 1] != ":":
            raise self.wrong(colon)
        return json.loads(found[0]), self.skip(colon + 1)
