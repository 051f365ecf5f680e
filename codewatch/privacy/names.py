"""Finds the names that tell: `db_password`, `GITHUB_TOKEN_CI`, `apiKey`, `x-auth-token`, "Passwort"."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple


class Name(NamedTuple):
    """A telling name in a text: from `start` up to `end`; `is_pass` says that it names a password, `is_bare_key` that
    it is no more than "key", `is_short` that it is a short word that means other things too ("auth", "pat")."""

    start: int
    end: int
    is_pass: bool
    is_bare_key: bool
    is_short: bool


# Names of passwords take short values, the others long ones only.
_FOREIGN = ("contraseña", "пароль", "密码", "密碼", "口令", "パスワード", "비밀번호", "hasło", "lösenord")
_FOREIGN_TOKENS = ("密钥", "密鑰", "токен", "トークン", "apiキー")
_FOREIGN_KEYS = ("schlüssel", "clé", "ключ")
# As JSON writes them: the letters of the hint are words of their own there.
_ESCAPED = {b"fcssel": "u00fcssel", b"contrase": "u00f1a"}
_ASCII_PASS = ("senha", "kennwort", "wachtwoord")
# What "key" is called elsewhere; it means more, so the value must be long.
_ASCII_KEYS = ("clave", "chave")
_PASS_STEMS = ("passphrase", "pass", "pwd", "pw", "psk", "u00f1a", *_ASCII_PASS, *_FOREIGN)
_KEY_STEMS = ("secret", "token", "key", "credential", "_auth")
_OTHER_KEYS = ("u00fcssel", *_FOREIGN_KEYS, *_ASCII_KEYS)
# They count at the end of a name only.
_SHORT_STEMS = ("creds", "jwt", "bearer", "auth", "pat")
STEMS = ("pass", "pwd", "pw", "psk", *_ASCII_PASS, *_FOREIGN, *_KEY_STEMS, *_SHORT_STEMS)
# Names in camel case that end in "Pat"; "pat" alone is looked for as a word, because paths and patterns are many.
_JOINED_PATS = ("githubpat", "gitlabpat", "ghpat", "adopat", "devopspat", "azuredevopspat", "azurepat", "userpat")
HINTS = tuple(stem.encode() for stem in ("pass", "pwd", *_KEY_STEMS))
WORDS = frozenset(
    (
        *_ESCAPED,
        *(one.encode() for one in (*_SHORT_STEMS, *_JOINED_PATS, "pw", "psk", "jeton", *_ASCII_PASS, *_ASCII_KEYS)),
    )
)
_ASCII = bytes(range(128))
# Those with letters that are not ASCII, and these letters alone: they are looked for first.
FOREIGN_HINTS = tuple(stem.encode() for stem in (*_FOREIGN, *_FOREIGN_TOKENS, *_FOREIGN_KEYS))
_FOREIGN_LETTERS = tuple((hint, hint.translate(None, _ASCII)) for hint in FOREIGN_HINTS)
_ALL = (*_PASS_STEMS, *_KEY_STEMS, *_SHORT_STEMS, *_FOREIGN_TOKENS, *_OTHER_KEYS, "jeton")
_ANY_STEM = re.compile("|".join(sorted(_ALL, key=len, reverse=True)), re.IGNORECASE)
_LOWERED_CHARS = 1_000_000
# What before "key" makes no secret of it.
_OPEN_KEYS = ("public", "pub", "verify", "verifying", "verification", "websocket", "site")
# What before "key" makes a secret of it.
_KEYS = tuple(
    "api access secret private auth sign signing encrypt encryption master account consumer service deploy webhook"
    " license licence storage shared app application admin root ssh client project subscription bot session hmac aes"
    " jwt server ingest functions write read publishable live prod rest algolia datadog openai mistral cohere azure"
    " gemini stripe fernet cookie registry ключ".split()
)
# A name's part right before the stem with which it names something else, or no more than a mention.
_HARMLESS_BEFORE = frozenset(
    "max min num n page next prev previous continuation nextcontinuation cursor sync total prompt completion input"
    " output cached count pad eos bos unk sep cls mask stop special first last by foreign primary public partition"
    " sort idempotency cache dedupe bypass compass trespass pagination request clientrequest cancel cancellation"
    " resume skip lock fencing client change delta s3 object lookup group dict map hot short row column index hash"
    " unique design color update invalid unexpected expected bad missing no is has get find show hide toggle"
    " forgot reset"
    " check validate".split()
)
_STILL_SECRET = (("secret", "client"), ("secret", "no"), ("token", "reset"))
# The last part of a name, read from its end: "egaPtxen" holds "egaP", "YEK_IPA" holds "IPA".
_LAST_PART = re.compile(r"[_.$-]*(\d{0,2}(?:[a-z]+[A-Z]?|[A-Z]+))")
# What may follow a stem within its word.
_WORD_REST = re.compile(r"(?:word|wd|wort|phrase|code)?s?(?:key|value|token|string|text|prod|dev|test)?", re.IGNORECASE)
_TAIL = re.compile(r"[A-Za-z0-9_-]{1,60}")
# "clé API", "clave de la API"
_API_AFTER = re.compile(r"[ -](?:d[eo]s?[ ](?:la[ ]|l['’])?|d['’])?API\b")
_HUMPS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
NO_SECRET_AFTER = frozenset(
    "name names id ids file files filename path paths dir folder url urls uri field fields type types typ kind"
    " length len size sizes count counts limit limits min max ttl expiry expires expire expiration expired exp at"
    " hash hashes hashed hasher hashers hashing digest policy policies regex regexp pattern validator validators"
    " validation valid invalid verify verifier verified reset resets hint hints label labels placeholder title form"
    " class error errors message messages msg manager provider providers store storage ref refs arn version versions"
    " header headers prefix suffix format algorithm alg usage used index idx offset position pos bits range map list"
    " set array table column columns enabled disabled required strength changed created updated date time age"
    " rotation rotate rotator generator generate generation details encoder decoder parser parse callback handler func"
    " fn factory"
    " endpoint host schema mode state status budget window rate price cost per event events source selector attr"
    " attribute attrs property model view controller service services page button btn component container icon is as"
    " in of to from not by exists present missing check checker checks helper util utils ring chain vault box board"
    " down up press pair pairs word words scope scopes permission permissions signature sig fingerprint thumbprint"
    " issuer audience subject info meta metadata management entropy charset chars characters args argument param"
    " params parameter option options flag prompt confirmed toggle visible show hide link"
    " exchange request response review lifetime duration interval delay seconds ms s3 identifier stream iterator"
    " kinds config configuration settings handlers loader binding bindings ptr num number no encryption stdin".split()
)
_SHORT_TAILS = frozenset(
    "prod production dev test staging admin db root user ci smtp main old new plain text key value secret for redis"
    " mysql postgres ldap mail ftp local env ro rw".split()
)
_LEFT = re.compile(r"[\w.$-]{0,60}")
_JOINED_PASS = re.compile(
    r"(?:db|smtp|root|user|my|key|store|admin|ssh|ftp|sa|pg|mysql|redis|ldap|bind|mail|http|proxy|become|sudo|trust"
    r"|keystore|truststore|mongo|sql|imap|rabbit|mq|ssl|wifi|vpn|cert|test|dev|prod|site|api|\\[nrt])\Z",
    re.IGNORECASE,
)
# What follows a name where a value may: a sign, a quote, a bracket; in a sentence a verb or a word with a digit.
_WORD_VALUE = (  # what is no secret after a sign: a short word, a member, a call of something without a literal
    r"[ \t]{0,4}(?:[^\s\d\"'`=(\[{&%\\|>!*]{1,7}[,;)]{0,2}(?:\s|\Z)(?![ \t]*=)"
    r"|[A-Za-z]{1,30}(?:[_.][A-Za-z]{1,30}){1,2}(?:[,;)]|[ \t]{0,8}(?:[\r\n]|\Z|\\))"
    r"|[A-Za-z_.]{4,60}[(\[](?![^\n]{0,200}?[\"'`][^\"'`\n]{0,200}\d)|\$\{|process\.env|os\.environ\[|self\.|<)"
)
_SENTENCE = (
    r"(?=\D{0,160}\d|[A-Za-z]{20}|[-|?<→\"'`(\[{*+&!])(?:[-|?<→\"'`(\[{*+&!–—]|(?:for|of|on|at|in|to|is|was|are|be|will"
    r"|should|must|has|been|now|from"
    r"|changed|set|reset|updated|provided|given|or|as|string|str|String|text|std|ist|lautet|war|es|é|è|est"
    r"|является|от|для|für|von|para|de|del|do"
    r"|da|still|just|currently|rotated|equals?)[ \t:]|\S{0,60}?\d"
    r"|(?:[a-zA-Z][\w-]{0,20}[ \t])?[a-zA-Z][\w-]{0,20}(?:\*\*)?[ \t]?(?:[:=|]|for[ ]|is[ ]|will[ ])|[A-Za-z]{20})"
)
_MAY_BE_SET = re.compile(
    rf"[\w-]{{0,60}}+(?:[\"'`\])}}]{{0,3}}[ \t]{{0,8}}[:=](?!{_WORD_VALUE})"
    r"|[\r\n]{1,2}[ ]{0,4}[|+]?[ ]?:?-{3}|[ ]{1,200}\r?\n[ ]{0,4}[|+]?[ ]?:?-{3}"
    r"|[ ]{2,60}(?=[^\s|]{8,400}[ \t]*(?:[\r\n]|\\|\Z))"
    r"|\t{1,4}(?:(?:True|False|None|null|true|false)\t)?\S{8}"
    r"|['’]s[ \t]|[\"'`\])]{1,4}(?:[ \t]{0,8}(?:[,|?{(<>!+*\\&→：＝\"'-]|(?:or|value|content|default|is|was|to|should"
    r"|will|for|VALUES|values)\b)|\r?\n(?:[^\n]{0,80}?value|\r?\n|[cC]ontent-)|\.(?:fill|type|send|set|press|clear|first|input))"
    r"|[({][ \t]{0,2}[bru@]?[\"'`\\]|\?(?:[=?]|:[^\n=]{1,30}=)|[*\\&%,|<>\[→：＝是为は–—!]"
    rf"|[ \t\xa0]{{1,20}}{_SENTENCE}"
    r"|,?\\?(?:\r?\n|\\{1,4}n)(?:[^\n]{0,80}?[vV]alue|[^\s,;]{1,60}[,;\t]"
    r"|[ \t]{0,20}\w{1,20}:[^\n]{0,60}\n[^\n]{0,80}?value))"
    r"|[是为は][ \t]?[!-~]{0,40}?\d"
)
_ARN = re.compile(r"\barn:\S*\Z")
_LONG_AFTER = re.compile(r"[^\w\n]{0,12}(?:\w{1,20}[^\w\n]{1,8}){0,3}\S{20}")
_ESCAPE_BEFORE = re.compile(r"\\(?:[nrtbfv0]|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2})")


def foreign_in(folded: bytes) -> list[bytes]:
    """Return which of the hints that are not ASCII occur in a text, given as bytes in lower case."""
    letters = folded.translate(None, _ASCII)
    return [hint for hint, own in _FOREIGN_LETTERS if own in letters and hint in folded]


def stems_of(hints: Iterable[bytes]) -> list[str]:
    """Return the stems to look for in a text in which hints occur."""
    return list({"pat" if hint.endswith(b"pat") else _ESCAPED.get(hint) or hint.decode() for hint in hints})


def repeats(text: str, name: Name, value: str) -> bool:
    """Return whether a value is a name made of the name itself: `set_private_key nettle_set_private_key`."""
    said = text[name.start : name.end].lower()
    return len(said) > 7 and value.replace("_", "").isalnum() and "_" in said and said in value.lower()


def telling(text: str, near: list[str]) -> Iterator[Name]:
    """Yield the telling names of a text in order; `near` are the stems that occur in it."""
    may_be_set = _MAY_BE_SET.match
    positions = [one for one in _positions(text, near) if may_be_set(text, one[0] + len(one[1]))]
    positions.sort()
    covered = -1
    for position, stem in positions:
        if position < covered:
            continue
        name = _name_at(text, position, stem)
        if name is not None:
            covered = position + len(stem)
            yield name


def _positions(text: str, near: list[str]) -> Iterator[tuple[int, str]]:
    # Of a text that is not ASCII, lower() may move what follows, and needs four times the memory for a moment.
    lowered = text.lower() if len(text) < _LOWERED_CHARS or text.isascii() else ""
    if len(lowered) != len(text):
        for found in _ANY_STEM.finditer(text):
            yield found.start(), found[0].lower()
        return
    for stem in near:
        position = lowered.find(stem)
        while position >= 0:
            if stem != "pass":
                yield position, stem
            elif lowered.startswith("passphrase", position):
                yield position, "passphrase"
            else:
                yield position, "pass"
            position = lowered.find(stem, position + len(stem))


def _name_at(text: str, position: int, stem: str) -> Name | None:
    """Return the telling name that holds `stem` at `position`, or None where it is another word or name."""
    end = position + len(stem)
    following = text[end : end + 1]
    if stem == "pass" and following == "e" and text[max(0, position - 7) : position].lower() == "mot de ":
        return _named(text, position, end + 1, stem)
    if stem == "secret" and following in "oO" and following and not text[end + 1 : end + 2].isalnum():
        return _named(text, position, end + 1, stem)
    if following.isalnum() or following in ("_", "-"):
        if stem in _SHORT_STEMS:
            if text[end : end + 1].isalpha() and not (text[end - 1].islower() and text[end].isupper()):
                return None
            return None if stem == "auth" or text[end] != "_" else _with_tail(text, position, end, stem)
        rest = _WORD_REST.match(text, end)
        after = rest.end() if rest else end
        letter, before = text[after : after + 1], text[after - 1]
        if letter.islower() and before == "S" and text[after - 2].islower():
            after, letter = after - 1, ""  # a hump of its own: "tokenStaging"
        if letter.isalpha() and (letter.islower() or before.isupper()) and letter.isascii():
            return None
        return _with_tail(text, position, after, stem)
    return _named(text, position, end, stem)


def _with_tail(text: str, position: int, end: int, stem: str) -> Name | None:
    tail = _TAIL.match(text, end)
    if tail is None:
        return _named(text, position, end, stem)
    words = tail[0].rstrip("-_")
    humps = _HUMPS.findall(words)
    folded = [hump.lower() for hump in humps]
    if len(humps) > 5 or not NO_SECRET_AFTER.isdisjoint(folded):
        return None
    if (
        end - position <= 4
        and stem in ("pass", "pwd", "pw", "psk")
        and not all(hump in _SHORT_TAILS or hump.isdigit() for hump in folded)
    ):
        return None  # "pass_context", "passThrough"
    return _named(text, position, end + len(words), stem)


def _named(text: str, position: int, end: int, stem: str) -> Name | None:
    lowest = max(0, position - 60)
    reversed_before = text[lowest:position][::-1]
    left = _LEFT.match(reversed_before)
    start = position - (left.end() if left else 0)
    if start > 0 and text[start - 1] == "\\":
        escape = _ESCAPE_BEFORE.match(text, start - 1)
        if escape is not None and escape.end() <= position:
            start = escape.end()
    before = text[start:position]
    if before:
        last = _LAST_PART.match(reversed_before)
        part = last[1][::-1].lower() if last is not None and last.end() <= len(before) else ""
        if part in _HARMLESS_BEFORE and (stem, part) not in _STILL_SECRET:
            return None
    if text[start - 1 : start] == ":" and (
        text[start - 2 : start] == "::" or _ARN.search(text, max(0, start - 90), start)
    ):
        return None
    is_pass = stem in _PASS_STEMS or text[position:end].lower() == "secretstring"
    is_joined = before[-1:].isalpha() and not (text[position].isupper() and not before[-1:].isupper())
    is_bare_key = False
    if stem in _OTHER_KEYS:
        of_api = _API_AFTER.match(text, end)
        end = of_api.end() if of_api else end
        is_bare_key = of_api is None and "api" not in text[max(0, position - 10) : position].lower()
    if stem == "token" and text[max(0, position - 12) : position].lower().rstrip(" _-").endswith(
        ("publickey", "public key")
    ):
        return None
    if stem == "key":
        said = text[max(0, position - 16) : position].lower().rstrip(" _.-")
        if said.endswith(_OPEN_KEYS):
            return None
        if not said.endswith(_KEYS):
            if is_joined or not _LONG_AFTER.match(text, end):
                return None
            is_bare_key = True
    elif stem in ("passphrase", "pass", "pwd", "pw", "psk", *_SHORT_STEMS) and is_joined:
        if stem == "passphrase" or not is_pass or text[end - 1].isdigit():
            return None
        is_whole = stem == "pass" and text[position + 4 : position + 5] in ("w", "W", "p", "P")  # "dbpassword"
        if not is_whole and not _JOINED_PASS.search(before):
            return None
    return Name(start, end, is_pass, is_bare_key, stem in _SHORT_STEMS)
