"""`codewatch coverage`: what became of every byte of every transcript, by the ledger."""

import os
import sys
from typing import Any, NamedTuple

import click

from codewatch.cli import jobs
from codewatch.cli.jobs import Wanted
from codewatch.cli.place import find_folder, json_option
from codewatch.cli.show import console, counted, print_json
from codewatch.clients import transcripts
from codewatch.clients.table import CLIENTS, find_client
from codewatch.errors import TranscriptError
from codewatch.store import ledger
from codewatch.store.database import open_memory
from codewatch.store.ledger import Known, Outcome


class Account(NamedTuple):
    """The bytes of one transcript by what became of them; `bytes` ends at its last newline."""

    client: str
    path: str
    bytes: int
    observed: int
    skipped: int
    redacted: int
    failed: int
    missing: int
    pending: int
    gaps: tuple[dict[str, Any], ...]


@click.command()
@click.argument("transcript", required=False, type=click.Path())
@click.option("--client", type=click.Choice(sorted(CLIENTS)), help="Only this client's transcripts.")
@json_option
def coverage(transcript: str | None, client: str | None, as_json: bool) -> None:
    """Prove that every byte was observed, skipped for a reason, or redacted; else list the ranges that were not.

    Exit 1 when something failed or is missing; what still waits counts against the percentage only.
    """
    folder = find_folder()
    path = os.path.realpath(transcript) if transcript else None
    with open_memory(folder, for_reading=True):
        known = ledger.known(client, path)
    failed = _only(jobs.given_up(folder), client, path)
    waiting = _only(jobs.waiting(folder), client, path)
    lost = {(job.client, job.path): job for job in reversed(failed)}
    for job in waiting:
        lost.pop((job.client, job.path), None)  # whatever failed before is tried again
    read = {(entry.client, entry.path) for entry in known}
    asked = sorted({(job.client, job.path) for job in [*failed, *waiting]} - read)
    known += [Known(name, file, 0, ()) for name, file in asked]
    accounts = [account(entry, lost.get((entry.client, entry.path))) for entry in known]
    if path and not known:
        accounts = [_unknown(client or "claude", path)]
    result = add_up(accounts)
    if as_json:
        print_json(result)
    else:
        _print(result, accounts)
    if result["failed"] or result["missing"]:
        sys.exit(1)


def _only(wanted: list[Wanted], client: str | None, path: str | None) -> list[Wanted]:
    return [job for job in wanted if client in (None, job.client) and path in (None, job.path)]


def account(entry: Known, given_up: Wanted | None) -> Account:
    """Return what became of each byte of one transcript, of which a job may have been given up."""
    end, is_replaced = _look(entry)
    if is_replaced:
        entry = entry._replace(cursor=0, spans=())  # what was read before is another file by now
    # A transcript that is gone had at least what the job given up was about.
    end = max(entry.cursor, end, given_up.end if given_up else 0)
    counted = dict.fromkeys(Outcome, 0)
    gaps: list[dict[str, Any]] = []
    position = 0
    for span in entry.spans:
        if span.start > position:
            gaps.append({"path": entry.path, "start": position, "end": span.start, "what": "missing"})
        if span.outcome is Outcome.FAILED:
            gaps.append(
                {"path": entry.path, "start": span.start, "end": span.end, "what": "failed", "reason": span.reason}
            )
        counted[span.outcome] += span.end - span.start
        position = span.end
    if entry.cursor > position:
        gaps.append({"path": entry.path, "start": position, "end": entry.cursor, "what": "missing"})
    lost = min(given_up.end, end) if given_up else 0
    if given_up and lost > entry.cursor:
        gaps.append(
            {"path": entry.path, "start": entry.cursor, "end": lost, "what": "failed", "reason": given_up.error}
        )
    settled = max(entry.cursor, lost)
    failed, missing = (
        sum(gap["end"] - gap["start"] for gap in gaps if gap["what"] == what) for what in ("failed", "missing")
    )
    return Account(
        entry.client, entry.path, end, counted[Outcome.OBSERVED], counted[Outcome.SKIPPED], counted[Outcome.REDACTED],
        failed, missing, end - settled, tuple(gaps),
    )  # fmt: skip


def _unknown(client: str, path: str) -> Account:
    with find_client(client).open_transcript(path) as stream:
        end = transcripts.last_newline(stream, transcripts.size_of(stream))
    gaps = ({"path": path, "start": 0, "end": end, "what": "missing"},) if end else ()
    return Account(client, path, end, 0, 0, 0, 0, end, 0, gaps)


def _look(entry: Known) -> tuple[int, bool]:
    """Return the byte offset after the file's last newline, and whether it is another file than the one read."""
    try:
        with find_client(entry.client).open_transcript(entry.path) as stream:
            end = transcripts.last_newline(stream, transcripts.size_of(stream))
            return end, not transcripts.still_holds(stream, entry.cursor, entry.fingerprint)
    except TranscriptError:
        try:
            return os.stat(entry.path).st_size, False  # there, but it cannot be read
        except FileNotFoundError:
            return 0, False  # gone, as clients delete old ones: what was committed of it stays counted
        except OSError:
            return entry.cursor + 1, False


def add_up(accounts: list[Account]) -> dict[str, Any]:
    """Return the sums under the keys of COMMANDS; `percent` of nothing is 100."""
    sums = {
        name: sum(getattr(one, name) for one in accounts)
        for name in ("bytes", "observed", "skipped", "redacted", "failed", "missing", "pending")
    }
    done = sums["observed"] + sums["skipped"] + sums["redacted"]
    # Rounded down: only what is whole may read 100.000.
    percent = done * 100_000 // sums["bytes"] / 1000 if sums["bytes"] else 100.0
    return {
        "transcripts": len(accounts),
        **sums,
        "percent": percent,
        "gaps": [gap for one in accounts for gap in one.gaps],
    }


def _print(result: dict[str, Any], accounts: list[Account]) -> None:
    out = console()
    for one in accounts:
        done = one.observed + one.skipped + one.redacted
        percent = done * 100_000 // one.bytes / 1000 if one.bytes else 100.0
        out.print(f"{percent:8.3f} %  {one.bytes:>11} bytes  {one.path}", soft_wrap=True)
    of = f"{counted(result['bytes'], 'byte')} in {counted(result['transcripts'], 'transcript')}"
    out.print(
        f"{result['percent']:.3f} % of {of}: "
        + ", ".join(
            f"{result[name]} {name}" for name in ("observed", "skipped", "redacted", "failed", "missing", "pending")
        ),
        soft_wrap=True,
    )
    for gap in result["gaps"]:
        reason = f": {gap['reason']}" if "reason" in gap else ""
        out.print(
            f"{gap['what']}: bytes {gap['start']} to {gap['end']} of {gap['path']}{reason}", style="red", soft_wrap=True
        )
