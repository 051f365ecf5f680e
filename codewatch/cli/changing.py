"""What was changed, or would be, in clients' files: asked about, shown to people, and as rows of JSON."""

import sys

import click

from codewatch.cli.show import console
from codewatch.cli.telling import say, tell
from codewatch.clientfiles.changes import Change
from codewatch.errors import CodewatchError, ConfigError

_DONE = {"create": "created", "change": "changed", "delete": "removed", "refuse": "left alone"}
_PLANNED = {"create": "would create", "change": "would change", "delete": "would remove", "refuse": "would leave alone"}


def ask(changes: list[Change], *, yes: bool) -> None:
    """Let the user agree to what is planned.

    Raises:
        ConfigError: there is nobody to ask, and `yes` was not said.
        CodewatchError: the user does not agree.
    """
    if yes:
        return
    for change in changes:
        say(f"{_PLANNED[change.action]} {change.target.path} ({change.target.what})")
    confirm(
        "Go on?", default=True, otherwise="nothing was changed; --yes changes it without asking, --dry-run shows how"
    )


def confirm(question: str, *, default: bool, otherwise: str) -> None:
    """Let the user agree to a question, whose answer is `default` when only Enter is pressed.

    Raises:
        ConfigError: there is nobody to ask; the message is `otherwise`.
        CodewatchError: the user does not agree.
    """
    if sys.stdin is None or not sys.stdin.isatty():
        raise ConfigError(otherwise)
    if not click.confirm(question, default=default, err=True):
        raise CodewatchError("nothing changed")


def print_changes(changes: list[Change], *, dry_run: bool, is_removal: bool) -> None:
    """Print changes for people: a line each, the difference where it is only planned, what to do where refused."""
    out = console()
    words = _PLANNED if dry_run else _DONE
    for change in changes:
        kept = f"; the file as it was: {change.backup}" if change.backup else ""
        out.print(f"{words[change.action]}: {change.target.path} ({change.target.what}){kept}", soft_wrap=True)
        if dry_run and change.action != "refuse":
            click.echo(change.diff())
        if change.action == "refuse" and is_removal:
            tell(f"{change.target.path}: {change.reason}; take our entries out by hand")
        elif change.action == "refuse":
            tell(f"{change.target.path}: {change.reason}; by hand:")
            click.echo(change.target.entries.snippet())
    if not changes:
        out.print("nothing to change")


def as_row(client: str, change: Change, *, dry_run: bool, is_removal: bool) -> dict[str, str]:
    """Return a change as a row of JSON."""
    row = {"client": client, "path": change.target.path, "what": change.target.what, "action": change.action}
    if change.backup:
        row["backup"] = change.backup
    if dry_run and change.action != "refuse":
        row["diff"] = change.diff()
    if change.action == "refuse":
        row |= {"reason": change.reason, **({} if is_removal else {"snippet": change.target.entries.snippet()})}
    return row
