"""Prompts that a memory is about, foreign prompts and chatter into how often the hook speaks, and how rightly."""

import random
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from corpora import Corpus, Question
from remembered import Memory, Said

KINDS = ("changelog", "prompt")
# Of each corpus; foreign ones are drawn from all the others.
SAMPLES = {"changelog": 150, "prompt": 120, "foreign": 400}
_CHARS_PER_TOKEN = 4


class Spoken(NamedTuple):
    """What one prompt was answered with: right items, all items and tokens; nothing is right for a foreign prompt."""

    row: str
    right: int
    items: int
    tokens: int


class Row(NamedTuple):
    """One kind of prompt: how many, and the shares and means over them."""

    name: str
    prompts: int
    speaks: float
    answered: float
    precision: float
    items: float
    tokens: float


def prompts_of(corpus: Corpus, foreign: Iterable[Corpus], *, seed: int = 1) -> list[tuple[str, Question]]:
    """Return a sample of questions about `corpus` and of those about the `foreign` corpora, each with its row."""
    chooser = random.Random(f"{seed} {corpus.name}")
    own = [
        one
        for kind in KINDS
        for one in _sample(chooser, [one for one in corpus.questions if one.kind == kind], SAMPLES[kind])
    ]
    others = [one for other in foreign for one in other.questions if one.kind in KINDS]
    strange = [one._replace(relevant=frozenset()) for one in _sample(chooser, others, SAMPLES["foreign"])]
    return [(one.kind, one) for one in own] + [(f"foreign {one.kind}", one) for one in strange]


def chatter_prompts(lines: Sequence[str]) -> list[tuple[str, Question]]:
    """Return `lines` as prompts that no memory is about."""
    return [("chatter", Question(line, "chatter", frozenset(), frozenset())) for line in lines]


def ask_all(memory: Memory, prompts: Iterable[tuple[str, Question]]) -> list[Spoken]:
    """Return what `memory` says to each of `prompts`."""
    return [_ask(memory.say, row, question) for row, question in prompts]


def rows_of(spoken: Sequence[Spoken]) -> list[Row]:
    """Return a row per kind of prompt."""
    return [_row(name, [one for one in spoken if one.row == name]) for name in dict.fromkeys(one.row for one in spoken)]


def _ask(say: Callable[[str], Said], row: str, question: Question) -> Spoken:
    said = say(question.text)
    right = sum(place in question.relevant for place in said.places)
    return Spoken(row, right, len(said.places), _tokens(said.text))


def _row(name: str, spoken: list[Spoken]) -> Row:
    count, items = len(spoken), sum(one.items for one in spoken)
    return Row(
        name,
        count,
        sum(one.items > 0 for one in spoken) / count,
        sum(one.right > 0 for one in spoken) / count,
        sum(one.right for one in spoken) / max(1, items),
        items / count,
        sum(one.tokens for one in spoken) / count,
    )


def _sample(chooser: random.Random, questions: list[Question], most: int) -> list[Question]:
    return chooser.sample(questions, min(most, len(questions)))


def _tokens(text: str) -> int:
    wide = sum(character > "\u2fff" for character in text)
    return wide + (len(text) - wide + _CHARS_PER_TOKEN - 1) // _CHARS_PER_TOKEN
