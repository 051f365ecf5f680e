"""What a session still has of what it was told: a fork has its parent's, a full one the prompt that filled it (B7)."""

import json
import os
import time

import pytest

from codewatch.hooks import forks

FACT = "We pick port 8431 for the metrics endpoint."
QUESTION = "which port does the metrics endpoint use?"
RULE = "Always use Decimal for money."


@pytest.fixture
def telling(product):
    """Give a product that tells the rule at a start, and the fact to the question."""
    product.run("remember", RULE, "--category", "user_preference", "--priority", "high")
    product.run("remember", "The tide feed is read at night.", "--priority", "high")
    product.run("remember", FACT, "--priority", "low")
    return product


@pytest.fixture
def transcripts(tmp_path):
    """Return the folder that a client keeps the sessions of the project in."""
    folder = tmp_path / "transcripts"
    folder.mkdir()
    return folder


def told(product, event, session, folder, **fields):
    """Return what the recall hook tells a session, "" for nothing."""
    payload = {
        "hook_event_name": event, "session_id": session, "cwd": str(product.project),
        "transcript_path": str(folder / f"{session}.jsonl"), **fields,
    }  # fmt: skip
    return product.context_of(product.hook("recall", payload).stdout)


def go_on(product, folder, session):
    """Start a session, ask, and leave a transcript."""
    told(product, "SessionStart", session, folder, source="startup")
    assert FACT in told(product, "UserPromptSubmit", session, folder, prompt=QUESTION)
    (folder / f"{session}.jsonl").write_text("{}\n")


@pytest.mark.parametrize(
    "row",
    [
        '{"type":"user","uuid":"u","forkedFrom":{"sessionId":"parent","messageUuid":"m"}}',
        '{"type":"session_meta","payload":{"id":"child","forked_from_id":"parent","cwd":"/x"}}',
    ],
    ids=["branch of Claude Code", "fork of Codex"],
)
def test_a_fork_that_names_its_parent_has_what_that_was_told(telling, transcripts, row):
    go_on(telling, transcripts, "parent")
    (transcripts / "other.jsonl").write_text("{}\n")
    (transcripts / "child.jsonl").write_text(f"{row}\n")

    assert told(telling, "SessionStart", "child", transcripts, source="fork") == ""
    assert told(telling, "UserPromptSubmit", "child", transcripts, prompt=QUESTION) == ""


def test_a_fork_without_a_transcript_has_what_the_session_was_told_that_last_answered_then(telling, transcripts):
    """`claude --resume ID --fork-session`: no transcript yet, but how long ago the last answer was."""
    go_on(telling, transcripts, "parent")
    (transcripts / "later.jsonl").write_text("{}\n")
    os.utime(transcripts / "parent.jsonl", (time.time() - 600, time.time() - 600))

    start = told(telling, "SessionStart", "child", transcripts, source="fork", seconds_since_last_response=600)

    assert start == ""
    assert told(telling, "UserPromptSubmit", "child", transcripts, prompt=QUESTION) == ""


def test_a_fork_of_a_session_that_was_told_nothing_is_told_everything(telling, transcripts):
    (transcripts / "parent.jsonl").write_text("{}\n")

    assert RULE in told(telling, "SessionStart", "child", transcripts, source="fork")
    assert FACT in told(telling, "UserPromptSubmit", "child", transcripts, prompt=QUESTION)


def test_what_a_fork_is_told_is_not_taken_from_its_parent(telling, transcripts):
    told(telling, "SessionStart", "parent", transcripts, source="startup")
    (transcripts / "parent.jsonl").write_text("{}\n")
    told(telling, "SessionStart", "child", transcripts, source="fork")

    assert FACT in told(telling, "UserPromptSubmit", "child", transcripts, prompt=QUESTION)
    assert FACT in told(telling, "UserPromptSubmit", "parent", transcripts, prompt=QUESTION)


@pytest.mark.parametrize(
    "payload",
    [
        {}, {"transcript_path": ""}, {"transcript_path": "/nowhere/x.jsonl"}, {"transcript_path": "/dev/zero"},
        {"transcript_path": "a\0b"}, {"transcript_path": "/"},
        {"transcript_path": "/nowhere/x", "seconds_since_last_response": "9" * 40},
    ],
)  # fmt: skip
def test_where_nothing_says_it_there_is_no_parent(payload, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    assert forks.parent_of(payload, time.time()) == ""


def test_a_name_that_never_ends_is_none(tmp_path):
    (tmp_path / "child").mkdir()
    (tmp_path / "child" / "x.jsonl").write_text(json.dumps({"forked_from_id": "a" * 200}, separators=(",", ":")))

    assert forks.parent_of({"transcript_path": str(tmp_path / "child" / "x.jsonl")}, time.time()) == ""


def test_a_session_compacted_because_it_is_full_still_has_what_went_with_the_prompt(telling, transcripts):
    """Claude Code: the prompt's hook runs, the session is compacted, and then the prompt is answered."""
    told(telling, "SessionStart", "s", transcripts, source="startup")
    assert FACT in told(telling, "UserPromptSubmit", "s", transcripts, prompt=QUESTION, prompt_id="p-1")

    assert RULE in told(telling, "SessionStart", "s", transcripts, source="compact", prompt_id="p-1")
    assert told(telling, "UserPromptSubmit", "s", transcripts, prompt=QUESTION, prompt_id="p-2") == ""


@pytest.mark.parametrize("prompt", ["p-2", "", "p-1\n2026\treset"])
def test_a_session_compacted_by_hand_has_nothing_left(telling, transcripts, prompt):
    told(telling, "UserPromptSubmit", "s", transcripts, prompt=QUESTION, prompt_id="p-1")
    told(telling, "SessionStart", "s", transcripts, source="compact", prompt_id=prompt)

    assert FACT in told(telling, "UserPromptSubmit", "s", transcripts, prompt=QUESTION, prompt_id="p-3")


def test_a_resumed_session_is_not_told_of_what_is_new_and_of_no_consequence(telling, transcripts):
    told(telling, "SessionStart", "s", transcripts, source="startup")
    telling.run("remember", "The harbour bell rings at noon.", "--priority", "low")

    assert told(telling, "SessionStart", "s", transcripts, source="resume") == ""
