"""Secrets in the words of other languages than English, beside short names, and in attributes of XML."""

import re
from collections.abc import Iterator

from codewatch.privacy import values
from codewatch.privacy.values import Found

_KIND = "secret-value"
_SIGN = r"(?:[:=：]|->|→)\*{0,3}"
_VALUE = r"""(?P<quote>["'`]?)(?P<value>[^\s"'`<>,;)\]}|&，。；）]{4,200})"""
_FOREIGN = re.compile(
    r"(?:contrase[nñ]a|mot de passe|hasło|пароль|パスワード|密码|密碼|비밀번호)"
    r"(?:\s(?:für|pour|para|de|del|da|do|van|voor|для)\s[^\n.:：=,;]{1,40}?)?"
    rf"""(?:\s{{0,2}}\*{{0,3}}["'`]?\s{{0,2}}{_SIGN}\s{{0,3}}"""
    r"|\s{1,2}(?:ist|lautet|war|est|es|è|é|is)\s{1,2}|\s?(?:是|为|は|는|은)\s?[:：]?\s?)"
    rf"{_VALUE}",
    re.IGNORECASE,
)
_SHORT = re.compile(rf"""(?<![\w./+-])(?:pw|psk)\*{{0,3}}["'`]?\s{{0,2}}{_SIGN}\s{{0,3}}{_VALUE}""", re.IGNORECASE)
_ATTRIBUTE = re.compile(
    r"""\b(?:key|name|id)\s?=\s?["'](?P<name>[^"'\n]{1,80})["']\s{1,3}"""
    r"""(?:[\w:]{1,20}=["'][^"'\n]{0,60}["']\s{1,3}){0,3}value\s?=\s?(?P<quote>["'])(?P<value>[^"'\n]{4,400})["']""",
    re.IGNORECASE,
)
_TELLING = re.compile(r"(?P<pass>passw(?:or)?d|passphrase|pwd)|secret|token|api_?key|access_?key", re.IGNORECASE)
_WALLET = re.compile(
    r"""(?:wallet|privatekey)\w{0,30}\(\s{0,3}["'`]?((?:0x)?[0-9a-f]{64})(?![0-9a-f])""",
    re.IGNORECASE,
)
# Parts of the names that are the same in either case, since the text is folded as bytes.
HINTS = (b"contrase", b"psk", b"pw", b"wallet")
# Looked for in a text only that holds the one before them.
HINTS_WITHIN = {
    b"pass": (b"de passe", b"value="), b"pw": (b"value=",), b"key": (b"privatekey", b"value="),
    b"secret": (b"value=",), b"token": (b"value=",),
}  # fmt: skip
_HINTS_BEYOND_ASCII = tuple(hint.encode() for hint in ("hasł", "ароль", "パスワード", "密", "비밀번호"))
_FOREIGN_HINTS = frozenset((b"contrase", b"de passe", *_HINTS_BEYOND_ASCII))


def hints_in(folded: bytes) -> tuple[bytes, ...]:
    """Return those hints that occur in a text beyond ASCII."""
    return () if folded.isascii() else tuple(hint for hint in _HINTS_BEYOND_ASCII if hint in folded)


def find(text: str, near: set[bytes]) -> Iterator[Found]:
    """Yield what such words give away in `text`; `near` are the hints that occur in it."""
    if near & _FOREIGN_HINTS:
        yield from _passwords(text, _FOREIGN)
    if b"pw" in near or b"psk" in near:
        yield from _passwords(text, _SHORT)
    if b"value=" in near:
        for found in _ATTRIBUTE.finditer(text):
            telling = _TELLING.search(found["name"])
            if telling and values.is_secret(found["value"], bool(telling["pass"]), True, True):
                yield Found(*found.span("value"), _KIND)
    if b"wallet" in near or b"privatekey" in near:
        for found in _WALLET.finditer(text):
            yield Found(*found.span(1), _KIND)


def _passwords(text: str, pattern: re.Pattern[str]) -> Iterator[Found]:
    for found in pattern.finditer(text):
        value = found["value"].rstrip(".:!?")
        if values.is_secret(value, True, False, bool(found["quote"])):
            yield Found(found.start("value"), found.start("value") + len(value), _KIND)
