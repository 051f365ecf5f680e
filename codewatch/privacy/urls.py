"""Passwords in addresses: what stands between a user's name and a host."""

import re
from collections.abc import Iterator

from codewatch.privacy.found import Found
from codewatch.privacy.values import is_placeholder, is_strong
from codewatch.privacy.words import mixes

HINTS = (b"://",)
WORDS = frozenset((b"thin",))
# A host, or what a program puts one in place of.
_FIELD = r"(?:\$?\{\{?[^{}\n]{1,80}\}|\$\([^()\n]{1,80}\)|<[^<>\n]{1,60}>)"
_PASSWORD = re.compile(
    r"://([^\s:/@'\"<>]{0,100}):([^\s'\"<>`]{2,200}?)@"
    rf"(?=[\w\[$.%-]+(?:[:/?,;\s\"'`)\\<>\]}}&#]|\Z)|(?P<field>{_FIELD}))"
)
_TOKEN = re.compile(r"://([A-Za-z0-9_%-]{16,200})@(?=[\w-]+\.)")
_ORACLE = re.compile(r"\bthin:[\w$#.-]{1,60}/([^\s@/\"'<>]{4,100})@")
# What stands in the password's place where the name is a token.
_AFTER_TOKENS = frozenset(("x-oauth-basic", "x-oauth-token"))
# Of these, an owner and a repository stand there, and after the sign a commit.
_NO_ACCOUNTS = ("github", "gitlab", "bitbucket", "sourcehut")
ACCOUNT_HINTS = (b"@tcp(", b"@unix(")
# An account as Go's driver of MySQL writes it: no scheme goes before, and a protocol stands between it and the host.
_ACCOUNT = re.compile(r"(?<![\w.%@-])[\w.%-]{1,60}:([^\s:@'\"<>`()][^\s'\"<>`()]{2,100}?)@(?=(?:tcp|unix)\()", re.ASCII)
_PLACEHOLDERS = frozenset(
    "password passwd pass pwd secret pw xxx xxxx token your_password your-password xyz abc def 123 foo bar port".split()
)


# Literals that a program joins part the password from the user's name.
_JOINED = re.compile(
    r"://[^\s:/@'\"<>]{1,100}:(?P<quote>[\"'])[ \t]{0,3}[+.\\]?\s{0,40}[+.]?[ \t]{0,3}[fru]?(?P=quote)"
    r"([^\s'\"<>`{}@]{3,200})@[\w.-]"
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
            # Where the host is one to come, so are words.
            if found["field"] and (value.isalpha() or "{" in value or "$" in value):
                continue
            if text.endswith(_NO_ACCOUNTS, 0, found.start()):
                continue
            # A password may hold a slash; a port and a path do not look like one.
            if "/" in value and (
                value.split("/")[0].isdigit()
                or "://" in value
                or not (is_strong(value, shortest=6) or mixes(value) == 3)
            ):
                continue
            yield Found(start, end, "url-password")
        for found in _JOINED.finditer(text):
            if not is_placeholder(found[2]) and found[2].lower() not in _PLACEHOLDERS:
                yield Found(*found.span(2), "url-password")
        for found in _TOKEN.finditer(text):
            # An escaped @ makes a name at a host of it.
            if "%40" not in found[1] and is_strong(found[1], shortest=16):
                yield Found(*found.span(1), "url-password")
    if b"thin" in near:
        for found in _ORACLE.finditer(text):
            if not is_placeholder(found[1]) and found[1].lower() not in _PLACEHOLDERS:
                yield Found(*found.span(1), "url-password")


def find_accounts(text: str) -> Iterator[Found]:
    """Yield the passwords of accounts before a protocol: "root:...@tcp(db:3306)/app"."""
    for found in _ACCOUNT.finditer(text):
        value = found[1]
        if not is_placeholder(value) and value.lower() not in _PLACEHOLDERS and not value.startswith("%"):
            yield Found(*found.span(1), "url-password")
