"""`log` and `undo`: what was changed in memory, and back."""

import click

from codewatch import profiles
from codewatch import undo as undoing
from codewatch.cli.names import name_of
from codewatch.cli.place import find_place, json_option, place_options
from codewatch.cli.show import console, counted, print_json, say_nothing_found
from codewatch.config import Settings
from codewatch.observations import shorten
from codewatch.store import journal, sessions
from codewatch.store.clock import utc_now
from codewatch.store.database import open_memory

_MOST_CHARS = 60


@click.command()
@click.option("--limit", default=50, show_default=True, type=click.IntRange(1, 100_000), help="At most so many.")
@click.option("--all-projects", is_flag=True, help="In every project.")
@place_options
@json_option
def log(limit: int, all_projects: bool, project: str | None, branch: str | None, as_json: bool) -> None:
    """List the changes of this project's memory, newest first; `codewatch undo` takes one back by its number."""
    place = find_place(project, branch)
    with open_memory(place.folder, for_reading=True):
        here = sessions.find_project_id(place.project)
        found = list(journal.changes(project=here, everywhere=all_projects, limit=limit))
    if as_json:
        print_json(
            [
                {
                    "change": one.id, "at": one.at, "who": one.who, "action": one.action, "kind": one.kind,
                    "id": name_of(one.kind, one.row_id) if one.kind == "reflection" else one.row_id,
                    "reason": one.reason, "rows": one.rows,
                }
                for one in found
            ]
        )  # fmt: skip
        return
    out = console()
    for one in found:
        more = f" and {counted(one.rows - 1, 'more row')}" if one.rows > 1 else ""
        why = f" ({one.reason})" if one.reason else ""
        text = f": {shorten(one.text, _MOST_CHARS)}" if one.text else ""
        out.print(
            f"{one.id:>6}  {one.at[:19]}  {name_of(one.kind, one.row_id)} {one.action} by {one.who}{why}{more}{text}",
            soft_wrap=True,
        )
    if not found:
        say_nothing_found("nothing was stored or changed here yet")


@click.command()
@click.argument("change", type=click.IntRange(1), required=False)
@place_options
@json_option
def undo(change: int | None, project: str | None, branch: str | None, as_json: bool) -> None:
    """Take a change back: the one with that number in `codewatch log`, else the newest that still stands."""
    place = find_place(project, branch)
    settings = Settings.load()
    with open_memory(place.folder):
        done = undoing.undo(
            change, project=sessions.find_project_id(place.project), who="user", now=utc_now(),
            chars_per_token=settings.chars_per_token,
        )  # fmt: skip
        profiles.refresh_where_possible(now=utc_now())
    name = name_of(done.kind, done.row_id)
    if as_json:
        row_id = name if done.kind == "reflection" else done.row_id
        print_json(
            {"undone": done.taken_back, "action": done.action, "kind": done.kind, "id": row_id, "change": done.change}
        )
    else:
        console().print(
            f"took back change {done.taken_back} ({name} was {done.action});"
            f" `codewatch undo {done.change}` makes it again",
            soft_wrap=True,
        )
