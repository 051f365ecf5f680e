"""Observations into the lines of a reflection at one level, by rules."""

from collections.abc import Iterable, Sequence

from codewatch.agents.reflecting import work
from codewatch.agents.reflecting.alike import Item, absorb, merge_same
from codewatch.agents.reflecting.facts import Fact
from codewatch.agents.reflecting.faults import join_faults
from codewatch.agents.reflecting.shorter import shorten
from codewatch.agents.reflecting.topics import in_groups, is_joinable, join, join_by_topic
from codewatch.categories import Category, Priority
from codewatch.literals import known, literals_of
from codewatch.observations import StoredObservation
from codewatch.observations import shorten as cut
from codewatch.reflections import HEADING_MARK, HEADINGS, ReflectionLine, as_line, count_left_out

DAYS_IN_FULL = 3
_RULES = (Category.USER_PREFERENCE, Category.CONVENTION)
# How much of what a day's small items say may stand in its line, and how many characters at most and at least.
_MINOR_SHARE = {1: (0.30, 600), 2: (0.15, 300), 3: (0.06, 160)}
_LEAST_CHARS = 110
_COMMIT_CHARS = {1: 2_000, 2: 900, 3: 240}
_OLD_ITEM_CHARS = 110


def compress(facts: Sequence[Fact], level: int) -> tuple[ReflectionLine, ...]:
    """Return the lines that stand for all of `facts` (oldest first) at a level from 0 to 3.

    0 says once what is said several times. 1 leaves out what is low, but for a line a day, and says it in short
    sentences; conventions on one topic share a line. 2 takes what another says more of for told, faults to cause and
    fix, files and installs together. 3 has days before the newest three in one line of work each.
    """
    items = merge_same(facts)
    if level >= 2:
        items = absorb(items)
    minor = [item for item in items if level >= 1 and not item.is_sacred and item.told.priority is Priority.LOW]
    left = {item.sources for item in minor}
    items = [item for item in items if item.sources not in left]
    items = [item._replace(text=shorten(item.text, level)) for item in items]
    recent = _recent_days(facts)
    lines: list[ReflectionLine] = []
    for category, heading in HEADINGS.items():
        of_category = sorted(
            (item for item in items if item.category is category), key=lambda item: not item.fact.is_by_user
        )
        told = [_line(item) for item in _of_category(of_category, category, level, recent)]
        if category is Category.TASK_CONTEXT:
            told = _work(of_category, minor, level, recent) if level else told
        if told:
            lines += [ReflectionLine(f"{HEADING_MARK}{heading}", ()), *told]
    if minor:
        cited = {source for line in lines for source in line.sources}
        rest = [source for item in minor for source in item.sources if source not in cited]
        if rest:
            lines.append(count_left_out(rest))
    return tuple(lines)


def _of_category(items: Sequence[Item], category: Category, level: int, recent: frozenset[str]) -> list[Item]:
    if level < 1:
        return list(items)
    if category in (Category.BUGFIX, Category.LEARNING) and level >= 2:
        return join_faults(items)
    if category is Category.DEPENDENCY:
        items = work.combine_installs(items) if level >= 2 else items
        return _shared(items) if level >= 2 else list(items)
    if category is Category.FILE_PATTERN and level >= 2:
        items = _by_file(items)
    if level >= 3 and category not in _RULES:
        items = [item if item.is_sacred or item.day in recent else _clipped(item) for item in items]
    joins = category is Category.CONVENTION or (category is Category.USER_PREFERENCE and level >= 2) or level >= 3
    return join_by_topic(items) if joins else list(items)


def _recent_days(facts: Iterable[Fact]) -> frozenset[str]:
    days = sorted({fact.observation.observed_at[:10] for fact in facts}, reverse=True)
    return frozenset(days[:DAYS_IN_FULL])


def _clipped(item: Item) -> Item:
    return item._replace(text=cut(item.text, _OLD_ITEM_CHARS))


def _shared(items: Sequence[Item]) -> list[Item]:
    """Return dependencies with the short ones in lines together."""
    short = [item for item in items if is_joinable(item.text)]
    lines = [join(group) for group in in_groups(short)]
    return [*lines, *(item for item in items if item not in short)]


def _by_file(items: Sequence[Item]) -> list[Item]:
    """Return items with those about one file in one line, behind its name where they do not say it."""
    groups: dict[str, list[Item]] = {}
    for item in items:
        key = item.told.files[0] if item.told.files and is_joinable(item.text) else str(item.told.id)
        groups.setdefault(key, []).append(item)
    return [
        group[0] if len(group) == 1 else join(group, "" if all(file in item.text for item in group) else f"{file}: ")
        for file, group in groups.items()
    ]


def _work(items: Sequence[Item], minor: Sequence[Item], level: int, recent: frozenset[str]) -> list[ReflectionLine]:
    """Return what was done day by day: what is worth a line of its own, the commits, and the small things in a line."""
    lines: list[ReflectionLine] = []
    days = sorted({item.day for item in (*items, *minor)})
    for day in days:
        of_day = [item for item in items if item.day == day]
        small = [item for item in minor if item.day == day]
        lines += _old_day(day, of_day, small) if level >= 3 and day not in recent else _day(day, of_day, small, level)
    return lines


def _day(day: str, items: Sequence[Item], small: Sequence[Item], level: int) -> list[ReflectionLine]:
    commits, others = work.commits_of(items)
    lines = [_line(item) for item in others]
    told = work.tell_commits(commits, with_hash=True, budget_chars=_COMMIT_CHARS[level]) if commits else None
    if told is not None:
        lines += _sound([f"{day} {told.text}"], commits) or [_line(item) for item in commits]
    minor = work.tell_minor(small, budget_chars=_room(small, level), without=told.text if told else "")
    if minor is not None:
        lines += _sound([f"{day} also {minor.text}"], [item for item in small if item.sources[0] in minor.sources])
    return lines


def _old_day(day: str, items: Sequence[Item], small: Sequence[Item]) -> list[ReflectionLine]:
    """Return a day of long ago: what is sacred in lines, all else in one short paragraph."""
    sacred = [item for item in items if item.is_sacred]
    commits, others = work.commits_of([item for item in items if not item.is_sacred])
    told = work.tell_commits(commits, with_hash=False, budget_chars=_COMMIT_CHARS[3]) if commits else None
    parts = [told.text] if told else []
    parts += [cut(item.text.rstrip(". "), _OLD_ITEM_CHARS) for item in others if is_joinable(item.text)]
    minor = work.tell_minor(small, budget_chars=_room(small, 3), without=told.text if told else "")
    named = [item for item in small if minor is not None and item.sources[0] in minor.sources]
    if minor is not None:
        parts.append(f"also {minor.text}")
    lines = [_line(item) for item in sacred]
    if parts:
        lines += _sound([f"{day} {'. '.join(parts)}", f"{day} {parts[0]}"], [*commits, *others, *named])
    return lines


def _line(item: Item) -> ReflectionLine:
    return as_line(item.text, item.sources)


def _room(items: Sequence[Item], level: int) -> int:
    share, most = _MINOR_SHARE[level]
    return min(most, max(_LEAST_CHARS, int(share * sum(len(item.told.content) for item in items))))


def _sound(texts: Sequence[str], items: Sequence[Item]) -> list[ReflectionLine]:
    """Return the line of the first text that says nothing that its items do not, none when each does.

    A text that is put together from pieces may pair their quotes in a new way.
    """
    sources = tuple(sorted({source for item in items for source in item.sources}))
    support = known("\n".join(_supports(item.told) for item in items))
    for text in texts:
        if all(support.holds(literal) or literal == str(len(sources)) for literal in literals_of(text)):
            return [ReflectionLine(f"- {text}", sources)]
    return []


def _supports(observation: StoredObservation) -> str:
    return "\n".join((observation.content, *observation.files, observation.observed_at[:10]))
