"""Whether a value that stands where a secret may stand is one: words, code, placeholders, paths and dates are none."""

import math
import re
from collections import Counter
from typing import NamedTuple


class Found(NamedTuple):
    """A stretch of a text that holds a secret: from `start` up to `end`, of kind `kind`."""

    start: int
    end: int
    kind: str


_PLACEHOLDER_INSIDE = re.compile(r"[$%{]\{|\$[A-Za-z_(]|\*{3}|xxxx|XXXX|\.\.\.|\[redacted")
_PLACEHOLDER_START = re.compile(
    r"[<{\[(]|%(?:[A-Za-z_]+%\Z|\(|[sdr]\Z)|\.\.|your[-_ ]|my[-_]|change[-_]?(?:me|it)|insert|replace|placeholder"
    r"|dummy\Z|todo|--?[a-z][a-z-]*\Z|None\b|(?:process|os|env|config|self|this|settings|secrets?|data|var)\.|vault:|aws_"
)
WORDS = frozenset(
    "password passwd pass pwd secret token string str text bytes none null nil true false undefined required optional"
    " hidden example test redacted unset empty default bearer basic oauth oauth2 function object boolean number bool"
    " int"
    " any unknown void admin root user".split()
)
CODE = re.compile(r"[(){}\[\]]|::|->|^[A-Za-z_]\w*(?:\??\.[A-Za-z_]\w*)+$|^@|^&")
PATH = re.compile(
    r"(?:~|\.{0,2})(?:/[\w.@-]+)+/?|[A-Za-z]:\\.*|(?:https?|file|s3|arn|urn|ssm|op|vault)[:/].*|[\w./-]+\.\w{1,5}"
)
_DATE_OR_VERSION = re.compile(
    r"v?\d+(?:[.:_/-]\d+)+(?:[.-]?(?:rc|beta|alpha|dev|z)\d*)?|\d{4}-\d\d-\d\d[T ]?[\d:.Z+-]*"
    r"|\d+(?:\.\d+)?[a-z]{0,3}%?",
    re.IGNORECASE,
)
_IDENTIFIER = re.compile(
    r"[a-z]+(?:[A-Z][a-z]+)*\d{0,2}|[a-z]+(?:[_-][a-z]+)*[_-]?v?\d{0,3}|[A-Z]+(?:_[A-Z]+)*_?\d{0,3}|[A-Z][a-z]+(?:[A-Z][a-z]+)+\d{0,2}"
)
_WORDY = re.compile(r"[^\W\d_]+(?:['’]?[-_ ./:&+,]+[^\W\d_]*)*[:?!.*…]*")
_PARTS = re.compile(r"[-_./: @+]")
DIGIT = re.compile(r"\d")
HEX_OR_UUID = re.compile(r"[0-9a-f]{32,128}|[0-9A-F]{32,128}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


def is_secret(value: str, is_pass: bool, is_firm: bool, is_quoted: bool) -> bool:
    """Return whether a value beside a telling name is a secret; `is_firm` where nothing but a value can stand."""
    if len(value) < 4 or value.lower() in WORDS or is_placeholder(value):
        return False
    if value.isdigit():
        return is_pass and is_firm and len(value) >= 6
    if " " in value:
        return is_pass and is_firm and is_quoted and len(value) <= 100 and _has_odd_word(value)
    if (PATH.fullmatch(value) and not looks_random(value)) or _DATE_OR_VERSION.fullmatch(value):
        return False
    has_digit = bool(DIGIT.search(value))
    if is_pass:
        if CODE.search(value) and not (is_firm and has_digit):
            return False
        if is_firm or is_quoted:
            return not _WORDY.fullmatch(value) and not (_IDENTIFIER.fullmatch(value) and "_" in value)
        return has_digit and len(value) >= 6 and not _IDENTIFIER.fullmatch(value)
    if CODE.search(value) or len(value) < (8 if is_firm or is_quoted else 10):
        return False
    if not has_digit:
        return (
            len(value) >= 20 and mixes(value) >= 2 and entropy(value) > 3.6 and not _WORDY.fullmatch(value)
        ) or looks_random(value)
    return not _IDENTIFIER.fullmatch(value) and not is_made_of_words(value)


def _has_odd_word(value: str) -> bool:
    """Return whether one of several words mixes letters and digits as no word of a sentence does."""
    words = (word for word in value.split() if len(word) >= 4 and word[-1] not in ".:,")
    return any(
        DIGIT.search(word)
        and any(letter.isalpha() for letter in word)
        and not (
            _DATE_OR_VERSION.fullmatch(word) or _IDENTIFIER.fullmatch(word) or CODE.search(word) or PATH.fullmatch(word)
        )
        and not is_made_of_words(word)
        for word in words
    )


def is_strong(value: str, shortest: int) -> bool:
    """Return whether a word of a sentence can only be a secret: letters and digits mixed as in no word."""
    if len(value) < shortest or is_placeholder(value) or CODE.search(value) or PATH.fullmatch(value):
        return False
    if not DIGIT.search(value) or not any(letter.isalpha() for letter in value):
        return False
    if _DATE_OR_VERSION.fullmatch(value) or (_IDENTIFIER.fullmatch(value) and len(value) < 20):
        return False
    return not is_made_of_words(value)


def is_made_of_words(value: str) -> bool:
    """Return whether a value is words, short numbers and version parts joined: "gpt-4o-mini-2024-07-18"."""
    parts = _PARTS.split(value)
    return len(parts) > 1 and all(
        (part.isalpha() and (part.islower() or part.istitle() or part.isupper()))
        or (part.isdigit() and len(part) <= 4)
        or len(part) <= 3
        for part in parts
    )


def is_placeholder(value: str) -> bool:
    return bool(_PLACEHOLDER_START.match(value) or _PLACEHOLDER_INSIDE.search(value))


def looks_random(value: str) -> bool:
    return (
        len(value) >= 20
        and mixes(value) >= 2
        and entropy(value) > 4.0
        and not is_made_of_words(value)
        and " " not in value
    )


def mixes(value: str) -> int:
    """Return how many of lower case, upper case and digits a value has."""
    return (value != value.upper()) + (value != value.lower()) + bool(DIGIT.search(value))


def entropy(value: str) -> float:
    """Return Shannon's entropy of the characters, in bits a character."""
    total = len(value)
    return -sum(count / total * math.log2(count / total) for count in Counter(value).values())
