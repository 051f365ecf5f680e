"""Turns a text that somebody wants remembered into a category, with how sure the rules are."""

import re
from typing import NamedTuple

from codewatch.agents.rules.statements import classify
from codewatch.categories import Category

STATED_CONFIDENCE = 0.9
UNKNOWN = 0.3
# What the rules are less sure about is for a model to say, where one is named (FEATURES F43).
UNSURE_BELOW = 0.7


def _clue(weight: int, *alternatives: str) -> tuple[re.Pattern[str], int]:
    return re.compile("|".join(alternatives)), weight


# Which words speak for a category, and how strongly; the largest sum wins.
_CLUES: dict[Category, tuple[tuple[re.Pattern[str], int], ...]] = {
    Category.ARCHITECTURE: (
        _clue(3, r"\b(?:decision|decided|chose|chosen|opted|adopted|architecture|design|trade-?off|rationale)\b"),
        _clue(2, r"\binstead of\b", r"\brather than\b", r"\bover\b.*\bbecause\b"),
        _clue(
            1, r"\b(?:because|since|so that)\b", r"\b(?:layer|boundary|protocol|event-driven|microservices?|monolith)\b"
        ),
    ),
    Category.USER_PREFERENCE: (
        _clue(3, r"\b(?:i|user) (?:prefers?|wants?|likes?|hates?|dislikes?|asked (?:to|me|us))\b", r"\bpreference\b"),
        _clue(3, r"^(?:always|never|please|don't|do not|avoid|prefer)\b", r"\bfrom now on\b"),
        _clue(1, r"\b(?:always|never)\b"),
    ),
    Category.BUGFIX: (
        _clue(3, r"\b(?:root cause|caused by|fix(?:ed|es)?|bug|regression|workaround|hotfix)\b"),
        _clue(1, r"\b(?:crash(?:ed|es)?|fail(?:ed|s|ing|ure)?|race condition|deadlock|leak|broken?)\b"),
        _clue(1, r"\b\w*(?:error|exception|traceback)\b"),
    ),
    Category.CONVENTION: (
        _clue(3, r"\b(?:convention|naming|style guide|code style|formatted with|lint(?:ed|ing)?)\b"),
        _clue(3, r"\bwe (?:use|never|always|name|keep)\b"),
        _clue(
            1, r"\b(?:must|should|all|every|each|prefix(?:ed)?|suffix(?:ed)?)\b", r"\b(?:snake|kebab|camel)_?-?case\b"
        ),
    ),
    Category.DEPENDENCY: (
        _clue(2, r"\b(?:installed|upgraded|downgraded|pinned|dependency|dependencies|package|requires) \S+"),
        _clue(2, r"\b(?:pip|npm|pnpm|yarn|cargo|uv|poetry|gem|brew|apt) (?:install|add|remove)\b"),
        _clue(2, r"\bpackage\.json\b", r"\bpyproject\b"),
        _clue(1, r"\bv?\d+\.\d+(?:\.\d+)?\b", r"[<>=]=\s?\d"),
    ),
    Category.FILE_PATTERN: (
        _clue(
            3, r"\b(?:lives?|located|found|kept|stored|defined|placed|goes?) (?:in|under|at|next to) [`\"']?[\w.~-]*/"
        ),
        _clue(2, r"\b(?:folder|directory|file layout|entry point|config file)\b"),
        _clue(1, r"(?:^|\s)[`\"']?[\w.-]+/[\w./*-]+", r"\*\.\w+"),
    ),
    Category.TASK_CONTEXT: (
        _clue(3, r"\b(?:working on|in progress|next step|todo|to do|remaining|currently|implementing|continue with)\b"),
        _clue(
            2,
            r"\b(?:task|ticket|issue #?\d+|pull request|pr #?\d+|milestone|today|tomorrow)\b",
            r"\bblocked (?:on|by)\b",
        ),
        _clue(2, r"^(?:committed|asked)\b"),
    ),
    Category.LEARNING: (
        _clue(3, r"\b(?:learned|discovered|turns out|noticed|found out|gotcha|caveat|beware|undocumented|note that)\b"),
        _clue(
            2, r"\b(?:only works|(?:does not|doesn't) (?:work|support)|needs? .{1,40} to|requires? .{1,40} before)\b"
        ),
    ),
}


class Verdict(NamedTuple):
    """The likeliest category of a text; `confidence` is from 0 to 1, and under 0.7 a model may know better."""

    category: Category
    confidence: float


def categorize(content: str) -> Verdict:
    """Return the category of a text by the words in it."""
    text = " ".join(content[:2_000].lower().split())
    scores = {
        category: sum(weight for pattern, weight in clues if pattern.search(text)) for category, clues in _CLUES.items()
    }
    ranked = sorted(scores, key=lambda category: scores[category], reverse=True)
    best, second = ranked[0], ranked[1]
    stated = classify(content[:600])
    if stated is not None and scores[stated] >= scores[best] - 2:
        return Verdict(stated, STATED_CONFIDENCE)
    if not scores[best]:
        return Verdict(stated or Category.LEARNING, 0.6 if stated else UNKNOWN)
    lead = (scores[best] - scores[second]) / scores[best]
    strength = min(scores[best], 4) / 4
    return Verdict(best, round(0.35 + 0.3 * lead + 0.3 * strength, 2))
