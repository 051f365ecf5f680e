"""A model's output into the reason why it is broken, or "": what loops, what repeats itself, what copies (F54-F56)."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, zip_longest
from typing import NamedTuple

MIN_ITEMS = 6
MAX_DUPLICATE_SHARE = 0.3
MAX_SHARED_WORDS = 0.8
REPEATED_CHARS = 50
TIMES = 3
_LONG_TEXT = 600
_LONG_LINE = 300
_FEW_WORDS = 4
_COUNTED_LINES = 8
# A path or name that only one of two lines has tells them apart as much as this many words.
_LITERAL_WEIGHT = 3
_SEPARATORS = "|#>*•–—-"
_EDGES = ".,;:!?()[]{}<>\"'“”„‚‘’«»|*…"
_TICKED = re.compile(r"`([^`\n]{1,200})`")
_ITEM_MARK = re.compile(r"^\s*(?:[-*•>|#]+\s*|\[[ xX]\]\s*|\d{1,5}[.):]\s+)*")
_SENTENCE_END = re.compile(r"(?<=[.!?])(?:\s+|(?=[A-ZÄÖÜ]))|(?<=[。！？])")
_TABLE_RULE = re.compile(r"[\s|:-]+")
_DIGITS = re.compile(r"\d+")
_STEP_CHARS = 8
_LITERAL_CHARS = 200
_CODES_FROM = 0xF0000
_CJK_FROM = "\u2e80"


class _Item(NamedTuple):
    """One line: as it stands, its words without what it names, what it names (digits masked), and its numbers."""

    raw: str
    words: tuple[str, ...]
    names: tuple[str, ...]
    numbers: tuple[int, ...]

    @property
    def is_entry(self) -> bool:
        """Return whether it is a list's entry: little more than a path, a name or a number."""
        if len(self.numbers) >= max(_FEW_WORDS, len(self.words)):
            return True  # a row of figures
        return len(self.words) < _FEW_WORDS and bool(self.names or self.numbers)

    @property
    def key(self) -> object:
        """Return what two items that say the same share."""
        return self.raw if self.is_entry else (self.words, self.names)


def is_degenerate(lines: str | Sequence[str]) -> str:
    """Return why a model's output, as a text or in lines, is broken; "" when it is not.

    Looked at from `MIN_ITEMS` lines up; a long line counts by its sentences, so that a loop without line ends is seen.
    """
    given = lines.splitlines() if isinstance(lines, str) else [part for line in lines for part in line.splitlines()]
    items = [item for line in _without_frames(given) for part in _parts(line) if (item := _item(part)) is not None]
    if not items and sum(map(len, given)) >= _LONG_TEXT:
        return "there is nothing in it but marks"
    if len(items) < MIN_ITEMS and sum(len(item.raw) for item in items) < _LONG_TEXT:
        return ""
    if len(items) >= MIN_ITEMS:
        duplicates = len(items) - len({item.key for item in items})
        if duplicates > MAX_DUPLICATE_SHARE * len(items):
            return f"{duplicates} of {len(items)} lines are duplicates"
        counted = _counted(items)
        if counted:
            return f"{counted} lines in a row differ by a counter alone"
        near = _near_copies(items)
        if near:
            return f"lines {near} to {near + 2} share over 80 % of their words"
    return "the same passage stands there three times or more" if _repeats(items) else ""


def _without_frames(lines: Sequence[str]) -> Iterator[str]:
    """Yield what is said: no headings, no marks around code, no heads of tables, which come again without a loop."""
    for line, after in zip_longest(lines, lines[1:], fillvalue=""):
        is_head = line.lstrip().startswith("|") and "-" in after and _TABLE_RULE.fullmatch(after) is not None
        if not (is_head or line.lstrip().startswith(("#", "```"))):
            yield line


def _parts(line: str) -> Iterator[str]:
    if len(line) <= _LONG_LINE or line.lstrip().startswith("|"):
        yield line
    else:
        yield from _SENTENCE_END.split(line)


def _item(line: str) -> _Item | None:
    """Return a line taken apart, None for a rule or an empty line."""
    bare = _ITEM_MARK.sub("", line)
    words: list[str] = []
    names: list[str] = []
    numbers: list[int] = []
    for token, is_name in _tokens(bare):
        if is_name:
            names.append(_DIGITS.sub("0", token))
            numbers += [int(digits[:18]) for digits in _DIGITS.findall(token[:60])]
        elif token[0].isdigit():
            numbers += [int(digits[:18]) for digits in _DIGITS.findall(token[:60])]
        else:
            words.append(token)
    if not (words or names or numbers):
        return None
    return _Item(" ".join(bare.split()), tuple(words), tuple(names), tuple(numbers))


def _tokens(text: str) -> Iterator[tuple[str, bool]]:
    """Yield each word, number and name of a line; True marks what names a path, a symbol, a command or a version."""
    for index, piece in enumerate(_TICKED.split(text)):
        if index % 2:
            yield piece, True
            continue
        for chunk in piece.split():
            token = chunk.strip(_EDGES)
            if not token.strip(_SEPARATORS + "=+~_"):
                continue
            yield (token, True) if _is_name(token) else (token.casefold(), False)


def _is_name(token: str) -> bool:
    if token.isalpha():
        # camelCase and PascalCase name something; Capitalised and UPPER are words.
        return token.isascii() and not (token.islower() or token.isupper() or token[1:].islower())
    if len(token) > _LITERAL_CHARS or token.replace("'", "").replace("’", "").replace("-", "").isalpha():
        return False
    if token[0].isdigit() or token[0] in "+-#$€£~":
        # 2.1.0 is a version; 12, 3.5, 40,000, 12ms and 2026-03-01 are numbers.
        return token.count(".") > 1
    return any(mark in token for mark in "/\\_.@:=(") or any(character.isdigit() for character in token)


def _counted(items: Sequence[_Item]) -> int:
    """Return the length of a run of lines that say the same while one number goes up by one, 0 when there is none."""
    length = 1
    for before, after in pairwise(items):
        is_next = (
            bool(before.words)
            and (before.words, before.names) == (after.words, after.names)
            and len(before.numbers) == len(after.numbers)
            and [b - a for a, b in zip(before.numbers, after.numbers, strict=True) if a != b] == [1]
        )
        length = length + 1 if is_next else 1
        if length >= _COUNTED_LINES:
            return length
    return 0


def _near_copies(items: Sequence[_Item]) -> int:
    """Return the number, from 1, of the first of three lines in a row that are nearly the same, 0 for none."""
    sets = [(frozenset(item.words), frozenset(item.names), item.is_entry) for item in items]
    run = 1
    for index in range(1, len(sets)):
        run = run + 1 if _are_near(sets[index - 1], sets[index]) else 1
        if run >= TIMES and _are_near(sets[index - 2], sets[index]):
            return index - 1
    return 0


def _are_near(
    one: tuple[frozenset[str], frozenset[str], bool], other: tuple[frozenset[str], frozenset[str], bool]
) -> bool:
    if one[2] or other[2] or len(one[0]) < _FEW_WORDS:
        return False
    shared = len(one[0] & other[0]) + len(one[1] & other[1])
    apart = len(one[0] ^ other[0]) + _LITERAL_WEIGHT * len(one[1] ^ other[1])
    return shared > MAX_SHARED_WORDS * (shared + apart)


def _repeats(items: Iterable[_Item]) -> bool:
    """Return whether any passage of 50 characters stands there three times without overlapping itself.

    Numbers are one sign, but for those that an entry is about; each name is a sign of its own, so that a list of paths
    has no long passage in common.
    """
    text, starts = _masked(items)
    seen: dict[int, tuple[int, int]] = {}
    for start in starts:
        if start + REPEATED_CHARS > len(text):
            break
        window = hash(text[start : start + REPEATED_CHARS])
        last, count = seen.get(window, (-REPEATED_CHARS, 0))
        if start - last >= REPEATED_CHARS:
            if count + 1 >= TIMES:
                return True
            seen[window] = (start, count + 1)
    return False


def _masked(items: Iterable[_Item]) -> tuple[str, list[int]]:
    codes: dict[str, str] = {}
    parts: list[str] = []
    starts: list[int] = []
    length = 0
    for item in items:
        for token, is_name in _tokens(item.raw):
            sign = token
            if is_name:
                # With its digits masked: a path that counts up is the same path.
                sign = codes.setdefault(_DIGITS.sub("0", token), chr(_CODES_FROM + len(codes) % 0xFFF0))
            elif token[0].isdigit() and not item.is_entry:
                sign = "0"
            starts.append(length)
            # Inside what has no spaces (a loop of letters, a script without them) a passage may start anywhere.
            step = 1 if sign[-1] >= _CJK_FROM else _STEP_CHARS
            starts += range(length + step, length + len(sign), step) if len(sign) > _STEP_CHARS else ()
            parts.append(sign)
            length += len(sign) + 1
    return " ".join(parts), starts
