"""Faults into cause and fix: a failed command with its error and what ended it, those of one command together."""

import re
from collections.abc import Iterable

from codewatch.agents.reflecting.alike import Item
from codewatch.agents.reflecting.topics import in_groups

_FAILED = re.compile(
    r"(?P<command>`[^`]+`) failed(?: \((?P<counts>[^()]*)\))? with: (?P<error>[^;]+); (?P<again>it|`[^`]+`) passes"
    r"(?: \((?P<passed>[^()]*)\))? after (?P<fix>[^;]+)"
)
_COMMIT = re.compile(r"Committed (?P<hash>[0-9a-f]{7,40}) on (?P<branch>\S+): (?P<subject>[^;]+)")
_MOST_CHARS = 290


def join_faults(items: Iterable[Item]) -> list[Item]:
    """Return faults with those of one command, and those that were committed on one branch, in one line each."""
    groups: dict[str, list[Item]] = {}
    others: list[Item] = []
    for item in items:
        head, text = _cause_and_fix(item)
        if head:
            groups.setdefault(head, []).append(item._replace(text=text))
        else:
            others.append(item)
    lines: list[Item] = []
    for head, of_head in groups.items():
        for group in in_groups(of_head, _MOST_CHARS):
            sources = tuple(source for item in group for source in item.sources)
            text = f"{head}: {'; '.join(item.text for item in group)}"
            lines.append(
                group[-1]._replace(text=text, sources=sources, is_sacred=any(item.is_sacred for item in group))
            )
    return [*others, *lines]


def _cause_and_fix(item: Item) -> tuple[str, str]:
    """Return what a fault's line is headed by, and the rest; nothing for what is worded in another way."""
    # Its own words: made shorter they may no longer be in the rules' shape.
    content = " ".join(item.told.content.split())
    if found := _FAILED.fullmatch(content):
        counts = f" ({found['counts']})" if found["counts"] else ""
        again = "passed" if found["again"] == "it" else f"{found['again']} passed"
        passed = f" ({found['passed']})" if found["passed"] else ""
        return f"{found['command']} failed", f"{found['error'].strip()}{counts}, {again}{passed} after {found['fix']}"
    if found := _COMMIT.fullmatch(content):
        return f"Committed on {found['branch']}", f"{found['hash']} {found['subject']}"
    return "", ""
