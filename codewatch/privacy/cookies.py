"""Cookies that let somebody in: in headers, in the options of curl, in jars, in the arguments of programs."""

import re
from collections.abc import Iterator

from codewatch.privacy.found import Found
from codewatch.privacy.headers import matches
from codewatch.privacy.hinting import lowered_alike
from codewatch.privacy.values import Place, is_secret, is_strong, looks_random
from codewatch.privacy.words import is_random, mixes

# Words, and what stands before the path in the line of a jar.
HINTS = (b"cookie", b"e\t/", b"e\\t/")
WORDS = frozenset((b"sessionid", b"jsessionid", b"phpsessid", b"sid", b"laravel", b"curl"))
_HEADER = re.compile(
    r"(cookie\\{0,3}[\"']?\s{0,2}(?:[:=]|,(?=\s{0,2}\\{0,3}[\"']))\s{0,2}\[?\s{0,2}(?:\\{0,7}[\"'])?)"
    r"([^\s=;,\"'{]{1,60}=[^\n\"'\\]{1,2000})",
    re.IGNORECASE,
)
_OPTION = re.compile(r"(?: -b|--cookie)[\s=]{0,2}[\"']?([^\s=;,\"']{1,60}=[^\n\"'\\]{1,2000})")
_MAP = re.compile(r"cookies\\{0,7}[\"']?\]?\s{0,2}[:=]\s{0,2}(?:\w{1,20}\()?\{([^{}\n]{1,2000})\}", re.IGNORECASE)
_MEMBER = re.compile(
    r"\\{0,7}[\"'][^\s\"'\\]{1,60}\\{0,7}[\"']\s{0,2}[:=]>?\s{0,2}\\{0,7}[\"']([^\s\"'\\]{8,2000})\\{0,7}[\"']"
)
# The cookies of frameworks by their names; a session id that is no cookie is no secret. Django's name is both.
_SESSION = re.compile(
    r"(?:sessid|jsessionid|connect\.sid|asp\.net_sessionid|laravel_session|sessionid)\\{0,3}[\"']?\s{0,3}"
    r"(?:[:=]\s{0,3}|(?:[\t ]|\\t)+)\\{0,3}[\"']?([A-Za-z0-9%._+/-]{20,200}={0,2})",
    re.IGNORECASE,
)
_SESSION_WORDS = ("jsessionid", "sessid", "connect.sid", "asp.net_sessionid", "laravel_session", "sessionid")
_SESSION_HINTS = frozenset((b"sessionid", b"jsessionid", b"phpsessid", b"cookie", b"sid", b"laravel"))
_COOKIE_NEAR = re.compile(r"cookie|\\t\d{9,10}\\t|\t\d{9,10}\t")
# A line of a jar: the host, whether its subdomains too, the path, whether by TLS only, until when, the name, the value.
_JAR_MARKS = ("E\t/", "E\\t/")
_JAR = re.compile(
    r"E(?:\t|\\{1,4}t)/[^\s\\]{0,100}(?:\t|\\{1,4}t)(?:TRUE|FALSE)(?:\t|\\{1,4}t)\d{1,12}(?:\t|\\{1,4}t)"
    r"[^\s\\]{1,100}(?:\t|\\{1,4}t)([^\s\\\"']{8,2000})"
)
_CODE = re.compile(r"[(){}\[\]]|::|->|^[A-Za-z_]\w*(?:\??\.[A-Za-z_]\w*)+$|^@|^&")


def find(text: str, near: set[bytes]) -> Iterator[Found]:
    """Yield the cookies of a text that holds the hints `near`."""
    if b"cookie" in near or near & _SESSION_HINTS or b"curl" in near:
        yield from _named(text, lowered_alike(text), near)
    for mark in _JAR_MARKS if not near.isdisjoint(HINTS[1:]) else ():
        for found in matches(_JAR, text, text, mark):
            if _is_value(found[1]):
                yield Found(*found.span(1), "cookie")


def _named(text: str, lowered: str, near: set[bytes]) -> Iterator[Found]:
    pairs = [(found, 2) for found in matches(_HEADER, text, lowered, "cookie")] if b"cookie" in near else []
    for option in (" -b", "--cookie") if near & {b"curl", b"cookie"} else ():
        pairs += [(found, 1) for found in matches(_OPTION, text, lowered, option)]
    for found, group in pairs:
        if any(_is_value(pair.partition("=")[2].strip()) for pair in found[group].split(";")):
            yield Found(*found.span(group), "cookie")
    for found in matches(_MAP, text, lowered, "cookies") if b"cookie" in near else ():
        for member in _MEMBER.finditer(text, found.start(1), found.end(1)):
            if _is_value(member[1]):
                yield Found(*member.span(1), "cookie")
    for word in _SESSION_WORDS if near & _SESSION_HINTS else ():
        for found in matches(_SESSION, text, lowered, word):
            value = found[1]
            if word == "sessionid" and not _COOKIE_NEAR.search(lowered, max(0, found.start() - 80), found.start()):
                continue
            if (
                is_secret(value, place=Place.LINE, is_pass=False)
                and is_strong(value, shortest=20)
                and not _is_uuid(value)
            ):
                yield Found(*found.span(1), "cookie")


def _is_uuid(value: str) -> bool:
    return bool(re.fullmatch(r"[0-9a-fA-F]{8}-[0-9a-fA-F-]{27}", value))


def _is_value(value: str) -> bool:
    if len(value) < 12 or _CODE.search(value):
        return False
    return (
        bool(re.search(r"\d", value))
        or looks_random(value)
        or (len(value) >= 16 and value.isalpha() and mixes(value) == 2 and is_random(value))
    )
