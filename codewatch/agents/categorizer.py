"""Turns a text that somebody wants remembered into a category, with how sure the rules are."""

import re
from typing import NamedTuple

from codewatch.agents.rules.statements import classify
from codewatch.categories import Category

STATED_CONFIDENCE = 0.9
UNKNOWN = 0.3

# How strongly a word speaks for a category; the strongest sum wins.
_KEYWORDS: dict[Category, tuple[tuple[str, float], ...]] = {
    Category.ARCHITECTURE: (
        (r"\b(?:decision|decided|chose|chosen|opted|adopted|architecture|design|trade-?off|rationale)\b", 3),
        (r"\binstead of\b|\brather than\b|\bover\b.*\bbecause\b", 2),
        (
            r"\b(?:because|since|so that|layer|boundary|protocol|event-driven|microservices?|monolith"
            r"|module boundary)\b",
            1,
        ),
    ),
    Category.USER_PREFERENCE: (
        (r"\b(?:i|user|the user) (?:prefers?|wants?|likes?|hates?|dislikes?|asked (?:to|me|us))\b|\bpreference\b", 3),
        (r"^(?:always|never|please|don't|do not|avoid|prefer)\b|\bfrom now on\b", 3),
        (r"\b(?:always|never)\b", 1),
    ),
    Category.BUGFIX: (
        (r"\b(?:root cause|caused by|fix(?:ed|es)?|bug|regression|workaround|hotfix)\b", 3),
        (
            r"\b(?:crash(?:ed|es)?|fail(?:ed|s|ing|ure)?|exception|traceback|race condition|deadlock|leak"
            r"|broken?)\b",
            1,
        ),
        (r"\b\w+(?:error|exception)\b", 1),
    ),
    Category.CONVENTION: (
        (
            r"\b(?:convention|naming|style guide|code style|formatted with|lint(?:ed|ing)?|we (?:use|never"
            r"|always|name|keep))\b",
            3,
        ),
        (r"\b(?:must|should|all|every|each|snake_case|camelcase|kebab-case|prefix(?:ed)?|suffix(?:ed)?)\b", 1),
    ),
    Category.DEPENDENCY: (
        (r"\b(?:installed|upgraded|downgraded|pinned|dependency|dependencies|package|requires) \S+", 2),
        (
            r"\b(?:pip|npm|pnpm|yarn|cargo|uv|poetry|gem|brew|apt) (?:install|add|remove)\b"
            r"|\bpackage\.json\b|\bpyproject\b",
            2,
        ),
        (r"\bv?\d+\.\d+(?:\.\d+)?\b|[<>=]=\s?\d", 1),
    ),
    Category.FILE_PATTERN: (
        (
            r"\b(?:lives?|located|found|kept|stored|defined|placed|goes?|go) (?:in|under|at"
            r"|next to) [`\"']?[\w.~-]*/",
            3,
        ),
        (r"\b(?:folder|directory|file layout|entry point|config file)\b", 2),
        (r"(?:^|\s)[`\"']?[\w.-]+/[\w./*-]+|\*\.\w+", 1),
    ),
    Category.TASK_CONTEXT: (
        (
            r"\b(?:working on|in progress|next step|todo|to do|remaining|currently|implementing"
            r"|continue with|blocked (?:on|by))\b",
            3,
        ),
        (r"\b(?:task|ticket|issue #?\d+|pull request|pr #?\d+|milestone|today|tomorrow)\b|^committed\b|^asked\b", 2),
    ),
    Category.LEARNING: (
        (
            r"\b(?:learned|discovered|turns out|noticed|found out|gotcha|caveat|beware|undocumented"
            r"|takes \d+|note that|til\b)",
            3,
        ),
        (
            r"\b(?:only works|does not (?:work|support)|doesn't (?:work|support)|needs? .{1,40} to"
            r"|requires? .{1,40} before)\b",
            2,
        ),
    ),
}
_TABLE = {category: [(re.compile(pattern), weight) for pattern, weight in rows] for category, rows in _KEYWORDS.items()}


class Verdict(NamedTuple):
    """The likeliest category of a text; `confidence` is from 0 to 1, and under 0.7 a model may know better."""

    category: Category
    confidence: float


def categorize(content: str) -> Verdict:
    """Return the category of a text by the words in it."""
    text = " ".join(content[:2_000].lower().split())
    scores = {
        category: sum(weight for pattern, weight in rows if pattern.search(text)) for category, rows in _TABLE.items()
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
