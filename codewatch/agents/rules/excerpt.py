"""Turns a tool's output or a long text into the part the rules read: plain, and bounded."""

import re

HEAD_CHARS = 20_000
TAIL_CHARS = 40_000

_ANSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07\x1b]{0,500}(?:\x07|\x1b\\)")


def excerpt(text: str, *, head: int = HEAD_CHARS, tail: int = TAIL_CHARS) -> str:
    """Return the head and tail of `text` without terminal colours, so that 10 MB cost what 60 kB cost."""
    if len(text) > head + tail:
        text = text[:head] + "\n" + text[-tail:]
    return _ANSI.sub("", text) if "\x1b" in text else text


def lines_of(text: str) -> list[str]:
    """Split at line ends; a lone carriage return (a progress bar) counts as one."""
    return [line for line in text.replace("\r", "\n").split("\n") if line.strip()]


def cut(text: str, limit: int) -> str:
    """Return `text` in one line of at most `limit` characters, cut at a word, with an ellipsis."""
    line = " ".join(text.split())
    if len(line) <= limit:
        return line
    room = line[: limit - 1]
    word = room.rfind(" ")
    return (room[:word] if word > limit // 2 else room).rstrip(" ,;:") + "…"
