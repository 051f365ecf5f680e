"""What is to be said of the client whose transcripts a command is asked for."""

import click

from codewatch.clients.table import find_client
from codewatch.clients.unread import Unread


def say_if_not_read(source: str | None) -> None:
    """Say on standard error when a client is named whose transcripts are not read."""
    if source and isinstance(find_client(source), Unread):
        click.echo(f"codewatch: transcripts of {source} are not read; its hooks tell what is said", err=True)
