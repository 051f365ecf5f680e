"""The detector's bench in the size of a test: what it must see, and what it must leave."""

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize("seed", [1, 20261130])
def test_broken_output_is_told_from_honest_output(seed):
    program = Path(__file__).with_name("degenerate.py")

    finished = subprocess.run(
        [sys.executable, program, "--outputs", "500", "--seed", str(seed)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert (finished.returncode, finished.stderr) == (0, ""), finished.stdout
