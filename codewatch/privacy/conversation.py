"""The gate for the messages of a slice: what no message shows alone.

A secret may be split over two blocks of one answer, and an assistant may repeat what the user marked private.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple, cast

from codewatch import privacy
from codewatch.messages import Message, Role

_BORDER_CHARS = 400
_SPOKEN = (Role.USER, Role.ASSISTANT)
_WORD = re.compile(r"[\w@.+-]*\w")
_SHORTEST_REPEAT = 4
_SHORTEST_LINE = 8
PRIVATE_MARK = "[private]"


class Gated(NamedTuple):
    """A message that may be observed, and how many parts of each kind were taken out of it."""

    message: Message
    removed: Counter[str]


def clean_messages(messages: Sequence[Message]) -> list[Gated]:
    """Return messages, in their order, without secrets and private parts, and without repeats of private parts."""
    repeats = _repeats_of(part for message in messages for part in _private_parts(message))
    texts = [message.text for message in messages]
    at_borders = _cut_at_borders(messages, texts)
    hints = privacy.hints_in([*texts, *(text for message in messages for text in _texts_in(message.tool_input))])
    gated: list[Gated] = []
    for message, text, removed in zip(messages, texts, at_borders, strict=True):
        cleaned = privacy.clean(text, hints)
        tool_input, in_input = privacy.clean_fields(message.tool_input, hints)
        one = Gated(message, removed)
        if removed or in_input or cleaned.removed:
            counts = removed + in_input + Counter(cleaned.removed)
            one = Gated(replace(message, text=cleaned.text, tool_input=tool_input), counts)
        gated.append(_without(repeats, one) if repeats else one)
    return gated


def describe(removed: Counter[str]) -> str:
    """Return kinds and counts as the ledger keeps them: "github-token 2, private 1"; "" for nothing."""
    return ", ".join(f"{kind} {count}" for kind, count in sorted(removed.items()))


def _cut_at_borders(messages: Sequence[Message], texts: list[str]) -> list[Counter[str]]:
    """Take secrets that lie across the border of two spoken blocks out of both texts, in place; return the kinds."""
    found = [Counter[str]() for _ in messages]
    spoken = [number for number, message in enumerate(messages) if message.role in _SPOKEN and message.text]
    for first, second in pairwise(spoken):
        if second != first + 1 or messages[first].role is not messages[second].role:
            continue
        tail, head = texts[first][-_BORDER_CHARS:], texts[second][:_BORDER_CHARS]
        for start, end, kind in privacy.find_secrets(tail + head):
            if start < len(tail) < end:
                mark = f"[redacted:{kind}]"
                texts[first] = texts[first][: len(texts[first]) - len(tail) + start] + mark
                texts[second] = mark + texts[second][end - len(tail) :]
                found[first][kind] += 1
                found[second][kind] += 1
    return found


def _private_parts(message: Message) -> list[str]:
    texts = (message.text, *_texts_in(message.tool_input))
    return [part for text in texts if "<" in text for part in privacy.private_parts(text)]


def _texts_in(value: object) -> Iterator[str]:
    """Yield every text in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in cast("Mapping[str, object]", value).values():
            yield from _texts_in(item)
    elif isinstance(value, list):
        for item in cast("list[object]", value):
            yield from _texts_in(item)


def _repeats_of(parts: Iterable[str]) -> re.Pattern[str] | None:
    """Return what finds repeats of private parts: whole lines, and the words and names that only they can stem from."""
    fragments: set[str] = set()
    for part in parts:
        lines = [line.strip() for line in part.splitlines()]
        fragments |= {line for line in lines if len(line) >= _SHORTEST_LINE or (line and len(lines) == 1)}
        for line in lines:
            words = _WORD.findall(line)
            fragments |= {word for number, word in enumerate(words) if _is_telling(word, is_first=number == 0)}
    fragments = {fragment for fragment in fragments if len(fragment) >= _SHORTEST_REPEAT}
    if not fragments:
        return None
    longest_first = sorted(fragments, key=lambda fragment: (-len(fragment), fragment))
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", re.IGNORECASE)


def _is_telling(word: str, *, is_first: bool) -> bool:
    """Return whether a word alone gives the private part away: a name, or letters with digits or signs among them."""
    has_sign = any(letter.isdigit() or letter in "@_-+." for letter in word)
    is_name = not is_first and word[:1].isupper()
    return (has_sign and any(letter.isalpha() for letter in word)) or is_name or any(map(str.isupper, word[1:]))


def _without(repeats: re.Pattern[str], gated: Gated) -> Gated:
    """Return a message with `[private]` in place of what repeats a private part."""
    removed = Counter(gated.removed)

    def hide(text: str, name: str = "") -> str:
        kept, count = repeats.subn(PRIVATE_MARK, text)
        removed["private"] += count
        return kept

    message = replace(
        gated.message, text=hide(gated.message.text), tool_input=privacy.change_texts(gated.message.tool_input, hide)
    )
    return Gated(message, +removed)  # without what was found no time
