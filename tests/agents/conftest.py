"""Builders of messages in the shape the Claude parser gives them, numbered in the order of their making."""

import itertools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from codewatch.agents.rules.rules_observer import RulesObserver
from codewatch.messages import Message, Role
from codewatch.observations import Observation

ROOT = "/home/ana/shop"

Build = Callable[..., Message]
Observe = Callable[..., list[Observation]]


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
