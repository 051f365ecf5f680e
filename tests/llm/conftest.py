"""What the model tests share: providers on loopback servers, and an asker that keeps its ledger in a list."""

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import BaseModel

from codewatch.calls import Spent
from codewatch.llm.asking import ProvidersAsker
from codewatch.llm.budget import Budget, Ledger
from codewatch.llm.lanes import Lanes
from codewatch.llm.providers import Provider
from codewatch.llm.question import Question
from codewatch.llm.reading import read_json


class Facts(BaseModel):
    """A shape for questions in tests."""

    facts: list[str] = []


@pytest.fixture
def question():
    """Give a question that takes any JSON for an answer."""
    return Question(
        "observe", "Answer with JSON.", "What is known?", Facts, lambda reply, is_cut: read_json(reply, is_cut=is_cut),
        temperature=0.3, max_output_tokens=100,
    )  # fmt: skip


@pytest.fixture
def make_question(question):
    """Give a function that makes such a question about a text."""
    return lambda text: replace(question, text=text)


@pytest.fixture
def provider_at():
    """Give a function that makes a provider whose address is a server's."""

    def make(server, name="openai", model="small-1", **fields):
        values: dict[str, Any] = {
            "name": name,
            "prefix": name,
            "route": "openai",
            "model": model,
            "base_url": server.url,
            "key": "k",
        }
        return Provider(**{**values, **fields})

    return make


@pytest.fixture
def asking():
    """Give a function that makes an asker over providers, with its ledger of calls and its pauses to look at."""

    def make(*providers, budget=None, timeout_s=20.0, spent=lambda day: Spent(0, 0.0), answered=set, **options):
        calls, pauses = [], {}
        lanes = Lanes(
            keep=lambda pause: pauses.update({pause.provider: pause}), forget=lambda name: pauses.pop(name, None),
            answered=answered,
        )  # fmt: skip

        def begin(call):
            calls.append(call)
            return len(calls)

        def end(number, call):
            calls[number - 1] = call

        ledger = Ledger(budget or Budget(0, 0.0), spent=spent, begin=begin, end=end)
        asker = ProvidersAsker(
            list(providers), lanes=lanes, ledger=ledger, run=asyncio.run, timeout_s=timeout_s, **options
        )
        return SimpleNamespace(
            asker=asker, ask=asker.ask, calls=calls, pauses=pauses, lanes=lanes,
            outcomes=lambda: [call.outcome for call in calls],
        )  # fmt: skip

    return make
