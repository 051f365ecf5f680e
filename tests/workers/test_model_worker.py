"""A worker with a model: what it reflects, how it changes its mind with the settings, and how it leaves."""

import json
import subprocess
import sys
import time

import pytest

from codewatch import paths
from codewatch.agents.rules.rules_observer import STANDS_IN

FACTS = [
    ("We chose PostgreSQL 16 over MySQL because of its row security", "architecture"),
    ("Always use Decimal for money, never float", "user_preference"),
    ("The login failed because the clock of web-7 was 90 s late; ntpd fixed it", "bugfix"),
    ("`make lint` runs ruff and pyright", "learning"),
    ("Tests live in tests/unit and end in _test.py", "convention"),
    ("The build takes long on small machines", "learning"),
]
DEADLINE_S = 60.0


@pytest.fixture
def model(serve):
    """Give a function that returns the environment of a worker that asks a server."""

    def make(server, **settings):
        return {"CODEWATCH_LLM_PROVIDER": "openai", "CODEWATCH_OPENAI_BASE_URL": server.url, **settings}

    return make


@pytest.fixture
def remembered(product):
    """Give the ids of memories that a reflection can be made of."""
    rows = [product.json("remember", text, "--category", category)["observation"] for text, category in FACTS]
    return [row["id"] for row in rows]


def lines(ids):
    """Return a reply that keeps every memory in its own words."""
    found = [
        {"heading": "Learned", "text": text, "sources": [row_id]} for (text, _), row_id in zip(FACTS, ids, strict=True)
    ]
    return {"content": json.dumps({"lines": found})}


def wait_until(is_so):
    """Wait for something, with a deadline."""
    deadline = time.monotonic() + DEADLINE_S
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_the_model_reflects_and_says_so(product, model, serve, remembered):
    """FEATURES F36, F51-F57: by a job, under the contract."""
    server = serve(lines(remembered))

    made = product.json("reflect", **model(server))

    assert made["observer"] == "openai/gpt-4o-mini"
    assert made["observations_compressed"] == len(FACTS)
    assert made["contract"]["missing"] == 0
    assert server.requests[0]["temperature"] == 0
    assert all(text in made["content"] for text, _ in FACTS)


def test_a_literal_that_a_model_loses_is_put_back(product, model, serve, remembered):
    """FEATURES B2: 90 s and web-7 are gone in the answer."""
    reply = lines(remembered)
    reply["content"] = reply["content"].replace("the clock of web-7 was 90 s late", "a clock was late")
    server = serve(reply)

    made = product.json("reflect", **model(server))

    assert "the clock of web-7 was 90 s late" in made["content"]
    assert made["contract"]["restored"] == 1


def test_a_model_that_loops_at_every_level_leaves_the_observations_as_they_are(product, model, serve, remembered):
    """FEATURES F54-F57: each level is asked, none is taken."""
    loop = [{"heading": "Learned", "text": "The tests pass now", "sources": [row_id]} for row_id in remembered] * 20
    server = serve({"content": json.dumps({"lines": loop})})

    refused = product.run("reflect", check=False, **model(server))

    assert refused.returncode == 3
    assert "no level was accepted" in refused.stderr
    assert len(server.requests) == 4
    (failed,) = product.json("queue", "failed")
    assert "level 3: " in failed["error"]
    assert failed["reply"].startswith('{"lines": [{"heading": "Learned", "text": "The tests pass now"')
    assert product.sql("select count(*) from observation where state = 'active'") == [(len(FACTS),)]


def test_an_answer_that_breaks_the_contract_at_every_level_is_kept_on_the_failed_list(
    product, model, serve, remembered
):
    """FEATURES B2: most of it would have to be put back."""
    answer = json.dumps({"lines": [{"heading": "Learned", "text": "All is well with Kafka 9.1", "sources": [1]}]})
    server = serve({"content": answer})

    product.run("reflect", check=False, **model(server))

    (failed,) = product.json("queue", "failed")
    assert failed["reply"] == answer
    assert product.sql("select count(*) from observation where state = 'active'") == [(len(FACTS),)]


def test_an_answer_without_json_is_kept_and_the_rules_reflect_in_its_place(product, model, serve, remembered):
    server = serve({"content": "<html>502</html>"})

    made = product.json("reflect", **model(server))

    (failed,) = product.json("queue", "failed")
    assert (made["observer"], made["observations_compressed"]) == (STANDS_IN, len(remembered))
    assert failed["reply"] == "<html>502</html>"


def test_a_category_that_was_a_guess_is_asked_about_in_one_question_and_the_change_is_journalled(product, model, serve):
    """FEATURES F2, F43."""
    server = serve({"content": json.dumps({"labels": ["file_pattern", "user_preference"]})})
    environment = model(server)
    first = product.json("remember", "The moon is blue", **environment)["observation"]
    second = product.json("remember", "The sea is green", **environment)["observation"]

    product.drain(**environment)

    assert [first["category"], second["category"]] == ["learning", "learning"]
    assert product.sql("select category, priority, scope from observation order by id") == [
        ("file_pattern", "medium", "project"), ("user_preference", "high", "project"),
    ]  # fmt: skip
    assert product.sql("select row_id, who from journal where action = 'sorted' order by row_id") == [
        (first["id"], "worker"), (second["id"], "worker"),
    ]  # fmt: skip
    assert len(server.requests) == 1
    assert product.queue_sql("select * from task") == []


def test_a_category_that_is_stated_or_certain_is_nobodys_question(product, model, serve):
    server = serve({"content": "[]"})
    environment = model(server)
    product.json("remember", "The moon is blue", "--category", "bugfix", **environment)
    product.json("remember", "We decided to use PostgreSQL instead of MySQL because of JSON", **environment)

    product.drain(**environment)

    assert server.requests == []


def test_without_a_model_a_guess_stays_and_nothing_is_queued(product):
    product.json("remember", "The moon is blue")

    assert not (product.data / paths.QUEUE_FILE).exists() or product.queue_sql("select * from task") == []


def test_the_rules_reflect_where_no_model_answers(product, model, serve, remembered):
    server = serve({"status": 402})

    made = product.json("reflect", **model(server, CODEWATCH_RULES_AFTER_H="0"))

    assert made["observer"] == STANDS_IN
    assert made["observations_compressed"] == len(remembered)


def test_what_is_observed_by_the_model_is_reflected_at_the_threshold(product, model, serve, transcript):
    """FEATURES F36: after the slice, wherever it came from."""
    fact = "Sessions are kept in Redis with a 30 minute idle limit"
    item = {"observations": [{"message": 1, "category": "architecture", "text": fact}]}

    def choose(body):
        is_reflecting = "<notes " in body["messages"][1]["content"]
        found = {"lines": [{"heading": "Decisions", "text": fact, "sources": [1]}]} if is_reflecting else item
        return {"content": json.dumps(found)}

    server = serve(choose=choose)
    transcript.user(f"We decided: {fact}. {'And so on and so forth. ' * 10}").assistant("Yes.")
    product.save(transcript.path, event="SessionEnd")

    product.drain(**model(server, CODEWATCH_REFLECT_THRESHOLD="5"))

    assert product.sql("select state from observation") == [("reflected",)]
    purposes = [purpose for (purpose,) in product.sql("select purpose from model_call order by id")]
    assert purposes == ["observe"] + ["reflect"] * (len(server.requests) - 1)


def test_a_worker_that_is_stopped_while_a_model_thinks_puts_the_job_back(product, model, serve, transcript):
    server = serve({"hangs": True})
    transcript.user("The parser is slow because of the regular expressions in it. " * 8).assistant("Yes.")
    product.save(transcript.path, event="SessionEnd")
    command = [sys.executable, "-I", "-m", "codewatch.workers", "run"]
    worker = subprocess.Popen(command, env={**product.environment, **model(server)})
    wait_until(lambda: server.requests)

    product.run("worker", "stop")

    assert worker.wait(timeout=DEADLINE_S) == 0
    assert product.queue_sql("select attempts, owner from task") == [(0, None)]


def test_naming_a_provider_gives_a_running_worker_more_threads(product, model, serve, transcript):
    server = serve({"content": "[]"})
    command = [sys.executable, "-I", "-m", "codewatch.workers", "run"]
    worker = subprocess.Popen(command, env=product.environment)
    wait_until(lambda: product.json("worker", "status", check=False)["pid"])
    folder = product.home / ".config" / "codewatch-memory"
    folder.mkdir(parents=True)

    (folder / "env").write_text("\n".join(f"{name}={value}" for name, value in model(server).items()))
    wait_until(lambda: "read again" in (product.data / paths.LOG_FILE).read_text())
    transcript.user("The parser is slow because of the regular expressions in it. " * 8).assistant("Yes.")
    product.save(transcript.path, event="SessionEnd")
    wait_until(lambda: server.requests)
    product.run("worker", "stop")

    assert "reason=the settings ask for another number of threads" in (product.data / paths.LOG_FILE).read_text()
    assert worker.wait(timeout=DEADLINE_S) == 0
