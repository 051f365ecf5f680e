"""What private parts say, and where other texts repeat it: in other words around it, spelling, case and line breaks.

Texts are cut into atoms, runs of letters and digits, so that a repeat is a look into sets and never a long pattern.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from codewatch.privacy.vocabulary import (
    COMMON_NAMES,
    COMMON_NUMBERS,
    ORDINARY_UNSPACED,
    SMALL,
    SMALL_UNSPACED,
    is_ordinary,
)

MARK = "[private]"
# Above these, more of the same private part is not looked for.
_MOST_WORDS = 50_000
_MOST_SEQUENCES = 200_000
_LONGEST_PART_CHARS = 2_000_000
_PIECE_CHARS = 100_000  # a text is cut up so much at a time
_LONGEST_ATOM = 64
_RUN = 4  # words that follow each other: so many are a repeat
_LONGEST_NAME = 8  # atoms of an address, an identifier, a number
_SHORTEST_ROOT = 6  # from here on a longer word that begins like it is a form of it
_SHORTEST_LINE = 8

# Scripts that put no spaces between words: Chinese, Japanese, Korean, Thai, Lao, Burmese, Khmer.
_UNSPACED = re.compile(
    "[\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff"
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]+"
)
_ATOM = re.compile(r"[^\W_]+")
_PIECE = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_a-zA-Z]+")
_TOKEN = re.compile(r"[\w@.+'’-]*\w")
_DIGITS = re.compile(r"\d[\d.,'’ -]{2,40}\d")
# So few needles are looked for one by one before a text is cut up at all.
_FEW = 400


class _Atom(NamedTuple):
    start: int
    end: int
    key: str


class Repeats:
    """What was said in private, in forms that can be found again."""

    def __init__(self) -> None:
        self._parts: set[int] = set()
        self._words: set[str] = set()
        self._sequences: set[str] = set()
        self._lengths: dict[str, tuple[int, ...]] = {}  # of the sequences that begin with an atom
        self._unspaced: set[str] = set()
        self._needles: set[str] = set()  # one of them stands in every text that repeats anything

    def __bool__(self) -> bool:
        return bool(self._words or self._sequences or self._unspaced)

    def learn(self, part: str, was_said: Callable[[str], bool]) -> None:
        """Take in a private part; what an everyday word may be counts only if it `was_said` nowhere before."""
        if hash(part) in self._parts:
            return
        self._parts.add(hash(part))
        lines = [line.strip() for line in part[:_LONGEST_PART_CHARS].splitlines() if line.strip()]
        before: list[str] = []
        for line in lines:
            atoms = _atoms(line)
            self._learn_words(line, atoms, was_said)
            self._learn_names(line, was_said)
            keys = [atom.key for atom in atoms]
            if 2 <= len(keys) < _RUN and (len(line) >= _SHORTEST_LINE or len(lines) == 1):
                is_plain = len(keys) == 2 and all(map(_is_plain, keys))
                if not is_plain and not all(key in SMALL for key in keys):
                    self._add_sequence(keys)
            keys = before[1 - _RUN :] + keys
            for start in range(len(keys) - _RUN + 1):
                run = keys[start : start + _RUN]
                if sum(len(key) > 1 and key not in SMALL for key in run) >= 2:
                    self._add_sequence(run)
            before = keys
            for run in _UNSPACED.findall(line):
                self._learn_unspaced(run, was_said, is_all=run == line)

    def _learn_words(self, line: str, atoms: list[_Atom], was_said: Callable[[str], bool]) -> None:
        for number, (start, end, key) in enumerate(atoms):
            word = line[start:end]
            if len(self._words) >= _MOST_WORDS or len(word) > _LONGEST_ATOM or _UNSPACED.match(word):
                continue
            sure = _is_telling(word, is_first=number == 0)
            if sure or (sure is None and not was_said(key)):
                self._add_word(key)
                if key.endswith("s") and len(key) >= _SHORTEST_ROOT and key.isalpha() and not is_ordinary(key[:-1]):
                    self._add_word(key[:-1])

    def _learn_names(self, line: str, was_said: Callable[[str], bool]) -> None:
        """Learn what several atoms make together: addresses, identifiers, numbers with signs among the digits."""
        for found in _DIGITS.findall(line):
            groups = re.findall(r"\d+", found)
            digits = "".join(groups)
            is_date = len(groups) == 3 and 4 in (len(groups[0]), len(groups[2])) and len(digits) <= 8
            if _is_telling(digits, is_first=False) and not is_date:
                self._add_number(digits, groups)
        for token in _TOKEN.findall(line) if not line.isalnum() else ():
            keys = [atom.key for atom in _atoms(token)]
            if not 2 <= len(keys) <= _LONGEST_NAME or not any(key.isalpha() for key in keys):
                continue
            has_digit = any(map(str.isdigit, token))
            name = token.casefold()
            if all(map(_is_plain, keys)) and (not has_digit or name in COMMON_NAMES or was_said(name)):
                continue
            if has_digit or any(sign in token for sign in "@_-+."):
                self._add_sequence(keys)

    def _add_number(self, digits: str, groups: list[str]) -> None:
        self._add_word(digits)
        if len(groups) > 1:
            self._add_sequence(groups)
        elif len(digits) <= 15:
            first = len(digits) % 3
            self._add_sequence(([digits[:first]] if first else []) + re.findall("...", digits[first:]))

    def _add_word(self, key: str) -> None:
        self._words.add(key)
        self._needles.add(key)

    def _add_sequence(self, keys: list[str]) -> None:
        if len(self._sequences) >= _MOST_SEQUENCES or len(keys) < 2:
            return
        self._sequences.add(" ".join(keys))
        self._needles.add(max(keys, key=len))
        lengths = self._lengths.get(keys[0], ())
        if len(keys) not in lengths:
            self._lengths[keys[0]] = (*lengths, len(keys))

    def _learn_unspaced(self, run: str, was_said: Callable[[str], bool], *, is_all: bool) -> None:
        if len(self._unspaced) >= _MOST_SEQUENCES:
            return
        grams = [run[start : start + 3] for start in range(len(run) - 2)]
        kept = [gram for gram in grams if not SMALL_UNSPACED.intersection(gram)]
        kept += [a + b[-1] for a, b in pairwise(grams) if len(SMALL_UNSPACED.intersection(a + b[-1])) == 1]
        kept = [gram for gram in kept if gram not in ORDINARY_UNSPACED and not was_said(gram)]
        kept += [run] if is_all and len(run) <= 3 else []
        self._unspaced.update(kept)
        self._needles.update(kept)

    def hide(self, text: str) -> tuple[str, int]:
        """Return `text` with a mark in place of what repeats a private part, and how many there are."""
        if not self or (len(self._needles) <= _FEW and not _holds_any(text.casefold(), self._needles)):
            return text, 0
        spans = _joined(
            (offset + start, offset + end)
            for offset, piece in _pieces(text)
            for start, end in sorted(self._spans(piece))
        )
        if not spans:
            return text, 0
        parts: list[str] = []
        position = 0
        for start, end in spans:
            parts += (text[position:start], MARK)
            position = end
        return "".join(parts) + text[position:], len(spans)

    def _spans(self, text: str) -> Iterator[tuple[int, int]]:
        atoms = _atoms(text)
        for number, (start, end, key) in enumerate(atoms):
            for length in self._lengths.get(key, ()):
                run = atoms[number : number + length]
                if " ".join([atom.key for atom in run]) in self._sequences and len(run) == length:
                    yield start, run[-1].end
            if key in self._words:
                yield start, end
            elif len(key) > 2 and self._words and not key.isdigit():
                yield from self._forms(text, start, end, key)
        if self._unspaced and not text.isascii():
            for found in _UNSPACED.finditer(text):
                yield from self._in_unspaced(found[0], found.start())

    def _forms(self, text: str, start: int, end: int, key: str) -> Iterator[tuple[int, int]]:
        """Yield where an atom is a form of a word, or holds it: `Halvorsens`, `HalvorsenInvoice`."""
        word = text[start:end]
        if len(word) > _LONGEST_ATOM:
            return
        if not (word.islower() or word.istitle() or word.isupper()):
            pieces = list(_PIECE.finditer(word))
            if len(pieces) > 1:
                for piece in pieces:
                    if self._is_form(piece[0].casefold()):
                        yield start + piece.start(), start + piece.end()
                return
        if self._is_form(key):
            yield start, end

    def _is_form(self, key: str) -> bool:
        if key in self._words:
            return True
        roots = (key[:length] for length in range(len(key) - 1, _SHORTEST_ROOT - 1, -1))
        found = any(root in self._words for root in roots)
        if not found and 4 < len(key) <= _SHORTEST_ROOT + 1:
            found = (key[-1] == "s" and key[:-1] in self._words) or (
                key[-2:] in ("es", "en") and key[:-2] in self._words
            )
        return found and not is_ordinary(key)

    def _in_unspaced(self, run: str, offset: int) -> Iterator[tuple[int, int]]:
        for start in range(len(run) - 1):
            for length in (2, 3, 4):
                if run[start : start + length] in self._unspaced:
                    yield offset + start, offset + min(start + length, len(run))


class Said:
    """What was said aloud: called with a word, it tells whether that is among it."""

    def __init__(self) -> None:
        self._keys: set[str] = set()
        self._texts: list[str] = []

    def add(self, text: str) -> None:
        """Take in a text."""
        self._texts.append(text.casefold())
        self._keys.update(found[0].casefold() for found in _ATOM.finditer(text))

    def __call__(self, key: str) -> bool:
        """Return whether a word, an identifier or a stretch without spaces was said."""
        if key.isascii() and key.isalnum():
            return key in self._keys
        return key in self._keys or any(key in text for text in self._texts)


def _holds_any(folded: str, needles: Iterable[str]) -> bool:
    return any(needle in folded for needle in needles)


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """Yield a long text in pieces that end with a word, each with where it begins."""
    position = 0
    while len(text) - position > _PIECE_CHARS:
        end = text.rfind(" ", position, position + _PIECE_CHARS) + 1 or position + _PIECE_CHARS
        yield position, text[position:end]
        position = end
    yield position, text[position:]


def _atoms(text: str) -> list[_Atom]:
    atoms = [_Atom(found.start(), found.end(), found[0].casefold()) for found in _ATOM.finditer(text)]
    if text.isascii() or not _UNSPACED.search(text):
        return atoms
    return [part for atom in atoms for part in _apart(text, atom)]


def _apart(text: str, atom: _Atom) -> Iterator[_Atom]:
    """Yield the stretches of an atom that are written with spaces and those that are not."""
    position = atom.start
    for found in _UNSPACED.finditer(text, atom.start, atom.end):
        if found.start() > position:
            yield _Atom(position, found.start(), text[position : found.start()].casefold())
        yield _Atom(found.start(), found.end(), found[0])
        position = found.end()
    if position < atom.end:
        yield _Atom(position, atom.end, text[position : atom.end].casefold())


def _is_telling(word: str, *, is_first: bool) -> bool | None:
    """Return whether a word alone gives the private part away; None if only where nobody has said it before."""
    key = word.casefold()
    if word.isdigit():
        return len(word) >= 4 and key not in COMMON_NUMBERS and not (len(word) == 4 and "1990" <= word <= "2039")
    if len(word) < 3 or _is_plain(key) or all(_is_plain(piece.casefold()) for piece in _PIECE.findall(word)):
        return False
    if not word.isalpha():
        return True if len(word) > 3 else None
    if len(word) == 3:
        return None if word.isupper() else bool(word[0].isupper())
    return True if not word.islower() and not (is_first and word.istitle()) else None


def _is_plain(key: str) -> bool:
    """Return whether an atom is an ordinary word, a short number, or one with the other at its end: "utf8"."""
    letters = key.rstrip("0123456789")
    return len(key) - len(letters) <= 3 and (
        not letters or len(letters) < 3 or is_ordinary(key) or is_ordinary(letters)
    )


def _joined(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return stretches, given in order, with those that overlap made one."""
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if joined and start < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined
