"""What a command says beside its result: lines on standard error, with nothing in them that a terminal would obey."""

import click

from codewatch.observations import with_codes_shown


def tell(text: str) -> None:
    """Say a line on standard error, in our name."""
    say(f"codewatch: {text}")


def say(text: str) -> None:
    """Say a text on standard error: names of files and errors of others may hold anything."""
    click.echo(with_codes_shown(text), err=True)
