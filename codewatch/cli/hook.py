"""`codewatch hook save|recall`: the same programs that `setup` writes into the clients' settings."""

import click


@click.group()
def hook() -> None:
    """The two programs that a client runs; the payload comes on standard input, the exit code is always 0."""


@hook.command()
def save() -> None:
    """Enqueue what is new in the session's transcript; prints nothing."""
    from codewatch.hooks import door
    from codewatch.hooks.save import main

    door.run(main)


@hook.command()
def recall() -> None:
    """Print what memory has to say about the prompt, as one JSON object, or nothing."""
    from codewatch.hooks import door
    from codewatch.hooks.recall import main

    door.run(main)
