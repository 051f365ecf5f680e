"""Codex's rollouts, row by row (clients.md §4.2)."""

from pathlib import Path

import pytest

from codewatch.clients import codex
from codewatch.messages import Role

FIXTURES = Path(__file__).parents[1] / "fixtures" / "codex"
THREAD = "01a22000-0000-7000-8000-00000000c0de"
HEADER = {
    "type": "session_meta",
    "payload": {"id": "t1", "session_id": "s1", "cwd": "/work/shop", "git": {"branch": "dev"}},
}
AT = "2026-11-29T10:04:06.106Z"


def item(ordinal=7, **payload):
    """Return a row of the conversation itself."""
    return {"timestamp": AT, "ordinal": ordinal, "type": "response_item", "payload": payload}


def message(*texts, role="user", kinds=None, **fields):
    """Return a row with a message of these texts, each of its kind."""
    content = [{"type": "input_text", "text": text} for text in texts]
    told = {"internal_chat_message_metadata_passthrough": {"content_item_kinds": kinds}} if kinds else {}
    return item(type="message", role=role, content=content, **told, **fields)


def turn(cwd):
    """Return a row that says in which folder a turn is."""
    return {"type": "turn_context", "payload": {"turn_id": "u", "cwd": cwd}}


def test_a_thread_is_read_with_its_speech_once_and_its_tools(read_file, told):
    records = read_file(codex, FIXTURES / "thread.jsonl")

    assert told.said(records) == [
        (Role.USER, "Rename label() to tide_label() everywhere."), (Role.TOOL_CALL, ""),
        (Role.TOOL_RESULT, "./charts.py:1:def label(t):\n"), (Role.TOOL_CALL, ""),
        (Role.TOOL_RESULT, "Success. Updated the following files:\nM charts.py\n"), (Role.TOOL_CALL, ""),
        (Role.TOOL_RESULT, "kept"), (Role.ASSISTANT, "Renamed in charts.py."), (Role.USER, "Now run the tests."),
        (Role.ASSISTANT, "All tests pass."),
    ]  # fmt: skip
    assert [call.tool for call in told.messages(records) if call.tool] == ["Bash", "apply_patch", "mcp__mem__remember"]


def test_every_other_row_is_skipped_by_name(read_file, told):
    skipped = told.skipped(read_file(codex, FIXTURES / "thread.jsonl"))

    assert sorted(set(skipped) - {""}) == [
        "compacted row", "injected text", "item_completed row", "reasoning row", "session_meta row",
        "task_complete row", "task_started row", "token_count row", "token_usage_record row", "turn_context row",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["thread", "subagent", "fork"])
def test_every_byte_of_a_file_belongs_to_a_record(read_file, name):
    path = FIXTURES / f"{name}.jsonl"

    records = read_file(codex, path)

    assert [record.start for record in records] == [0, *(record.end for record in records[:-1])]
    assert records[-1].end == path.stat().st_size


def test_a_message_says_when_where_and_in_which_session_it_was_said(read_rows, told):
    (prompt,) = told.messages(read_rows(codex, HEADER, message("Use tabs.", kinds=["user.text"])))

    assert (prompt.at, prompt.session, prompt.cwd, prompt.branch) == (AT, "s1", "/work/shop", "dev")
    assert (prompt.key, prompt.is_sidechain) == ("t1|7", False)


def test_a_subagent_belongs_to_its_parents_session(read_file, told):
    messages = told.messages(read_file(codex, FIXTURES / "subagent.jsonl"))

    assert {(one.session, one.is_sidechain) for one in messages} == {(THREAD, True)}
    assert messages[0].key == "01a22000-0000-7000-8000-00000000a6e7|3"


def test_a_fork_has_keys_of_its_own(read_file, told):
    parent = {one.key for one in told.messages(read_file(codex, FIXTURES / "thread.jsonl"))}
    fork = {one.key for one in told.messages(read_file(codex, FIXTURES / "fork.jsonl"))}

    assert not parent & fork
    assert len(fork) == 2


@pytest.mark.parametrize("number", range(1, 28))
def test_a_file_says_the_same_from_any_row_on(read_file, number):
    path = FIXTURES / "thread.jsonl"
    whole = read_file(codex, path)

    assert read_file(codex, path, whole[number].start) == whole[number:]


def test_the_folder_is_that_of_the_latest_turn(read_rows, told):
    rows = [HEADER, turn("/work/a"), message("one"), turn("/work/b"), message("two")]

    assert [one.cwd for one in told.messages(read_rows(codex, *rows))] == ["/work/a", "/work/b"]
    assert [one.cwd for one in told.messages(read_rows(codex, rows[4], after=rows[:4]))] == ["/work/b"]


def test_the_folder_is_found_far_before_the_row(read_rows, told):
    noise = [{"type": "event_msg", "payload": {"type": "token_count", "info": "x" * 5_000}}] * 40

    (prompt,) = told.messages(read_rows(codex, message("two"), after=[HEADER, turn("/work/b"), *noise]))

    assert prompt.cwd == "/work/b"


def test_a_turn_that_somebody_talks_about_is_no_turn(read_rows, told):
    talk = message('{"type": "turn_context", "payload": {"cwd": "/elsewhere"}}')

    (prompt,) = told.messages(read_rows(codex, message("two"), after=[HEADER, turn("/work/b"), talk]))

    assert prompt.cwd == "/work/b"


def test_after_a_switch_of_branches_the_branch_is_not_known(read_rows, told):
    switch = item(type="function_call", name="exec_command", arguments='{"cmd": "git switch main"}', call_id="c")

    records = read_rows(codex, HEADER, message("one"), switch, message("two"))
    later = read_rows(codex, message("three"), after=[HEADER, switch])

    assert [one.branch for one in told.messages(records)] == ["dev", "", ""]
    assert [one.branch for one in told.messages(later)] == [""]


@pytest.mark.parametrize(
    "kind",
    [
        "agents_md.instructions", "environments.environment_context", "hooks.additional_context", "hooks.prompt",
        "subagents.notification", "user.goal",
    ],
)  # fmt: skip
def test_what_the_program_says_in_the_users_name_is_no_speech(read_rows, told, kind):
    (record,) = read_rows(codex, message("Use tabs.", kinds=[kind]))

    assert (record.messages, record.skipped) == ((), "injected text")


def test_of_a_message_only_the_users_parts_are_speech(read_rows, told):
    records = read_rows(codex, message("# AGENTS.md", "Use tabs.", kinds=["agents_md.instructions", "user.text"]))

    assert told.said(records) == [(Role.USER, "Use tabs.")]


@pytest.mark.parametrize(
    "text",
    [
        "# AGENTS.md instructions for /work\n\n<INSTRUCTIONS>\nUse tabs.", "<environment_context>\n<cwd>/w</cwd>",
        "<user_instructions>x", "<hook_prompt hook_run_id=1>go on", "<subagent_notification>{}", "<turn_aborted>x",
        "<codewatch-memory>Use tabs.</codewatch-memory>",
    ],
)  # fmt: skip
def test_versions_that_tell_no_kinds_are_read_by_how_a_text_begins(read_rows, told, text):
    assert told.skipped(read_rows(codex, message(text))) == ["injected text"]


def test_a_developers_message_is_no_speech(read_rows, told):
    assert told.skipped(read_rows(codex, message("Memory: use tabs.", role="developer"))) == ["injected text"]


def test_an_image_is_a_mark_and_what_an_editor_has_open_is_left_out(read_rows, told):
    image = item(
        type="message", role="user",
        content=[
            {"type": "input_text", "text": "<image name=[Image #1]>"},
            {"type": "input_image", "image_url": "data:AAAA"},
            {"type": "input_text", "text": "</image>"}, {"type": "input_text", "text": "What is this?"},
        ],
    )  # fmt: skip
    open_file = message("# Context from my IDE setup:\n\n## Active file: a.py\n\n## My request for Codex:\nUse tabs.\n")

    records = read_rows(codex, image, open_file)

    assert told.said(records) == [(Role.USER, "[image]\nWhat is this?"), (Role.USER, "Use tabs.")]


def test_a_summary_for_a_compaction_is_no_answer(read_rows, told):
    summary = {**message("Use tabs.", role="assistant"), "metadata": {"compaction_output": True}}

    assert told.skipped(read_rows(codex, summary)) == ["compaction summary"]


def test_an_answer_without_text_says_nothing(read_rows, told):
    assert told.skipped(read_rows(codex, message(" ", role="assistant"))) == ["no text"]


def test_rows_without_an_envelope_are_read(read_rows, told):
    """CAP-06."""
    header = {"id": "old", "timestamp": "2025-05-01T10:00:00.000Z", "instructions": None, "git": {"branch": "main"}}
    where = "<environment_context>\n  <cwd>/work/old</cwd>\n</environment_context>"
    rows = [
        header, {"record_type": "state"},
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": where}]},
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Use tabs."}]},
        {"type": "function_call", "name": "shell", "arguments": '{"command": ["bash", "-lc", "ls"]}', "call_id": "c1"},
        {"type": "function_call_output", "call_id": "c1", "output": '{"output": "a", "metadata": {"exit_code": 1}}'},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Done."}]},
    ]  # fmt: skip

    records = read_rows(codex, *rows)

    assert told.said(records) == [
        (Role.USER, "Use tabs."), (Role.TOOL_CALL, ""), (Role.TOOL_RESULT, "Exit code 1\na"), (Role.ASSISTANT, "Done.")
    ]  # fmt: skip
    assert told.skipped(records)[:3] == ["session_meta row", "state row", "injected text"]
    assert {(one.session, one.cwd, one.branch) for one in told.messages(records)} == {("old", "/work/old", "main")}
    assert told.messages(read_rows(codex, rows[3], after=rows[:3]))[0].cwd == "/work/old"


def test_copies_in_an_older_fork_have_the_keys_of_what_they_copy(read_rows, told):
    rows = [{name: value for name, value in message(text, id=text).items() if name != "ordinal"} for text in ("a", "b")]
    other = {"type": "session_meta", "payload": {"id": "t2", "forked_from_id": "t1", "cwd": "/work/shop"}}

    parent = [one.key for one in told.messages(read_rows(codex, HEADER, *rows))]
    fork = told.messages(read_rows(codex, other, HEADER, *rows))

    assert [one.key for one in fork] == parent
    assert {one.session for one in fork} == {"t2"}


@pytest.mark.parametrize(
    "document", [b'{"items": [{"type": "message"}]}\n', b'{\n "session": {},\n "items": [\n]\n}\n']
)
def test_a_file_that_is_one_document_is_not_recognised(read_rows, told, document):
    """CAP-06: `status` tells of a transcript of which nothing was recognised."""
    assert "unreadable" in told.skipped(read_rows(codex, document))
    assert told.messages(read_rows(codex, document)) == []


def test_a_torn_tail_and_bad_bytes_hold_nobody_up(read_rows, told):
    records = read_rows(codex, HEADER, b"{broken\n", b"\n", b'\xff{"a"\n', message("one"), b'{"type": "response_')

    assert told.skipped(records) == ["session_meta row", "unreadable", "empty", "unreadable", ""]
    assert told.said(records) == [(Role.USER, "one")]


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ({"type": "response_item", "payload": {}}, "unreadable"), ({"type": "session_meta"}, "session_meta row"),
        ({"type": "response_item", "payload": {"type": "web_search_call"}}, "web_search_call row"),
        ({"type": "event_msg", "payload": {"type": "user_message", "message": "x"}}, "user_message row"),
        ({"type": "event_msg"}, "event_msg row"), ({"type": "new: thing"}, "odd row"), ({}, "unreadable"),
        (item(type="message", role="user", content=None), "injected text"),
    ],
)  # fmt: skip
def test_an_odd_row_is_skipped_by_name(read_rows, told, row, reason):
    assert told.skipped(read_rows(codex, row)) == [reason]


def test_transcripts_are_found_by_day_and_among_those_put_away(tmp_path, monkeypatch):
    monkeypatch.setenv("CODEX_HOME", str(tmp_path))
    paths = [tmp_path / "sessions/2026/11/29/rollout-a.jsonl", tmp_path / "archived_sessions/rollout-b.jsonl"]
    for path in (*paths, tmp_path / "sessions/2026/11/29/other.jsonl"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()

    assert list(codex.find_transcripts()) == [str(path) for path in paths]
