"""A backlog of many days: folded by date section, no call of more than 30,000 tokens (FEATURES F142)."""

import json
import re
from itertools import combinations

import pytest

from codewatch.agents.model_reflector import CALL_TOKENS
from codewatch.categories import Category, Priority
from codewatch.observations import Observation
from codewatch.store import observations, sessions
from codewatch.store.database import open_memory, transaction

DAYS = 24
A_DAY = 44
_NOTE = re.compile(r"^(\d+) \| (\d{4}-\d\d-\d\d) \|", re.MULTILINE)
_WORDS = "shelf harbour ledger basket lantern meadow copper window market saddle".split()

_TOLD = [f"{one} {other}" for one, other in combinations(_WORDS, 2)]


@pytest.fixture
def backlog(product):
    """Store 100,000 tokens of work, spread over many days, and return how many tokens they are."""
    with open_memory(str(product.data)), transaction():
        project = sessions.project_id(str(product.project), now="2026-05-01T10:00:00.000Z")
        for number in range(DAYS * A_DAY):
            at = f"2026-05-{1 + number // A_DAY:02d}T10:00:{number % A_DAY:02d}.000Z"
            text = f"looked at part {number} of the shop: " + " ".join(_WORDS[(number + n) % 10] for n in range(50))
            found = Observation(text, Category.TASK_CONTEXT, Priority.MEDIUM, at)
            observations.add(found, project=project, session=None, branch="main", who="worker", now=at)
        return observations.unreflected_tokens(project, "main")


def by_day(body):
    """Answer one line a day, as a model that folds does, about all the notes of that day."""
    days = {}
    for note, day in _NOTE.findall(body["messages"][-1]["content"]):
        days.setdefault(day, []).append(int(note))
    lines = [
        {"heading": "Work done", "text": f"{_TOLD[int(day[-2:]) - 1]}, then the rest", "sources": ids}
        for day, ids in days.items()
    ]
    return {"content": json.dumps({"lines": lines})}


def test_a_backlog_is_asked_about_by_days_and_becomes_one_reflection(product, backlog, serve):
    server = serve(choose=by_day)

    made = product.json(
        "reflect", CODEWATCH_LLM_PROVIDER="openai", CODEWATCH_OPENAI_BASE_URL=server.url, CODEWATCH_DAILY_TOKENS="0"
    )

    asked = [_NOTE.findall(body["messages"][-1]["content"]) for body in server.requests]
    days = [{day for _, day in notes} for notes in asked]
    assert backlog >= 100_000
    assert len(asked) == -(-backlog // CALL_TOKENS)
    assert all(len(notes) * backlog / (DAYS * A_DAY) <= CALL_TOKENS for notes in asked)
    assert sum(len(one) for one in days) == len(set().union(*days)) == DAYS
    assert made["observations_compressed"] == DAYS * A_DAY
    assert made["observer"] == "openai/gpt-4o-mini"
    assert product.sql("select count(*) from observation where state = 'active'") == [(0,)]
    assert product.run("reflect", CODEWATCH_LLM_PROVIDER="openai").stdout.strip() == "nothing to reflect"
