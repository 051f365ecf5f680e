"""Turns what people said into preferences, conventions, decisions, pinned versions and root causes."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from codewatch.agents.rules import moment, phrases
from codewatch.agents.rules.draft import MAX_CHARS, draft
from codewatch.agents.rules.rules_table import Rule
from codewatch.agents.rules.sentences import sentences_of
from codewatch.categories import Category, Origin, Priority
from codewatch.messages import Message, Role
from codewatch.observations import Observation

MIN_WORDS = 2
MAX_CLAUSES = 8

_QUOTED = re.compile(
    r"\"[^\"\n]{1,300}\"|“[^”\n]{1,300}”|«[^»\n]{1,300}»|「[^」\n]{1,300}」|`[^`\n]{1,200}`|(?<!\w)'[^'\n]{2,200}'(?!\w)"
)
_CLAUSE = re.compile(r"[,;:，；：]\s*|\s[–—-]{1,2}\s|\s(?:and|but|so)\s|\s\(")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_PRIORITY = {
    Category.USER_PREFERENCE: Priority.HIGH,
    Category.ARCHITECTURE: Priority.HIGH,
    Category.CONVENTION: Priority.MEDIUM,
    Category.DEPENDENCY: Priority.MEDIUM,
    Category.BUGFIX: Priority.MEDIUM,
}

_RULE = {
    Category.USER_PREFERENCE: Rule.PREFERENCE,
    Category.ARCHITECTURE: Rule.DECISION,
    Category.CONVENTION: Rule.CONVENTION,
    Category.DEPENDENCY: Rule.PIN,
    Category.BUGFIX: Rule.CAUSE,
}


class Statement(NamedTuple):
    """A sentence that asserts something, the reason that followed it included."""

    content: str
    category: Category


def observe_statements(messages: Sequence[Message]) -> list[Observation]:
    """Return what the user stated, in the main thread only."""
    return [
        draft(
            message,
            statement.content,
            rule=_RULE[statement.category],
            category=statement.category,
            priority=_PRIORITY[statement.category],
            origin=Origin.USER,
        )
        for message in messages
        if message.role is Role.USER and not message.is_observed and not message.is_sidechain
        for statement in user_statements(message.text)
    ]


def user_statements(text: str) -> list[Statement]:
    """Return the sentences of a user's text that state a preference, convention, decision or root cause."""
    sentences = sentences_of(text)
    return [
        Statement(with_reason(sentence, sentences[at + 1 : at + 2]), category)
        for at, (sentence, category) in enumerate(_classified(sentences))
        if category is not None
    ]


def other_sentences(text: str) -> list[str]:
    """Return the sentences of a user's text that state nothing lasting."""
    return [sentence for sentence, category in _classified(sentences_of(text)) if category is None]


def classify(sentence: str, *, is_in_task: bool = False) -> Category | None:
    """Return what a user's sentence asserts for the future, or None.

    `is_in_task` says that another sentence of the prompt orders some work: an order beside it belongs to that work.
    """
    plain = masked(sentence)
    if not is_assertion(plain):
        return None
    clauses = clauses_of(plain)
    if phrases.CAUSE.match(plain) and not _opens_a_task(clauses):
        return Category.BUGFIX
    if any(phrases.PIN.match(clause) for clause in clauses):
        return Category.DEPENDENCY
    if _is_decision(plain, clauses):
        return Category.ARCHITECTURE
    if _is_preference(plain, clauses, is_in_task=is_in_task):
        return Category.USER_PREFERENCE
    future = next((clause for clause in clauses if phrases.FUTURE_LEAD.match(clause)), "")
    if future:
        rest = phrases.FUTURE_LEAD.sub("", future, count=1)
        return Category.CONVENTION if phrases.FACT_START.match(rest) else Category.USER_PREFERENCE
    return Category.CONVENTION if _is_convention(plain, clauses, is_in_task=is_in_task) else None


def is_assertion(plain: str) -> bool:
    """Tell an assertion from a question, a supposition, a report of others' words, and a fragment."""
    is_long_enough = len(plain.split()) >= MIN_WORDS or len(_CJK.findall(plain)) >= 5
    return (
        is_long_enough
        and "..." not in plain
        and "…" not in plain
        and not phrases.QUESTION.match(plain)
        and not phrases.HYPOTHETICAL.search(plain)
        and not phrases.REPORTED.search(plain)
    )


def masked(sentence: str) -> str:
    """Return the sentence in lower case with quotations blanked: quoted words are not the speaker's."""
    plain = sentence.lower().replace("’", "'").replace("let us ", "let's ")
    return _QUOTED.sub(lambda quoted: "x" * len(quoted[0]), plain)


def _classified(sentences: Sequence[str]) -> list[tuple[str, Category | None]]:
    is_in_task = any(_opens_a_task(clauses_of(masked(sentence))) for sentence in sentences)
    return [(sentence, classify(sentence, is_in_task=is_in_task)) for sentence in sentences]


def _opens_a_task(clauses: Sequence[str]) -> bool:
    return any(moment.TASK.match(clause) for clause in clauses[:2])


def _is_decision(plain: str, clauses: Sequence[str]) -> bool:
    is_open = any(table.search(plain) for table in (phrases.UNDECIDED, moment.FOR_THIS, moment.THEREFORE))
    return not is_open and any(phrases.DECISION.match(clause) for clause in clauses)


def _is_preference(plain: str, clauses: Sequence[str], *, is_in_task: bool) -> bool:
    if moment.ABOUT_THE_MOMENT.match(plain) or moment.MOMENTARY.search(plain):
        return False
    if any(phrases.PREFERENCE.match(clause) for clause in clauses):
        return not any(moment.ABOUT_THE_MOMENT.match(clause) for clause in clauses)
    if phrases.MIXED_PREFERENCE.match(plain):
        is_task = _opens_a_task(clauses) or moment.THEREFORE.search(plain)
        return not is_task and re.match(r"(?:the|a|it|this|that|they)\b", plain) is None
    if any(phrases.REMINDER.match(clause) for clause in clauses):
        return moment.GENERAL.search(plain) is not None and _lasts(plain, clauses, is_in_task=is_in_task)
    is_order = any(phrases.ORDER.match(clause) for clause in clauses) or phrases.POLITE_ORDER.search(plain)
    return bool(is_order) and _lasts(plain, clauses, is_in_task=is_in_task)


def _is_convention(plain: str, clauses: Sequence[str], *, is_in_task: bool) -> bool:
    if not moment.MOMENTARY.search(plain) and _is_rule(plain, clauses, is_in_task=is_in_task):
        return True
    is_report = (
        _opens_a_task(clauses)
        or moment.FOR_THIS.search(plain)
        or moment.THEREFORE.search(plain)
        or moment.ABOUT_THE_MOMENT.match(plain)
        or moment.COMPLAINT.search(plain)
        or any(moment.TASK_OF_FACT.match(clause) for clause in clauses)
    )
    return not is_report and any(phrases.CONVENTION.match(clause) for clause in clauses[:4])


def _is_rule(plain: str, clauses: Sequence[str], *, is_in_task: bool) -> bool:
    if any(phrases.JOB.match(clause) for clause in clauses[:2]):
        return True
    if any(phrases.RULE.match(clause) for clause in clauses[:4]):
        return not _is_work(clauses, is_in_task=is_in_task)
    is_of_all = any(phrases.RULE_OF_ALL.match(clause) for clause in clauses[:4])
    return is_of_all and _lasts(plain, clauses, is_in_task=is_in_task)


def _lasts(plain: str, clauses: Sequence[str], *, is_in_task: bool) -> bool:
    """Tell whether an order holds beyond the task that it may be part of."""
    if _is_work(clauses, is_in_task=is_in_task):
        return moment.HABITUAL.search(plain) is not None
    return not moment.SPECIFIC.search(plain) or moment.HABITUAL.search(plain) is not None


def _is_work(clauses: Sequence[str], *, is_in_task: bool) -> bool:
    return is_in_task or any(moment.TASK.match(clause) for clause in clauses)


def clauses_of(plain: str) -> list[str]:
    """Return the sentence from each clause's start to its end, leading fillers taken off."""
    starts = [0, *(mark.end() for mark in _CLAUSE.finditer(plain))][:MAX_CLAUSES]
    clauses: list[str] = []
    for start in starts:
        clause = plain[start:].strip()
        clauses.append(clause)
        while (lead := phrases.LEADS.match(clause)) is not None:
            clause = clause[lead.end() :]
            clauses.append(clause)
    return clauses


def with_reason(sentence: str, following: Sequence[str]) -> str:
    """Return the sentence joined with the next one when that gives the reason."""
    if not following or phrases.HAS_REASON.search(sentence.lower()):
        return sentence
    reason = following[0]
    is_reason = phrases.REASON.match(reason.lower()) and not reason.endswith(("?", "？"))
    joined = f"{sentence} {reason}"
    return joined if is_reason and len(joined) <= MAX_CHARS else sentence
