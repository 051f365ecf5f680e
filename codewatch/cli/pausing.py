"""`codewatch pause` and `resume`: stop and go, for a project, a folder or everywhere."""

import os
from collections.abc import Callable
from typing import Any

import click

from codewatch import git, paths, pause_file, pauses
from codewatch.cli import models
from codewatch.cli.place import find_place, json_option
from codewatch.cli.show import console, print_json
from codewatch.config import Settings
from codewatch.errors import ConfigError, StoreReadOnly
from codewatch.llm.lanes import BUDGET
from codewatch.store import calls
from codewatch.store.clock import utc_now
from codewatch.store.database import memory_path, open_memory, transaction

_WHERE = (
    click.option("--project", type=click.Path(), help="This folder and everything below; left out: this project."),
    click.option("--everywhere", is_flag=True, help="All projects."),
    click.option("--capture", is_flag=True, help="Only capture."),
    click.option("--recall", is_flag=True, help="Only recall."),
)


def _where_options(command: Any) -> Any:
    for option in reversed(_WHERE):
        command = option(command)
    return command


@click.command("pause")
@_where_options
@json_option
def pause(as_json: bool, **where: Any) -> None:
    """Stop capture, recall or both; what is said meanwhile is never captured, also afterwards."""
    _change(pause_file.pause, as_json, **where)


@click.command("resume")
@_where_options
@json_option
def resume(as_json: bool, **where: Any) -> None:
    """Go on with what was paused; said alone, also ask the model providers again that were left alone."""
    if not any(where.values()):
        _ask_providers_again(find_place(None, None).folder)
    _change(pause_file.resume, as_json, **where)


def _ask_providers_again(folder: str) -> None:
    if not os.path.exists(memory_path(folder)):
        return
    with open_memory(folder), transaction():
        ended = calls.pauses()
        calls.end_pause()
    still = {row["lane"]: row["reason"] for row in models.provider_rows(folder, Settings.load()) if row["reason"]}
    for lane, pause in ended.items():
        if lane in still:
            said = f"{lane} stays paused: {still[lane]}"
        elif pause.kind == BUDGET:
            said = f"{lane} is asked again as far as the budget goes; it was paused since {pause.reason}"
        else:
            said = f"{lane} is asked again; it was paused: {pause.reason}"
        click.echo(f"codewatch: {said}", err=True)


def _change(
    change: Callable[..., bool], as_json: bool, *, project: str | None, everywhere: bool, capture: bool, recall: bool
) -> None:
    folder, where = _place(project, everywhere)
    try:
        for kind in _kinds(capture, recall):
            change(folder, kind, where, now=utc_now())
    except OSError as error:
        raise StoreReadOnly(paths.explain(error, folder)) from error
    _show(folder, as_json)


def _place(project: str | None, everywhere: bool) -> tuple[str, str]:
    if project and everywhere:
        raise ConfigError("say either --project or --everywhere")
    place = find_place(None, None)
    if everywhere:
        return place.folder, pauses.EVERYWHERE
    if project:
        return place.folder, git.project_at(os.path.abspath(os.path.expanduser(project)))
    return place.folder, git.places(place.here)[:2][-1]


def _kinds(capture: bool, recall: bool) -> tuple[str, ...]:
    if capture == recall:
        return pauses.KINDS
    return (pauses.CAPTURE,) if capture else (pauses.RECALL,)


def _show(folder: str, as_json: bool) -> None:
    found = pauses.lasting(folder)
    if as_json:
        print_json([{"what": one.kind, "folder": one.folder, "since": one.since or None} for one in found])
        return
    for one in found:
        console().print(pauses.described(one), soft_wrap=True)
    if not found:
        console().print("nothing is paused")
