"""Secrets in files of passwords for programs: the lines of `.pgpass`."""

import re
from collections.abc import Iterator

from codewatch.privacy.found import Found
from codewatch.privacy.hinting import starts
from codewatch.privacy.values import is_placeholder

HINTS = (b":5432:", b":*:*:")
# From the port, or a star for any, on: the database, or a star, the user, the password. It ends its line.
_REST = re.compile(
    r":(?:5432|\*):[\w*.-]{1,60}:[\w*.@-]{1,60}:((?=[^\s\"':\\]{0,60}[\d!#$%&*])[^\s\"':\\]{4,200})(?=\\{1,4}[nr]|\s|\\{0,7}[\"']|\Z)"
)


def find(text: str) -> Iterator[Found]:
    """Yield the passwords in the lines of `.pgpass`."""
    for hint in HINTS:
        for start in starts(text, hint.decode()):
            found = _REST.match(text, start)
            if found is not None and not is_placeholder(found[1]):
                yield Found(*found.span(1), "secret-value")
