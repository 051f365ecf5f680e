"""What is known of a model without asking it."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from codewatch.llm import completion, facts
from codewatch.llm.prefixes import PREFIXES
from codewatch.llm.providers import PRESETS, Provider


@pytest.mark.parametrize("name", sorted(PRESETS.keys() - {"claude"}))
def test_every_presets_model_has_a_price_and_a_context(name):
    provider = Provider(name, PRESETS[name].prefix, PRESETS[name].route, PRESETS[name].model)

    assert facts.price_of(provider) is not None
    assert facts.known_context(provider) >= 8_000


def test_what_is_set_comes_before_what_is_listed():
    provider = Provider(
        "openai", "openai", "openai", "gpt-4o-mini", input_usd_per_m=1.0, output_usd_per_m=2.0, context_tokens=5_000
    )

    assert facts.price_of(provider) == pytest.approx((1e-6, 2e-6))
    assert facts.context_tokens(provider) == 5_000


def test_a_model_that_nobody_knows_has_no_price_and_a_cautious_context():
    provider = Provider("myhost", "myhost", "openai", "foo")

    assert (facts.price_of(provider), facts.is_priced(provider)) == (None, False)
    assert facts.context_tokens(provider) == facts.DEFAULT_CONTEXT


def test_a_model_on_ones_own_machine_costs_nothing():
    assert facts.price_of(Provider("ollama", "ollama_chat", "litellm", "my-own")) == (0.0, 0.0)


def test_ollama_is_told_its_context(serve, provider_at, question):
    """It cuts what is longer without a word."""
    server = serve({"status": 500})
    provider = provider_at(server, name="ollama", prefix="ollama_chat", route="litellm", model="llama3.1")

    with ThreadPoolExecutor(1) as thread:
        asked = thread.submit(asyncio.run, completion.complete(provider, question, timeout_s=20.0))

    assert asked.exception() is not None
    assert server.requests[0]["options"]["num_ctx"] == facts.context_tokens(provider)


def test_the_prefixes_are_those_of_litellm():
    litellm = completion.load()

    assert {str(one.value) for one in litellm.LlmProviders} <= PREFIXES | {"custom"}
