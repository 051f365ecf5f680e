"""Prints how many labelled texts the rules put into their category, and if their confidence tells right from wrong.

python tests/bench/categories.py [--verbose] [set ...]

The sets are `categories_<set>.tsv` beside this program. The rules were tuned by the misses of `tuned`, the only ones
that are ever shown; `held` and `later` are measured alone.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from codewatch.agents.categorizer import UNSURE_BELOW, categorize
from codewatch.categories import Category

SETS = ("tuned", "held", "later")
LEAST_RIGHT = 0.85


class Labelled(NamedTuple):
    """A text, the category that a person gave it, and what the rules say."""

    text: str
    label: Category
    is_tricky: bool
    found: Category
    confidence: float

    @property
    def is_right(self) -> bool:
        """Return whether the rules agree with the person."""
        return self.found is self.label


def read(name: str) -> list[Labelled]:
    """Return the texts of a set, sorted by the rules."""
    path = Path(__file__).with_name(f"categories_{name}.tsv")
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if line[:1] not in ("", "#")]
    return [Labelled(row[1], Category(row[0]), row[2:] == ["tricky"], *categorize(row[1])) for row in rows]


def share(texts: Sequence[Labelled]) -> float:
    """Return how much of the texts is right, 1 where there is none."""
    return sum(text.is_right for text in texts) / len(texts) if texts else 1.0


def report(name: str, texts: Sequence[Labelled]) -> str:
    """Return a set's figures: by category, label against answer, and by confidence."""
    pairs = Counter((text.label, text.found) for text in texts)
    sure = [text for text in texts if text.confidence >= UNSURE_BELOW]
    unsure = [text for text in texts if text.confidence < UNSURE_BELOW]
    tricky = [text for text in texts if text.is_tricky]
    lines = [f"{name}: {share(texts):.1%} of {len(texts)} right; of {len(tricky)} tricky ones {share(tricky):.1%}"]
    lines.append(f"  {'':16}{'right':>7}" + "".join(f"{category[:6]:>8}" for category in Category))
    for label in Category:
        row = "".join(f"{pairs[label, found] or '.':>8}" for found in Category)
        lines.append(f"  {label:16}{share([text for text in texts if text.label is label]):>7.0%}{row}")
    lines.append(
        f"  confidence {UNSURE_BELOW} and over: {len(sure)} texts, {share(sure):.1%} right;"
        f" under it: {len(unsure)} texts, {share(unsure):.1%} right"
    )
    return "\n".join(lines)


def main() -> None:
    """Print the figures, and the misses of the tuned set where they are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--verbose", action="store_true", help="list the misses of the tuned set")
    parser.add_argument("sets", nargs="*", default=SETS, metavar="set")
    options = parser.parse_args()
    for name in options.sets:
        texts = read(name)
        sys.stdout.write(report(name, texts) + "\n")
        if options.verbose and name == "tuned":
            misses = [text for text in texts if not text.is_right]
            sys.stdout.writelines(f"  {text.label} as {text.found} {text.confidence}: {text.text}\n" for text in misses)


if __name__ == "__main__":
    main()
