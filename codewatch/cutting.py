"""A reflection's lines without what they tell of memories that are gone; what else they told stays."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from codewatch.literals import known, literals_of, without_literals
from codewatch.reflections import ReflectionLine, as_line, count_left_out, is_left_out

_WORD = re.compile(r"\w{3,}")
_MOST_LITERALS = 1 / 2
_MOST_WORDS = 2 / 3


def cut(
    lines: Sequence[ReflectionLine], gone: Mapping[int, Collection[str]], contents: Mapping[int, str]
) -> tuple[ReflectionLine, ...]:
    """Return `lines` without the memories `gone`: their ids, and of each the texts that nobody is to read again.

    A line that names one is replaced by the own words of the others that it names, found in `contents`, unless another
    line tells of them; the line that counts what is left out counts anew. A pinned line is a person's own: it stays
    where there are no such texts, and loses its words where it names the memory or tells most of one.
    """
    kinds = [_what_becomes(line, gone, contents) for line in lines]
    told = {source for line, kind in zip(lines, kinds, strict=True) if kind == "" for source in line.sources}
    kept: list[ReflectionLine] = []
    for line, kind in zip(lines, kinds, strict=True):
        rest = tuple(source for source in line.sources if source not in gone)
        match kind:
            case "count":
                kept += [count_left_out(rest)] if rest else []
            case "silence":
                kept += [ReflectionLine("", rest, is_pinned=True)] if rest else []
            case "words":
                untold = [source for source in rest if source in contents and source not in told]
                kept += [as_line(contents[source], (source,)) for source in untold]
                told.update(untold)
            case _:
                kept.append(line)
    return tuple(kept) if len(kept) == len(lines) else tuple(_without_empty_sections(kept))


def _what_becomes(line: ReflectionLine, gone: Mapping[int, Collection[str]], contents: Mapping[int, str]) -> str:
    """Return what a line is replaced by: a new count, silence, its sources' own words; "" if it stays."""
    named = [source for source in line.sources if source in gone]
    secret = [text for texts in gone.values() for text in texts]
    if line.is_pinned:
        is_named = any(gone[source] for source in named)
        return "silence" if is_named or any(tells_most(line.text, text) for text in secret) else ""
    if is_left_out(line):
        return "count" if named else ""
    if named:
        return "words"
    known_otherwise = [contents.get(source, "") for source in line.sources]
    holds = (text for text in secret if _plain(text) in _plain(line.text))
    return "words" if any(not any(_plain(text) in _plain(one) for one in known_otherwise) for text in holds) else ""


def tells_most(line: str, text: str) -> bool:
    """Return whether `line` holds `text`, or most of what it names and most of its words."""
    if _plain(text) in _plain(line):
        return True
    literals = literals_of(text)
    words = set(_WORD.findall(without_literals(text).casefold()))
    if not literals and not words:
        return False
    told, said = known(line), line.casefold()
    has_literals = not literals or sum(map(told.holds, literals)) > _MOST_LITERALS * len(literals)
    has_words = not words or sum(word in said for word in words) >= _MOST_WORDS * len(words)
    return has_literals and has_words


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def _without_empty_sections(lines: Sequence[ReflectionLine]) -> Iterator[ReflectionLine]:
    for at, line in enumerate(lines):
        after = lines[at + 1] if at + 1 < len(lines) else None
        is_empty = after is None or after.is_heading or is_left_out(after) or not after.text
        if line.is_pinned or not line.is_heading or not is_empty:
            yield line
