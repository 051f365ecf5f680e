"""What the gate's rules hand on: where in a text a secret stands."""

from typing import NamedTuple


class Found(NamedTuple):
    """A stretch of a text that holds a secret: from `start` up to `end`, of kind `kind`."""

    start: int
    end: int
    kind: str
