"""A sentence into a shorter one that says the same: frames and fillers go first, then articles, then auxiliaries.

What is named (paths, symbols, numbers, quoted words) is never touched; sentences in other languages than English lose
their polite openings alone.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from codewatch.agents.reflecting import frames
from codewatch.literals import denials_of, spans_of

_HIDDEN_FROM = 0xF0000
_HIDDEN = re.compile("[\U000f0000-\U000fffff]")
_SENTENCE_START = re.compile(r"(?:^|(?<=[.!?。！？] ))(?=\S)")
_SPACES = re.compile(r" {2,}")
_BEFORE_MARK = re.compile(r" +([,.;:!?])(?=\s|$)")
_LEFT_MARKS = re.compile(r"^[\s,;:]+|(?<=[.!?] )[,;:]\s+")
_PERIOD = re.compile(r"(?<![.\s])[.。]$")
_ENGLISH = frozenset(
    "the a an is are was to of and in for we not it that because when with on by from so be has i".split()
)
_OTHER = frozenset(
    """der die das und ist nicht wir ein eine wird mit auf für le la les des est une pas nous il que el los las es con
    och att det som het een van niet""".split()
)
_WORD = re.compile(r"[^\W\d_]+")


class _Hidden(NamedTuple):
    text: str
    parts: tuple[str, ...]


@lru_cache(maxsize=16_384)
def shorten(text: str, level: int) -> str:
    """Return a text in one line, at most as long, as short as `level` asks for; at 0 as it stands."""
    line = " ".join(text.split())
    if level < 1 or len(line) < frames.SHORT:
        return line
    hidden = _hide(line)
    words = _WORD.findall(hidden.text.lower())
    is_english = _is_english(words)
    short = _without_frames(hidden.text, is_english)
    if is_english:
        short = _unless_meant(frames.FILLERS, "", short)
        for pattern, brief in frames.LONG_WINDED:
            short = _unless_meant(pattern, brief, short)
        if level >= 3:
            short = _replaced(frames.EQUALS, short)
        if level >= 2:
            short = frames.ARTICLES.sub("", short)
        if level >= 3:
            short = frames.AUXILIARIES.sub("", short)
            if not frames.OTHERS.search(short):
                short = frames.SUBJECTS.sub("", short)
            short = _replaced(frames.REASONS, short)
    short = _PERIOD.sub("", _tidy(short))
    shown = _show(short, hidden.parts)
    # A sentence that consists of what may go, or turns round without it, stays.
    is_sound = len(short) > frames.SHORT // 2 and denials_of(short) == denials_of(hidden.text)
    return shown if is_sound and len(shown) < len(line) and not shown.startswith("#") else _PERIOD.sub("", line)


def _is_english(words: Sequence[str]) -> bool:
    english = sum(word in _ENGLISH for word in words)
    other = sum(word in _OTHER for word in words)
    return english > 2 * other and english >= max(1, len(words) // 12)


@lru_cache(maxsize=16_384)
def _hide(line: str) -> _Hidden:
    """Return a line with a sign for each thing that it names."""
    parts: list[str] = []
    text: list[str] = []
    place = 0
    for start, end in spans_of(line):
        text += [line[place:start], chr(_HIDDEN_FROM + len(parts))]
        parts.append(line[start:end])
        place = end
    return _Hidden("".join([*text, line[place:]]), tuple(parts))


def _show(text: str, parts: tuple[str, ...]) -> str:
    return _HIDDEN.sub(lambda sign: parts[ord(sign[0]) - _HIDDEN_FROM], text)


def _without_frames(text: str, is_english: bool) -> str:
    """Return a text whose sentences begin with what they say, not with that somebody says it."""
    said: list[str] = []
    for sentence in _SENTENCE_START.split(text):
        bare = sentence
        for _ in range(3):  # "No, please remember that ..."
            found = frames.ANY_OPENING.match(bare) or (frames.OPENING.match(bare) if is_english else None)
            if found is None or len(bare) - found.end() < frames.SHORT // 2:
                break
            bare = bare[found.end() :]
        if is_english and (found := frames.SUBJECT.match(bare)) and not frames.OTHERS.search(text, found.end()):
            bare = bare[found.end() :] if len(bare) - found.end() >= frames.SHORT // 2 else bare
        said.append(frames.ANY_CLOSING.sub("", bare))
    return "".join(said)


def _unless_meant(pattern: re.Pattern[str], short: str, text: str) -> str:
    return pattern.sub(lambda found: found[0] if frames.MEANT.search(text[: found.start()]) else short, text)


def _replaced(table: Sequence[tuple[re.Pattern[str], str]], text: str) -> str:
    for pattern, short in table:
        text = pattern.sub(short, text)
    return text


def _tidy(text: str) -> str:
    return _LEFT_MARKS.sub("", _BEFORE_MARK.sub(r"\1", _SPACES.sub(" ", text))).strip()
