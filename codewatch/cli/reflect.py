"""`codewatch reflect`: compress a branch's observations now."""

import os
import time
from contextlib import suppress
from typing import Any

import click

from codewatch import due, launch, paths, profiles, queue_status
from codewatch.agents import reflector
from codewatch.cli.models import Patience
from codewatch.cli.names import name_of
from codewatch.cli.place import Place, find_place, json_option, place_options
from codewatch.cli.show import console, counted, print_json
from codewatch.config import Settings
from codewatch.errors import WorkChanged, WorkerUnavailable
from codewatch.reflections import Reflection
from codewatch.store import observations, reflections, sessions
from codewatch.store.clock import utc_now
from codewatch.store.database import open_memory, transaction

WAIT_S = 900.0
NOTHING = "nothing to reflect"
NO_GAIN = "left as it is: a reflection would be longer"
_POLL_S = 0.1
_TRIES = 3


@click.command()
@click.option("--level", type=click.IntRange(0, 3), help="Start at this level instead of 0.")
@click.option("--dry-run", is_flag=True, help="Show the rules' reflection; store nothing.")
@place_options
@json_option
def reflect(level: int | None, dry_run: bool, project: str | None, branch: str | None, as_json: bool) -> None:
    """Compress this branch's unreflected observations, by the model if one is named; they stay searchable."""
    place = find_place(project, branch)
    settings = Settings.load()
    if settings.llm_provider != "none" and not dry_run:
        _show(_by_the_worker(place, settings, level), as_json)
        return
    with open_memory(place.folder):
        with transaction():
            row_id = sessions.project_id(place.project, now=utc_now())
        reflection, made, is_something = _by_rules(row_id, place.branch, settings, level, dry_run=dry_run)
        if made is not None:
            profiles.refresh_where_possible(now=utc_now())
    _show(_numbers(reflection, NO_GAIN if is_something else NOTHING, made), as_json)


def _by_rules(
    project: int, branch: str, settings: Settings, level: int | None, *, dry_run: bool
) -> tuple[Reflection | None, int | None, bool]:
    """Return the rules' reflection, its id unless it is a dry run, and whether there was anything to reflect.

    Raises:
        WorkChanged: memories changed again and again meanwhile.
    """
    for _ in range(_TRIES - 1):
        with suppress(WorkChanged):
            return _reflect_once(project, branch, settings, level, dry_run=dry_run)
    return _reflect_once(project, branch, settings, level, dry_run=dry_run)


def _reflect_once(
    project: int, branch: str, settings: Settings, level: int | None, *, dry_run: bool
) -> tuple[Reflection | None, int | None, bool]:
    work = reflections.load_work(project, branch)
    # Nobody waits for the database while this computes.
    reflection = reflector.reflect(
        work.pending, threshold=settings.reflect_threshold,
        max_level=max(settings.max_compression, level or 0), chars_per_token=settings.chars_per_token,
        first_level=level or 0, earlier=work.earlier, originals=work.originals,
    )  # fmt: skip
    made: int | None = None
    if reflection is not None and not dry_run:
        with transaction():
            made = reflections.add(reflection, project=project, branch=branch, now=utc_now(), work=work)
            sessions.count_reflection(project, branch)
    return reflection, made, bool(work.pending)


def _by_the_worker(place: Place, settings: Settings, level: int | None) -> dict[str, Any]:
    """Have the worker reflect, wait for it, and return the numbers."""
    with open_memory(place.folder):
        with transaction():
            row_id = sessions.project_id(place.project, now=utc_now())
        if not observations.unreflected(row_id, place.branch):
            return _numbers(None, NOTHING)
        before = reflections.newest(row_id, place.branch)
    key = due.enqueue(settings, project=row_id, branch=place.branch, level=level)
    try:
        launch.start_worker(place.folder)
    except OSError as error:
        raise WorkerUnavailable(paths.explain(error, place.folder)) from error
    deadline = time.monotonic() + WAIT_S
    patience = Patience(place.folder, settings)
    while queue_status.has_job(place.folder, key):
        patience.look()
        if time.monotonic() > deadline:
            raise WorkerUnavailable(f"it is not done after {WAIT_S:.0f} s; the job stays in the queue")
        time.sleep(_POLL_S)
    with open_memory(place.folder):
        made = reflections.newest(row_id, place.branch)
        row = next(iter(reflections.history(row_id, place.branch, limit=1)), None)
    if made is None or row is None or (before is not None and made.id == before.id):
        raise WorkerUnavailable(
            f"no level was accepted, the observations stay as they are; {os.path.join(place.folder, paths.LOG_FILE)}"
            " says why"
        )
    return {
        "id": name_of(reflections.KIND, made.id),
        **{name: row[name] for name in _NAMES}, "observer": made.observer, "prompt": made.prompt,
        "contract": made.contract, "content": made.content, "reason": "",
    }  # fmt: skip


_NAMES = (
    "observations_compressed", "input_tokens", "output_tokens", "compression_ratio", "compression_level",
    "tokens_saved",
)  # fmt: skip


def _numbers(reflection: Reflection | None, otherwise: str, made: int | None = None) -> dict[str, Any]:
    return {
        "id": name_of(reflections.KIND, made) if made else None,
        "reason": "" if reflection else otherwise,
        "observations_compressed": len(reflection.sources) if reflection else 0,
        "input_tokens": reflection.input_tokens if reflection else 0,
        "output_tokens": reflection.output_tokens if reflection else 0,
        "compression_ratio": round(reflection.ratio, 3) if reflection else 1.0,
        "compression_level": reflection.level if reflection else 0,
        "tokens_saved": reflection.tokens_saved if reflection else 0,
        "observer": reflection.observer if reflection else "",
        "prompt": reflection.prompt if reflection else "",
        "contract": reflection.contract.as_dict() if reflection and reflection.contract else None,
        "content": reflection.content if reflection else "",
    }


def _show(numbers: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(numbers)
    else:
        out = console()
        out.print(numbers["content"] or numbers["reason"], soft_wrap=True)
        if name := numbers["id"]:
            told = counted(numbers["observations_compressed"], "memory", "memories")
            out.print(f"{name} stands for {told}; `codewatch edit {name}` changes it", style="dim", soft_wrap=True)
