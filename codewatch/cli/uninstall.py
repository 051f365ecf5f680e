"""`codewatch uninstall`: what setup put in, out again; the worker stops, and memories go only on demand."""

import sys
from typing import NamedTuple

import click

from codewatch.cli import purge as purging
from codewatch.cli import service
from codewatch.cli.changing import as_row, ask, confirm, print_changes
from codewatch.cli.place import json_option
from codewatch.cli.setup import current_place, installed_program, yes_option
from codewatch.cli.show import console, print_json
from codewatch.cli.telling import say
from codewatch.cli.worker import folder_whatever_the_settings, stop_worker
from codewatch.clientfiles import changes
from codewatch.clientfiles.changes import Change, Target
from codewatch.clients.program import SCOPES, Program, Scope, default_data_dir
from codewatch.clients.setups import SETUPS, ClientSetup, find_setup
from codewatch.errors import ConfigError


@click.command()
@click.option("--client", "clients", multiple=True, metavar="NAME", help="Which client; else all.")
@click.option("--scope", type=click.Choice(SCOPES), help="Only from these files, else from all.")
@click.option("--purge", is_flag=True, help="Delete the memories and the settings too.")
@click.option("--dry-run", is_flag=True, help="Only show what would change.")
@yes_option
@json_option
def uninstall(
    clients: tuple[str, ...], scope: Scope | None, purge: bool, dry_run: bool, yes: bool, as_json: bool
) -> None:
    """Take hooks and server out of a client's files, and stop the worker; memories are kept."""
    is_whole = scope in (None, "user")
    if purge and not is_whole:
        raise ConfigError("memories belong to all projects: --purge goes without --scope")
    folder = folder_whatever_the_settings()
    targets = _targets(clients, scope, installed_program(folder))
    named = {one for _, target in targets for one in changes.data_dirs(target)}
    contents = [purging.look_into(one) for one in sorted({folder, *named} - {""})]
    done = _done(targets, dry_run=True)
    gone = _Gone([], has_service=False, folders=[], settings=[])
    if not dry_run:
        if any(change.action != "refuse" for _, change in done):
            ask([change for _, change in done], yes=yes)
        if purge:
            _agree(contents, yes=yes)
        done = _done(targets, dry_run=False)
        if is_whole:
            gone = _end(folder, {folder, *(one or default_data_dir() for one in named)}, contents if purge else None)
    kept = [one for one in contents if (one.ours or one.others) and one.folder not in gone.folders]
    if as_json:
        rows = [as_row(one.name, change, dry_run=dry_run, is_removal=True) for one, change in done]
        state = {"worker_stopped": bool(gone.workers), "service_removed": gone.has_service, "dry_run": dry_run}
        purged = {"purged": gone.folders, "settings_removed": gone.settings}
        print_json({"changes": rows, **state, **purged, "kept": [one.folder for one in kept]})
    else:
        print_changes([change for _, change in done], dry_run=dry_run, is_removal=True)
        _tell(gone, kept, purge=purge and not dry_run)
    if any(change.action == "refuse" for _, change in done):
        sys.exit(1)


class _Gone(NamedTuple):
    """The data directories whose worker was stopped, whether there was a service, the folders and files deleted."""

    workers: list[str]
    has_service: bool
    folders: list[str]
    settings: list[str]


def _end(folder: str, served: set[str], contents: list[purging.Contents] | None) -> _Gone:
    """Take the service away, stop the workers of `served`, and delete `contents` and the settings; None: keep all."""
    has_service = service.uninstall(service.service_for(folder))
    workers = [one for one in sorted(served) if stop_worker(one)]
    if contents is None:
        return _Gone(workers, has_service, [], [])
    # Looked into anew: a worker leaves, and takes its side files with it.
    folders = [one.folder for one in contents if purging.purge(purging.look_into(one.folder))]
    return _Gone(workers, has_service, folders, purging.purge_settings())


def _targets(clients: tuple[str, ...], scope: Scope | None, program: Program) -> list[tuple[ClientSetup, Target]]:
    found: list[tuple[ClientSetup, Target]] = []
    where = current_place()
    for one in [find_setup(name) for name in clients] or SETUPS.values():
        if scope and not clients and scope not in one.scopes:
            continue
        for each in (scope,) if scope else one.scopes:
            found += [(one, target) for target in one.targets(each, where, program, with_server=True)]
        if not scope:
            found += [(one, target) for target in one.leftovers()]
    return found


def _done(targets: list[tuple[ClientSetup, Target]], *, dry_run: bool) -> list[tuple[ClientSetup, Change]]:
    done: list[tuple[ClientSetup, Change]] = []
    for one, target in targets:
        change = changes.uninstall(target, dry_run=dry_run)
        # Several targets may be in one file, which is then refused, or shown, once.
        if change is not None and not any(_is_same(change, other) for _, other in done):
            done.append((one, change))
    return done


def _is_same(change: Change, other: Change) -> bool:
    return (change.target.path, change.action, change.after) == (other.target.path, other.action, other.after)


def _agree(contents: list[purging.Contents], *, yes: bool) -> None:
    for one in contents:
        if one.ours and not yes:
            say(f"all memories in {one.folder} ({one.size_bytes / 1e6:.1f} MB) are deleted for good")
    settings = purging.settings_files()
    if settings and not yes:
        say(f"the settings, and keys that stand in them, are deleted too: {', '.join(settings)}")
    if not yes and (settings or any(one.ours for one in contents)):
        confirm(
            "Delete them?", default=False, otherwise="nothing was changed; --yes deletes the memories without asking"
        )


def _tell(gone: _Gone, kept: list[purging.Contents], *, purge: bool) -> None:
    out = console()
    if gone.has_service:
        out.print("the worker's service is removed")
    if gone.workers:
        out.print("worker stopped")
    for path in [*gone.folders, *gone.settings]:
        out.print(f"deleted: {path}", soft_wrap=True)
    for one in kept:
        if purge:
            out.print(f"kept: {one.folder}, with what is not codewatch's: {', '.join(one.others)}", soft_wrap=True)
        else:
            out.print(f"memories are kept: {one.folder}; `codewatch uninstall --purge` deletes them", soft_wrap=True)
