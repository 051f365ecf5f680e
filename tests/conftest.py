"""What the tests share: a data directory of their own, a project, transcripts in the real format, and processes."""

import importlib.util
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from codewatch import lock, paths
from codewatch.store.database import memory_path

HOOKS = Path(paths.package_parent(), "codewatch", "hooks")
TIMEOUT_S = 60


class Product:
    """codewatch as a user has it: its commands and hooks as processes, on a data directory and a project of its own."""

    def __init__(self, folder: Path) -> None:
        self.data = folder / "data"
        self.project = folder / "project"
        self.home = folder / "home"
        self.home.mkdir()
        make_repository(self.project)
        self.environment = {
            "HOME": str(self.home), "PATH": os.environ["PATH"], "CODEWATCH_DATA_DIR": str(self.data),
            "XDG_CONFIG_HOME": str(self.home / ".config"), "CODEWATCH_WORKER_AUTOSTART": "false",
        }  # fmt: skip

    def run(self, *arguments, check=True, cwd=None, input=None, **environment):  # noqa: A002  (as subprocess calls it)
        """Run a command, with a text or bytes on its standard input, and return the finished process."""
        return subprocess.run(
            [sys.executable, "-I", "-m", "codewatch", *arguments], cwd=cwd or self.project, capture_output=True,
            text=not isinstance(input, bytes), env={**self.environment, **environment}, timeout=TIMEOUT_S, check=check,
            input=input,
        )  # fmt: skip

    def json(self, *arguments, **options):
        """Run a command with --json and return what it printed."""
        return json.loads(self.run(*arguments, "--json", **options).stdout)

    def hook(self, script, payload, *, client="", raw=None, python=(), **environment):
        """Run a hook script, as a client does, with a payload on its standard input; return the finished process."""
        command = [
            sys.executable,
            *(python or ("-I", "-S")),
            HOOKS / f"{script}_script.py",
            *([client] if client else []),
        ]
        return subprocess.run(
            command, cwd=self.project,
            input=raw if raw is not None else json.dumps(payload).encode(), capture_output=True,
            env={**self.environment, **environment}, timeout=TIMEOUT_S, check=True,
        )  # fmt: skip

    def save(self, transcript, *, event="Stop", session="sess-1", cwd=None, **environment):
        """Run the save hook for a transcript."""
        payload = {
            "session_id": session, "transcript_path": str(transcript), "cwd": str(cwd or self.project),
            "hook_event_name": event,
        }  # fmt: skip
        return self.hook("save", payload, **environment)

    def recall(self, prompt, *, session="sess-9", cwd=None, **environment):
        """Return the context that the recall hook gives for a prompt, "" for none."""
        payload = {
            "session_id": session, "transcript_path": "", "cwd": str(cwd or self.project),
            "hook_event_name": "UserPromptSubmit", "prompt": prompt,
        }  # fmt: skip
        return self.context_of(self.hook("recall", payload, **environment).stdout)

    @staticmethod
    def context_of(stdout):
        """Return the context in a hook's answer, "" for no answer."""
        return json.loads(stdout)["hookSpecificOutput"]["additionalContext"] if stdout else ""

    def drain(self, **environment):
        """Run the worker until the queue is empty."""
        return self.run("worker", "run", "--until-empty", **environment)

    def sql(self, statement, *parameters):
        """Return the rows of a query on the memory database."""
        with sqlite3.connect(memory_path(str(self.data))) as connection:
            rows = connection.execute(statement, parameters).fetchall()
        connection.close()
        return rows

    def queue_sql(self, statement, *parameters):
        """Return the rows of a query on the queue."""
        with sqlite3.connect(self.data / paths.QUEUE_FILE) as connection:
            rows = connection.execute(statement, parameters).fetchall()
        connection.close()
        return rows

    def contents(self):
        """Return the texts of all memories, oldest first."""
        return [text for (text,) in self.sql("select content from observation order by id")]


def make_repository(folder: Path, branch: str = "main") -> None:
    """Make a folder that is a git repository on a branch, without needing git."""
    (folder / ".git" / "objects").mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text(f"ref: refs/heads/{branch}\n")


class Writer:
    """Writes a Claude Code transcript record by record."""

    def __init__(self, path: Path, cwd: Path, session: str = "sess-1", branch: str = "main") -> None:
        self.path = path
        self.common = {"sessionId": session, "cwd": str(cwd), "gitBranch": branch, "isSidechain": False}
        self.number = 0

    def add(self, row: dict) -> "Writer":
        """Append a record with an id and a time of its own."""
        self.number += 1
        name = self.common["sessionId"]
        at = f"2026-11-29T09:{self.number // 60:02d}:{self.number % 60:02d}.000Z"
        full = {"uuid": f"{name}-{self.number}", "timestamp": at, **self.common, **row}
        with self.path.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(full, ensure_ascii=False) + "\n")
        return self

    def user(self, text: str) -> "Writer":
        """Append a prompt."""
        return self.add({"type": "user", "message": {"role": "user", "content": text}})

    def assistant(self, text: str) -> "Writer":
        """Append an answer."""
        return self.add(
            {"type": "assistant", "message": {"role": "assistant", "content": [{"type": "text", "text": text}]}}
        )

    def tool(self, name: str, tool_input: dict, result: str, *, is_error: bool = False) -> "Writer":
        """Append a tool call and its result."""
        call = f"toolu_{self.number}"
        use = {"type": "tool_use", "id": call, "name": name, "input": tool_input}
        answer = {"type": "tool_result", "tool_use_id": call, "content": result, "is_error": is_error}
        self.add({"type": "assistant", "message": {"role": "assistant", "content": [use]}})
        return self.add({"type": "user", "message": {"role": "user", "content": [answer]}})


def _load_fake(name):
    """Return a module of `tests/fakes`, which is no package that could be imported by name."""
    spec: Any = importlib.util.spec_from_file_location(name, Path(__file__).parent / "fakes" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def serve():
    """Give a function that starts a scripted model server with the given replies."""
    servers = []
    fake = _load_fake("model_server")

    def start(*replies, **options):
        servers.append(fake.ModelServer(*replies, **options))
        return servers[-1]

    yield start
    for server in servers:
        server.close()


@pytest.fixture
def opencode_database():
    """Give the way to make a database as opencode keeps it: `make`, `put` and `rows_of` a fixture."""
    return _load_fake("opencode_database")


@pytest.fixture(scope="session")
def wait_until():
    """Give a function that waits until a condition holds, at most a minute."""

    def wait(condition):
        deadline = time.monotonic() + TIMEOUT_S
        while not condition():
            assert time.monotonic() < deadline, "the condition never came true"
            time.sleep(0.02)

    return wait


@pytest.fixture(scope="session")
def make_product():
    """Give the way to set up codewatch in a folder, for modules that share one."""
    return Product


@pytest.fixture(scope="session")
def make_transcript():
    """Give the way to write a transcript to a path, for a working folder, a session and a branch."""
    return Writer


@pytest.fixture
def product(tmp_path):
    """Give codewatch on a fresh data directory; its worker is stopped at the end."""
    installed = Product(tmp_path)
    yield installed
    if lock.is_held(str(installed.data)):
        installed.run("worker", "stop", check=False)


@pytest.fixture
def transcript(product, tmp_path):
    """Give a writer of a transcript in the product's project."""
    return Writer(tmp_path / "session.jsonl", product.project)


@pytest.fixture
def interruptible():
    """Let an interrupt reach a child also where the tests run in the background, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
