"""Secrets that are known by their own format: finds those of the vendors, private keys, and what belongs to them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from codewatch.privacy import edges, pem, urls, wrapped
from codewatch.privacy.found import Found
from codewatch.privacy.vendors import TABLE


class Kind(NamedTuple):
    """A kind of secret: what it is called and its pattern; a group marks what names it and stays.

    `at_start` says that it counts at the start of a word only: its prefix ends ordinary words too ("task-").
    """

    name: str
    pattern: re.Pattern[str]
    at_start: bool


NAMES = tuple(dict.fromkeys((pem.KIND, *(name for name, *_ in TABLE))))
# As ASCII, because a token may stand between letters of other alphabets, which part it from them.
KINDS = tuple(Kind(name, re.compile(pattern, re.ASCII), at_start) for name, _, pattern, at_start in TABLE)


def _hints(mark: str) -> tuple[tuple[bytes, int], ...]:
    return tuple(
        (hint.lstrip("*@").encode(), number)
        for number, (_, hints, *_) in enumerate(TABLE)
        for hint in hints.split()
        if hint[0] == mark or (not mark and hint[0] not in "*@")
    )


# Letters in them that end before a sign or a digit, and begin after one, are words of their own: they must be there.
_WORDS_OF = tuple(
    (hint.strip(b"|"), number, frozenset(re.findall(rb"(?<=[^a-z])[a-z]+(?=[^a-z])", hint)))
    for hint, number in _hints("*")
)
_ACCOUNT_WORDS = frozenset((b"tcp", b"unix"))
WORDS = _ACCOUNT_WORDS.union(*(words for _, _, words in _WORDS_OF))
# For one loop each: a hint and the number of its kind.
HINTS, HINTS_IN_URLS = _hints(""), _hints("@")
_HEX = "[0-9a-f]"
# What tells of a token in a word without a digit too; the other hints are too short for that.
_OF_LETTERS = tuple(
    one
    for one in HINTS
    if one[0] in (b"sk-", b"hf_", b"glpat-", b"xox", b"akia", b"asia", b"aiza", b"ltai", b"a" * 16)
    or (
        len(one[0]) > 3
        and one[0].endswith((b"_", b"-", b"."))
        and _HEX not in TABLE[one[1]][2]
        and "(?=" not in TABLE[one[1]][2]
        # A name in code may go on after these: `vcr_cassette_directory_of`.
        and not one[0].startswith(b"vc")
    )
)
# What may begin a word of nothing but the letters of hashes.
_OF_HEX = tuple(hint for hint, _ in HINTS if hint.endswith(b"-") and not hint.strip(b"0123456789abcdef-"))
_UNNUMBERED = b"abcdefghijklmnopqrstuvwxyz_.-"
_LETTER, _GAP = b"a", b" "
_CLASSES = bytes(
    ord(_LETTER if chr(byte) in "abcdefghijklmnopqrstuvwxyz0123456789_.-" else _GAP) for byte in range(256)
)
_LONG = _LETTER * 20


# More rules, each with a number behind those of the kinds.
_PEM, _WRAPPED, _ACCOUNT = len(KINDS), len(KINDS) + 1, len(KINDS) + 2


def _number_of(name: str) -> int:
    return next(number for number in range(len(KINDS) - 1, -1, -1) if KINDS[number].name == name)


# Kinds of which no part is fixed; they are looked for in the long words, which are few.
_DISCORD_WORD = re.compile(rb"[mno][a-z0-9_-]{23,27}\.[a-z0-9_-]{6}\.[a-z0-9_-]{27}")
_DISCORD = next(number for number, kind in enumerate(KINDS) if kind.name == "discord-token")
_SALESFORCE, _MAILGUN = _number_of("salesforce-token"), _number_of("mailgun-key")
_MAILGUN_CHARS = 50
_MAILGUN_WORD = re.compile(rb"-[0-9a-f]{8}-[0-9a-f]{8}\.?\Z")
_REPEATED = re.compile(r"(.)\1{11}")


def hints_in(
    folded: bytes, cut: Iterable[bytes] = (), words_there: Iterable[bytes] = ()
) -> tuple[tuple[bytes, int], ...]:
    """Return the hints that occur in a text, which is given as bytes in lower case, with the numbers of their kinds.

    `cut` are those that `wrapped` needs; `words_there` are those of `WORDS` that stand in the text.
    """
    there = set(words_there)
    near: list[tuple[bytes, int]] = []
    lettered: list[bytes] = []
    numbered: list[bytes] = [b""]
    for word in frozenset(_long_words(folded)):  # paths and ids come again and again
        if 0 <= len(word) - _MAILGUN_CHARS < 3 and (mailgun := _MAILGUN_WORD.search(word)):
            near.append((mailgun[0], _MAILGUN))
        if not word.lstrip(_UNNUMBERED):
            lettered.append(word)
        # What is a hash or a UUID from end to end is no token; logs are full of them.
        elif word.strip(b"0123456789abcdef-") or any(hint in word for hint in _OF_HEX):
            numbered.append(word)
    if words := b"\n".join(lettered):
        near += [one for one in _OF_LETTERS if one[0] in words]
    if words := b"\n".join(numbered):
        near += [one for one in HINTS if one[0] in words]
        if b"\naq" in words or b"\nar" in words:
            near += [(hint, _SALESFORCE) for hint in (b"!aq", b"!ar") if hint in folded]
    if b"." in words and _DISCORD_WORD.search(words):
        near.append((b".", _DISCORD))
    near += [(hint, _WRAPPED) for hint, _ in near if hint in wrapped.BEGINNINGS]
    near += [(hint, number) for hint, number, words in _WORDS_OF if words <= there and hint in folded]
    if b"----" in folded or b"private-lines:" in folded:
        near += [(hint, _PEM) for hint in pem.HINTS if hint in folded]
    near += [(hint, _WRAPPED) for hint in cut]
    if not there.isdisjoint(_ACCOUNT_WORDS):
        near += [(hint, _ACCOUNT) for hint in urls.ACCOUNT_HINTS if hint in folded]
    if b"://" in folded:
        near += [one for one in HINTS_IN_URLS if one[0] in folded]
    return tuple(near)


def find(text: str, near: Sequence[tuple[bytes, int]]) -> Iterator[Found]:
    """Yield the tokens of `text`, in which the hints `near` occur."""
    for number in sorted({number for _, number in near}):
        if number == _PEM:
            yield from pem.find(text)
        elif number == _WRAPPED:
            yield from wrapped.find(text, {hint: _kinds_of(hint) for hint, rule in near if rule == _WRAPPED})
        elif number == _ACCOUNT:
            yield from urls.find_accounts(text)
        else:
            yield from _of_kind(KINDS[number], text)


@cache
def _kinds_of(beginning: bytes) -> tuple[Kind, ...]:
    """Return the kinds whose tokens may begin so."""
    numbers = {
        number for hint, number in (*HINTS, *(one[:2] for one in _WORDS_OF)) if hint in beginning or beginning in hint
    }
    return tuple(KINDS[number] for number in sorted(numbers))


def _of_kind(kind: Kind, text: str) -> Iterator[Found]:
    for match in kind.pattern.finditer(text):
        first = match.start()
        if (kind.at_start and not edges.begins_word(text, first)) or edges.is_inside_base64(text, first):
            continue
        if _REPEATED.search(match[0]) and kind.name != "twitter-token":
            continue
        end = match.end()
        start = match.end(1) if kind.pattern.groups else first
        yield Found(start, wrapped.end_of_rest(text, end) or end, kind.name)


def _long_words(folded: bytes) -> Iterator[bytes]:
    # Five times as fast as a regular expression for them.
    classes = folded.translate(_CLASSES)
    start = classes.find(_LONG)
    while start >= 0:
        end = classes.find(_GAP, start)
        yield folded[start : end if end >= 0 else None]
        start = classes.find(_LONG, end) if end >= 0 else -1
