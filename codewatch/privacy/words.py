"""Tells words from letters drawn at random, without a dictionary: by the pairs of letters that words are made of."""

import math
import re
from collections import Counter

# The two hundred commonest pairs of letters in 30,000 words of code and manuals; they are 84 % of all pairs there,
# and 30 % of those in random letters.
_PAIRS = frozenset(
    "ab ac ad ag ai ak al am an ap ar as at au av ba be bi bl bo br bs bu ca ce ch ci ck cl co cr ct cu da de di do dr"
    " ds du ea ec ed ee ef eg ei el em en ep er es et ev ex ey fa fe ff fi fo fr ga ge gi gr gs ha he hi ho ia ib ic id"
    " ie if ig il im in io ip ir is it iv iz ka ke ki la ld le li ll lo ls lt lu ly ma me mi mo mp ms na nc nd ne nf ng"
    " ni nn no ns nt nu ob oc od og ol om on oo op or os ot ou ov ow pa pe pi pl po pp pr ps pt qu ra rc rd re rg ri rm"
    " rn ro rr rs rt ru ry sa sc se sh si sl so sp ss st su ta tc te th ti tl to tr ts tt tu ty ub ue ui ul um un up ur"
    " us ut va ve vi wa we wi yp ze".split()
)
_WORDLIKE_SHARE = 0.5
_HUMPS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_PARTS = re.compile(r"[-_./:,+@ ]+")
_SYMBOL = re.compile(r"[!#$%^&*=+~?@;]")
_DIGIT = re.compile(r"\d")
_WORD_PART = re.compile(r"v?\d{1,4}|[A-Za-z]{1,3}|(?:[A-Z]?[a-z]+|[A-Z]+)\d{0,3}|\d{1,2}[a-z]{1,2}")


def is_random(letters: str) -> bool:
    """Return whether letters, at least eight, are no words: few of their pairs are common ones."""
    if len(letters) < 8:
        return False
    folded = letters.lower()
    common = sum(folded[at : at + 2] in _PAIRS for at in range(len(folded) - 1))
    if common < _WORDLIKE_SHARE * (len(folded) - 1):
        return True
    humps = _HUMPS.findall(letters)
    # "XkqLwzPdRt" changes its case more often than names do.
    return len(humps) > 3 and len(letters) < 2.6 * len(humps)


def is_worded(value: str) -> bool:
    """Return whether a value is a name or words with a few digits: "V1SecretVolumeSource", "google_oauth2_token"."""
    humps = _HUMPS.findall(value)
    letters = "".join(humps)
    digits = len(_DIGIT.findall(value))
    if len(letters) < 4 or digits > 4 or 4 * digits > len(letters) or _SYMBOL.search(value):
        return False
    long = [hump for hump in humps if len(hump) > 2]
    if sum(map(len, long)) < 0.6 * len(letters) or len(letters) < 3 * len(humps):
        return False
    folded = [hump.lower() for hump in long]
    pairs = [hump[at : at + 2] for hump in folded for at in range(len(hump) - 1)]
    return sum(pair in _PAIRS for pair in pairs) >= 0.6 * len(pairs)


def is_joined(value: str) -> bool:
    """Return whether a value is words, short numbers and version parts joined: "gpt-4o-mini-2024-07-18"."""
    parts = _PARTS.split(value)
    return len(parts) > 1 and all(not part or _WORD_PART.fullmatch(part) for part in parts)


def mixes(value: str) -> int:
    """Return how many of lower case, upper case and digits a value has."""
    return (value != value.upper()) + (value != value.lower()) + bool(_DIGIT.search(value))


def entropy(value: str) -> float:
    """Return Shannon's entropy of the characters, in bits a character."""
    total = len(value)
    return -sum(count / total * math.log2(count / total) for count in Counter(value).values())
