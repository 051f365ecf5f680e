"""Secrets without a format of their own: what stands beside a name that tells, in a header, a URL or an option.

A name alone is no secret ("the API key is in the vault"), so the value decides: code, words, placeholders, numbers and
paths stay.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple


class Found(NamedTuple):
    """A stretch of a text that holds a secret: from `start` up to `end`, of kind `kind`."""

    start: int
    end: int
    kind: str


# Names of passwords take short values, the others long ones only.
_PASS_STEMS = ("passw", "passphrase", "pass", "pwd")
_KEY_STEMS = ("secret", "token", "key", "credential", "_auth")
_LOWERED_CHARS = 1_000_000
_STEMS = re.compile("passw|passphrase|pass|pwd|secret|token|key|credential|_auth", re.IGNORECASE)
# What before "key" makes a secret of it.
_KEYS = tuple(
    "api access secret private auth sign signing encrypt encryption master account consumer service deploy webhook"
    " license licence storage shared app application admin root ssh client project subscription bot session hmac aes"
    " jwt server ingest write read publishable live prod rest algolia datadog openai mistral cohere azure gemini"
    " stripe".split()
)
_HARMLESS_BEFORE = re.compile(
    r"(?:\A|[_.$-])(?i:max|min|num|n|page|next|prev|previous|continuation|cursor|sync|total|prompt|completion|input|output"
    r"|cached|count|pad|eos|bos|unk|sep|cls|mask|stop|special|first|last|by|foreign|primary|public|partition|sort"
    r"|idempotency|cache|dedupe|bypass|compass|trespass)[_.-]?\Z|(?<=[a-z])(?:Page|Next|Count|Cursor|Public|Primary)\Z"
)
# What may follow a stem within its name; anything else makes another word of it ("passenger", "tokenizer").
_REST = re.compile(
    r"(?:word|wd|phrase|code)?s?(?:[_.-]?(?:value|string|str|text|plain|plaintext|raw|base64|b64|key|token|secret|access_?key"
    r"|api|prod|production|dev|staging|test|live|old|new|main|default|env|current|root|admin|db|user|hash|salt|\d{1,3}|[a-z]))?"
    r"(?![\w-])",
    re.IGNORECASE,
)
_SEPARATOR = re.compile(
    r"""(?P<close>\\{0,3}["'`]?\]?\)?)"""
    r"""(?:(?P<assign>\s{0,3}(?::\s{0,2}[\w\[\]. |]{1,30}?\s=(?!=)|:=|=>|={1,3}|:(?!:))"""
    r"""(?:\s{0,3}\\?\n[ \t]{0,12}|[ \t]{0,8}))"""
    r"""|(?P<tag>>)(?=[^<>\s]{1,300}</)|(?P<talk>\s{1,2}(?:is|was|to|are)\s{0,2}:?\s{1,2}|\s{1,3}(?=\S)))"""
)
_QUOTED = re.compile(r"""(\\{0,3}["'`])((?:(?!\1)[^\n]){1,400}?)\1""")
_PLAIN = re.compile(r"""[^\s"'`<>,;)\]}|&\\]{1,400}""")
_LONGEST_VALUE = 400
_GOES_ON = re.compile(r"[A-Za-z0-9+/=_.~-]{0,100000}")
_ENV_VALUE = re.compile(r"""[^\s"'`]{1,400}""")
# What stands before the name where a line sets a variable.
_SETTERS = ("", "export", "set", "setx", "env", "arg", "-e", "-", "+", "$env:")
_LINE_ENDS = ("\n", ";", "\\n")

_PLACEHOLDER_INSIDE = re.compile(r"[$%{]\{|\$[A-Za-z_(]|\*{3}|xxxx|XXXX|\.\.\.|\[redacted")
_PLACEHOLDER_START = re.compile(
    r"[<{\[(]|%(?:[A-Za-z_]+%\Z|\(|[sdr]\Z)|\.\.|your[-_ ]|my[-_ ]|change[-_]?(?:me|it)|insert|replace|placeholder"
    r"|dummy\Z|todo|--?[a-z][a-z-]*\Z|None\b|(?:process|os|env|config|self|this|settings|secrets?|data|var)\.|vault:|aws_"
)
_WORDS = frozenset(
    "password passwd pass pwd secret token string str text bytes none null nil true false undefined required optional"
    " hidden example test redacted unset empty default bearer basic oauth oauth2 function object boolean number bool"
    " int"
    " any unknown void admin root user".split()
)
_CODE = re.compile(r"[(){}\[\]]|::|->|^[A-Za-z_]\w*(?:\??\.[A-Za-z_]\w*)+$|^@|^&")
_PATH = re.compile(
    r"(?:~|\.{0,2})(?:/[\w.@-]+)+/?|[A-Za-z]:\\.*|(?:https?|file|s3|arn|urn|ssm|op|vault)[:/].*|[\w./-]+\.\w{1,5}"
)
_DATE_OR_VERSION = re.compile(
    r"v?\d+(?:[.:_/-]\d+)+(?:[.-]?(?:rc|beta|alpha|dev|z)\d*)?|\d{4}-\d\d-\d\d[T ]?[\d:.Z+-]*"
    r"|\d+(?:\.\d+)?[a-z]{0,3}%?",
    re.IGNORECASE,
)
_IDENTIFIER = re.compile(
    r"[a-z]+(?:[A-Z][a-z]+)*\d{0,2}|[a-z]+(?:[_-][a-z]+)*[_-]?v?\d{0,3}|[A-Z]+(?:_[A-Z]+)*_?\d{0,3}|[A-Z][a-z]+(?:[A-Z][a-z]+)+\d{0,2}"
)
_WORDY = re.compile(r"[^\W\d_]+(?:['’]?[-_ ./:&+,]+[^\W\d_]*)*[:?!.*…]*")
_PARTS = re.compile(r"[-_./: @+]")
_DIGIT = re.compile(r"\d")
_HEX_OR_UUID = re.compile(r"[0-9a-f]{32,128}|[0-9A-F]{32,128}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


KINDS = ("url-password", "authorization", "bearer-token", "cookie", "option-password", "secret-value")


def hints_in(folded: bytes) -> tuple[bytes, ...]:
    """Return which of the texts occur, one of which every secret beside a name needs; `folded` as for `find`."""
    return tuple(hint for hint in _HINTS if hint in folded)


def find(text: str, folded: bytes, hints: tuple[bytes, ...]) -> Iterator[Found]:
    """Yield what stands beside telling names in `text`; `folded` is the same text as bytes in lower case.

    `hints` are those that occur in it, and may be in others.
    """
    near = {hint for hint in hints if hint in folded}
    if b"://" in near:
        yield from _in_urls(text)
    if near & _IN_HEADERS:
        yield from _in_headers(text, near)
    if near & _OPTION_HINTS.keys():
        yield from _in_options(text, near)
    if not near & _STEM_HINTS:
        return
    for stem, position in _stems(text):
        found = _beside(text, position, stem)
        if found is not None:
            yield found


def _stems(text: str) -> Iterator[tuple[str, int]]:
    """Yield the stems of telling names, in lower case, and where they stand."""
    # Of a text that is not ASCII, lower() may move what follows, and needs four times the memory for a moment.
    lowered = text.lower() if len(text) < _LOWERED_CHARS or text.isascii() else ""
    if len(lowered) != len(text):
        for found in _STEMS.finditer(text):
            yield found[0].lower(), found.start()
        return
    for stem in (*_PASS_STEMS, *_KEY_STEMS):
        position = lowered.find(stem)
        while position >= 0:
            yield stem, position
            position = lowered.find(stem, position + len(stem))


def _beside(text: str, position: int, stem: str) -> Found | None:
    """Return the secret beside the name that holds `stem` at `position`, or None."""
    rest = _REST.match(text, position + len(stem)) if stem != "passw" else _REST.match(text, position + 4)
    if rest is None or (stem == "passphrase" and text[position - 1 : position].isalpha()):
        return None
    if stem == "pass" and text[position + 4 : position + 5] in "wWpP":
        return None  # the longer stems look at these
    separator = _SEPARATOR.match(text, rest.end())
    if separator is None:
        return None
    name_start = _name_start(text, position)
    name = text[name_start:position]
    if separator["talk"] is not None and name[:1] != "-" and not _has_digit_soon(text, separator.end()):
        return None
    is_pass = stem in _PASS_STEMS
    if _HARMLESS_BEFORE.search(name):
        return None
    if stem == "key":
        if not text[max(0, position - 16) : position].lower().rstrip(" _.-").endswith(_KEYS):
            return None if name[-1:].isalpha() else _long_value(text, separator)
    elif stem in ("pass", "pwd") and name[-1:].isalpha() and not text[position].isupper():
        return None
    return _value(text, separator, name_start, name, is_pass)


def _name_start(text: str, position: int) -> int:
    """Return where the name begins that goes on at `position`, at most 60 characters before it."""
    lowest = max(0, position - 60)
    while position > lowest and (text[position - 1].isalnum() or text[position - 1] in "_.$-"):
        position -= 1
    return position


def _has_digit_soon(text: str, start: int) -> bool:
    """Return whether the word at `start` holds a digit: in a sentence no other word is taken for a secret."""
    end = start
    while end < start + 400 and text[end : end + 1].strip():
        if text[end].isdigit():
            return True
        end += 1
    return False


def _value(text: str, separator: re.Match[str], name_start: int, name: str, is_pass: bool) -> Found | None:
    start = separator.end()
    talk = separator["talk"]
    is_option = talk is not None and name[:1] == "-"
    quoted = _QUOTED.match(text, start)
    if quoted is not None:
        start, value = quoted.start(2), quoted[2].rstrip("\\")
        end = start + len(value)
        is_firm = talk is None or is_option
    else:
        assign = separator["assign"]
        is_env = assign == "=" and _sets_a_variable(text, name_start)
        plain = (_ENV_VALUE if is_env else _PLAIN).match(text, start)
        if plain is None:
            return None
        value = plain[0] if is_env else plain[0].rstrip(".:!?")
        end = start + len(value)
        is_call = text[end : end + 1] in (")", ",") and not is_env
        is_firm = (is_env or is_option or separator["tag"] is not None or assign == "=") and not is_call
    if len(value) >= _LONGEST_VALUE:  # nothing but a secret is that long without a break, or it is no value at all
        if _mixes(value) < 3:
            return None
        rest = _GOES_ON.match(text, end)
        return Found(start, rest.end() if rest else end, "secret-value")
    if talk is not None and not is_option:
        return Found(start, end, "secret-value") if _is_strong(value, 6 if is_pass else 12) else None
    return Found(start, end, "secret-value") if _is_secret(value, is_pass, is_firm, quoted is not None) else None


def _sets_a_variable(text: str, name_start: int) -> bool:
    """Return whether a line, or what follows a semicolon, begins with the name, or with a word that sets it."""
    before = text[max(0, name_start - 20) : name_start]
    ends = max(before.rfind(end) + len(end) if end in before else -1 for end in _LINE_ENDS)
    if ends < 0 and name_start > 20:
        return False
    return before[max(ends, 0) :].strip().lower() in _SETTERS


def _long_value(text: str, separator: re.Match[str]) -> Found | None:
    """Return what stands beside a bare "key", which names much that is no secret, when it can be nothing else."""
    quoted = _QUOTED.match(text, separator.end())
    plain = None if quoted else _PLAIN.match(text, separator.end())
    found = quoted or plain
    if found is None:
        return None
    value = found[2] if quoted else found[0].rstrip(".:!?")
    start = found.start(2) if quoted else found.start()
    if len(value) < 20 or not value.isascii() or _HEX_OR_UUID.fullmatch(value) or not _is_strong(value, 20):
        return None
    return Found(start, start + len(value), "secret-value") if _mixes(value) == 3 and _entropy(value) > 3.5 else None


def _is_secret(value: str, is_pass: bool, is_firm: bool, is_quoted: bool) -> bool:
    """Return whether a value beside a telling name is a secret; `is_firm` where nothing but a value can stand."""
    if len(value) < 4 or value.lower() in _WORDS or _is_placeholder(value):
        return False
    if value.isdigit():
        return is_pass and is_firm and len(value) >= 6
    if " " in value or (_PATH.fullmatch(value) and not _looks_random(value)) or _DATE_OR_VERSION.fullmatch(value):
        return False
    has_digit = bool(_DIGIT.search(value))
    if is_pass:
        if _CODE.search(value) and not (is_firm and has_digit):
            return False
        if is_firm or is_quoted:
            return not _WORDY.fullmatch(value) and not (_IDENTIFIER.fullmatch(value) and "_" in value)
        return has_digit and len(value) >= 6 and not _IDENTIFIER.fullmatch(value)
    if _CODE.search(value) or len(value) < (8 if is_firm or is_quoted else 10):
        return False
    if not has_digit:
        return (
            len(value) >= 20 and _mixes(value) >= 2 and _entropy(value) > 3.6 and not _WORDY.fullmatch(value)
        ) or _looks_random(value)
    return not _IDENTIFIER.fullmatch(value) and not _is_made_of_words(value)


def _is_strong(value: str, shortest: int) -> bool:
    """Return whether a word of a sentence can only be a secret: letters and digits mixed as in no word."""
    if len(value) < shortest or _is_placeholder(value) or _CODE.search(value) or _PATH.fullmatch(value):
        return False
    if not _DIGIT.search(value) or not any(letter.isalpha() for letter in value):
        return False
    if _DATE_OR_VERSION.fullmatch(value) or (_IDENTIFIER.fullmatch(value) and len(value) < 20):
        return False
    return not _is_made_of_words(value)


def _is_made_of_words(value: str) -> bool:
    """Return whether a value is words, short numbers and version parts joined: "gpt-4o-mini-2024-07-18"."""
    parts = _PARTS.split(value)
    return len(parts) > 1 and all(
        (part.isalpha() and (part.islower() or part.istitle() or part.isupper()))
        or (part.isdigit() and len(part) <= 4)
        or len(part) <= 3
        for part in parts
    )


def _is_placeholder(value: str) -> bool:
    return bool(_PLACEHOLDER_START.match(value) or _PLACEHOLDER_INSIDE.search(value))


def _looks_random(value: str) -> bool:
    return (
        len(value) >= 20
        and _mixes(value) >= 2
        and _entropy(value) > 4.0
        and not _is_made_of_words(value)
        and " " not in value
    )


def _mixes(value: str) -> int:
    """Return how many of lower case, upper case and digits a value has."""
    return (value != value.upper()) + (value != value.lower()) + bool(_DIGIT.search(value))


def _entropy(value: str) -> float:
    """Return Shannon's entropy of the characters, in bits a character."""
    total = len(value)
    return -sum(count / total * math.log2(count / total) for count in Counter(value).values())


_URL_PASSWORD = re.compile(r"://([^\s:/@'\"<>]{0,100}):([^\s/'\"<>]{2,200})@(?=[\w\[$.-])")
_URL_PLACEHOLDERS = frozenset("password passwd pass pwd secret pw xxx xxxx token your_password your-password".split())
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
    ("pass:", r"\bpass:([^\s\"'$-][^\s\"']{5,100})"),
)
_OPTIONS = tuple(re.compile(pattern) for _, pattern in _OPTION_TABLE)
_OPTION_HINTS = {hint.encode(): number for number, (hints, _) in enumerate(_OPTION_TABLE) for hint in hints.split("|")}
_IN_HEADERS = {b"uthorization", b"bearer", b"cookie"}
_STEM_HINTS = {stem.encode() for stem in ("pass", "pwd", *_KEY_STEMS)}  # "pass" begins the longer ones
_HINTS = (b"://", *sorted(_IN_HEADERS), *_OPTION_HINTS, *sorted(_STEM_HINTS))


def _in_urls(text: str) -> Iterator[Found]:
    for found in _URL_PASSWORD.finditer(text):
        start, end = found.span(2)
        value = found[2]
        if (
            value.lower() in _URL_PLACEHOLDERS
            or _is_placeholder(value)
            or (value.isdigit() and "@" not in value and len(value) <= 5)
        ):
            continue
        yield Found(start, end, "url-password")


def _in_headers(text: str, near: set[bytes]) -> Iterator[Found]:
    for found in _AUTHORIZATION.finditer(text) if b"uthorization" in near else ():
        start = found.start(2) if found[2] else found.start(3)
        value = found[3]
        if (found[2] or _is_strong(value, 16)) and (
            (not _is_placeholder(value) and not _CODE.search(value) and not value.isalpha())
            or (len(value) >= 20 and value.isalpha() and _mixes(value) == 2)
        ):
            yield Found(start, found.end(3), "authorization")
    for found in _BEARER.finditer(text) if b"bearer" in near else ():
        value = found[2]
        if (_DIGIT.search(value) and not _CODE.search(value) and not _is_made_of_words(value)) or _looks_random(value):
            yield Found(found.start(), found.end(2), "bearer-token")
    for found in _COOKIE.finditer(text) if b"cookie" in near else ():
        if any(_is_cookie(pair) for pair in found[2].split(";")):
            yield Found(found.start(2), found.end(2), "cookie")


def _is_cookie(pair: str) -> bool:
    value = pair.partition("=")[2].strip()
    return len(value) >= 12 and bool(_DIGIT.search(value)) and not _CODE.search(value)


def _in_options(text: str, near: set[bytes]) -> Iterator[Found]:
    for number in sorted({number for hint, number in _OPTION_HINTS.items() if hint in near}):
        for found in _OPTIONS[number].finditer(text):
            value = found[1]
            if not _is_placeholder(value) and value.lower() not in _WORDS and not _PATH.fullmatch(value):
                yield Found(*found.span(1), "option-password")
