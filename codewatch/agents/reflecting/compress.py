"""Observations into the lines of a reflection at one level, by rules."""

from collections.abc import Iterable, Sequence

from codewatch.agents.reflecting import days, work
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
_COMMIT_CHARS = {1: 2_000, 2: 1_200, 3: 600}
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
            said = "\n".join(item.told.content for item in items)
            told = _work(of_category, minor, level, recent, said) if level else told
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
    newest_first = sorted({fact.observation.observed_at[:10] for fact in facts}, reverse=True)
    return frozenset(newest_first[:DAYS_IN_FULL])


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


def _work(
    items: Sequence[Item], minor: Sequence[Item], level: int, recent: frozenset[str], said: str
) -> list[ReflectionLine]:
    """Return what was done day by day: what is worth a line of its own, the commits, and the small things in a line."""
    lines: list[ReflectionLine] = []
    for day in sorted({item.day for item in (*items, *minor)}):
        of_day = [item for item in items if item.day == day]
        small = [item for item in minor if item.day == day]
        if level >= 3 and day not in recent:
            lines += _old_day(day, of_day, small)
        else:
            # What is asked for again on another day is told of the first.
            told = "\n".join(line.text for line in lines)
            lines += _day(day, of_day, small, level, f"{said}\n{told}")
    return lines


def _day(day: str, items: Sequence[Item], small: Sequence[Item], level: int, said: str) -> list[ReflectionLine]:
    commits, others = work.commits_of(items)
    told = work.tell_commits(commits, with_hash=level < 2, budget_chars=_COMMIT_CHARS[level])
    lines = [_line(item if item.is_sacred or level < 3 else _clipped(item)) for item in others]
    return [*lines, *_dated(day, [*told, *days.tell(small, level, without=said)])]


def _old_day(day: str, items: Sequence[Item], small: Sequence[Item]) -> list[ReflectionLine]:
    """Return a day of long ago: what is sacred in lines, all else in one short paragraph, or two."""
    sacred = [item for item in items if item.is_sacred]
    commits, others = work.commits_of([item for item in items if not item.is_sacred])
    told = work.tell_commits(commits, with_hash=False, budget_chars=_COMMIT_CHARS[3])
    parts = [(item, cut(item.text.rstrip(". "), _OLD_ITEM_CHARS)) for item in others if is_joinable(item.text)]
    told += days.wrapped("done", parts, _COMMIT_CHARS[3])
    told += days.tell(small, days.OLD)
    return [*(_line(item) for item in sacred), *_dated(day, _paragraphs(told))]


def _paragraphs(told: Sequence[days.DayLine]) -> list[days.DayLine]:
    """Return lines with as many of them as fit in one."""
    joined: list[days.DayLine] = []
    for line in told:
        if joined and len(joined[-1].text) + len(line.text) + 2 <= days.LINE_CHARS:
            before = joined.pop()
            joined.append(days.DayLine(f"{before.text}. {line.text}", (*before.items, *line.items)))
        else:
            joined.append(line)
    return joined


def _dated(day: str, told: Iterable[days.DayLine]) -> list[ReflectionLine]:
    """Return the lines with their date; in the place of one that is no shorter, what may not be left out of it."""
    lines: list[ReflectionLine] = []
    for each in told:
        items = list({item.told.id: item for item in each.items}.values())
        is_shorter = len(day) + len(each.text) < sum(len(item.told.content) for item in items)
        sound = _sound(f"{day} {each.text}", items) if is_shorter else []
        lines += sound or [_line(item) for item in items if item.told.priority is not Priority.LOW]
    return lines


def _line(item: Item) -> ReflectionLine:
    return as_line(item.text, item.sources)


def _sound(text: str, items: Sequence[Item]) -> list[ReflectionLine]:
    """Return the line of a text, none when it says what its items do not.

    A text that is put together from pieces may pair their quotes in a new way.
    """
    sources = tuple(sorted({source for item in items for source in item.sources}))
    support = known("\n".join(_supports(item.told) for item in items))
    is_sound = all(support.holds(literal) or literal == str(len(sources)) for literal in literals_of(text))
    return [ReflectionLine(f"- {text}", sources)] if is_sound else []


def _supports(observation: StoredObservation) -> str:
    return "\n".join((observation.content, *observation.files, observation.observed_at[:10]))
