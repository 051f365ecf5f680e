"""Prints results: JSON for programs, coloured lines for people (plain without a terminal or with NO_COLOR)."""

import json
import re
import sys
from collections.abc import Mapping
from typing import Any

import click
from rich.console import Console
from rich.text import Text

from codewatch import paths
from codewatch.categories import COLOUR_MARK, Priority
from codewatch.cli.telling import tell
from codewatch.observations import StoredObservation, with_codes_shown


def print_json(data: object) -> None:
    """Print `data` as one JSON document."""
    is_utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    text = json.dumps(data, ensure_ascii=not is_utf8, indent=2)
    click.echo(re.sub(r"[\x7f-\x9f\u2028-\u202e\u2066-\u2069]", lambda found: f"\\u{ord(found[0]):04x}", text))


class _Console(Console):
    def print(self, *objects: Any, **options: Any) -> None:
        """Print as rich does, and show what a terminal would obey: old memories may hold it."""
        super().print(*(_shown(each) for each in objects), **options)

    def on_broken_pipe(self) -> None:
        """Let the door of the command line end the command; rich would end the process with 1."""
        raise BrokenPipeError


def console() -> Console:
    """Return the console for people's output; lines are never wrapped when the output is not a terminal."""
    out = screen(markup=False)
    if not out.is_terminal:
        out.width = 10_000
    return out


def screen(*, markup: bool = True) -> Console:
    """Return a console of the terminal's width; with NO_COLOR it prints text and nothing else."""
    is_plain = True if paths.no_color() else None
    return _Console(
        highlight=False, emoji=False, markup=markup, color_system=None if is_plain else "auto",
        force_terminal=False if is_plain else None,
    )  # fmt: skip


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun: 1 job, 2 jobs."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def say_nothing_found(hint: str) -> None:
    """Say on standard error that a result is empty, and what may help; standard output stays as empty as it is."""
    tell(f"nothing found; {hint}")


def _shown(printed: object) -> object:
    if isinstance(printed, str):
        return with_codes_shown(printed)
    if isinstance(printed, Text):
        printed.plain = with_codes_shown(printed.plain)
    return printed


def as_row(memory: StoredObservation) -> dict[str, Any]:
    """Return a memory under the keys that COMMANDS promises."""
    return {
        "id": memory.id, "content": memory.content, "category": memory.category, "priority": memory.priority,
        "scope": memory.scope, "branch": memory.branch, "project": memory.project, "session": memory.session,
        "files": list(memory.files), "topics": list(memory.topics), "observed_at": memory.observed_at,
        "score": memory.score, "stale": False, "state": memory.state, "origin": memory.origin,
        "observer": memory.observer, "confidence": memory.confidence,
    }  # fmt: skip


def print_rows(rows: list[dict[str, Any]]) -> None:
    """Print memories one a line: id, mark, category, text, date and branch."""
    out = console()
    for row in rows:
        out.print(_line(row), soft_wrap=True)


def _line(row: Mapping[str, Any]) -> Text:
    line = Text()
    line.append(f"{row['id']:>5} ", style="dim")
    line.append(f"{COLOUR_MARK[Priority(row['priority'])]} ")
    line.append(f"[{row['category']}] ", style="cyan")
    line.append(str(row["content"]))
    line.append(f"  ({row['observed_at'][:10]}, {row['branch']})", style="dim")
    return line
