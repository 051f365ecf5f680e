"""Turns the user's answers to the assistant's questions into decisions."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from codewatch.agents.rules.draft import draft
from codewatch.agents.rules.excerpt import cut
from codewatch.agents.rules.rules_table import Rule
from codewatch.agents.rules.timeline import ToolUse
from codewatch.categories import Category, Origin, Priority
from codewatch.observations import Observation

MAX_ANSWER_CHARS = 130
MAX_QUESTION_CHARS = 130
MAX_ANSWER_TEXT = 2_000

_ASKING_TOOLS = frozenset("askuserquestion ask_user_question ask_followup_question request_user_input".split())
_PAIR = re.compile(r"\"([^\"]{1,2000})\"=\"([^\"]{0,2000})\"")
# What follows the last answer's closing quotation mark.
_CLOSED = re.compile(r"\"(?=\.? You can|,? (?:user notes|selected)|[.,]?\s*$)")


def observe_answers(uses: Iterable[ToolUse]) -> list[Observation]:
    """Return one observation for each question that the user answered."""
    return [
        draft(
            use.result,
            f'The user chose "{cut(answer, MAX_ANSWER_CHARS)}" for "{cut(question, MAX_QUESTION_CHARS)}"',
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
