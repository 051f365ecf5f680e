"""The one gate: text goes in, the same text without secrets and private parts comes out.

Everything that is stored, logged or sent passes here first. Formats are the vendors' published ones.
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple, cast


class Cleaned(NamedTuple):
    """A text that may be kept, and how many parts of each kind were taken out of it."""

    text: str
    removed: dict[str, int]


_PRIVATE_TAG = re.compile(r"<(/?)private\b[^<>]*>", re.IGNORECASE)

_PEM = "-----{} [A-Z0-9 ]{{0,40}}PRIVATE KEY(?: BLOCK)?-----"
# One pattern a spelling: a search for a fixed text is fifty times faster than one that ignores case.
_SECRET_NAMES = (
    "api_key", "API_KEY", "apikey", "APIKEY", "apiKey", "ApiKey", "api-key", "Api-Key", "API-KEY", "secret", "SECRET",
    "Secret", "token", "TOKEN", "Token", "password", "PASSWORD", "Password", "passwd", "PASSWD", "passphrase",
    "PASSPHRASE", "Passphrase", "access_key", "ACCESS_KEY", "accesskey", "accessKey", "AccessKey", "access-key",
)  # fmt: skip
_SECRET_VALUE = r"(?=[^\s\"']{0,60}[0-9])(?![$<{(\[])[A-Za-z0-9+/=_.!@#%^&*~-]{12,}"

# These prefixes end ordinary words too ("task-"), so they count at a word's start only. A regular expression that
# says so itself cannot search for the fixed text it begins with, and is twenty times slower.
_AT_A_WORDS_START = ("openai-key", "aws-key")
# Each kind with a text in lower case without which it cannot be there: looking for that costs next to nothing.
# Prefixes that occur in no word may stand in the middle of one: a secret is often glued to what comes before it.
_KINDS: tuple[tuple[str, tuple[bytes, ...], re.Pattern[str]], ...] = tuple(
    (kind, tuple(hint.encode() for hint in hints), re.compile(pattern))
    for kind, hints, pattern in (
        ("private-key", ("-----begin",), rf"{_PEM.format('BEGIN')}[\s\S]*?(?:{_PEM.format('END')}|\Z)"),
        ("anthropic-key", ("sk-ant-",), r"sk-ant-[A-Za-z0-9_-]{16,}"),
        ("openai-key", ("sk-",), r"sk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,}"),
        ("groq-key", ("gsk_",), r"gsk_[A-Za-z0-9]{20,}"),
        ("google-key", ("aiza",), r"AIza[A-Za-z0-9_-]{30,}"),
        ("aws-key", ("akia", "asia"), r"(?:AKIA|ASIA)[A-Z0-9]{16}\b"),
        ("github-token", ("gh", "github_pat_"), r"(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{40,})"),
        ("gitlab-token", ("gl",), r"gl(?:pat|dt|rt|ptt|ft|oas)-[A-Za-z0-9_-]{16,}"),
        ("slack-token", ("xox",), r"xox[abeoprs]-[A-Za-z0-9-]{10,}"),
        ("slack-webhook", ("hooks.slack.com",), r"https://hooks\.slack\.com/services/[A-Za-z0-9/]{20,}"),
        ("stripe-key", ("_live_", "_test_"), r"(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,}"),
        ("npm-token", ("npm_",), r"npm_[A-Za-z0-9]{30,}"),
        ("pypi-token", ("pypi-",), r"pypi-[A-Za-z0-9_-]{40,}"),
        ("huggingface-token", ("hf_",), r"hf_[A-Za-z0-9]{30,}"),
        ("sendgrid-key", ("sg.",), r"SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}"),
        ("digitalocean-token", ("_v1_",), r"do[opr]_v1_[a-f0-9]{40,}"),
        ("jwt", ("eyj",), r"\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}"),
        ("url-password", ("://",), r"(://)[^\s:/@'\"<>]{1,100}:[^\s/@'\"<>]{3,200}(?=@)"),
        *(
            ("authorization", ("authorization:",), rf"({name}: ?)(?i:bearer|basic|token)\s+[A-Za-z0-9+/=_.~-]{{8,}}")
            for name in ("authorization", "Authorization", "AUTHORIZATION")
        ),
        ("bearer-token", ("bearer",), r"[Bb]earer\s+[A-Za-z0-9+/=_.~-]{20,}"),
        *(
            ("secret-value", (name.lower(),), rf"({name}[\"']?\s{{0,3}}[:=]\s{{0,3}}[\"']?){_SECRET_VALUE}")
            for name in _SECRET_NAMES
        ),
    )
)


def clean(text: str) -> Cleaned:
    """Return `text` with secrets as `[redacted:kind]` and private parts gone."""
    kept, private = drop_private(text)
    removed = {"private": private} if private else {}
    # As bytes, because lower() of a text that is not ASCII needs four times its memory.
    folded = kept.encode("utf-8", "replace").lower()
    for kind, hints, pattern in _KINDS:
        if not any(hint in folded for hint in hints):
            continue
        kept, count = _take_out(kind, pattern, kept)
        if count:
            removed[kind] = removed.get(kind, 0) + count
    return Cleaned(kept, removed)


def _take_out(kind: str, pattern: re.Pattern[str], text: str) -> tuple[str, int]:
    count = 0

    def put_mark(found: re.Match[str]) -> str:
        nonlocal count
        before = found.string[found.start() - 1 : found.start()]
        if kind in _AT_A_WORDS_START and (before.isalnum() or before in ("_", "-")):
            return found[0]
        count += 1
        # What a pattern puts into a group names the secret, and stays.
        return (found[1] if pattern.groups else "") + f"[redacted:{kind}]"

    return pattern.sub(put_mark, text), count


def clean_fields(fields: Mapping[str, Any]) -> tuple[dict[str, Any], set[str]]:
    """Return named JSON values with every text in them cleaned, and the kinds of what was removed."""
    cleaned = {name: clean_value(value) for name, value in fields.items()}
    return {name: value for name, (value, _) in cleaned.items()}, {
        kind for _, kinds in cleaned.values() for kind in kinds
    }


def clean_value(value: Any) -> tuple[Any, set[str]]:
    """Return a JSON value with every text in it cleaned, and the kinds of what was removed."""
    if isinstance(value, str):
        cleaned = clean(value)
        return cleaned.text, set(cleaned.removed)
    if isinstance(value, list):
        items = [clean_value(item) for item in cast("list[Any]", value)]
        return [item for item, _ in items], {kind for _, kinds in items for kind in kinds}
    if isinstance(value, dict):
        pairs = {key: clean_value(item) for key, item in cast("dict[Any, Any]", value).items()}
        return {key: item for key, (item, _) in pairs.items()}, {kind for _, kinds in pairs.values() for kind in kinds}
    return value, set()


def drop_private(text: str) -> tuple[str, int]:
    """Return `text` without its `<private>` parts, and how many there were.

    Tags nest and come in any case; one that is never closed hides everything to the end, a lone closing tag nothing.
    """
    if "<" not in text or not _PRIVATE_TAG.search(text):
        return text, 0
    kept: list[str] = []
    depth = count = position = 0
    for tag in _PRIVATE_TAG.finditer(text):
        if depth == 0:
            kept.append(text[position : tag.start()])
        if tag[1]:
            depth = max(0, depth - 1)
        else:
            count += depth == 0
            depth += 1
        position = tag.end()
    if depth == 0:
        kept.append(text[position:])
    return "".join(kept), count
