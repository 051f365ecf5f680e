"""Nothing is being remembered: the session is told once, and `status` says why; only the mending helps."""

import json
import time

import pytest

from codewatch.agents.rules.rules_observer import STANDS_IN

TALK = "We agreed: feature flags live in flags.yaml, and CI must run on arm64 too, because customers run there. " * 3
DEADLINE_S = 60.0


@pytest.fixture
def saved_six_times(product, transcript):
    """Give a product whose session has ended six turns, with a worker that the hook may start."""

    def save(**environment):
        environment = {"CODEWATCH_WORKER_AUTOSTART": "true", **environment}
        for _ in range(6):
            transcript.user(TALK).assistant("ok " + TALK)
            finished = product.save(transcript.path, event="PreCompact", **environment)
            assert (finished.stdout, finished.stderr) == (b"", b"")
        return environment

    return save


def wait_until(is_so):
    """Wait for something, with a deadline."""
    deadline = time.monotonic() + DEADLINE_S
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def start(product, session, **environment):
    """Return what a new session is told."""
    payload = {
        "session_id": session, "hook_event_name": "SessionStart", "source": "startup", "cwd": str(product.project),
        "transcript_path": "",
    }  # fmt: skip
    return product.context_of(product.hook("recall", payload, **environment).stdout)


def settings(product, text):
    """Write the user's settings file."""
    folder = product.home / ".config" / "codewatch-memory"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "env").write_text(text)


def test_a_missing_key_is_told_once_and_what_waited_is_done_when_it_is_there(product, saved_six_times, serve):
    server = serve({"content": "[]"})
    settings(product, "CODEWATCH_LLM_PROVIDER=anthropic\n")
    saved_six_times()
    wait_until((product.data / "broken").exists)

    told = [start(product, "s2"), start(product, "s3"), product.recall("Where do feature flags live?")]
    status = product.run("status", check=False)
    state = json.loads(product.run("status", "--json", check=False).stdout)
    settings(product, f"CODEWATCH_LLM_PROVIDER=openai\nCODEWATCH_OPENAI_BASE_URL={server.url}\nOPENAI_API_KEY=k\n")
    wait_until(lambda: product.queue_sql("select count(*) from task") == [(0,)])

    assert told[0].count("memory is not recording since") == 1
    assert "anthropic: no key: set CODEWATCH_ANTHROPIC_API_KEY" in told[0]
    assert "not recording" not in told[1] + told[2]
    assert (status.returncode, status.stderr) == (1, "")
    assert "anthropic: no key: set CODEWATCH_ANTHROPIC_API_KEY" in status.stdout
    assert state["queue"]["oldest_age_s"] > 0
    assert {"worker", "last_success_at", "providers", "usage_today", "memory"} <= state.keys()
    assert len(server.requests) >= 1
    assert "not recording" not in start(product, "s4")


def test_a_session_that_a_refused_key_left_waiting_was_not_saved(product, transcript, serve):
    server = serve({"status": 401, "body": {"error": {"message": "invalid api key"}}})
    transcript.user("We agreed: feature flags live in flags.yaml. " * 6).assistant("Yes.")
    product.save(transcript.path, event="SessionEnd")
    product.drain(
        CODEWATCH_LLM_PROVIDER="openai", CODEWATCH_OPENAI_BASE_URL=server.url, CODEWATCH_OPENAI_API_KEY="k"
    )  # fmt: skip

    assert server.requests
    assert json.loads(product.run("status", "--json", check=False).stdout)["last_success_at"] is None


def test_no_provider_named_is_nothing_wrong_and_nothing_is_said(product, saved_six_times):
    saved_six_times(ANTHROPIC_API_KEY="k")
    wait_until(lambda: product.queue_sql("select count(*) from task") == [(0,)])

    status = product.run("status")

    assert "rules (no model, no cost)" in status.stdout
    assert "not recording" not in start(product, "s2")


def test_a_model_that_never_answers_is_given_up_and_others_get_on(
    product, saved_six_times, serve, make_transcript, tmp_path
):
    server = serve(
        choose=lambda body: {"hangs": True} if "flags.yaml" in json.dumps(body["messages"]) else {"content": "[]"}
    )
    environment = {
        "CODEWATCH_LLM_PROVIDER": "openai", "CODEWATCH_OPENAI_BASE_URL": server.url, "CODEWATCH_MODEL_TIMEOUT_S": "1",
    }  # fmt: skip
    other = make_transcript(tmp_path / "other.jsonl", product.project, session="other")
    other.user("The parser is slow because of the regular expressions in it, as we have seen. " * 5).assistant("Yes.")
    product.save(other.path, session="other", event="SessionEnd")
    saved_six_times(**environment)

    wait_until(lambda: product.queue_sql("select count(*) from task") == [(0,)])

    assert product.sql("select distinct observer from observation") == [(STANDS_IN,)]
    assert product.sql("select count(*) from model_call where outcome = 'answered'") == [(1,)]
    assert product.queue_sql("select * from failed_task") == []
