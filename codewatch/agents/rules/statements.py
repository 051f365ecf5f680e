"""Turns what people and the assistant said into preferences, conventions, decisions and root causes."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from codewatch.agents.rules import phrases
from codewatch.agents.rules.draft import MAX_CHARS, draft
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
_USER_PRIORITY = {
    Category.USER_PREFERENCE: Priority.HIGH,
    Category.ARCHITECTURE: Priority.HIGH,
    Category.CONVENTION: Priority.MEDIUM,
    Category.BUGFIX: Priority.MEDIUM,
}


class Statement(NamedTuple):
    """A sentence that asserts something, the reason that followed it included."""

    content: str
    category: Category


def observe_statements(messages: Sequence[Message]) -> list[Observation]:
    """Return what the user stated and the assistant concluded, in the main thread only."""
    found: list[Observation] = []
    for message in messages:
        if message.is_observed or message.is_sidechain:
            continue
        if message.role is Role.USER:
            found.extend(
                draft(
                    message,
                    statement.content,
                    category=statement.category,
                    priority=_USER_PRIORITY[statement.category],
                    origin=Origin.USER,
                )
                for statement in user_statements(message.text)
            )
        elif message.role is Role.ASSISTANT:
            found.extend(
                draft(
                    message,
                    statement.content,
                    category=statement.category,
                    priority=Priority.MEDIUM,
                    origin=Origin.ASSISTANT,
                    confidence=0.7,
                )
                for statement in assistant_statements(message.text)
            )
    return found


def user_statements(text: str) -> list[Statement]:
    """Return the sentences of a user's text that state a preference, convention, decision or root cause."""
    sentences = sentences_of(text)
    return [
        Statement(_with_reason(sentence, sentences[at + 1 : at + 2]), category)
        for at, sentence in enumerate(sentences)
        if (category := classify(sentence)) is not None
    ]


def assistant_statements(text: str) -> list[Statement]:
    """Return the sentences of an assistant's text that name a decision or a root cause without hedging."""
    sentences = sentences_of(text)
    return [
        Statement(_with_reason(sentence, sentences[at + 1 : at + 2]), category)
        for at, sentence in enumerate(sentences)
        if (category := _classify_assistant(sentence)) is not None
    ]


def classify(sentence: str) -> Category | None:
    """Return what a user's sentence asserts for the future, or None."""
    plain = masked(sentence)
    if not is_assertion(plain):
        return None
    clauses = _clauses(plain)
    is_task = any(phrases.TASK.match(clause) for clause in clauses[:2])
    if phrases.CAUSE.match(plain) and not is_task:
        return Category.BUGFIX
    if any(phrases.DECISION.match(clause) for clause in clauses) and not phrases.UNDECIDED.search(plain):
        return Category.ARCHITECTURE
    if _is_preference(plain, clauses):
        return Category.USER_PREFERENCE
    future = next((clause for clause in clauses if phrases.FUTURE_LEAD.match(clause)), "")
    if future:
        rest = phrases.FUTURE_LEAD.sub("", future, count=1)
        return Category.CONVENTION if phrases.FACT_START.match(rest) else Category.USER_PREFERENCE
    if any(phrases.RULE.match(clause) for clause in clauses[:4]):
        return Category.CONVENTION
    is_report = is_task or phrases.ABOUT_THE_MOMENT.match(plain) or phrases.COMPLAINT.search(plain)
    is_fact = not is_report and any(phrases.CONVENTION.match(clause) for clause in clauses[:4])
    return Category.CONVENTION if is_fact else None


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


def _is_preference(plain: str, clauses: Sequence[str]) -> bool:
    if phrases.ABOUT_THE_MOMENT.match(plain):
        return False
    strong = any(phrases.PREFERENCE.match(clause) for clause in clauses) or phrases.POLITE_PREFERENCE.search(plain)
    if not strong and phrases.MIXED_PREFERENCE.match(plain):
        is_task = any(phrases.TASK.match(clause) for clause in clauses[:2])
        return not is_task and re.match(r"(?:the|a|it|this|that|they)\b", plain) is None
    if strong:
        return phrases.MOMENTARY.search(plain) is None and not any(phrases.ABOUT_THE_MOMENT.match(c) for c in clauses)
    is_ensured = any(re.match(r"(?:make sure|ensure|be sure)\b", clause) for clause in clauses)
    return is_ensured and phrases.GENERAL.search(plain) is not None and phrases.MOMENTARY.search(plain) is None


def _clauses(plain: str) -> list[str]:
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


def _classify_assistant(sentence: str) -> Category | None:
    plain = masked(sentence)
    if not is_assertion(plain) or phrases.HEDGE.search(plain) or len(plain.split()) < 6:
        return None
    if phrases.ASSISTANT_CAUSE.match(plain):
        return Category.BUGFIX
    is_decision = any(phrases.ASSISTANT_DECISION.match(clause) for clause in _clauses(plain))
    return Category.ARCHITECTURE if is_decision else None


def _with_reason(sentence: str, following: Sequence[str]) -> str:
    if not following or phrases.HAS_REASON.search(sentence.lower()):
        return sentence
    reason = following[0]
    is_reason = phrases.REASON.match(reason.lower()) and not reason.endswith(("?", "？"))
    joined = f"{sentence} {reason}"
    return joined if is_reason and len(joined) <= MAX_CHARS else sentence
