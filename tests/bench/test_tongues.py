"""The bench of languages, as a test: what lasts is found in five languages, and orders of the moment are let go."""

import subprocess
import sys
from pathlib import Path


def test_each_language_keeps_to_its_floors():
    program = Path(__file__).with_name("tongues.py")

    finished = subprocess.run([sys.executable, program, "--verbose"], capture_output=True, text=True, check=False)

    assert (finished.returncode, finished.stderr) == (0, ""), finished.stdout
