"""A model's raw reply into the JSON that is in it."""

import json
from typing import Any

from codewatch.errors import ModelOutputError

_OPENING = "{["


def read_json(reply: str, *, is_cut: bool) -> object:
    """Return the first object or list in `reply`, whatever stands around it; of a cut one, its complete items.

    Raises:
        ModelOutputError: there is none.
    """
    decoder = json.JSONDecoder()
    starts = [at for at, character in enumerate(reply) if character in _OPENING]
    for start in starts[:20]:
        try:
            found: Any = decoder.raw_decode(reply, start)[0]
        except (json.JSONDecodeError, RecursionError):
            continue
        if not is_cut or start == starts[0]:
            return found
    if is_cut and starts:
        return _complete_items(reply[starts[0] :], reply)
    raise ModelOutputError("the answer holds no JSON", reply=reply)


def _complete_items(text: str, reply: str) -> object:
    ends = [at for at, character in enumerate(text) if character == "}"]
    for end in reversed(ends[-20:]):
        for closing in ("]}", "]", "}", "}]}"):
            try:
                return json.loads(text[: end + 1] + closing)
            except (json.JSONDecodeError, RecursionError):
                continue
    raise ModelOutputError("the answer was cut before its first item ended", reply=reply)
