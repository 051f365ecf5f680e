"""`codewatch backfill`: sessions from before codewatch into memory, the newest first."""

import contextlib
import sys
import time
from datetime import UTC, datetime
from typing import Any

import click

from codewatch import backfill as feeding
from codewatch import due, thresholds
from codewatch.backfill import Backfill, Found
from codewatch.cli import backfill_cost, models
from codewatch.cli.backfill_cost import Held, Price
from codewatch.cli.place import find_folder, json_option
from codewatch.cli.progress import duration, megabytes, shown
from codewatch.cli.show import console, print_json
from codewatch.cli.sources import say_if_not_read
from codewatch.cli.telling import tell
from codewatch.clients.table import CLIENTS
from codewatch.config import Settings
from codewatch.errors import CodewatchError, TranscriptError, WorkerUnavailable
from codewatch.store import calls, ledger, observations, reflections
from codewatch.store.database import open_memory

POLL_S = 0.1
MODELS_EVERY_S = 2.0


@click.command()
@click.option(
    "--source", "sources", multiple=True, type=click.Choice(sorted(CLIENTS)), help="Only this client's sessions."
)
@click.option("--since", type=click.DateTime(["%Y-%m-%d"]), help="Only sessions that went on since this day.")
@click.option("--use-model", is_flag=True, help="Let the named model observe, which costs; else the rules do.")
@click.option("--dry-run", is_flag=True, help="Only count what there is, and what a model would cost.")
@json_option
def backfill(
    sources: tuple[str, ...], since: datetime | None, use_model: bool, dry_run: bool, as_json: bool
) -> None:  # fmt: skip
    """Read the sessions from before codewatch, the newest first; stopped anywhere, it goes on when it is run again."""
    folder = find_folder()
    settings = Settings.load()
    for source in sources:
        say_if_not_read(source)
    if use_model and backfill_cost.named_model(settings) is None:
        raise WorkerUnavailable("no model is named; see `codewatch config list`, or leave --use-model out")
    if not run(folder, settings, sources=sources, since=since, use_model=use_model, dry_run=dry_run, as_json=as_json):
        sys.exit(1)


def run(
    folder: str, settings: Settings, *, sources: tuple[str, ...] = (), since: datetime | None = None,
    use_model: bool = False, dry_run: bool = False, as_json: bool = False,
) -> bool:  # fmt: skip
    """Read old sessions, or with `dry_run` look at them, print what came of it, and return whether nothing failed."""
    with open_memory(folder):
        found = find(sources, since)
        for line in found.unreadable:
            tell(line)
        if dry_run:
            return _preview(settings, found, as_json=as_json)
        begun, before = time.monotonic(), observations.newest_id()
        most_jobs = settings.concurrency if use_model else feeding.MOST_JOBS
        task = Backfill(folder, found.old, by_rules=not use_model, most_jobs=most_jobs)
        stopped = _read(task, folder, settings, use_model=use_model)
        if task.transcripts and not stopped:
            _reflect(settings, by_rules=not use_model)
        failures = [*found.unreadable, *task.failures]
        result = {
            "transcripts": task.transcripts, "messages": task.messages,
            "observations": observations.count_since(before), "skipped": task.skipped, "failed": len(failures),
            "left": task.left, "waiting": task.waiting, "bytes": task.bytes_done,
            "seconds": round(time.monotonic() - begun, 3),
        }  # fmt: skip
    _tell(result, task, stopped, as_json=as_json)
    return not failures and not stopped


def find(sources: tuple[str, ...] = (), since: datetime | None = None) -> Found:
    """Return the old transcripts of some clients, or of all; the memory is open."""
    clients = [CLIENTS[name] for name in sources or sorted(CLIENTS)]
    oldest = since.replace(tzinfo=UTC).timestamp() if since else 0.0
    return feeding.find(clients, ledger.positions(), since=oldest)


def _read(task: Backfill, folder: str, settings: Settings, *, use_model: bool) -> str:
    """Feed the worker until all is read; return why it was stopped before, "" if it was not."""
    command = "codewatch backfill --use-model" if use_model else "codewatch backfill"
    models_at = time.monotonic() + MODELS_EVERY_S
    try:
        with shown(task.files, task.bytes) as show:
            while task.step():
                show(task.files_done, task.bytes_done)
                if use_model and time.monotonic() > models_at:
                    models_at = time.monotonic() + MODELS_EVERY_S
                    if reason := _held(folder, settings):
                        task.let_go()
                        return f"{reason}; `{command}` goes on when that is over"
                time.sleep(POLL_S)
            if task.files:
                show(task.files_done, task.bytes_done, is_last=True)
    except KeyboardInterrupt:
        task.withdraw()
        click.echo(
            f"codewatch: stopped: {task.files_done} of {task.files} files are read, and what the worker has in hand"
            f" follows. To go on, run `{command}` again.",
            err=True,
        )
        raise
    except CodewatchError:
        with contextlib.suppress(CodewatchError):  # what is in the queue is done by the next worker
            task.withdraw()
        raise
    return ""


def _held(folder: str, settings: Settings) -> str:
    """Return why no model may be asked for longer than a moment, "" while one may."""
    rows = models.provider_rows(folder, settings)
    reasons = [str(row["reason"]) for row in rows if row["state"] == "paused" and _is_long(row["until"])]
    return "; ".join(reasons) if len(reasons) == len(rows) else ""


def _is_long(until: float | None) -> bool:
    return until is None or until - time.time() > 60.0


def _reflect(settings: Settings, *, by_rules: bool) -> None:
    """Have the worker reflect on what has become too much, now that all of it is there and in order."""
    if not settings.auto_reflect:
        return
    for project, branch in observations.heavy_scopes(settings.reflect_threshold):
        if thresholds.is_due(
            observations.unreflected_tokens(project, branch), threshold=settings.reflect_threshold,
            rejected_tokens=reflections.rejected_tokens(project, branch),
        ):  # fmt: skip
            due.enqueue(settings, project=project, branch=branch, by_rules=by_rules)


def _tell(result: dict[str, Any], task: Backfill, stopped: str, *, as_json: bool) -> None:
    if as_json:
        print_json(result)
    else:
        console().print(
            f"{_count(result['transcripts'], 'transcript')} read: {_count(result['messages'], 'message')},"
            f" {_count(result['observations'], 'observation')} stored, {_count(result['skipped'], 'record')} skipped;"
            f" {megabytes(result['bytes'])} MB in {duration(result['seconds'])}",
            soft_wrap=True,
        )
    for line in task.failures:
        tell(line)
    if task.left:
        tell(f"left, of a paused, excluded or unknown folder: {_count(task.left, 'transcript')}")
    if task.waiting:
        tell(f"in the queue already: {_count(task.waiting, 'transcript')}")
    if stopped:
        tell(stopped)


def _preview(settings: Settings, found: Found, *, as_json: bool) -> bool:
    held: dict[str, Held] = {}
    failed = len(found.unreadable)
    with shown(len(found.old), sum(one.bytes for one in found.old)) as show:
        size = 0
        for number, one in enumerate(found.old, start=1):
            try:
                backfill_cost.look(one, held.setdefault(one.client, Held()), settings)
            except TranscriptError as error:
                tell(str(error))
                failed += 1
            size += one.bytes
            show(number, size)
    provider = backfill_cost.named_model(settings)
    price = None
    if provider is not None:
        usual = calls.usual_output(provider.name, provider.model)
        price = backfill_cost.price(provider, list(held.values()), settings, usual_output=usual)
    if as_json:
        print_json(_preview_row(held, failed, price))
    else:
        _print_preview(held, price, settings)
    return not failed


def _preview_row(held: dict[str, Held], failed: int, price: Price | None) -> dict[str, Any]:
    rows = {client: one.as_row() for client, one in sorted(held.items())}
    sums = {name: sum(row[name] for row in rows.values()) for name in ("transcripts", "messages", "skipped", "bytes")}
    return {
        **sums, "sessions": sum(row["sessions"] for row in rows.values()), "observations": None, "failed": failed,
        "clients": rows, "model": price._asdict() if price else None, "dry_run": True,
    }  # fmt: skip


def _print_preview(held: dict[str, Held], price: Price | None, settings: Settings) -> None:
    out = console()
    for client, one in sorted(held.items()):
        out.print(
            f"{client}: {_count(len(one.sessions), 'session')} in {_count(one.transcripts, 'file')},"
            f" {megabytes(one.bytes)} MB, {_count(one.messages, 'message')}, {_count(one.skipped, 'other record')}",
            soft_wrap=True,
        )
    if not held:
        out.print("Nothing is left to read.")
    if price is None:
        out.print("The rules read them and cost nothing; no model is named.")
        return
    cost = "no price is known" if price.cost_usd is None else f"${price.cost_usd:.2f}"
    out.print(
        f"The rules read them and cost nothing. With --use-model: about {_count(price.calls, 'call')} of"
        f" {price.provider}/{price.model}, {price.input_tokens:,} tokens in and {price.output_tokens:,} out, {cost}"
        f"{_days(price, settings)}",
        soft_wrap=True,
    )


def _days(price: Price, settings: Settings) -> str:
    """Return how many days that takes under the daily budget, as the end of a sentence."""
    shares = [
        (price.input_tokens + price.output_tokens) / settings.daily_tokens if settings.daily_tokens else 0.0,
        (price.cost_usd or 0.0) / settings.daily_cost_usd if settings.daily_cost_usd else 0.0,
    ]
    days = -(-max(shares) // 1)
    return f"; the daily budget makes that {days:.0f} days" if days > 1 else ""


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
