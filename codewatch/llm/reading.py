"""A model's raw reply becomes the JSON in it: out of fences and talk, mended where models often break it."""

import json
import re
from typing import Any, NamedTuple, cast

from json_repair import repair_json

from codewatch.errors import ModelOutputError
from codewatch.llm.prose import refuses, says_nothing

# Far more than any output that was asked for: what is longer is not read at all.
MOST_CHARS = 1_000_000
_MOST_MENDED_CHARS = 200_000
_SHOWN_CHARS = 20_000
_THINKING = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_ESCAPE = re.compile(r'\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt])?')
_START = re.compile(r"[\[{]")
_FENCE_END = re.compile(r"\n?```")
_SURROGATE = re.compile("[\ud800-\udfff]")
_MOST_STARTS = 50
_QUOTED = re.compile("[\"']")


class Refused(ModelOutputError):
    """The model said that it will not do it."""


class _Found(NamedTuple):
    """A list or object in a reply, and how many items it holds: those that are objects, and other ones.

    `is_list` says that they stand in a list, as they were asked for.
    """

    value: Any
    objects: int
    is_list: bool
    others: int


def read_json(reply: str, *, is_cut: bool) -> Any:
    """Return what `_read` finds; an answer that is nested too deeply, or longer than any answer, is none.

    Raises:
        Refused, ModelOutputError: as `_read`.
    """
    if len(reply) > MOST_CHARS:
        raise ModelOutputError(f"the answer is too long ({len(reply)} characters)", reply=reply[:_SHOWN_CHARS])
    try:
        return _read(reply, is_cut=is_cut)
    except RecursionError as error:
        raise ModelOutputError("the answer is nested too deeply", reply=reply) from error


def _read(reply: str, *, is_cut: bool) -> Any:
    """Return the list or object of a reply that holds most; None for an empty reply and for prose that says "nothing".

    Of several that hold as much it is the last: an example comes before the answer. Items that stand one after the
    other become a list. A reply that was cut off counts as far as it came: its last, incomplete item is left out. Lone
    halves of surrogate pairs become "?".

    Raises:
        Refused: the reply says that the model will not answer.
        ModelOutputError: there is no JSON in it, or it is broken beyond mending.
    """
    text = _THINKING.sub("", reply).strip("\ufeff \t\r\n")
    if not text:
        if is_cut:
            raise ModelOutputError("the answer was cut off before it began", reply=reply)
        return None
    found = _values(text, is_cut=is_cut)
    # What is in brackets within talk is no answer beside one that holds items.
    if found and (any(one.objects or one.others for one in found) or _is_answer(found, text)):
        return _without_lone_surrogates(_fullest(found))
    if says_nothing(text):
        return None
    if refuses(text):
        raise Refused("the model refused", reply=reply)
    if found:
        return _without_lone_surrogates(_fullest(found))
    raise ModelOutputError("the answer holds no JSON", reply=reply)


def _is_answer(found: list[_Found], text: str) -> bool:
    return any(one.value in ([], {}) or isinstance(one.value, dict) for one in found) or text[0] in "[{`"


def _fullest(found: list[_Found]) -> Any:
    rows = [one.value for one in found if isinstance(one.value, dict) and one.objects == 1 and _is_item(one.value)]
    if len(rows) > 1 and len(rows) > max(one.objects for one in found) and len({frozenset(row) for row in rows}) == 1:
        return rows
    most = max(one[1:] for one in found)
    return next(one.value for one in reversed(found) if one[1:] == most)


def _values(text: str, *, is_cut: bool) -> list[_Found]:
    """Return the lists and objects in `text` that can be read or mended, in order and apart from each other."""
    decoder = json.JSONDecoder(strict=False)
    found: list[_Found] = []
    at = tries = 0
    while tries < _MOST_STARTS and (match := _START.search(text, at)) is not None:
        tries += 1
        at = match.start()
        try:
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            value, at = _broken(text, at, decoder, is_cut=is_cut)
        if value is not None:
            tries = 0 if len(found) < _MOST_STARTS else tries
            found.append(_counted(value))
    return found


def _broken(text: str, at: int, decoder: json.JSONDecoder, *, is_cut: bool) -> tuple[Any, int]:
    """Return what can be made of a list or object that cannot be read as it stands, and where to look on."""
    ends = _FENCE_END.search(text, at)
    end = min(ends.start() if ends else len(text), at + _MOST_MENDED_CHARS)
    piece = _ESCAPE.sub(_doubled, text[at:end])
    try:
        value, length = decoder.raw_decode(piece)
    except (ValueError, RecursionError):
        value = _mended(piece, is_cut=is_cut)
        return (value, end) if value is not None else (None, at + 1)
    added = 0
    for escape in _ESCAPE.finditer(text, at, end):
        if escape.start() - at + added >= length:
            break
        added += len(escape[0]) == 1
    return value, at + length - added


def _doubled(escape: re.Match[str]) -> str:
    return escape[0] if len(escape[0]) > 1 else "\\\\"


def _mended(piece: str, *, is_cut: bool) -> Any:
    # Talk in brackets goes on with a letter; JSON that has a slip in it does not.
    if piece[1:].lstrip()[:1] not in ("{", '"', "'") or not _QUOTED.search(piece):
        return None
    mended: Any = repair_json(piece, return_objects=True)
    if is_cut:
        mended = _without_last(mended)
    items = _listed(mended)
    return mended if all(isinstance(item, dict) and item for item in items) and (items or is_cut) else None


def _counted(value: Any) -> _Found:
    items = _listed(value)
    objects = sum(isinstance(item, dict) and bool(item) for item in items)
    if items == [value] and not _is_item(value):
        return _Found(value, 0, is_list=False, others=0)
    others = sum(isinstance(item, str) for item in items)
    return _Found(value, objects, is_list=bool(objects) and not _is_item(value), others=others)


def _is_item(value: Any) -> bool:
    """Return whether a value is one item and no list of them: it has a text, and no objects below it."""
    if not isinstance(value, dict):
        return False
    parts = list(cast("dict[str, Any]", value).values())
    below = [item for part in parts if isinstance(part, list) for item in cast("list[Any]", part)]
    return any(isinstance(part, str) for part in parts) and not any(isinstance(item, dict) for item in below)


def _listed(value: Any) -> list[Any]:
    """Return the items of a value: those of a list, of the fullest list in an object, or an object itself."""
    if isinstance(value, dict) and not _is_item(value):
        lists = [cast("list[Any]", part) for part in cast("dict[str, Any]", value).values() if isinstance(part, list)]
        return max(lists, key=len) if lists else [value]
    return cast("list[Any]", value) if isinstance(value, list) else [value]


def _without_last(value: Any) -> Any:
    if isinstance(value, list):
        return value[:-1]
    if isinstance(value, dict):
        return {key: item[:-1] if isinstance(item, list) else item for key, item in value.items()}
    return value


def _without_lone_surrogates(value: Any) -> Any:
    if isinstance(value, str):
        return _SURROGATE.sub("?", value)
    if isinstance(value, list):
        return [_without_lone_surrogates(item) for item in value]
    if isinstance(value, dict):
        return {_without_lone_surrogates(key): _without_lone_surrogates(item) for key, item in value.items()}
    return value
