"""A ranked list into figures, and the figures of many questions into means and intervals."""

import math
import random
from collections.abc import Sequence
from typing import NamedTuple

RESAMPLES = 2_000
_DEEP = 10


class Figures(NamedTuple):
    """How well one question, or many on average, is answered."""

    recall_5: float
    recall_10: float
    mrr: float
    ndcg_10: float


class Asked(NamedTuple):
    """One question's figures, with the kind of question and the corpus it was asked in."""

    kind: str
    corpus: str
    figures: Figures


class Difference(NamedTuple):
    """A mean difference, its 95 % interval, and how likely one of the other sign is."""

    mean: float
    low: float
    high: float
    chance: float


def judge(ranked: Sequence[int], relevant: frozenset[int]) -> Figures:
    """Return the figures of one answer; every relevant document counts alike."""
    hits = [place in relevant for place in ranked]
    gain = sum(1 / math.log2(number + 2) for number, hit in enumerate(hits[:_DEEP]) if hit)
    ideal = sum(1 / math.log2(number + 2) for number in range(min(len(relevant), _DEEP)))
    first = hits.index(True) + 1 if True in hits else 0
    return Figures(
        sum(hits[:5]) / len(relevant), sum(hits[:10]) / len(relevant), 1 / first if first else 0.0, gain / ideal
    )


def mean(figures: Sequence[Figures]) -> Figures:
    """Return the mean of each figure."""
    return Figures(*(sum(column) / len(figures) for column in zip(*figures, strict=True)))


def over_corpora(asked: Sequence[Asked]) -> Figures:
    """Return the mean over corpora of each corpus's mean."""
    names = dict.fromkeys(one.corpus for one in asked)
    return mean([mean([one.figures for one in asked if one.corpus == name]) for name in names])


def difference(ours: Sequence[float], others: Sequence[float], *, seed: int = 1) -> Difference:
    """Return by how much `ours` is more than `others`, question by question (paired bootstrap)."""
    apart = [one - other for one, other in zip(ours, others, strict=True)]
    chooser, count = random.Random(seed), len(apart)
    means = sorted(sum(chooser.choices(apart, k=count)) / count for _ in range(RESAMPLES))
    below = sum(value <= 0 for value in means) / RESAMPLES
    above = sum(value >= 0 for value in means) / RESAMPLES
    low, high = means[RESAMPLES // 40], means[-1 - RESAMPLES // 40]
    return Difference(sum(apart) / count, low, high, min(1.0, 2 * min(below, above)))
