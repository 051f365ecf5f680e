"""The gate's bench in the size of a test: what it must find, and what it must leave."""

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize("seed", [1, 20261130])
def test_secrets_are_found_and_ordinary_lines_are_left(seed):
    program = Path(__file__).with_name("privacy.py")

    finished = subprocess.run(
        [sys.executable, program, "--ordinary", "20000", "--seed", str(seed)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert (finished.returncode, finished.stderr) == (0, ""), finished.stdout
