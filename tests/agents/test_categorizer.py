"""How a text without a category is sorted."""

import pytest

from codewatch.agents.categorizer import categorize
from codewatch.categories import Category


@pytest.mark.parametrize(
    ("content", "category"),
    [
        ("Decided on PostgreSQL instead of MySQL because of partial indexes", Category.ARCHITECTURE),
        ("The user prefers small commits", Category.USER_PREFERENCE),
        ("Never push to main without asking", Category.USER_PREFERENCE),
        ("Root cause of the timeout: the pool had only 5 connections", Category.BUGFIX),
        ("Fixed the crash in the parser: the header was missing", Category.BUGFIX),
        ("Naming convention: handlers end with _handler", Category.CONVENTION),
        ("We use conventional commits", Category.CONVENTION),
        ("Upgraded pydantic to 2.7.1 in pyproject.toml", Category.DEPENDENCY),
        ("The HTTP handlers live in src/api/handlers/", Category.FILE_PATTERN),
        ("Working on the CSV export, next step is the tests", Category.TASK_CONTEXT),
        ("Discovered that the sandbox API takes 10 s to answer", Category.LEARNING),
    ],
)
def test_a_clear_text_is_sorted_with_confidence(content, category):
    """F43: the rules answer at once, with a confidence."""
    verdict = categorize(content)

    assert verdict.category is category
    assert verdict.confidence >= 0.7


@pytest.mark.parametrize("content", ["", "the blue one", "x" * 10_000])
def test_a_text_without_a_known_word_is_left_to_the_model(content):
    """F43: under 0.7 the model is asked."""
    assert categorize(content).confidence < 0.7
