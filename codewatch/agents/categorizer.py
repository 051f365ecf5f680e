"""Turns a text that somebody wants remembered into a category, with how sure the rules are."""

from typing import NamedTuple

from codewatch.agents.clues import CLUES
from codewatch.agents.marks import marked
from codewatch.categories import Category

# What the rules are less sure about is for a model to say, where one is named (FEATURES F43).
UNSURE_BELOW = 0.7
UNKNOWN = 0.3
# A category tells what a text opens with; a longer one is no single fact.
_LOOKED_AT = 800


class Verdict(NamedTuple):
    """The likeliest category of a text; `confidence` is from 0 to 1, and under 0.7 a model may know better."""

    category: Category
    confidence: float


def categorize(content: str) -> Verdict:
    """Return the category of a text by the clues in it."""
    scores = score(content)
    ranked = sorted(scores, key=lambda category: scores[category], reverse=True)
    most, second = scores[ranked[0]], max(scores[ranked[1]], 0)
    if most <= 0:
        return Verdict(Category.LEARNING, UNKNOWN)
    lead = most - second
    return Verdict(ranked[0], round(min(0.4 + 0.1 * lead + 0.02 * most, 0.95), 2))


def score(content: str) -> dict[Category, int]:
    """Return what speaks for each category in a text."""
    text = marked(content[:_LOOKED_AT])
    return {
        category: sum(clue.weight for clue in clues if clue.pattern.search(text)) for category, clues in CLUES.items()
    }
