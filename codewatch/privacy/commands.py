"""Secrets that stand in a header, a URL or an option of a command."""

import re
from collections.abc import Iterator

from codewatch.privacy import values
from codewatch.privacy.values import Found

KINDS = ("url-password", "authorization", "bearer-token", "cookie", "option-password")

_URL_PASSWORD = re.compile(r"://([^\s:/@'\"<>]{0,100}):([^\s/'\"<>]{2,200})@(?=[\w\[$.-])")
# A token may stand where the name stands, alone or before a word that says so.
_URL_TOKEN = re.compile(r"://([A-Za-z0-9_-]{20,255})(?::(?:x-oauth-basic|x-access-token)?)?@(?=[\w\[$.-])")
_URL_PLACEHOLDERS = frozenset(
    "password passwd pass pwd secret pw xxx xxxx token your_password your-password x-oauth-basic x-access-token".split()
)
_AUTHORIZATION = re.compile(
    r"(uthorization\\{0,3}[\"']?\]?\s{0,2}[:=,]\s{0,3}(?:\\{0,3}[\"'`f]{1,2})?)((?i:bearer|basic|token|apikey|digest|negotiate|aws4-hmac-sha256"
    r"|bot|key)(?:\s|%20|\+)\s{0,3})?([A-Za-z0-9+/=_.~%:-]{8,})",
    re.IGNORECASE,
)
_BEARER = re.compile(r"(bearer(?:\s|%20)\s{0,2}(?:\\?\n\s{0,12})?)([A-Za-z0-9+/=_.~-]{16,})", re.IGNORECASE)
_COOKIE = re.compile(
    r"((?:set-)?cookie\\{0,3}[\"']?\s{0,2}[:=]\s{0,2}(?:\\{0,3}[\"'])?)([^\s=;,\"']{1,60}=[^\n\"'\\]{1,2000})",
    re.IGNORECASE,
)
# Each command or option with the texts in lower case of which one must be there.
_OPTION_TABLE = (
    (
        " -u|--user|--basic",
        r"(?:^|[\s\"'])(?:-u|--user|--proxy-user|--basic-auth)[\s=]{1,2}[\"']?[^\s:\"']{1,60}:([^\s\"']{3,200})",
    ),
    ("mysql", r"\bmysql(?:dump|admin|import)?\b[^\n|;&]{0,200}?\s-p([^\s\"'$-][^\s\"']{3,100})"),
    ("sshpass", r"\bsshpass\s+-p\s{0,2}[\"']?([^\s\"'$]{3,100})"),
    ("redis-cli", r"\bredis-cli\b[^\n|;&]{0,200}?\s-a\s{1,2}[\"']?([^\s\"'$]{4,100})"),
    (
        " login",
        r"\b(?:docker|podman|helm|az|oc|skopeo)\b[^\n|;&]{0,60}?\blogin\b[^\n|;&]{0,200}?\s-p[\s=]{0,2}[\"']?([^\s\"'$-][^\s\"']{3,200})",
    ),
    ("zip -p|7z", r"\b(?:zip|unzip|7z|7za)\b[^\n|;&]{0,200}?\s-[Pp]\s{0,2}([^\s\"'$-][^\s\"']{5,100})"),
    (
        "ldap",
        r"\bldap(?:search|modify|add|delete|passwd|whoami)\b[^\n|;&]{0,300}?\s-w\s{0,2}[\"']?([^\s\"'$-][^\s\"']{3,100})",
    ),
    (
        "smb",
        r"\b(?:smbclient|smbmap|rpcclient|smbget)\b[^\n|;&]{0,200}?\s(?:-U|--user)[\s=]{0,2}[\"']?[^\s%\"']{1,60}%([^\s\"']{3,100})",
    ),
    ("vault", r"\b[Vv](?:ault|AULT)[^\n]{0,100}?\b(s\.[A-Za-z0-9]{24})\b"),
    ("chpasswd", r"[\"'\s][\w.-]{1,32}:([^\s\"']{4,100})[\"']?\s{0,2}\|\s{0,2}(?:sudo\s{1,2})?chpasswd\b"),
    (
        "sudo -s|word-stdin",
        r"\b(?:echo|printf)\s{1,2}(?:-n\s{1,2})?[\"']?([^\s\"'$|-][^\s\"'|]{3,200})[\"']?\s{0,2}\|\s{0,2}(?:sudo\s{1,2}-S\b|[^\n|]{0,100}-stdin\b)",
    ),
    ("openssl", r"\bopenssl\s{1,2}enc\b[^\n|;&]{0,200}?\s-k\s{1,2}[\"']?([^\s\"'$-][^\s\"']{3,100})"),
    (
        "identified",
        r"\b[Ii](?:dentified|DENTIFIED)\s{1,3}(?:(?i:with)\s{1,2}[\w'\"]{1,40}\s{1,2})?(?i:by)\s{1,3}(?:(?i:password)\s{1,2})?['\"]([^'\"\n]{4,200})['\"]",
    ),
    ("pass:", r"\bpass:([^\s\"'$-][^\s\"']{5,100})"),
)
_OPTIONS = tuple(re.compile(pattern) for _, pattern in _OPTION_TABLE)
_OPTION_HINTS = {hint.encode(): number for number, (hints, _) in enumerate(_OPTION_TABLE) for hint in hints.split("|")}
_IN_HEADERS = {b"uthorization", b"bearer", b"cookie"}
# Looked for in a text only that holds the one before them.
HINTS_WITHIN = {
    b"pass": tuple(hint for hint in _OPTION_HINTS if b"pass" in hint or b"word" in hint),
    b"auth": (b"uthorization", b"_auth", b"--basic"),
}
_WITHIN = {hint for hints in HINTS_WITHIN.values() for hint in hints}
HINTS = tuple(hint for hint in (b"://", *sorted(_IN_HEADERS), *_OPTION_HINTS) if hint not in _WITHIN)


def find(text: str, near: set[bytes]) -> Iterator[Found]:
    """Yield what stands in URLs, headers and options of `text`; `near` are the hints that occur in it."""
    if b"://" in near:
        yield from _in_urls(text)
    if near & _IN_HEADERS:
        yield from _in_headers(text, near)
    if near & _OPTION_HINTS.keys():
        yield from _in_options(text, near)


def _in_urls(text: str) -> Iterator[Found]:
    for found in _URL_TOKEN.finditer(text):
        if values.HEX_OR_UUID.fullmatch(found[1]) or values.is_strong(found[1], 20):
            yield Found(*found.span(1), "url-password")
    for found in _URL_PASSWORD.finditer(text):
        start, end = found.span(2)
        value = found[2]
        if (
            value.lower() in _URL_PLACEHOLDERS
            or values.is_placeholder(value)
            or (value.isdigit() and "@" not in value and len(value) <= 5)
        ):
            continue
        yield Found(start, end, "url-password")


def _in_headers(text: str, near: set[bytes]) -> Iterator[Found]:
    for found in _AUTHORIZATION.finditer(text) if b"uthorization" in near else ():
        start = found.start(2) if found[2] else found.start(3)
        value = found[3]
        if (found[2] or values.is_strong(value, 16)) and (
            (not values.is_placeholder(value) and not values.CODE.search(value) and not value.isalpha())
            or (len(value) >= 20 and value.isalpha() and values.mixes(value) == 2)
        ):
            yield Found(start, found.end(3), "authorization")
    for found in _BEARER.finditer(text) if b"bearer" in near else ():
        value = found[2]
        if (
            values.DIGIT.search(value) and not values.CODE.search(value) and not values.is_made_of_words(value)
        ) or values.looks_random(value):
            yield Found(found.start(), found.end(2), "bearer-token")
    for found in _COOKIE.finditer(text) if b"cookie" in near else ():
        if any(_is_cookie(pair) for pair in found[2].split(";")):
            yield Found(found.start(2), found.end(2), "cookie")


def _is_cookie(pair: str) -> bool:
    value = pair.partition("=")[2].strip()
    return len(value) >= 12 and bool(values.DIGIT.search(value)) and not values.CODE.search(value)


def _in_options(text: str, near: set[bytes]) -> Iterator[Found]:
    for number in sorted({number for hint, number in _OPTION_HINTS.items() if hint in near}):
        for found in _OPTIONS[number].finditer(text):
            value = found[1]
            if (
                not values.is_placeholder(value)
                and value.lower() not in values.WORDS
                and not values.PATH.fullmatch(value)
            ):
                yield Found(*found.span(1), "option-password")
