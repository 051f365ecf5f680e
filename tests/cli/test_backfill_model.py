"""`codewatch backfill` where a model is named: what it would cost, and who reads (FEATURES F122)."""

import json


def test_a_dry_run_says_what_the_named_model_would_cost(product, old):
    old("first", "Decimal")
    named = {"CODEWATCH_LLM_PROVIDER": "openai", "CODEWATCH_OPENAI_API_KEY": "sk-FAKE"}

    model = product.json("backfill", "--dry-run", **named)["model"]
    said = product.run("backfill", "--dry-run", **named).stdout

    assert (model["provider"], model["model"], model["calls"]) == ("openai", "gpt-4o-mini", 1)
    assert model["input_tokens"] > 500
    assert 0 < model["cost_usd"] < 0.01
    assert "With --use-model: about 1 call of openai/gpt-4o-mini, " in said


def test_a_price_that_nobody_knows_is_said_to_be_unknown(product, old):
    old("first", "Decimal")
    named = {"CODEWATCH_LLM_PROVIDER": "openai", "CODEWATCH_OPENAI_MODEL": "my-own"}

    model = product.json("backfill", "--dry-run", **named)["model"]
    said = product.run("backfill", "--dry-run", **named).stdout

    assert model["cost_usd"] is None
    assert "no price is known" in said


def test_the_rules_read_old_sessions_even_where_a_model_is_named(product, old, serve):
    server = serve({"content": '{"observations": []}'})
    old("first", "Decimal")

    product.run("backfill", CODEWATCH_LLM_PROVIDER="openai", CODEWATCH_OPENAI_BASE_URL=server.url)

    assert any("Decimal" in text for text in product.contents())
    assert server.requests == []


def test_a_model_that_may_not_be_asked_holds_up_no_rules(product, old):
    old("first", "Decimal")

    found = product.json("backfill", CODEWATCH_LLM_PROVIDER="openai")

    assert (found["transcripts"], found["failed"]) == (1, 0)


def test_the_model_reads_them_when_that_is_asked_for(product, old, serve):
    item = {"text": "Always use Decimal for money, never float", "category": "user_preference", "message": 1}
    server = serve({"content": json.dumps({"observations": [item]})})
    old("first", "Decimal")

    product.run("backfill", "--use-model", CODEWATCH_LLM_PROVIDER="openai", CODEWATCH_OPENAI_BASE_URL=server.url)

    assert len(server.requests) == 1
    assert product.sql("select distinct observer from observation") == [("openai/gpt-4o-mini",)]


def test_without_a_model_named_none_can_be_used(product, old):
    old("first", "Decimal")

    done = product.run("backfill", "--use-model", check=False)

    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == "codewatch: no model is named; see `codewatch config list`, or leave --use-model out\n"


def test_a_budget_that_is_spent_stops_it_and_says_how_to_go_on(product, old, serve):
    server = serve({"content": '{"observations": []}'})
    old("first", "Decimal")

    done = product.run(
        "backfill", "--use-model", check=False, CODEWATCH_LLM_PROVIDER="openai",
        CODEWATCH_OPENAI_BASE_URL=server.url, CODEWATCH_DAILY_TOKENS="10",
    )  # fmt: skip

    assert done.returncode == 1
    assert server.requests == []
    assert "`codewatch backfill --use-model` goes on" in done.stderr
    assert product.json("queue", "status")["pending"] == 0


def test_reflections_are_made_once_at_the_end_and_by_rules(product, many, serve, wait_until):
    server = serve({"content": "{}"})
    many(8)
    named = {"CODEWATCH_LLM_PROVIDER": "openai", "CODEWATCH_OPENAI_BASE_URL": server.url}

    product.run("backfill", CODEWATCH_REFLECT_THRESHOLD="50", **named)

    wait_until(lambda: product.sql("select count(*) from reflection")[0][0])
    assert product.sql("select count(*), max(observer) from reflection") == [(1, "rules")]
    assert server.requests == []
