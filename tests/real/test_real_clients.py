"""The real clients, each where it is installed: a variable of the environment names its program."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def program(name, client, variable, *, timeout):
    """Return a case: the program that drives a client, what the client is called, and how many seconds it may take."""
    is_there = os.access(os.environ.get(variable, ""), os.X_OK)
    marks = [
        pytest.mark.timeout(timeout),
        pytest.mark.skipif(not is_there, reason=f"{variable} names no program of {client}"),
    ]
    return pytest.param(name, marks=marks, id=name)


@pytest.mark.parametrize(
    "name",
    [
        program("claude_code", "Claude Code", "CODEWATCH_TEST_CLAUDE", timeout=600),
        program("codex", "Codex", "CODEWATCH_TEST_CODEX", timeout=600),
        program("opencode", "opencode", "CODEWATCH_TEST_OPENCODE", timeout=1200),
        program("claude_sessions", "Claude Code", "CODEWATCH_TEST_CLAUDE", timeout=900),
        program("codex_sessions", "Codex", "CODEWATCH_TEST_CODEX", timeout=900),
        program("claude_recall", "Claude Code", "CODEWATCH_TEST_CLAUDE", timeout=900),
    ],
)
def test_every_line_that_the_program_prints_is_ok(name):
    """A preference reaches the model in the next session; each message is observed once and on its branch."""
    finished = subprocess.run([sys.executable, HERE / f"{name}.py"], capture_output=True, text=True, check=False)

    assert finished.returncode == 0, finished.stdout + finished.stderr


@pytest.mark.parametrize(
    ("name", "client"),
    [
        ("claude_code", "Claude Code"),
        ("codex", "Codex"),
        ("opencode", "opencode"),
        ("claude_sessions", "Claude Code"),
        ("codex_sessions", "Codex"),
        ("claude_recall", "Claude Code"),
    ],
)
def test_without_a_client_it_says_what_to_name(name, client):
    finished = subprocess.run(
        [sys.executable, HERE / f"{name}.py", "--client", ""], capture_output=True, text=True, check=True,
        env={"PATH": ""},
    )  # fmt: skip

    assert finished.stdout.startswith(f"skipped: name the program of {client}")
