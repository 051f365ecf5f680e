"""A worker and its day's budget, over its pieces, its restarts, and what people are told (L-20)."""

import json
import re

import pytest

TEXT = "Where do we keep the sessions? In Redis, as we agreed at the beginning of the month with the whole team. " * 3
OK = {"content": "[]"}


@pytest.fixture
def asked(product, make_transcript, tmp_path):
    """Give jobs in the queue of a product, and the environment of a worker that asks a server."""

    def make(server, jobs=6, name="OPENAI", model="small-1", **settings):
        for number in range(jobs):
            writer = make_transcript(tmp_path / f"s{number}.jsonl", product.project, session=f"s{number}")
            writer.user(f"{TEXT} Number {number}.").assistant("In Redis.")
            product.save(writer.path, session=f"s{number}", event="SessionEnd")
        return {
            "CODEWATCH_LLM_PROVIDER": name.lower(), f"CODEWATCH_{name}_BASE_URL": server.url,
            f"CODEWATCH_{name}_API_KEY": "sk-FAKE-0000", f"CODEWATCH_{name}_MODEL": model, **settings,
        }  # fmt: skip

    return make


def test_worst_cases_of_calls_under_way_pause_nothing(product, asked, serve):
    """Six jobs whose worst cases exceed the day together, and which take a hundredth of it."""
    server = serve({**OK, "delay_s": 0.3, "usage": (100, 20)})

    product.drain(**asked(server, CODEWATCH_DAILY_TOKENS="14000", CODEWATCH_CONCURRENCY="6"))

    assert len(server.requests) == 6
    assert product.queue_sql("select * from task") == []
    assert product.sql("select * from provider_pause") == []


def test_a_raised_budget_is_noticed_by_the_next_worker(product, asked, serve):
    server = serve({**OK, "usage": (3_000, 500)})
    environment = asked(server, CODEWATCH_DAILY_TOKENS="12000", CODEWATCH_CONCURRENCY="1")
    product.drain(**environment)
    paused = product.json("status", check=False, **environment)
    raised = {**environment, "CODEWATCH_DAILY_TOKENS": "90000"}

    status = product.json("status", check=False, **raised)
    product.drain(**raised)

    assert [row["state"] for row in paused["providers"]] == ["paused"]
    assert [row["state"] for row in status["providers"]] == ["open"]
    assert len(server.requests) == 6
    assert product.queue_sql("select * from task") == []


def test_resume_says_what_it_does_for_each_provider(product, asked, serve):
    environment = asked(serve({"status": 401}), jobs=1)
    product.drain(**environment)

    first, second = product.run("resume", **environment), product.run("resume", **environment)

    assert "openai/small-1 is asked again; it was paused: openai authentication" in first.stderr
    assert "openai" not in second.stderr


def test_a_cost_that_nobody_knows_is_said_to_be_unknown(product, asked, serve):
    environment = asked(serve({**OK, "usage": (1_000, 0)}), jobs=1, name="MYHOST")
    product.drain(**environment)

    usage, status = product.json("usage", **environment), product.run("status", check=False, **environment)
    shown = product.run("usage", **environment)

    assert [(row["cost_usd"], row["cost_usd_counted"]) for row in usage["days"]] == [(None, 0.005)]
    assert "cost unknown (counted as $0.0050; set CODEWATCH_MYHOST_INPUT_USD_PER_M" in shown.stdout
    assert "cost unknown, counted as $0.0050" in status.stdout


def test_the_preset_of_groq_has_a_price(product, asked, serve):
    model = "llama-3.3-70b-versatile"
    environment = asked(serve({**OK, "usage": (1_000_000, 0)}), jobs=1, name="GROQ", model=model)
    product.drain(**environment)

    assert [row["cost_usd"] for row in product.json("usage", **environment)["days"]] == [pytest.approx(0.59)]


def test_the_next_worker_asks_again_about_one_uncommitted_chunk_at_most(product, make_transcript, tmp_path, serve):
    """What is committed before the budget ends stays; answers for the chunk under way leave with the worker."""
    server = serve({**OK, "usage": (9_000, 500)})
    writer = make_transcript(tmp_path / "long.jsonl", product.project, session="long")
    [writer.user(f"{number}. {TEXT * 5}").assistant("In Redis.") for number in range(120)]
    product.save(writer.path, session="long", event="SessionEnd")
    environment = {
        "CODEWATCH_LLM_PROVIDER": "openai", "CODEWATCH_OPENAI_BASE_URL": server.url,
        "CODEWATCH_OPENAI_MODEL": "small-1", "CODEWATCH_SLICE_TOKENS": "4000",
    }  # fmt: skip
    product.drain(**environment, CODEWATCH_DAILY_TOKENS="60000")
    paid = len(server.requests)
    product.drain(**environment, CODEWATCH_DAILY_TOKENS="0", CODEWATCH_DAILY_COST_USD="0")

    texts = [re.sub("[0-9a-f]{16}", "", body["messages"][1]["content"]) for body in server.requests]
    assert 1 <= paid < len(server.requests)
    assert len(texts) - len(set(texts)) <= 2  # a chunk here is three calls, of which the last one had no room
    assert product.queue_sql("select * from task") == []


def test_a_dead_address_takes_nothing_of_the_budget(product, asked, serve):
    server = serve(OK)
    environment = asked(server, jobs=1)
    server.close()
    product.run("worker", "run", "--until-empty", check=False, **environment)

    budget = product.json("usage", **environment)["budget"]

    assert (budget["tokens_used"], budget["cost_usd_used"]) == (0, 0.0)


@pytest.mark.parametrize("command", ["observe --transcript {folder}/s0.jsonl", "reflect"], ids=["observe", "reflect"])
def test_a_command_that_waits_for_a_paused_provider_says_so_and_leaves(product, asked, serve, tmp_path, command):
    environment = asked(serve({"status": 401}), jobs=1)
    product.drain(**environment)
    product.run("remember", "Always use Decimal for money", "--category", "convention", **environment)

    waited = product.run(*command.format(folder=tmp_path).split(), check=False, **environment)

    assert waited.returncode == 3
    assert "no model may be asked now: openai authentication" in waited.stderr
    assert "The job stays in the queue" in waited.stderr
    assert len(waited.stderr.strip().splitlines()) == 1


def test_a_rate_limit_is_said_to_be_waited_for(product, asked, serve):
    environment = asked(serve({"status": 429, "headers": {"Retry-After": "300"}}), jobs=4)
    product.drain(**environment)
    [product.run("resume", **environment) and product.drain(**environment) for _ in range(3)]

    findings = product.json("status", check=False, **environment)["findings"]

    assert "provider-waits" in [finding["id"] for finding in findings]
    assert "in its place" not in json.dumps(findings)
