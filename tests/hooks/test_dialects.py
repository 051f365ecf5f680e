"""Payloads of clients other than Claude Code: their events, fields and prompts, and how they are answered."""

import json

import pytest

from codewatch.hooks import dialects

QUESTION = "Do we use Decimal or float for money amounts?"


@pytest.fixture
def remembering(product):
    """Give codewatch with a preference in memory."""
    product.run("remember", "Always use Decimal for money, never float.", "--category", "user_preference")
    return product


def jobs(product):
    """Return the arguments of the jobs in the queue."""
    rows = product.queue_sql("select json_extract(data, '$.m.kwargs') from task order by id")
    return [json.loads(arguments) for (arguments,) in rows]


def codex(product, event, **fields):
    """Return a payload of Codex's."""
    common = {
        "session_id": "t1", "turn_id": "u1", "transcript_path": None, "cwd": str(product.project), "model": "gpt",
        "permission_mode": "default", "hook_event_name": event,
    }  # fmt: skip
    return {**common, **fields}


def gemini(product, event, **fields):
    """Return a payload of Gemini CLI's."""
    common = {
        "session_id": "g1", "transcript_path": "", "cwd": str(product.project), "hook_event_name": event,
        "timestamp": "2026-11-30T01:33:35.554Z",
    }  # fmt: skip
    return {**common, **fields}


@pytest.mark.parametrize(
    ("arguments", "client"),
    [(["x"], "claude"), (["x", "codex"], "codex"), (["x", "gemini", "y"], "gemini"), (["x", "word"], "claude")],
)
def test_the_command_line_says_whose_payload_it_is(arguments, client):
    assert dialects.client_of(arguments) == client


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [("BeforeAgent", "UserPromptSubmit"), ("AfterAgent", "Stop"), ("SessionStart", "SessionStart"), ("AfterTool", "")],
)
def test_events_of_gemini_have_our_names(theirs, ours):
    assert dialects.translated("gemini", {"hook_event_name": theirs})["hook_event_name"] == ours


def test_other_clients_speak_our_words():
    payload = {"hook_event_name": "Stop", "prompt": "<hook_context>a</hook_context>b"}

    assert dialects.translated("codex", payload) is payload
    assert (dialects.event_for("codex", "Stop"), dialects.event_for("gemini", "Stop")) == ("Stop", "AfterAgent")


@pytest.mark.parametrize(
    ("client", "prompt", "asked"),
    [
        ("gemini", "<hook_context>a</hook_context>\n\nUse tabs.", "Use tabs."),
        ("gemini", "<hook_context>never closed", ""), ("gemini", "plain", "plain"),
        ("gemini", "<hook_context>a</hook_context>b<hook_context>c</hook_context>d", "bd"),
        ("codex", "# Context from my IDE setup:\n## Open: a\n## My request for Codex:\nUse tabs.\n", "Use tabs."),
        ("codex", "# Context from my IDE", "# Context from my IDE"),
    ],
)  # fmt: skip
def test_a_prompt_is_what_the_user_asked(client, prompt, asked):
    assert dialects.translated(client, {"prompt": prompt})["prompt"] == asked


def test_codex_is_answered_in_its_form(remembering):
    done = remembering.hook("recall", codex(remembering, "UserPromptSubmit", prompt=QUESTION), client="codex")

    answer = json.loads(done.stdout)["hookSpecificOutput"]
    assert answer["hookEventName"] == "UserPromptSubmit"
    assert "Always use Decimal" in answer["additionalContext"]
    assert done.stderr == b""


@pytest.mark.parametrize("source", ["startup", "resume", "clear", "compact", "fork"])
def test_a_session_of_codex_is_briefed(remembering, source):
    done = remembering.hook("recall", codex(remembering, "SessionStart", source=source), client="codex")

    assert "Always use Decimal" in remembering.context_of(done.stdout)


def test_a_subagents_task_is_nobodys_prompt(remembering):
    payload = codex(remembering, "UserPromptSubmit", prompt=QUESTION, agent_id="a1", agent_type="default")

    assert remembering.hook("recall", payload, client="codex").stdout == b""


@pytest.mark.parametrize(
    ("event", "ours"), [("BeforeAgent", {"prompt": QUESTION}), ("SessionStart", {"source": "startup"})]
)
def test_gemini_is_answered_with_its_own_event(remembering, event, ours):
    done = remembering.hook("recall", gemini(remembering, event, **ours), client="gemini")

    answer = json.loads(done.stdout)["hookSpecificOutput"]
    assert answer["hookEventName"] == event
    assert "Always use Decimal" in answer["additionalContext"]


def test_what_a_hook_told_gemini_before_is_not_searched_for(remembering):
    prompt = f"<hook_context>{QUESTION}</hook_context>\n\nthanks"

    assert remembering.hook("recall", gemini(remembering, "BeforeAgent", prompt=prompt), client="gemini").stdout == b""


@pytest.mark.parametrize("event", ["BeforeModel", "AfterTool", "PreCompress", "BeforeToolSelection"])
def test_events_of_gemini_that_are_nothing_to_us_get_nothing(remembering, event):
    done = remembering.hook("recall", gemini(remembering, event, prompt=QUESTION), client="gemini")

    assert (done.stdout, done.stderr) == (b"", b"")


@pytest.mark.parametrize(
    ("client", "payload_of", "event", "field"),
    [("codex", codex, "Stop", "last_assistant_message"), ("gemini", gemini, "AfterAgent", "prompt_response")],
)
def test_without_a_transcript_the_last_message_is_saved(product, client, payload_of, event, field):
    """CAP-22."""
    payload = payload_of(
        product, event, **{field: "We decided to keep the rates in SQLite because one file is enough."}
    )

    product.hook("save", payload, client=client)

    (job,) = jobs(product)
    assert (job["client"], job["path"], job["event"]) == (client, "", "Stop")
    assert job["message"].startswith("We decided")


def test_a_subagents_transcript_of_codex_is_saved(product, tmp_path):
    own = tmp_path / "rollout-a.jsonl"
    own.write_text("{}\n")
    fields = {"agent_id": "a1", "agent_type": "default", "agent_transcript_path": str(own)}

    product.hook("save", codex(product, "SubagentStop", **fields), client="codex")

    assert [(job["client"], job["path"]) for job in jobs(product)] == [("codex", str(own))]


@pytest.mark.parametrize(
    ("client", "event", "flush"),
    [
        ("codex", "SessionEnd", True), ("codex", "Stop", False), ("gemini", "SessionEnd", True),
        ("gemini", "AfterAgent", False),
    ],
)  # fmt: skip
def test_the_end_of_a_session_flushes(product, tmp_path, client, event, flush):
    path = tmp_path / "a.jsonl"
    path.write_text("{}\n")
    payload = {"session_id": "s", "transcript_path": str(path), "cwd": str(product.project), "hook_event_name": event}

    product.hook("save", payload, client=client)

    assert [job["flush"] for job in jobs(product)] == [flush]
