"""`codewatch hook save|recall`: the same programs that `setup` writes into the clients' settings."""

import click

from codewatch.hooks import dialects


@click.group()
def hook() -> None:
    """The two programs that a client runs; the payload comes on standard input, the exit code is always 0."""


_client_option = click.option(
    "--client",
    type=click.Choice(dialects.CLIENTS),
    default=dialects.CLAUDE,
    show_default=True,
    help="Whose payload it is.",
)


@hook.command()
@_client_option
def save(client: str) -> None:
    """Enqueue what is new in the session's transcript; prints nothing."""
    from codewatch.hooks import door
    from codewatch.hooks.save import main

    door.run(main, client)


@hook.command()
@_client_option
def recall(client: str) -> None:
    """Print what memory has to say about the prompt, as one JSON object, or nothing."""
    from codewatch.hooks import door
    from codewatch.hooks.recall import main

    door.run(main, client)
