"""A text as a reader sees it: without the codes of terminals and letters that take no room, without escapes."""

import re
from bisect import bisect_right
from typing import NamedTuple

from codewatch.privacy.found import Found

_UNSEEN = "\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff"
# Codes, and what JSON writes in another way: a letter by its number, a slash with a sign before it. Each alternative
# begins with a letter and nothing else, because then most of a text is passed over ten times as fast.
_CODES = re.compile(
    r"\x1b\[[0-9;?]{0,20}[A-Za-z]|\\\\{0,3}(?:u001[bB]|x1[bB]|033|e)\[[0-9;?]{0,20}[A-Za-z]"
    rf"|{'|'.join(_UNSEEN)}"
    r"|\\\\{0,7}(?:u(?P<code>(?!00[01]|005[cC]|007[fF]|[dD][89a-fA-F])[0-9a-fA-F]{4})|(?P<slash>/))"
)
# One letter for one, so that places stay: spaces of other widths, full-width signs, Cyrillic and Greek look-alikes.
_SPACES = {ord(space): " " for space in "\u00a0\u2002\u2003\u2007\u2009\u202f\u3000"}
_WIDE = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_ALIKE = str.maketrans("аеорсухіѕјԁһАВЕКМНОРСТХІЅοΑΒΕΟΡΤ", "aeopcyxisjdhABEKMHOPCTXISoABEOPT")
_TO_PLAIN = re.compile(r"[\u00a0\u2002\u2003\u2007\u2009\u202f\u3000\uff01-\uff5e]")
_MIXED = re.compile(r"[A-Za-z][аеорсухіѕјԁһАВЕКМНОРСТХІЅοΑΒΕΟΡΤ]|[аеорсухіѕјԁһАВЕКМНОРСТХІЅοΑΒΕΟΡΤ][A-Za-z]")
# What makes looking for them worth while: dashes and quotation marks by their numbers do not.
_ESCAPED = re.compile(
    r"\\(?:(?:u001[bB]|x1[bB]|033|e)\[|u(?!00[01]|005[cC]|007[fF]|20[1-9a-fA-F]|[dD][89a-fA-F])[0-9a-fA-F]{4}|/(?=\\{1,8}/|[A-Za-z0-9]))"
)


class View(NamedTuple):
    """A text as it is seen, and what was left out of it: at `gaps`, `lengths` characters in all up to there.

    `escapes` are the places of letters that stand for an escape, with how many characters of it go before its last.
    """

    text: str
    gaps: list[int]
    lengths: list[int]
    escapes: dict[int, int]

    def place(self, found: Found) -> Found:
        """Return a stretch of the seen text as a stretch of the whole one."""
        start = self._whole(found.start) - self.escapes.get(found.start, 0)
        return found._replace(start=start, end=self._whole(found.end - 1) + 1)

    def _whole(self, position: int) -> int:
        number = bisect_right(self.gaps, position)
        return position + (self.lengths[number - 1] if number else 0)


# In UTF-8, without what is ASCII, the letters above: what most texts with quotes and dashes have none of.
_ASCII = bytes(range(128))
_TO_CHANGE = re.compile(
    rb"\xc2[\xa0\xad]|\xe2\x80[\x82\x83\x87\x89\x8b-\x8f\xaf]|\xe2\x81[\xa0-\xa4]|\xef(?:\xbb\xbf|[\xbc\xbd])"
    rb"|\xe3\x80\x80"
    rb"|\xcd\x8f|\xd8\x9c|\xe1\xa0\x8e|[\xce\xcf\xd0\xd1\xd2\xd4\xd5]"
)


def may_differ(text: str) -> bool:
    """Return whether a text, or one of those that it is made of, may be seen otherwise than it is."""
    return (
        "\x1b[" in text
        or _ESCAPED.search(text) is not None
        or not (text.isascii() or not _TO_CHANGE.search(text.encode("utf-8", "replace").translate(None, _ASCII)))
    )


def seen(text: str) -> View | None:
    """Return a text as it is seen, or None where that is the text itself."""
    is_ascii = text.isascii() or not _TO_CHANGE.search(text.encode("utf-8", "replace").translate(None, _ASCII))
    has_codes = "\x1b[" in text or _ESCAPED.search(text) is not None
    if is_ascii and not has_codes:
        return None
    plain = text if is_ascii else _plain(text)
    parts: list[str] = []
    gaps: list[int] = []
    lengths: list[int] = []
    escapes: dict[int, int] = {}
    position = removed = kept = 0
    for code in _CODES.finditer(plain):
        letter = code["slash"] or (_letter(code["code"]) if code["code"] else "")
        parts += (plain[position : code.start()], letter)
        kept += code.start() - position
        gone = code.end() - code.start() - len(letter)
        removed += gone
        if gaps and gaps[-1] == kept:
            lengths[-1] = removed
        else:
            gaps.append(kept)
            lengths.append(removed)
        if letter:
            escapes[kept] = gone
            kept += 1
        position = code.end()
    if not gaps and plain is text:
        return None
    return View("".join((*parts, plain[position:])), gaps, lengths, escapes)


def _letter(code: str) -> str:
    letter = chr(int(code, 16))
    return "" if letter in _UNSEEN else _plain(letter)


def _plain(text: str) -> str:
    """Return a text with plain letters for those that look like them, one for one."""
    if _TO_PLAIN.search(text):
        text = text.translate({**_SPACES, **_WIDE})
    return text.translate(_ALIKE) if _MIXED.search(text) else text
