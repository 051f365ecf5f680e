"""The small things of one day into a few lines: what was tested, what failed, which files were touched, what was asked.

Each kind has a line of its own, so that a search and an eye find it; what the rules word in another way stands last.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from codewatch import terms
from codewatch.agents.reflecting import shorter
from codewatch.agents.reflecting.alike import Item
from codewatch.agents.reflecting.topics import is_joinable
from codewatch.observations import CUT_MARK, shorten

# A line is about as long as a screen is wide, twice.
LINE_CHARS = 260
_ASKED = re.compile(r'Asked:? "(?P<request>[^"]+?)(?P<cut>…?)"(?:, then committed "(?P<commit>[^"]+?)…?")?')
_PASSED = re.compile(r"`(?P<command>[^`]+)` passed: (?P<results>.+)")
_FAILED = re.compile(r"`(?P<command>[^`]+)` failed: (?P<error>.+)")
_THEN = re.compile(r"; (?:then )?")
_ERROR = re.compile(r"\b[A-Za-z_.]*(?:Error|Exception)\b|\bE[A-Z]{3,}\b|\b[A-Z]{1,8}-?\d{2,6}\b")
# A file, a folder or a test by its name; `./...` and `.` are all there is.
_TARGET = re.compile(r"^(?!-|\.$|\./?\.\.\.$)\S*[/.:\[]\S")
_CHAIN = re.compile(r"&&|;|\|\|")
_COUNTS = re.compile(r"\d+ tests?\b[^;]*|[^;]*\b\d+ (?:failed|passed|failures?|errors?)\b[^;]*")
_NUMBERS = re.compile(r"\d+")
_REQUEST_CHARS = 64
_LEAST_WORDS = 3
_PART_CHARS = 90
# The level of a day that lies before those which level 3 tells of in full.
OLD = 4
# How many characters a day's lines of each kind may take at a level; nothing stands for all there is.
_ROOM: dict[str, dict[int, int | None]] = {
    "passed": {1: None, 2: 400, 3: 240, OLD: 80},
    "failed": {1: None, 2: 420, 3: 120, OLD: 80},
    "files": {1: None, 2: None, 3: 600, OLD: 120},
    "asked": {1: 220, 2: 80, 3: 0, OLD: 0},
    "also": {1: 400, 2: 160, 3: 0, OLD: 0},
}


class DayLine(NamedTuple):
    """A line about a day without its date, and the items it tells of."""

    text: str
    items: tuple[Item, ...]


def tell(items: Sequence[Item], level: int, *, without: str = "") -> list[DayLine]:
    """Return the lines that tell of a day's small items at a level from 1 to 3, or `OLD`.

    What stands in `without` is not asked.

    An item may be told in two of them: what was asked, and which files that touched.
    """
    # The same error comes again with other counts.
    last = {_without_counts(part): part for item in items for part in _failures(item, level)}
    failures = [(item, last[_without_counts(part)]) for item in items for part in _failures(item, level)]
    lines = [
        *wrapped("passed", _passed(items, level), _ROOM["passed"][level]),
        *wrapped("failed", failures, _ROOM["failed"][level]),
        *wrapped("files", _files(items, level), _ROOM["files"][level], mark=", " if level >= 3 else "; "),
    ]
    asked = _requests(items, without)
    lines += wrapped("asked", asked, _ROOM["asked"][level])
    told = {id(item) for line in lines for item in line.items}
    also = [(item, part) for item in items if id(item) not in told and (part := _other(item))]
    return [*lines, *wrapped("also", also, _ROOM["also"][level])]


def wrapped(
    kind: str, parts: Iterable[tuple[Item, str]], room: int | None, *, mark: str = "; "
) -> list[DayLine]:  # fmt: skip
    """Return parts in as many lines as they need, the same part once; those beyond `room` characters are not told."""
    by_part: dict[str, list[Item]] = {}
    for item, part in parts:
        by_part.setdefault(part, []).append(item)
    lines: list[DayLine] = []
    texts: list[str] = []
    told: list[Item] = []
    used = 0
    for part, items in by_part.items():
        if room is not None and used + len(part) > room:
            continue
        used += len(part) + len(mark)
        if texts and sum(map(len, texts)) + len(mark) * len(texts) + len(part) > LINE_CHARS:
            lines.append(DayLine(f"{kind}: {mark.join(texts)}", tuple(told)))
            texts, told = [], []
        texts.append(part)
        told += items
    return [*lines, DayLine(f"{kind}: {mark.join(texts)}", tuple(told))] if texts else lines


def _passed(items: Iterable[Item], level: int) -> list[tuple[Item, str]]:
    """Return what passed, by command, each result once: from level 2 on the counts, of an old day the last."""
    by_head: dict[str, dict[str, list[Item]]] = {}
    for item in items:
        passed = _PASSED.fullmatch(item.told.content)
        for result in _THEN.split(passed["results"]) if passed else []:
            counted = _COUNTS.search(result) if level >= 2 else None
            short = shorten((counted[0] if counted else result).strip(), _PART_CHARS)
            if passed and is_joinable(short):
                by_head.setdefault(_ran(passed["command"]), {}).setdefault(short, []).append(item)
    return [
        (item, f"{head} {'; '.join(group)}")
        for head, results in by_head.items()
        for group in _in_groups(list(results) if level < OLD else list(results)[-1:])
        for result in group
        for item in results[result]
    ]


def _ran(command: str) -> str:
    """Return what a passed command is called: the last one of a chain, and whether it was given a part to run."""
    last = [part for part in _CHAIN.split(command) if part.strip() and head_of(part) != "cd"][-1:] or [command]
    words = last[0].partition(" | ")[0].strip()
    head = head_of(words)
    has_part = any(_TARGET.search(word) for word in words.removeprefix(head).split())
    return f"`{head}`{' (a part)' if has_part else ''}"


def _failures(item: Item, level: int) -> list[str]:
    failed = _FAILED.fullmatch(item.told.content)
    if failed is None:
        return []
    head, error = head_of(failed["command"]), failed["error"]
    named = list(dict.fromkeys(_ERROR.findall(error)))
    if level >= 2 and named:
        counted = _COUNTS.match(error)
        return [" ".join([f"`{head}`", *([f"{counted[0].strip()},"] if counted else []), ", ".join(named[:3])])]
    part = shorten(f"`{head}` {error.replace(';', ',')}", _PART_CHARS + 30 if level < 2 else _PART_CHARS)
    return [part.replace(CUT_MARK, "…")] if _has_closed_quotes(part) else [f"`{head}`"]


def _without_counts(part: str) -> str:
    return _NUMBERS.sub("", part)


def _has_closed_quotes(text: str) -> bool:
    return text.count('"') % 2 == 0 and text.count("`") % 2 == 0 and not any(mark in text for mark in "“”„«»")


def head_of(command: str) -> str:
    """Return a command's program and, where it has one, its subcommand."""
    words = command.split()
    second = words[1] if len(words) > 1 else ""
    is_subcommand = second.isascii() and second.replace("-", "").replace(":", "").replace(".", "").isalpha()
    return f"{words[0]} {second}" if is_subcommand and second[0] != "-" else words[0]


def _files(items: Sequence[Item], level: int) -> list[tuple[Item, str]]:
    """Return the files that were touched, by folder, in the order of the first of each; at level 3 their names."""
    folders: dict[str, dict[str, list[Item]]] = {}
    for item in items:
        for file in item.told.files:
            folder, _, name = file.rpartition("/")
            if name and not file.startswith(("/", "~")) and " " not in file:
                folders.setdefault("" if level >= 3 else folder, {}).setdefault(name, []).append(item)
    parts: list[tuple[Item, str]] = []
    for folder, names in folders.items():
        for group in _in_groups(list(names)):
            head = "" if not folder else f"{folder}/" if len(group) == 1 else f"{folder}: "
            text = f"{head}{', '.join(group)}"
            parts += [(item, text) for name in group for item in names[name]]
    return parts


def _in_groups(names: Sequence[str]) -> list[list[str]]:
    groups: list[list[str]] = [[]]
    for name in names:
        if sum(len(each) + 2 for each in groups[-1]) + len(name) > LINE_CHARS // 2:
            groups.append([])
        groups[-1].append(name)
    return [group for group in groups if group]


def _requests(items: Sequence[Item], without: str) -> list[tuple[Item, str]]:
    """Return what was asked for, each once, and not what stands in `without` or is a longer one's beginning."""
    found = [(item, request) for item in items if (request := _request(item))]
    texts = {request for _, request in found}
    said = without.lower()
    return [
        (item, request)
        for item, request in found
        if request.lower() not in said
        and not any(other.startswith(request.rstrip("…")) and other != request for other in texts)
    ]  # fmt: skip


def _request(item: Item) -> str:
    """Return what an item says that the user asked for, "" where it is talk."""
    found = _ASKED.match(item.told.content)
    if found is None:
        return ""
    request = found["request"].strip().rstrip(".…, ")
    counted = terms.analyse(request, without=terms.STOP_WORDS).words
    if len(counted) < _LEAST_WORDS or request.endswith(("?", "？")):
        return ""
    short = shorten(shorter.shorten(request, 1), _REQUEST_CHARS)
    whole = short.removesuffix(CUT_MARK)
    if not is_joinable(whole):
        return ""
    return f"{whole}…" if found["cut"] or whole != short else whole


def _other(item: Item) -> str:
    """Return what is worded in no way that the other lines know, "" where it is no part of a list."""
    content = item.told.content
    if any(pattern.match(content) for pattern in (_ASKED, _PASSED, _FAILED)):
        return ""
    short = shorten(content.rstrip(". "), _PART_CHARS)
    return short if is_joinable(short) else ""
