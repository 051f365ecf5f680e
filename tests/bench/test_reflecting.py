"""The reflections' bench in the size of a test: nothing sacred is lost, nothing invented, search finds as before."""

import subprocess
import sys
from pathlib import Path

PROGRAM = Path(__file__).with_name("reflecting.py")


def test_reflections_of_made_sessions_lose_and_invent_nothing():
    finished = subprocess.run(
        [sys.executable, PROGRAM, "--small", "--seed", "20261130"], capture_output=True, text=True, check=False
    )

    rows = finished.stdout.splitlines()
    loops = [row for row in rows if "model loops" in row]
    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert [row for row in loops if "observations stay as they are" not in row] == []
    assert (len(loops), len([row for row in rows if " rules " in row])) == (8, 16)
    assert rows[-1].startswith("through litellm: level")
