"""A provider that limits, has no money, rejects the key or does not know the model: five jobs wait, none is lost."""

import json
import time
from email.utils import formatdate

import pytest

from codewatch import queue
from codewatch.llm.failures import Kind

TEXT = "Where do we keep the sessions? In Redis, as we agreed at the beginning of the month with the whole team. " * 3
OK = {"content": "[]"}
NO_JOB = []


@pytest.fixture
def asked(product, make_transcript, tmp_path):
    """Give five jobs in the queue of a product, and the environment of a worker that asks a server."""

    def make(server, **settings):
        for number in range(5):
            writer = make_transcript(tmp_path / f"s{number}.jsonl", product.project, session=f"s{number}")
            writer.user(f"{TEXT} Number {number}.").assistant("In Redis.")
            product.save(writer.path, session=f"s{number}", event="SessionEnd")
        return {
            "CODEWATCH_LLM_PROVIDER": "openai", "CODEWATCH_OPENAI_BASE_URL": server.url,
            "CODEWATCH_OPENAI_API_KEY": "sk-FAKE-0000", "CODEWATCH_OPENAI_MODEL": "small-1", **settings,
        }  # fmt: skip

    return make


def limited(wait_s=None, **fields):
    """Return a reply that limits the rate, with a wait in seconds where one is given."""
    headers = {} if wait_s is None else {"Retry-After": str(wait_s)}
    return {"status": 429, "headers": headers, **fields}


@pytest.mark.parametrize(
    ("reply", "least_s"),
    [
        (lambda: limited(3), 3.0),
        (lambda: limited(formatdate(time.time() + 9, usegmt=True)), 1.0),
        (lambda: limited(body={"error": {"message": "Please retry in 2.2s.", "details": [{"retryDelay": "2s"}]}}), 2.2),
    ],
    ids=["seconds", "date", "body"],
)
def test_no_request_before_the_time_given_then_one_probe_then_all(product, asked, serve, reply, least_s):
    """L-07, L-08."""
    server = serve(reply(), OK)

    product.drain(**asked(server))

    assert len(server.requests) == 1 + 5
    assert server.requests[1]["at"] - server.requests[0]["at"] >= least_s
    assert server.most_in_flight_at[1][1] == 1
    assert product.queue_sql("select * from task") == NO_JOB


def test_the_wait_survives_the_worker(product, asked, serve):
    server = serve(limited(300), OK)
    environment = asked(server)

    first = product.drain(**environment)
    second = product.drain(**environment)

    assert len(server.requests) == 1
    assert "limits the rate until" in first.stderr
    assert "limits the rate until" in second.stderr
    assert product.queue_sql("select attempts from task") == [(0,)] * 5


def test_a_wait_of_zero_is_a_pause_that_grows(product, asked, serve):
    server = serve(*[limited(0)] * 3, OK)

    product.drain(**asked(server))

    times = [body["at"] for body in server.requests]
    assert len(times) == 3 + 5
    assert times[1] - times[0] >= 1
    assert times[2] - times[1] >= 2
    assert times[3] - times[2] >= 4


@pytest.mark.parametrize(
    ("reply", "kind", "change"),
    [
        (limited(body={"error": {"code": "insufficient_quota", "message": "quota"}}), Kind.QUOTA, "API_KEY"),
        ({"status": 402, "body": {"error": {"message": "allowance used up"}}}, Kind.QUOTA, "API_KEY"),
        ({"status": 401, "body": {"error": {"message": "invalid api key sk-FAKE-0000"}}}, Kind.KEY, "API_KEY"),
        ({"status": 404, "body": {"error": {"message": "model small-1 does not exist"}}}, Kind.MODEL, "MODEL"),
    ],
    ids=["quota", "402", "key", "model"],
)
def test_what_needs_a_person_pauses_the_provider_and_says_so_until_it_is_mended(
    product, asked, serve, reply, kind, change
):
    """L-06, L-13, U-01."""
    server = serve(reply)
    environment = asked(server)

    product.drain(**environment)
    status = product.run("status", "--json", check=False, **environment)
    briefing = product.hook(
        "recall",
        {"session_id": "s9", "hook_event_name": "SessionStart", "source": "startup", "cwd": str(product.project)},
    )
    server.script(OK)
    requests = len(server.requests)
    product.drain(**{**environment, f"CODEWATCH_OPENAI_{change}": "changed"})

    said = json.loads(status.stdout)["findings"][0]["what"]
    line = product.context_of(briefing.stdout)
    assert requests == 1
    assert status.returncode == 1
    assert f"openai {kind}" in said
    assert "memory is not recording since" in line
    assert f"openai {kind}" in line
    assert "FAKE-0000" not in said + line
    assert len(server.requests) == 1 + 5
    assert product.queue_sql("select * from task") == NO_JOB


def test_resume_asks_a_paused_provider_again(product, asked, serve):
    server = serve({"status": 402}, OK)
    environment = asked(server)
    product.drain(**environment)

    product.run("resume")
    product.drain(**environment)

    assert len(server.requests) == 1 + 5
    assert product.queue_sql("select * from task") == NO_JOB


def test_while_a_provider_is_paused_the_jobs_are_untouched_and_listed(product, asked, serve):
    environment = asked(serve({"status": 402}))
    product.drain(**environment)

    state = product.json("queue", "status", **environment)

    assert product.queue_sql("select attempts, error from task") == [(0, None)] * 5
    assert [(one["provider"], one["state"]) for one in state["providers"]] == [("openai", "paused")]


def test_the_rules_observe_what_has_waited_long_enough_and_say_so(product, asked, serve):
    server = serve({"status": 402})
    environment = asked(server, CODEWATCH_RULES_AFTER_H="0")

    product.drain(**environment)

    assert product.queue_sql("select * from task") == NO_JOB
    assert len(server.requests) == 1
    assert {observer for (observer,) in product.sql("select observer from observation")} == {
        "rules (in a model's place)"
    }


def test_two_failures_and_then_an_answer_is_three_tries(product, asked, serve):
    server = serve({"status": 500}, {"status": 500}, OK)

    product.drain(**asked(server))

    assert len(server.requests) == 2 + 5
    assert product.queue_sql("select * from failed_task") == NO_JOB


def test_the_fallback_serves_at_once(product, asked, serve):
    first, second = serve({"status": 401}), serve(OK)

    product.drain(
        **asked(
            first, CODEWATCH_FALLBACK_PROVIDER="groq", CODEWATCH_GROQ_BASE_URL=second.url,
            CODEWATCH_GROQ_API_KEY="gsk_FAKE",
        )
    )  # fmt: skip

    assert (len(first.requests), len(second.requests)) == (1, 5)
    assert product.queue_sql("select * from task") == NO_JOB


def test_a_dead_network_ends_with_the_rules_and_no_job_is_lost(product, asked, serve):
    server = serve(OK)
    environment = asked(server)
    server.close()
    connection = queue.open_queue(str(product.data / "queue.db"))
    connection.execute("update task set data = json_set(data, '$.m.retries', 1, '$.m.retry_delay', 0)")
    connection.close()

    product.drain(**environment)

    assert product.queue_sql("select * from task") == NO_JOB
    assert product.queue_sql("select * from failed_task") == NO_JOB
    assert {observer for (observer,) in product.sql("select observer from observation")} == {
        "rules (in a model's place)"
    }


def test_the_environment_of_a_project_changes_nothing(product, asked, serve):
    """L-09: neither its variables nor its .env; the answers come from the server that the settings name."""
    server, elsewhere = serve(OK), serve(OK)
    (product.project / ".env").write_text(f"OPENAI_BASE_URL={elsewhere.url}\nOPENAI_API_KEY=theirs\n")
    environment = asked(server)
    (product.data / ".env").write_text(f"OPENAI_BASE_URL={elsewhere.url}\nOPENAI_API_KEY=theirs\n")

    product.drain(
        **environment, OPENAI_API_KEY="theirs", OPENAI_BASE_URL=elsewhere.url, OPENAI_API_BASE=elsewhere.url,
        HTTPS_PROXY=elsewhere.url, HTTP_PROXY=elsewhere.url, ANTHROPIC_API_KEY="theirs", OPENAI_ORGANIZATION="theirs",
        LITELLM_MODE="DEV",
    )  # fmt: skip

    assert elsewhere.requests == []
    assert len(server.requests) == 5
    assert {body["headers"]["authorization"] for body in server.requests} == {"Bearer sk-FAKE-0000"}
    assert {"theirs" in json.dumps(body["headers"]) for body in server.requests} == {False}


def test_the_days_budget_holds_over_workers(product, asked, serve):
    """L-20."""
    server = serve({**OK, "usage": (3_000, 500)})
    environment = asked(server, CODEWATCH_DAILY_TOKENS="12000", CODEWATCH_CONCURRENCY="1")

    first = product.drain(**environment)
    second = product.drain(**environment)
    usage = product.json("usage", **environment)

    assert len(server.requests) < 5
    assert "budget of 12000 tokens" in first.stderr
    assert "budget of 12000 tokens" in second.stderr
    assert usage["budget"]["tokens_used"] == 3_500 * len(server.requests) <= 12_000
    assert product.queue_sql("select attempts from task") == [(0,)] * (5 - len(server.requests))
