"""Payloads of editors, whose transcripts are not read: Cursor, VS Code, Windsurf; saved, answered, and never twice."""

import json

import pytest

from codewatch import paths

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


def cursor(product, event, **fields):
    """Return a payload of Cursor's."""
    common = {
        "conversation_id": "c1", "generation_id": "g1", "model": "m", "hook_event_name": event,
        "cursor_version": "3.20.17", "workspace_roots": [str(product.project), "/elsewhere"],
        "user_email": "ana@example.org", "transcript_path": None,
    }  # fmt: skip
    return {**common, **fields}


def vscode(product, event, **fields):
    """Return a payload of VS Code's."""
    common = {
        "timestamp": "2026-11-30T10:00:00.000Z", "cwd": str(product.project), "sessionId": "v1",
        "hookEventName": event, "transcript_path": "/tmp/transcript.json",
    }  # fmt: skip
    return {**common, **fields}


def windsurf(product, event, **info):
    """Return a payload of Windsurf's."""
    return {
        "agent_action_name": event, "trajectory_id": "w1", "execution_id": "e1",
        "timestamp": "2026-11-30T10:00:00Z", "tool_info": info,
    }  # fmt: skip


PREFERENCE = "From now on always use Decimal for money, never float, in this project."
DECISION = "We decided to keep the rates in SQLite because one file is enough."
PROMPTS = [
    ("cursor", cursor, "beforeSubmitPrompt", "prompt"), ("vscode", vscode, "UserPromptSubmit", "prompt"),
    ("windsurf", windsurf, "pre_user_prompt", "user_prompt"),
]  # fmt: skip
ANSWERS = [
    ("cursor", cursor, "afterAgentResponse", "text"), ("vscode", vscode, "Stop", "last_assistant_message"),
    ("windsurf", windsurf, "post_cascade_response", "response"),
]  # fmt: skip


@pytest.mark.parametrize(("client", "payload_of", "event", "field"), [*PROMPTS, *ANSWERS])
def test_what_an_editor_says_is_saved_without_a_transcript(product, client, payload_of, event, field):
    product.hook("save", payload_of(product, event, **{field: DECISION}), client=client)

    (job,) = jobs(product)
    assert (job["client"], job["path"], job["message"]) == (client, "", DECISION)
    assert (job["cwd"], job["project"], job["branch"]) == (str(product.project), str(product.project), "main")
    assert job["session"] in ("c1", "v1", "w1")
    assert "ana@example.org" not in json.dumps(job)


@pytest.mark.parametrize(("client", "payload_of", "event", "field"), PROMPTS)
def test_a_prompt_of_an_editor_is_the_users_word(product, client, payload_of, event, field):
    product.hook("save", payload_of(product, event, **{field: PREFERENCE}), client=client)
    product.drain()

    (row,) = product.sql("select content, category, origin from observation")
    assert (row[0], row[1]) == (PREFERENCE, "user_preference")
    assert product.sql("select client, messages from session") == [(client, 1)]


@pytest.mark.parametrize(("client", "payload_of", "event", "field"), [*PROMPTS, *ANSWERS])
def test_secrets_and_private_parts_of_an_editors_payload_go_no_further(product, client, payload_of, event, field):
    said = f"<private>The client is Zarathustra Ltd.</private> The key is sk-ant-api03-{'Ab1' * 30}AA. {DECISION}"

    product.hook("save", payload_of(product, event, **{field: said}), client=client)

    (job,) = jobs(product)
    assert "SQLite" in job["message"]
    assert not [word for word in ("Zarathustra", "Ab1Ab1") if word in job["message"]]


@pytest.mark.parametrize("event", ["stop", "preToolUse", "sessionEnd", "afterFileEdit", "afterAgentThought"])
def test_other_events_of_cursor_are_nothing_to_us(product, event):
    product.hook("save", cursor(product, event, text=DECISION, prompt=DECISION), client="cursor")

    assert not (product.data / "queue.db").exists()


@pytest.mark.parametrize(
    ("client", "payload_of", "event"),
    [("cursor", cursor, "afterAgentResponse"), ("vscode", vscode, "Stop"), ("windsurf", windsurf, "pre_user_prompt")],
)
def test_an_editor_that_says_nothing_is_no_trouble(remembering, client, payload_of, event):
    done = remembering.hook("save", payload_of(remembering, event), client=client)

    assert (done.stdout, done.stderr) == (b"", b"")
    assert not (remembering.data / "codewatch.log").exists()


def test_cursor_is_answered_in_its_form(remembering):
    start = remembering.hook("recall", cursor(remembering, "sessionStart", session_id="c1"), client="cursor")
    payload = cursor(remembering, "beforeSubmitPrompt", prompt=QUESTION, session_id="c2", conversation_id="c2")
    prompt = remembering.hook("recall", payload, client="cursor")

    began, asked = json.loads(start.stdout), json.loads(prompt.stdout)
    assert list(began) == ["additional_context"]
    assert "Always use Decimal" in began["additional_context"]
    assert (list(asked), asked["continue"]) == (["continue", "additional_context"], True)
    assert "Always use Decimal" in asked["additional_context"]


def test_a_prompt_of_cursor_without_memories_is_answered_with_nothing(remembering):
    done = remembering.hook("recall", cursor(remembering, "beforeSubmitPrompt", prompt="thanks"), client="cursor")

    assert done.stdout == b""


@pytest.mark.parametrize(
    ("event", "ours"), [("UserPromptSubmit", {"prompt": QUESTION}), ("SessionStart", {"source": "new"})]
)
def test_vs_code_is_answered_in_claude_codes_form(remembering, event, ours):
    done = remembering.hook("recall", vscode(remembering, event, **ours), client="vscode")

    answer = json.loads(done.stdout)["hookSpecificOutput"]
    assert answer["hookEventName"] == event
    assert "Always use Decimal" in answer["additionalContext"]


def test_a_new_session_of_an_editor_is_told_everything(remembering):
    first = remembering.hook("recall", vscode(remembering, "SessionStart", source="new"), client="vscode")
    again = remembering.hook("recall", vscode(remembering, "SessionStart", source="new"), client="vscode")

    assert again.stdout == first.stdout != b""


@pytest.mark.parametrize(
    ("payload_of", "event"),
    [(cursor, "beforeSubmitPrompt"), (cursor, "UserPromptSubmit"), (vscode, "UserPromptSubmit")],
)
def test_claude_codes_hooks_know_the_editors_that_run_them(remembering, payload_of, event):
    payload = payload_of(remembering, event, prompt=QUESTION)

    said = remembering.hook("recall", payload).stdout
    remembering.hook("save", payload)

    assert b"Always use Decimal" in said
    assert [job["client"] for job in jobs(remembering)] == [payload_of.__name__]


@pytest.mark.parametrize(
    ("payload_of", "event", "file"),
    [
        (cursor, "beforeSubmitPrompt", "home/.cursor/hooks.json"),
        (cursor, "UserPromptSubmit", "project/.cursor/hooks.json"),
        (vscode, "UserPromptSubmit", "project/.github/hooks/codewatch.json"),
    ],
)  # fmt: skip
def test_an_editor_with_hooks_of_its_own_is_not_served_twice(remembering, tmp_path, payload_of, event, file):
    payload = payload_of(remembering, event, prompt=QUESTION)
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_text('{"hooks": {"x": [{"command": "python /p/codewatch/hooks/save_script.py cursor"}]}}')

    said = remembering.hook("recall", payload).stdout
    remembering.hook("save", payload)

    assert said == b""
    assert not (remembering.data / "queue.db").exists()


def test_hooks_of_somebody_else_do_not_silence_ours(remembering):
    path = remembering.home / ".cursor" / "hooks.json"
    path.parent.mkdir()
    path.write_text('{"hooks": {"stop": [{"command": "~/bin/beep"}]}}')

    assert remembering.hook("recall", cursor(remembering, "beforeSubmitPrompt", prompt=QUESTION)).stdout != b""


def test_a_payload_that_names_no_folder_is_about_where_the_editor_is(product, tmp_path):
    payload = cursor(product, "afterAgentResponse", text=DECISION)
    del payload["workspace_roots"]

    product.hook("save", payload, client="cursor", CURSOR_PROJECT_DIR=str(tmp_path))
    product.hook("save", payload, client="cursor")

    assert [job["cwd"] for job in jobs(product)] == [str(tmp_path), str(product.project)]


def test_windsurf_is_never_answered(remembering):
    done = remembering.hook(
        "recall", windsurf(remembering, "post_cascade_response", response=QUESTION), client="windsurf"
    )

    assert done.stdout == b""


@pytest.mark.parametrize(("client", "make", "event", "field"), PROMPTS)
def test_our_own_question_makes_no_job(product, client, make, event, field):
    """REC-01."""
    ours = f"{paths.OUR_OPENING}\n\nYou are given a part of a session ...and the transcript follows"

    product.hook("save", make(product, event, **{field: ours}), client=client)

    assert not (product.data / paths.QUEUE_FILE).exists()
