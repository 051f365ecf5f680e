"""A user's own prompts: what the model is given, what is stored with what it made, and what is said of a broken one."""

import hashlib
import json
import subprocess
import sys
import time

import pytest

from codewatch import paths
from codewatch.llm import prompts

FACT = "Sessions are kept in Redis with a 30 minute idle limit"
OBSERVER = "Listen well, in {longest} characters, sorted into:\n{categories}"
LEVEL = "Leave out what my grandmother would."
DEADLINE_S = 60.0


@pytest.fixture
def own(product):
    """Give a function that writes a prompt of the user's."""

    def write(name, text):
        path = product.home / ".config" / "codewatch-memory" / "prompts" / f"{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    return write


@pytest.fixture
def server(serve):
    """Give a server that finds one fact, and compresses to it."""

    def choose(body):
        is_reflecting = "<notes " in body["messages"][1]["content"]
        line = {"heading": "Decisions", "text": FACT, "sources": [1]}
        item = {"message": 1, "category": "architecture", "text": FACT}
        return {"content": json.dumps({"lines": [line]} if is_reflecting else {"observations": [item]})}

    return serve(choose=choose)


@pytest.fixture
def asked(server):
    """Give the environment of a worker that asks that server."""
    return {"CODEWATCH_LLM_PROVIDER": "openai", "CODEWATCH_OPENAI_BASE_URL": server.url}


@pytest.fixture
def saved(product, transcript):
    """Give a session that was saved and waits for the worker."""
    transcript.user(f"We decided: {FACT}. {'And so on and so forth. ' * 10}").assistant("Yes.")
    product.save(transcript.path, event="SessionEnd")
    return transcript


def version(name, *texts, end="+own"):
    """Return the version that a question of these texts has."""
    return f"{name}@{hashlib.sha256(chr(0).join(texts).encode()).hexdigest()[:8]}{end}"


def instructions(server):
    """Return the instructions of each request."""
    return [body["messages"][0]["content"] for body in server.requests]


def findings(product, **environment):
    """Return what `status` says of prompts."""
    found = product.json("status", check=False, **environment)["findings"]
    return [finding["what"] for finding in found if finding["id"] == "prompt"]


def wait_until(is_so):
    """Wait for something, with a deadline."""
    deadline = time.monotonic() + DEADLINE_S
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_ones_own_text_is_what_the_model_is_given_and_its_version_is_stored(product, own, server, asked, saved):
    own("observer", OBSERVER)

    product.drain(**asked)

    (given,) = instructions(server)
    assert given.startswith(f"{paths.OUR_OPENING}\n\nListen well, in 500 characters, sorted into:\n- ")
    assert product.sql("select prompt from observation") == [(version("observer", OBSERVER),)]
    assert product.json("show", "1")["prompt"] == version("observer", OBSERVER)
    assert f"prompt  {version('observer', OBSERVER)}" in product.run("show", "1").stdout


def test_the_shipped_text_has_a_version_too_and_rules_have_none(product, server, asked, saved):
    product.drain(**asked)
    product.run("remember", "Always use Decimal for money, never float")

    shipped = prompts.load("observer").text
    assert product.json("show", "1")["prompt"] == version("observer", shipped, end="")
    assert product.json("show", "2")["prompt"] == ""


def test_a_reflection_has_the_version_of_all_its_parts(product, own, server, asked, saved):
    own("reflector-level-3", LEVEL)
    product.drain(**asked)

    made = product.json("reflect", "--level", "3", **asked)

    assert LEVEL in instructions(server)[-1]
    assert made["prompt"] == version("reflector", prompts.load("reflector").text, LEVEL)
    assert product.sql("select prompt from reflection") == [(made["prompt"],)]


def test_a_reflection_by_rules_has_no_version(product):
    product.run("remember", "Always use Decimal for money, never float")
    product.run("remember", "We chose PostgreSQL 16 over MySQL because of its row security")

    assert product.json("reflect")["prompt"] == ""


def test_a_broken_text_is_said_and_costs_no_session(product, own, server, asked, saved):
    path = own("observer", "Listen well.")
    said = f"{path} lacks {{categories}}, {{longest}}; the shipped prompt is used"

    product.drain(**asked)

    assert product.contents() == [FACT]
    assert product.json("queue", "failed") == []
    assert product.sql("select prompt from observation") == [
        (version("observer", prompts.load("observer").text, end=""),)
    ]
    assert f"prompt: {said}" in (product.data / paths.LOG_FILE).read_text()
    assert findings(product, **asked) == [said]
    assert said in product.run("config", "list").stderr


def test_a_name_that_is_no_prompts_is_said(product, own):
    path = own("reflector-lvl-1", LEVEL)

    assert findings(product) == [f"{path} is the name of no prompt, and ignored; did you mean reflector-level-1.md?"]


def test_a_text_that_is_saved_while_the_worker_runs_counts_at_once(product, own, server, asked, transcript):
    command = [sys.executable, "-I", "-m", "codewatch.workers", "run"]
    worker = subprocess.Popen(command, env={**product.environment, **asked})
    wait_until(lambda: product.json("worker", "status", check=False)["pid"])
    log = product.data / paths.LOG_FILE

    own("observer", "Listen well.")
    wait_until(lambda: "observer.md lacks {categories}" in log.read_text())
    own("observer", OBSERVER)
    wait_until(lambda: "the prompts are in order again" in log.read_text())
    transcript.user(f"We decided: {FACT}. {'And so on and so forth. ' * 10}").assistant("Yes.")
    product.save(transcript.path, event="SessionEnd")
    wait_until(lambda: product.json("list"))
    product.run("worker", "stop")

    assert product.json("show", "1")["prompt"] == version("observer", OBSERVER)
    assert worker.wait(timeout=DEADLINE_S) == 0


def test_what_is_listed_can_be_taken_in_elsewhere(product, own, server, asked, saved, tmp_path):
    """A version tells of a model's work; what is taken in was made by nobody here."""
    own("observer", OBSERVER)
    product.drain(**asked)
    rows = tmp_path / "rows.json"
    rows.write_text(product.run("list", "--json").stdout)
    elsewhere = {"CODEWATCH_DATA_DIR": str(tmp_path / "elsewhere")}

    product.run("import", str(rows), **elsewhere)

    shown = product.json("show", "1", **elsewhere)
    assert (shown["content"], shown["observer"], shown["prompt"]) == (FACT, "hand", "")
