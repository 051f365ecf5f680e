"""Turns the user's answers to the assistant's questions into decisions, those asked by a tool and those in the talk."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import cast

from codewatch.agents.rules import moment, phrases, prompts
from codewatch.agents.rules.draft import draft
from codewatch.agents.rules.excerpt import cut
from codewatch.agents.rules.moment import any_of
from codewatch.agents.rules.rules_table import Rule
from codewatch.agents.rules.sentences import sentences_of
from codewatch.agents.rules.timeline import ToolUse
from codewatch.categories import Category, Origin, Priority
from codewatch.messages import Message, Role
from codewatch.observations import Observation

MAX_ANSWER_CHARS = 130
MAX_QUESTION_CHARS = 130
MAX_ANSWER_TEXT = 2_000
MAX_REPLY_CHARS = 200

_ASKING_TOOLS = frozenset("askuserquestion ask_user_question ask_followup_question request_user_input".split())
_PAIR = re.compile(r"\"([^\"]{1,2000})\"=\"([^\"]{0,2000})\"")
# What follows the last answer's closing quotation mark.
_CLOSED = re.compile(r"\"(?=\.? You can|,? (?:user notes|selected)|[.,]?\s*$)")
# How things shall be, not what to do next or what was meant.
_SETTLES = any_of(
    r".*\b(?:which|what|how|where|who|when|for how long)\b.*\b(?:do you (?:want|prefer|need|like)|would you like"
    r"|would you prefer|should|shall|to use|is (?:best|right) for you)\b",
    r".*\b(?:should|shall|do you (?:want|prefer)|would you (?:like|prefer|rather))\b.*\bor\b",
)
_OF_THE_MOMENT = any_of(
    r"\b(?:first|next|now|commit|push|proceed|continue|go on|start|run|mean|see|error|log|output|look|check"
    r"|anything else|happen(?:ed|s)?(?! to))\b"
)
_SETTLES_NOTHING = any_of(
    r"^(?:yes|yep|yeah|no|nope|ok|okay|sure|both|neither|none|first|second|third|last|the (?:first|second|third|last"
    r"|other|former|latter|one)|option|[a-d1-4][.)!]*$|that|this|it|same|whatever|either|you|as you|up to|your|stop"
    r"|wait|never ?mind|forget|actually|hm+|huh|thanks?)\b",
    r"\b(?:not sure|don't know|dunno|idk|no idea|don't care|doesn't matter|decide|your call|maybe|perhaps)\b",
)


def observe_replies(messages: Sequence[Message]) -> list[Observation]:
    """Return one observation for each question about how things shall be that the user answered in the talk."""
    talk = [one for one in messages if one.role in (Role.USER, Role.ASSISTANT) and not one.is_sidechain]
    return [
        draft(
            reply,
            _told(_quotable(reply.text), question),
            rule=Rule.ANSWERS,
            category=Category.ARCHITECTURE,
            priority=Priority.MEDIUM,
            origin=Origin.USER,
        )
        for asking, reply in pairwise(talk)
        if asking.role is Role.ASSISTANT and reply.role is Role.USER and not reply.is_observed
        if (question := _question_of(asking.text)) and _settles(reply.text)
    ]


def _question_of(text: str) -> str:
    """Return the question about how things shall be that a text ends with, or ""."""
    sentences = sentences_of(text[-2_000:])
    last = sentences[-1] if sentences else ""
    plain = last.lower()
    is_it = last.endswith("?") and _SETTLES.match(plain) and not _OF_THE_MOMENT.search(plain)
    return _quotable(last) if is_it else ""


def _settles(text: str) -> bool:
    """Tell whether a reply says by itself what was chosen."""
    if len(text) > MAX_REPLY_CHARS or prompts.is_chatter(text) or len(sentences_of(text)) != 1:
        return False
    plain = text.lower().replace("’", "'").strip()
    is_open = "?" in plain or phrases.QUESTION.match(plain) or phrases.HYPOTHETICAL.search(plain)
    return not (is_open or _SETTLES_NOTHING.search(plain) or moment.MOMENTARY.search(plain))


def _told(answer: str, question: str) -> str:
    return f'The user chose "{cut(answer, MAX_ANSWER_CHARS)}" for "{cut(question, MAX_QUESTION_CHARS)}"'


def _quotable(text: str) -> str:
    return " ".join(text.split()).replace('"', "'")


def observe_answers(uses: Iterable[ToolUse]) -> list[Observation]:
    """Return one observation for each question that the user answered."""
    return [
        draft(
            use.result,
            _told(answer, question),
            rule=Rule.ANSWERS,
            category=Category.ARCHITECTURE,
            priority=Priority.HIGH,
            origin=Origin.USER,
        )
        for use in uses
        if _is_answered(use)
        for question, answer in _pairs(use)
        if answer.strip()
    ]


def _is_answered(use: ToolUse) -> bool:
    is_main = not use.result.is_observed and not use.result.is_sidechain and not use.result.is_error
    return is_main and use.tool.lower() in _ASKING_TOOLS


def _pairs(use: ToolUse) -> list[tuple[str, str]]:
    known = _asked(use)
    said = _answers_to(known, use.output) if known else _PAIR.findall(use.output)
    if said:
        return said
    answers: object = use.tool_input.get("answers")
    if isinstance(answers, Mapping):
        return [(str(question), str(answer)) for question, answer in answers.items()]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    question: object = use.tool_input.get("question")
    return [(question, use.output)] if isinstance(question, str) and use.output else []


def _asked(use: ToolUse) -> list[str]:
    """Return the questions as the call has them: what a question quotes is then no answer."""
    given: object = use.tool_input.get("questions")
    entries = cast("list[object]", given) if isinstance(given, list) else []
    found = (cast("Mapping[str, object]", entry).get("question") for entry in entries if isinstance(entry, Mapping))
    return [question for question in found if isinstance(question, str) and question]


def _answers_to(questions: Sequence[str], output: str) -> list[tuple[str, str]]:
    """Return each question that the output answers; an answer ends where the next one's question begins."""
    starts = sorted((at, question) for question in questions if (at := output.find(f'"{question}"="')) >= 0)
    ends = [*[at for at, _ in starts], len(output)][1:]
    found: list[tuple[str, str]] = []
    for (at, question), end in zip(starts, ends, strict=True):
        begin = at + len(question) + 4
        rest = output[begin : min(end, begin + MAX_ANSWER_TEXT)]
        closed = _CLOSED.search(rest)
        found.append((question, rest[: closed.start() if closed is not None else max(rest.rfind('"'), 0)]))
    return found
