"""`codewatch queue`: what waits, runs and failed."""

import time
from datetime import UTC, datetime
from typing import Any

import click

from codewatch import queue_status
from codewatch.cli import health, jobs, models
from codewatch.cli.place import find_folder, json_option
from codewatch.cli.show import console, counted, print_json
from codewatch.config import Settings
from codewatch.errors import ConfigError, NotFound

WATCH_EVERY_S = 1.0


@click.group()
def queue() -> None:
    """What waits, runs and failed."""


@queue.command("status")
@click.option("--watch", is_flag=True, help="Print again every second until interrupted.")
@json_option
def show_status(watch: bool, as_json: bool) -> None:
    """Show how many jobs wait, run and failed, and for how long the oldest has waited."""
    folder = find_folder()
    while True:
        status = _status(folder)
        if as_json:
            print_json(status)
        else:
            _print(status)
        if not watch:
            return
        time.sleep(WATCH_EVERY_S)


def _print(status: dict[str, Any]) -> None:
    out = console()
    age = "" if status["oldest_age_s"] is None else f", the oldest for {status['oldest_age_s']:.0f} s"
    out.print(
        f"{status['pending']} waiting, {status['leased']} running, {status['scheduled']} scheduled,"
        f" {status['failed']} failed{age}; worker {health.describe_worker(status['worker'])}",
        soft_wrap=True,
    )
    for row in status["providers"]:
        out.print(f"{row['provider']}/{row['model']}: {row['reason'] or 'may be asked'}", soft_wrap=True)
    for job in status["jobs"]:
        if job["attempts"] > 1 or job["error"]:
            tries = f"{counted(job['attempts'], 'try', 'tries')}, {counted(job['deaths'], 'death')}"
            out.print(
                f"{job['id']:>6}  {job['state']}  {tries}  {job['path'] or job['task']}  {job['error'] or ''}".rstrip(),
                soft_wrap=True,
            )
    day = status["last_day"]
    mean = "" if day["mean_s"] is None else f" ({day['mean_s']:.2f} s each)"
    out.print(
        f"last 24 hours: done {day['done']}{mean}, errors {day['errors']}, tried again {day['retries']};"
        f" last saved {status['last_success_at'] or 'never'}",
        soft_wrap=True,
    )


def _status(folder: str) -> dict[str, Any]:
    now = time.time()
    state = queue_status.read(folder, now=now)
    worker = health.worker_state(folder)
    providers = models.provider_rows(folder, Settings.load())
    return {
        **state._asdict(), "worker": worker, "providers": providers, "last_success_at": worker["last_success_at"],
        "last_day": queue_status.last_day(folder, now=now)._asdict(), "jobs": queue_status.jobs(folder, now=now),
    }  # fmt: skip


@queue.command()
@json_option
def failed(as_json: bool) -> None:
    """List the jobs that were given up, newest first."""
    rows = queue_status.failed(find_folder())
    if as_json:
        print_json(rows)
        return
    for row in rows:
        when = datetime.fromtimestamp(row["failed_at"], UTC).strftime("%Y-%m-%d %H:%M")
        console().print(f"{row['id']:>6}  {when}  {row['task'].rpartition('.')[2]}  {row['error']}", soft_wrap=True)


@queue.command()
@click.argument("job_id", type=int)
@json_option
def show(job_id: int, as_json: bool) -> None:
    """Show one failed job; always as JSON."""
    print_json(_chosen(find_folder(), job_id, every=False)[0])


@queue.command()
@click.argument("job_id", type=int, required=False)
@click.option("--all", "every", is_flag=True, help="All failed jobs.")
@json_option
def retry(job_id: int | None, every: bool, as_json: bool) -> None:
    """Put a failed job back into the queue."""
    folder = find_folder()
    rows = _chosen(folder, job_id, every)
    for row in rows:
        queue_status.retry(folder, row["id"])
    print_json(rows) if as_json else console().print(f"{counted(len(rows), 'job waits', 'jobs wait')} again")


@queue.command()
@click.argument("job_id", type=int, required=False)
@click.option("--all", "every", is_flag=True, help="All failed jobs.")
@json_option
def drop(job_id: int | None, every: bool, as_json: bool) -> None:
    """Delete a failed job for good: what it was about counts as skipped, and is not taken up again."""
    folder = find_folder()
    rows = _chosen(folder, job_id, every)
    wanted = {job.id: job for job in jobs.given_up(folder)}
    for row in rows:
        if row["id"] in wanted:
            jobs.skip(folder, wanted[row["id"]])
        queue_status.drop(folder, row["id"])
    print_json(rows) if as_json else console().print(f"{counted(len(rows), 'job')} dropped")


def _chosen(folder: str, job_id: int | None, every: bool) -> list[dict[str, Any]]:
    if every == (job_id is not None):
        raise ConfigError("say which failed job: an id, or --all")
    rows = [row for row in queue_status.failed(folder) if job_id in (None, row["id"])]
    if job_id is not None and not rows:
        raise NotFound(f"there is no failed job {job_id}")
    return rows
