"""Private keys in PEM that were cut: their second halves, which nothing but their lines and their last one shows."""

import re
from collections.abc import Iterator

KIND = "private-key"
# Stands for the middle of a key whose end has not come yet; the gate makes a mark of it.
STILL_OPEN = "-----BEGIN PRIVATE KEY-----"
_BEGIN = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_END = re.compile(r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_LINE_END = re.compile(r"\r?\n|(?:\\r)?\\n")
# A line of a key; the one that was cut may be of any length.
_LINE = re.compile(
    r"(?:[ \t\"'+>|#*]|//|\d{1,6}[\t→:]|[\w./-]{1,120}[:-]\d{1,6}[:-]){0,8}+[A-Za-z0-9+/=]{1,100}[ \t\"',+\\]{0,4}"
)
_FULL_CHARS = 20


def is_open(text: str) -> bool:
    """Return whether a key begins in `text` and does not end there."""
    begin = text.rfind("-----BEGIN ")
    return begin >= 0 and bool(_BEGIN.match(text, begin)) and not _END.search(text, begin)


def end_of_rest(text: str) -> int:
    """Return where the rest of a key ends with which `text` begins; 0 when it begins with none."""
    position = longest = 0
    for start, end, after in _lines(text, 0):
        mark = _END.search(text, start, end)
        if mark:
            return mark.end()
        if text[start:end].strip() and not _LINE.fullmatch(text, start, end):
            break
        longest = max(longest, end - start)
        position = after
    return position if longest >= 2 * _FULL_CHARS else 0


def _lines(text: str, offset: int) -> Iterator[tuple[int, int, int]]:
    """Yield start, end and the start of the next line, each moved by `offset`."""
    position = 0
    for found in _LINE_END.finditer(text):
        yield offset + position, offset + found.start(), offset + found.end()
        position = found.end()
    yield offset + position, offset + len(text), offset + len(text)
