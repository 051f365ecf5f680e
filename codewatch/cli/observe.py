"""`codewatch observe`: observe transcripts now, and show what came of it."""

import codecs
import os
import time
from typing import Any

import click

from codewatch import capture, memory_scan, pauses, pipeline, profiles, told
from codewatch.agents.rules.rules_observer import RulesObserver
from codewatch.agents.rules.rules_table import describe
from codewatch.categories import State
from codewatch.cli.models import Patience
from codewatch.cli.place import find_place, json_option, place_options, say_if_off
from codewatch.cli.show import as_row, console, counted, print_json, print_rows
from codewatch.cli.sources import say_if_not_read
from codewatch.clients import codex_memory, transcripts
from codewatch.clients.table import CLIENTS, find_client
from codewatch.config import Settings
from codewatch.errors import TranscriptError
from codewatch.messages import Message
from codewatch.pipeline import Explained
from codewatch.store import observations
from codewatch.store.clock import utc_now
from codewatch.store.database import open_memory

WAIT_S = 600.0
RECENT_S = 30 * 86_400
START_CHARS = 80


@click.command()
@click.option("--transcript", type=click.Path(), help="This file instead of the clients' recent ones.")
@click.option(
    "--source",
    type=click.Choice([*sorted(CLIENTS), *memory_scan.SOURCES]),
    help="Whose transcripts, else those of all clients; or a client's own memory files.",
)
@click.option("--dry-run", is_flag=True, help="Show what would be stored; store nothing.")
@place_options
@json_option
def observe(
    transcript: str | None, source: str | None, dry_run: bool, project: str | None, branch: str | None, as_json: bool
) -> None:
    """Observe a transcript, or all recent ones, from where the ledger stands, and wait for it."""
    place = find_place(project, branch)
    if source in memory_scan.SOURCES:
        if transcript or project or branch:
            raise click.UsageError(f"--source {source} reads what it finds; it takes no transcript or place")
        _observe_memory_files(place.folder, source, dry_run=dry_run, as_json=as_json)
        return
    say_if_off(place, pauses.CAPTURE, "what was said meanwhile stays out")
    say_if_not_read(source)
    if transcript:
        source = source or capture.client_of(transcript)
        _check_form(transcript, source)
        found = [(source, transcript)]
    else:
        found = [(name, path) for name in ([source] if source else CLIENTS) for path in _recent(name)]
    pieces = [capture.slice_of(path, client=name, project=place.project, branch=place.branch) for name, path in found]
    if project:
        pieces = [piece._replace(project=place.project, cwd=place.project) for piece in pieces]
    if dry_run:
        with open_memory(place.folder):
            heard = Settings.load().subagents
            rows = [
                seen for piece in pieces for seen in pipeline.explain(piece, observer=RulesObserver(), subagents=heard)
            ]
        _preview(rows, as_json=as_json)
        return
    with open_memory(place.folder):
        before = observations.newest_id()
    asked = capture.ask(place.folder, pieces, now=time.time())
    capture.wait_for(place.folder, asked, timeout_s=WAIT_S, meanwhile=Patience(place.folder, Settings.load()).look)
    with open_memory(place.folder):
        new = [memory for memory in observations.since(before) if memory.state is not State.SUPERSEDED]
        rows = [as_row(memory) for memory in new]
    if as_json:
        print_json(rows)
    else:
        print_rows(rows)
        made = f"{counted(len(rows), 'observation')} from {counted(len(pieces), 'transcript')}"
        console().print(f"{made}, at {utc_now()[11:19]} UTC")


def _check_form(path: str, client: str) -> None:
    """Make sure that a file which somebody names has the form of a transcript: a JSON object a line.

    Raises:
        TranscriptError: it has another, or cannot be read.
    """
    with find_client(client).open_transcript(os.path.realpath(path)) as stream:
        end = transcripts.last_newline(stream, transcripts.size_of(stream))
        first = next((line.raw for line in transcripts.read_lines(stream, 0, end) if (line.raw or b"").strip()), None)
    if first is not None and not first.lstrip(codecs.BOM_UTF8 + b" \t").startswith(b"{"):
        raise TranscriptError(f"{path} is no transcript: its first line is not a JSON object")


def _observe_memory_files(folder: str, source: str, *, dry_run: bool, as_json: bool) -> None:
    with open_memory(folder):
        if dry_run:
            found = memory_scan.look(folder, sources=[source]).found
            _preview([Explained(one.observation, None) for one in found if one.observation], as_json=as_json)
            return
        chars_per_token = Settings.load().chars_per_token
        done = memory_scan.scan(folder, now=utc_now(), chars_per_token=chars_per_token, sources=[source])
        told.mark()
        profiles.refresh_where_possible(now=utc_now())
        rows = [as_row(observations.get(row_id)) for row_id in done.stored]
    if as_json:
        print_json(rows)
    else:
        print_rows(rows)
        # Of Codex's two files each point is a memory.
        noun = "point" if source == codex_memory.NAME else "file"
        console().print(f"{counted(done.read, noun)} read, {done.unchanged} unchanged, {done.gone} gone")


def _preview(found: list[Explained], *, as_json: bool) -> None:
    if as_json:
        print_json([_as_preview_row(seen) for seen in found])
        return
    if not found:
        click.echo("codewatch: nothing new would be stored", err=True)
    out = console()
    for seen in found:
        out.print(f"[{seen.observation.category}] {seen.observation.content}", soft_wrap=True)
        why = _why(seen)
        if why:
            out.print(f"    {why}", soft_wrap=True, style="dim")


def _as_preview_row(seen: Explained) -> dict[str, Any]:
    one, said = seen
    return {
        "content": one.content,
        "category": one.category,
        "priority": one.priority,
        "files": list(one.files),
        "observed_at": one.observed_at,
        "branch": one.branch,
        "rule": one.rule,
        "message": {"role": said.role, "at": said.at, "text": _start_of(said)} if said else None,
        "source_summary": one.source_summary,
    }


def _why(seen: Explained) -> str:
    """Return which rule found an observation, when that speaks, and what it read; "" where no rule did."""
    one, said = seen
    if not one.rule:
        return ""
    came_from = f', from {said.role} {said.at[:19].replace("T", " ")} "{_start_of(said)}"' if said else ""
    return f"{one.rule}: {describe(one.rule)}{came_from}"


def _start_of(said: Message) -> str:
    line = " ".join(said.text[: 4 * START_CHARS].split()) or said.tool
    return line if len(line) <= START_CHARS else line[: START_CHARS - 1] + "…"


def _recent(source: str) -> list[str]:
    oldest = time.time() - RECENT_S
    client = find_client(source)
    return [path for path in client.find_transcripts() if client.written_at(path) >= oldest]
