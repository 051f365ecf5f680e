"""Facts into items: what says the same becomes one item, which stands for all of them."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from codewatch.agents.reflecting.facts import Fact, says_all_of
from codewatch.categories import Category
from codewatch.observations import StoredObservation

# How many others that share its rarest word one is compared with: so many words are in no hurry to be rare.
_MOST_COMPARED = 60


class Item(NamedTuple):
    """One line to be: its text, the observation that says it best, the ids it stands for, whether one is sacred."""

    text: str
    told: StoredObservation
    sources: tuple[int, ...]
    is_sacred: bool
    fact: Fact

    @property
    def category(self) -> Category:
        """Return the category of what it tells."""
        return self.told.category

    @property
    def day(self) -> str:
        """Return the date of what it tells."""
        return self.told.observed_at[:10]


def merge_same(facts: Sequence[Fact]) -> list[Item]:
    """Return an item for all facts that say the same, in the order of the first of each.

    Where one of them must survive, it is the same in the same words. It is told as the user said it last, or without
    the user as it was said last.
    """
    same: dict[object, list[Fact]] = {}
    for fact in facts:
        same.setdefault(fact.exact_key, []).append(fact)
    groups: dict[object, list[Fact]] = {}
    for group in same.values():
        is_sacred = any(fact.is_sacred for fact in group)
        groups.setdefault(group[0].exact_key if is_sacred else group[0].key, []).extend(group)
    return [_item(group) for group in groups.values()]


def _item(group: Sequence[Fact]) -> Item:
    best = max(group, key=lambda fact: (fact.is_by_user, fact.observation.observed_at, fact.observation.id))
    sources = tuple(fact.observation.id for fact in group)
    return Item(best.observation.content, best.observation, sources, any(fact.is_sacred for fact in group), best)


def absorb(items: Sequence[Item]) -> list[Item]:
    """Return the items without those of which another says every word; it stands for them from then on.

    What the user said is absorbed by another word of the user alone, what is sacred by what is sacred.
    """
    often = Counter(word for item in items for word in item.fact.words)
    places: dict[str, list[int]] = {}
    for place, item in enumerate(items):
        for word in item.fact.words:
            places.setdefault(word, []).append(place)
    into: dict[int, int] = {}
    for place, item in enumerate(items):
        rare = min(item.fact.words, key=lambda word: (often[word], word), default="")
        for other in places.get(rare, ())[-_MOST_COMPARED:]:
            if other != place and other not in into and _may_absorb(items[other], item, other > place):
                into[place] = other
                break
    extra: dict[int, list[int]] = {}
    for place in into:
        end = into[place]
        while end in into:
            end = into[end]
        extra.setdefault(end, []).extend(items[place].sources)
    return [
        item._replace(sources=tuple(sorted({*item.sources, *extra.get(place, ())})))
        for place, item in enumerate(items)
        if place not in into
    ]


def _may_absorb(one: Item, other: Item, is_later: bool) -> bool:
    if len(other.fact.words) < 2 or (other.is_sacred and not one.is_sacred):
        return False
    if other.fact.is_by_user and not one.fact.is_by_user:
        return False
    if not says_all_of(one.fact, other.fact):
        return False
    # Two that say all of each other: the user's stays, else the later one.
    return (one.fact.is_by_user and not other.fact.is_by_user) or is_later or not says_all_of(other.fact, one.fact)
