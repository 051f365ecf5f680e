"""How much text one call is given: the least of what the models take that may be asked, and half of a budget."""

import pytest

from codewatch.agents.model_observer import OUTPUT_TOKENS
from codewatch.llm.budget import Budget
from codewatch.llm.providers import Provider, Route
from codewatch.workers import fitting

UNBOUNDED = Budget(0, 0.0)


def model(name="myhost", route: Route = "openai", **fields):
    """Return a provider whose context is known only by what is given."""
    return Provider(name, name, route, "small-1", **fields)


def test_the_smaller_context_of_primary_and_fallback_counts():
    large, small = model(context_tokens=100_000), model("other", context_tokens=20_000)

    assert fitting.input_tokens([large, small], UNBOUNDED) == fitting.input_tokens([small], UNBOUNDED)
    assert fitting.input_tokens([small], UNBOUNDED) == 20_000 - OUTPUT_TOKENS - fitting.PROMPT_TOKENS
    assert fitting.input_tokens([large], UNBOUNDED) > fitting.input_tokens([small], UNBOUNDED)


def test_a_provider_that_cannot_be_asked_bounds_nothing():
    large, missing = model(context_tokens=100_000), model("other", context_tokens=9_000, missing="no key")

    assert fitting.input_tokens([large, missing], UNBOUNDED) == fitting.input_tokens([large], UNBOUNDED)


@pytest.mark.parametrize("budget", [Budget(24_000, 0.0), Budget(0, 0.3)])
def test_one_call_takes_half_of_the_days_budget_at_most(budget):
    found = fitting.input_tokens([model(context_tokens=1_000_000)], budget)

    assert fitting.LEAST_TOKENS < found < 24_000
