"""Turns a session so far into the task it is on and the next step (FEATURES F41)."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from codewatch.agents.rules import prompts
from codewatch.agents.rules.excerpt import cut
from codewatch.agents.rules.sentences import sentences_of
from codewatch.agents.rules.todos import OPEN, read_todos
from codewatch.messages import Message, Role

MAX_TASK_CHARS = 200


class CurrentTask(NamedTuple):
    """What a session works on. `next_step` is "" when nothing says it; `source` is the prompt's key."""

    task: str
    next_step: str
    session: str
    branch: str
    at: str
    source: str


def current_task(messages: Sequence[Message]) -> CurrentTask | None:
    """Return the last substantive prompt as the task, with the open to-do or the announced next step."""
    asked = next((message for message in reversed(messages) if _is_task(message)), None)
    if asked is None:
        return None
    step = _open_todo(messages) or _announced(messages, since=asked)
    return CurrentTask(
        task=prompts.quote(asked.text, MAX_TASK_CHARS),
        next_step=cut(step, MAX_TASK_CHARS),
        session=asked.session,
        branch=asked.branch,
        at=asked.at,
        source=asked.key,
    )


def _is_task(message: Message) -> bool:
    is_prompt = message.role is Role.USER and not message.is_sidechain and prompts.is_request(message.text)
    return is_prompt and not prompts.is_bare_question(message.text)


def _open_todo(messages: Iterable[Message]) -> str:
    todos = read_todos(messages)
    return next((todo.text for state in OPEN for todo in todos if todo.state == state), "")


def _announced(messages: Sequence[Message], *, since: Message) -> str:
    for message in reversed(messages):
        if message is since:
            return ""
        if message.role is Role.ASSISTANT and not message.is_sidechain:
            said = [sentence for sentence in sentences_of(message.text) if sentence.lower().startswith("next")]
            if said:
                return said[-1]
    return ""
