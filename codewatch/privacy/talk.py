"""Secrets in sentences and tables: "the password for db is ...", "use ... as the token", "| password | ... |"."""

import re
from collections.abc import Iterator, Sequence

from codewatch.privacy.found import Found
from codewatch.privacy.links import BREAK
from codewatch.privacy.names import NO_SECRET_AFTER, Name, repeats
from codewatch.privacy.values import Place, is_hash_or_id, is_long_key, is_plain_password, is_secret, is_strong

# From the name on: whose it is, a verb, a colon; then the value.
_SAYS = re.compile(
    r"(?P<close>(?:\\{0,3}[\"'`]|\*\*|__)?\)?)(?P<whose>[ \t]{1,2}(?:for|of|on|at|in|von|für|para|de|del|do"
    r"|da)[ \t]{1,2}(?:[\w.@'’/-]{1,40}[ \t]{1,2}){0,2}?[\w.@'’/-]{1,40}(?=[ \t:=])|(?P<more>(?:[ \t]{1,2}"
    r"(?!is\b|was\b|to\b|are\b|will\b|should\b|for\b)[A-Za-z][\w-]{0,20}){1,2})(?:[ \t]for[ "
    r"\t][\w.@-]{1,30})?(?=(?:\*\*|__)?[ \t]?[:=]|[ \t](?:is|was|will|should)[ \t:]))?(?:\*\*|__)?"
    r"(?P<says>(?:[ \t]{1,2}(?:is|was|are|be|now|to|will|should|must|has|been|changed|set|reset|updated"
    r"|provided|given|from|as|still|just|currently"
    r"|ist|lautet|war|es|é|est|являеться|является|这|是|为|been|rotated|equal|equals))+(?=[ \t:`\"'])|[ \t]{0,2}"
    r"(?:是|为|は))?"
    rf"(?P<colon>[ \t]{{0,2}}(?:[:=：]|->|→|=>|—|–)(?:[ \t]{{0,4}}(?:\*\*|__)?[ \t]{{0,4}}(?:{BREAK}{{1,3}}"
    rf"(?:```\w{{0,12}}{BREAK})?)?))?"
    r"[ \t]{0,3}(?:\*\*|__)?(?P<quote>\\{0,3}[\"'`“‘«]|&quot;)?(?=[^\s|])"
)
_VALUE = re.compile(r"""[^\s"'`<>|”’»]{4,400}""")
_QUOTED_VALUE = re.compile(r"""([^\n"'`<>”’»]{4,400}?)(?:\\{0,3}["'`”’»]|&quot;)""")
_ENDS = re.compile(r"\\{1,4}[nrt\"'].*|(?:\*\*|__|[.,:;)\]}]|(?<=[A-Za-z])[!?])+\Z|\x1b.*")
_DIGIT = re.compile(r"\d")
_ALONE = re.compile(r";?[ \t]*(?:\\{1,4}[rn]|\r?\n|\Z)")
# Before the name: "use V as the password", "V is the password".
_NAMED_AFTER = re.compile(
    r" (?:as|is|als)[ \t]+(?:now[ \t]+)?(?:the|our|my|a|an|your|new|das|el|la|his|their)[ \t]+("
    r"(?:[\w.-]{1,20}[ \t]+){0,3}?[\w.-]{0,20}?"
    r"(?i:password|passwort|passwd|passphrase|secret|token|api[ _-]?key|credential)s?)\b"
)
_VALUE_BEFORE = re.compile(r"(?:\A|[\s\"'`(])([^\s\"'`()<>]{6,100})[\"'`]?,?\Z")
_TO = re.compile(r"[\"'`]?[.,;)]{0,2}[\"'`]?[ \t]{1,2}(?:to|into|auf|nach|->|→)[ \t]{1,2}[\"'`]?([^\s\"'`<>]{4,100})")
_SETTERS = re.compile(
    r"(?:\A|[\s;&|→])(?:env|arg|setenv|#define|set -x|set -gx|set|export|setx|login [\w.@-]{1,60}|read -r|user "
    r"[\w.@-]{1,60})[ \t]+\Z",
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
    if colon is None and quote is None and text[name.start : name.end].lower() == "pass":
        return None  # the verb
    is_said = bool(says["says"] or (colon and colon.strip()))
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
    is_alone = bool({"_", "-"} & set(text[name.start : name.end])) and _ALONE.match(text, end) is not None
    if is_hash_or_id(value) and not (is_said or quote or is_alone) and not text[name.start : name.end].isupper():
        return None
    return Found(start, end, "secret-value") if _is_said(name, value, is_said=is_said or bool(quote)) else None


def _is_said(name: Name, value: str, *, is_said: bool) -> bool:
    if is_strong(value, shortest=6 if name.is_pass else 12):
        return True
    return is_said and name.is_pass and is_plain_password(value)


def before_names(text: str, stems: Sequence[str]) -> Iterator[Found]:
    """Yield the secrets that stand before a name, as in "use ... as the password"."""
    for words in (" as ", " is ", " als "):
        position = text.find(words)
        while position >= 0:
            names = _NAMED_AFTER.match(text, position)
            if names is not None and any(stem in names[1].lower() for stem in stems):
                value = _VALUE_BEFORE.search(text, max(0, position - 102), position)
                said = _ENDS.sub("", value[1]) if value else ""
                is_pass = "pass" in names[1].lower() or "pwd" in names[1].lower()
                if value and is_strong(said, shortest=6 if is_pass else 12) and not is_hash_or_id(said):
                    yield Found(value.start(1), value.start(1) + len(said), "secret-value")
            position = text.find(words, position + 1)


def in_cell(text: str, name: Name, start: int) -> Found | None:
    """Return the secret in the cell of a table that follows the name's, or None."""
    cell = re.compile(r"[\"'`*]{0,2}([^\s|\"'`]{4,400})[\"'`*]{0,2}[ \t]*\|").match(text, start)
    if cell is None:
        return None
    value = cell[1]
    if name.is_bare_key or (is_hash_or_id(value) and name.is_pass):
        return None
    good = _is_said(name, value, is_said=True)
    return Found(cell.start(1), cell.end(1), "secret-value") if good else None
