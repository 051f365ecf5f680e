"""`codewatch pause` and `resume`: stop and go, for a project, a folder or everywhere."""

import os
from collections.abc import Callable
from typing import Any

import click

from codewatch import git, paths, pause_file, pauses, profiles
from codewatch.cli import models
from codewatch.cli.place import find_place, json_option
from codewatch.cli.show import console, print_json
from codewatch.cli.telling import tell
from codewatch.config import Settings
from codewatch.errors import ConfigError, NotFound, StoreDamaged, StoreError, StoreReadOnly
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
    is_ended = _change(pause_file.resume, as_json, **where)
    if not any(where.values()):
        is_ended = _ask_providers_again(find_place(None, None).folder) or is_ended
    if not is_ended:
        _tell_what_is_still_paused(**where)


def _ask_providers_again(folder: str) -> bool:
    if not os.path.exists(memory_path(folder)):
        return False
    try:
        with open_memory(folder), transaction():
            ended = calls.pauses()
            calls.end_pause()
    except StoreError as error:
        # What was paused goes on all the same.
        tell(f"the model providers cannot be asked again: {error}")
        return False
    still = {row["lane"]: row["reason"] for row in models.provider_rows(folder, Settings.load()) if row["reason"]}
    for lane, pause in ended.items():
        if lane in still:
            said = f"{lane} stays paused: {still[lane]}"
        elif pause.kind == BUDGET:
            said = f"{lane} is asked again as far as the budget goes; it was paused since {pause.reason}"
        else:
            said = f"{lane} is asked again; it was paused: {pause.reason}"
        tell(said)
    return bool(ended)


def _tell_what_is_still_paused(*, project: str | None, everywhere: bool, capture: bool, recall: bool) -> None:
    """Say which pauses hold that were not meant; where there are none, there is nothing to say.

    Raises:
        NotFound: there are some.
    """
    folder, where = _place(project, everywhere, is_end=True)
    kinds = _kinds(capture, recall)
    others = [one for one in pauses.lasting(folder) if one.kind in kinds]
    if others:
        here = "everywhere" if where == pauses.EVERYWHERE else f"for {where}"
        commands = "; ".join(dict.fromkeys(pauses.mending(one, find_place(None, None).here) for one in others))
        raise NotFound(f"no pause {here} was there to end; what is paused ends with: {commands}")


def _change(
    change: Callable[..., bool], as_json: bool, *, project: str | None, everywhere: bool, capture: bool, recall: bool
) -> bool:
    folder, where = _place(project, everywhere, is_end=change is pause_file.resume)
    try:
        changed = [change(folder, kind, where, now=utc_now()) for kind in _kinds(capture, recall)]
    except OSError as error:
        raise StoreReadOnly(paths.explain(error, folder)) from error
    if pauses.RECALL in _kinds(capture, recall) and os.path.exists(memory_path(folder)):
        _tell_the_profile(folder)
    _show(folder, as_json)
    return any(changed)


def _tell_the_profile(folder: str) -> None:
    """Take the startup profile of what is paused away, and bring back what is no longer."""
    try:
        with open_memory(folder):
            profiles.refresh(now=utc_now())
    except StoreDamaged:
        return  # its files tell nothing that the memory does not say too
    except StoreError as error:
        tell(f"nothing of the startup profile is recalled in a pause, but its files stay: {error}")


def _place(project: str | None, everywhere: bool, *, is_end: bool) -> tuple[str, str]:
    """Return the data directory and the folder that is meant.

    Raises:
        ConfigError: both ways to say it are used, or there is no such folder; a pause of one that is gone can end.
    """
    if project and everywhere:
        raise ConfigError("say either --project or --everywhere")
    place = find_place(None, None)
    if everywhere:
        return place.folder, pauses.EVERYWHERE
    if project is None:
        return place.folder, git.places(place.here)[:2][-1]
    named = os.path.abspath(os.path.expanduser(project))
    where = git.project_at(named)
    if not os.path.isdir(named) and not (is_end and any(one.folder == where for one in pauses.read(place.folder))):
        raise ConfigError(f"--project {project}: there is no such folder")
    return place.folder, where


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
