"""The bench of what supports an item, as a test: nothing that nobody said becomes a rule, honest items stay (L-18)."""

import subprocess
import sys
from pathlib import Path


def test_no_rule_is_made_up_and_honest_items_stay():
    program = Path(__file__).with_name("evidence.py")

    finished = subprocess.run([sys.executable, program, "--verbose"], capture_output=True, text=True, check=False)

    assert (finished.returncode, finished.stderr) == (0, ""), finished.stdout
