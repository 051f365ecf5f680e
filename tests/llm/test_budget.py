"""The day's budget (L-20): calls wait for room, only an exhausted one pauses, nothing undone is booked."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from codewatch.calls import Spent
from codewatch.errors import ProviderBusy, ProviderError
from codewatch.llm import facts
from codewatch.llm.budget import Budget

GOOD = {"content": '{"facts": ["Redis"]}'}


@pytest.fixture
def counting():
    """Give a function that adds up what the calls of an asker took, as the store does."""

    def make(one):
        return Spent(
            sum(call.input_tokens + call.output_tokens for call in one.calls),
            sum(call.cost_usd for call in one.calls),
        )

    return make


@pytest.fixture
def bounded(asking, counting):
    """Give a function that makes an asker which adds up its own calls."""

    def make(*providers, budget, **options):
        holder = []
        one = asking(*providers, budget=budget, spent=lambda day: counting(holder[0]), **options)
        holder.append(one)
        return one

    return make


def test_calls_wait_for_room_while_others_are_under_way(serve, provider_at, bounded, question):
    """Eight at once, of which the worst cases fit one by one only: none is refused, and nothing pauses."""
    server = serve({**GOOD, "delay_s": 0.2, "usage": (10, 5)})
    one = bounded(provider_at(server), budget=Budget(1_000, 0.0), answered=lambda: {"openai/small-1"})

    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda _: one.ask(question).provider, range(8)))

    assert answers == ["openai"] * 8
    assert server.most_in_flight == 1
    assert one.pauses == {}


def test_a_budget_that_is_used_up_pauses_and_says_what_is_left(serve, provider_at, bounded, question):
    server = serve({**GOOD, "usage": (600, 100)})
    one = bounded(provider_at(server), budget=Budget(1_000, 0.0))
    one.ask(question)

    with pytest.raises(ProviderBusy, match=r"1000 tokens holds no further call \(700 are used, and one may take \d+\)"):
        one.ask(question)

    assert len(server.requests) == 1
    assert one.pauses["openai/small-1"].kind == "budget"


def test_another_budget_opens_the_lane(serve, provider_at, bounded, question):
    server = serve({**GOOD, "usage": (600, 100)})
    one = bounded(provider_at(server), budget=Budget(1_000, 0.0))
    one.ask(question)
    with pytest.raises(ProviderBusy):
        one.ask(question)

    one.asker.ledger.budget = Budget(100_000, 0.0)
    one.lanes.budget_mark = one.asker.ledger.budget.mark()

    assert one.ask(question).provider == "openai"
    assert one.pauses == {}


def test_nobody_at_the_address_takes_no_tokens(serve, provider_at, asking, question):
    server = serve(GOOD)
    provider = provider_at(server)
    server.close()
    one = asking(provider)

    with pytest.raises(ProviderError):
        one.ask(question)

    assert [(call.input_tokens, call.output_tokens, call.cost_usd) for call in one.calls] == [(0, 0, 0.0)]


@pytest.mark.parametrize("status", [500, 503, 529, 429, 401, 404])
def test_an_error_takes_no_tokens(serve, provider_at, asking, question, status):
    one = asking(provider_at(serve({"status": status})))

    with pytest.raises(ProviderError):
        one.ask(question)

    assert [(call.input_tokens, call.output_tokens, call.cost_usd) for call in one.calls] == [(0, 0, 0.0)]


def test_a_model_without_a_known_price_counts_at_a_high_one(serve, provider_at, bounded, question):
    server = serve({**GOOD, "usage": (100_000, 0)})
    one = bounded(provider_at(server, name="myhost"), budget=Budget(0, 0.5))
    one.ask(question)

    with pytest.raises(ProviderBusy, match="budget of"):
        one.ask(question)

    assert one.calls[0].cost_usd == pytest.approx(100_000 * facts.UNKNOWN_PRICE.per_input)
    assert len(server.requests) == 1


def test_a_price_in_the_settings_is_what_counts(serve, provider_at, asking, question):
    provider = provider_at(
        serve({**GOOD, "usage": (1_000_000, 0)}), name="myhost", input_usd_per_m=0.25, output_usd_per_m=1.0
    )
    one = asking(provider)

    one.ask(question)

    assert one.calls[0].cost_usd == pytest.approx(0.25)


def test_text_in_chinese_stays_within_the_budget(serve, provider_at, bounded, question, make_question):
    """A character of it can be more than a token: what is set aside is never less than what is taken."""
    text = "我们决定把会话保存在缓存里因为数据库太慢。" * 200
    server = serve(choose=lambda body: {**GOOD, "usage": (int(len(body["messages"][1]["content"]) * 1.1), 5)})
    one = bounded(provider_at(server), budget=Budget(13_500, 0.0))
    one.ask(make_question(text))

    with pytest.raises(ProviderBusy):
        one.ask(make_question(text))

    assert len(server.requests) == 1
    assert sum(call.input_tokens + call.output_tokens for call in one.calls) <= 13_500


def test_a_wait_for_room_ends_with_the_call_that_had_it(serve, provider_at, bounded, question):
    server = serve({"hangs": True}, {**GOOD, "usage": (10, 5)})
    one = bounded(provider_at(server), budget=Budget(1_350, 0.0), timeout_s=1.0, answered=lambda: {"openai/small-1"})

    with ThreadPoolExecutor(1) as thread:
        failing = thread.submit(one.ask, question)
        server.wait_for(1, time.monotonic() + 20)
        answer = one.ask(question)

    assert isinstance(failing.exception(), ProviderError)
    assert answer.provider == "openai"
    assert one.pauses == {}
