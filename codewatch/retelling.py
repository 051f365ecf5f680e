"""Reflections that name a memory which has changed → reflections that are true again, under their contract."""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

from codewatch.agents import contract
from codewatch.agents.repair import repair
from codewatch.categories import State
from codewatch.cutting import cut
from codewatch.observations import StoredObservation
from codewatch.reflections import ReflectionLine, StoredReflection, as_line, count_left_out, is_left_out
from codewatch.store import observations, reflections
from codewatch.thresholds import count_tokens

ACTION = "retold"
_NONE: Mapping[int, Collection[int]] = MappingProxyType({})
_LIVE = (State.ACTIVE, State.REFLECTED)


def retell(
    ids: Collection[int], *, who: str, now: str, change: int | None, reworded: Collection[int] = (),
    again: Mapping[int, Collection[int]] = _NONE, chars_per_token: int = 4,
) -> int | None:  # fmt: skip
    """Make every active reflection that names one of the memories `ids` true again, and those in `again`.

    What is no longer alive is told no more. What says something else than a reflection tells (`reworded`, and for those
    in `again` what stands there) is told in its own words. What has to survive is put back. Then each memory is
    reflected where a reflection stands for it, else active. Call it inside a transaction. `change` is the change that
    this is a part of; it is returned, or the first entry of this.
    """
    touched = set(ids)
    for reflection_id in sorted({*reflections.naming(ids), *again}):
        known = reflections.get(reflection_id)
        touched.update(known.sources)
        if known.state != State.ACTIVE:
            continue
        lines, kept = _made_true(known, again.get(reflection_id, reworded))
        if lines and lines == known.lines and known.contract is None:
            continue
        entry = reflections.set_lines(
            reflection_id, lines, kept, tokens=size(lines, chars_per_token), who=who, action=ACTION, now=now,
            change=change,
        )  # fmt: skip
        change = change or entry
    return settle(touched, who=who, now=now, change=change)


def settle(ids: Collection[int], *, who: str, now: str, change: int | None) -> int | None:
    """Make each of these memories that is alive reflected where a reflection stands for it, else active."""
    for one in observations.of_ids(sorted(ids)):
        if one.state in _LIVE:
            state = State.REFLECTED if reflections.standing_for(one.id) else State.ACTIVE
            entry = observations.set_state([one.id], state, who=who, now=now, reason=ACTION, change=change)
            change = change or entry
    return change


def size(lines: Sequence[ReflectionLine], chars_per_token: int) -> int:
    """Return how many tokens lines have."""
    return sum(count_tokens(line.text, chars_per_token=chars_per_token) for line in lines)


def verdict(
    known: StoredReflection, lines: Sequence[ReflectionLine], restored: int = 0, dropped: int = 0
) -> dict[str, bool | int]:
    """Return how a reflection's new lines keep the contract, with what was ever put back and taken out."""
    found = contract.check(lines, _originals(lines)).as_dict()
    before = known.contract or {}
    return {
        **found, "restored": before.get("restored", 0) + restored, "dropped": before.get("dropped", 0) + dropped
    }  # fmt: skip


def _made_true(
    known: StoredReflection, reworded: Collection[int]
) -> tuple[tuple[ReflectionLine, ...], dict[str, bool | int]]:
    originals = _originals(known.lines)
    alive = {one.id: one for one in originals if one.state in _LIVE}
    gone: dict[int, tuple[str, ...]] = {source: () for source in known.sources if source not in alive}
    contents = {one.id: one.content for one in alive.values()}
    lines = [line for each in cut(known.lines, gone, contents) for line in _reworded(each, reworded, alive)]
    mended = repair(lines, list(alive.values()), level=known.level)
    if not mended.contract.is_kept:
        mended = repair([line for line in lines if line.is_pinned], list(alive.values()), level=known.level)
    return mended.lines, verdict(known, mended.lines, mended.contract.restored, mended.contract.dropped)


def _originals(lines: Sequence[ReflectionLine]) -> list[StoredObservation]:
    return observations.of_ids(sorted({source for line in lines for source in line.sources}))


def _reworded(
    line: ReflectionLine, reworded: Collection[int], alive: dict[int, StoredObservation]
) -> list[ReflectionLine]:
    """Return what a line becomes when some of its sources say something else, or must survive, now."""
    if line.is_pinned:
        return [line]
    if is_left_out(line):
        rest = [source for source in line.sources if source in alive and not contract.is_sacred(alive[source])]
        return [count_left_out(rest)] if rest else []
    if not set(reworded).intersection(line.sources):
        return [line]
    return [as_line(alive[source].content, (source,)) for source in line.sources if source in alive]
