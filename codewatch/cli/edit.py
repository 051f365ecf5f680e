"""`codewatch edit`: a memory or a reflection as a person wants it."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, NamedTuple

import click

from codewatch import edit as editing
from codewatch import profiles
from codewatch.categories import Category, Priority, Scope
from codewatch.cli import editor
from codewatch.cli.names import NAME, Named, name_of
from codewatch.cli.place import find_folder, json_option
from codewatch.cli.show import as_row, console, counted, print_json
from codewatch.cli.show_reflection import as_row as reflection_as_row
from codewatch.cli.telling import tell
from codewatch.cli.texts import TEXT
from codewatch.config import Settings
from codewatch.edit import MAX_REFLECTION, Edited
from codewatch.store import observations, reflections
from codewatch.store.clock import utc_now
from codewatch.store.database import open_memory

# A character of UTF-8 has four bytes at most.
_MOST_BYTES = 4 * MAX_REFLECTION


class _Wanted(NamedTuple):
    """The text that is wanted, None for the one it has; and the text it was made of, where that is known."""

    text: str | None = None
    seen: str | None = None


@click.command()
@click.argument("memory", metavar="ID", type=NAME)
@click.option("--text", type=TEXT, help="The new text.")
@click.option("--file", "path", metavar="PATH", help="A file with the new text; - for standard input.")
@click.option("--category", type=click.Choice([*map(str, Category)]), help="A memory's category.")
@click.option("--priority", type=click.Choice([*map(str, Priority)]), help="A memory's priority.")
@click.option("--scope", type=click.Choice([*map(str, Scope)]), help="Who sees a memory.")
@json_option
def edit(
    memory: Named, text: str | None, path: str | None, category: str | None, priority: str | None, scope: str | None,
    as_json: bool,
) -> None:  # fmt: skip
    """Change a memory, or a reflection as in R12: in your editor, or as the options say. Reflections keep it."""
    settings, folder = Settings.load(), find_folder()
    if text is not None and path is not None:
        raise click.UsageError("--text and --file say the same; give one of them")
    has_columns = bool(category or priority or scope)
    if memory.is_reflection and has_columns:
        raise click.UsageError("a reflection has no category, priority or scope; edit its text, or its memories")
    with _wanted(memory, text, path, folder, has_columns=has_columns) as wanted, open_memory(folder):
        if memory.is_reflection:
            done = editing.edit_reflection(
                memory.id, wanted.text or "", seen=wanted.seen, who="user", now=utc_now(),
                chars_per_token=settings.chars_per_token,
            )  # fmt: skip
            row: dict[str, Any] = reflection_as_row(reflections.get(memory.id))
        else:
            done = editing.edit_observation(
                memory.id, text=wanted.text, seen=wanted.seen, category=Category(category) if category else None,
                priority=Priority(priority) if priority else None, scope=Scope(scope) if scope else None, who="user",
                now=utc_now(), chars_per_token=settings.chars_per_token,
            )  # fmt: skip
            row = as_row(observations.get(memory.id))
        profiles.refresh_where_possible(now=utc_now())
    _show(memory, done, row, as_json)


@contextmanager
def _wanted(memory: Named, text: str | None, path: str | None, folder: str, *, has_columns: bool) -> Generator[_Wanted]:
    if text is not None:
        yield _Wanted(text)
    elif path == "-":
        raw = sys.stdin.buffer.read(_MOST_BYTES + 1)
        yield _Wanted(editor.as_text(raw, most_bytes=_MOST_BYTES, what="standard input"))
    elif path is not None:
        yield _Wanted(editor.read_text(path, most_bytes=_MOST_BYTES, what=path))
    elif has_columns:
        yield _Wanted()
    elif sys.stdin is None or not sys.stdin.isatty():
        raise click.UsageError("there is no terminal to edit on; say the new text with --text or --file")
    else:
        with open_memory(folder):
            row = reflections.get(memory.id) if memory.is_reflection else observations.get(memory.id)
        name = name_of(*memory)
        with editor.edited(row.content, name=name, folder=folder, most_bytes=_MOST_BYTES) as changed:
            yield _Wanted(changed, row.content)


def _show(memory: Named, done: Edited, row: dict[str, Any], as_json: bool) -> None:
    if done.secrets:
        tell(f"not stored, because it looks like a secret: {', '.join(done.secrets)}")
    if done.had_codes:
        tell("codes that a terminal would obey were taken out")
    name = name_of(*memory)
    if as_json:
        print_json({**row, "change": done.change})
    elif done.change is None:
        tell(f"{name} is as it was")
    else:
        pinned = sum(line["is_pinned"] for line in row["lines"]) if memory.is_reflection else 0
        told = f", {counted(pinned, 'line')} pinned" if pinned else ""
        console().print(f"changed {name}{told}; `codewatch undo {done.change}` takes it back", soft_wrap=True)
