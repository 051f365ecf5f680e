"""Unreflected observations become one reflection, by rules, at the lowest level that is short enough."""

from collections.abc import Sequence
from typing import NamedTuple

from codewatch import thresholds
from codewatch.categories import Category, Priority
from codewatch.observations import StoredObservation, shorten
from codewatch.reflections import Reflection, ReflectionLine

MAX_LEVEL = 3
DAYS_IN_FULL = 3
_ALIKE = 0.8
_ALWAYS_KEPT = frozenset({Category.ARCHITECTURE, Category.USER_PREFERENCE, Category.CONVENTION, Category.BUGFIX})
_HEADINGS = {
    Category.USER_PREFERENCE: "Preferences", Category.ARCHITECTURE: "Decisions", Category.CONVENTION: "Conventions",
    Category.BUGFIX: "Faults and their causes", Category.LEARNING: "Learned", Category.DEPENDENCY: "Dependencies",
    Category.FILE_PATTERN: "Files", Category.TASK_CONTEXT: "Work done",
}  # fmt: skip


class _Item(NamedTuple):
    """One line to be: its text, the newest observation behind it, and the ids it stands for."""

    text: str
    newest: StoredObservation
    sources: tuple[int, ...]


def is_sacred(observation: StoredObservation) -> bool:
    """Return whether an observation must be found again, word for word, after every level (FEATURES F53)."""
    if observation.priority is Priority.HIGH or observation.category in _ALWAYS_KEPT:
        return True
    return observation.category is Category.LEARNING and observation.priority is Priority.MEDIUM


def reflect(
    pending: Sequence[StoredObservation], *, threshold: int, max_level: int = MAX_LEVEL, chars_per_token: int = 4,
    first_level: int = 0,
) -> Reflection | None:  # fmt: skip
    """Return the reflection of `pending` (oldest first), or None when there is nothing to reflect.

    Each level from `first_level` up starts from the originals; the first whose size reaches 60 % of the smaller of
    threshold and input is taken, else the highest (F52). `threshold` is in tokens.
    """
    if not pending:
        return None
    input_tokens = sum(observation.tokens for observation in pending)
    target = thresholds.reflection_target(input_tokens, threshold=threshold)
    reflection = None
    for level in range(first_level, max_level + 1):
        lines = _compress(pending, level)
        size = sum(thresholds.count_tokens(line.text, chars_per_token=chars_per_token) for line in lines)
        reflection = Reflection(level, lines, input_tokens, size)
        if size <= target:
            break
    return reflection


def _compress(pending: Sequence[StoredObservation], level: int) -> tuple[ReflectionLine, ...]:
    items = _merge_alike(pending)
    left_out: list[_Item] = []
    if level >= 1:
        left_out = [item for item in items if item.newest.priority is Priority.LOW and not is_sacred(item.newest)]
        items = [item for item in items if item not in left_out]
    if level >= 2:
        items = _merge_by_file(items)
    if level >= 3:
        items = _fold_old_days(items)
    lines: list[ReflectionLine] = []
    for category, heading in _HEADINGS.items():
        of_category = [item for item in items if item.newest.category is category]
        if of_category:
            lines.append(ReflectionLine(f"## {heading}", ()))
            lines += [
                ReflectionLine(f"- {item.text} ({item.newest.observed_at[:10]})", item.sources) for item in of_category
            ]
    if left_out:
        sources = tuple(sorted(source for item in left_out for source in item.sources))
        lines.append(ReflectionLine(f"{len(sources)} minor items are left out here and stay searchable.", sources))
    return tuple(lines)


def _merge_alike(pending: Sequence[StoredObservation]) -> list[_Item]:
    items: list[_Item] = []
    words_of: list[frozenset[str]] = []
    by_word: dict[str, list[int]] = {}
    for observation in pending:
        words = frozenset(observation.content.lower().split())
        candidates = {index for word in words for index in by_word.get(word, ())[-20:]}
        twin = next(
            (index for index in sorted(candidates) if _is_twin(observation, words, items[index], words_of[index])), None
        )
        if twin is None:
            for word in words:
                by_word.setdefault(word, []).append(len(items))
            items.append(_Item(observation.content, observation, (observation.id,)))
            words_of.append(words)
        else:
            items[twin] = _Item(observation.content, observation, (*items[twin].sources, observation.id))
    return items


def _is_twin(observation: StoredObservation, words: frozenset[str], item: _Item, other: frozenset[str]) -> bool:
    if observation.category is not item.newest.category or len(words & other) <= _ALIKE * len(words | other):
        return False
    # What differs may be wording, never a number, a path or a name.
    return not any(_is_literal(word) for word in words ^ other)


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
        if is_sacred(observation):
            key = str(observation.id)
        groups.setdefault((observation.category, key), []).append(item)
    merged: list[_Item] = []
    for (_, key), group in groups.items():
        if len(group) == 1:
            merged.append(group[0])
            continue
        text = shorten("; ".join(dict.fromkeys(item.text.rstrip(". ") for item in group)))
        sources = tuple(source for item in group for source in item.sources)
        merged.append(_Item(f"{key}: {text}" if key else text, group[-1].newest, sources))
    return merged


def _fold_old_days(items: Sequence[_Item]) -> list[_Item]:
    days = sorted({item.newest.observed_at[:10] for item in items}, reverse=True)
    recent = set(days[:DAYS_IN_FULL])
    kept = [item for item in items if item.newest.observed_at[:10] in recent or is_sacred(item.newest)]
    folded: dict[tuple[str, str], list[_Item]] = {}
    for item in items:
        if item not in kept:
            folded.setdefault((item.newest.observed_at[:10], item.newest.category), []).append(item)
    for group in folded.values():
        text = shorten("; ".join(shorten(item.text.rstrip(". "), 60) for item in group), 240)
        kept.append(_Item(text, group[-1].newest, tuple(source for item in group for source in item.sources)))
    return kept
