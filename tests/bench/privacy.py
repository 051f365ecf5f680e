"""Prints how well the gate finds secrets, how seldom it takes what is none, and how fast it is.

    python tests/bench/privacy.py [--secrets 4000] [--ordinary 50000] [--seed 1]

Each secret stands in a text as it does in sessions; it counts as found when no half of it is left. An ordinary line
counts as a false hit when anything in it was taken out. The same seed makes the same texts.
"""

import argparse
import importlib.util
import json
import sys
import time
from collections import Counter
from pathlib import Path
from types import ModuleType

from codewatch import privacy


def load(name: str) -> ModuleType:
    """Return a module that makes texts; it lies beside this program."""
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def is_left(secret: str, text: str) -> bool:
    """Return whether a secret, as it is or escaped, or a half of it is still in `text`."""
    if secret in text or json.dumps(secret)[1:-1] in text:
        return True
    length = max(6, len(secret) // 2)
    return any(secret[start : start + length] in text for start in range(len(secret) - length + 1))


def main() -> int:
    """Make the texts, print the figures, and return 0 when they are within bounds: 99 % found, 0.1 false in 1,000."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--secrets", type=int, default=4_000)
    parser.add_argument("--ordinary", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    corpus, shapes = load("secret_corpus"), load("secret_shapes")
    asked, missed = Counter[str](), Counter[str]()
    planted = [(one.kind, one.text, one.secret) for one in corpus.planted(options.secrets, options.seed)]
    for kind, text, secret in [*planted, *shapes.shaped(options.secrets, options.seed)]:
        asked[kind] += 1
        missed[kind] += is_left(secret, privacy.clean(text).text)
    lines = list(corpus.ordinary(options.ordinary, options.seed))
    false = [line.strip() for line in lines if privacy.clean(line).removed]
    # Lines that only tell together, as in a list of commits or of checksums, stand in one text.
    for listing in shapes.listings(options.ordinary // 50, options.seed):
        lines += listing.splitlines()
        false += [listing] if privacy.clean(listing).removed else []
    for kind, count in sorted(asked.items()):
        sys.stdout.write(f"{kind:<24} {count - missed[kind]:>5} of {count:>5} found\n")
    for line in false[:20]:
        sys.stdout.write(f"false hit: {line[:100]}\n")
    found = 1 - missed.total() / asked.total()
    rate = 1000 * len(false) / len(lines)
    text = "\n".join(lines)
    pieces = [text[start : start + 4_000] for start in range(0, len(text), 4_000)]
    begun = time.process_time()
    for piece in pieces:
        privacy.clean(piece)
    speed = len(text) / 1e6 / (time.process_time() - begun)
    sys.stdout.write(
        f"{asked.total()} secrets of {len(asked)} kinds: {100 * found:.2f} % found\n"
        f"{len(lines)} ordinary lines: {len(false)} false hits, {rate:.3f} in 1,000\n"
        f"{speed:.1f} MB/s in pieces of 4,000 characters, by CPU time\n"
    )
    return int(found < 0.99 or rate > 0.1)


if __name__ == "__main__":
    sys.exit(main())
