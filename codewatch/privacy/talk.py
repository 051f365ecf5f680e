"""Secrets in sentences and tables: "the password for db is ...", "use ... as the token", "| password | ... |"."""

import re
from collections.abc import Iterator, Sequence

from codewatch.privacy.found import Found
from codewatch.privacy.hinting import starts
from codewatch.privacy.links import BREAK
from codewatch.privacy.names import NO_SECRET_AFTER, Name, repeats, telling
from codewatch.privacy.values import (
    Place,
    is_hash_or_id,
    is_long_key,
    is_pass_phrase,
    is_plain_password,
    is_secret,
    is_strong,
)

# From the name on: whose it is, a verb, a colon; then the value.
_VERB = r"(?:is|was|are|will|should|ist|lautet|war|est|es|é|è|era|является)"
_OF = r"(?:for|of|on|at|in|von|f(?:ü|\\{1,4}u00fc)r|para|pour|de|del|do|da|от|для)"
_SAYS = re.compile(
    r"(?P<close>(?:(?!['’]s[ \t])\\{0,3}[\"'`]|\*\*|__)?\)?)"
    rf"(?P<whose>[ \t]?\([^()\n]{{1,40}}\)(?=[ \t]?(?:[:=：]|→)|[ \t]{_VERB}[ \t:])"
    rf"|[ \t]{{1,2}}{_OF}[ \t]{{1,2}}(?:(?!{_VERB}[ \t])[\w.@'’/-]{{1,40}}[ \t]{{1,2}}){{0,3}}[\w.@'’/-]{{1,40}}"
    rf"(?=(?:\*\*|__)?[ \t]?[:=：]|[ \t]{_VERB}[ \t:`\"'])"
    rf"|[ \t]{{1,2}}{_OF}[ \t]{{1,2}}(?:[\w.@'’/-]{{1,40}}[ \t]{{1,2}}){{0,2}}?[\w.@'’/-]{{1,40}}(?=[ \t:=])"
    r"|(?P<more>(?:[ \t]{1,2}(?!(?:is|was|to|are|be|will|should|for|ist|lautet|war|est|es|era)\b)[A-Za-z][\w-]{0,20}"
    r"){1,2})(?:[ \t]for[ \t][\w.@-]{1,30})?(?=(?:\*\*|__)?[ \t]?[:=]|[ \t](?:is|was|will|should)[ \t:]))?"
    r"(?:\*\*|__)?"
    r"(?P<says>(?:[ \t]{1,2}(?:is|was|are|be|now|to|will|should|must|has|been|changed|set|reset|updated"
    r"|provided|given|from|as|still|just|currently"
    r"|ist|lautet|war|es|era|é|è|est|является|это|这|是|为|been|rotated|equal|equals))+(?=[ \t:`\"'])|[ \t]{0,2}"
    r"(?:是|为|は)|['’]s(?=[ \t]))?"
    rf"(?P<colon>[ \t]{{0,2}}(?:[:=：]|->|→|\\{{1,4}}u2192|=>|—|–)(?:[ \t]{{0,4}}(?:\*\*|__)?[ \t]{{0,4}}"
    rf"(?:{BREAK}{{1,3}}(?:```\w{{0,12}}{BREAK})?)?))?"
    r"[ \t]{0,3}(?:\*\*|__)?(?P<quote>\\{0,3}[\"'`“‘«]|&quot;)?(?=[^\s|])"
)
_VALUE = re.compile(r"""[^\s"'`<>|”’»]{4,400}""")
_QUOTED_VALUE = re.compile(r"""([^\n"'`<>”’»]{4,400}?)(?:\\{0,3}["'`”’»]|&quot;)""")
_ENDS = re.compile(r"\\{1,4}[nrt\"'].*|(?:\*\*|__|[.,:;)\]}]|(?<=[A-Za-z])[!?])+\Z|\x1b.*")
_DIGIT = re.compile(r"\d")
_ALONE = re.compile(r";?[ \t]*(?:\\{1,4}[rn]|\r?\n|\Z|\\{0,7}\")")
# Before the name: "use V as the password", "V is the password"; without an article a name of a program.
_NAMED_AFTER = re.compile(
    r" (?:as|is|als)[ \t]+(?:(?:now[ \t]+)?(?:the|our|my|a|an|your|new|das|el|la|his|their)[ \t]+("
    r"(?:[\w.-]{1,20}[ \t]+){0,3}?[\w.-]{0,20}?"
    r"(?i:password|passwort|passwd|passphrase|secret|token|api[ _-]?key|credential)s?)\b"
    r"|(?:(?:the|our|my|your|new|das|den|el|la)[ \t]+)?[\"'`]?"
    r"((?=[a-z]{0,40}[A-Z_])(?![A-Z][a-z]{0,40}\b)[A-Za-z]\w{4,50})\b)"
)
_USES = re.compile(
    r"(?:\A|[\s\"'(])(?:use|set|put|enter|paste|take|add|nimm|verwende|usa|utilise)[ \t]+[\"'`]?\Z", re.IGNORECASE
)
# "The token was wrong, set it to V."
_IT_TO = re.compile(r" it to (?:be )?\\{0,3}[\"'`]?([^\s\"'`<>]{6,200})(?<=[\w!?#$*=])")
_NAME_BEFORE = re.compile(
    r"(?:\A|[^a-z])(?:(pass(?:word|phrase|wd|wort)|pwd)|(?:api[ _-]?|access[ _-]?)?token|secret|api[ _-]?key"
    r"|(?:secret|access)[ _-]key)s?\b[^.\n]{0,60}\Z",
    re.IGNORECASE,
)
# What is said of a token, and of no hash: "the token V is expired".
_IS_ONE = re.compile(
    r"[\"'`]?[ \t]{1,2}(?:is|was|has|got)[ \t]+(?:\w+[ \t]+){0,2}(?:expired|revoked|leaked|invalid|valid)\b"
)
# Whose "pass" it is, where that is no verb: "my pass is V".
_OWNER = re.compile(
    r"(?:\A|[\s\"'(])(?:my|our|the|your|his|her|their|db|database|root|admin|login|user|ssh|wifi|wi-fi|ftp|smtp|sudo"
    r"|vpn)[ \t]\Z",
    re.IGNORECASE,
)
_WITH = re.compile(
    r"(?:\A|[\s\"'(])(?:with|using|mit|avec|con|com)[ \t](?:the[ \t]|dem[ \t])?\Z"
    r"|(?:\A|\s)(?:user(?:name)?|login)[ \t]{1,2}[\w.@-]{1,40},?[ \t](?:and[ \t])?\Z",
    re.IGNORECASE,
)
_VALUE_BEFORE = re.compile(r"(?:\A|[\s\"'`(])([^\s\"'`()<>]{6,100})[\"'`]?,?\Z")
_TO = re.compile(r"[\"'`]?[.,;)]{0,2}[\"'`]?[ \t]{1,2}(?:to|into|auf|nach|->|→)[ \t]{1,2}[\"'`]?([^\s\"'`<>]{4,100})")
_SETTERS = re.compile(
    r"(?:\A|[\s;&|→]|\\{1,4}[nrt])(?:(?:env|arg|setenv|fastcgi_param|#define|set -x|set -gx|set|export|setx"
    r"|read -r)[ \t]+\Z"
    r"|(?:login|user)[ \t]{1,4}[\w.@-]{1,60}(?:[ \t]|\r?\n|\\{1,4}[nrt]){1,12}\Z)",
    re.IGNORECASE,
)
_CREDS = re.compile(r"[ \t]{1,2}(?:are|is|:)[ \t]{1,2}[\"'`]?([\w.@-]{1,40})[:/][ \t]?([^\s\"'`<>]{4,100})")


def after(text: str, name: Name) -> Found | None:
    """Return the secret that a sentence gives to a name that stands before it, or None."""
    if "cred" in text[name.start : name.end].lower():
        login = _CREDS.match(text, name.end)
        if login is not None and _is_said(name._replace(is_pass=True), _ENDS.sub("", login[2]), is_said=True):
            return Found(login.start(2), login.start(2) + len(_ENDS.sub("", login[2])), "secret-value")
    says = _SAYS.match(text, name.end)
    return None if says is None else _said(text, name, says)


def _said(text: str, name: Name, says: re.Match[str]) -> Found | None:
    start = says.end()
    if start == name.end:
        return None
    colon = says["colon"]
    quote = says["quote"]
    is_option = text[name.start : name.start + 1] == "-"
    is_verb = colon is None and quote is None and text[name.start : name.end].lower() == "pass"
    if is_verb and not (says["says"] and _OWNER.search(text, max(0, name.start - 12), name.start)):
        return None
    is_said = bool(says["says"] or (colon and colon.strip()) or _WITH.search(text, max(0, name.start - 60), name.start))
    crosses = bool(colon) and bool(re.search(r"\n|\\n", colon or ""))
    if colon is not None and not crosses and not is_option and not says["says"] and colon[-1] in ":=" and quote is None:
        return None  # a sentence has a space there
    pattern = _QUOTED_VALUE if quote else _VALUE
    match = pattern.match(text, start)
    if match is None:
        return None
    if not is_option and not quote and not _DIGIT.search(match[0]) and not text[name.start : name.end].isupper():
        return None
    value = match[1] if quote else _ENDS.sub("", match[0])
    if says["more"] and not NO_SECRET_AFTER.isdisjoint(says["more"].lower().split()):
        return None
    if quote is None and not crosses and text[start - 1] not in " \t:=\n：→>*n是为は":
        return None
    if crosses and not quote and not _ALONE.match(text, start + len(value)):
        return None
    if quote is None and not is_said and ("(" in value or value[:1] in "*&-"):
        return None
    if (
        quote is None
        and not says["says"]
        and not is_option
        and text[start + len(value) : start + len(value) + 1] in ("(", "[")
    ):
        return None
    end = start + len(value)
    if says["says"] and re.search(r"\bfrom\b", says["says"]):
        to = _TO.match(text, end)
        if to is not None and _is_said(name, _ENDS.sub("", to[1]), is_said=True):
            return Found(start, to.start(1) + len(_ENDS.sub("", to[1])), "secret-value")
    if name.is_bare_key:
        return Found(start, end, "secret-value") if is_said and is_long_key(value) else None
    is_set = is_option or (not is_said and bool(_SETTERS.search(text[max(0, name.start - 80) : name.start])))
    if is_set and not says["whose"]:
        place = Place.QUOTED if quote else Place.LINE
        if name.is_short and not is_strong(value, shortest=16):
            return None
        is_one = is_secret(value, place=place, is_pass=name.is_pass) and not repeats(text, name, value)
        return Found(start, end, "secret-value") if is_one else None
    if name.is_short and not ((is_said and is_strong(value, shortest=10)) or (quote and is_strong(value, shortest=20))):
        return None
    if quote and " " in value:
        return None
    if "-" in value and is_hash_or_id(value) and "credential" in text[name.start : name.end].lower():
        return None  # the id of one
    is_alone = bool({"_", "-"} & set(text[name.start : name.end])) and _ALONE.match(text, end) is not None
    is_api_key = text[name.start : name.end].lower() == "key" and text[name.start - 4 : name.start].lower() == "api "
    if (
        is_hash_or_id(value)
        and not (is_said or quote or is_alone or is_api_key or _IS_ONE.match(text, end))
        and not text[name.start : name.end].isupper()
    ):
        return None
    return Found(start, end, "secret-value") if _is_said(name, value, is_said=is_said or bool(quote)) else None


def _is_said(name: Name, value: str, *, is_said: bool) -> bool:
    if is_strong(value, shortest=6 if name.is_pass else 12):
        return True
    return is_said and name.is_pass and (is_plain_password(value) or is_pass_phrase(value))


def before_names(text: str, stems: Sequence[str]) -> Iterator[Found]:
    """Yield the secrets that stand before a name, as in "use ... as the password", or with an "it" for it."""
    for words in (" as ", " is ", " als "):
        for position in starts(text, words):
            found = _before(text, position, stems)
            if found is not None:
                yield found
    for position in starts(text, " it to "):
        value = _IT_TO.match(text, position)
        name = _NAME_BEFORE.search(text, max(0, position - 90), position) if value else None
        if value and name and is_strong(value[1], shortest=6 if name[1] else 12) and not is_hash_or_id(value[1]):
            yield Found(*value.span(1), "secret-value")


def _before(text: str, position: int, stems: Sequence[str]) -> Found | None:
    names = _NAMED_AFTER.match(text, position)
    if names is None:
        return None
    said_name = (names[1] or names[2]).lower()
    if not any(stem in said_name for stem in stems):
        return None
    value = _VALUE_BEFORE.search(text, max(0, position - 102), position)
    if value is None:
        return None
    is_pass = "pass" in said_name or "pwd" in said_name
    said = _ENDS.sub("", value[1])
    if not is_strong(said, shortest=6 if is_pass else 12):
        return None
    if is_hash_or_id(said) and not _USES.search(text, max(0, value.start(1) - 14), value.start(1)):
        return None
    if names[2] and not any(True for _ in telling(f"{names[2]}=", [*stems])):
        return None
    return Found(value.start(1), value.start(1) + len(said), "secret-value")


_ROW = re.compile(r"(?:\A|\n|\\n)[ \t]*\|[^\n]*\Z")


def in_cell(text: str, name: Name, start: int) -> Found | None:
    """Return the secret in the cell of a table that follows the name's, or None."""
    cell = re.compile(r"[\"'`*]{0,2}([^\s|\"'`]{4,400})[\"'`*]{0,2}[ \t]*\|").match(text, start)
    if cell is None:
        return None
    value = cell[1]
    if text[name.end : name.end + 2].strip() == text[name.end : name.end + 2] and not _ROW.search(
        text, max(0, name.start - 200), name.start
    ):
        return None  # "one|other"
    if name.is_bare_key or (is_hash_or_id(value) and name.is_pass):
        return None
    good = _is_said(name, value, is_said=True)
    return Found(cell.start(1), cell.end(1), "secret-value") if good else None
