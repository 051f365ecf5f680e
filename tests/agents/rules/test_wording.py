"""How much a sentence sounds like a rule."""

import os
import subprocess
import sys

import pytest

from codewatch.agents.rules import wording

CLOSE = "For astroid-related issues, focus on creating comprehensive regression tests that keep failing cases short."
SCRIPT = f"from codewatch.agents.rules import wording; print(repr(wording.score({CLOSE!r}, {CLOSE.lower()!r})))"


@pytest.mark.parametrize("seed", ["1", "2", "3", "4", "5", "6"])
def test_a_sentence_sounds_the_same_in_every_process(seed):
    """Python orders a set of words by a number that is new in each process."""
    env = {**os.environ, "PYTHONHASHSEED": seed}

    told = subprocess.run(
        [sys.executable, "-s", "-P", "-c", SCRIPT], env=env, capture_output=True, text=True, check=True
    )

    assert float(told.stdout) == wording.score(CLOSE, CLOSE.lower())
