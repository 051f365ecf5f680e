"""Unreflected observations become one reflection, by rules, at the lowest level that is short enough."""

from collections.abc import Sequence

from codewatch import thresholds
from codewatch.agents.reflecting.compress import compress
from codewatch.agents.reflecting.facts import facts_of
from codewatch.agents.repair import repair
from codewatch.observations import StoredObservation
from codewatch.reflections import Reflection, ReflectionLine

MAX_LEVEL = 3
OBSERVER = "rules"


def reflect(
    pending: Sequence[StoredObservation], *, threshold: int, max_level: int = MAX_LEVEL, chars_per_token: int = 4,
    first_level: int = 0,
) -> Reflection | None:  # fmt: skip
    """Return the reflection of `pending` (oldest first), or None when there is nothing to reflect, or nothing to gain.

    Each level from `first_level` up starts from the originals; the first whose size reaches 60 % of the smaller of
    threshold and input is taken, else the shortest that is no longer than its input (F52). One that does not keep the
    contract, even repaired, is none of them. `threshold` is in tokens.
    """
    if not pending:
        return None
    input_tokens = sum(observation.tokens for observation in pending)
    target = thresholds.reflection_target(input_tokens, threshold=threshold)
    facts = facts_of(pending)
    levels = {level: compress(facts, level) for level in range(first_level, max_level + 1)}
    sizes = {level: _size(lines, chars_per_token) for level, lines in levels.items()}
    best: Reflection | None = None
    # To repair costs more than to compress: those that promise most are looked at first.
    for level in sorted(levels, key=lambda level: (max(sizes[level], target), level)):
        lines, kept = repair(levels[level], pending, level=level)
        size = _size(lines, chars_per_token)
        # What is longer than what it stands for would make the memory larger.
        if size > input_tokens:
            lines = _bare(lines)
            size = _size(lines, chars_per_token)
        if kept.is_kept and size <= input_tokens and (best is None or size < best.output_tokens):
            best = Reflection(level, lines, input_tokens, size, OBSERVER, kept)
            # Repair makes lines longer, and those to come are longer as they are.
            if size <= target or size <= min((sizes[later] for later in sizes if later > level), default=size):
                break
    return best


def _size(lines: Sequence[ReflectionLine], chars_per_token: int) -> int:
    return sum(thresholds.count_tokens(line.text, chars_per_token=chars_per_token) for line in lines)


def _bare(lines: Sequence[ReflectionLine]) -> tuple[ReflectionLine, ...]:
    """Return the lines in their order without what a few of them do not need: headings and dashes."""
    said = [line for line in lines if not line.is_heading]
    bare = [ReflectionLine(line.text.removeprefix("- "), line.sources) for line in said]
    return tuple(line if short.is_heading else short for line, short in zip(said, bare, strict=True))
