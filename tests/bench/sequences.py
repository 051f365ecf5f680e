"""Tries other random orders of changes than the tests do, and more of them, and counts what happened.

    python tests/bench/sequences.py [--examples 400] [--steps 20] [--seed 1] [--shrink]

It stops at the first order in which something is lost or invented, and prints it; with --shrink the shortest one that
it finds, which takes minutes.
"""

import argparse
import logging
import sys
import time
from collections import Counter
from pathlib import Path

# This folder has a `queue.py`, which would stand in for Python's.
sys.path[0] = str(Path(__file__).parents[2])

import hypothesis.core  # noqa: E402
from hypothesis import HealthCheck, Phase, settings  # noqa: E402
from hypothesis.stateful import run_state_machine_as_test  # noqa: E402

from tests.changing.machine import Sequences  # noqa: E402


def main() -> None:
    """Run the program."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--examples", type=int, default=400)
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shrink", action="store_true")
    given = parser.parse_args()
    logging.disable(logging.CRITICAL)
    hypothesis.core.global_force_seed = given.seed
    Sequences.counted = Counter()
    begin = time.monotonic()
    wanted = settings(
        max_examples=given.examples, stateful_step_count=given.steps, database=None, deadline=None,
        phases=[Phase.generate, *([Phase.shrink] if given.shrink else [])], report_multiple_bugs=False,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
    )  # fmt: skip
    run_state_machine_as_test(Sequences, settings=wanted)
    sys.stdout.write(f"{given.examples} orders of up to {given.steps} steps in {time.monotonic() - begin:.0f} s: ")
    sys.stdout.write("nothing lost, nothing invented\n")
    for what, count in sorted(Sequences.counted.items()):
        sys.stdout.write(f"{count:>7}  {what}\n")


if __name__ == "__main__":
    main()
