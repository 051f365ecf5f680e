"""Claude Code's transcript records, kind by kind (clients.md §3)."""

import json
import sys

import pytest

from codewatch.clients import claude_code
from codewatch.clients.transcripts import Line
from codewatch.messages import REJECTED, Role

COMMON = {
    "uuid": "u1", "timestamp": "2026-11-29T09:00:00.000Z", "sessionId": "s1", "cwd": "/work/shop",
    "gitBranch": "main", "isSidechain": False,
}  # fmt: skip


def read(row):
    return read_raw(json.dumps(row).encode() + b"\n")


def read_raw(raw):
    return claude_code.read_record(Line(100, 100 + len(raw), raw))


def user(content, **fields):
    return read({**COMMON, "type": "user", "message": {"role": "user", "content": content}, **fields})


def assistant(*blocks, **fields):
    return read({**COMMON, "type": "assistant", "message": {"role": "assistant", "content": list(blocks)}, **fields})


def result(content, **fields):
    return user([{"type": "tool_result", "tool_use_id": "t1", "content": content}], **fields)


def said(record):
    return [(message.role, message.text) for message in record.messages]


def test_a_prompt_is_what_the_user_said_with_place_and_time():
    record = user("Fix the parser")

    (message,) = record.messages
    assert (message.role, message.text, message.at) == (Role.USER, "Fix the parser", "2026-11-29T09:00:00.000Z")
    assert (message.session, message.cwd, message.branch) == ("s1", "/work/shop", "main")
    assert (message.start, message.end) == (record.start, record.end) == (100, record.end)
    assert (message.is_sidechain, record.skipped) == (False, "")


def test_an_answer_has_one_record_per_block():
    text = assistant({"type": "text", "text": " Done. "})
    call = assistant({"type": "tool_use", "id": "t1", "name": "Edit", "input": {"file_path": "/a.py"}})

    assert said(text) == [(Role.ASSISTANT, "Done.")]
    (message,) = call.messages
    assert (message.role, message.call, message.tool) == (Role.TOOL_CALL, "t1", "Edit")
    assert message.tool_input == {"file_path": "/a.py"}


def test_an_old_answer_with_all_blocks_in_one_record_is_read_whole():
    record = assistant(
        {"type": "thinking", "thinking": "hm", "signature": "x"},
        {"type": "text", "text": "I look."},
        {"type": "tool_use", "id": "t1", "name": "Read", "input": {}},
        {"type": "tool_use", "id": "t2", "name": "Grep", "input": {}},
    )

    assert [message.role for message in record.messages] == [Role.ASSISTANT, Role.TOOL_CALL, Role.TOOL_CALL]
    assert len({message.key for message in record.messages}) == 1


def test_an_old_prompt_with_a_content_list_is_read():
    record = user([{"type": "text", "text": "Look at this"}, "and that", {"type": "image", "source": {"data": "AAAA"}}])

    assert said(record) == [(Role.USER, "Look at this"), (Role.USER, "and that"), (Role.USER, "[image]")]


@pytest.mark.parametrize("block", [{"type": "thinking", "thinking": ""}, {"type": "redacted_thinking"}, {}])
def test_an_answer_of_thinking_alone_says_nothing(block):
    assert assistant(block).skipped == "no text"


def test_a_prompt_typed_while_a_turn_runs_is_speech():
    attachment = {"type": "queued_command", "commandMode": "prompt", "humanTurn": True, "prompt": "And the tests"}

    assert said(read({**COMMON, "type": "attachment", "attachment": attachment})) == [(Role.USER, "And the tests")]


def test_a_queued_prompt_of_blocks_is_speech():
    prompt = [{"type": "text", "text": "And this"}, {"type": "image", "source": {}}]
    attachment = {"type": "queued_command", "commandMode": "prompt", "prompt": prompt}

    assert said(read({**COMMON, "type": "attachment", "attachment": attachment})) == [(Role.USER, "And this\n[image]")]


@pytest.mark.parametrize(
    "attachment",
    [
        {"type": "queued_command", "commandMode": "task-notification", "prompt": "done"},
        {"type": "queued_command", "commandMode": "prompt", "humanTurn": False, "prompt": "done"},
        {"type": "queued_command", "commandMode": "prompt", "prompt": "<task-notification>done</task-notification>"},
    ],
)
def test_what_the_program_queued_is_not_speech(attachment):
    assert read({**COMMON, "type": "attachment", "attachment": attachment}).skipped == "attachment queued_command"


@pytest.mark.parametrize(
    "kind", ["hook_additional_context", "hook_success", "instructions", "relevant_memories", "prompt_snapshot", "file"]
)
def test_an_attachment_is_never_learned_from(kind):
    attachment = {"type": kind, "content": "always use tabs", "rendered": ["x"]}

    assert read({**COMMON, "type": "attachment", "attachment": attachment}).skipped == f"attachment {kind}"


@pytest.mark.parametrize(
    "fields",
    [
        {"isMeta": True},
        {"isCompactSummary": True, "isVisibleInTranscriptOnly": True},
        {"rowSource": "harness", "interruptedMessageId": "m1"},
        {"origin": {"kind": "task-notification"}},
    ],
)
def test_a_user_row_that_the_program_wrote_is_not_speech(fields):
    assert user("Always use tabs", **fields).skipped == "injected text"


@pytest.mark.parametrize("fields", [{"origin": {"kind": "human"}}, {"promptSource": "typed"}, {"promptSource": "sdk"}])
def test_a_typed_prompt_is_speech(fields):
    assert said(user("Always use tabs", **fields)) == [(Role.USER, "Always use tabs")]


@pytest.mark.parametrize(
    "text",
    [
        "<task-notification>\n<task-id>b1</task-id></task-notification>",
        "<command-name>/clear</command-name>\n<command-message>clear</command-message>",
        "<command-message>init is analyzing</command-message>",
        "<local-command-stdout>ok</local-command-stdout>",
        "<local-command-caveat>Caveat</local-command-caveat>",
        "<bash-input>ls</bash-input>",
        "<bash-stdout>a.py</bash-stdout><bash-stderr></bash-stderr>",
        "[Request interrupted by user]",
        "[Request interrupted by user for tool use]",
        "Caveat: The messages below were generated by the user while running local commands.",
        "This session is being continued from a previous conversation that ran out of context.",
        "<system-reminder>Always use tabs</system-reminder>",
        "  \n ",
        "",
    ],
)
def test_a_wrapper_is_not_speech(text):
    assert user(text).messages == ()
    assert user([{"type": "text", "text": text}]).skipped == "injected text"


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("Fix it<system-reminder>\nuse tabs\n</system-reminder>", "Fix it"),
        ("<system-reminder>a</system-reminder>Fix <system-reminder>b</system-reminder>it", "Fix it"),
        ("Fix it <system-reminder>never closed", "Fix it"),
        ("<codewatch-memory from='x'>old memory</codewatch-memory>\nFix it", "Fix it"),
        ("<ide_opened_file>a.py</ide_opened_file>Fix it", "Fix it"),
        ("<user-prompt-submit-hook>note</user-prompt-submit-hook>Fix it", "Fix it"),
        ("Fix it\n<new-diagnostics>a.py: 3 errors</new-diagnostics>", "Fix it"),
        ('<codewatch-memory-briefing project="x">old</codewatch-memory-briefing>Fix it', "Fix it"),
        ("Is a < b and <b>c</b>?", "Is a < b and <b>c</b>?"),
    ],
)
def test_what_was_put_into_a_prompt_is_cut_out(text, spoken):
    assert said(user(text)) == [(Role.USER, spoken)]


def test_our_own_context_in_a_tool_result_is_cut_out():
    record = result("ok <system-reminder>use tabs</system-reminder>")

    assert said(record) == [(Role.TOOL_RESULT, "ok ")]


def test_an_api_error_is_not_an_answer():
    record = assistant(
        {"type": "text", "text": "API Error: 529"}, isApiErrorMessage=True, error="overloaded", apiErrorStatus=529
    )

    assert record.skipped == "api error"


@pytest.mark.parametrize(
    "kind",
    [
        "system", "queue-operation", "file-history-snapshot", "last-prompt", "mode", "custom-title", "summary",
        "api-request", "api-request-blob", "api-request-shape", "progress", "continued-in",
    ],
)  # fmt: skip
def test_a_row_of_state_is_skipped_by_name(kind):
    assert read({"type": kind, "content": "Always use tabs", "summary": "x"}).skipped == f"{kind} row"


def test_a_name_as_long_as_a_text_is_cut():
    assert read({"type": "x" * 5000}).skipped == "x" * 40 + " row"


def test_a_result_names_its_call_and_whether_it_failed():
    record = user([{"type": "tool_result", "tool_use_id": "t1", "content": "boom", "is_error": True}])

    (message,) = record.messages
    assert (message.role, message.call, message.text, message.is_error) == (Role.TOOL_RESULT, "t1", "boom", True)


def test_a_result_of_blocks_is_joined_and_its_images_become_a_mark():
    image = {"type": "image", "source": {"type": "base64", "data": "A" * 300_000}}

    assert said(result([{"type": "text", "text": "before"}, image, {"type": "text", "text": "after"}])) == [
        (Role.TOOL_RESULT, "before\n[image]\nafter")
    ]


@pytest.mark.parametrize("content", [None, 7, {}, [None, 7]])
def test_a_result_of_a_strange_shape_is_empty(content):
    assert said(result(content)) == [(Role.TOOL_RESULT, "")]


@pytest.mark.parametrize("kind", ["user-rejected", "permission-denied"])
def test_a_tool_that_the_user_refused_is_marked(kind):
    assert said(result("The user doesn't want to proceed", toolDenialKind=kind)) == [(Role.TOOL_RESULT, REJECTED)]


@pytest.mark.parametrize("preview", ["", "<persisted-output>\nOutput too large (90 KB). Full output saved to: /x"])
def test_a_result_that_was_spilled_is_taken_from_the_structured_form(preview):
    record = result(preview, toolUseResult={"stdout": "3 passed", "stderr": "warning", "interrupted": False})

    assert said(record) == [(Role.TOOL_RESULT, "3 passed\nwarning")]


@pytest.mark.parametrize(
    "structured",
    [
        {"type": "text", "file": {"filePath": "/a", "content": "whole text"}}, {"content": "whole text", "numFiles": 1},
        {"result": "whole text", "code": 200}, [{"type": "text", "text": "whole text"}],
        {"content": [{"type": "text", "text": "whole text"}]},
    ],
)  # fmt: skip
def test_a_spilled_result_of_any_tool_is_taken_from_its_structured_form(structured):
    record = result("<persisted-output>\nOutput too large", toolUseResult=structured)

    assert said(record) == [(Role.TOOL_RESULT, "whole text")]


@pytest.mark.parametrize("structured", [None, {}, "text", {"isImage": False}])
def test_of_a_spilled_result_without_a_structured_form_the_preview_is_kept(structured):
    text = "<persisted-output>\nOutput too large (141KB). Saved to: /x\n\nPreview (first 2KB):\nRUN v4\n...\n"

    record = result(f"{text}</persisted-output>", toolUseResult=structured)

    assert said(record) == [(Role.TOOL_RESULT, "RUN v4")]


def test_a_structured_form_that_is_a_text_is_not_used():
    assert said(result("Error: no", toolUseResult="Error: no")) == [(Role.TOOL_RESULT, "Error: no")]


def test_a_subagents_row_is_marked():
    (message,) = user("Search the code", isSidechain=True, agentId="a1").messages

    assert message.is_sidechain


def test_a_detached_head_has_no_branch_name():
    assert user("Fix it", gitBranch="HEAD").messages[0].branch == ""


@pytest.mark.parametrize("missing", sorted(COMMON))
def test_a_field_that_is_not_there_is_empty(missing):
    row = {name: value for name, value in COMMON.items() if name != missing}

    record = read({**row, "type": "user", "message": {"content": "Fix it"}})

    assert said(record) == [(Role.USER, "Fix it")]


def test_a_record_without_an_id_is_known_by_its_time_and_content():
    first, other = ({"type": "user", "timestamp": COMMON["timestamp"], "message": {"content": text}} for text in "ab")

    keys = [read(row).messages[0].key for row in (first, first, other)]

    assert keys[0] == keys[1] != keys[2]
    assert keys[0].startswith(f"|{COMMON['timestamp']}|")


def test_a_record_without_id_and_time_has_no_key():
    assert user("Fix it", uuid=None, timestamp=None).messages[0].key == ""


def test_a_copy_in_a_forked_session_has_the_same_key():
    copy = user("Fix it", sessionId="s2", forkedFrom={"sessionId": "s1", "messageUuid": "u1"})

    assert copy.messages[0].key == user("Fix it").messages[0].key


@pytest.mark.parametrize(("content", "fields"), [("Something else", {}), ("Fix it", {"timestamp": "2026-11-30"})])
def test_an_id_that_is_used_again_for_something_else_has_another_key(content, fields):
    assert user(content, **fields).messages[0].key != user("Fix it").messages[0].key


def test_half_a_surrogate_pair_is_replaced_wherever_it_stands():
    raw = (
        b'{"type":"assistant","uuid":"u\\ud800","gitBranch":"b\\udfff","message":{"content":'
        b'[{"type":"text","text":"half \\uD83D pair \\uD83D\\uDE00"},'
        b'{"type":"tool_use","id":"t","name":"Bash","input":{"command":"echo \\ud800"}}]}}\n'
    )

    text, call = read_raw(raw).messages

    assert (text.text, text.branch) == ("half ? pair \U0001f600", "b?")
    assert call.tool_input == {"command": "echo ?"}
    assert text.key.encode()


def test_bytes_that_are_not_utf8_are_replaced():
    record = read_raw(b'{"type":"user","message":{"content":"caf\xe9 \xff"}}\n')

    assert said(record) == [(Role.USER, "caf\ufffd \ufffd")]


def test_a_byte_order_mark_does_not_cost_the_first_record():
    assert said(read_raw(b'\xef\xbb\xbf{"type":"user","message":{"content":"Fix it"}}\r\n')) == [(Role.USER, "Fix it")]


@pytest.mark.parametrize(
    "raw",
    [
        b"not json\n", b"[1, 2]\n", b'"text"\n', b"7\n", b"{}\n", b'{"type":7}\n', b'{"type":"user"}\n', b"\xff\xfe\n",
        b'{"type":"user","message":"x"}\n', b'{"type":"user","message":{"content":7}}\n',
        b'{"type":"attachment","attachment":"x"}\n', b'{"type":"user","message":{"content":"cut', b"\0\0\0\n",
        b'{"type":"user","n":' + b"9" * 5000 + b"}\n",
    ],
)  # fmt: skip
def test_an_unreadable_line_is_skipped_and_never_an_error(raw):
    record = read_raw(raw)

    assert (record.messages, record.skipped) == ((), "unreadable")
    assert (record.start, record.end) == (100, 100 + len(raw))


@pytest.mark.parametrize("depth", [sys.getrecursionlimit() // 3, sys.getrecursionlimit() - 60, 100_000])
def test_deep_nesting_is_never_an_error(depth):
    raw = b'{"type":"user","uuid":"u","message":{"content":[{"type":"text","text":"Fix it","x":%s%s}]}}\n'

    record = read_raw(raw % (b"[" * depth, b"]" * depth))

    assert record.skipped in ("unreadable", "nested too deeply")


@pytest.mark.parametrize("raw", [b"\n", b"  \r\n"])
def test_an_empty_line_is_skipped(raw):
    assert read_raw(raw).skipped == "empty"


def test_a_line_too_long_to_hold_is_skipped():
    record = claude_code.read_record(Line(5, 70_000_000, None))

    assert (record.start, record.end, record.skipped) == (5, 70_000_000, "too long")


def test_transcripts_are_looked_for_where_claude_keeps_them(tmp_path, monkeypatch):
    folder = tmp_path / "cfg [1]" / "projects" / "-home-ana-work"
    session, subagent = folder / "s.jsonl", folder / "s" / "subagents" / "agent-1.jsonl"
    subagent.parent.mkdir(parents=True)
    for path in (session, subagent, folder / "other.txt"):
        path.touch()
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "cfg [1]"))

    assert list(claude_code.find_transcripts()) == [str(session), str(subagent)]


@pytest.mark.timeout(30)
@pytest.mark.parametrize("text", ["<ide_selection " * 70_000, "<system-reminder>" * 60_000, "<" * 500_000])
def test_no_text_keeps_the_parser_busy_for_long(text):
    row = {"type": "user", "uuid": "u", "message": {"role": "user", "content": text}}
    raw = json.dumps(row).encode() + b"\n"

    assert claude_code.read_record(Line(0, len(raw), raw)).end == len(raw)
