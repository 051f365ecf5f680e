"""Turns a sentence in another language into what it asserts: the counterpart of `statements` for the tables here."""

import re
from functools import cache, lru_cache

from codewatch.agents.rules.moment import any_of
from codewatch.categories import Category

from .known import folded, tongue_of
from .tongue import Patterns, Tongue

MAX_CLAUSES = 8

_NEVER = re.compile(r"(?!)")
_CLAUSE = re.compile(
    r"[,;:，；：、。]\s*|\s[–—-]{1,2}\s|\s(?:und|aber|sondern|et|mais|puis|y|pero|sino|e|ma|mas|и|но)\s|\s\("
)
_FILE = re.compile(
    r"\S\.(?:py|js|ts|tsx|jsx|vue|rb|go|rs|java|kt|cs|cpp|c|h|php|sh|sql|md|txt|json|ya?ml|toml|html|css)(?![a-z0-9])|\w\(\)"
)


class Sentence:
    """A sentence with its language's tables, of which each is made when it is first asked."""

    __slots__ = ("clauses", "text", "tongue")

    def __init__(self, text: str, tongue: Tongue) -> None:
        """Cut the sentence into clauses."""
        self.text = text
        self.tongue = tongue
        self.clauses = _clauses(text, _table(tongue.leads))

    def has(self, patterns: Patterns) -> bool:
        """Tell whether the sentence has one of the patterns anywhere."""
        return _table(patterns).search(self.text) is not None

    def starts(self, patterns: Patterns, *, within: int = MAX_CLAUSES * 4) -> bool:
        """Tell whether one of its first clauses starts with one of the patterns."""
        table = _table(patterns)
        return any(table.match(clause) for clause in self.clauses[:within])

    def starts_with(self, patterns: Patterns, other: Patterns) -> bool:
        """Tell whether a clause starts with one of the patterns, and one of the others is in it or after it."""
        table, also = _table(patterns), _table(other)
        return any(table.match(clause) and also.search(clause) for clause in self.clauses)


@lru_cache(maxsize=256)
def sentence_of(plain: str) -> Sentence | None:
    """Return a masked sentence that is in a known language other than English."""
    text = folded(plain)
    tongue = tongue_of(text)
    return Sentence(text, tongue) if tongue else None


def is_question(plain: str) -> bool:
    """Tell whether a masked sentence asks something in another language."""
    sentence = sentence_of(plain)
    return sentence is not None and sentence.has(sentence.tongue.question)


def is_reason(plain: str) -> bool:
    """Tell whether a masked sentence gives, in another language, the reason for the one before."""
    sentence = sentence_of(plain)
    return sentence is not None and sentence.has(sentence.tongue.reason)


def is_open(plain: str) -> bool:
    """Tell whether a masked sentence asks, supposes or reports others' words in another language."""
    sentence = sentence_of(plain)
    if sentence is None:
        return False
    tongue = sentence.tongue
    return any(sentence.has(table) for table in (tongue.question, tongue.hypothetical, tongue.reported))


def opens_a_task(plain: str) -> bool:
    """Tell whether a masked sentence orders work of today in another language."""
    sentence = sentence_of(plain)
    return sentence is not None and sentence.starts(sentence.tongue.task) and not sentence.has(sentence.tongue.lasting)


def category_of(sentence: Sentence, *, is_in_task: bool) -> Category | None:
    """Return what an assertion says for the future, or None; `is_in_task`: the prompt orders some work beside it."""
    tongue = sentence.tongue
    is_task = sentence.starts(tongue.task, within=3)
    if sentence.has(tongue.cause) and not sentence.has(tongue.unknown) and not sentence.starts(tongue.task, within=1):
        return Category.BUGFIX
    if sentence.has(tongue.momentary):
        return _decision(sentence) if not is_task else None
    if sentence.starts(tongue.wish):
        return Category.USER_PREFERENCE
    if not is_task and (decision := _decision(sentence)):
        return decision
    if _is_order(sentence, is_in_task=is_in_task or is_task):
        return Category.USER_PREFERENCE
    is_fact = not is_task and not sentence.has(tongue.complaint)
    return Category.CONVENTION if is_fact and sentence.has(tongue.convention) else None


def _decision(sentence: Sentence) -> Category | None:
    is_made = sentence.starts(sentence.tongue.decision) and not sentence.has(sentence.tongue.undecided)
    return Category.ARCHITECTURE if is_made else None


def _is_order(sentence: Sentence, *, is_in_task: bool) -> bool:
    tongue = sentence.tongue
    if sentence.has(tongue.complaint) and not sentence.starts(tongue.order) and not sentence.starts(tongue.habit):
        return False
    # A rule of the project is known by its words, even where it could be an order too.
    is_rule = sentence.has(tongue.convention) and not sentence.starts(tongue.habit)
    if sentence.starts_with(tongue.order, tongue.lasting) or sentence.starts_with(tongue.short, tongue.lasting):
        return not is_rule
    is_of_work = is_in_task or _FILE.search(sentence.text) is not None
    if is_of_work or is_rule:
        return sentence.starts_with(tongue.habit, tongue.lasting) and not is_rule
    if sentence.starts_with(tongue.order, tongue.general):
        return True
    return sentence.starts(tongue.habit) and not sentence.has(tongue.specific)


def _clauses(text: str, leads: re.Pattern[str]) -> list[str]:
    starts = [0, *(mark.end() for mark in _CLAUSE.finditer(text))][:MAX_CLAUSES]
    clauses: list[str] = []
    for start in starts:
        clause = text[start:].strip()
        clauses.append(clause)
        while (lead := leads.match(clause)) is not None and lead.end():
            clause = clause[lead.end() :]
            clauses.append(clause)
    return clauses


@cache
def _table(patterns: Patterns) -> re.Pattern[str]:
    return any_of(*patterns) if patterns else _NEVER
