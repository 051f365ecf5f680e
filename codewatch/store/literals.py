"""The literals of an observation in its column: JSON, a list of kind and text."""

import json
from collections.abc import Sequence

from codewatch.literals import Kind, Literal


def as_json(found: Sequence[Literal]) -> str:
    """Return what the column holds."""
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")) if found else "[]"


def read(column: str | None) -> tuple[Literal, ...] | None:
    """Return the literals, None for a row that is older than their typing."""
    return None if column is None else tuple(Literal(Kind(kind), text) for kind, text in json.loads(column))
