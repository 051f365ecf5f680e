"""What setup says of the sessions from before it: on a terminal it offers to read them, anywhere else it names them."""

import os
import sys
from collections.abc import Sequence

import click

from codewatch import backfill as feeding
from codewatch.backfill import Old
from codewatch.cli import backfill
from codewatch.cli.progress import megabytes
from codewatch.cli.telling import tell
from codewatch.clients.table import CLIENTS
from codewatch.config import Settings
from codewatch.store import ledger
from codewatch.store.database import memory_path, open_memory


def offer(folder: str, clients: Sequence[str], *, yes: bool) -> None:
    """Offer to read the old sessions of some clients now; with `yes` nobody is asked, and none is read."""
    names = tuple(name for name in clients if name in CLIENTS)
    old = _old(folder, names)
    if not old:
        return
    # A session may have several, one for each subagent.
    transcripts = "is 1 transcript" if len(old) == 1 else f"are {len(old):,} transcripts"
    found = f"{transcripts} of sessions from before codewatch, {megabytes(sum(one.bytes for one in old))} MB"
    if yes or sys.stdin is None or not sys.stdin.isatty():
        tell(f"there {found}; `codewatch backfill` reads them")
        return
    click.echo(f"There {found}. The rules read them without a model, and you can stop at any moment.", err=True)
    if not click.confirm("Read them now?", default=True, err=True):
        click.echo("Later: `codewatch backfill`", err=True)
        return
    # What cannot be read is said; the setup itself is done.
    backfill.run(folder, Settings.load(), sources=names)


def _old(folder: str, names: tuple[str, ...]) -> list[Old]:
    clients = [CLIENTS[name] for name in names]
    if not os.path.exists(memory_path(folder)):
        return feeding.find(clients, {}, since=0.0).old
    with open_memory(folder, for_reading=True):
        return feeding.find(clients, ledger.positions(), since=0.0).old
