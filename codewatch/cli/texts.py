"""Text arguments, as the database can hold them."""

from typing import Any

import click


class Text(click.ParamType[str]):
    """Any text; bytes of the command line that are not UTF-8 become U+FFFD."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the value as UTF-8 can say it."""
        return str(value).encode("utf-8", "surrogateescape").decode("utf-8", "replace")


TEXT = Text()
