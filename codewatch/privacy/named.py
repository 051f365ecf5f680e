"""Secrets without a format of their own: what stands beside a name that tells, in a header, a URL or an option.

A name alone is no secret ("the API key is in the vault"), so the value decides: code, words, placeholders, numbers and
paths stay.
"""

import re
from collections.abc import Iterable, Iterator

from codewatch.privacy import calls, columns, cookies, headers, names, options, passfile, printed, talk, urls
from codewatch.privacy.found import Found
from codewatch.privacy.links import BREAK, LINK
from codewatch.privacy.names import Name, repeats
from codewatch.privacy.values import Place, is_hash_or_id, is_long_key, is_path, is_secret, is_strong, looks_random
from codewatch.privacy.words import mixes

KINDS = ("url-password", "authorization", "bearer-token", "cookie", "option-password", "secret-value")
_QUOTED = re.compile(
    r"""(?P<triple>\"{3}|'{3})(?P<in3>[^\n]{1,400}?)(?P=triple)"""
    r"""|(?P<plain>["'`])(?P<in0>(?:\\.|(?!(?P=plain))[^\n\\]){1,400})(?P=plain)"""
    r"""|(?P<escaped>(?:\\{1,7}["'`]){3}|["']?\\{1,7}["'`])(?P<in1>(?:(?!(?P=escaped))[^\n]){1,400}?)(?<!\\)(?P=escaped)"""
    r"""|&quot;(?P<in4>[^&\n]{1,400})&quot;|%22(?P<in5>[^%\n]{1,400})%22"""
)
_BROKEN = re.compile(rf"""(["'])(?P<in>[\w+/=.~$:%-]{{3,200}}(?:\\?{BREAK}[\w+/=.~$:%-]{{3,200}}){{1,4}})\1""")
_JOINED = re.compile(
    rf"""["'](?:[ \t]{{0,3}}[+.\\]?(?:[ \t]|{BREAK}){{0,3}}[+.\\]?[ \t]{{0,2}})[fbru]?["']"""
    r"""([^\s"'`\\]{3,400})(?=["'])"""
)
_LONG_QUOTED = re.compile(r"""(?:["']?\\{0,7}["'`])(?=[\w+/=.~%-]{400})""")
_PLAIN = re.compile(r"""[^\s"'`<>,;)\]}|&\\]{1,400}""")
_LINE_VALUE = re.compile(r"""[^\s"'`]{1,400}""")
_TAG_VALUE = re.compile(r"[^<>\s]{1,4000}")
_QUERY_VALUE = re.compile(r"""[^\s"'`<>&#\\]{1,400}""")
_LONGEST_VALUE = 400
_GOES_ON = re.compile(r"[A-Za-z0-9+/=_.~%-]{0,100000}")
_WRAPPED = re.compile(r"\\\r?\n[ \t]{0,8}([\w+/=.~-]{3,200})(?=\s|\Z)")
_LINE_END = re.compile(
    r"[ \t]*(?:\\{1,4}[nr]|\r?\n|\Z|#[ \t]|(?:\\{0,3}[\"'])[ \t]*[\],})]|(?:\\{0,3}[\"'])\s*(?:\Z|\n|\\n))"
)
_SETTERS = (
    "",
    "export",
    "set",
    "setx",
    "env",
    "arg",
    "-e",
    "-",
    "+",
    "$env:",
    "#",
    "//",
    ">",
    "--env",
    "declare -x",
    "<",
)
_LINE_STARTS = re.compile(
    r"(?:[>+#*-]{1,2}[ \t]|//[ \t]|[+-]|[ \t]{0,8}\d{1,6}(?:\t|\\t|→|:)|[\w./-]{1,60}:\d{1,6}:)?[ \t]*(?:-[ \t]+)?\Z"
)
_LINE_ENDS = ("\n", ";", "\\n", "\t", "→", "&& ")
# After a sign the value may still be one of a sentence: on a line of its own, or in the marks of Markdown.
_MAY_BE_TALK = re.compile(r"[ \t]{0,4}(?:\*\*|__|[`“‘«]|\\?\r?\n|\\{1,4}[nr])|\S{0,80}?\d")
# A space and a word after a name are a sentence, but for these.
_MAY_LINK = re.compile(
    r"[ \t]{0,4}(?:[^ \ta-zA-Z0-9]|\*?(?:\[\]byte|string|str|String|text|varchar|char|auto|or)\b|[\w-]{1,20}"
    r"(?: [\w-]{1,20})? \|)"
)
_MOST_HEADS = 200
_COLUMN_ENDS = frozenset((",", ";", "\t", "\n", "\r", '"'))
_HEAD_ENDS = frozenset(" |`*\r\n")
_LISTED = frozenset((",", ")", '"', "'", "`"))
_OPENINGS = frozenset("\"'`\\&%")
_SHORT_VALUE = re.compile(r"[^\s\d\"'`]{0,7}(?:[\s]|\Z)")
_GETTERS = re.compile(
    r"(?:get|read|ask|prompt|find|is|has|check|validate|hash|verify|parse|format|print|log|test)_?\Z", re.IGNORECASE
)
_SETTING_CALL = re.compile(
    r"(?:set|put|append|add|header|get|getenv|fetch|env|define|default|setdefault|config|arg|option|var"
    r"|property|environ|insert"
    r"|with|login|value|secret|field|param|string|item|key|pair|entry|from)\w{0,12}\s{0,2}[(\[]\s{0,3}"
    r"(?:\\{0,3}[\"']\w{1,20}\\{0,3}[\"'],\s{0,2})?[bru]?\\{0,3}[\"'`]?-{0,2}\Z",
    re.IGNORECASE,
)
_FORM_FIELD = re.compile(r"name=\\{0,7}[\"']?\Z")
_HASHED = re.compile(r"(?i:sha-?\d{1,3}|md5|hash|digest|bcrypt|scrypt|crc32|hmac)\w{0,10}\(\Z")
# Amazon's secret keys may hold words, as the one of its manuals does.
_AWS_NAME = re.compile(r"(?i:secret[_-]?access[_-]?key|aws[_-]?secret)\w{0,10}\Z")
_AWS_SECRET = re.compile(r"[A-Za-z0-9+/]{40}")
_DEFINING = re.compile(r"(?:define|defvar|setq|def)[( ]\s{0,2}\Z")
_TWO_DIGITS = re.compile(r"\d\d")
# What begins a selector, and a call that fills what a selector finds.
_SELECTORS = frozenset("#.[=@/\"'`")
_FILLING = re.compile(
    r"(?:fill|type|send_keys|sendKeys|setValue|set_value|fill_in|input_text|typeText|replaceText|addValue)\w{0,10}"
    r"[( ]\s{0,2}\\{0,7}[\"'`][^\n]{0,60}\Z"
)
_HINTS = (*urls.HINTS, *headers.HINTS, *cookies.HINTS, *options.HINTS, *passfile.HINTS, *names.HINTS)
# A word that is looked for as a part of words is not looked for twice.
WORDS = (
    urls.WORDS | headers.WORDS | cookies.WORDS | options.WORDS | calls.WORDS | printed.WORDS | names.WORDS
) - frozenset(_HINTS)
_HEADER_HINTS = frozenset((*headers.HINTS, *headers.WORDS))
_COOKIE_HINTS = frozenset((*cookies.HINTS, *cookies.WORDS))
_OPTION_HINTS = frozenset((*options.HINTS, *options.WORDS))
_NAME_HINTS = frozenset((*names.HINTS, *names.WORDS, *names.FOREIGN_HINTS))


def hints_in(folded: bytes, words: Iterable[bytes]) -> tuple[bytes, ...]:
    """Return which of the texts occur, one of which every secret beside a name needs.

    `folded` is the text as bytes in lower case; `words` are those of `WORDS` that stand in it.
    """
    near = [hint for hint in _HINTS if hint in folded]
    near += WORDS.intersection(words)
    if not folded.isascii():
        near += names.foreign_in(folded)
    return tuple(near)


def find(text: str, hints: Iterable[bytes]) -> Iterator[Found]:
    """Yield what stands beside telling names in `text`, in which `hints` occur."""
    near = set(hints)
    if b"://" in near or b"thin" in near:
        yield from urls.find(text, near)
    if near & _HEADER_HINTS:
        yield from headers.find(text, near)
    if near & _COOKIE_HINTS:
        yield from cookies.find(text, near)
    if not near.isdisjoint(passfile.HINTS):
        yield from passfile.find(text)
    if near & _OPTION_HINTS:
        yield from options.find(text, near)
    if near & calls.WORDS:
        yield from calls.find(text, near)
    if near & printed.WORDS:
        yield from printed.find(text, near)
    stems = names.stems_of(near & _NAME_HINTS)
    if not stems:
        return
    yield from talk.before_names(text, stems)
    covered = -1
    heads = 0
    for name in names.telling(text, stems):
        if name.start < covered:
            continue
        link = LINK.match(text, name.end) if _MAY_LINK.match(text, name.end) else None
        found = None if link is None else _linked(text, name, link)
        if found is None and (link is None or link.lastgroup == "cell" or _MAY_BE_TALK.match(text, link.end())):
            found = talk.after(text, name)
        if found is None:
            found = printed.in_cell(text, name)
        if found is None and link is None and heads < _MOST_HEADS and text[name.end : name.end + 1] in _COLUMN_ENDS:
            heads += 1
            yield from columns.below(text, name)
        if (
            found is None
            and heads < _MOST_HEADS
            and text[name.end : name.end + 1] in _HEAD_ENDS
            and columns.RULE.match(text, name.end)
        ):
            heads += 1
            yield from columns.under_rule(text, name)
        if found is None and text[name.end : name.end + 1] in _LISTED:
            yield from columns.in_values(text, name)
        if found is not None:
            covered = found.end
            yield found


def tells(name: str) -> bool:
    """Return whether a member's name tells that its value is a secret."""
    lowered = name.lower()
    stems = [stem for stem in names.STEMS if stem in lowered]
    return bool(stems) and any(True for _ in names.telling(f"{name}=", stems))


def _linked(text: str, name: Name, link: re.Match[str]) -> Found | None:
    """Return the secret that a sign, a comma, a tag or the words of a pair tie to a name, or None."""
    how = link.lastgroup
    start = link.end()
    opened = text[name.start - 1 : name.start] if name.start else ""
    if how == "assign":
        return _assigned(text, name, link, start)
    if how == "tag":
        return _bare(text, name, _TAG_VALUE, start, Place.LINE) if opened in ("<", ":", '"', "'") else None
    if how in ("nested", "property"):
        return _quoted(text, name, start, Place.QUOTED)
    if how == "part":
        is_field = _FORM_FIELD.search(text, max(0, name.start - 12), name.start)
        return _bare(text, name, _LINE_VALUE, start, Place.LINE) if is_field else None
    if how == "fill":
        return _quoted(text, name, start, Place.QUOTED)
    if how == "pair":
        return _quoted(text, name, start, Place.QUOTED) or _bare(text, name, _LINE_VALUE, start, Place.LINE)
    if how in ("default", "fallback"):
        if how == "fallback" and text[start - 2 : start] == ":-":
            return _bare(text, name, _PLAIN, start, Place.LINE)
        return _quoted(text, name, start, Place.QUOTED)
    if how == "argument":
        if not link["close"]:
            is_defined = _DEFINING.search(text, max(0, name.start - 12), name.start)
            return _quoted(text, name, start, Place.QUOTED) if is_defined else None
        if opened in _SELECTORS and _FILLING.search(text, max(0, name.start - 90), name.start):
            return _quoted(text, name, start, Place.QUOTED)
        if not (opened in ('"', "'", "`") or text[name.start] == "-"):
            return None
        is_setting = _SETTING_CALL.search(text[max(0, name.start - 60) : name.start])
        is_option = text[name.start : name.start + 2] == "--" or text[max(0, name.start - 2) : name.start] == "--"
        found = _quoted(text, name, start, Place.QUOTED)
        if found is None or is_setting or is_option:
            return found
        value = text[found.start : found.end]
        return found if is_strong(value, shortest=6 if name.is_pass else 8) else None
    if how == "call":
        before = text[name.start : name.end]
        if link["close"] or _GETTERS.match(text, name.start) or _GETTERS.search(before[:8]):
            return None
        found = _quoted(text, name, start, Place.QUOTED)
        if found is None:
            return None
        value = text[found.start : found.end]
        return (
            found
            if is_strong(value, shortest=6)
            or looks_random(value)
            or before[:1] == "."
            or before.rpartition(".")[2][:3].lower() == "set"
            or (name.is_pass and _TWO_DIGITS.search(value))
            else None
        )
    return talk.in_cell(text, name, start)


def _assigned(text: str, name: Name, link: re.Match[str], start: int) -> Found | None:
    if _SHORT_VALUE.match(text, start):
        return None
    if text[start : start + 1] in _OPENINGS:
        found = _quoted(text, name, start, Place.QUOTED)
        if found is not None:
            return found
    if text[start : start + 1] in ('"', "'", "`") and text[start + 1 : start + 2] == text[start]:
        return None
    sign = link["assign"].strip()
    if ")" in link["close"] and (sign == "->" or _HASHED.search(text, max(0, name.start - 20), name.start)):
        return None  # what a function returns, what a hash is of
    previous = text[name.start - 1] if name.start else ""
    if (previous in ("?", "&") and text[name.start - 5 : name.start] != " && ") or text[
        max(0, name.start - 5) : name.start
    ] in ("&amp;", "u0026"):
        return _bare(text, name, _QUERY_VALUE, start, Place.LINE)
    is_set = _sets_a_variable(text, name.start)
    if is_set:
        value = _LINE_VALUE.match(text, start)
        if value is not None and (sign.startswith("=") or _LINE_END.match(text, value.end())):
            found = _bare(text, name, _LINE_VALUE, start, Place.LINE)
            if found is not None or sign.startswith("="):
                return found
    else:
        value = _LINE_VALUE.match(text, start)
        if value is not None and _LINE_END.match(text, value.end()) and not value[0].endswith((",", ")", ";")):
            found = _bare(text, name, _LINE_VALUE, start, Place.LINE)
            if found is not None:
                return found
    plain = _PLAIN.match(text, start)
    if plain is None:
        return None
    is_call = text[plain.end() : plain.end() + 1] in (")", ",", "(", "[")
    is_option = text[name.start : name.start + 1] == "-"
    place = Place.LINE if (is_option or "=" in sign or "%3" in sign) and not is_call else Place.CODE
    if place is Place.CODE and _LINE_END.match(text, plain.end()) and sign.startswith(":") and name.is_pass:
        place = Place.LINE
    return _bare(text, name, _PLAIN, start, place)


def _quoted(text: str, name: Name, start: int, place: Place) -> Found | None:
    quoted = _QUOTED.match(text, start)
    if quoted is None:
        broken = _BROKEN.match(text, start)
        if broken is not None:
            joined = re.sub(rf"\\?{BREAK}", "", broken["in"])
            return _judged(text, name, broken.start("in"), broken.end("in"), joined, place)
        long = _LONG_QUOTED.match(text, start)
        return _long(text, long.end()) if long else None
    group = next(group for group in ("in3", "in0", "in1", "in4", "in5") if quoted[group] is not None)
    value = quoted[group]
    begin, end = quoted.span(group)
    joined = value
    more = _JOINED.match(text, end)
    while more is not None and len(joined) < 4_000:
        joined += more[1]
        end = more.end(1)
        more = _JOINED.match(text, end)
    if group in ("in0", "in1") and "\\" in joined:
        joined = joined.replace("\\", "")
    return _judged(text, name, begin, end, joined.removesuffix("\\"), place)


def _bare(text: str, name: Name, pattern: re.Pattern[str], start: int, place: Place) -> Found | None:
    plain = pattern.match(text, start)
    if plain is None:
        return None
    value = plain[0]
    if pattern is _PLAIN:
        value = value.rstrip(".:!?")
    else:
        if not value.isalnum():
            escaped = re.search(r"\\{1,4}[nrt\"']|\x1b", value)
            value = value[: escaped.start()] if escaped else value
        value = _without_end(value) if place is Place.LINE else value
    if not value:
        return None
    end = start + len(value)
    if value[-1] == "\\" and text[end : end + 1] in ("\n", "\r"):
        value, end = value[:-1], end - 1
    if len(value) >= _LONGEST_VALUE:
        return _long(text, start)
    wrapped = _WRAPPED.match(text, end)
    if wrapped is not None:
        value, end = value + wrapped[1], wrapped.end(1)
    return _judged(text, name, start, end, value, place)


def _without_end(value: str) -> str:
    """Return a value without the comma and the brackets after it that close what was opened before it."""
    value = value.rstrip(",;")
    for opening, closing in ("()", "[]", "{}"):
        while value.endswith(closing) and value.count(closing) > value.count(opening):
            value = value[:-1]
    return value


def _judged(text: str, name: Name, start: int, end: int, value: str, place: Place) -> Found | None:
    if name.is_bare_key:
        return Found(start, end, "secret-value") if is_long_key(value) else None
    if "-" in value and is_hash_or_id(value) and "credential" in text[name.start : name.end].lower():
        return None
    if name.is_short and (len(value) < 16 or is_hash_or_id(value)) and not is_strong(value, shortest=9):
        return None
    is_one = is_secret(value, place=place, is_pass=name.is_pass) and not repeats(text, name, value)
    is_one = is_one or (
        _AWS_SECRET.fullmatch(value) and mixes(value) == 3 and _AWS_NAME.search(text, name.start, name.end)
    )
    return Found(start, end, "secret-value") if is_one else None


def _long(text: str, start: int) -> Found | None:
    """Return a value that is longer than names and sentences, when it is nothing but letters and digits mixed."""
    value = text[start : start + _LONGEST_VALUE]
    if mixes(value) < 3 or is_path(value):
        return None
    rest = _GOES_ON.match(text, start)
    return Found(start, rest.end(), "secret-value") if rest and rest.end() - start >= _LONGEST_VALUE // 2 else None


def _sets_a_variable(text: str, name_start: int) -> bool:
    """Return whether a line, or what follows a semicolon, begins with the name, or with a word that sets it."""
    before = text[max(0, name_start - 100) : name_start]
    ends = max(before.rfind(end) + len(end) if end in before else -1 for end in _LINE_ENDS)
    if ends < 0 and name_start > 100:
        return False
    line = before[max(ends, 0) :].strip().lower()
    return (
        line in _SETTERS
        or (
            line.endswith((" -e", " --env", " -d", "export", " set", "_env", " arg", "config:set", "'", '"'))
            and len(line) < 60
        )
        or bool(_LINE_STARTS.match(before[max(ends, 0) :]))
    )
