"""Where a token may begin: at the start of a word, and not within a stretch of base64."""

import re

from codewatch.privacy.words import mixes

# ASCII only: letters of other alphabets part a token from the words before it, as a space does.
_WORD = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")
# What may stand before a token though it ends in a letter: an escape, a code, a variable's name.
_BOUNDARY = re.compile(
    r"(?:\\(?:[nrtbfv0]|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2})|%[0-9A-Fa-f]{2}|\[[0-9;]{0,12}m|/bot|[A-Z]{2,40}_|"
    r"(?:\A|\n)[+-])\Z"
)
_LONGEST_BOUNDARY = 44
_BASE64_CHARS = 20
_BASE64 = re.compile(r"[A-Za-z0-9+/]{20}\Z")


def begins_word(text: str, start: int) -> bool:
    """Return whether a word may begin at `start`."""
    return (
        not start
        or text[start - 1] not in _WORD
        or _BOUNDARY.search(text, max(0, start - _LONGEST_BOUNDARY), start) is not None
    )


def is_inside_base64(text: str, start: int) -> bool:
    """Return whether what begins at `start` goes on in a stretch of base64, where any letters come up by chance."""
    if not start or text[start - 1] not in "+/" or not text[start : start + 4].isalnum():
        return False
    before = _BASE64.search(text, max(0, start - _BASE64_CHARS), start)
    return before is not None and mixes(before[0]) == 3
