"""What a model refuses, in any form, goes on to the next one: it is no failure and no answer. litellm is real."""

import pytest

from codewatch.errors import ProviderRefused

LONG_REFUSAL = "I cannot assist with this request. " + "As an AI model I must decline because of policies. " * 12
FILTERED = "The response was filtered due to the prompt triggering Azure OpenAI's content management policy."
REFUSALS = {
    "said": {"content": "I can't help with that."},
    "at length": {"content": LONG_REFUSAL},
    "in its field": {"message": {"content": None, "refusal": "I can't help with that"}},
    "by a filter": {"content": "", "finish": "content_filter"},
    "by a filter's error": {
        "status": 400,
        "body": {"error": {"message": FILTERED, "code": "content_filter", "type": None, "param": "prompt"}},
    },
}


@pytest.mark.parametrize("reply", REFUSALS.values(), ids=REFUSALS.keys())
def test_a_refusal_is_no_failure_and_no_answer_and_is_flagged(serve, provider_at, asking, question, reply):
    """L-16."""
    server = serve(reply)
    one = asking(provider_at(server))

    with pytest.raises(ProviderRefused, match="openai refused"):
        one.ask(question)

    assert (one.outcomes(), one.pauses, len(server.requests)) == (["refused"], {}, 1)


@pytest.mark.parametrize("reply", REFUSALS.values(), ids=REFUSALS.keys())
def test_what_one_model_refuses_goes_to_the_fallback(serve, provider_at, asking, question, reply):
    first, second = serve(reply), serve({"content": '{"facts": ["x"]}'})
    one = asking(provider_at(first), provider_at(second, name="groq"))

    answer = one.ask(question)

    assert (answer.value, answer.provider) == ({"facts": ["x"]}, "groq")
    assert one.outcomes() == ["refused", "answered"]


def test_what_one_model_refuses_waits_for_no_fallback_that_is_paused(serve, provider_at, asking, question):
    """Else each try would be billed for the refusal anew."""
    first, second = serve(REFUSALS["said"]), serve({"status": 429, "headers": {"Retry-After": "60"}})
    one = asking(provider_at(first), provider_at(second, name="groq"))

    with pytest.raises(ProviderRefused):
        one.ask(question)

    assert one.outcomes() == ["refused", "rate limit"]
