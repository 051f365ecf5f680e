"""How much a sentence sounds like a rule."""

import os
import subprocess
import sys

import pytest

from codewatch.agents.rules.wording import SOUNDS_LIKE_A_RULE

# Its weights come to the threshold, and their sum in another order to a little less or more.
ON_THE_EDGE = "In that file, define a violation struct (e.g., pub struct AssertFalse)."


@pytest.mark.parametrize("seed", ["0", "1", "2", "3"])
def test_a_sentence_weighs_the_same_in_every_run(seed):
    weigh = f"from codewatch.agents.rules.wording import score; print(score({ON_THE_EDGE!r}, {ON_THE_EDGE.lower()!r}))"

    weighed = subprocess.run(
        [sys.executable, "-c", weigh],
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    )

    assert weighed.stdout.strip() == str(SOUNDS_LIKE_A_RULE)
