"""The chaos program in the size that every change has to pass (FEATURES B1, F32)."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).with_name("chaos.py")


@pytest.mark.timeout(900)
def test_a_hundred_kills_lose_nothing_and_double_nothing():
    finished = subprocess.run(
        [sys.executable, PROGRAM, "--transcripts", "200", "--kills", "100"], capture_output=True, text=True, check=False
    )

    figures = json.loads(finished.stdout)
    assert finished.returncode == 0, figures
    assert figures["kills"] >= 100
    assert (figures["missing"], figures["doubled"], figures["coverage_percent"]) == (0, 0, 100.0)
