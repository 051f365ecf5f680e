"""The clients that `codewatch setup` can connect, by id: a file each."""

from typing import Protocol

from codewatch.clientfiles.changes import Target
from codewatch.clients import (
    claude_setup,
    codex_setup,
    cursor_setup,
    gemini_setup,
    opencode_setup,
    vscode_setup,
    windsurf_setup,
)
from codewatch.clients.program import Program, Scope, Where
from codewatch.errors import ConfigError


class ClientSetup(Protocol):
    """What one client's file offers to `setup` and `uninstall`."""

    @property
    def name(self) -> str:
        """Return the client's id."""
        ...

    @property
    def title(self) -> str:
        """Return the client's name, as people know it."""
        ...

    @property
    def events(self) -> tuple[str, ...]:
        """Return the client's events that hooks of ours are for."""
        ...

    @property
    def scopes(self) -> tuple[Scope, ...]:
        """Return the scopes that the client has."""
        ...

    @property
    def notice(self) -> str:
        """Return what the user has to do in the client after a set-up, "" for nothing."""
        ...

    def targets(self, scope: Scope, where: Where, program: Program, *, with_server: bool) -> tuple[Target, ...]:
        """Return the files of a scope, and what each is to have.

        Raises:
            ConfigError: the client has no such scope.
        """
        ...

    def leftovers(self) -> tuple[Target, ...]:
        """Return where else something of ours is."""
        ...

    def warnings(self, text: str) -> list[str]:
        """Return why the client does not run what a file of its has."""
        ...

    def hook_files(self, where: Where) -> list[str]:
        """Return the files, of every scope, that may hold hooks and that there are."""
        ...

    def warnings_of(self, path: str) -> list[str]:
        """Return why the client does not run the hooks in a file.

        Raises:
            ClientFileError: it cannot be read.
        """
        ...


SETUPS: dict[str, ClientSetup] = {
    claude_setup.name: claude_setup, codex_setup.name: codex_setup, gemini_setup.name: gemini_setup,
    opencode_setup.name: opencode_setup, cursor_setup.name: cursor_setup, vscode_setup.name: vscode_setup,
    windsurf_setup.name: windsurf_setup,
}  # fmt: skip


def find_setup(name: str) -> ClientSetup:
    """Return the set-up of the client called `name`.

    Raises:
        ConfigError: there is none; the message lists those there are.
    """
    if name not in SETUPS:
        raise ConfigError(
            f"client {name!r} cannot be set up; those that can are {', '.join(sorted(SETUPS))};"
            " mcp shows what any other needs"
        )
    return SETUPS[name]
