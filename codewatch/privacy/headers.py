"""Secrets in the headers of HTTP: Authorization, Bearer, Cookie."""

import base64
import re
from collections.abc import Iterator

from codewatch.privacy.found import Found
from codewatch.privacy.values import Place, is_placeholder, is_secret, is_strong, looks_random
from codewatch.privacy.words import is_random, mixes

HINTS = (b"uthorization", b"bearer", b"basic ", b"cookie", b'auth"', b"auth'", b"sessionid", b" -b", b"jsessionid", b"sessid")
_CODE = re.compile(r"[(){}\[\]]|::|->|^[A-Za-z_]\w*(?:\??\.[A-Za-z_]\w*)+$|^@|^&")
_AUTHORIZATION = re.compile(
    r"(uthorization\\{0,3}[\"']?\]?\s{0,2}[:=,]\s{0,3}(?:\\{0,3}[\"'`f]{1,2})?)((?i:bearer|basic|token|apikey|digest|negotiate|aws4-hmac-sha256"
    r"|bot|key|ssws|geniekey|oauth|jwt|splunk|hawk|api-key|signature|hoba|mutual|vapid|klaviyo-api-key|discogs|shared-key"
    r"|sharedkey|apitoken|zoho-oauthtoken|deepl-auth-key)(?:\s|%20|\+)\s{0,3}(?:\\?[\"']\s{0,2}[+.]\s{0,2}\\?[\"'])?)?"
    r"((?:token|id|mac|access_token)=\\?\"?)?([A-Za-z0-9+/=_.~%:-]{8,})",
    re.IGNORECASE,
)
_BEARER = re.compile(
    r"(bearer(?:\s|%20)\s{0,2}(?:\\?\n\s{0,12}|\\?[\"']\s{0,2}[+.]\s{0,2}\\?[\"'])?)([A-Za-z0-9+/=_.~-]{16,})", re.IGNORECASE
)
_BASIC = re.compile(r"\bbasic ([A-Za-z0-9+/]{8,400}={0,2})(?![A-Za-z0-9+/=])", re.IGNORECASE)
_COOKIE = re.compile(
    r"((?:set-)?cookie\\{0,3}[\"']?\s{0,2}(?:[:=]|,(?=\s{0,2}\\{0,3}[\"']))\s{0,2}(?:\\{0,3}[\"'])?)([^\s=;,\"'{]{1,60}=[^\n\"'\\]{1,2000})",
    re.IGNORECASE,
)
_COOKIES = re.compile(r"(?:\s-b|--cookie)[\s=]{0,2}[\"']?([^\s=;,\"']{1,60}=[^\n\"'\\]{1,2000})")
_SESSION = re.compile(
    r"\b(?:[A-Z]*sessid|jsessionid|session[_-]?id|(?:connect\.)?sid|session)\\{0,3}[\"']?\s{0,3}(?:[:=]\s{0,3}|[\t ]+)"
    r"\\{0,3}[\"']?([A-Za-z0-9%._+/=-]{20,400})",
    re.IGNORECASE,
)
_DOCKER = re.compile(r"\bauth\\{0,3}[\"']\s{0,3}:\s{0,3}\\{0,3}[\"']([A-Za-z0-9+/]{12,2000}={0,2})\\{0,3}[\"']")


def find(text: str, near: set[bytes]) -> Iterator[Found]:
    """Yield what headers hold, in a text that holds the hints `near`."""
    for found in _AUTHORIZATION.finditer(text) if b"uthorization" in near else ():
        start = found.start(2) if found[2] else found.start(4)
        value = found[4]
        if (found[2] or is_strong(value, shortest=16)) and (
            (not is_placeholder(value) and not _CODE.search(value) and not value.isalpha())
            or (len(value) >= 20 and value.isalpha() and (mixes(value) == 2 or is_random(value)))
        ):
            yield Found(start, found.end(4), "authorization")
    for found in _BEARER.finditer(text) if b"bearer" in near else ():
        value = found[2]
        if (re.search(r"\d", value) and not _CODE.search(value) and is_strong(value, shortest=16)) or looks_random(value):
            yield Found(found.start(), found.end(2), "bearer-token")
    for found in _BASIC.finditer(text) if b"basic " in near else ():
        if len(found[1]) % 4 == 0 and len(found[1]) >= 12 and mixes(found[1]) >= 2 and _is_pair(found[1]):
            yield Found(*found.span(1), "authorization")
    for found in _DOCKER.finditer(text) if b'auth"' in near or b"auth'" in near else ():
        if mixes(found[1]) >= 2 and _is_pair(found[1]):
            yield Found(*found.span(1), "authorization")
    if b"cookie" in near or b" -b" in near:
        for pattern, group in ((_COOKIE, 2), (_COOKIES, 1)):
            for found in pattern.finditer(text):
                if any(_is_cookie(pair) for pair in found[group].split(";")):
                    yield Found(*found.span(group), "cookie")
    if near & {b"sessionid", b"cookie", b"sessid"}:
        for found in _SESSION.finditer(text):
            if is_secret(found[1], place=Place.LINE, is_pass=False) and is_strong(found[1], shortest=20) and not _is_uuid(found[1]):
                yield Found(*found.span(1), "cookie")


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
