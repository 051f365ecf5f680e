"""Prints how often honest output is taken for broken, and broken output for honest, and how fast that is told.

    python tests/bench/degenerate.py [--outputs 2000] [--seed 1]

The same seed makes the same outputs.
"""

import argparse
import importlib.util
import sys
import time
from collections import Counter
from pathlib import Path
from types import ModuleType

from codewatch.agents.degenerate import is_degenerate

ALLOWED = 0.02


def load_corpus() -> ModuleType:
    """Return the module that makes the outputs; it lies beside this program."""
    spec = importlib.util.spec_from_file_location("output_corpus", Path(__file__).with_name("output_corpus.py"))
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def main() -> int:
    """Make the outputs, print the figures, and return 0 when errors of both kinds are within 2 %."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--outputs", type=int, default=2_000, help="how many of each side")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    corpus = load_corpus()
    honest = list(corpus.honest(options.outputs, options.seed))
    broken = list(corpus.broken(options.outputs, options.seed))
    accused = [(one, reason) for one in honest if (reason := is_degenerate(one.text))]
    missed = [one for one in broken if not is_degenerate(one.text)]
    for (kind, reason), count in Counter((one.kind, reason) for one, reason in accused).most_common(20):
        sys.stdout.write(f"honest, taken for broken: {count:>4} x {kind}: {reason}\n")
    for kind, count in Counter(one.kind for one in missed).most_common(20):
        sys.stdout.write(f"broken, taken for honest: {count:>4} x {kind}\n")
    # Honest text is the slow case: nothing ends the search early.
    text = "\n".join(one.text for one in honest if one.kind == "dated sentences" and len(one.text) > 1_000)[:500_000]
    begun = time.process_time()
    is_degenerate(text)
    took = time.process_time() - begun
    sys.stdout.write(
        f"{len(honest)} honest outputs: {len(accused)} taken for broken, {len(accused) / len(honest):.2%}\n"
        f"{len(broken)} broken outputs: {len(missed)} taken for honest, {len(missed) / len(broken):.2%}\n"
        f"{len(text) / 1000:.0f} kB in {took:.2f} s of CPU time\n"
    )
    return int(len(accused) > ALLOWED * len(honest) or len(missed) > ALLOWED * len(broken))


if __name__ == "__main__":
    sys.exit(main())
