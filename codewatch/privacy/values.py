"""Which value beside a telling name is a secret: words, code, placeholders, paths, dates and versions are none."""

import re
from enum import Enum

from codewatch.privacy.words import entropy, is_joined, is_random, is_worded, mixes


class Place(Enum):
    """How a value stands beside its name, from what can be nothing else to what is most often a word."""

    QUOTED = 1
    LINE = 2  # bare, and the rest of a setting: of a line, an option, an address
    CODE = 3  # bare, among code
    TALK = 4


_PLACEHOLDER_INSIDE = re.compile(
    r"\$\{[\w.]|#\{[A-Za-z_@.]|\{\{|%\{\w|%\(\w+\)[sdr]|(?:\A|[:/ ,@_-])%[sdr](?:\Z|[:/ ,@_-])|\*{3}|[xX]{4}|\.\.\.|…"
    r"|\[redacted|\$\([a-z]|\[[^\]\n]{0,40}(?:0-9|[aA]-[zZfF])|\\[dwsS]|\(\?[:=!<P]|(?i:abcdefgh)|\$\d::|\(\$\d"
)
_PLACEHOLDER_START = re.compile(
    r"\w+![rsa]\}?\Z|<[^<>]*>?\Z|<[A-Za-z]|\{[^{}]*\}\Z|\[[^\[\]]*\]\Z|\([^()]*\)\Z|%(?:[A-Za-z_]+%\Z|\(|[sdr]\Z)|\.\."
    r"|\$[A-Za-z_]\w*(?:\W|\Z)|\$\("
    r"|your[-_ ]|my[-_]|change[-_]?(?:me|it)|insert[-_ ]|replace[-_]|placeholder|dummy\Z|todo\b"
    r"|--?[a-z][a-z-]*\Z|None\b"
    r"|(?:process|os|env|config|self|this|settings|secrets?|data|var|import|request|req|params|ctx|args"
    r"|options)\.[a-zA-Z_]"
    r"|\{\w{1,40}[\[(.]|vault:|!vault|ENC\[|aws_[a-z_]+\Z",
    re.IGNORECASE,
)
_WORDS = frozenset(
    "password passwd pass pwd secret token string str text bytes none null nil true false undefined required"
    " optional hidden example test redacted unset empty default bearer basic oauth oauth2 function object boolean"
    " number bool int any unknown void admin root user base64 sha1 sha256 sha512 md5 utf8 utf-8 argon2 argon2id"
    " pbkdf2 bcrypt2 ed25519 es256 hs256 rs256 aes256 aes128 uint8array int32 int64 uint64 float64 oauth1 saml2"
    " http2 ipv4 ipv6 x509 pkcs12 pkcs8 pkcs1 p12 rfc6750 vec<u8> base32 base58 crc32 md4 sha224 sha384 k8s s3 ec2"
    " utf16 latin1".split()
)
_CODE_CALL = re.compile(
    r"(?:[A-Za-z_$.][\w.$:>-]*(?:\[[\w:.'\"-]{0,60}\]|\([^()]{0,100}\))+)+[,;.)\]]*|[A-Za-z_$.][\w.$:>-]*[(\[]"
    r"|[&*@:]?[A-Za-z_][\w]*(?:::"
    r"|->)[\w:<>.()-]+"
)
_CODE_START = re.compile(r"(?:[A-Za-z_]\w*\.)*[a-z_]{2,}\w{0,30}[(\[]")
# What only programs squeezed onto one line have.
_CODE_SQUEEZED = re.compile(r"[,{(]\w{1,30}[:=.(]|&&|\|\||\)[{,;]|=>|![01]\b|\breturn\b|\bvoid 0")
_CODE_DOTTED = re.compile(r"(?:[A-Za-z_]\w*\??\.)+[A-Za-z_]\w*")
_CODE_BARE = re.compile(r"[(){}\[\]]|::|->|^[A-Za-z_]\w*(?:\??\.[A-Za-z_]\w*)+$|^@|^&")
_HUMAN_PART = re.compile(
    r"\d{0,4}|(?:[A-Z]+\d{1,4}){1,3}|_*(?:[a-z]+(?:[A-Z][a-z]*)*|(?:[A-Z][a-z]*)+|[A-Z_]+)\d{0,5}(?:[A-Z][a-z]+)*_*"
)
_PATH = re.compile(
    r"(?:~|\.{0,2})(?:/[\w.@-]+)+/?|[A-Za-z]:\\.*|(?:https?|file|s3|arn|urn|ssm|op|vault|secretsmanager|projects)[:/].*"
    r"|[\w./@-]+\.(?i:pem|key|crt|cer|json|ya?ml|txt|env|py|jsx?|tsx?|mjs|go|rs|rb|php|java|html?|css|md|conf|cfg|ini"
    r"|toml|xml|sh|log|csv|zip|gz|pub|p12|jks|com|org|net|io|dev|local|example|internal|svg|png|asc|gpg|sql|db|lock)"
)
_DATE_OR_VERSION = re.compile(
    r"[\^~<>=v]{0,2}\d{1,4}(?:[.:_/-]\d{1,4})+(?:[.-]?(?:rc|beta|alpha|dev|z)\d*)?|\d{4}-\d\d-\d\d[T ]?[\d:.Z+-]*"
    r"|-?\d+(?:\.\d+)?(?:[kmgt]?b|[kmgt]i?b?|ms|s|m|h|d|w|y|px|em|rem|pt|vh|vw|min|hrs?|x|e\d+|ul*|l)?%?"
    r"|0x[0-9a-f]{1,16}[ul]{0,3}",
    re.IGNORECASE,
)
_IDENTIFIER = re.compile(
    r"[a-z]+(?:[A-Z][a-z]+)*\d{0,2}|[a-z]+(?:[_-][a-z]+)*[_-]?v?\d{0,3}|[A-Z]+(?:_[A-Z]+)*_?\d{0,3}|[A-Z][a-z]+"
    r"(?:[A-Z][a-z]+)+\d{0,2}"
)
_NAME = re.compile(
    r"[A-Za-z]+\d{0,2}(?:[_.-][A-Za-z]+\d{0,2})+|[a-z]+(?:[A-Z][a-z]+)+\d{0,2}|(?:[A-Z][a-z]+){2,}\d{0,2}"
)
_WORDY = re.compile(r"[^\W\d_]+(?:['’]?[-_ ./:&+,]+[^\W\d_]*)*[:?!.*…]*")
_DIGIT = re.compile(r"\d")
_SYMBOL_INSIDE = re.compile(r"\w[!@#$%^*+=~?|;<>()\[\]{}&]+\w")
_HEX_OR_UUID = re.compile(r"[0-9a-f]{32,128}|[0-9A-F]{32,128}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_ENDS_IN_HASH = re.compile(r"[-_:/.](?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})\Z")
_PARTS = re.compile(r"[-_./:,+@ ]+")
_NUMBERS_BETWEEN = re.compile(r"\w{0,4}(?::\w{0,5}){2,6}")
_SETTING = re.compile(r"[A-Za-z_]\w{1,40}=[\w.]{1,8}\W?\Z")
_LETTERS = re.compile(r"[A-Za-z]+")
# A pass phrase has none of these, which stand in what a program says about one.
_SAID = frozenset(
    "a an the your my our their to of for in on at is are be it or and not no must should can with from as if this"
    " that enter type again new old current least most minimum maximum min max characters character chars letters"
    " letter digits digit long short password passwords passwort passphrase pass secret secrets token key field form"
    " input error invalid wrong reset forgot show hide confirm change update user name users login sign required"
    " optional weak strong empty app prod dev staging test example default service file path admin db database"
    " create auth bits bit days hours minutes seconds".split()
)


_PHRASE_OF_WORDS = re.compile(r"[A-Za-z]{3,12}([-_.])(?:[A-Za-z]{3,12}\1){2,5}\d{1,4}")
_HUMPS = re.compile(r"[A-Z]?[a-z]{3,12}(?:[A-Z][a-z]{3,12})+\d\d")


def is_secret(value: str, *, place: Place, is_pass: bool) -> bool:
    """Return whether a value beside a telling name is a secret; names of passwords take short ones too."""
    if place is Place.TALK:
        return is_strong(value, shortest=6 if is_pass else 12)
    if len(value) < 4 or value.lower() in _WORDS or is_placeholder(value):
        return False
    is_firm = place is not Place.CODE
    if value.isdigit():
        return is_pass and len(value) >= (6 if is_firm else 8) and len(set(value)) > 1
    if (
        value.startswith(("http://", "https://", "arn:"))
        or (_PATH.fullmatch(value) and not looks_random(value))
        or _DATE_OR_VERSION.fullmatch(value)
    ):
        return False
    if "|" in value and all(not part or part.isalpha() or part.isdigit() for part in re.split(r"[|:,]", value)):
        return False  # rules: "required|min:8"
    if " " in value or "\t" in value:
        return is_pass and place is Place.QUOTED and _is_phrase(value)
    if _is_code(value, place):
        return False
    if is_pass:
        return _is_password(value, place)
    return _is_key(value, is_firm=is_firm)


def _is_password(value: str, place: Place) -> bool:
    has_digit = bool(_DIGIT.search(value))
    if has_digit and is_pass_phrase(value):
        return True
    if place is Place.CODE:
        return has_digit and len(value) >= 6 and not _IDENTIFIER.fullmatch(value) and not _NAME.fullmatch(value)
    if has_digit:
        if _NUMBERS_BETWEEN.fullmatch(value) or (
            is_joined(value) and not _SAID.isdisjoint(_PARTS.split(value.lower()))
        ):
            return False
        if not value.isascii() and is_worded(value):
            return False
        if _HUMPS.fullmatch(value):  # two words and a year: "BlueSunset45"
            return _SAID.isdisjoint(part.lower() for part in re.findall(r"[A-Z]?[a-z]+", value))
        return not _NAME.fullmatch(value) or not _are_human_parts(value)
    if len(value) >= 8 and value.isascii():
        letters = "".join(_LETTERS.findall(value))
        if is_random(letters):
            return True
        if value.count("-") + value.count("_") + value.count(".") >= 3 and _is_phrase(re.sub(r"[-_.]", " ", value)):
            return True
    return not _WORDY.fullmatch(value) and not (_IDENTIFIER.fullmatch(value)) and bool(_SYMBOL_INSIDE.search(value))


def _is_key(value: str, *, is_firm: bool) -> bool:
    if len(value) < (8 if is_firm else 10):
        return False
    if not _DIGIT.search(value):
        return (
            (len(value) >= 16 and value.isascii() and value.isalnum() and is_random(value))
            or (len(value) >= 20 and mixes(value) >= 2 and entropy(value) > 3.6 and not _WORDY.fullmatch(value)
                and is_random("".join(_LETTERS.findall(value))))
            or looks_random(value)
        )  # fmt: skip
    return not _IDENTIFIER.fullmatch(value) and not is_joined(value) and not is_worded(value)


def _is_code(value: str, place: Place) -> bool:
    """Return whether a value is an expression: a call, an index, a member of something."""
    if place is Place.CODE:
        return bool(_CODE_BARE.search(value))
    if _CODE_CALL.fullmatch(value) or (
        place is Place.LINE and (_CODE_SQUEEZED.search(value) or _CODE_START.match(value))
    ):
        return not looks_random(value) or "," in value or _are_human_parts(re.split(r"[(\[]", value)[0])
    return bool(_CODE_DOTTED.fullmatch(value)) and _are_human_parts(value)


def _are_human_parts(value: str) -> bool:
    """Return whether each part between dots and dashes is a name as people give them, and none random letters."""
    parts = re.split(r"[._?-]+", value)
    if is_random("".join(_LETTERS.findall(value))):
        return False
    return all(_HUMAN_PART.fullmatch(part) for part in parts if part)


def _is_phrase(value: str) -> bool:
    """Return whether words are a pass phrase: a few, and none of those that say something about one."""
    words = value.lower().split()
    said = {word.strip(".,!?:'\"") for word in words} & _SAID
    if _DIGIT.search(value) and value[-1] in "!#$%*?":
        said -= {"my", "secret", "pass", "test", "admin", "user", "new", "strong", "long"}
    if not 2 <= len(words) <= 8 or said or not value.isascii():
        return False
    if _DIGIT.search(value):
        return len(value) >= 8 and len(words) <= 5 and not value.endswith((".", ":")) and not value[0].isdigit()
    return len(words) >= 4 and all(word.isalpha() and len(word) > 2 for word in words)


def is_strong(value: str, *, shortest: int) -> bool:
    """Return whether a word of a sentence can only be a secret: letters and digits mixed as in no word."""
    if len(value) < shortest or value.lower() in _WORDS or is_placeholder(value) or _PATH.fullmatch(value):
        return False
    if value[0] in "([" or _SETTING.match(value) or _CODE_SQUEEZED.search(value):
        return False
    if not _DIGIT.search(value) or not any(letter.isalpha() for letter in value) or not value.isascii():
        return False
    if _CODE_START.match(value) and _are_human_parts(re.split(r"[(\[]", value)[0]):
        return False
    if _CODE_CALL.fullmatch(value) or "::" in value or (_CODE_DOTTED.fullmatch(value) and _are_human_parts(value)):
        return False
    if _DATE_OR_VERSION.fullmatch(value) or (_IDENTIFIER.fullmatch(value) and len(value) < 20):
        return False
    return not is_joined(value) and not is_worded(value)


def is_plain_password(value: str) -> bool:
    """Return whether a word that a sentence calls a password is one of the simple kind: "hunter2", "postgres123"."""
    return bool(re.fullmatch(r"[A-Za-z]{4,16}[_.-]?\d{1,5}[!?#$*]?", value)) and value.lower() not in _WORDS


def is_pass_phrase(value: str) -> bool:
    """Return whether a value is words and a number joined as generators of pass phrases do: "maple-tiger-paris-52"."""
    return bool(_PHRASE_OF_WORDS.fullmatch(value)) and _SAID.isdisjoint(re.split(r"[-_.]", value.lower()))


def is_long_key(value: str) -> bool:
    """Return whether a value beside a bare "key", which names much that is no secret, can be nothing else."""
    if (
        len(value) < 20
        or _ENDS_IN_HASH.search(value)
        or "example" in value.lower()
        or not value.isascii()
        or _HEX_OR_UUID.fullmatch(value)
        or not is_strong(value, shortest=20)
    ):
        return False
    return mixes(value) == 3 and entropy(value) > 3.5


def is_hash_or_id(value: str) -> bool:
    """Return whether a value has the form of a hash or of a UUID."""
    return bool(_HEX_OR_UUID.fullmatch(value))


def is_placeholder(value: str) -> bool:
    """Return whether a value only stands for one: "<token>", "${TOKEN}", "your-key", "xxxx"."""
    return bool(_PLACEHOLDER_START.match(value) or _PLACEHOLDER_INSIDE.search(value, 0, 200))


def is_path(value: str) -> bool:
    """Return whether a value is the path of a file, an address or an ARN."""
    return bool(_PATH.fullmatch(value))


def is_word(value: str) -> bool:
    """Return whether a value is a word that stands where secrets do, and is none."""
    return value.lower() in _WORDS


def looks_random(value: str) -> bool:
    """Return whether a value of twenty characters or more is neither words nor a name."""
    return (
        len(value) >= 20 and " " not in value and mixes(value) >= 2 and entropy(value) > 4.0
        and not is_joined(value) and not is_worded(value) and bool(_DIGIT.search(value) or is_random(value))
    )  # fmt: skip
