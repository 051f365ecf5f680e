"""Writes codewatch/recall/weights.py, and held_out.py beside this: what each feature of a memory says of its fitting.

python tests/bench/retrieval/weigh.py DATA [--chatter FILE]

Learned from questions about the repositories of the coding set, from such questions asked in another repository, and
from every other line of chatter. held_out.py has the weights that each repository's own questions took no part in. It
is to be run after a change of the features, the analyser or the data.
"""

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import corpora
import injection
import model
from corpora import Corpus, Question
from logistic import Weights, fit
from remembered import Memory, remembered

from codewatch.recall import rank, search
from codewatch.recall import weights as weights_module
from codewatch.recall.query import parse

# Of each repository; the rest of its questions are never learned from.
OWN = {"changelog": 100, "prompt": 80, "identifiers": 60}
FOREIGN = {"changelog": 130, "prompt": 70, "identifiers": 60}
# Only the best candidates are learned from: the others are told apart easily, and are never shown.
BEST = 15
KINDS = ("path", "identifier", "plain")

_PRODUCT = '''\
"""What each feature of a memory says of its being about a query: a logistic model's bias and factors, for each kind.

Written by tests/bench/retrieval/weigh.py. The factors are in the order of the features of `rank.describe`.
"""

WEIGHTS = {
'''
_HELD_OUT = '''\
"""The weights of codewatch/recall/weights.py as learned without the questions of one repository, by its name.

Written by weigh.py.
"""

HELD_OUT = {
'''


class Example(NamedTuple):
    """One memory that was found for one question."""

    corpus: str
    kind: str
    features: list[float]
    is_right: bool


def main() -> None:
    """Learn and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="the folder of the data sets")
    parser.add_argument("--chatter", type=Path, help="a file of prompts that no memory is about, one a line")
    options = parser.parse_args()
    coding = list(corpora.read_corpora(options.data, ("coding", "ident")))
    chatter = model.learned_chatter(options.chatter or model.chatter_beside(options.data))
    examples = [example for corpus in coding for example in examples_of(corpus, coding, chatter)]
    sys.stdout.write(f"{len(examples)} examples\n")
    Path(weights_module.__file__).write_text(_PRODUCT + _table(learn(examples), "    ") + "}  # fmt: skip\n", "utf-8")
    held = [_without(corpus.name, examples) for corpus in coding]
    Path(__file__).with_name("held_out.py").write_text(_HELD_OUT + "".join(held) + "}  # fmt: skip\n", "utf-8")


def _without(name: str, examples: Sequence[Example]) -> str:
    learned = learn([example for example in examples if example.corpus != name])
    return f'    "{name}": {{\n{_table(learned, " " * 8)}    }},\n'


def learn(examples: Sequence[Example]) -> dict[str, Weights]:
    """Return the weights of each kind of query."""
    learned: dict[str, Weights] = {}
    for kind in KINDS:
        own = [example for example in examples if example.kind == kind]
        learned[kind] = fit([example.features for example in own], [example.is_right for example in own])
    return learned


def examples_of(corpus: Corpus, coding: Sequence[Corpus], chatter: Sequence[str]) -> Iterator[Example]:
    """Yield the best candidates of a repository's own, foreign and idle prompts."""
    chooser = random.Random(corpus.name)
    foreign = [one for other in coding if other is not corpus for one in other.questions]
    asked = [one for kind, most in OWN.items() for one in _sample(chooser, corpus.questions, kind, most)]
    asked += [
        one._replace(relevant=frozenset(), excluded=frozenset())
        for kind, most in FOREIGN.items()
        for one in _sample(chooser, foreign, kind, most)
    ]
    asked += [question for _, question in injection.chatter_prompts(chatter)]
    with remembered(corpus.documents) as memory:
        for question in asked:
            yield from _candidates(memory, corpus.name, question)


def _candidates(memory: Memory, corpus: str, question: Question) -> list[Example]:
    query = parse(question.text)
    if query.is_empty():
        return []
    hits, weights, statistics = search.candidates(memory.connection, query, memory.scope)
    if not hits:
        return []
    found = [
        Example(corpus, query.kind(), features, memory.places[hit.id] in question.relevant)
        for hit, (features, _, _) in zip(hits, rank.describe(hits, query, weights, statistics), strict=True)
    ]
    return sorted(found, key=lambda example: -example.features[0])[:BEST]


def _sample(chooser: random.Random, questions: Sequence[Question], kind: str, most: int) -> list[Question]:
    of_kind = [question for question in questions if question.kind == kind]
    return chooser.sample(of_kind, min(most, len(of_kind)))


def _table(learned: dict[str, Weights], indent: str) -> str:
    lines: list[str] = []
    for kind, (bias, factors) in learned.items():
        lines.append(f'{indent}"{kind}": ({bias}, (\n')
        rows = [factors[start : start + 10] for start in range(0, len(factors), 10)]
        lines += [f"{indent}    {', '.join(str(factor) for factor in row)},\n" for row in rows]
        lines.append(f"{indent})),\n")
    return "".join(lines)


if __name__ == "__main__":
    main()
