"""A reflection's lines and a text that a person has made of them → lines that keep what was changed by hand."""

import difflib
import re
from collections.abc import Iterator, Sequence

from codewatch.reflections import ReflectionLine

# In a longer stretch lines are paired as they follow each other: comparing each with each would take long.
_MOST_COMPARED = 200
_ALIKE = 0.5
_WORD = re.compile(r"\w+")


def rewritten(lines: Sequence[ReflectionLine], text: str) -> tuple[ReflectionLine, ...]:
    """Return the lines of `text`: one that stands in `lines`, wherever, is that one with its sources.

    A line in another's place is pinned and has the sources of what it replaced; a new one is pinned without any. What
    is taken out leaves a pinned line without text, which withholds its sources. Empty lines are passed over.
    """
    shown = [line for line in lines if line.text]
    silent = [source for line in lines if not line.text for source in line.sources]
    wanted = [line.rstrip() for line in text.splitlines() if line.strip()]
    if wanted == [line.text.rstrip() for line in shown]:
        return tuple(lines)
    made: list[ReflectionLine | None] = [None] * len(wanted)
    left = _take_the_same(shown, wanted, made)
    for old, new in _changed(shown, wanted, left, made):
        silent += _pair([shown[at] for at in old], new, wanted, made)
    told = [line for line in made if line is not None]
    rest = tuple(dict.fromkeys(silent))
    return (*told, *([ReflectionLine("", rest, is_pinned=True)] if rest else []))


def _take_the_same(
    shown: Sequence[ReflectionLine], wanted: Sequence[str], made: list[ReflectionLine | None]
) -> set[int]:
    """Fill in what stands in both, where it stands now, and return the places in `shown` that are left over."""
    places: dict[str, list[int]] = {}
    for at, line in enumerate(shown):
        places.setdefault(line.text.rstrip(), []).append(at)
    left = set(range(len(shown)))
    for at, text in enumerate(wanted):
        if same := places.get(text):
            place = same.pop(0)
            left.remove(place)
            made[at] = shown[place]
    return left


def _changed(
    shown: Sequence[ReflectionLine], wanted: Sequence[str], left: set[int], made: Sequence[ReflectionLine | None]
) -> Iterator[tuple[list[int], list[int]]]:
    """Yield the stretches in which lines were changed: the places left over in `shown`, and the new ones."""
    texts = [line.text.rstrip() for line in shown]
    for tag, from_, to, begin, end in difflib.SequenceMatcher(None, texts, wanted, autojunk=False).get_opcodes():
        if tag != "equal":
            yield [at for at in range(from_, to) if at in left], [at for at in range(begin, end) if made[at] is None]


def _pair(
    old: Sequence[ReflectionLine], new: Sequence[int], wanted: Sequence[str], made: list[ReflectionLine | None]
) -> list[int]:
    """Fill in the lines at `new`, each with the sources of those it was made of, and return what none was made of."""
    likely: dict[int, list[int]] = {at: [] for at in new}
    if len(old) * len(new) <= _MOST_COMPARED**2:
        for place, line in enumerate(old):
            for at in new:
                if _is_alike(line.text, wanted[at]):
                    likely[at].append(place)
    taken = {place for places in likely.values() for place in places}
    rest = [place for place in range(len(old)) if place not in taken]
    for at, place in zip([at for at in new if not likely[at]], list(rest), strict=False):
        likely[at] = [place]
        rest.remove(place)
    for at in new:
        sources = [source for place in likely[at] for source in old[place].sources]
        made[at] = ReflectionLine(wanted[at], tuple(dict.fromkeys(sources)), is_pinned=True)
    return [source for place in rest for source in old[place].sources]


def _is_alike(one: str, other: str) -> bool:
    """Return whether most of the words of the shorter of two lines stand in the other."""
    words, others = (set(_WORD.findall(text.casefold())) for text in (one, other))
    fewer = min(len(words), len(others))
    return fewer > 0 and len(words & others) > _ALIKE * fewer
