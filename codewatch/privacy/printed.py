"""Secrets as programs print them: the answer of a command, a cell of a table, the members of a record."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from codewatch.privacy.found import Found
from codewatch.privacy.hinting import starts
from codewatch.privacy.names import STEMS, Name, telling
from codewatch.privacy.values import (
    Place,
    is_hash_or_id,
    is_pass_phrase,
    is_path,
    is_placeholder,
    is_plain_password,
    is_secret,
    is_strong,
    is_word,
)


class _Form(NamedTuple):
    """What is printed around a secret: the letters of which one must stand in the text as a word, texts that occur
    within the pattern, and the pattern, which is looked for from the start of their line on.

    Of a sure one no value is doubted; the group "name" must tell.
    """

    words: str
    anchors: tuple[str, ...]
    pattern: str
    is_sure: bool = False


_N = r"(?:\r?\n|\\{1,4}n)"
# What a prompt ends with; what stands before that may be anything, and a search for it would take long.
_PROMPT = r"[$#%❯][ ]"
_ANSWER = rf"{_N}[ \t]{{0,8}}(?P<value>[^\s\"'\\]{{6,400}})[ \t]{{0,8}}(?={_N}|\Z|[\"'])"
_Q = r"\\{0,7}[\"']"
_BASE64_OF_64 = r"(?P<value>[A-Za-z0-9+/]{86}==)"
_LOGIN = r"(?i:log ?in|logge|credentials?|creds)"
_TELLS = r"(?i:[\w-]{0,40}(?:pass|token|secret|key|pwd|value)[\w-]{0,20})"

_TABLE = (
    _Form("printenv echo", ("printenv ", "echo $", 'echo "$'),
          rf"{_PROMPT}(?:printenv|echo)[ ]\"?\$?\{{?(?P<name>\w{{3,80}})\}}?\"?{_ANSWER}"),
    _Form("pass", ("$ pass ",),
          rf"{_PROMPT}pass(?:[ ]show)?[ ](?:-[\w-]+[ ])*(?!show[ ])[\w.@-]{{1,60}}/[\w./@-]{{1,100}}{_ANSWER}"),
    _Form("op", (" op read ", " op item get "), rf"{_PROMPT}op[ ](?:read|item[ ]get)\b[^\n]{{0,200}}{_ANSWER}"),
    _Form("vault", (" -field",),
          rf"{_PROMPT}vault[ ](?:kv[ ]get|read)\b[^\n]{{0,80}}-field[= ]{_TELLS}\b[^\n]{{0,120}}{_ANSWER}"),
    _Form("secretsmanager", ("get-secret-value",),
          rf"{_PROMPT}aws\b[^\n]{{0,60}}get-secret-value[^\n]{{0,300}}{_ANSWER}"),
    _Form("decryption", ("--with-decryption",),
          rf"{_PROMPT}aws\b[^\n]{{0,60}}get-parameters?\b[^\n]{{0,100}}with-decryption[^\n]{{0,200}}{_ANSWER}"),
    _Form("keyvault", ("secret show",), rf"{_PROMPT}az[ ]keyvault[ ]secret[ ]show\b[^\n]{{0,200}}{_ANSWER}"),
    _Form("gcloud", ("versions access",), rf"{_PROMPT}gcloud[ ]secrets[ ]versions[ ]access\b[^\n]{{0,200}}{_ANSWER}"),
    _Form("jsonpath", ("| base64 ",),
          rf"{_PROMPT}kubectl\b[^\n]{{0,80}}[ ]secrets?\b[^\n]{{0,200}}\|[ ]base64[ ][^\n]{{0,20}}{_ANSWER}"),
    _Form("argocd", ("initial-password",), rf"{_PROMPT}argocd\b[^\n]{{0,40}}initial-password[^\n]{{0,80}}{_ANSWER}"),
    _Form("generic", ("find-generic-password",),
          rf"{_PROMPT}security[ ]find-generic-password\b[^\n]{{0,200}}{_ANSWER}"),
    _Form("pass", ("reset.\nNew value: ",),
          r"(?i:password)[^\n]{0,80}\breset\.\nNew value: (?P<value>[^\s\"'\\]{6,200})"),
    _Form("pass", (":\n\n", ":\\n\\n"),
          rf"[pP](?<=\b[pP])(?i:ass(?:word|phrase))\b[^\n:\"'`]{{0,60}}:{_N}{{2}}[ \t]{{0,8}}"
          rf"(?P<value>[^\s\"'\\:]{{8,200}})[ \t]{{0,8}}(?={_N}|\Z)"),
    _Form("unseal", (" Key ",),
          r"\b(?:Unseal|Recovery) Key \d{1,2}:[ \t]{1,8}(?P<value>[A-Za-z0-9+/=]{40,90})"),
    _Form("keyname", ("keyName",),
          rf"keyName{_Q}\s{{0,4}}:\s{{0,4}}{_Q}\w{{1,40}}{_Q}[^{{}}]{{0,200}}?"
          rf"{_Q}value{_Q}\s{{0,4}}:\s{{0,4}}{_Q}{_BASE64_OF_64}",
          is_sure=True),
    _Form("keyname", ("key1 ", "key2 "), rf"\bkey[12]\s{{1,12}}(?i:full|read)\s{{1,20}}{_BASE64_OF_64}",
          is_sure=True),
    _Form("value", ('alue": "', 'alue":"', "alue\\"),
          rf"[vV]alue{_Q}[ ]{{0,2}}:[ ]{{0,2}}{_Q}(?P<value>[^\s\"'\\]{{6,400}}){_Q},\s{{0,20}}"
          rf"{_Q}(?:[nN]ame|[kK]ey|variable){_Q}[ ]{{0,2}}:[ ]{{0,2}}{_Q}(?P<name>[\w.-]{{3,80}}){_Q}"),
    _Form("httponly samesite cookie cookies", ('name": "', 'name":"', "name\\"),
          rf"name{_Q}\s{{0,2}}:\s{{0,2}}{_Q}(?P<cookie>[\w.-]{{1,80}}){_Q},\s{{0,20}}{_Q}value{_Q}\s{{0,2}}:\s{{0,2}}{_Q}"
          rf"(?P<value>[^\s\"'\\]{{16,2000}}){_Q},\s{{0,20}}{_Q}(?:domain|path|expires|httpOnly|secure|sameSite){_Q}"),
    _Form("login credentials creds", (" / ",),
          rf"\b{_LOGIN}\b[^\n/]{{0,30}}?[\w.@+-]{{2,60}} / (?P<value>[^\s\"'`<>|/]{{6,100}})"),
    _Form("spawn", ("assword:",),
          r"assword:[^\n]{0,4}[\"}]\s{0,4}\{?\s{0,12}send\s{1,4}(?:--\s{1,2})?[\"{](?P<value>[^\s\"$\[]{4,100}?)\\{1,4}r"),
)  # fmt: skip
_MOST_ANCHORS = 300
_LINE_CHARS, _ANSWER_CHARS = 200, 900
_PATTERNS = tuple(re.compile(form.pattern) for form in _TABLE)
_NUMBERS: dict[bytes, list[int]] = {}
for _number, _form in enumerate(_TABLE):
    for _word in _form.words.split():
        _NUMBERS.setdefault(_word.encode(), []).append(_number)
WORDS = frozenset(_NUMBERS)
_ENDS = re.compile(r"[.,;)\]]+\Z")
_OPEN_COOKIES = re.compile(
    r"_ga|_gid|_fbp|_gcl|_hj|amp_|ajs_|optimizely|consent|theme|locale|lang|OptanonConsent", re.IGNORECASE
)
# Behind a name that is a cell or a column of its own: the value, and the end of its line.
_CELL = re.compile(
    r"(?:[ ]{2,60}|[ ]{0,60}\|[ ]{1,4}|\t{1,4}(?:(?i:true|false|none|null)\t)?)(?P<value>[^\s|\"'`\\]{8,400})"
    r"[ \t]{0,60}(?=\r?\n|\\{1,4}n|\Z)"
)
_CELL_STARTS = frozenset(" |\t")
_BEFORE_CELL = re.compile(r"(?:\A|\n|\\n)[ \t]{0,4}\Z")


def find(text: str, near: set[bytes]) -> Iterator[Found]:
    """Yield the secrets among what programs print, in a text that holds the words `near`."""
    for number in sorted({number for word in near & WORDS for number in _NUMBERS[word]}):
        form = _TABLE[number]
        for found in _around(text, form.anchors, _PATTERNS[number]):
            value = _ENDS.sub("", found["value"])
            if _is_one(found, value, form):
                yield Found(found.start("value"), found.start("value") + len(value), "secret-value")


def _around(text: str, anchors: tuple[str, ...], pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Yield where a pattern matches from the start of a line on that holds an anchor."""
    for anchor in anchors:
        for position in islice(starts(text, anchor), _MOST_ANCHORS):
            lowest = max(0, position - _LINE_CHARS)
            line = max(lowest, text.rfind("\n", lowest, position) + 1, text.rfind("\\n", lowest, position + 1))
            line += 2 if text.startswith("\\n", line) else 0
            found = pattern.search(text, min(line, position), position + _ANSWER_CHARS)
            if found is not None:
                yield found


def in_cell(text: str, name: Name) -> Found | None:
    """Return the secret in the cell behind a name that is one: `API_TOKEN      ...` on a line of its own."""
    cell = _CELL.match(text, name.end) if text[name.end : name.end + 1] in _CELL_STARTS else None
    if cell is None or not _BEFORE_CELL.search(text, max(0, name.start - 8), name.start):
        return None
    value = cell["value"]
    is_variable = "_" in text[name.start : name.end] or text[name.start : name.end].isupper()
    if name.is_bare_key or not (is_strong(value, shortest=8 if name.is_pass else 12) or _is_simple(name, value)):
        return None
    if is_hash_or_id(value) and not is_variable:
        return None
    return Found(*cell.span("value"), "secret-value")


def _is_simple(name: Name, value: str) -> bool:
    return name.is_pass and (is_plain_password(value) or is_pass_phrase(value))


def _is_one(found: re.Match[str], value: str, form: _Form) -> bool:
    if len(value) < 4 or is_placeholder(value) or is_word(value) or is_path(value):
        return False
    groups = found.groupdict()
    if "name" in groups:
        lowered = groups["name"].lower()
        stems = [stem for stem in STEMS if stem in lowered]
        name = next(telling(f"{groups['name']}=", stems), None) if stems else None
        return name is not None and is_secret(value, place=Place.LINE, is_pass=name.is_pass)
    if groups.get("cookie"):
        return is_strong(value, shortest=16) and not _OPEN_COOKIES.match(groups["cookie"])
    return (
        form.is_sure
        or is_strong(value, shortest=6)
        or (is_plain_password(value) and "-" not in value)
        or is_pass_phrase(value)
        or is_hash_or_id(value)
        or (value.isalpha() and is_secret(value, place=Place.LINE, is_pass=False))
    )
