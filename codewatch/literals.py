"""A text into its literals: what has to be told exactly as it stands, or not at all."""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

# Possessive quantifiers and borders keep every alternative linear, whatever a model writes.
_UNIT = r"(?:%|(?:ms|s|min|h|kB|KB|MB|GB|px)\b)"
_LITERAL = re.compile(
    rf"""
    (?P<url>\bhttps?://[^\s<>"'`)\]]++)
    | `(?P<ticked>[^`\n]{{1,200}}+)`
    | "(?P<quoted>[^"\n]{{2,200}}+)" | [“„](?P<typed>[^“”„\n]{{2,200}}+)[”“] | «(?P<pointed>[^»\n]{{2,200}}+)»
    | (?<![\w-])(?P<flag>--?[A-Za-z][\w-]*+)
    | (?<![\w.@+*/\\~-])(?P<path>(?:~|[A-Za-z]:|[\w.@+*-]++)?+(?:[/\\]++[\w.@+*-]++)++[/\\]?+)
    | (?<![\w.-])(?P<date>\d{{4}}-\d\d-\d\d)(?!\d)
    | (?<![\w.])v?(?P<version>\d++(?:\.\d++)++(?:-?(?:a|b|rc|alpha|beta|dev|post)\.?\d*+)?+)(?!\w|[ ]?{_UNIT})
    | (?<![\w.])(?P<dotted>(?:\d++_)?+[A-Za-z_]\w*+(?:\.[A-Za-z_]\w*+)++)
    | (?<![\w-])(?P<code>[A-Z]{{1,10}}+(?:-\d{{1,8}}+)++)(?!\w)
    | (?<!\w)(?P<word>[A-Za-z_]\w*+)
    | (?<![\w.])(?P<number>\d++(?:,\d{{3}})*+(?:\.(?:\d++|x\b))?+(?:[ ]?{_UNIT}|\w*+))
    """,
    re.VERBOSE,
)
# Chinese, Japanese or Korean right beside what is named: written without a space, and no part of it.
_CJK = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_GLUED = re.compile(f"[{_CJK}](?=[A-Za-z0-9])|(?<=[A-Za-z0-9])[{_CJK}]")
_MANY_WORDS = re.compile(r"\s+")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_BEFORE_UNIT = re.compile(rf"(?<=\d) (?={_UNIT})")
_CUT_WORD = re.compile(r"(?<!\S)\S*+\s*+\[…\]")
_TWO_WORDS = re.compile(r"[A-Za-z]+/[A-Za-z]+")
_STEM = 3
_ERROR_NAME = re.compile(r"E[A-Z]{3,}|SIG[A-Z]{3,}")
_SHOUTED = frozenset("ERROR EVERY EITHER EVEN EACH ELSE EXCEPT EXIT EMPTY EXACTLY EVER EASY".split())
_ABBREVIATED = frozenset(("e.g", "i.e", "z.b", "d.h", "u.a", "p.s", "a.m", "p.m"))
_DENIALS = {
    "not": re.compile(
        r"\b(?:no|not|never|none|nor|neither|cannot|avoid\w*|forbid\w*|stop|nicht|nie|niemals|kein\w*|nunca|jamais|ne"
        r"|não|non(?!-)|не|нет|нельзя|никогда)\b|n['’]t\b|\bn['’](?=\w)|不|没|未|勿|禁止|ない|ません|ずに|않|마세요|금지",
        re.IGNORECASE,
    ),
    "without": re.compile(r"\b(?:without|instead|rather|ohne|statt|sin|sans)\b", re.IGNORECASE),
}


_PATH_LIKE = re.compile(r"(?:[/\\~]|\.{1,2}/)\S*|[^\s/\\]*[/\\]\S*|[\w-]+\.(?!\d)\w{1,6}")
_FILE_NAME = re.compile(r"[\w.-]+\.(?:[a-z]{1,5}|[a-z]{1,3}\d)")
_ERROR_CODE = re.compile(r"[A-Z]{1,10}(?:-\d+)+|[A-Z]{1,8}\d{2,}")


class Kind(StrEnum):
    """What a literal is."""

    PATH = "path"
    SYMBOL = "symbol"
    COMMAND = "command"
    OPTION = "option"
    VERSION = "version"
    ERROR = "error"
    NUMBER = "number"
    DATE = "date"
    URL = "url"
    QUOTE = "quote"


_KIND = {
    "url": Kind.URL, "quoted": Kind.QUOTE, "typed": Kind.QUOTE, "pointed": Kind.QUOTE, "flag": Kind.OPTION,
    "path": Kind.PATH, "date": Kind.DATE, "version": Kind.VERSION, "code": Kind.ERROR, "number": Kind.NUMBER,
}  # fmt: skip


class Literal(NamedTuple):
    """What has to be told exactly: what it is, and its text in the normal form."""

    kind: Kind
    text: str


@dataclass(frozen=True)
class Known:
    """What a text supports: its normal form, to look literals up in, and the text as it is."""

    text: str
    original: str

    @cached_property
    def literals(self) -> frozenset[str]:
        """Return its own literals: each is held, however it is written."""
        return frozenset(literals_of(self.original))

    def holds(self, literal: str) -> bool:
        """Return whether `literal` stands in it as a whole, a path perhaps with more in front or behind."""
        found = self.text.find(literal)
        while found >= 0:
            if self._stands_alone(found, literal):
                return True
            found = self.text.find(literal, found + 1)
        # "read/write" of "reading or to write": a pair of words is no path.
        if _TWO_WORDS.fullmatch(literal):
            stems = [part[: max(_STEM, len(part) - 1)] for part in literal.split("/")]
            if all(re.search(rf"(?<!\w){stem}", self.text, re.IGNORECASE) for stem in stems):
                return True
        return literal in self.literals

    def _stands_alone(self, at: int, literal: str) -> bool:
        before, after = self.text[max(0, at - 2) : at], self.text[at + len(literal) :][:2]
        if literal[0].isdigit():
            if before[-1:].isdigit() or (before[-1:] == "." and before[:1].isdigit()):
                return False
        elif literal[0].isalnum() and (before[-1:].isalnum() or before[-1:] == "_"):
            return False
        if literal[-1].isdigit() and after[:1].isdigit():
            return False
        if literal[-1].isalpha() and (after[:1].isalnum() or after[:1] == "_"):
            return False
        # --force is not --force-with-lease, /srv/data not /srv/data-old, and 2.0.0 not 2.0.0-rc.
        if literal[-1].isalnum() and after[:1] == "-" and after[1:].isalnum() and _goes_on(literal):
            return False
        # prices.py is not prices.py.bak, 2 is not 2.1; a full stop may follow both.
        return not (after[:1] == "." and after[1:].isalnum() and literal[-1].isalnum())


def _goes_on(literal: str) -> bool:
    """Return whether a hyphen and more behind a literal make another one of it: of an option, a path, a version."""
    return literal[0] == "-" or "/" in literal or "\\" in literal or (literal[0].isdigit() and "." in literal)


def known(text: str) -> Known:
    """Return what `text` supports."""
    return Known(_normal(text), text)


def literals_of(text: str) -> tuple[str, ...]:
    """Return the literals of `text` in their normal form, each once and in order.

    Paths, addresses, names in back-ticks or of a symbol's shape, options, versions, error codes, dates, numbers with
    their unit, and quoted words. A word that a cut mark follows is no whole literal and left out.
    """
    return tuple(literal.text for literal in typed(text))


def typed(text: str) -> tuple[Literal, ...]:
    """Return the literals of `text`, as `literals_of`, with what each is."""
    found: dict[str, str] = {}
    for match in _LITERAL.finditer(_apart(_CUT_WORD.sub(" ", text))):
        kind, literal = str(match.lastgroup), _normal(match[str(match.lastgroup)]).rstrip(".,:;!?")
        if literal and (kind != "word" or _is_symbol(literal)) and literal.casefold() not in _ABBREVIATED:
            found.setdefault(literal, kind)
    return tuple(Literal(_KIND.get(kind) or _kind_of_name(literal, kind), literal) for literal, kind in found.items())


def _kind_of_name(literal: str, kind: str) -> Kind:
    """Return what stands in back-ticks, is a word of a symbol's shape, or has dots in it."""
    if _ERROR_NAME.fullmatch(literal) or _ERROR_CODE.fullmatch(literal):
        return Kind.ERROR
    if kind == "ticked":
        inner = _LITERAL.fullmatch(literal)
        if inner is not None and inner.lastgroup in _KIND:
            return _KIND[str(inner.lastgroup)]
        if " " in literal:
            return Kind.COMMAND
        return Kind.PATH if _PATH_LIKE.fullmatch(literal) and "(" not in literal else Kind.SYMBOL
    return Kind.PATH if kind == "dotted" and _FILE_NAME.fullmatch(literal) else Kind.SYMBOL


def spans_of(text: str) -> list[tuple[int, int]]:
    """Return where the literals of `text` stand, with their back-ticks or quotes, in order."""
    return [
        (match.start(), match.start() + max(1, len(match[0].rstrip(".,:;!?"))))
        for match in _LITERAL.finditer(_apart(text))
        if match.lastgroup != "word" or _is_symbol(match[0])
    ]


def without_literals(text: str) -> str:
    """Return the words of `text` that can be said in another way."""
    said: list[str] = []
    place = 0
    for match in _LITERAL.finditer(_apart(text)):
        if match.lastgroup != "word" or _is_symbol(match[0]):
            said += [text[place : match.start()], " "]
            place = match.end()
    return "".join([*said, text[place:]])


def _apart(text: str) -> str:
    """Return `text`, as long as it is, with what is named apart from scripts without spaces."""
    return text if text.isascii() else _GLUED.sub(" ", text)


def denials_of(text: str) -> frozenset[str]:
    """Return in which ways a text says that something is not so or must not be: "not", "without", or neither."""
    return frozenset(way for way, pattern in _DENIALS.items() if pattern.search(text))


def _normal(text: str) -> str:
    plain = _MANY_WORDS.sub(" ", text.replace("`", "")).strip()
    return _BEFORE_UNIT.sub("", _THOUSANDS.sub("", plain))


def _is_symbol(word: str) -> bool:
    # Nearly every word is one of these two.
    if word.isalpha() and (word.islower() or word[1:].islower()):
        return False
    if "_" in word.strip("_") or any(character.isdigit() for character in word):
        return True
    if _ERROR_NAME.fullmatch(word):
        return word not in _SHOUTED
    # camelCase and PascalCase; Capitalised and UPPER words are words.
    return word.isascii() and not word.isupper() and not word[1:].islower() and len(word) > 2 and not word.islower()
