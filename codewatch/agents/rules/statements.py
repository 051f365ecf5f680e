"""Turns what people said into preferences, conventions, decisions, pinned versions and root causes."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from codewatch.agents.rules import facts, moment, norms, passed_on, phrases, wording
from codewatch.agents.rules.draft import MAX_CHARS, draft
from codewatch.agents.rules.rules_table import Rule
from codewatch.agents.rules.sentences import sentences_of
from codewatch.agents.rules.tongues import reading
from codewatch.categories import Category, Origin, Priority
from codewatch.messages import Message, Role
from codewatch.observations import Observation

MIN_WORDS = 2
# Fewer say too little to be known by their words alone.
MIN_WORDS_ALONE = 4
MAX_CLAUSES = 8
# How much like a rule a description must sound to be one, in log odds: long ones are mostly a readme's.
OWN_WORDS = -2.0
NORM = -1.0
SHORT_WORDS = 10
SHORT_FACT = -1.5
LONG_FACT = 0.5

_QUOTED = re.compile(
    r"\"[^\"\n]{1,300}\"|“[^”\n]{1,300}”|«[^»\n]{1,300}»|「[^」\n]{1,300}」|`[^`\n]{1,200}`|(?<!\w)'[^'\n]{2,200}'(?!\w)"
)
# Hasty writers leave it out.
_APOSTROPHES = (
    (re.compile(r"\b(do|does|did|is|are|was|were|wo|ca|could|should|would|have|has|had)nt\b"), r"\1n't"),
    (re.compile(r"((?:^|\b(?:ok|okay|so|and|then|now|but)\b,? |[,;] )let)s\b"), r"\1's"),
    (re.compile(r"\b(i)(m|ve)\b"), r"\1'\2"),
    (re.compile(r"\bid (?=rather|like|prefer|love)"), "i'd "),
)
_CLAUSE = re.compile(r"[,;:，；：]\s*|\s[–—-]{1,2}\s|\s(?:and|but|so)\s|\s\(")
# Go's "./..." is a path.
_BROKEN_OFF = re.compile(r"(?<!/)\.\.\.|…")
_OWN = re.compile(
    r"\b(?:i|i'd|i'm|i'll|me|my|we|we'd|we'll|we're|us|our|please|pls|let's|you should|you must"
    r"|decision|decided|from now on|going forward|in (?:the )?future)\b"
)
_PATH = re.compile(r"\w/")
_OURS = re.compile(r"(?:and |but |also )?our (?!users?\b|products?\b|goals?\b|community\b|team\b)")
_BINDS = re.compile(r"\b(?:must|may only|may not|should|only|always|never|nobody|no one)\b")
_POINTS_BACK = re.compile(r"\b(?:it|them|there|this|that|those)\b")
# "Don't write any code" is of the moment.
_NOT_AT_ALL = re.compile(r"\b(?:don't|do not)(?: \w+){1,2} (?:any|anything)\b")
# Rules are not about who is talking.
_PERSONAL = re.compile(r"\b(?:i|i'll|i'm|i've|i'd|me|my|mine|you|your|he|she|we'll|we've|our side|let's|never mind)\b")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_PRIORITY = {
    Category.USER_PREFERENCE: Priority.HIGH,
    Category.ARCHITECTURE: Priority.HIGH,
    Category.CONVENTION: Priority.MEDIUM,
    Category.DEPENDENCY: Priority.MEDIUM,
    Category.BUGFIX: Priority.MEDIUM,
    Category.FILE_PATTERN: Priority.MEDIUM,
    Category.LEARNING: Priority.HIGH,
}

_RULE = {
    Category.USER_PREFERENCE: Rule.PREFERENCE,
    Category.ARCHITECTURE: Rule.DECISION,
    Category.CONVENTION: Rule.CONVENTION,
    Category.DEPENDENCY: Rule.PIN,
    Category.BUGFIX: Rule.CAUSE,
    Category.FILE_PATTERN: Rule.FILE_PATTERN,
    Category.LEARNING: Rule.WARNING,
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
            priority=_priority_of(statement),
            origin=Origin.USER,
        )
        for message in messages
        if message.role is Role.USER and not message.is_observed and not message.is_sidechain
        for statement in user_statements(message.text)
    ]


def _priority_of(statement: Statement) -> Priority:
    is_fact = statement.category is Category.LEARNING and not phrases.WARNING.match(masked(statement.content))
    return Priority.MEDIUM if is_fact else _PRIORITY[statement.category]


def user_statements(text: str) -> list[Statement]:
    """Return the sentences of a user's text that state a preference, convention, decision or root cause."""
    sentences = sentences_of(text)
    return [
        Statement(with_reason(sentence, sentences[at + 1 : at + 2]), category)
        for at, (sentence, category) in enumerate(_classified(tuple(sentences)))
        if category is not None
    ]


def other_sentences(text: str) -> list[str]:
    """Return the sentences of a user's text that state nothing lasting."""
    return [sentence for sentence, category in _classified(tuple(sentences_of(text))) if category is None]


def classify(sentence: str, *, is_in_task: bool = False, follows_task: bool = False) -> Category | None:
    """Return what a user's sentence asserts for the future, or None.

    `is_in_task` says that another sentence of the prompt orders some work: an order beside it belongs to that work.
    `follows_task` says that it came before: then what is told describes that work.
    """
    plain = masked(sentence)
    if not is_assertion(plain):
        return None
    if (foreign := reading.sentence_of(plain)) is not None:
        return reading.category_of(foreign, is_in_task=is_in_task)
    clauses = clauses_of(plain)
    if phrases.CAUSE.match(plain) and not _opens_a_task(clauses):
        return Category.BUGFIX
    if not _is_readme(sentence, plain):
        if phrases.WARNING.match(plain) and not moment.FOR_THIS.search(plain):
            return Category.LEARNING
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
    if _is_convention(sentence, plain, clauses, is_in_task=is_in_task):
        return Category.CONVENTION
    norm = _find_norm(sentence, plain)
    if norm is not None and not (norm.is_order and is_in_task):
        return norm.category
    is_fact = not follows_task and not _is_readme(sentence, plain) and not _opens_a_task(_leading(plain))
    fact = facts.find_fact(plain, clauses) if is_fact else None
    return fact.category if fact is not None else None


def is_assertion(plain: str) -> bool:
    """Tell an assertion from a question, a supposition, a report of others' words, and a fragment."""
    is_long_enough = len(plain.split()) >= MIN_WORDS or len(_CJK.findall(plain)) >= 5
    return (
        is_long_enough
        and not _BROKEN_OFF.search(plain)
        and not phrases.QUESTION.match(plain)
        and not phrases.HYPOTHETICAL.search(plain)
        and not phrases.REPORTED.search(plain)
        and not reading.is_open(plain)
    )


# A sentence is looked at by several rules, one after the other.
@lru_cache(maxsize=1_024)
def masked(sentence: str) -> str:
    """Return the sentence in lower case with quotations blanked: quoted words are not the speaker's."""
    plain = sentence.lower().replace("’", "'").replace("let us ", "let's ")
    plain = _QUOTED.sub(lambda quoted: "x" * len(quoted[0]), plain)
    if reading.sentence_of(plain) is not None:
        return plain
    for left_out, whole in _APOSTROPHES:
        plain = left_out.sub(whole, plain)
    asked = phrases.ASKED_HABIT.match(plain)
    return plain[asked.end() :].rstrip("?! ") if asked else plain


@lru_cache(maxsize=32)
def _classified(sentences: tuple[str, ...]) -> tuple[tuple[str, Category | None], ...]:
    plain = [masked(sentence) for sentence in sentences]
    tasks = [
        _is_task(one) and _find_norm(sentence, one) is None for sentence, one in zip(sentences, plain, strict=True)
    ]
    own = passed_on.own_count(plain)
    asked = [at for at, is_task in enumerate(tasks) if is_task][:2]
    found: list[tuple[str, Category | None]] = []
    for at, sentence in enumerate(sentences):
        is_in_task, follows_task = any(one != at for one in asked), any(one < at for one in asked)
        category = classify(sentence, is_in_task=is_in_task, follows_task=follows_task) if at < own else None
        found.append((sentence, category))
    return tuple(found)


def _is_task(plain: str) -> bool:
    return reading.opens_a_task(plain) or _opens_a_task(clauses_of(plain))


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


def _is_convention(sentence: str, plain: str, clauses: Sequence[str], *, is_in_task: bool) -> bool:
    if not moment.MOMENTARY.search(plain) and _is_rule(plain, clauses, is_in_task=is_in_task):
        return True
    is_report = (
        _opens_a_task(_leading(plain))
        or any(moment.TASK.match(clause) and _POINTS_BACK.search(clause) for clause in clauses[:3])
        or moment.FOR_THIS.search(plain)
        or moment.THEREFORE.search(plain)
        or moment.ABOUT_THE_MOMENT.match(plain)
        or moment.COMPLAINT.search(plain)
        or any(moment.TASK_OF_FACT.match(clause) for clause in clauses)
    )
    if is_report or not any(phrases.CONVENTION.match(clause) for clause in clauses[:4]):
        return False
    least = SHORT_FACT if len(plain.split()) <= SHORT_WORDS else LONG_FACT
    return bool(_BINDS.search(plain) or _OURS.match(plain)) or wording.score(sentence, plain) >= least


def _is_rule(plain: str, clauses: Sequence[str], *, is_in_task: bool) -> bool:
    if any(phrases.JOB.match(clause) for clause in clauses[:2]):
        return True
    if any(phrases.RULE.match(clause) for clause in clauses[:4]):
        return not _is_work(clauses, is_in_task=is_in_task)
    is_of_all = any(phrases.RULE_OF_ALL.match(clause) for clause in clauses[:4])
    return is_of_all and _lasts(plain, clauses, is_in_task=is_in_task)


def _is_readme(sentence: str, plain: str) -> bool:
    """Tell a sentence that is nobody's own from what a person says."""
    return _OWN.search(plain) is None and wording.score(sentence, plain) < OWN_WORDS


def _find_norm(sentence: str, plain: str) -> norms.Norm | None:
    """Return the form of a sentence that is written like a rule, be it by its words alone."""
    if moment.MOMENTARY.search(plain) or moment.ABOUT_THE_MOMENT.match(plain) or moment.THEREFORE.search(plain):
        return None
    if moment.COMPLAINT.search(plain) or phrases.REASON.match(plain) or _NOT_AT_ALL.search(plain):
        return None
    norm = norms.find_norm(plain)
    if norm is not None and wording.score(sentence, plain) < NORM:
        return None
    if norm is None and len(plain.split()) >= MIN_WORDS_ALONE and is_assertion(plain) and not _PERSONAL.search(plain):
        norm = norms.BY_ITS_WORDS if wording.score(sentence, plain) >= wording.SOUNDS_LIKE_A_RULE else None
    if norm is None or not norm.is_order:
        return norm if norm is None or not moment.TASK.match(plain) else None
    is_task = moment.TASK.match(plain) and _PATH.search(plain)
    return None if is_task or moment.SPECIFIC.search(plain) else norm


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
        clauses += _leading(plain[start:].strip())
    return clauses


def _leading(plain: str) -> list[str]:
    """Return the sentence with its leading fillers taken off one after the other."""
    found = [plain]
    while (lead := phrases.LEADS.match(found[-1])) is not None:
        found.append(found[-1][lead.end() :])
    return found


def with_reason(sentence: str, following: Sequence[str]) -> str:
    """Return the sentence joined with the next one when that gives the reason."""
    if not following or phrases.HAS_REASON.search(sentence.lower()):
        return sentence
    reason = following[0]
    is_reason = (phrases.REASON.match(reason.lower()) or reading.is_reason(masked(reason))) and not reason.endswith(
        ("?", "？")
    )
    joined = f"{sentence} {reason}"
    return joined if is_reason and len(joined) <= MAX_CHARS else sentence
