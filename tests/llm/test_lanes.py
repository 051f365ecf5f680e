"""When a provider may be asked: who waits for a probe, and who does not (DESIGN 4). litellm is real."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from codewatch.errors import ProviderBusy
from codewatch.llm.failures import Failure, Kind
from codewatch.llm.lanes import SHORTEST_CLIENT_PAUSE_S

GOOD = {"content": '{"facts": ["Redis"]}'}


def outcome_of(ask, question):
    """Return who answered, or why nobody was asked."""
    try:
        return ask(question).provider
    except ProviderBusy as busy:
        return str(busy)


def eight_at_once(ask, question):
    """Ask eight times at once and return what came of it."""
    with ThreadPoolExecutor(8) as threads:
        return sorted(threads.map(lambda _: outcome_of(ask, question), range(8)))


def test_a_provider_that_has_answered_is_asked_by_all_at_once(serve, provider_at, asking, question):
    """Also by a worker that has just started: no probe without a recorded pause."""
    first, second = serve({**GOOD, "delay_s": 2.0}), serve(GOOD)
    one = asking(provider_at(first), provider_at(second, name="groq"), answered=lambda: {"openai/small-1"})

    found = eight_at_once(one.ask, question)

    assert found == ["openai"] * 8
    assert first.most_in_flight == 8
    assert second.requests == []


def test_while_the_first_answer_ever_is_waited_for_nobody_goes_to_the_fallback(serve, provider_at, asking, question):
    first, second = serve({**GOOD, "delay_s": 1.0}), serve(GOOD)
    one = asking(provider_at(first), provider_at(second, name="groq"))

    found = eight_at_once(one.ask, question)

    assert found == ["openai"] + ["openai is being tried"] * 7
    assert (len(first.requests), second.requests) == (1, [])
    assert one.lanes.held_until(one.asker.providers, time.time()) is None


def test_while_a_probe_is_under_way_the_jobs_are_held(provider_at, asking, serve):
    one = asking(provider_at(serve(GOOD)), provider_at(serve(GOOD), name="groq"))
    first = one.asker.providers[0]

    assert one.lanes.enter(first, 100.0).is_open

    assert one.lanes.held_until(one.asker.providers, 100.0) == 100.0


def test_after_a_probe_that_failed_the_fallback_serves_while_the_next_one_is_under_way(
    serve, provider_at, asking, question
):
    first, second = serve({"status": 500}, {**GOOD, "delay_s": 1.0}), serve(GOOD)
    one = asking(provider_at(first), provider_at(second, name="groq"))
    one.ask(question)

    found = eight_at_once(one.ask, question)

    assert found == ["groq"] * 7 + ["openai"]
    assert len(first.requests) == 2


def test_a_client_of_the_users_is_tried_once_a_minute_at_most(provider_at, asking, serve):
    """Each try starts a process."""
    one = asking(provider_at(serve(GOOD), name="claude", route="client"))
    (provider,) = one.asker.providers

    one.lanes.enter(provider, 100.0)
    one.lanes.failed(provider, Failure(Kind.RATE_LIMIT, "slow down", wait_s=1.0), 101.0, 100.0)

    assert one.pauses["claude/small-1"].until == pytest.approx(101.0 + SHORTEST_CLIENT_PAUSE_S)
