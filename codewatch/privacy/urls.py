"""Passwords in addresses: what stands between a user's name and a host."""

import re
from collections.abc import Iterator

from codewatch.privacy.found import Found
from codewatch.privacy.values import is_placeholder, is_strong
from codewatch.privacy.words import mixes

HINTS = (b"://",)
WORDS = frozenset((b"thin",))
_PASSWORD = re.compile(r"://([^\s:/@'\"<>]{0,100}):([^\s'\"<>`]{2,200}?)@(?=[\w\[$.%-]+(?:[:/?,;\s\"'`)\\<>\]}&#]|\Z))")
_TOKEN = re.compile(r"://([A-Za-z0-9_-]{16,200})@(?=[\w-]+\.)")
_ORACLE = re.compile(r"\bthin:[\w$#.-]{1,60}/([^\s@/\"'<>]{4,100})@")
# What stands in the password's place where the name is a token.
_AFTER_TOKENS = frozenset(("x-oauth-basic", "x-oauth-token"))
_PLACEHOLDERS = frozenset(
    "password passwd pass pwd secret pw xxx xxxx token your_password your-password xyz abc def 123 foo bar port".split()
)


def find(text: str, near: set[bytes]) -> Iterator[Found]:
    """Yield the passwords in the addresses of a text that holds the hints `near`."""
    if b"://" in near:
        for found in _PASSWORD.finditer(text):
            start, end = found.span(2)
            value = found[2]
            if value.lower() in _AFTER_TOKENS:
                if is_strong(found[1], shortest=16):
                    yield Found(*found.span(1), "url-password")
                continue
            if value.lower() in _PLACEHOLDERS or is_placeholder(value) or (value.isdigit() and len(value) <= 5):
                continue
            # A password may hold a slash; a port and a path do not look like one.
            if "/" in value and (
                value.split("/")[0].isdigit()
                or "://" in value
                or not (is_strong(value, shortest=6) or mixes(value) == 3)
            ):
                continue
            yield Found(start, end, "url-password")
        for found in _TOKEN.finditer(text):
            if is_strong(found[1], shortest=16):
                yield Found(*found.span(1), "url-password")
    if b"thin" in near:
        for found in _ORACLE.finditer(text):
            if not is_placeholder(found[1]) and found[1].lower() not in _PLACEHOLDERS:
                yield Found(*found.span(1), "url-password")
