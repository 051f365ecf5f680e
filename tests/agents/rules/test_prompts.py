"""How a prompt is named and what kind it is."""

import pytest

from codewatch.agents.rules.prompts import MAX_QUOTE_CHARS, is_bare_question, quote_request


@pytest.mark.parametrize(
    "text",
    [
        "Why does the import fail on Mondays?",
        "Thanks! How does the retry work? And where is it tested?",
        "Can you explain how the cache works?",
        "Should we use Redis here?",
        "为什么不要这个参数也能运行？",
    ],
)
def test_a_prompt_that_only_asks_is_a_bare_question(text):
    """F38."""
    assert is_bare_question(text)


@pytest.mark.parametrize(
    "text",
    [
        "Can you add a test for the importer?",
        "The import fails on Mondays. Why?",
        "Parse the bank's export",
        "continue",
    ],
)
def test_a_request_is_no_bare_question(text):
    assert not is_bare_question(text)


@pytest.mark.parametrize("ending", ["?", "??", "？", "? :)"])
def test_a_bare_question_ends_with_its_mark_however_long(ending):
    short = quote_request(f"Why does the import fail on Mondays{ending}")
    long = quote_request(f"Why does the import fail {'and fail again ' * 20}on Mondays{ending}")

    assert short == "Why does the import fail on Mondays?"
    assert long.endswith("…?")
    assert len(long) <= MAX_QUOTE_CHARS
