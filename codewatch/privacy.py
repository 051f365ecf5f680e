"""The one gate: text goes in, the same text without secrets and private parts comes out.

Everything that is stored, logged or sent passes here first. Formats are the vendors' published ones.
"""

import re
from typing import NamedTuple


class Cleaned(NamedTuple):
    """A text that may be kept, and how many parts of each kind were taken out of it."""

    text: str
    removed: dict[str, int]


_PRIVATE_TAG = re.compile(r"<(/?)private\b[^<>]*>", re.IGNORECASE)

_PEM = "-----{} [A-Z0-9 ]{{0,40}}PRIVATE KEY(?: BLOCK)?-----"
_SECRET_NAME = r"[A-Z0-9_]{0,40}(?:api[_-]?key|secret|token|passw(?:or)?d|passphrase|access[_-]?key)"
_SECRET_VALUE = r"(?=[^\s\"']{0,60}[0-9])(?![$<{(\[])[A-Za-z0-9+/=_.!@#%^&*~-]{12,}"

_KINDS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        ("private-key", rf"{_PEM.format('BEGIN')}[\s\S]{{0,20000}}?(?:{_PEM.format('END')}|\Z)"),
        ("anthropic-key", r"\bsk-ant-[A-Za-z0-9_-]{16,}"),
        ("openai-key", r"\bsk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,}"),
        ("groq-key", r"\bgsk_[A-Za-z0-9]{20,}"),
        ("google-key", r"\bAIza[A-Za-z0-9_-]{30,}"),
        ("aws-key", r"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b"),
        ("github-token", r"\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{40,})"),
        ("gitlab-token", r"\bgl(?:pat|dt|rt|ptt|ft|oas)-[A-Za-z0-9_-]{16,}"),
        ("slack-token", r"\bxox[abeoprs]-[A-Za-z0-9-]{10,}"),
        ("slack-webhook", r"https://hooks\.slack\.com/services/[A-Za-z0-9/]{20,}"),
        ("stripe-key", r"\b(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,}"),
        ("npm-token", r"\bnpm_[A-Za-z0-9]{30,}"),
        ("pypi-token", r"\bpypi-[A-Za-z0-9_-]{40,}"),
        ("huggingface-token", r"\bhf_[A-Za-z0-9]{30,}"),
        ("sendgrid-key", r"\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}"),
        ("digitalocean-token", r"\bdo[opr]_v1_[a-f0-9]{40,}"),
        ("jwt", r"\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}"),
        ("url-password", r"(?<=://)[^\s:/@'\"<>]{1,100}:[^\s/@'\"<>]{3,200}(?=@)"),
        ("authorization", r"(?i)(?<=authorization: )(?:bearer|basic|token)\s+[A-Za-z0-9+/=_.~-]{8,}"),
        ("bearer-token", r"\b[Bb]earer\s+[A-Za-z0-9+/=_.~-]{20,}"),
        ("secret-value", rf"(?i)(?<![A-Za-z]){_SECRET_NAME}[\"']?\s{{0,3}}[:=]\s{{0,3}}[\"']?{_SECRET_VALUE}[\"']?"),
    )
)  # fmt: skip


def clean(text: str) -> Cleaned:
    """Return `text` with secrets as `[redacted:kind]` and private parts gone."""
    kept, private = drop_private(text)
    removed = {"private": private} if private else {}
    for kind, pattern in _KINDS:
        kept, count = pattern.subn(f"[redacted:{kind}]", kept)
        if count:
            removed[kind] = removed.get(kind, 0) + count
    return Cleaned(kept, removed)


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
