"""Unreflected observations become one reflection, by rules, at the lowest level that is short enough."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from codewatch import thresholds
from codewatch.agents import rolling
from codewatch.agents.contract import is_sacred
from codewatch.agents.repair import repair
from codewatch.categories import Category, Priority
from codewatch.literals import denials_of, literals_of
from codewatch.observations import StoredObservation, shorten
from codewatch.reflections import (
    HEADING_MARK,
    HEADINGS,
    Reflection,
    ReflectionLine,
    StoredReflection,
    as_line,
    count_left_out,
)

MAX_LEVEL = 3
DAYS_IN_FULL = 3
OBSERVER = "rules"
_ALIKE = 0.8


class _Item(NamedTuple):
    """One line to be: its text, the newest observation behind it, the ids it stands for, and whether one is sacred."""

    text: str
    newest: StoredObservation
    sources: tuple[int, ...]
    is_sacred: bool


class _Wording(NamedTuple):
    """What two texts that say the same share: most words, all literals, and how they deny."""

    words: frozenset[str]
    literals: frozenset[str]
    denials: frozenset[str]


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
    before = taken_over.output_tokens if taken_over else 0
    reflection = None
    for level in range(first_level, max_level + 1):
        lines = rolling.weave(taken_over.lines if taken_over else (), _compress(pending, level), by_id)
        lines, kept = repair(lines, everything, level=level)
        if not kept.is_kept:
            continue
        size = _size(lines, chars_per_token)
        # What is longer than what it stands for would make the memory larger.
        if size > input_tokens:
            lines = _bare(lines)
            size = _size(lines, chars_per_token)
        if size <= input_tokens and (reflection is None or size < reflection.output_tokens):
            replaces = taken_over.id if taken_over else None
            reflection = Reflection(level, lines, input_tokens, size, OBSERVER, kept, replaces=replaces)
        if size - before <= target:
            break
    return reflection


def _size(lines: Sequence[ReflectionLine], chars_per_token: int) -> int:
    return sum(thresholds.count_tokens(line.text, chars_per_token=chars_per_token) for line in lines)


def _bare(lines: Sequence[ReflectionLine]) -> tuple[ReflectionLine, ...]:
    """Return the lines in their order without what a few of them do not need: headings and dashes."""
    said = [line for line in lines if line.is_pinned or not line.is_heading]
    bare = [replace(line, text=line.text.removeprefix("- ")) for line in said]
    return tuple(line if short.is_heading or line.is_pinned else short for line, short in zip(said, bare, strict=True))


def _compress(pending: Sequence[StoredObservation], level: int) -> tuple[ReflectionLine, ...]:
    items = _merge_alike(pending)
    left_out: list[_Item] = []
    if level >= 1:
        left_out = [item for item in items if item.newest.priority is Priority.LOW and not item.is_sacred]
        items = [item for item in items if item not in left_out]
    if level >= 2:
        items = _merge_by_file(items)
    if level >= 3:
        items = _fold_old_days(items)
    lines: list[ReflectionLine] = []
    for category, heading in HEADINGS.items():
        of_category = [item for item in items if item.newest.category is category]
        if of_category:
            lines.append(ReflectionLine(f"{HEADING_MARK}{heading}", ()))
            lines += [as_line(item.text, item.sources) for item in of_category]
    if left_out:
        lines.append(count_left_out([source for item in left_out for source in item.sources]))
    return tuple(lines)


def _merge_alike(pending: Sequence[StoredObservation]) -> list[_Item]:
    items: list[_Item] = []
    wordings: list[_Wording] = []
    by_word: dict[str, list[int]] = {}
    for observation in pending:
        content = observation.content
        wording = _Wording(frozenset(content.lower().split()), frozenset(literals_of(content)), denials_of(content))
        candidates = {index for word in wording.words for index in by_word.get(word, ())[-20:]}
        twin = next(
            (
                index
                for index in sorted(candidates)
                if observation.category is items[index].newest.category and _is_twin(wording, wordings[index])
            ),
            None,
        )
        if twin is None:
            for word in wording.words:
                by_word.setdefault(word, []).append(len(items))
            items.append(_Item(content, observation, (observation.id,), is_sacred(observation)))
            wordings.append(wording)
        else:
            items[twin] = _Item(
                content, observation, (*items[twin].sources, observation.id),
                items[twin].is_sacred or is_sacred(observation),
            )  # fmt: skip
    return items


def _is_twin(one: _Wording, other: _Wording) -> bool:
    if len(one.words & other.words) <= _ALIKE * len(one.words | other.words):
        return False
    # What differs may be wording, never a number, a path or a name, and not whether it is so.
    return (
        one.literals == other.literals
        and one.denials == other.denials
        and not any(_is_literal(word) for word in one.words ^ other.words)
    )


def _is_literal(word: str) -> bool:
    bare = word.strip(".,;:!?()\"'`")
    return not bare.isalpha()


def _merge_by_file(items: Sequence[_Item]) -> list[_Item]:
    groups: dict[tuple[str, str], list[_Item]] = {}
    for item in items:
        observation = item.newest
        key = (
            observation.files[0]
            if observation.files
            else ""
            if observation.category is Category.DEPENDENCY
            else str(observation.id)
        )
        if item.is_sacred:
            key = str(observation.id)
        groups.setdefault((observation.category, key), []).append(item)
    merged: list[_Item] = []
    for (_, key), group in groups.items():
        if len(group) == 1:
            merged.append(group[0])
            continue
        text = shorten("; ".join(dict.fromkeys(item.text.rstrip(". ") for item in group)))
        sources = tuple(source for item in group for source in item.sources)
        merged.append(_Item(f"{key}: {text}" if key else text, group[-1].newest, sources, False))
    return merged


def _fold_old_days(items: Sequence[_Item]) -> list[_Item]:
    days = sorted({item.newest.observed_at[:10] for item in items}, reverse=True)
    recent = set(days[:DAYS_IN_FULL])
    kept = [item for item in items if item.newest.observed_at[:10] in recent or item.is_sacred]
    folded: dict[tuple[str, str], list[_Item]] = {}
    for item in items:
        if item not in kept:
            folded.setdefault((item.newest.observed_at[:10], item.newest.category), []).append(item)
    for (day, _), group in folded.items():
        text = f"{day}: " + shorten("; ".join(shorten(item.text.rstrip(". "), 60) for item in group), 240)
        sources = tuple(source for item in group for source in item.sources)
        kept.append(_Item(text, group[-1].newest, sources, False))
    return kept
