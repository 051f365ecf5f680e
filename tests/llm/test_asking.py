"""How providers are asked (DESIGN 4): in order, within the budget, with every request counted. litellm is real."""

import time

import pytest

from codewatch.calls import Spent
from codewatch.errors import ContextTooLong, ModelOutputError, ProviderBusy, ProviderError
from codewatch.llm.budget import Budget
from codewatch.llm.failures import Failure, Kind

GOOD = {"content": '{"facts": ["Redis"]}'}
FOREVER = float("inf")


def failing(status, body=None, **headers):
    """Return a reply with an error status."""
    return {"status": status, "body": body or {"error": {"message": "no"}}, "headers": headers}


def error_of(ask, question):
    """Return the type of what asking raises."""
    with pytest.raises((ProviderError, ModelOutputError)) as error:
        ask(question)
    return type(error.value)


def fail_as_locked():
    """Raise what a queue that cannot be written raises."""
    raise OSError("locked")


def test_an_answer_is_read_and_what_it_took_is_written_down(serve, provider_at, asking, question):
    server = serve({**GOOD, "usage": (40, 9)})
    one = asking(provider_at(server))

    answer = one.ask(question)

    assert (answer.value, answer.provider, answer.model) == ({"facts": ["Redis"]}, "openai", "small-1")
    assert [(call.input_tokens, call.output_tokens, call.outcome) for call in one.calls] == [(40, 9, "answered")]
    assert len(server.requests) == 1
    assert server.requests[0]["temperature"] == 0.3
    assert server.requests[0]["max_tokens"] == 100


@pytest.mark.parametrize("status", [500, 502, 503, 529, 408])
def test_a_provider_that_fails_is_asked_once_and_the_fallback_at_once(serve, provider_at, asking, question, status):
    """L-08: litellm's own retries are off, so the requests are those that are counted here."""
    first, second = serve(failing(status)), serve(GOOD)
    one = asking(provider_at(first), provider_at(second, name="groq"))

    answer = one.ask(question)

    assert answer.provider == "groq"
    assert (len(first.requests), len(second.requests)) == (1, 1)
    assert one.outcomes() == [Kind.NETWORK, "answered"]


def test_a_provider_that_never_answers_is_given_up_in_time(serve, provider_at, asking, question):
    server = serve({"hangs": True})
    one = asking(provider_at(server), timeout_s=0.5)
    begun = time.monotonic()

    with pytest.raises(ProviderError, match="did not answer within"):
        one.ask(question)

    assert time.monotonic() - begun < 15
    assert one.outcomes() == [Kind.NETWORK]


def test_nobody_at_the_address_is_a_failure_of_the_network(serve, provider_at, asking, question):
    server = serve(GOOD)
    provider = provider_at(server)
    server.close()
    one = asking(provider)

    with pytest.raises(ProviderError):
        one.ask(question)

    assert one.outcomes() == [Kind.NETWORK]


def test_a_rate_limit_closes_the_provider_for_as_long_as_it_says(serve, provider_at, asking, question):
    server = serve(failing(429, **{"Retry-After": "30"}))
    one = asking(provider_at(server))
    begun = time.time()

    with pytest.raises(ProviderBusy) as busy:
        one.ask(question)
    with pytest.raises(ProviderBusy):
        one.ask(question)

    assert begun + 30 <= busy.value.retry_at <= time.time() + 31
    assert len(server.requests) == 1


def test_the_fallback_serves_while_the_first_is_limited(serve, provider_at, asking, question):
    first, second = serve(failing(429, **{"Retry-After": "30"})), serve(GOOD)
    one = asking(provider_at(first), provider_at(second, name="groq"))

    answers = [one.ask(question).provider for _ in range(3)]

    assert answers == ["groq", "groq", "groq"]
    assert (len(first.requests), len(second.requests)) == (1, 3)


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (failing(429, {"error": {"code": "insufficient_quota", "message": "exceeded your current quota"}}), Kind.QUOTA),
        (failing(402), Kind.QUOTA),
        (failing(401, {"error": {"message": "invalid api key sk-FAKE-0000"}}), Kind.KEY),
        (failing(400, {"error": {"message": "API key not valid. Please pass a valid API key."}}), Kind.KEY),
        (failing(404, {"error": {"message": "model small-1 does not exist"}}), Kind.MODEL),
        (failing(400, {"error": {"message": "The model `small-1` has been decommissioned"}}), Kind.MODEL),
    ],
)
def test_what_asking_again_does_not_mend_closes_the_provider_until_something_changes(
    serve, provider_at, asking, question, reply, kind
):
    """L-06, L-13: one request, and one line that says what to do."""
    server = serve(reply)
    one = asking(provider_at(server))

    with pytest.raises(ProviderBusy) as first:
        one.ask(question)
    with pytest.raises(ProviderBusy):
        one.ask(question)

    assert first.value.retry_at == FOREVER
    assert len(server.requests) == 1
    assert (one.pauses["openai/small-1"].kind, one.pauses["openai/small-1"].until) == (kind, None)
    assert "codewatch resume" in one.pauses["openai/small-1"].reason
    assert "FAKE-0000" not in one.pauses["openai/small-1"].reason


def test_another_key_opens_the_provider_again(serve, provider_at, asking, question):
    server = serve(failing(401), GOOD)
    one = asking(provider_at(server))

    with pytest.raises(ProviderBusy):
        one.ask(question)
    one.asker.providers[:] = [provider_at(server, key="another")]
    answer = one.ask(question)

    assert answer.value == {"facts": ["Redis"]}
    assert one.pauses == {}


def test_an_unreadable_answer_is_asked_about_once_with_what_was_wrong(serve, provider_at, asking, question):
    server = serve({"content": "<html>nope</html>"}, GOOD)
    one = asking(provider_at(server))

    answer = one.ask(question)

    assert answer.value == {"facts": ["Redis"]}
    assert one.outcomes() == ["unreadable", "answered"]
    assert "<html>nope</html>" in server.texts()[1]
    assert len(server.requests[1]["messages"]) == len(server.requests[0]["messages"])


def test_a_second_unreadable_answer_is_given_back_with_its_text(serve, provider_at, asking, question):
    server = serve({"content": "<html>nope</html>"})
    one = asking(provider_at(server))

    with pytest.raises(ModelOutputError) as error:
        one.ask(question)

    assert error.value.reply == "<html>nope</html>"
    assert len(server.requests) == 2


def test_from_the_second_try_on_an_unreadable_answer_goes_to_the_fallback(serve, provider_at, asking, question):
    first, second = serve({"content": "[[[[["}), serve(GOOD)
    one = asking(provider_at(first), provider_at(second, name="groq"), asks_next_when_unreadable=True)

    answer = one.ask(question)

    assert answer.provider == "groq"
    assert (len(first.requests), len(second.requests)) == (2, 1)


@pytest.mark.parametrize("text", ["", "  \n", "[]", "{}", "No observations.", "Nothing needs to be remembered here."])
def test_nothing_to_record_is_an_answer(serve, provider_at, asking, question, text):
    """L-03."""
    one = asking(provider_at(serve({"content": text})))

    answer = one.ask(question)

    assert not answer.value
    assert one.outcomes() == ["answered"]


@pytest.mark.parametrize("name", ["openai", "anthropic"])
def test_an_answer_without_end_is_read_up_to_a_bound_only(serve, provider_at, asking, question, name):
    """What comes back is no more than 4 MB, and the call has failed with a line that says so."""
    route = {"openai": "openai", "anthropic": "litellm"}[name]
    server = serve({"content": "x" * 20_000_000})
    one = asking(provider_at(server, name=name, route=route))

    with pytest.raises(ModelOutputError, match="longer than 4 MB") as error:
        one.ask(question)

    assert 0 < len(error.value.reply) <= 4_000
    assert set(one.outcomes()) == {"unreadable"}


def test_an_error_page_without_end_is_an_error_of_the_server(serve, provider_at, asking, question):
    one = asking(provider_at(serve({"status": 500, "body": "x" * 20_000_000})))

    with pytest.raises(ProviderError, match="500"):
        one.ask(question)

    assert one.outcomes() == ["network"]


@pytest.mark.parametrize(
    ("named", "left"),
    [("max_tokens", "max_completion_tokens"), ("temperature", "max_tokens"), ("response_format", "max_tokens")],
)
def test_a_parameter_that_a_model_does_not_know_is_left_out_and_that_is_remembered(
    serve, provider_at, asking, question, named, left
):
    """L-14."""
    model = f"picky-{named}"
    complaint = failing(
        400, {"error": {"message": f"Unsupported parameter: '{named}' is not supported", "param": named}}
    )
    server = serve(choose=lambda body: complaint if named in body else GOOD)
    one = asking(provider_at(server, model=model))

    one.ask(question)
    one.ask(question)

    assert [named in body for body in server.requests] == [True, False, False]
    assert left in server.requests[-1]


def test_a_text_that_does_not_fit_is_said_to_be_too_long(serve, provider_at, asking, question):
    """L-05: the one who asks cuts it."""
    message = "This model's maximum context length is 8192 tokens"
    server = serve(failing(400, {"error": {"message": message, "code": "context_length_exceeded"}}))
    one = asking(provider_at(server))

    with pytest.raises(ContextTooLong):
        one.ask(question)

    assert one.pauses == {}
    assert len(server.requests) == 1


def test_calls_are_stateless(serve, provider_at, asking, question):
    """L-04: a bad answer never becomes the example for the next one."""
    server = serve({"content": '{"wrong": ["keys"]}'}, GOOD)
    one = asking(provider_at(server))

    one.ask(question)
    one.ask(question)

    assert server.requests[0]["messages"] == server.requests[1]["messages"]


@pytest.mark.parametrize(
    ("budget", "spent"), [(Budget(1_000, 0.0), Spent(950, 0.0)), (Budget(0, 0.5), Spent(0, 0.49999))]
)
def test_a_call_that_could_break_the_days_budget_is_not_made(serve, provider_at, asking, question, budget, spent):
    """L-20: the budget is hard."""
    server = serve(GOOD)
    one = asking(provider_at(server, model="gpt-4o-mini"), budget=budget, spent=lambda day: spent)

    with pytest.raises(ProviderBusy, match="budget"):
        one.ask(question)

    assert server.requests == []
    assert one.pauses["openai/gpt-4o-mini"].until > time.time()


def test_three_failures_in_a_row_spare_the_others_the_wait(serve, provider_at, asking, question):
    server = serve(failing(500))
    one = asking(provider_at(server))

    trouble = [error_of(one.ask, question) for _ in range(5)]

    assert trouble == [ProviderError] * 5
    assert len(server.requests) == 3


def test_a_key_goes_to_its_own_provider_only(serve, provider_at, asking, question, monkeypatch):
    """L-09: other addresses and keys in the environment change nothing."""
    elsewhere, server = serve(GOOD), serve(GOOD)
    monkeypatch.setenv("OPENAI_API_KEY", "somebody-elses")
    monkeypatch.setenv("OPENAI_BASE_URL", elsewhere.url)
    monkeypatch.setenv("OPENAI_API_BASE", elsewhere.url)
    one = asking(provider_at(server, key="mine"))

    one.ask(question)

    assert elsewhere.requests == []
    assert server.requests[0]["headers"]["authorization"] == "Bearer mine"


def test_an_answer_that_was_under_way_ends_no_pause(provider_at, asking, question, serve):
    """L-07: eight at once, one is limited; the others' answers open nothing."""
    one = asking(provider_at(serve(GOOD)))
    (provider,) = one.asker.providers

    begun = time.time()
    one.lanes.enter(provider, begun)
    one.lanes.failed(provider, Failure(Kind.RATE_LIMIT, "slow down", wait_s=30.0), begun + 1, begun)
    one.lanes.succeeded(provider, begun)

    assert not one.lanes.look(provider, begun + 2).is_open
    assert one.lanes.look(provider, begun + 40).is_open


def test_many_limits_at_once_count_as_one(provider_at, asking, question, serve):
    one = asking(provider_at(serve(GOOD)))
    (provider,) = one.asker.providers
    limit = Failure(Kind.RATE_LIMIT, "slow down", wait_s=1.0)

    begun = time.time()
    assert [one.lanes.failed(provider, limit, begun + 1 + number / 100, begun) for number in range(8)]

    assert one.pauses["openai/small-1"].times == 1
    assert one.pauses["openai/small-1"].until < begun + 3


def test_an_error_of_ours_before_the_request_leaves_the_lane_open(serve, provider_at, asking, question):
    server = serve(GOOD)
    one = asking(provider_at(server), before_each=fail_as_locked)

    with pytest.raises(OSError, match="locked"):
        one.ask(question)
    one.asker.before_each = lambda: None

    assert one.ask(question).value == {"facts": ["Redis"]}
    assert len(server.requests) == 1


@pytest.mark.parametrize("body", [{"choices": []}, {"id": "x"}, {"choices": [{"message": None}]}])
def test_an_answer_that_is_none_is_a_failure_of_the_provider(serve, provider_at, asking, question, body):
    one = asking(provider_at(serve({"status": 200, "body": body})))

    with pytest.raises(ProviderError):
        one.ask(question)

    assert one.outcomes() == [Kind.NETWORK]


def test_a_key_that_the_server_repeats_is_shown_nowhere(serve, provider_at, asking, question):
    key = "Zx9LongToken42plainword"
    server = serve(failing(401, {"error": {"message": f"we do not know {key} here"}}))
    one = asking(provider_at(server, key=key))

    with pytest.raises(ProviderBusy) as busy:
        one.ask(question)

    assert key not in f"{busy.value} {one.pauses}"


def test_a_call_that_was_given_up_counts_what_was_sent(serve, provider_at, asking, question):
    one = asking(provider_at(serve({"hangs": True})), timeout_s=0.5)

    with pytest.raises(ProviderError):
        one.ask(question)

    assert one.calls[0].input_tokens > 0
    assert one.calls[0].output_tokens == 0
