"""Secrets in tables of plain text: a head that tells ("user,password"), and rows with a value below it."""

import re
from collections.abc import Iterator

from codewatch.privacy.found import Found
from codewatch.privacy.names import Name
from codewatch.privacy.values import Place, is_hash_or_id, is_secret

_SIGNS = (",", ";", "\t")
_CELL = re.compile(r"\s*[\"']?[A-Za-z][\w .-]{0,40}[\"']?\s*")
_NOT_A_HEAD = frozenset("(){}[]<>=:#*/\\|`$@!?&%+")
_MOST_ROWS = 50
# The end of a head, and the rule below: "| password |\n|----|", " id | token \n----+----".
RULE = re.compile(r"[`*]{0,2}[ ]{0,200}(?:\|[^\n]{0,400})?\r?\n[ ]{0,4}[|+]?[ ]?:?-{3}[-+| :]{0,400}\r?(?:\n|\Z)")
# The columns of an INSERT behind the name, and its rows.
_ROWS_FOLLOW = re.compile(r"[^()\n]{0,300}\)\s{1,4}(?i:values)\s{0,4}(?=\()")
_ROW = re.compile(r"\s{0,4}\(([^()\n]{1,1000})\),?")
_SQL_VALUE = re.compile(
    r"(?:^|,)\s{0,4}[NnEe]?(\\{0,7}')?((?(1)(?:[^'\n]|''){0,300}?(?=\\{0,7}')|[^',\n]{0,100}))(?(1)\\{0,7}'|)"
)


def below(text: str, name: Name) -> Iterator[Found]:
    """Yield the secrets in the column of which a telling name is the head."""
    begin = text.rfind("\n", 0, name.start) + 1
    end = text.find("\n", name.end)
    if end < 0 or end - begin > 400:
        return
    head = text[begin:end]
    if not _NOT_A_HEAD.isdisjoint(head):
        return
    sign = next((sign for sign in _SIGNS if sign in head), None)
    if sign is None:
        return
    cells = head.split(sign)
    number = text[begin : name.start].count(sign)
    if (
        not all(_CELL.fullmatch(cell) for cell in cells)
        or name.end - name.start < len(cells[number].strip(" \"'\r")) - 12
    ):
        return
    for _ in range(_MOST_ROWS):
        begin, end = end + 1, text.find("\n", end + 1)
        row = text[begin : end if end >= 0 else min(len(text), begin + 2_000)]
        values = row.split(sign)
        if len(values) != len(cells):
            return
        value = values[number].strip(" \"'\r")
        if is_secret(value, place=Place.LINE, is_pass=name.is_pass):
            start = begin + sum(map(len, values[:number])) + number + values[number].index(value)
            yield Found(start, start + len(value), "secret-value")
        if end < 0:
            return


def under_rule(text: str, name: Name) -> Iterator[Found]:
    """Yield the secrets in the column of a table with a rule below its heads, of which a telling name is one."""
    begin = text.rfind("\n", 0, name.start) + 1
    cells = text[begin : text.find("\n", name.end)].split("|")
    number = text.count("|", begin, name.start)
    if len(cells) < 2 or cells[number].strip(" `*\r") != text[name.start : name.end]:
        return
    end = text.find("\n", text.find("\n", name.end) + 1)
    for _ in range(_MOST_ROWS):
        if end < 0:
            return
        begin, end = end + 1, text.find("\n", end + 1)
        values = text[begin : end if end >= 0 else min(len(text), begin + 2_000)].split("|")
        if len(values) != len(cells):
            return
        value = values[number].strip(" `\r")
        if len(value) >= 8 and is_secret(value, place=Place.LINE, is_pass=name.is_pass) and not _is_id(value, name):
            start = begin + sum(map(len, values[:number])) + number + values[number].index(value)
            yield Found(start, start + len(value), "secret-value")


def _is_id(value: str, name: Name) -> bool:
    return is_hash_or_id(value) and (name.is_bare_key or name.is_short)


def in_values(text: str, name: Name) -> Iterator[Found]:
    """Yield the secrets that an INSERT puts into the column that a telling name is."""
    rows = _ROWS_FOLLOW.match(text, name.end)
    opened = text.rfind("(", max(0, name.start - 400), name.start)
    if rows is None or opened < 0:
        return
    number = text.count(",", opened, name.start)
    position = rows.end()
    for _ in range(_MOST_ROWS):
        row = _ROW.match(text, position)
        if row is None:
            return
        position = row.end()
        for place, value in enumerate(_SQL_VALUE.finditer(row[1])):
            if place == number and value[1] and is_secret(value[2], place=Place.QUOTED, is_pass=name.is_pass):
                yield Found(row.start(1) + value.start(2), row.start(1) + value.end(2), "secret-value")
