"""`codewatch setup`: the hooks and the MCP server into a client's files, and a check that a hook then runs."""

import os
import shutil
import sys

import click

from codewatch import git, paths
from codewatch.cli import setup_provider
from codewatch.cli.changing import as_row, ask, print_changes
from codewatch.cli.hook_check import check_hooks
from codewatch.cli.place import find_folder, json_option
from codewatch.cli.show import console, print_json
from codewatch.cli.telling import tell
from codewatch.clientfiles import changes
from codewatch.clientfiles.changes import Change, Target
from codewatch.clientfiles.servers import ServerEntry
from codewatch.clients.program import SCOPES, Program, Scope, Where, default_data_dir, is_throwaway
from codewatch.clients.setups import ClientSetup, find_setup
from codewatch.errors import ClientFileError, CodewatchError, ConfigError

client_option = click.option(
    "--client", "clients", multiple=True, metavar="NAME", help="Which client; else claude. `mcp` for any other."
)
# Any other client that has MCP servers: it is shown what to put into its settings.
ANY = "mcp"
BY_HAND = "codewatch: put this into the client's MCP settings (some call it `servers`, or leave `type` out):"
yes_option = click.option("--yes", is_flag=True, help="Do not ask.")


@click.command()
@client_option
@click.option("--scope", default="user", show_default=True, type=click.Choice(SCOPES), help="For whom.")
@click.option("--provider", metavar="NAME", help="A model provider, into the settings; none is by rules.")
@click.option("--model", metavar="NAME", help="The provider's model instead of its usual one.")
@click.option("--vertex-project", metavar="NAME", help="The project in Google Cloud.")
@click.option("--vertex-region", metavar="NAME", help="The region in Google Cloud.")
@click.option("--bedrock-region", metavar="NAME", help="The region of AWS.")
@click.option("--no-mcp", is_flag=True, help="Only the hooks, no MCP server.")
@click.option("--no-service", is_flag=True, help="No background service; setup installs none.")
@click.option("--no-backfill", is_flag=True, help="Say nothing of the sessions from before, and read none.")
@click.option("--dry-run", is_flag=True, help="Only show what would change.")
@yes_option
@json_option
def setup(
    clients: tuple[str, ...], scope: Scope, provider: str | None, model: str | None, vertex_project: str | None,
    vertex_region: str | None, bedrock_region: str | None, no_mcp: bool, no_service: bool, no_backfill: bool,
    dry_run: bool, yes: bool, as_json: bool,
) -> None:  # fmt: skip
    """Connect a client: write its hooks and register the MCP server; all else in its files stays as it is."""
    _ = no_service  # there is nothing to leave out: a worker starts with a save
    wanted_settings = setup_provider.settings_for(
        provider, model=model, vertex_project=vertex_project, vertex_region=vertex_region, bedrock_region=bedrock_region
    )
    setups = [find_setup(name) for name in clients or ("claude",) if name != ANY]
    program = installed_program(find_folder())
    if is_throwaway(sys.prefix):
        raise CodewatchError(
            "this environment is removed again after the call, and the hooks with it; install codewatch first:"
            " `uv tool install codewatch-memory` or `pipx install codewatch-memory`, then run `codewatch setup`"
        )
    targets = [
        (one, target)
        for one in setups
        for target in one.targets(scope, current_place(), program, with_server=not no_mcp)
    ]
    planned = [*_settings(wanted_settings, dry_run=True), *_done(targets, dry_run=True)]
    wanted = any(change.action != "refuse" for _, change in planned)
    if wanted and not dry_run:
        ask([change for _, change in planned], yes=yes)
    done = planned if dry_run else [*_settings(wanted_settings, dry_run=False), *_done(targets, dry_run=False)]
    fault = "" if dry_run else check_hooks(program)
    warnings = [f"{target.path} {text}" for one, target in targets for text in _warnings(one, target, done)]
    notices = [one.notice for one in setups if one.notice]
    by_hand = snippet(program) if ANY in clients else ""
    if as_json:
        rows = [as_row(name, change, dry_run=dry_run, is_removal=False) for name, change in done]
        row = {"changes": rows, "warnings": warnings, "notices": notices, **({"snippet": by_hand} if by_hand else {})}
        print_json({**row, "dry_run": dry_run, "hooks_run": None if dry_run else not fault})
    elif setups:
        print_changes([change for _, change in done], dry_run=dry_run, is_removal=False)
    is_refused = any(change.action == "refuse" for _, change in done)
    for line in setup_provider.left_to_do(provider) if provider and not dry_run else ():
        tell(line)
    for text in () if as_json else notices:
        console().print(text, soft_wrap=True, markup=False)
    if by_hand and not as_json:
        click.echo(BY_HAND, err=True)
        click.echo(by_hand)
    _tell(scope, warnings, fault, is_silent=dry_run or as_json or is_refused or not setups)
    if fault or is_refused:
        sys.exit(1)
    if not (no_backfill or dry_run or as_json):
        from codewatch.cli import backfill_offer

        backfill_offer.offer(find_folder(), [one.name for one in setups], yes=yes)


def snippet(program: Program) -> str:
    """Return our server in the form that most clients have for one."""
    return ServerEntry((), {key: value for key, value in program.server().items() if value}).snippet()


def installed_program(folder: str) -> Program:
    """Return this codewatch as clients are told to run it, with the data directory `folder`.

    Raises:
        ConfigError: a path cannot be written into a file.
    """
    program = Program(sys.executable, paths.package_parent(), "" if folder == default_data_dir() else folder)
    for path in (program.python, program.parent, program.data_dir or "/"):
        if not os.path.isabs(path) or any(ord(letter) < 32 for letter in path):
            raise ConfigError(f"{path!r}: a client cannot be told such a path")
    return program


def current_place() -> Where:
    """Return the project of the current folder.

    Raises:
        ConfigError: that folder no longer exists.
    """
    try:
        here = os.getcwd()
    except OSError as error:
        raise ConfigError("the current folder no longer exists; change to another") from error
    return Where(git.find_work_tree(here), git.locate(here)[0])


def _done(targets: list[tuple[ClientSetup, Target]], *, dry_run: bool) -> list[tuple[str, Change]]:
    found = [(one.name, changes.install(target, dry_run=dry_run)) for one, target in targets]
    return [(name, change) for name, change in found if change is not None]


def _settings(wanted: dict[str, str], *, dry_run: bool) -> list[tuple[str, Change]]:
    change = setup_provider.write(wanted, dry_run=dry_run) if wanted else None
    return [("codewatch", change)] if change is not None else []


def _warnings(one: ClientSetup, target: Target, done: list[tuple[str, Change]]) -> list[str]:
    change = next((change for _, change in done if change.target is target), None)
    if change is not None:
        return one.warnings(change.after) if change.after else []
    try:
        return one.warnings(changes.text_of(target))
    except ClientFileError:
        return []  # refused, with the reason


def _tell(scope: str, warnings: list[str], fault: str, *, is_silent: bool) -> None:
    for text in warnings:
        tell(text)
    if scope == "project":
        tell("these files hold paths of this machine; do not share them with others")
    if fault:
        tell(f"the hooks do not run: {fault}")
        tell("install codewatch anew, then run `codewatch setup` again")
    elif not warnings and not is_silent:
        program = (
            "codewatch" if shutil.which("codewatch") else os.path.join(os.path.dirname(sys.executable), "codewatch")
        )
        console().print(
            f"The hooks run. Start a new session; after a turn, look at `{program} status`.", soft_wrap=True
        )
        if program != "codewatch":
            tell(f"`codewatch` is not on your PATH; it is {program}")
