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
# Two lines may end and begin alike by chance: what goes on from the middle of one into the next has to be longer.
REPEATED_ACROSS = 80
_LONG_TEXT = 600
_MARKS_PER_LETTER = 20
# Of more than any output holds, the two ends are looked at.
_MOST_CHARS = 1_000_000
_LONG_LINE = 300
_FEW_WORDS = 4
_COUNTED_LINES = 8
# A path or name that only one of two lines has tells them apart as much as this many words.
_LITERAL_WEIGHT = 3
_SEPARATORS = "|#>*•–—-"
_EDGES = ".,;:!?()[]{}<>\"'“”„‚‘’«»|*…。、，；：！？（）「」『』《》"
_TICKED = re.compile(r"`([^`\n]{1,200})`")
# With a letter before it: where everything is in quotes (JSON), they set nothing apart.
_QUOTED = re.compile(r"""(?<=\w[ :(])(?:"([^"\n]{1,200})"|“([^”\n]{1,200})”|„([^“”\n]{1,200})[“”]|«([^»\n]{1,200})»)""")
_HEADING = re.compile(r"\s*(#+)\s")
_ITEM_MARK = re.compile(r"^\s*(?:[-*•>|#]+\s*|\[[ xX]\]\s*|\d{1,5}[.):]\s+)*")
_SENTENCE_END = re.compile(r"(?<=[.!?])(?:\s+|(?=[A-ZÄÖÜ]))|(?<=[。！？])")
_TABLE_RULE = re.compile(r"[\s|:-]+")
_DIGITS = re.compile(r"\d+")
_STEP_CHARS = 8
_LITERAL_CHARS = 200
_CODES_FROM = 0xF0000
# Scripts that put no spaces between words: each sign counts as a word. (Korean has spaces.)
_UNSPACED = re.compile("([\u0e00-\u0eff\u1780-\u17ff\u2e80-\uabff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff])")
_CJK_DATE = re.compile("(?<=[0-9])[年月日](?=[0-9：:，、 ])")
_END = 1 << 60


class _Item(NamedTuple):
    """One line: as it stands, its words without what it names, what it names (digits masked), and its numbers."""

    raw: str
    words: tuple[str, ...]
    names: tuple[str, ...]
    numbers: tuple[int, ...]

    @property
    def is_entry(self) -> bool:
        """Return whether it is a list's entry: little more than a path, a name or a number."""
        # A word of a script without spaces is mostly two of its signs.
        signs = sum(_UNSPACED.match(word) is not None for word in self.words)
        if len(self.numbers) >= max(_FEW_WORDS, len(self.words) - signs + signs // 2):
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
    text = lines if isinstance(lines, str) else "\n".join(lines)
    if len(text) > _MOST_CHARS:
        text = f"{text[: _MOST_CHARS // 2]}\n{text[-_MOST_CHARS // 2 :]}"
    said = list(_said([line for line in text.splitlines() if line.strip()]))
    items = [item for item, is_heading in said if not is_heading]
    size = sum(len(item.raw) for item in items)
    if len(text) >= max(_LONG_TEXT, _MARKS_PER_LETTER * size):
        return "there is next to nothing in it but marks and spaces"
    if len(items) < MIN_ITEMS and size < _LONG_TEXT:
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
    is_repeating = _repeats(item for item, _ in said)
    return "the same passage stands there three times or more" if is_repeating else ""


def _said(lines: Sequence[str]) -> Iterator[tuple[_Item, bool]]:
    """Yield what is said, and whether it is a heading, which may come again; one with nothing under it is a line.

    Marks around code and heads of tables say nothing.
    """
    for line, after in zip_longest(lines, lines[1:], fillvalue=""):
        is_head = line.lstrip().startswith("|") and "-" in after and _TABLE_RULE.fullmatch(after) is not None
        if is_head or line.lstrip().startswith("```"):
            continue
        for part in _parts(line):
            item = _item(part)
            if item is not None:
                yield item, _depth(line) > 0 and not 0 < _depth(after) <= _depth(line)


def _depth(line: str) -> int:
    """Return how deep a heading is, 0 for what is none."""
    heading = _HEADING.match(line)
    return len(heading[1]) if heading else 0


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
        for chunk in _CJK_DATE.sub("-", piece).split():
            for part in (chunk,) if chunk.isascii() else _UNSPACED.split(chunk):
                token = part.strip(_EDGES)
                if token.strip(_SEPARATORS + "=+~_"):
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
    # A version is masked like a number: it makes two lines neither alike nor different.
    sets = [
        (frozenset(item.words), frozenset(name for name in item.names if not name[0].isdigit()), item.is_entry)
        for item in items
    ]
    run = 1
    for index in range(1, len(sets)):
        run = run + 1 if _are_near(sets[index - 1], sets[index]) else 1
        if run >= TIMES and _are_near(sets[index - 2], sets[index]):
            return index - 1
    return 0


def _are_near(
    one: tuple[frozenset[str], frozenset[str], bool], other: tuple[frozenset[str], frozenset[str], bool]
) -> bool:
    if one[2] or other[2] or len(one[0]) < _FEW_WORDS or (one[1] - other[1] and other[1] - one[1]):
        return False  # two that name something else each are a list's entries, however much is said of them
    shared = len(one[0] & other[0]) + len(one[1] & other[1])
    apart = max(
        len(mine[0] - others[0]) + _LITERAL_WEIGHT * len(mine[1] - others[1])
        for mine, others in ((one, other), (other, one))
    )
    return shared > MAX_SHARED_WORDS * (shared + apart)


def _repeats(items: Iterable[_Item]) -> bool:
    """Return whether any passage of 50 characters stands there three times without overlapping itself.

    Numbers are one sign, but in rows of figures; each name, and what a line quotes, is a sign of its own, so that a
    list of paths has no long passage in common. A passage begins with a word.
    """
    text, starts = _masked(items)
    seen: dict[int, tuple[int, int]] = {}
    for start, end in starts:
        # From a line's begin on, at least that line is repeated.
        size = REPEATED_CHARS if end - start >= REPEATED_CHARS else REPEATED_ACROSS
        if start + size > len(text):
            continue
        window = hash(text[start : start + size])
        last, count = seen.get(window, (-size, 0))
        if start - last >= size:
            if count + 1 >= TIMES:
                return True
            seen[window] = (start, count + 1)
    return False


def _masked(items: Iterable[_Item]) -> tuple[str, list[tuple[int, int]]]:
    """Return the text with its names and numbers masked, and where a passage may start: each with its line's end.

    At a line's start, where the text may end is all the text's.
    """
    codes: dict[str, str] = {}
    parts: list[str] = []
    starts: list[tuple[int, int]] = []
    length = 0
    for item in items:
        begin = length
        inside: list[int] = []
        has_figures = item.is_entry or (len(item.numbers) >= _FEW_WORDS and len(item.raw) <= _LONG_LINE)
        for token, is_name in _tokens(_QUOTED.sub(_as_name, item.raw)):
            sign = token
            if is_name:
                # With its digits masked: a path that counts up is the same path.
                sign = codes.setdefault(_DIGITS.sub("0", token), chr(_CODES_FROM + len(codes) % 0xFFF0))
            elif token[0].isdigit() and not has_figures:
                sign = "0"
            inside.append(length)
            # Inside what has no spaces (a loop of letters) a passage may start anywhere.
            inside += range(length + _STEP_CHARS, length + len(sign), _STEP_CHARS) if len(sign) > _STEP_CHARS else ()
            parts.append(sign if _UNSPACED.match(sign) else f"{sign} ")
            length += len(parts[-1])
        end = length - 1 if parts and parts[-1].endswith(" ") else length
        starts += [(start, _END if start == begin else end) for start in inside]
    return "".join(parts), starts


def _as_name(quoted: re.Match[str]) -> str:
    """Return what is quoted in the marks of a name."""
    return f"`{quoted[0].replace('`', '')}`"
