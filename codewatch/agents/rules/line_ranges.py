"""Turns the hunks of edits that followed each other into the lines of the file as they are after the last."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from codewatch.messages import Hunk

MAX_RANGES = 3


class Range(NamedTuple):
    """Lines of a file, both ends included."""

    start: int
    end: int


def add_hunks(ranges: Sequence[Range], hunks: Iterable[Hunk]) -> list[Range]:
    """Return the ranges with what one more edit wrote: what lies behind it has moved."""
    moved = list(ranges)
    new = sorted(hunks, key=lambda hunk: hunk.start)
    for hunk in new:
        # Hunks are numbered as the file is after all of the edit, so those before have moved the line already.
        old_end = hunk.end - hunk.grown
        moved = [Range(one.start + hunk.grown, one.end + hunk.grown) if one.start > old_end else one for one in moved]
    return _joined([*moved, *(Range(hunk.start, hunk.end) for hunk in new)])


def show_ranges(path: str, ranges: Sequence[Range]) -> str:
    """Return `path:10-24,40`, or the path alone where the lines are not known."""
    shown = [str(one.start) if one.start == one.end else f"{one.start}-{one.end}" for one in ranges[:MAX_RANGES]]
    more = ["…"] if len(ranges) > MAX_RANGES else []
    return f"{path}:{','.join([*shown, *more])}" if shown else path


def _joined(ranges: Iterable[Range]) -> list[Range]:
    found: list[Range] = []
    for one in sorted(ranges):
        if one.start < 1:
            continue
        if found and one.start <= found[-1].end + 1:
            found[-1] = Range(found[-1].start, max(found[-1].end, one.end))
        else:
            found.append(one)
    return found
