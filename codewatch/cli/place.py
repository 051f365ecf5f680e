"""Where a command is used: the data directory, the project and the branch; and the options that say otherwise."""

import contextlib
import os
from collections.abc import Callable
from typing import Any, NamedTuple

import click

from codewatch import config, git, pauses, privacy
from codewatch.cli.telling import tell
from codewatch.cli.texts import TEXT
from codewatch.config import Settings
from codewatch.errors import ConfigError


class Place(NamedTuple):
    """The data directory, the project's root and the branch that a command works on, and the folder it is used in."""

    folder: str
    project: str
    branch: str
    here: str


def find_folder() -> str:
    """Return the data directory.

    Raises:
        ConfigError: a setting cannot be read.
    """
    return _settings().folder


def find_place(project: str | None, branch: str | None) -> Place:
    """Return the place of the current folder, or of `project` and `branch` where they are given.

    Raises:
        ConfigError: the project's folder does not exist, the branch has no name, or a setting cannot be read.
    """
    if branch is not None and (not branch.strip() or not branch.isprintable()):
        raise ConfigError(f"--branch {branch!r} is no name of a branch")
    settings = _settings()
    folder = project or os.path.expanduser(settings.project_dir) or _current_folder()
    if not os.path.isdir(folder):
        raise ConfigError(f"{'--project' if project else 'CODEWATCH_PROJECT_DIR'} {folder}: there is no such folder")
    here = os.path.abspath(folder)
    root, current = git.locate(here)
    # As the worker keeps them.
    return Place(settings.folder, root, privacy.clean_text(branch or current), here)


def say_if_off(place: Place, kind: str, anyway: str) -> bool:
    """Say on standard error that `kind` is paused or excluded in a place, and what the command does `anyway`."""
    line = pauses.notice(place.folder, kind, place.here)
    if line:
        tell(f"{anyway}: {line}")
    return line != ""


def _settings() -> Settings:
    settings = Settings.load()
    with contextlib.suppress(OSError):  # a memory that can only be read is read all the same
        config.publish_exclusions(settings.folder)
    return settings


def _current_folder() -> str:
    try:
        return os.getcwd()
    except OSError as error:
        raise ConfigError("the current folder no longer exists; change to another or use --project") from error


def place_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--project` and `--branch` to a command."""
    command = click.option("--branch", type=TEXT, help="The branch instead of git's current one.")(command)
    return click.option("--project", metavar="PATH", help="A folder of the project instead of the current one.")(
        command
    )


def json_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--json` to a command."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)
