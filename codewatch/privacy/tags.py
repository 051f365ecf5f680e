"""A text into what stands between `<private>` tags and what stands outside of them."""

import re
from bisect import bisect_left
from typing import NamedTuple

# An attribute may hold a > in quotes; where the quotes do not fit, the tag ends at the first one.
_TAG = re.compile(
    r"""<\s{0,3}(/?)\s{0,3}private\b"""
    r"""(?:(?:=\s?"[^"\n]{0,200}"|=\s?'[^'\n]{0,200}'|[^<>]){0,200}+>|[^<>]*>)""",
    re.IGNORECASE,
)
_FENCE = re.compile(r"^[ \t]{0,3}(?:```|~~~)", re.MULTILINE)
_MOST_FENCES = 100


class Split(NamedTuple):
    """The parts of a text outside and inside of the tags, and how many tags are open at its end."""

    kept: tuple[str, ...]
    hidden: tuple[str, ...]
    depth: int


class _Tag(NamedTuple):
    start: int
    end: int
    closes: bool


def split(text: str, depth: int = 0) -> Split:
    """Return the parts of a text at whose beginning `depth` tags are open.

    Tags nest and come in any case. One that is never closed hides everything to the end; in a code block that is
    closed, to the end of the block. A lone closing tag hides nothing. A tag alone between backticks is talk about tags.
    """
    tags = _tags_in(text)
    kept: list[str] = []
    hidden: list[str] = []
    inside: list[str] = []
    opener: _Tag | None = None
    position = number = 0
    while number < len(tags):
        tag = tags[number]
        (inside if depth else kept).append(text[position : tag.start])
        position, number = tag.end, number + 1
        if not tag.closes:
            opener = opener if depth else tag
            depth += 1
        elif depth == 1:
            hidden.append("".join(inside))
            inside, opener, depth = [], None, 0
        else:
            depth = max(0, depth - 1)
        if number == len(tags) and depth and opener and (end := _end_of_block(text, opener)):
            hidden.append(text[opener.end : end])
            inside, opener, depth = [], None, 0
            position, number = end, bisect_left(tags, (end,))
    if depth:
        hidden.append("".join(inside) + text[position:])
    else:
        kept.append(text[position:])
    return Split(tuple(kept), tuple(hidden), depth)


def may_hold(text: str) -> bool:
    """Return whether a tag may stand in a text, without a look at each of its letters."""
    # Lowering a long text that is not ASCII would need four times its memory for a moment.
    return "<" in text and (not (text.isascii() or len(text) < 1_000_000) or "private" in text.lower())


def _tags_in(text: str) -> list[_Tag]:
    if not may_hold(text):
        return []
    found = (_Tag(*tag.span(), bool(tag[1])) for tag in _TAG.finditer(text))
    return [tag for tag in found if not text[tag.start - 1 : tag.start] == "`" == text[tag.end : tag.end + 1]]


def _end_of_block(text: str, tag: _Tag) -> int:
    """Return where the Markdown code block ends that a tag stands in; 0 when there is none, or it is never closed."""
    fences = [found.start() for found in _FENCE.finditer(text)]
    before = bisect_left(fences, tag.start)
    is_inside = before % 2 and before < len(fences) and len(fences) <= _MOST_FENCES
    return fences[before] if is_inside else 0
