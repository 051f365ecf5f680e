"""A text of JSON and one change into the new text: only what is put in or taken out differs.

What `insert` puts in, `remove` takes out without a trace: it goes behind the last item and the comments on that
item's line, with the whitespace in front of it and the comma that its container's style asks for.
"""

import json
from collections.abc import Sequence
from typing import NamedTuple

from codewatch.clientfiles.jsonc import BYTE_ORDER_MARK, Document, Node, comments, is_blank, parse

_SPACE = " \t\r\n"


class _Style(NamedTuple):
    """How the text is laid out: its line ends, one step of its indentation, whether it has lines or spaces at all."""

    newline: str
    step: str
    has_lines: bool
    is_compact: bool

    def render(self, value: object, indent: str | None) -> str:
        """Return `value` as text, over lines at `indent`, or on one line where that is None."""
        if indent is None:
            return json.dumps(value, ensure_ascii=False, separators=(",", ":") if self.is_compact else (", ", ": "))
        return json.dumps(value, ensure_ascii=False, indent=self.step).replace("\n", self.newline + indent)


def opened(text: str) -> Document:
    """Return the document of `text`; a text without a value becomes an empty object.

    Raises:
        ClientFileError: it is not JSON.
    """
    mark = BYTE_ORDER_MARK if text.startswith(BYTE_ORDER_MARK) else ""
    return parse(f"{mark}{{}}\n" if is_blank(text) else text)


def insert(document: Document, container: Node, value: object, *, key: str | None = None) -> str:
    """Return the text with `value` at the end of `container`, as its member `key` where that is an object."""
    text, style = document.text, _style(document)
    name = "" if key is None else f"{json.dumps(key, ensure_ascii=False)}:{'' if style.is_compact else ' '}"
    if not container.items:
        return _insert_first(text, style, container, name, value)
    last = container.items[-1]
    lead = _space_before(text, last.start)
    spot = last.node.end if last.comma < 0 else last.comma + 1
    for start, end in comments(text, spot):
        if "\n" in text[spot:start]:
            break
        spot = end
        if text.startswith("//", start):
            lead = lead if "\n" in lead else "\n" + _indent_of(text, last.start)
    indent = lead.rpartition("\n")[2] if "\n" in lead else None
    if indent is not None:
        lead = style.newline + indent
    elif len(container.items) == 1:
        lead = "" if style.is_compact else " "
    new = lead + name + style.render(value, indent)
    if last.comma >= 0:
        return f"{text[:spot]}{new},{text[spot:]}"
    return f"{text[: last.node.end]},{text[last.node.end : spot]}{new}{text[spot:]}"


def remove(document: Document, container: Node, index: int) -> str:
    """Return the text without an item of `container`; comments stay."""
    text, item = document.text, container.items[index]
    start = item.start - len(_space_before(text, item.start))
    gone = [(start, item.node.end)]
    if item.comma >= 0:
        gone.append((item.comma, item.comma + 1))
    elif index:
        comma = container.items[index - 1].comma
        gone.insert(0, (comma, comma + 1))
    before, after = text[: container.start + 1], text[container.end - 1 :]
    for first, last in reversed(gone):
        text = text[:first] + text[last:]
    is_bare = len(container.items) == 1 and not text[len(before) : len(text) - len(after)].strip(_SPACE)
    return before + after if is_bare else text


def replace(document: Document, node: Node, value: object) -> str:
    """Return the text with `value` in place of `node`."""
    text, style = document.text, _style(document)
    over_lines = style.has_lines and "\n" in text[node.start : node.end]
    new = style.render(value, _indent_of(text, node.start) if over_lines else None)
    return text[: node.start] + new + text[node.end :]


def is_empty(text: str) -> bool:
    """Return whether the text holds nothing: no value, or an empty object without comments."""
    document = opened(text)
    root = document.root
    rest = text[: root.start].removeprefix(BYTE_ORDER_MARK) + text[root.start + 1 : root.end - 1] + text[root.end :]
    return is_blank(text) or (root.opening == "{" and not rest.strip(_SPACE))


def find(root: Node, path: Sequence[str]) -> Node | None:
    """Return what stands at the end of `path`, or None."""
    node: Node | None = root
    for key in path:
        node = node.member(key) if node is not None else None
    return node


def prune(document: Document, path: Sequence[str]) -> str:
    """Return the text without the member at `path` if that is an empty container, and no comment stands in it."""
    above = find(document.root, path[:-1])
    node = find(document.root, path)
    if above is None or node is None or not node.opening or document.text[node.start + 1 : node.end - 1].strip(_SPACE):
        return document.text
    return remove(document, above, [item.node for item in above.items].index(node))


def _insert_first(text: str, style: _Style, container: Node, name: str, value: object) -> str:
    start, end = container.start + 1, container.end - 1
    inner = text[start:end].rstrip(_SPACE)
    if not style.has_lines and not inner:
        return f"{text[:start]}{name}{style.render(value, None)}{text[end:]}"
    base = _indent_of(text, container.start)
    indent = base + style.step
    new = f"{style.newline}{indent}{name}{style.render(value, indent)}"
    if inner:  # comments, which stay where they are
        return f"{text[: start + len(inner)]}{new}{text[start + len(inner) :]}"
    return f"{text[:start]}{new}{style.newline}{base}{text[end:]}"


def _style(document: Document) -> _Style:
    text, root = document.text, document.root
    newline = "\r\n" if "\r\n" in text else "\n"
    if not root.items:
        return _Style(newline, "  ", True, False)
    first = root.items[0]
    lead = _space_before(text, first.start)
    step = lead.rpartition("\n")[2] if "\n" in lead else ""
    has_lines = "\n" in text[root.start : root.end]
    return _Style(newline, step or "  ", has_lines, not has_lines and text[first.node.start - 1] == ":")


def _space_before(text: str, position: int) -> str:
    start = position
    while start and text[start - 1] in _SPACE:
        start -= 1
    return text[start:position]


def _indent_of(text: str, position: int) -> str:
    line = text[text.rfind("\n", 0, position) + 1 : position]
    return line[: len(line) - len(line.lstrip(" \t"))]
