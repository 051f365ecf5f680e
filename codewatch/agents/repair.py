"""Lines that break their contract into lines that keep it: what must survive is put back from its source."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from codewatch.agents import contract
from codewatch.agents.sacred import is_sacred
from codewatch.categories import Category, Priority
from codewatch.observations import StoredObservation
from codewatch.reflections import (
    HEADING_MARK,
    HEADINGS,
    Contract,
    ReflectionLine,
    as_line,
    count_left_out,
    is_left_out,
)


class Repaired(NamedTuple):
    """Lines that keep the contract, and how much had to be put back and taken out for that."""

    lines: tuple[ReflectionLine, ...]
    contract: Contract


def repair(lines: Sequence[ReflectionLine], observations: Sequence[StoredObservation], *, level: int) -> Repaired:
    """Return `lines` so that they keep the contract with `observations`, oldest first.

    A line without known sources or with a literal that they do not have is taken out. An observation that must survive
    and is not told, or not with all its literals, becomes a line of its own; so does one that is told nowhere, but for
    those that `level` may leave out, which one line counts. Pinned lines stay, and what they name is told by them.
    """
    found = contract.check(lines, observations)
    if found.is_kept and {source for line in lines for source in line.sources}.issuperset(
        each.id for each in observations
    ):
        return Repaired(tuple(lines), found)
    bad = {*found.unsourced, *(number for number, _ in found.invented)}
    kept = [line for number, line in enumerate(lines) if number not in bad]
    # What the dropped lines told is told no more, so it is looked at again.
    again = contract.check(kept, observations)
    untold = {observation_id for observation_id, _ in again.missing} | set(again.unrepresented)
    # The observation's own words take the place of a line that told of nothing else.
    kept = [line for line in kept if line.is_heading or line.is_pinned or not untold.issuperset(line.sources)]
    cited = {source for line in kept for source in line.sources}
    restored = [each for each in observations if each.id in untold or each.id not in cited]
    left_out = [each for each in restored if each.id not in untold and _may_be_left_out(each, level)]
    counted_ids = {each.id for each in left_out}
    restored = [each for each in restored if each.id not in counted_ids]
    for observation in restored:
        _put_back(kept, observation)
    counted = [line for line in kept if is_left_out(line)]
    kept = _without_empty_sections([line for line in kept if line not in counted])
    if left_out or counted:
        kept.append(
            count_left_out([*(each.id for each in left_out), *(one for line in counted for one in line.sources)])
        )
    final = contract.check(kept, observations)
    return Repaired(tuple(kept), replace(final, restored=len(restored), dropped=len(bad)))


def _may_be_left_out(observation: StoredObservation, level: int) -> bool:
    if is_sacred(observation):
        return False
    is_finished_work = observation.category is Category.TASK_CONTEXT
    return (level >= 1 and observation.priority is Priority.LOW) or (level >= 2 and is_finished_work)


def _put_back(lines: list[ReflectionLine], observation: StoredObservation) -> None:
    """Insert an observation's own line at the end of its category's section, made in its place where there is none."""
    heading = f"{HEADING_MARK}{HEADINGS[observation.category]}"
    texts = [line.text for line in lines]
    if heading not in texts:
        later = [f"{HEADING_MARK}{name}" for name in HEADINGS.values()]
        later = later[later.index(heading) + 1 :]
        at = next((number for number, text in enumerate(texts) if text in later), len(lines))
        lines.insert(at, ReflectionLine(heading, ()))
    else:
        at = texts.index(heading)
    end = next((number for number in range(at + 1, len(lines)) if lines[number].is_heading), len(lines))
    lines.insert(end, as_line(observation.content, (observation.id,)))


def _without_empty_sections(lines: Sequence[ReflectionLine]) -> list[ReflectionLine]:
    return [
        line
        for number, line in enumerate(lines)
        if line.is_pinned or not line.is_heading or (number + 1 < len(lines) and not lines[number + 1].is_heading)
    ]
