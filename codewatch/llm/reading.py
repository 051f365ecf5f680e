"""A model's raw reply becomes the JSON in it: out of fences and talk, mended where models often break it."""

import json
import re
from typing import Any

from json_repair import repair_json

from codewatch.errors import ModelOutputError

_FENCE = re.compile(r"```[a-zA-Z0-9_-]*\s*\n?(.*?)(?:```|\Z)", re.DOTALL)
_THINKING = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_BAD_ESCAPE = re.compile(r'\\(?:u(?![0-9a-fA-F]{4})|[^"\\/bfnrtu])')
_SURROGATE = re.compile("[\ud800-\udfff]")
_NOTHING = re.compile(
    r"\b(?:no|none|nothing|not|n/a|without|empty|nichts|keine?|rien|aucun\w*|nada|ning[uú]n\w*|niente|nessun\w*)\b|n't\b"
    r"|没有|無|なし|ありません|없",
    re.IGNORECASE,
)
_REFUSAL = re.compile(
    r"\bI(?:'m| am)? (?:can(?:no|')t|can not|won't|will not|unable|not able|sorry)\b|\bI(?:'m| am) (?:sorry|unable)\b"
    r"|\b(?:cannot|can't|unable to) (?:help|assist|comply|process|provide)\b|\bas an AI\b",
    re.IGNORECASE,
)
_LONGEST_PROSE = 400
_MOST_STARTS = 50
_QUOTED = re.compile("[\"']")


class Refused(ModelOutputError):
    """The model said that it will not do it."""


def read_json(reply: str, *, is_cut: bool) -> Any:
    """Return what `_read` finds; an answer that is nested too deeply is none.

    Raises:
        Refused, ModelOutputError: as `_read`.
    """
    try:
        return _read(reply, is_cut=is_cut)
    except RecursionError as error:
        raise ModelOutputError("the answer is nested too deeply", reply=reply) from error


def _read(reply: str, *, is_cut: bool) -> Any:
    """Return the first JSON list or object of a reply; None for an empty reply and for prose that says "nothing".

    A reply that was cut off counts as far as it came: its last, incomplete item is left out. Lone halves of surrogate
    pairs become "?".

    Raises:
        Refused: the reply says that the model will not answer.
        ModelOutputError: there is no JSON in it, or it is broken beyond mending.
    """
    text = _THINKING.sub("", reply).strip("\ufeff \t\r\n")
    if not text:
        if is_cut:
            raise ModelOutputError("the answer was cut off before it began", reply=reply)
        return None
    fenced = _FENCE.search(text)
    for candidate in [fenced[1], text] if fenced else [text]:
        found = _first_value(candidate, is_cut=is_cut)
        if found is not None:
            return _without_lone_surrogates(found)
    if "[" not in text and "{" not in text and "<" not in text and len(text) <= _LONGEST_PROSE:
        if _REFUSAL.search(text):
            raise Refused("the model refused", reply=reply)
        if _NOTHING.search(text):
            return None
    raise ModelOutputError("the answer holds no JSON", reply=reply)


def _first_value(text: str, *, is_cut: bool) -> Any:
    """Return the first list or object in `text` that can be read or mended, or None."""
    decoder = json.JSONDecoder(strict=False)
    for start in [match.start() for match in re.finditer(r"[\[{]", text)][:_MOST_STARTS]:
        piece = _BAD_ESCAPE.sub(_doubled, text[start:])
        for candidate in (text[start:], piece):
            try:
                return decoder.raw_decode(candidate)[0]
            except (ValueError, RecursionError):
                continue
        mended = _mended(piece, is_cut=is_cut)
        if mended is not None:
            return mended
    return None


def _doubled(escape: re.Match[str]) -> str:
    return "\\" + escape[0]


def _mended(piece: str, *, is_cut: bool) -> Any:
    # Talk in brackets goes on with a letter; JSON that has a slip in it does not.
    if piece[1:].lstrip()[:1] not in ("{", '"', "'") or not _QUOTED.search(piece):
        return None
    mended: Any = repair_json(piece, return_objects=True)
    if is_cut:
        mended = _without_last(mended)
    items = _items(mended)
    return mended if all(isinstance(item, dict) and item for item in items) and (items or is_cut) else None


def _items(value: Any) -> list[Any]:
    if isinstance(value, dict):
        lists = [item for item in value.values() if isinstance(item, list)]
        return lists[0] if lists else [value]
    return value if isinstance(value, list) else []


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
