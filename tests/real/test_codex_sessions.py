"""The ways a session of the real Codex can go, where it is installed (CODEWATCH_TEST_CODEX names it)."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).with_name("codex_sessions.py")


@pytest.mark.timeout(900)
@pytest.mark.skipif(
    not os.access(os.environ.get("CODEWATCH_TEST_CODEX", ""), os.X_OK),
    reason="CODEWATCH_TEST_CODEX names no program of Codex",
)
def test_each_message_is_observed_once_and_on_its_branch():
    finished = subprocess.run([sys.executable, PROGRAM], capture_output=True, text=True, check=False)

    assert finished.returncode == 0, finished.stdout + finished.stderr


def test_without_a_client_it_says_what_to_name():
    finished = subprocess.run(
        [sys.executable, PROGRAM, "--client", ""], capture_output=True, text=True, check=True, env={"PATH": ""}
    )

    assert finished.stdout.startswith("skipped: name the program of Codex")
