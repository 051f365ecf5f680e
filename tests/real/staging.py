"""What the programs that play with a real client share: its stage, its terminal, and the lines about what was seen."""

import argparse
import importlib.util
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

COMMAND_S = 300
KEYS_S = 60


def load_fake(name: str) -> Any:
    """Return a module of `tests/fakes`."""
    path = Path(__file__).parents[1] / "fakes" / f"{name}.py"
    spec: Any = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Stage:
    """A HOME and a project of their own, a client that knows nothing else, and the model server that it asks.

    `data` is the folder of ours, where it is not the default.
    """

    def __init__(self, base: Path, client: str, server: Any, data: Path | None = None) -> None:
        self.client = client
        self.server = server
        self.home, self.project = base / "home", base / "project"
        self.home.mkdir()
        self.project.mkdir()
        self.environment = {
            "HOME": str(self.home), "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "USER": "tester",
            "SHELL": "/bin/sh", "TERM": "dumb",
        }  # fmt: skip
        self.ours = {**self.environment, **({"CODEWATCH_DATA_DIR": str(data)} if data else {})}
        self.memory = (data or self.home / "mcp-data" / "codewatch-memory") / "codewatch.db"
        subprocess.run(["git", "init", "-q", "-b", "main", str(self.project)], check=True, env=self.environment)

    def codewatch(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a command of ours in the project."""
        return subprocess.run(
            [sys.executable, "-I", "-m", "codewatch", *arguments], cwd=self.project, env=self.ours, capture_output=True,
            text=True, check=False, timeout=COMMAND_S,
        )  # fmt: skip

    def version(self) -> str:
        """Return what the client says of its version."""
        return subprocess.run(
            [self.client, "--version"], env=self.environment, capture_output=True, text=True, check=False
        ).stdout.strip()

    def drain(self) -> bool:
        """Let the worker do what is queued; return whether it ended well."""
        return self.codewatch("worker", "run", "--until-empty").returncode == 0

    def kept(self) -> list[dict[str, Any]]:
        """Return what memory holds."""
        return json.loads(self.codewatch("list", "--json").stdout)

    def coverage(self) -> dict[str, Any]:
        """Return the account of all transcripts."""
        return json.loads(self.codewatch("coverage", "--json").stdout)

    def rows(self, statement: str, *values: str) -> list[Any]:
        """Return the rows of a query on the memory."""
        with closing(sqlite3.connect(f"file:{self.memory}?mode=ro", uri=True)) as memory:
            return memory.execute(statement, values).fetchall()

    def observed(self) -> int:
        """Return how many messages the memory counts in all sessions."""
        return self.rows("select coalesce(sum(messages), 0) from session")[0][0]


SomeStage = TypeVar("SomeStage", bound=Stage)


class Terminal:
    """A client at a terminal, in a tmux of its own."""

    def __init__(self, folder: Path, command: Iterable[str], environment: dict[str, str], mark: str) -> None:
        self.environment = environment
        self.socket = f"codewatch-{os.getpid()}"
        self.tmux("new-session", "-d", "-s", "s", "-x", "140", "-y", "45", "-c", str(folder), *command)
        self.wait_for(mark)
        time.sleep(2)  # it takes keys a little later than it draws

    def tmux(self, *arguments: str) -> str:
        """Run a tmux command and return what it printed."""
        return subprocess.run(
            ["tmux", "-L", self.socket, *arguments], capture_output=True, text=True, check=False, env=self.environment
        ).stdout

    def wait_for(self, text: str) -> bool:
        """Wait until a text stands on the screen."""
        return wait_until(lambda: text in self.tmux("capture-pane", "-p", "-t", "s"))

    def press(self, *keys: str) -> None:
        """Press keys one after the other, as fast as a person would."""
        for key in keys:
            self.tmux("send-keys", "-t", "s", key)
            time.sleep(0.6)

    def write(self, text: str, *keys: str) -> None:
        """Write a text, and press keys behind it."""
        self.tmux("send-keys", "-t", "s", "-l", text)
        time.sleep(0.6)  # what comes faster passes for pasted, the key too
        self.press(*keys)

    def close(self) -> None:
        """Leave the client and end its tmux."""
        self.write("/exit", "Enter")
        wait_until(lambda: not self.tmux("list-sessions"), 10)
        self.tmux("kill-server")


def wait_until(is_so: Callable[[], bool], seconds: float = KEYS_S) -> bool:
    """Wait until something is so, and return whether it was in time."""
    deadline = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def states_a_preference(mark: str) -> str:
    """Return a prompt that is known by `mark`."""
    return f"From now on always use {mark} for the builds in this project."


def texts(value: Any) -> str:
    """Return every text in a part of a request."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "\n".join(texts(item) for item in value)
    if isinstance(value, dict):
        return "\n".join(texts(item) for item in value.values())
    return ""


def check(name: str, is_so: bool, shown: str = "") -> bool:
    """Print one line about what was looked for, and return whether it was there."""
    sys.stdout.write(f"{'ok  ' if is_so else 'MISSING'} {name}{': ' + shown if shown else ''}\n")
    sys.stdout.flush()
    return is_so


def play(
    about: str | None, client: str, variable: str, setting: Callable[[Path, str], SomeStage],
    scenes: Callable[[SomeStage], Iterable[bool]],
) -> int:  # fmt: skip
    """Run the scenes with the client that the command line or a variable names; return the exit code."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--client", default=os.environ.get(variable, ""))
    program = parser.parse_args().client
    if not program or not os.access(program, os.X_OK):
        sys.stdout.write(f"skipped: name the program of {client} with --client or {variable}\n")
        return 0
    with tempfile.TemporaryDirectory() as base:
        stage = setting(Path(base).resolve(), program)
        try:
            return 0 if all([*scenes(stage)]) else 1
        finally:
            stage.codewatch("worker", "stop")
            stage.server.close()
