"""`codewatch context`: what a session start in this project would be given, byte for byte."""

import json
import sys
import time

import click

from codewatch import broken, pauses, thresholds
from codewatch.cli.place import find_place, json_option, place_options, say_if_off
from codewatch.cli.show import print_json
from codewatch.clients.table import CLIENTS
from codewatch.config import Settings
from codewatch.recall.briefing import Briefing, read_briefing
from codewatch.recall.context import briefing_block
from codewatch.store.clock import utc_now
from codewatch.store.database import memory_for_reading


@click.command()
@click.option(
    "--client", default="claude", show_default=True, type=click.Choice(sorted(CLIENTS)), help="For which client."
)
@place_options
@json_option
def context(client: str, project: str | None, branch: str | None, as_json: bool) -> None:
    """Print the block that a new session is given."""
    place = find_place(project, branch)
    settings = Settings.load()
    briefing, health = Briefing(), ""
    if not say_if_off(place, pauses.RECALL, "a session is given nothing here"):
        with memory_for_reading(place.folder) as memory:
            briefing = read_briefing(
                memory, place.project, place.branch, client=client, folder=place.folder, now=utc_now()
            )
        health = broken.line_to_tell(place.folder, now=time.time(), is_told=False)
    text, ids = briefing_block(briefing, health=health)
    if not as_json:
        # Byte for byte what the hook gives; only a person's prompt starts on a new line.
        click.echo(text, nl=bool(text) and sys.stdout.isatty())
        return
    items = [
        {
            "id": hit.id, "content": hit.content, "category": hit.category, "priority": hit.priority,
            "branch": hit.branch, "files": json.loads(hit.files), "observed_at": hit.observed_at,
        }
        for hit in [*briefing.everywhere, *briefing.here, *briefing.hits]
        if hit.id in ids
    ]  # fmt: skip
    tokens = thresholds.count_tokens(text, chars_per_token=settings.chars_per_token)
    print_json({"context": text, "tokens": tokens, "items": items})
