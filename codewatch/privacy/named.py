"""Secrets without a format of their own: what stands beside a name that tells.

A name alone is no secret ("the API key is in the vault"), so the value decides: code, words, placeholders, numbers and
paths stay.
"""

import re
from collections.abc import Iterator

from codewatch.privacy import commands, everyday, values
from codewatch.privacy.values import Found

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
    r"(?:word|wort|wd|phrase|code)?s?(?:[_.-]?(?:value|string|str|text|plain|plaintext|raw|base64|b64|key|token|secret|access_?key"
    r"|api|prod|production|dev|staging|test|live|old|new|main|default|env|current|root|admin|db|user|hash|salt|\d{1,3}|[a-z]))?"
    r"(?![\w-])",
    re.IGNORECASE,
)
_SEPARATOR = re.compile(
    r"""(?P<close>\\{0,3}["'`]?\*{0,3}\]?\)?)"""
    r"""(?:(?P<assign>\s{0,3}(?::\s{0,2}[\w\[\]. |]{1,30}?\s=(?!=)|:=|=>|->|→|={1,3}|：|:(?!:)\*{0,3})"""
    r"""(?:\s{0,3}\\?\n[ \t]{0,12}|[ \t]{0,8}))"""
    r"""|(?P<tag>>)(?=[^<>\s]{1,300}</)"""
    r"""|(?P<talk>[ \t]{0,40}\|[ \t]{1,40}(?=[^|\n]{4,300}\|)"""
    r"""|\s{1,2}(?:(?:for|of|to|on|at|in|für)\s[^\n.:;,?!|]{1,40}?\s)?(?:is|was|to|are|ist|est)\s{0,2}:?\s{1,2}"""
    r"""|\s(?:for|of|für)\s[^\n.:;,?!|]{1,40}?:\s{1,2}|\s{1,3}(?=\S)))"""
)
_QUOTED = re.compile(r"""(\\{0,3}["'`])((?:(?!\1)[^\n]){1,400}?)\1""")
_PLAIN = re.compile(r"""[^\s"'`<>,;)\]}|&\\]{1,400}""")
_LONGEST_VALUE = 400
_GOES_ON = re.compile(r"[A-Za-z0-9+/=_.~-]{0,100000}")
_ENV_VALUE = re.compile(r"""[^\s"'`]{1,400}""")
# What stands before the name where a line sets a variable.
_SETTERS = ("", "export", "set", "setx", "env", "arg", "-e", "-", "+", "$env:")
_LINE_ENDS = ("\n", ";", "\\n")


KINDS = (*commands.KINDS, "secret-value")
_STEM_HINTS = {stem.encode() for stem in ("pass", "pwd", *_KEY_STEMS)}  # "pass" begins the longer ones
# Looked for in a text only that holds the one before them.
_WITHIN: dict[bytes, tuple[bytes, ...]] = {
    hint: commands.HINTS_WITHIN.get(hint, ()) + everyday.HINTS_WITHIN.get(hint, ())
    for hint in (*commands.HINTS_WITHIN, *everyday.HINTS_WITHIN)
}
_WITHIN[b"pw"] += (b"pwd",)
_HINTS = tuple(sorted({*commands.HINTS, *everyday.HINTS, *_STEM_HINTS, *_WITHIN} - {b"pwd", b"_auth"}))


def hints_in(folded: bytes) -> tuple[bytes, ...]:
    """Return which of the texts occur, one of which every secret beside a name needs; `folded` as for `find`."""
    return (*[hint for hint in _HINTS if hint in folded], *everyday.hints_in(folded))


def find(text: str, folded: bytes, hints: tuple[bytes, ...]) -> Iterator[Found]:
    """Yield what stands beside telling names in `text`; `folded` is the same text as bytes in lower case.

    `hints` are those that occur in it, and may be in others.
    """
    near = {hint for hint in hints if hint in folded}
    for hint in near & _WITHIN.keys():
        near.update([within for within in _WITHIN[hint] if within in folded])
    yield from commands.find(text, near)
    yield from everyday.find(text, near)
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
        if values.mixes(value) < 3:
            return None
        rest = _GOES_ON.match(text, end)
        return Found(start, rest.end() if rest else end, "secret-value")
    if talk is not None and not is_option:
        return Found(start, end, "secret-value") if values.is_strong(value, 6 if is_pass else 12) else None
    return Found(start, end, "secret-value") if values.is_secret(value, is_pass, is_firm, quoted is not None) else None


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
    if len(value) < 20 or not value.isascii() or values.HEX_OR_UUID.fullmatch(value):
        return None
    if not values.is_strong(value, 20):
        return None
    return (
        Found(start, start + len(value), "secret-value")
        if values.mixes(value) == 3 and values.entropy(value) > 3.5
        else None
    )
