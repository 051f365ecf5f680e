"""Messages become the text that a model is given: numbered, long tools' texts cut in the middle, in a random fence."""

import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from codewatch.messages import Message, Role

INPUT_CHARS = 500
RESULT_CHARS = 1_000
CUT = " […] "
_SPOKEN = (Role.USER, Role.ASSISTANT)


class Numbered(NamedTuple):
    """A message, the number that a model names it by, and how it is shown."""

    number: int
    message: Message
    shown: str


def number(messages: Sequence[Message], *, budget_chars: int) -> list[Numbered]:
    """Return the messages as they are shown; one that is longer than the budget becomes several of its number."""
    found: list[Numbered] = []
    for at, message in enumerate(messages, start=1):
        head = _head(at, message)
        text = _body(message)
        room = max(200, budget_chars - len(head))
        pieces = [text[start : start + room] for start in range(0, len(text), room)] or [""]
        found += [Numbered(at, message, f"{head}{piece}") for piece in pieces]
    return found


def fenced(shown: Iterable[Numbered], *, fence: str) -> str:
    """Return the text between two lines that nothing in it can imitate: `fence` is random."""
    lines = "\n".join(one.shown for one in shown)
    return f"<transcript {fence}>\n{lines}\n</transcript {fence}>"


def _head(at: int, message: Message) -> str:
    seen = ", seen before" if message.is_observed else ""
    who = f"{message.role}{' of a subagent' if message.is_sidechain else ''}"
    tool = f" {message.tool}" if message.tool and message.role not in _SPOKEN else ""
    return f"[{at}] {who}{tool}{seen}: "


def _body(message: Message) -> str:
    if message.role is Role.TOOL_CALL:
        return middle_cut(json.dumps(dict(message.tool_input), ensure_ascii=False), INPUT_CHARS)
    if message.role is Role.TOOL_RESULT:
        return ("(error) " if message.is_error else "") + middle_cut(message.text, RESULT_CHARS)
    return message.text


def middle_cut(text: str, limit: int) -> str:
    """Return head and tail of a text that is longer than `limit` characters, with a mark between (FEATURES F33)."""
    if len(text) <= limit:
        return text
    half = (limit - len(CUT)) // 2
    return text[:half] + CUT + text[-half:]
