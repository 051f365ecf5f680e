"""Turns the to-do lists that assistants keep into one observation: what is done and open when the stretch ends."""

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, cast

from codewatch.agents.rules import prompts
from codewatch.agents.rules.draft import MAX_CHARS, draft
from codewatch.agents.rules.excerpt import cut
from codewatch.agents.rules.growing import TODOS
from codewatch.agents.rules.rules_table import Rule
from codewatch.categories import Category, Priority, Scope
from codewatch.messages import Message, Role
from codewatch.observations import Observation

MAX_ITEM_CHARS = 60
MAX_TASK_CHARS = 70
MIN_GROUP_CHARS = 40
OPEN = ("in_progress", "pending")
DONE = "completed"

_LIST_TOOLS = frozenset(("todowrite", "todo_write", "update_plan", "write_todos"))
_TASK_TOOLS = frozenset(("taskcreate", "taskupdate"))
_CREATED = re.compile(r"Task #(\w+) created")


class Todo(NamedTuple):
    """One item of a list; `state` is in_progress, pending, completed, or another word of the client's."""

    text: str
    state: str


def read_todos(messages: Iterable[Message]) -> list[Todo]:
    """Return the list of the main thread as the last of the messages leaves it."""
    todos: dict[str, Todo] = {}
    subjects: dict[str, str] = {}
    for message in messages:
        tool = message.tool.lower()
        if not is_todo(message):
            continue
        given = message.tool_input
        if tool in _LIST_TOOLS:
            todos = _listed(given)
        elif tool == "taskcreate" and message.role is Role.TOOL_CALL:
            subjects[message.call] = str(given.get("subject") or "")
        elif tool == "taskcreate" and (made := _CREATED.search(message.text, 0, 300)):
            todos[made[1]] = Todo(str(given.get("subject") or "") or subjects.get(message.call, ""), "pending")
        elif tool == "taskupdate":
            task = str(given.get("taskId") or "")
            known = todos.get(task, Todo("", "pending"))
            todos[task] = Todo(str(given.get("subject") or known.text), str(given.get("status") or known.state))
    return [todo for todo in todos.values() if todo.text]


def is_todo(message: Message) -> bool:
    """Tell whether a message writes the main thread's to-do list, and did not fail."""
    is_own = not message.is_sidechain and not message.is_error
    return is_own and message.tool.lower() in _LIST_TOOLS | _TASK_TOOLS


def observe_todos(messages: Sequence[Message]) -> list[Observation]:
    """Return what is done and open, for each session whose list was written and not observed yet."""
    found: list[Observation] = []
    for session in dict.fromkeys(message.session for message in messages):
        own = [message for message in messages if message.session == session]
        written = [message for message in own if is_todo(message)]
        todos = read_todos(own)
        told = ""
        if written and not written[-1].is_observed:
            told = _told(todos, _asked(own[: own.index(written[-1])]))
        if told:
            found.append(
                draft(
                    written[-1],
                    told,
                    rule=Rule.TODOS,
                    category=Category.TASK_CONTEXT,
                    priority=Priority.LOW,
                    scope=Scope.BRANCH,
                )
            )
    return found


def _listed(given: Any) -> dict[str, Todo]:
    entries: Any = given.get("todos") or given.get("plan") or []
    if not isinstance(entries, list):
        return {}
    found: dict[str, Todo] = {}
    for at, entry in enumerate(cast("list[object]", entries)):
        if isinstance(entry, dict):
            named = cast("dict[str, Any]", entry)
            text = named.get("content") or named.get("step") or named.get("description") or ""
            found[str(at)] = Todo(str(text), str(named.get("status") or "pending"))
    return found


def _asked(messages: Sequence[Message]) -> str:
    """Return the request that the list belongs to: the last one that is more than a question."""
    for message in reversed(messages):
        is_prompt = message.role is Role.USER and not message.is_sidechain and prompts.is_request(message.text)
        if is_prompt and not prompts.is_bare_question(message.text):
            return prompts.quote(message.text, MAX_TASK_CHARS)
    return ""


def _told(todos: Sequence[Todo], asked: str) -> str:
    started = [todo.text for todo in todos if todo.state == OPEN[0]]
    pending = [todo.text for todo in todos if todo.state == OPEN[1]]
    done = [todo.text for todo in todos if todo.state == DONE]
    opening = f'{TODOS} for "{asked}"' if asked else TODOS
    groups = [group for group in (("in progress", started), ("open", pending), ("done", done)) if group[1]]
    if not groups:
        return ""
    room = MAX_CHARS - len(opening) - 2
    told: list[str] = []
    for left, (name, texts) in zip(range(len(groups) - 1, -1, -1), groups, strict=True):
        # What is done comes last: the room is for what is open.
        told.append(_group(name, texts, room - left * MIN_GROUP_CHARS))
        room -= len(told[-1]) + len("; ")
    return f"{opening}: {'; '.join(told)}"


def _group(name: str, texts: Sequence[str], room: int) -> str:
    shown: list[str] = []
    used = len(name) + len(" (+99 more)") + 4
    for text in texts:
        short = cut(text, MAX_ITEM_CHARS).rstrip(".")
        if shown and used + len(short) + 2 > room:
            break
        shown.append(short)
        used += len(short) + 2
    more = f" (+{len(texts) - len(shown)} more)" if len(shown) < len(texts) else ""
    return f"{name}: {', '.join(shown)}{more}"
