"""What a client is told to run: this interpreter, this package and this data directory, as command lines."""

import os
import re
import shlex
from dataclasses import dataclass
from typing import Literal, NamedTuple

from codewatch import paths
from codewatch.clientfiles import own
from codewatch.errors import ConfigError

SAVE, RECALL = "save", "recall"
Scope = Literal["user", "project", "local"]
SCOPES: tuple[Scope, ...] = ("user", "project", "local")
# Where uv and pipx keep what they made for one call only, and remove again.
_THROWAWAY = re.compile(
    r"/(?:archive|builds|environments)-v\d+/|/\.cache/uv/|/\.?cache/pipx/|/pipx/\.?cache/|/Caches/(?:uv|pipx)/"
)


def check_scope(title: str, scope: Scope, scopes: tuple[Scope, ...]) -> None:
    """Make sure that a client has the scope.

    Raises:
        ConfigError: it has not; the message lists those it has.
    """
    if scope not in scopes:
        raise ConfigError(f"{title} has no scope {scope!r}; it has {', '.join(scopes)}")


class Where(NamedTuple):
    """The project that a set-up is for: the checkout's top folder, and the root of its repository."""

    work_tree: str
    project: str


@dataclass(frozen=True, slots=True)
class Program:
    """An installed codewatch: `data_dir` is "" where it is the default."""

    python: str
    parent: str
    data_dir: str

    def hook_command(self, hook: str, client: str = "") -> str:
        """Return the command line of a hook for the shell that clients use, `sh`; "" for a client is Claude Code."""
        script = os.path.join(self.parent, "codewatch", "hooks", f"{hook}_script.py")
        variable = f"{own.DATA_DIR}={shlex.quote(self.data_dir)} " if self.data_dir else ""
        told = f" {client}" if client else ""
        return f"{variable}{shlex.quote(self.python)} -I -S {shlex.quote(script)}{told}"

    def server(self) -> dict[str, object]:
        """Return the MCP server as clients describe one."""
        environment = {own.DATA_DIR: self.data_dir} if self.data_dir else {}
        arguments = ["-I", "-m", "codewatch", "mcp"]
        return {"type": "stdio", "command": self.python, "args": arguments, "env": environment}


def is_throwaway(prefix: str) -> bool:
    """Return whether the environment at `prefix` was made for one call, as `uvx` and `pipx run` do."""
    return bool(_THROWAWAY.search(f"{prefix}/"))


def default_data_dir() -> str:
    """Return the data directory that a hook uses which is told none."""
    return os.path.join(paths.home(), "mcp-data", "codewatch-memory")
