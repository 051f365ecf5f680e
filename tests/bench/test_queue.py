"""The queue's bench in the size of a test: nothing is lost when many hooks write at once."""

import subprocess
import sys
from pathlib import Path


def test_sixteen_processes_at_once_lose_no_job():
    program = Path(__file__).with_name("queue.py")

    finished = subprocess.run([sys.executable, program], capture_output=True, text=True, check=False)

    assert (finished.returncode, finished.stderr) == (0, "")
    assert "3200 jobs from 16 processes" in finished.stdout
    assert " 0 lost" in finished.stdout
