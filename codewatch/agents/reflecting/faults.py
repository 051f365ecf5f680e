"""Failures into cause and fix: a failed command with its error and what ended it, those that are alike in one line."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from codewatch.agents.reflecting.alike import Item
from codewatch.agents.reflecting.topics import in_groups
from codewatch.literals import literals_of, spans_of

# How the rules word what they find; what others word otherwise is told as it stands.
_FAILED = re.compile(
    r"(?P<command>`[^`]+`) failed(?: \((?P<counts>[^()]*)\))? with: (?P<error>[^;]+); (?P<again>it|`[^`]+`) passes"
    r"(?: \((?P<passed>[^()]*)\))? after (?P<fix>[^;]+)"
)
_WORKED = re.compile(r"(?P<command>`[^`]+`) failed with: (?P<error>[^;]+); (?P<cure>`[^`]+`) worked instead")
_COMMIT = re.compile(r"Committed (?P<hash>[0-9a-f]{7,40}) on (?P<branch>\S+): (?P<subject>[^;]+)")
_MOST_CHARS = 290
_PIECE = re.compile(r"\w+")


class _Part(NamedTuple):
    """An item taken apart: what its line may be headed by, and what is told behind each of these heads."""

    item: Item
    by_error: tuple[str, str]
    by_command: tuple[str, str]


def join_faults(items: Iterable[Item]) -> list[Item]:
    """Return items with those of one error, of one command, and committed on one branch, in one line each."""
    others: list[Item] = []
    by_error: dict[str, list[_Part]] = {}
    commits: dict[str, list[Item]] = {}
    for item in items:
        # Its own words: made shorter they may no longer be in the rules' shape.
        content = " ".join(item.told.content.split())
        if found := _COMMIT.fullmatch(content):
            commit = item._replace(text=f"{found['hash']} {found['subject'].rstrip('. ')}")
            commits.setdefault(f"Committed on {found['branch']}", []).append(commit)
        elif part := _part(item, content):
            by_error.setdefault(_skeleton(part.by_error[0], part.by_error[1]), []).append(part)
        else:
            others.append(item)
    lines: list[Item] = []
    by_command: dict[str, list[Item]] = {}
    for parts in by_error.values():
        if len(parts) > 1:
            lines += _of_one_error(parts)
        else:
            head, text = parts[0].by_command
            by_command.setdefault(head, []).append(parts[0].item._replace(text=text))
    for head, group in (*by_command.items(), *commits.items()):
        lines += [_joined(f"{head}: ", part) for part in in_groups(group, _MOST_CHARS)]
    return [*others, *lines]


def _part(item: Item, content: str) -> _Part | None:
    if found := _FAILED.fullmatch(content):
        counts, passed = found["counts"] or "", found["passed"] or ""
        told = f" ({passed})" if set(literals_of(passed)) - set(literals_of(counts)) else ""
        again = "passed" if found["again"] == "it" else f"{found['again']} passed"
        error, cure = found["error"].strip().rstrip("."), f"{again}{told} after {found['fix'].rstrip('. ')}"
        failed = f" ({counts})" if "fail" in counts else f" failed ({counts})" if counts else " failed"
        return _Part(
            item, (error, f"{found['command']}{failed}, {cure}"),
            (f"{found['command']} failed", f"{error}{f' ({counts})' if counts else ''}, {cure}"),
        )  # fmt: skip
    if found := _WORKED.fullmatch(content):
        error = found["error"].strip().rstrip(".")
        return _Part(
            item, (error, f"{found['command']} failed, {found['cure']} worked instead"),
            (f"{found['command']} failed", f"{error}, {found['cure']} worked instead"),
        )  # fmt: skip
    return None


def _skeleton(error: str, rest: str) -> str:
    """Return an error without what it names, and without words that stand in what the rest names: a branch, a file."""
    words: list[str] = []
    place = 0
    for start, end in spans_of(error):
        words += [error[place:start], "_"]
        place = end
    named = {piece for literal in literals_of(rest) for piece in _PIECE.findall(literal)}
    plain = "".join([*words, error[place:]])
    return _PIECE.sub(lambda piece: "_" if piece[0] in named else piece[0].lower(), plain)


def _of_one_error(parts: Sequence[_Part]) -> list[Item]:
    """Return lines headed by the error of the first; the others tell what theirs names besides."""
    lines: list[Item] = []
    for group in in_groups([part.item._replace(text=part.by_error[1]) for part in parts], _MOST_CHARS):
        errors = {part.item.told.id: part.by_error[0] for part in parts}
        head = errors[group[0].told.id]
        known = set(_names(head))
        told = [
            item._replace(text=f"with {', '.join(own)}: {item.text}")
            if (own := [name for name in _names(errors[item.told.id]) if name not in known])
            else item
            for item in group
        ]
        lines.append(_joined(f"{head}: ", told))
    return lines


def _names(error: str) -> list[str]:
    return list(dict.fromkeys(error[start:end] for start, end in spans_of(error)))


def _joined(head: str, group: Sequence[Item]) -> Item:
    sources = tuple(source for item in group for source in item.sources)
    text = head + "; ".join(item.text for item in group)
    return group[-1]._replace(text=text, sources=sources, is_sacred=any(item.is_sacred for item in group))
