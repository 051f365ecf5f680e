"""Builders of messages in the shape the Claude parser gives them, numbered in the order of their making."""

import itertools
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from codewatch.agents.rules.rules_observer import RulesObserver
from codewatch.categories import Category, Priority, Scope, State
from codewatch.llm.question import Answer, Question
from codewatch.messages import Message, Role
from codewatch.observations import Observation, StoredObservation

ROOT = "/home/ana/shop"

Build = Callable[..., Message]
Observe = Callable[..., list[Observation]]
Note = Callable[..., StoredObservation]


class ScriptedAsker:
    """An asker that answers from a list: a reply as text or as JSON, or an error to raise; the last one for ever."""

    def __init__(self, *replies: object, is_cut: tuple[bool, ...] = ()) -> None:
        self.replies = itertools.chain(replies[:-1], itertools.repeat(replies[-1]))
        self.cuts = itertools.chain(is_cut, itertools.repeat(False))
        self.questions: list[Question] = []

    def ask(self, question: Question) -> Answer:
        """Return the next reply, read as the question says."""
        self.questions.append(question)
        reply, is_cut = next(self.replies), next(self.cuts)
        if isinstance(reply, Exception):
            raise reply
        text = reply if isinstance(reply, str) else json.dumps(reply, ensure_ascii=False)
        return Answer(question.read(text, is_cut), "acme", "small-1", is_cut)


@pytest.fixture
def message() -> Build:
    """Build a message of any role, with the session's common fields filled in."""
    numbers = itertools.count(1)

    def build(role: Role, text: str = "", **fields: Any) -> Message:
        number = next(numbers)
        common: dict[str, Any] = {
            "key": f"m{number}",
            "at": f"2026-03-01T10:00:{number:02}Z",
            "session": "s1",
            "cwd": ROOT,
            "branch": "main",
        }
        return Message(role=role, text=text, **(common | fields))

    return build


@pytest.fixture
def said(message: Build) -> Build:
    """Build a prompt that the user typed."""
    return lambda text, **fields: message(Role.USER, text, **fields)


@pytest.fixture
def answered(message: Build) -> Build:
    """Build a text of the assistant."""
    return lambda text, **fields: message(Role.ASSISTANT, text, **fields)


@pytest.fixture
def ran(message: Build) -> Build:
    """Build the result of a Bash call."""

    def build(command: str, output: str = "", *, failed: bool = False, **fields: Any) -> Message:
        tool_input = {"command": command}
        return message(Role.TOOL_RESULT, output, tool="Bash", tool_input=tool_input, is_error=failed, **fields)

    return build


@pytest.fixture
def edited(message: Build) -> Build:
    """Build the result of an Edit call on a path in the project."""

    def build(path: str, **fields: Any) -> Message:
        full = f"{ROOT}/{path}"
        done = message(
            Role.TOOL_RESULT,
            f"The file {full} has been updated successfully.",
            tool="Edit",
            tool_input={"file_path": full, "old_string": "a", "new_string": "b"},
        )
        return replace(done, **fields)

    return build


@pytest.fixture
def observe() -> Observe:
    """Give the rules observer, bound to the project's root."""
    return lambda *messages: RulesObserver().observe(messages, project_root=ROOT)


@pytest.fixture
def contents(observe: Observe) -> Callable[..., list[str]]:
    """Give the texts of what the rules observer finds."""
    return lambda *messages: [found.content for found in observe(*messages)]


@pytest.fixture
def note() -> Note:
    """Build a stored observation, numbered from 1, with the common fields filled in."""
    numbers = itertools.count(1)

    def build(content: str, category: Category = Category.LEARNING, **fields: Any) -> StoredObservation:
        common: dict[str, Any] = {
            "id": next(numbers), "priority": Priority.MEDIUM, "scope": Scope.PROJECT, "project": ROOT, "branch": "main",
            "session": "s1", "files": (), "topics": (), "observed_at": "2026-03-01T10:00:00.000Z",
            "state": State.ACTIVE, "origin": "assistant", "observer": "rules", "confidence": 0.9,
            "tokens": -(-len(content) // 4),
        }  # fmt: skip
        return StoredObservation(content=content, category=category, **(common | fields))

    return build


@pytest.fixture
def scripted() -> type[ScriptedAsker]:
    """Give the asker that answers from a list."""
    return ScriptedAsker
