"""Makes codewatch/agents/rules/wording_weights.py from labelled sentences, and prints what it would do to unseen ones.

python tests/bench/wording.py SENTENCES... [--write]

SENTENCES are JSON lines, plain or .gz, of `text`, `label` (1 for a rule) and `repo`: what stands under the headings of
style guides and lists of conventions, and what readmes say. The prompts of `tests/agents/rules` are always among them.
"""

import argparse
import gzip
import json
import math
import sys
import textwrap
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from codewatch.agents.rules import wording
from codewatch.agents.rules.sentences import sentences_of
from codewatch.agents.rules.statements import masked

ROOT = Path(__file__).parents[2]
TARGET = ROOT / "codewatch" / "agents" / "rules" / "wording_weights.py"
PROMPTS = ROOT / "tests" / "agents" / "rules"
# A word of one project alone says nothing of others.
LEAST_SOURCES = 3
SMALLEST = 0.1
ROUNDS = 200
PENALTY = 4.0
STEP = 1.0
MOMENTUM = 0.8
# Most sentences that are judged are prompts, but only few that decide are like these.
PROMPTS_COUNT = 0.3
FOLDS = 5
WIDTH = 110
_TABLE = '''"""The weights by which a sentence sounds like a rule: made by tests/bench/wording.py, not by hand."""

INTERCEPT = {intercept}
# A weight and the signs that have it, for the rule and against it.
TABLE = """\\
{lines}
"""
'''


class Sentence(NamedTuple):
    """A sentence with its signs; `source` is the repository it comes from."""

    text: str
    signs: frozenset[str]
    is_rule: bool
    source: str


class Model(NamedTuple):
    """A logistic regression over signs."""

    intercept: float
    weights: Mapping[str, float]

    def score(self, sentence: Sentence) -> float:
        """Return the log odds that a sentence is a rule."""
        return self.intercept + sum(self.weights.get(sign, 0.0) for sign in sentence.signs)


def read(paths: Iterable[Path]) -> list[Sentence]:
    """Return the sentences of all files and of the prompts."""
    rows = [row for path in paths for row in _rows(path)]
    rows += [
        (typed, name == "lasting_statements.txt", "prompts")
        for name in ("lasting_statements.txt", "task_prompts.txt")
        for line in (PROMPTS / name).read_text(encoding="utf-8").splitlines()
        for typed in (line, line[:1].lower() + line[1:].rstrip("."))  # As people type in a hurry, too.
    ]
    return [
        Sentence(one, frozenset(wording.signs_of(one, masked(one))), is_rule, source)
        for text, is_rule, source in rows
        for one in sentences_of(text)[:3]
    ]


def _rows(path: Path) -> list[tuple[str, bool, str]]:
    raw = path.read_bytes()
    lines = (gzip.decompress(raw) if path.suffix == ".gz" else raw).splitlines()
    return [(row["text"], row["label"] == 1, row["repo"]) for row in map(json.loads, lines)]


def fit(sentences: Sequence[Sentence], known: Iterable[str]) -> Model:
    """Return the weights of the `known` signs, by gradient descent with momentum and a penalty on large ones."""
    weights = dict.fromkeys(known, 0.0)
    speed = dict.fromkeys(weights, 0.0)
    intercept = 0.0
    signs = [[sign for sign in one.signs if sign in weights] for one in sentences]
    shares = [PROMPTS_COUNT if one.source == "prompts" else 1.0 for one in sentences]
    for _ in range(ROUNDS):
        slope, total = {sign: PENALTY * weight for sign, weight in weights.items()}, 0.0
        for one, mine, share in zip(sentences, signs, shares, strict=True):
            score = intercept + sum(weights[sign] for sign in mine)
            miss = share * (1 / (1 + math.exp(-score)) - one.is_rule)
            total += miss
            for sign in mine:
                slope[sign] += miss
        intercept -= 2 * STEP * total / sum(shares)
        for sign in weights:
            speed[sign] = MOMENTUM * speed[sign] + slope[sign]
            weights[sign] -= STEP * speed[sign] / sum(shares)
    return Model(intercept, weights)


def fit_small(sentences: Sequence[Sentence]) -> Model:
    """Return a model of the signs that matter, rounded."""
    sources = defaultdict[str, set[str]](set)
    for one in sentences:
        for sign in one.signs:
            sources[sign].add(one.source)
    full = fit(sentences, (sign for sign, found in sources.items() if len(found) >= LEAST_SOURCES))
    small = fit(sentences, (sign for sign, weight in full.weights.items() if abs(weight) >= SMALLEST))
    kept = {sign: round(weight, 1) for sign, weight in small.weights.items() if round(weight, 1)}
    return Model(round(small.intercept, 2), kept)


def print_unseen(sentences: Sequence[Sentence]) -> None:
    """Print, for each group of sources that a model was not made from, how many sentences it takes for rules."""
    sources = sorted({one.source for one in sentences})
    counts = Counter[tuple[bool, bool]]()
    for fold in range(FOLDS):
        left = set(sources[fold::FOLDS]) - {"prompts"}
        model = fit_small([one for one in sentences if one.source not in left])
        counts.update(
            (one.is_rule, model.score(one) >= wording.SOUNDS_LIKE_A_RULE) for one in sentences if one.source in left
        )
    for is_rule, name in ((True, "rules"), (False, "others")):
        taken, left_out = counts[is_rule, True], counts[is_rule, False]
        sys.stdout.write(f"unseen {name}: {taken} of {taken + left_out} taken by their words alone\n")


def table(model: Model) -> str:
    """Return the module that holds the weights."""
    by_weight = defaultdict[float, list[str]](list)
    for sign, weight in model.weights.items():
        by_weight[weight].append(sign)
    lines = [line for weight in sorted(by_weight, reverse=True) for line in _lines(weight, sorted(by_weight[weight]))]
    return _TABLE.format(intercept=model.intercept, lines="\n".join(lines))


def _lines(weight: float, signs: Sequence[str]) -> list[str]:
    wrapped = textwrap.wrap(" ".join(signs), WIDTH, break_long_words=False, break_on_hyphens=False)
    return [f"{weight:+} {line}" for line in wrapped]


def main() -> int:
    """Print the figures, and write the table when asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sentences", type=Path, nargs="+")
    parser.add_argument("--write", action="store_true", help=f"write {TARGET.name}")
    options = parser.parse_args()
    sentences = read(options.sentences)
    print_unseen(sentences)
    model = fit_small(sentences)
    sys.stdout.write(f"{len(sentences)} sentences, {len(model.weights)} signs\n")
    if options.write:
        TARGET.write_text(table(model), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
