"""How commands call what is stored: a memory by its number, a reflection by its number after an R."""

import re
from typing import Any, NamedTuple

import click

from codewatch.store import observations, reflections

_NAME = re.compile(r"([Rr]?)(-?\d{1,4000})")


class Named(NamedTuple):
    """A row by the journal's kind and its id."""

    kind: str
    id: int

    @property
    def is_reflection(self) -> bool:
        """Return whether it is a reflection's."""
        return self.kind == reflections.KIND


class Name(click.ParamType[Named]):
    """The number of a memory, or R and the number of a reflection."""

    name = "id"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Named:
        """Return which row is meant."""
        if isinstance(value, Named):
            return value
        found = _NAME.fullmatch(str(value))
        if found is None:
            self.fail(f"{value!r} is no id: a memory has a number, a reflection one after an R, as in R12", param, ctx)
        return Named(reflections.KIND if found[1] else observations.KIND, int(found[2]))


NAME = Name()


def name_of(kind: str, row_id: int) -> str:
    """Return what a row is called."""
    return f"R{row_id}" if kind == reflections.KIND else str(row_id)
