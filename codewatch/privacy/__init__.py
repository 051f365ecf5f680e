"""The one gate: text goes in, the same text without secrets and private parts comes out.

Everything that is stored, logged or sent passes here first: what has a format of its own (`tokens`), what stands beside
a telling name (`named`), what the user's own patterns name, and what the user marked private.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, cast

from codewatch.errors import ConfigError
from codewatch.privacy import hinting, named, tags, tokens, view, wrapped
from codewatch.privacy.found import Found


class Cleaned(NamedTuple):
    """A text that may be kept, and how many parts of each kind were taken out of it."""

    text: str
    removed: dict[str, int]


class Hints(NamedTuple):
    """Which short texts occur, without which there is no secret: those of token formats, and of telling names.

    `has_tag` is False where no private part can be, `may_differ` where a text is what a reader sees of it.
    """

    formats: tuple[tuple[bytes, int], ...]
    names: tuple[bytes, ...]
    has_tag: bool = True
    may_differ: bool = True


_SHORTEST = len("pwd=1234")
_LONGEST_PLAIN = 16
_LONGEST_NAME = 300  # the same few names come again and again
_MOST_JOINED = 1_048_576
_ASKED = named.WORDS | wrapped.WORDS | tokens.WORDS
# The members of name-value pairs.
_PAIR_NAMES = ("name", "key", "Name", "Key", "variable", "field", "header")
_PAIR_VALUES = frozenset(("value", "Value", "val", "default", "content"))
# The user's own patterns, each with the name that stands in its mark.
_own: list[tuple[str, re.Pattern[str]]] = []


def kinds() -> tuple[str, ...]:
    """Return the names of the built-in kinds of secrets, as they stand in the marks."""
    return (*tokens.NAMES, *named.KINDS)


def split_patterns(value: str) -> list[str]:
    """Return the patterns of a setting given as one text: a JSON list, or a single pattern.

    Raises:
        ValueError: it begins like a list and is none.
    """
    if not value.strip():
        return []
    if not value.lstrip().startswith("["):
        return [value]
    try:
        found: object = json.loads(value)
    except (ValueError, RecursionError) as error:
        raise ValueError("neither a pattern nor a JSON list of patterns") from error
    if not isinstance(found, list) or not all(isinstance(one, str) for one in cast("list[object]", found)):
        raise ValueError("neither a pattern nor a JSON list of patterns")
    return cast("list[str]", found)


def use(patterns: Iterable[str]) -> None:
    """Take the user's own patterns in addition to the built-in kinds, for this process; earlier ones are forgotten.

    A pattern is a regular expression, or `name=expression` to choose what stands in the mark.

    Raises:
        ConfigError: some are no regular expressions, or match the empty text; the others are taken all the same. It
            names them by number, since they may say themselves what they are to hide.
    """
    taken: list[tuple[str, re.Pattern[str]]] = []
    wrong: list[str] = []
    for number, pattern in enumerate(patterns, start=1):
        name, separator, expression = pattern.partition("=")
        if not separator or not re.fullmatch(r"[a-z][a-z0-9-]{0,30}", name):
            name, expression = "own", pattern
        try:
            compiled = re.compile(expression)
        except re.error as error:
            wrong.append(f"pattern {number} is no regular expression (at position {error.pos})")
        except (OverflowError, RecursionError, MemoryError):
            wrong.append(f"pattern {number} is no regular expression (too large)")
        else:
            if compiled.match(""):
                wrong.append(f"pattern {number} matches the empty text")
            else:
                taken.append((name, compiled))
    _own[:] = taken
    _clean_name.cache_clear()
    if wrong:
        raise ConfigError(f"CODEWATCH_REDACT_PATTERNS: {'; '.join(wrong)}")


def clean(text: str, hints: Hints | None = None) -> Cleaned:
    """Return `text` with secrets as `[redacted:kind]` and private parts gone; `hints` are those of it and of others."""
    kept, private = drop_private(text)
    cleaned = redact(kept, hints)
    return Cleaned(cleaned.text, {"private": private, **cleaned.removed}) if private else cleaned


def clean_text(text: str) -> str:
    """Return `text` as it may be kept: for names, paths and ids, of which nobody counts what was taken out."""
    return _clean_name(text) if len(text) <= _LONGEST_NAME else clean(text).text


@lru_cache(maxsize=4096)
def _clean_name(text: str) -> str:
    return clean(text).text


def redact(text: str, hints: Hints | None = None) -> Cleaned:
    """Return `text` with secrets as `[redacted:kind]`; private parts are not looked for."""
    found = find_secrets(text, hints)
    if not found:
        return Cleaned(text, {})
    removed: dict[str, int] = {}
    for one in found:
        removed[one.kind] = removed.get(one.kind, 0) + 1
    return Cleaned(with_marks(text, found), removed)


def with_marks(text: str, found: Iterable[Found]) -> str:
    """Return `text` with `[redacted:kind]` in place of each stretch; they are in order and apart."""
    parts: list[str] = []
    position = 0
    for start, end, kind in found:
        parts += (text[position:start], f"[redacted:{kind}]")
        position = end
    return "".join(parts) + text[position:] if parts else text


def hints_in(texts: Iterable[str]) -> Hints:
    """Return what occurs in any of many texts: given to `clean`, it saves looking for the rest in each of them."""
    joined = "\n".join(texts)
    folded = _folded(joined)
    if len(folded) < _MOST_JOINED:  # no hint goes over a line's end, and tools show the same lines again and again
        folded = b"\n".join(dict.fromkeys(folded.split(b"\n")))
    has_tag = b"private" in folded and b"<" in folded
    return _hints(folded)._replace(has_tag=has_tag, may_differ=view.may_differ(joined))


def _hints(folded: bytes) -> Hints:
    words = hinting.words_in(folded, _ASKED)
    return Hints(tokens.hints_in(folded, wrapped.hints_in(folded, words), words), named.hints_in(folded, words))


def find_secrets(text: str, hints: Hints | None = None) -> list[Found]:
    """Return where secrets stand in `text`, in order and apart from each other."""
    if len(text) < _SHORTEST and not _own:
        return []
    plain = view.seen(text) if hints is None or hints.may_differ else None
    if plain is not None:
        return [plain.place(one) for one in _in_plain(plain.text, None)]
    return _in_plain(text, hints)


def _in_plain(text: str, hints: Hints | None) -> list[Found]:
    folded = _folded(text)
    if hints is None:
        hints = _hints(folded)
    else:  # of them and of other texts
        formats = [one for one in hints.formats if one[0] in folded]
        hints = Hints(tuple(formats), tuple([hint for hint in hints.names if hint in folded]))
    found = [*tokens.find(text, hints.formats), *named.find(text, hints.names)]
    found += [Found(*match.span(), name) for name, pattern in _own for match in pattern.finditer(text) if match[0]]
    return _apart(found) if found else found


def _folded(text: str) -> bytes:
    # As bytes, because lower() of a text that is not ASCII needs four times its memory for a moment.
    return text.encode("utf-8", "replace").lower()


def _apart(found: list[Found]) -> list[Found]:
    """Return the stretches in order, those that overlap made one of the kind that begins first."""
    kept: list[Found] = []
    for one in sorted(found, key=lambda one: (one.start, -one.end)):
        if kept and one.start < kept[-1].end:
            kept[-1] = kept[-1]._replace(end=max(one.end, kept[-1].end))
        else:
            kept.append(one)
    return kept


def redact_fields(fields: Mapping[str, Any], hints: Hints | None = None) -> tuple[dict[str, Any], Counter[str]]:
    """Return named JSON values with the secrets in every text of them gone, and how many of each kind there were.

    A name that tells makes a secret of its value, as it does in a text. `hints` are those of the texts and of others.
    """
    removed: Counter[str] = Counter()
    if not fields:
        return {}, removed

    def cleaned(text: str, name: str) -> str:
        if not name and len(text) < _LONGEST_PLAIN and text.isidentifier() and not _own:
            return text  # a member's name, mostly
        found = redact(text, hints)
        if not found.removed and text and "\n" not in text and name and _may_tell(name):
            beside = redact(f"{name}={text}")
            if beside.removed and beside.text.startswith(f"{name}="):
                found = Cleaned(beside.text[len(name) + 1 :], beside.removed)
        if found.removed:
            removed.update(found.removed)
        return found.text

    return change_texts(dict(fields), cleaned), removed


@lru_cache(maxsize=1000)
def _may_tell(name: str) -> bool:
    return named.tells(name)


def change_texts(value: Any, change: Callable[[str, str], str], name: str = "") -> Any:
    """Return a JSON value in which `change(text, name)` stands for every text; `name` is its member's.

    Members' names are texts too, without a name.
    """
    if isinstance(value, str):
        return change(value, name)
    if isinstance(value, list):
        return [change_texts(item, change, name) for item in cast("list[Any]", value)]
    if isinstance(value, dict):
        members = cast("dict[Any, Any]", value).items()
        paired = _pair_name(cast("dict[Any, Any]", value))
        return {
            change(str(key), ""): change_texts(item, change, paired if paired and key in _PAIR_VALUES else str(key))
            for key, item in members
        }
    return value


def _pair_name(members: Mapping[Any, Any]) -> str:
    """Return the name that a pair gives to its value, as in {"name": "API_KEY", "value": ...}, or an empty text."""
    return next((name for key in _PAIR_NAMES if isinstance(name := members.get(key), str)), "")


def drop_private(text: str) -> tuple[str, int]:
    """Return `text` without its `<private>` parts, and how many there were.

    Those of a message that has several texts are in `conversation`.
    """
    found = tags.split(text)
    return "".join(found.kept), len(found.hidden)
