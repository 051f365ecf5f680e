"""Turns a session so far into the task it is on and the next step (FEATURES F41)."""

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from codewatch.agents.rules import prompts
from codewatch.agents.rules.excerpt import cut
from codewatch.agents.rules.sentences import sentences_of
from codewatch.messages import Message, Role

MAX_TASK_CHARS = 200

_CREATED = re.compile(r"Task #(\w+) created")
_TODO_TOOLS = frozenset(("todowrite", "todo_write", "update_plan", "write_todos"))
_OPEN = ("in_progress", "pending")


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
    todos: dict[str, tuple[str, str]] = {}
    subjects: dict[str, str] = {}
    for message in messages:
        tool = message.tool.lower()
        if message.is_sidechain or message.is_error:
            continue
        if tool in _TODO_TOOLS:
            todos = _listed(message.tool_input)
        elif tool == "taskcreate" and message.role is Role.TOOL_CALL:
            subjects[message.call] = str(message.tool_input.get("subject") or "")
        elif tool == "taskcreate" and (made := _CREATED.search(message.text, 0, 300)):
            subject = str(message.tool_input.get("subject") or "") or subjects.get(message.call, "")
            todos[made[1]] = (subject, "pending")
        elif tool == "taskupdate":
            task = str(message.tool_input.get("taskId") or "")
            known = todos.get(task, ("", "pending"))
            todos[task] = (known[0], str(message.tool_input.get("status") or known[1]))
    by_state = {state: [text for text, known in todos.values() if known == state and text] for state in _OPEN}
    return next((texts[0] for state in _OPEN if (texts := by_state[state])), "")


def _listed(tool_input: Any) -> dict[str, tuple[str, str]]:
    entries: Any = tool_input.get("todos") or tool_input.get("plan") or []
    if not isinstance(entries, list):
        return {}
    found: dict[str, tuple[str, str]] = {}
    for at, entry in enumerate(entries):  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        if isinstance(entry, dict):
            named: dict[str, Any] = entry  # pyright: ignore[reportUnknownVariableType]
            text = named.get("content") or named.get("step") or named.get("description") or ""
            found[str(at)] = (str(text), str(named.get("status") or "pending"))
    return found


def _announced(messages: Sequence[Message], *, since: Message) -> str:
    for message in reversed(messages):
        if message is since:
            return ""
        if message.role is Role.ASSISTANT and not message.is_sidechain:
            said = [sentence for sentence in sentences_of(message.text) if sentence.lower().startswith("next")]
            if said:
                return said[-1]
    return ""
