"""Secrets in tables of plain text: a head that tells ("user,password"), and rows with a value below it."""

import re
from collections.abc import Iterator

from codewatch.privacy.found import Found
from codewatch.privacy.names import Name
from codewatch.privacy.values import Place, is_secret

_SIGNS = (",", ";", "\t")
_CELL = re.compile(r"\s*[\"']?[A-Za-z][\w .-]{0,40}[\"']?\s*")
_NOT_A_HEAD = frozenset("(){}[]<>=:#*/\\|`$@!?&%+")
_MOST_ROWS = 50


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
