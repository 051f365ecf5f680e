"""Unreflected observations become one reflection, by rules, at the lowest level that is short enough."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from codewatch import thresholds
from codewatch.agents import rolling
from codewatch.agents.reflecting.compress import compress
from codewatch.agents.reflecting.facts import Fact, facts_of
from codewatch.agents.repair import repair
from codewatch.observations import StoredObservation
from codewatch.reflections import Reflection, ReflectionLine, StoredReflection

MAX_LEVEL = 3
OBSERVER = "rules"


def reflect(
    pending: Sequence[StoredObservation], *, threshold: int, max_level: int = MAX_LEVEL, chars_per_token: int = 4,
    first_level: int = 0, earlier: StoredReflection | None = None, originals: Sequence[StoredObservation] = (),
) -> Reflection | None:  # fmt: skip
    """Return the reflection of `pending` (oldest first), or None when there is nothing to reflect, or nothing to gain.

    `earlier` is the newest reflection so far, `originals` what it stands for; while it has room its lines are taken
    over, and with them it is replaced.

    Each level from `first_level` up starts from the originals; the first whose size reaches 60 % of the smaller of
    threshold and input is taken, else the shortest that is no longer than its input (F52). `threshold` is in tokens.
    What breaks the contract even after repair is never taken.
    """
    if not pending:
        return None
    taken_over = rolling.taken_over(earlier, pending, threshold=threshold)
    everything = [*originals, *pending] if taken_over else list(pending)
    by_id = {observation.id: observation for observation in everything}
    input_tokens = sum(observation.tokens for observation in everything)
    by_hand = [line for line in taken_over.lines if line.is_pinned] if taken_over else []
    input_tokens += _size(by_hand, chars_per_token)
    # What is taken over has its size already.
    target = thresholds.reflection_target(sum(one.tokens for one in pending), threshold=threshold)
    target += taken_over.output_tokens if taken_over else 0
    replaces = taken_over.id if taken_over else None
    facts = facts_of(pending)
    best: Reflection | None = None
    for level, woven in _levels(facts, taken_over, by_id, range(first_level, max_level + 1), target, chars_per_token):
        lines, kept = repair(woven, everything, level=level)
        if not kept.is_kept:
            continue
        size = _size(lines, chars_per_token)
        # What is longer than what it stands for would make the memory larger.
        if size > input_tokens:
            lines = _bare(lines)
            size = _size(lines, chars_per_token)
        if size <= input_tokens and (best is None or size < best.output_tokens):
            best = Reflection(level, lines, input_tokens, size, OBSERVER, kept, replaces=replaces)
        if best is not None and (size <= target or level == max_level):
            break
    return best


def _levels(
    facts: Sequence[Fact], taken_over: StoredReflection | None, by_id: Mapping[int, StoredObservation],
    levels: Sequence[int], target: int, chars_per_token: int,
) -> Iterator[tuple[int, tuple[ReflectionLine, ...]]]:  # fmt: skip
    """Yield each level and its lines, the lowest that are short enough first, then the others, the shortest first.

    Where the highest is too long for the target, the lower ones are: they are made only if it breaks the contract.
    """
    earlier = taken_over.lines if taken_over else ()
    highest = rolling.weave(earlier, compress(facts, levels[-1]), by_id)
    too_long: list[tuple[int, tuple[ReflectionLine, ...]]] = []
    is_reached = _size(highest, chars_per_token) <= target
    for level in levels[:-1] if is_reached else ():
        lines = rolling.weave(earlier, compress(facts, level), by_id)
        if _size(lines, chars_per_token) <= target:
            yield level, lines
        else:
            too_long.append((level, lines))
    yield levels[-1], highest
    yield from reversed(too_long)
    for level in reversed(levels[:-1]) if not is_reached else ():
        yield level, rolling.weave(earlier, compress(facts, level), by_id)


def _size(lines: Sequence[ReflectionLine], chars_per_token: int) -> int:
    return sum(thresholds.count_tokens(line.text, chars_per_token=chars_per_token) for line in lines)


def _bare(lines: Sequence[ReflectionLine]) -> tuple[ReflectionLine, ...]:
    """Return the lines in their order without what a few of them do not need: headings and dashes."""
    said = [line for line in lines if line.is_pinned or not line.is_heading]
    bare = [replace(line, text=line.text.removeprefix("- ")) for line in said]
    return tuple(line if short.is_heading or line.is_pinned else short for line, short in zip(said, bare, strict=True))
