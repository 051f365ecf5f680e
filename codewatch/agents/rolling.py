"""The lines of an earlier reflection and those of what is new into the lines of one reflection."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from codewatch import thresholds
from codewatch.categories import Category
from codewatch.observations import StoredObservation
from codewatch.reflections import HEADING_MARK, HEADINGS, ReflectionLine, StoredReflection, count_left_out, is_left_out

_OURS = tuple(f"{HEADING_MARK}{name}" for name in HEADINGS.values())
_HEADING_OF = {category: f"{HEADING_MARK}{name}" for category, name in HEADINGS.items()}


def taken_over(
    earlier: StoredReflection | None, pending: Sequence[StoredObservation], *, threshold: int
) -> StoredReflection | None:
    """Return `earlier` if it has room for what is new, so that a reflection takes its lines over; else None."""
    new_tokens = sum(observation.tokens for observation in pending)
    if earlier is None or not thresholds.rolls_on(earlier.output_tokens, new_tokens, threshold=threshold):
        return None
    return earlier


def weave(
    earlier: Sequence[ReflectionLine], new: Sequence[ReflectionLine], by_id: Mapping[int, StoredObservation]
) -> tuple[ReflectionLine, ...]:
    """Return the lines of both, section by section, those of `earlier` first; `by_id` are the originals of both.

    A line that says what one of `earlier` says is told once, for the sources of both. What withholds its sources takes
    them from every other line. Headings that are not ours stand at the end with what is under them; one that was
    written by hand stays even when nothing is.
    """
    withheld = {source for line in earlier if line.is_pinned and not line.text for source in line.sources}
    # What stands under no heading comes first.
    sections: dict[str, list[ReflectionLine]] = {heading: [] for heading in ("", *_OURS)}
    left_out: list[int] = []
    silent: list[ReflectionLine] = []
    at: dict[tuple[str, str], int] = {}
    by_hand: dict[str, ReflectionLine] = {}
    for lines in (earlier, new):
        heading = ""
        for line in lines:
            if line.is_heading:
                heading = line.text
                if line.is_pinned:
                    by_hand[heading] = line
                    sections.setdefault(heading, [])
            elif is_left_out(line):
                left_out += line.sources
            elif not line.text:
                silent.append(line)
            else:
                # What a line with a withheld source tells of others is put back in their own words.
                if line.is_pinned or withheld.isdisjoint(line.sources):
                    _put(sections, at, _section_of(line, heading, by_id), line)
    told = [
        line
        for heading, lines in sections.items()
        if lines or heading in by_hand
        for line in (by_hand.get(heading) or ReflectionLine(heading, ()), *lines)
    ]
    rest = [source for source in left_out if source not in withheld]
    return (*(line for line in told if line.text), *([count_left_out(rest)] if rest else []), *silent)


def _section_of(line: ReflectionLine, heading: str, by_id: Mapping[int, StoredObservation]) -> str:
    """Return the heading a line stands under; without one that of what it was made of."""
    if heading or line.is_pinned:
        return heading
    known = next((by_id[source] for source in line.sources if source in by_id), None)
    return _HEADING_OF[known.category if known else Category.LEARNING]


def _put(
    sections: dict[str, list[ReflectionLine]], at: dict[tuple[str, str], int], heading: str, line: ReflectionLine
) -> None:
    lines = sections.setdefault(heading, [])
    said = line.text.removeprefix("- ")
    place = at.setdefault((heading, said), len(lines))
    same = lines[place] if place < len(lines) else None
    if same is None or (same.is_pinned and line.is_pinned):
        lines.append(line if line.is_pinned or not heading else replace(line, text=f"- {said}"))
    else:
        # Of two that say the same, the one that was written by hand stays as it is.
        stays = line if line.is_pinned else same
        lines[place] = replace(stays, sources=tuple(dict.fromkeys((*same.sources, *line.sources))))
