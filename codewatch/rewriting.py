"""A reflection's lines and a text that a person has made of them → lines that keep what was changed by hand."""

import difflib
import re
from collections.abc import Sequence

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
    texts = [line.text.rstrip() for line in shown]
    stretches = difflib.SequenceMatcher(None, texts, wanted, autojunk=False).get_opcodes()
    made: list[ReflectionLine | None] = [None] * len(wanted)
    for tag, from_, to, begin, end in stretches:
        if tag == "equal":
            made[begin:end] = shown[from_:to]
    changed = [stretch for stretch in stretches if stretch[0] != "equal"]
    left = _take_what_was_moved(shown, wanted, made, [at for _, from_, to, *_ in changed for at in range(from_, to)])
    for _, from_, to, begin, end in changed:
        old = [shown[at] for at in range(from_, to) if at in left]
        silent += _pair(old, [at for at in range(begin, end) if made[at] is None], wanted, made)
    told = [line for line in made if line is not None]
    rest = tuple(dict.fromkeys(silent))
    return (*told, *([ReflectionLine("", rest, is_pinned=True)] if rest else []))


def _take_what_was_moved(
    shown: Sequence[ReflectionLine], wanted: Sequence[str], made: list[ReflectionLine | None], left: Sequence[int]
) -> set[int]:
    """Fill in the lines that stand elsewhere now, and return those of the places `left` that no line is left of."""
    places: dict[str, list[int]] = {}
    for at in left:
        places.setdefault(shown[at].text.rstrip(), []).append(at)
    gone = set(left)
    for at, text in enumerate(wanted):
        if made[at] is None and (same := places.get(text)):
            place = same.pop(0)
            gone.remove(place)
            made[at] = shown[place]
    return gone


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
