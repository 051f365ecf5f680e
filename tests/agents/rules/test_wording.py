"""How much a sentence sounds like a rule."""

import os
import subprocess
import sys

import pytest

SENTENCES = (
    "In that file, define a violation struct (e.g., pub struct AssertFalse).",
    "For astroid-related issues, focus on creating comprehensive regression tests that",
    "Helper functions should be defined outside the create function to avoid recreating them on each execution",
)
SCORES = """
import sys
from codewatch.agents.rules.wording import score
[print(score(one, one.lower())) for one in sys.argv[1:]]
"""


@pytest.mark.parametrize("seed", ["1", "4", "6"])
def test_a_sentence_on_the_border_is_on_it_in_every_run(seed):
    """The same messages always give the same observations, however Python orders a set."""
    run = subprocess.run(
        [sys.executable, "-c", SCORES, *SENTENCES],
        env=os.environ | {"PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    )

    assert run.stdout.split() == ["1.0", "1.0", "0.5"]
