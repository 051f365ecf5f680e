"""Turns a text that somebody wants remembered into a category, with how sure the rules are."""

import math
from typing import NamedTuple

from codewatch.agents.clues.table import clues_of
from codewatch.agents.clues.weights import ALWAYS, WEIGHTS
from codewatch.categories import Category

# What the rules are less sure about is for a model to say, where one is named (FEATURES F43).
UNSURE_BELOW = 0.7
UNKNOWN = 0.3
_TENTHS = 10


class Verdict(NamedTuple):
    """The likeliest category of a text; `confidence` is from 0 to 1, and under 0.7 a model may know better."""

    category: Category
    confidence: float


def categorize(content: str) -> Verdict:
    """Return the category of a text by the clues in it."""
    rows = [WEIGHTS[name] for name in clues_of(content)]
    if not rows:
        return Verdict(Category.LEARNING, UNKNOWN)
    odds = [math.exp(sum(column) / _TENTHS) for column in zip(ALWAYS, *rows, strict=True)]
    best = max(range(len(odds)), key=lambda place: odds[place])
    return Verdict(list(Category)[best], round(odds[best] / sum(odds), 2))
