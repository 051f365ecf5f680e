"""Secrets in the headers of HTTP that say who asks: Authorization, Bearer, Basic."""

import base64
import re
from collections.abc import Iterator

from codewatch.privacy.found import Found
from codewatch.privacy.hinting import lowered_alike, starts
from codewatch.privacy.values import is_placeholder, is_strong, looks_random
from codewatch.privacy.words import is_random, mixes

HINTS = (b"uthorization", b"bearer")
WORDS = frozenset((b"basic", b"auth", b"auths"))
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
_DOCKER = re.compile(r"auth\\{0,3}[\"']\s{0,3}:\s{0,3}\\{0,3}[\"']([A-Za-z0-9+/]{12,2000}={0,2})\\{0,3}[\"']")


def find(text: str, near: set[bytes]) -> Iterator[Found]:
    """Yield what headers hold, in a text that holds the hints `near`."""
    lowered = lowered_alike(text)
    for found in matches(_AUTHORIZATION, text, lowered, "uthorization") if b"uthorization" in near else ():
        if _NOT_A_HEADER.match(text, max(0, found.start() - 3)):
            continue
        start = found.start(2) if found[2] else found.start(4)
        value = found[4]
        if (found[2] or is_strong(value, shortest=16)) and (
            (not is_placeholder(value) and not _CODE.search(value) and not value.isalpha())
            or (len(value) >= 20 and value.isalpha() and (mixes(value) == 2 or is_random(value)))
        ):
            yield Found(start, found.end(4), "authorization")
    for found in matches(_BEARER, text, lowered, "bearer") if b"bearer" in near else ():
        value = found[2]
        if (re.search(r"\d", value) and not _CODE.search(value) and is_strong(value, shortest=16)) or looks_random(
            value
        ):
            yield Found(found.start(), found.end(2), "bearer-token")
    for found in matches(_BASIC, text, lowered, "basic ") if b"basic" in near else ():
        if len(found[1]) % 4 == 0 and len(found[1]) >= 12 and mixes(found[1]) >= 2 and _is_pair(found[1]):
            yield Found(*found.span(1), "authorization")
    for found in matches(_DOCKER, text, lowered, "auth") if near & {b"auth", b"auths"} else ():
        if mixes(found[1]) >= 2 and _is_pair(found[1]):
            yield Found(*found.span(1), "authorization")


def matches(pattern: re.Pattern[str], text: str, lowered: str, word: str) -> Iterator[re.Match[str]]:
    """Yield the matches that begin with a word; looking for the word is much faster than looking for the pattern."""
    return (found for start in starts(lowered, word) if (found := pattern.match(text, start)) is not None)


def _is_pair(value: str) -> bool:
    """Return whether base64 holds a name and a password with a colon between."""
    try:
        plain = base64.b64decode(value, validate=True)
    except ValueError:
        return False
    return b":" in plain[1:-1] and all(32 <= byte < 127 for byte in plain)
