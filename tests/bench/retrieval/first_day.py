"""Memories of 1 to 10,000 items into how often the hook answers from them, and how often it speaks of nothing asked."""

import random
from collections.abc import Sequence
from typing import NamedTuple

import injection
from corpora import Corpus, Document, Question
from injection import Spoken
from remembered import remembered

# Size and how many memories of that size are made of each repository.
SIZES = ((1, 12), (5, 8), (20, 4), (100, 2), (10_000, 0))
_FOREIGN = 20


class Row(NamedTuple):
    """One size: the share of prompts that got a right item, and of those disturbed, with how many there were."""

    size: int
    changelog: float
    changelogs: int
    prompt: float
    prompts: int
    foreign: float
    foreigners: int
    chatter: float
    chatters: int


def measure(coding: Sequence[Corpus], chatter: list[tuple[str, Question]]) -> list[Row]:
    """Return a row for each size that the corpora have documents for."""
    enough = sum(len(corpus.documents) for corpus in coding[1:])
    rows: list[Row] = []
    for size, count in SIZES:
        if count:
            spoken = [one for corpus in coding for one in _small(corpus, coding, chatter, size, count)]
            rows.append(_row(size, spoken))
        elif enough >= size:
            rows.append(_row(size, _large(coding, chatter, size)))
    return rows


def _small(
    corpus: Corpus, coding: Sequence[Corpus], chatter: list[tuple[str, Question]], size: int, count: int
) -> list[Spoken]:  # fmt: skip
    """Ask memories of `size` documents that the questions of one repository are about."""
    chooser = random.Random(f"{corpus.name} {size}")
    about = [question for question in corpus.questions if question.kind in injection.KINDS]
    foreign = [one for other in coding if other is not corpus for one in other.questions if one.kind in injection.KINDS]
    spoken: list[Spoken] = []
    for _ in range(count):
        places: dict[int, None] = {}
        for question in chooser.sample(about, min(size, len(about))):
            places.setdefault(chooser.choice(sorted(question.relevant)))
        kept = list(places)[:size]
        own = [one for question in about if (one := _as_kept(question, kept)).relevant]
        spoken += _ask(
            [corpus.documents[place] for place in kept],
            own,
            chooser.sample(foreign, min(_FOREIGN, len(foreign))),
            chatter,
        )
    return spoken


def _large(coding: Sequence[Corpus], chatter: list[tuple[str, Question]], size: int) -> list[Spoken]:
    """Ask one memory of all repositories but the first, whose questions are the foreign ones."""
    chooser = random.Random(size)
    every = [(corpus, place) for corpus in coding[1:] for place in range(len(corpus.documents))]
    chosen = chooser.sample(every, size)
    own: list[Question] = []
    for corpus in coding[1:]:
        kept = [place if owner is corpus else -1 for owner, place in chosen]
        about = [one for one in corpus.questions if one.kind in injection.KINDS]
        own += [
            one
            for question in chooser.sample(about, min(100, len(about)))
            if (one := _as_kept(question, kept)).relevant
        ]
    foreign = [one for one in coding[0].questions if one.kind in injection.KINDS]
    return _ask([corpus.documents[place] for corpus, place in chosen], own, foreign, chatter)


def _ask(
    documents: Sequence[Document], own: Sequence[Question], foreign: Sequence[Question],
    chatter: list[tuple[str, Question]],
) -> list[Spoken]:  # fmt: skip
    strange = [("foreign", one._replace(relevant=frozenset())) for one in foreign]
    with remembered(documents) as memory:
        return injection.ask_all(memory, [(one.kind, one) for one in own] + strange + chatter)


def _as_kept(question: Question, kept: Sequence[int]) -> Question:
    new = frozenset(number for number, place in enumerate(kept) if place in question.relevant)
    return question._replace(relevant=new)


def _row(size: int, spoken: Sequence[Spoken]) -> Row:
    rows = {row.name: row for row in injection.rows_of(spoken)}
    none = injection.Row("", 0, 0.0, 0.0, 0.0, 0.0, 0.0)
    changelog, prompt, foreign, chatter = (
        rows.get(name, none) for name in ("changelog", "prompt", "foreign", "chatter")
    )
    return Row(
        size, changelog.answered, changelog.prompts, prompt.answered, prompt.prompts, foreign.speaks, foreign.prompts,
        chatter.speaks, chatter.prompts,
    )  # fmt: skip
