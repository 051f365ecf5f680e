"""Prints, language by language, how many lasting sentences the rules find, and how many others they take for one.

python tests/bench/tongues.py [--verbose]

`tongues_tuned.tsv` is what the tables were written against. `tongues_held.tsv` holds translations of lines of
`tests/agents/rules/lasting_statements.txt` and `task_prompts.txt`; nobody looks at its misses while writing a table, so
`--verbose` names those of the tuned half only. Each line: label, language, text.
"""

import argparse
import sys
from pathlib import Path
from typing import NamedTuple

from codewatch.agents.rules.statements import user_statements
from codewatch.categories import Category

# The least recall and the most false positives of a language, in each half.
FLOORS = {"tuned": (0.85, 0.05), "held": (0.70, 0.15)}
LANGUAGES = ("de", "fr", "es", "zh", "ja")
NONE = "none"
LABELS = {
    Category.USER_PREFERENCE: "preference",
    Category.CONVENTION: "convention",
    Category.ARCHITECTURE: "decision",
    Category.BUGFIX: "cause",
}


class Line(NamedTuple):
    """A sentence of the corpus; `label` is "none" for what must not be remembered."""

    label: str
    language: str
    text: str


class Figures(NamedTuple):
    """The shares of one language: lasting ones found, those in their category, and others taken for lasting."""

    recall: float
    sorted_right: float
    false_positives: float


def lines_of(half: str) -> list[Line]:
    """Return the labelled lines of a half."""
    text = Path(__file__).with_name(f"tongues_{half}.tsv").read_text(encoding="utf-8")
    return [Line(*row.split("\t")) for row in text.splitlines()]


def found_in(text: str) -> list[str]:
    """Return the labels of the statements that the rules find in a text."""
    return [LABELS.get(statement.category, statement.category.value) for statement in user_statements(text)]


def figures(lines: list[Line], language: str) -> Figures:
    """Return what the rules make of one language's lines."""
    spoken = [line for line in lines if line.language == language]
    lasting = [line for line in spoken if line.label != NONE]
    others = [line for line in spoken if line.label == NONE]
    found = [(line, labels) for line in lasting if (labels := found_in(line.text))]
    return Figures(
        recall=len(found) / len(lasting),
        sorted_right=sum(line.label in labels for line, labels in found) / max(1, len(found)),
        false_positives=sum(bool(found_in(line.text)) for line in others) / len(others),
    )


def misses(lines: list[Line]) -> list[str]:
    """Return the lines that the rules sort wrong, with what they made of each."""
    made = [(line, found_in(line.text) or [NONE]) for line in lines]
    return [f"{line.label} -> {labels[0]}\t{line.text}" for line, labels in made if line.label not in labels]


def main() -> int:
    """Print the figures of both halves, and return 0 when each language keeps to the floors."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--verbose", action="store_true", help="name the misses of the tuned half")
    options = parser.parse_args()
    is_kept = True
    for half, (least_recall, most_false) in FLOORS.items():
        lines = lines_of(half)
        for language in LANGUAGES:
            found = figures(lines, language)
            is_kept = is_kept and found.recall >= least_recall and found.false_positives <= most_false
            sys.stdout.write(
                f"{half} {language}: recall {found.recall:.0%}, of these sorted right {found.sorted_right:.0%}, "
                f"false positives {found.false_positives:.0%}\n"
            )
        if options.verbose and half == "tuned":
            sys.stdout.writelines(f"  {miss}\n" for miss in misses(lines))
    return 0 if is_kept else 1


if __name__ == "__main__":
    sys.exit(main())
