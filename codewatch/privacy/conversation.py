"""The gate for the messages of a slice: what no message shows alone.

A private part may begin in one block of a message and end in another, a secret may be split over two blocks of one
answer, and an assistant may repeat what the user marked private.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, cast

from codewatch import privacy
from codewatch.messages import Message
from codewatch.privacy import Cleaned, borders, tags
from codewatch.privacy.repeats import Repeats, Said


class Gated(NamedTuple):
    """A message that may be observed, and how many parts of each kind were taken out of it."""

    message: Message
    removed: Counter[str]


class _Parted(NamedTuple):
    """A message without its private parts, and these."""

    message: Message
    hidden: tuple[str, ...]


# So many of the last messages may be given again, as context of the next ones.
_MEMO_MESSAGES = 150
_LEAST_MEMO_CHARS = 40


class Memo:
    """What the gate made of texts that it may see again soon: it makes the same of the same text."""

    def __init__(self) -> None:
        self._known: dict[str, Cleaned] = {}
        self._next: dict[str, Cleaned] = {}

    def holds(self, text: str) -> bool:
        """Return whether a text was seen lately."""
        return text in self._known

    def redact(self, text: str, hints: privacy.Hints | None, *, is_kept: bool) -> Cleaned:
        """Return `text` without secrets; `is_kept` says that it may come again."""
        cleaned = self._known.get(text) or privacy.redact(text, hints)
        if is_kept and len(text) >= _LEAST_MEMO_CHARS:
            self._next[text] = cleaned
        return cleaned

    def turn(self) -> None:
        """Forget what was not seen since the last turn."""
        self._known, self._next = self._next, {}


def clean_messages(messages: Sequence[Message], known: Repeats | None = None, memo: Memo | None = None) -> list[Gated]:
    """Return messages, in their order, without secrets and private parts, and without repeats of private parts.

    `known` is what was said in private before; it learns what these messages add. `memo` is that of the messages just
    before.
    """
    memo = Memo() if memo is None else memo
    texts_of_all = (text for one in messages for text in (one.text, *_texts_in(one.tool_input)))
    hints = privacy.hints_in(text for text in texts_of_all if not memo.holds(text))
    has_tag = hints.has_tag or any("<" in one.text and memo.holds(one.text) for one in messages)
    parted = _part(messages) if has_tag else [_Parted(message, ()) for message in messages]
    repeats = _learn(parted, Repeats() if known is None else known)
    texts = [one.message.text for one in parted]
    at_borders = borders.cut([one.message for one in parted], texts)
    gated: list[Gated] = []
    for number, one in enumerate(parted):
        message, text, removed = messages[number], texts[number], at_borders.get(number) or Counter[str]()
        is_kept = number >= len(parted) - _MEMO_MESSAGES
        # The hints are not those of a text that was seen before and is another one now.
        cleaned = memo.redact(text, None if memo.holds(message.text) else hints, is_kept=is_kept)
        tool_input, in_input = privacy.redact_fields(one.message.tool_input, hints)
        if removed or in_input or cleaned.removed or one.hidden:
            removed.update(in_input)
            removed.update(cleaned.removed)
            removed.update({"private": len(one.hidden)} if one.hidden else {})
            message = replace(message, text=cleaned.text, tool_input=tool_input)
        gated.append(_without(repeats, Gated(message, removed)) if repeats else Gated(message, removed))
    memo.turn()
    return gated


def private_parts(messages: Sequence[Message]) -> list[str]:
    """Return what the messages of whole records say in private."""
    return [part for one in _part(messages) for part in one.hidden]


def describe(removed: Counter[str]) -> str:
    """Return kinds and counts as the ledger keeps them: "github-token 2, private 1"; "" for nothing."""
    return ", ".join(f"{kind} {count}" for kind, count in sorted(removed.items()))


def _part(messages: Sequence[Message]) -> list[_Parted]:
    """Take the private parts out; a tag that is open at the end of a text is open in the record's next one."""
    parted: list[_Parted] = []
    depth, record = 0, ("", -1)
    for message in messages:
        if (message.key, message.start) != record:
            depth, record = 0, (message.key, message.start)
        if not depth and not any(map(tags.may_hold, (message.text, *_texts_in(message.tool_input)))):
            parted.append(_Parted(message, ()))
            continue
        hidden: list[str] = []

        def part(text: str, name: str = "", *, hidden: list[str] = hidden) -> str:
            nonlocal depth
            found = tags.split(text, depth)
            hidden += [one for number, one in enumerate(found.hidden) if one or number or not depth]
            depth = found.depth
            return "".join(found.kept)

        changed = message.changed(text=part(message.text), tool_input=privacy.change_texts(message.tool_input, part))
        parted.append(_Parted(changed, tuple(hidden)))
    return parted


def _learn(parted: Sequence[_Parted], repeats: Repeats) -> Repeats:
    said, position = Said(), 0
    for number, one in enumerate(parted):
        for part in one.hidden:
            for earlier in parted[position:number]:
                said.add(earlier.message.text)
            position = number
            repeats.learn(part, said)
    return repeats


def _texts_in(value: object) -> Iterator[str]:
    """Yield every text in a JSON value, names of members too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, item in cast("Mapping[str, object]", value).items():
            yield name
            yield from _texts_in(item)
    elif isinstance(value, list):
        for item in cast("list[object]", value):
            yield from _texts_in(item)


def _without(repeats: Repeats, gated: Gated) -> Gated:
    """Return a message with `[private]` in place of what repeats a private part."""
    removed = Counter(gated.removed)

    def hide(text: str, name: str = "") -> str:
        kept, count = repeats.hide(text)
        removed["private"] += count
        return kept

    message = replace(
        gated.message, text=hide(gated.message.text), tool_input=privacy.change_texts(gated.message.tool_input, hide)
    )
    return Gated(message, +removed)  # without what was found no time
