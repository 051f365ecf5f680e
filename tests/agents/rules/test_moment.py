"""Which orders last, over a list of plain tasks and one of lasting statements."""

from pathlib import Path

import pytest

from codewatch.agents.rules.statements import other_sentences, user_statements
from codewatch.categories import Category

TASKS = (Path(__file__).parent / "task_prompts.txt").read_text().splitlines()
LASTING = (Path(__file__).parent / "lasting_statements.txt").read_text().splitlines()
# What the words alone do not tell.
REQUIREMENTS = frozenset((
    "Store each upload under a random name.",
    "Users must be able to reset their password via mail.",
    "Users should only see their own orders.",
    "The snake moves every 200 ms and the board is 20x20.",
    "The score is shown at the top right.",
    "The importer reads from stdin and writes to stdout.",
    "Add an admin role. Only admins may delete posts.",
    "Implement a todo app. It stores items in localStorage. Each item has a title and a due date.",
))  # fmt: skip
CHOICES = frozenset(("Let's use bigger fonts on the slides.",))
LOST = frozenset((
    "Write tests with pytest, not unittest, in all packages.",
    "Deploys happen from the release branch only.",
    "Feature branches are merged with squash.",
    "Integration tests need a running redis.",
    "Rate limits are 100 requests per minute per key.",
    "Regenerate the client after changing the schema.",
    "Update the changelog when behaviour changes.",
    "The admin panel is only reachable over the VPN.",
    "The CLI is distributed via Homebrew and pip.",
    "The legacy app still runs on PHP 7.4.",
    "The search index is rebuilt every night.",
    "The worker reads its config from /etc/worker.toml.",
))  # fmt: skip


@pytest.mark.parametrize("prompt", sorted(set(TASKS) - REQUIREMENTS - CHOICES))
def test_a_task_leaves_nothing_lasting(prompt):
    """F38: nothing is stored that the slice does not support."""
    assert user_statements(prompt) == []


@pytest.mark.parametrize("statement", sorted(set(LASTING) - LOST))
def test_what_is_meant_to_last_is_remembered(statement):
    """F42."""
    assert [found.content for found in user_statements(statement)] == [statement]


@pytest.mark.parametrize("prompt", sorted(REQUIREMENTS))
def test_a_requirement_taken_for_a_fact_is_at_most_a_convention(prompt):
    assert {found.category for found in user_statements(prompt)} <= {Category.CONVENTION}


@pytest.mark.parametrize(
    "prompt",
    [
        "Rename the providers in src/pay.py. Keep the old names as aliases.",
        "Add a --json flag. Use argparse, not click.",
        "Refactor the importer. Don't rename public functions.",
    ],
)
def test_an_order_beside_a_task_belongs_to_the_task(prompt):
    assert user_statements(prompt) == []


def test_a_habit_beside_a_task_is_remembered_alone():
    prompt = "Fix the login bug. Always run the linter before you commit. From now on use uv."

    assert [found.content for found in user_statements(prompt)] == [
        "Always run the linter before you commit.",
        "From now on use uv.",
    ]
    assert other_sentences(prompt) == ["Fix the login bug."]


@pytest.mark.parametrize("unit", ["use the ", "the style ", "keep ", "before you ", "write tests, ", "don't "])
def test_a_long_sentence_is_read_in_bounded_time(observe, said, unit):
    found = observe(said(". ".join([unit * (590 // len(unit))] * 20)))

    assert len(found) <= 21
