"""Secrets in the headers of HTTP: Authorization, Bearer, Cookie."""

import base64
import re
from collections.abc import Iterator

from codewatch.privacy.found import Found
from codewatch.privacy.hinting import lowered_alike, starts
from codewatch.privacy.values import Place, is_placeholder, is_secret, is_strong, looks_random
from codewatch.privacy.words import is_random, mixes

HINTS = (b"uthorization", b"bearer", b"cookie")
WORDS = frozenset((b"basic", b"auth", b"auths", b"sessionid", b"jsessionid", b"phpsessid", b"sid", b"laravel", b"curl"))
_CODE = re.compile(r"[(){}\[\]]|::|->|^[A-Za-z_]\w*(?:\??\.[A-Za-z_]\w*)+$|^@|^&")
_AUTHORIZATION = re.compile(
    r"(uthorization\\{0,3}[\"']?\]?\s{0,2}[:=,]\s{0,3}(?:\\{0,3}[\"'`f]{1,2})?)((?i:bearer|basic|token|apikey"
    r"|digest|negotiate|aws4-hmac-sha256"
    r"|bot|key|ssws|geniekey|oauth|jwt|splunk|hawk|api-key|signature|hoba|mutual|vapid|klaviyo-api-key|discogs"
    r"|shared-key"
    r"|sharedkey|apitoken|zoho-oauthtoken|deepl-auth-key)(?:\s|%20|\+)\s{0,3}(?:\\?[\"']\s{0,2}[+.]\s{0,2}\\?[\"'])?)?"
    r"((?:token|id|mac|access_token)=\\?\"?)?([A-Za-z0-9+/=_.~%:-]{8,})",
    re.IGNORECASE,
)
# "EndpointAuthorization"; the letter of an escape stands before a header.
_NOT_A_HEADER = re.compile(r"[^\\][a-z]A")
_BEARER = re.compile(
    r"(bearer(?:\s|%20)\s{0,2}(?:\\?\n\s{0,12}|\\?[\"']\s{0,2}[+.]\s{0,2}\\?[\"'])?)([A-Za-z0-9+/=_.~-]{16,})",
    re.IGNORECASE,
)
_BASIC = re.compile(r"basic ([A-Za-z0-9+/]{8,400}={0,2})(?![A-Za-z0-9+/=])", re.IGNORECASE)
_COOKIE = re.compile(
    r"(cookie\\{0,3}[\"']?\s{0,2}(?:[:=]|,(?=\s{0,2}\\{0,3}[\"']))\s{0,2}(?:\\{0,3}[\"'])?)"
    r"([^\s=;,\"'{]{1,60}=[^\n\"'\\]{1,2000})",
    re.IGNORECASE,
)
_COOKIES = re.compile(r"(?: -b|--cookie)[\s=]{0,2}[\"']?([^\s=;,\"']{1,60}=[^\n\"'\\]{1,2000})")
# The cookies of frameworks by their names; a session id that is no cookie is no secret. Django's name is both.
_SESSION = re.compile(
    r"(?:sessid|jsessionid|connect\.sid|asp\.net_sessionid|laravel_session|sessionid)\\{0,3}[\"']?\s{0,3}"
    r"(?:[:=]\s{0,3}|(?:[\t ]|\\t)+)\\{0,3}[\"']?([A-Za-z0-9%._+/-]{20,200}={0,2})",
    re.IGNORECASE,
)
_SESSION_WORDS = ("jsessionid", "sessid", "connect.sid", "asp.net_sessionid", "laravel_session", "sessionid")
_SESSION_HINTS = frozenset((b"sessionid", b"jsessionid", b"phpsessid", b"cookie", b"sid", b"laravel"))
_COOKIE_NEAR = re.compile(r"cookie|\\t\d{9,10}\\t|\t\d{9,10}\t")
_DOCKER = re.compile(r"auth\\{0,3}[\"']\s{0,3}:\s{0,3}\\{0,3}[\"']([A-Za-z0-9+/]{12,2000}={0,2})\\{0,3}[\"']")


def find(text: str, near: set[bytes]) -> Iterator[Found]:
    """Yield what headers hold, in a text that holds the hints `near`."""
    lowered = lowered_alike(text)
    for found in _matches(_AUTHORIZATION, text, lowered, "uthorization") if b"uthorization" in near else ():
        if _NOT_A_HEADER.match(text, max(0, found.start() - 3)):
            continue
        start = found.start(2) if found[2] else found.start(4)
        value = found[4]
        if (found[2] or is_strong(value, shortest=16)) and (
            (not is_placeholder(value) and not _CODE.search(value) and not value.isalpha())
            or (len(value) >= 20 and value.isalpha() and (mixes(value) == 2 or is_random(value)))
        ):
            yield Found(start, found.end(4), "authorization")
    for found in _matches(_BEARER, text, lowered, "bearer") if b"bearer" in near else ():
        value = found[2]
        if (re.search(r"\d", value) and not _CODE.search(value) and is_strong(value, shortest=16)) or looks_random(
            value
        ):
            yield Found(found.start(), found.end(2), "bearer-token")
    for found in _matches(_BASIC, text, lowered, "basic ") if b"basic" in near else ():
        if len(found[1]) % 4 == 0 and len(found[1]) >= 12 and mixes(found[1]) >= 2 and _is_pair(found[1]):
            yield Found(*found.span(1), "authorization")
    for found in _matches(_DOCKER, text, lowered, "auth") if near & {b"auth", b"auths"} else ():
        if mixes(found[1]) >= 2 and _is_pair(found[1]):
            yield Found(*found.span(1), "authorization")
    cookies = [(found, 2) for found in _matches(_COOKIE, text, lowered, "cookie")] if b"cookie" in near else []
    for option in (" -b", "--cookie") if near & {b"curl", b"cookie"} else ():
        cookies += [(found, 1) for found in _matches(_COOKIES, text, lowered, option)]
    for found, group in cookies:
        if any(_is_cookie(pair) for pair in found[group].split(";")):
            yield Found(*found.span(group), "cookie")
    for word in _SESSION_WORDS if near & _SESSION_HINTS else ():
        for found in _matches(_SESSION, text, lowered, word):
            value = found[1]
            if word == "sessionid" and not _COOKIE_NEAR.search(lowered, max(0, found.start() - 80), found.start()):
                continue
            if (
                is_secret(value, place=Place.LINE, is_pass=False)
                and is_strong(value, shortest=20)
                and not _is_uuid(value)
            ):
                yield Found(*found.span(1), "cookie")


def _matches(pattern: re.Pattern[str], text: str, lowered: str, word: str) -> Iterator[re.Match[str]]:
    """Yield the matches that begin with a word; looking for the word is much faster than looking for the pattern."""
    return (found for start in starts(lowered, word) if (found := pattern.match(text, start)) is not None)


def _is_pair(value: str) -> bool:
    """Return whether base64 holds a name and a password with a colon between."""
    try:
        plain = base64.b64decode(value, validate=True)
    except ValueError:
        return False
    return b":" in plain[1:-1] and all(32 <= byte < 127 for byte in plain)


def _is_uuid(value: str) -> bool:
    return bool(re.fullmatch(r"[0-9a-fA-F]{8}-[0-9a-fA-F-]{27}", value))


def _is_cookie(pair: str) -> bool:
    value = pair.partition("=")[2].strip()
    return len(value) >= 12 and bool(re.search(r"\d", value)) and not _CODE.search(value)
