"""Private keys as they stand in files: between a head and a tail, in lines of base64; a mention of the head is none."""

import re
from collections.abc import Iterator

from codewatch.privacy.found import Found

KIND = "private-key"
HINTS = (b"-----begin", b"---- begin", b"-----end", b"---- end", b"private-lines:")
_HEAD = re.compile(r"-{4,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}")
_TAIL = re.compile(r"-{4,5} ?END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}")
# What stands between the lines: breaks as they are or escaped, quotes, signs that join, line numbers, fields; and at
# a line's start the signs of a comment, or the file and the number that a search prints.
_GAP = (
    r"(?:\s|\\{1,4}[nrt]|[\"'+,>|→`()\\#*]|-[ \t]|(?:\b|(?<=\\n))\d{1,6}(?=[ \t]*[\t→:])|:(?=\S)|(?<=\d):"
    r"|(?:Proc-Type|DEK-Info|Version|Comment|Subject|Hash|Charset|MessageID): {0,2}[^\n\\]{0,100}"
    r"|(?<=\n)(?:[\w.:\[\]/@ -]{1,100}\|[ ]|\d{4}-\d\d-\d\d[T ][\d:.,]{8,20}(?:Z|[+-]\d\d:?\d\d)?[ \t])"
    r"|(?:(?<=\s)|(?<=\\n)|(?<=[>|*]))(?://[ \t]?|;{1,2}[ \t]|--[ \t]|[\w.@/-]{1,120}[:-](?:\d{1,6}[:-])?)){0,60}+"
)
_FIRST = re.compile(
    rf"{_GAP}(?:[A-Za-z0-9+/=]{{40,}}|(?<=[\s\"'nr>])(?=[A-Za-z0-9+/=]{{0,70}}(?:[A-Z]{{2}}|[a-z][A-Z0-9]"
    rf"|\d))[A-Za-z0-9+/=]{{6,}}(?=\s*(?:\n|\\+[nr]|[\"'-]|\Z)))"
)
_LINE = re.compile(rf"{_GAP}[A-Za-z0-9+/=]{{16,}}")
_LAST = re.compile(rf"{_GAP}[A-Za-z0-9+/=]{{1,76}}(?=[\s\"'\\]*(?:\Z|-{{4}}))")
_SHORT = re.compile(r"(?:\s+[A-Za-z0-9+/=]{4,76}){1,40}\s*\Z")
_RUN = re.compile(r"[A-Za-z0-9+/=]{20,}")
_ONLY_GAP = re.compile(rf"{_GAP}(?:[A-Za-z0-9+/=]{{1,76}}{_GAP})?\Z")
_LONGEST_CHARS = 30_000
_PUTTY = re.compile(
    r"Private-Lines: \d{1,3}((?:\s|\\{1,3}[nr]|[>+|][ \t]|\d{1,6}[\t→:]){1,20}[A-Za-z0-9+/=]{16,76}){1,200}"
)


def find(text: str) -> Iterator[Found]:
    """Yield the private keys of a text that holds one of the hints."""
    position = 0
    while (head := _HEAD.search(text, position)) is not None:
        end = _end(text, head.end())
        position = end or head.end()
        if end is not None:
            yield Found(head.start(), end, KIND)
    for tail in _TAIL.finditer(text):
        start = _headless(text, tail.start())
        if start is not None:
            yield Found(start, tail.end(), KIND)
    for found in _PUTTY.finditer(text) if "Private-Lines" in text else ():
        yield Found(*found.span(), KIND)


def _end(text: str, start: int) -> int | None:
    """Return where the key ends whose head ends at `start`, or None when no key follows."""
    if _FIRST.match(text, start) is None:
        return None
    tail = _TAIL.search(text, start, start + _LONGEST_CHARS)
    other = _HEAD.search(text, start, tail.start() if tail else start + _LONGEST_CHARS)
    if tail is not None and other is None:
        return tail.end()
    end = start
    while (line := _LINE.match(text, end)) is not None:
        end = line.end()
    last = (_LAST if end > start else _SHORT).match(text, end)
    if last is not None:
        end = last.end()
    return end if end > start else None


def _headless(text: str, end: int) -> int | None:
    """Return where the lines of base64 begin that end with a tail at `end`, or None when there are none."""
    lowest = max(0, end - _LONGEST_CHARS)
    start = end
    for run in reversed(list(_RUN.finditer(text, lowest, end))):
        if start - run.end() > 200 or not _ONLY_GAP.match(text[run.end() : start]):
            break
        start = run.start()
    return start if start < end else None
