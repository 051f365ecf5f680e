"""A command line that click refuses → one or two lines in the words of codewatch."""

import difflib

import click

# Their one argument is a text that people forget to quote.
_TEXTS = ("remember",)


def lines(error: click.ClickException, commands: list[str]) -> list[str]:
    """Return what to say of an error of click's; `commands` are the names at the top, for what was misspelt."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    where = context.command_path if context is not None else "codewatch"
    return [f"codewatch: {_what(error, context, commands)}", f"codewatch: see `{where} --help`"]


def _what(error: click.ClickException, context: click.Context | None, commands: list[str]) -> str:
    if isinstance(error, click.exceptions.NoArgsIsHelpError) and context is not None:
        group = context.command
        names = group.list_commands(context) if isinstance(group, click.Group) else []
        return f"{context.info_name} needs a command: {', '.join(names)}"
    text = error.format_message().strip().removesuffix(".")
    if isinstance(error, click.exceptions.NoSuchCommand) and context is not None and context.parent is None:
        near = difflib.get_close_matches(error.command_name, [*commands, "help", "version"], n=1)
        text = f"no such command {error.command_name!r}" + (f". Did you mean {near[0]!r}?" if near else "")
    elif text.startswith("Got unexpected extra argument") and context is not None and context.info_name in _TEXTS:
        text += "; put the text in quotes"
    return text[:1].lower() + text[1:]
