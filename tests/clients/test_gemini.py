"""Gemini CLI's chat files, row by row (clients.md §5)."""

import hashlib
import json
from pathlib import Path

import pytest

from codewatch.clients import gemini
from codewatch.messages import REJECTED, Role

CHAT = Path(__file__).parents[1] / "fixtures" / "gemini" / "chat.jsonl"
HEADER = {"sessionId": "s1", "projectHash": "0" * 64, "startTime": "2026-11-29T11:00:00.000Z", "kind": "main"}
AT = "2026-11-29T11:00:01.000Z"


def prompt(*parts, **fields):
    """Return a user's row."""
    content = [{"text": part} if isinstance(part, str) else part for part in parts]
    return {"id": "u1", "timestamp": AT, "type": "user", "content": content, **fields}


def answer(text: object = "", *tools, **fields):
    """Return a row of the model's."""
    return {"id": "g1", "timestamp": AT, "type": "gemini", "content": text, "toolCalls": list(tools), **fields}


def use(name, output, *, status="success", field="output", **args):
    """Return a tool call with its result."""
    response = {"functionResponse": {"id": "c1", "name": name, "response": {field: output}}}
    return {"id": "c1", "name": name, "args": args, "result": [response], "status": status}


def result_of(records):
    """Return text and error mark of the one tool result."""
    (found,) = [one for record in records for one in record.messages if one.role is Role.TOOL_RESULT]
    return found.text, found.is_error


@pytest.fixture
def chats(tmp_path, monkeypatch):
    """Give the folder of a project's chats in a home folder of its own."""
    monkeypatch.setenv("GEMINI_CLI_HOME", str(tmp_path))
    folder = tmp_path / ".gemini" / "tmp" / "shop" / "chats"
    folder.mkdir(parents=True)
    return folder


def test_a_chat_is_read(read_file, told):
    records = read_file(gemini, CHAT)

    assert told.said(records) == [
        (Role.USER, "List the pages."), (Role.ASSISTANT, "I will list them."), (Role.ASSISTANT, "I will list them."),
        (Role.TOOL_CALL, ""), (Role.TOOL_RESULT, "harbour.html\nbay.html"),
        (Role.ASSISTANT, "Two pages: harbour and bay."),
    ]  # fmt: skip
    assert told.skipped(records) == [
        "header row", "set row", "", "set row", "", "", "copy of a tool result", "", "set row"
    ]  # fmt: skip
    assert {one.session for one in told.messages(records)} == {"5b1d3f60-2c57-4c11-9a55-0f8f5e3f1c77"}


def test_every_byte_of_a_file_belongs_to_a_record(read_file):
    records = read_file(gemini, CHAT)

    assert [record.start for record in records] == [0, *(record.end for record in records[:-1])]
    assert records[-1].end == CHAT.stat().st_size


def test_a_row_that_is_written_anew_has_the_id_and_the_keys_of_the_old_one(read_file):
    _, _, _, _, first, again, *_ = read_file(gemini, CHAT)

    assert first.id == again.id == "482c9cbc-4343-4cc5-aeae-05cf96d0cc5f"
    assert first.messages[0].key == again.messages[0].key
    assert len({one.key for one in again.messages}) == 3


@pytest.mark.parametrize("number", range(1, 9))
def test_a_file_says_the_same_from_any_row_on(read_file, number):
    whole = read_file(gemini, CHAT)

    assert read_file(gemini, CHAT, whole[number].start) == whole[number:]


def test_what_hooks_said_is_no_speech(read_rows, told):
    shown = [{"text": "<hook_context>&lt;codewatch-memory&gt;Use tabs.</hook_context>\n\nList the pages."}]
    row = prompt("not this", "<hook_context>nor this</hook_context>", displayContent=shown)

    records = read_rows(
        gemini, row, prompt("<hook_context>a</hook_context>\n\nUse tabs.", "<hook_context>b</hook_context>")
    )

    assert told.said(records) == [(Role.USER, "List the pages."), (Role.USER, "Use tabs.")]


@pytest.mark.parametrize(
    "text",
    [
        "<session_context>\n(vendor text)", "<state_snapshot>x", "<hook_context>x", " ",
        "Here is the user's editor context as a JSON object.", "I ran the following shell command:\n```sh\nls\n```",
    ],
)  # fmt: skip
def test_what_the_program_says_in_the_users_name_is_no_speech(read_rows, told, text):
    assert told.skipped(read_rows(gemini, prompt(text))) == ["injected text"]


def test_an_image_is_a_mark_and_thoughts_are_not_said(read_rows, told):
    image = prompt("Look", {"inlineData": {"mimeType": "image/png", "data": "AAAA"}})
    parts = answer([{"text": "hm", "thought": True}, {"text": "I look."}, {"functionCall": {"name": "x"}}])

    assert told.said(read_rows(gemini, image, parts)) == [(Role.USER, "Look\n[image]"), (Role.ASSISTANT, "I look.")]


def test_a_call_without_a_result_waits_for_the_row_that_has_it(read_rows, told):
    call = {"id": "c1", "name": "write_file", "args": {"file_path": "/a"}, "status": "executing"}

    first, again = read_rows(gemini, answer("", call), answer("", use("write_file", "done", file_path="/a")))

    assert [one.role for one in first.messages] == [Role.TOOL_CALL]
    assert [one.role for one in again.messages] == [Role.TOOL_CALL, Role.TOOL_RESULT]
    assert again.messages[0].key == first.messages[0].key


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ("<untrusted_context>\nOutput: calc.py\nProcess Group PGID: 626\n</untrusted_context>", ("calc.py", False)),
        ("Command: x\nDirectory: (root)\nOutput: no\nError: (none)\nExit Code: 3\nSignal: (none)",
         ("Exit code 3\nno", True)),
        ("Output: ok\nExit Code: 0\nProcess Group PGID: 1", ("ok", False)),
    ],
)  # fmt: skip
def test_a_shells_result_is_what_it_put_out(read_rows, output, expected):
    assert result_of(read_rows(gemini, answer("", use("run_shell_command", output, command="x")))) == expected


def test_a_tool_that_failed_or_was_not_allowed(read_rows):
    failed = answer("", use("read_file", "not there", status="error", field="error", file_path="/a"))
    cancelled = answer("", use("run_shell_command", "", status="cancelled", command="rm -r x"))

    assert result_of(read_rows(gemini, failed)) == ("not there", True)
    assert result_of(read_rows(gemini, cancelled)) == (REJECTED, True)


@pytest.mark.parametrize(
    ("name", "tool"),
    [
        ("mcp_codewatch_recall", "mcp__codewatch__recall"), ("codewatch__recall", "mcp__codewatch__recall"),
        ("mcp_mem_keep", "mcp__mem_keep"), ("mcp__mem__keep", "mcp__mem__keep"), ("write_file", "write_file"),
    ],
)  # fmt: skip
def test_a_servers_tools_are_known(read_rows, name, tool):
    ((call, _),) = [record.messages for record in read_rows(gemini, answer("", use(name, "x")))]

    assert call.tool == tool


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ({"$set": {"messages": [prompt("Use tabs.")]}}, "set row"), ({"$rewindTo": "u1"}, "rewind row"),
        ({"id": "i", "type": "info", "content": "x"}, "info row"), ({"id": "i", "type": "say: x"}, "odd row"),
        (HEADER, "header row"), ({}, "unreadable"), (answer(), "no text"), (prompt(), "injected text"),
        ({"id": "u", "type": "user", "content": None}, "injected text"), (b"{broken\n", "unreadable"),
    ],
)  # fmt: skip
def test_an_odd_row_is_skipped_by_name(read_rows, told, row, reason):
    assert told.skipped(read_rows(gemini, row)) == [reason]


def test_a_torn_tail_and_bad_bytes_hold_nobody_up(read_rows, told):
    records = read_rows(gemini, HEADER, b'\xff{"a"\n', b"\n", prompt("Use tabs."), b'{"id": "u2", "type"')

    assert told.skipped(records) == ["header row", "unreadable", "empty", ""]


def test_the_project_is_the_one_that_is_written_down_beside_the_chats(chats, read_file, told):
    (chats / "session-1.jsonl").write_text(f"{json.dumps(HEADER)}\n{json.dumps(prompt('Use tabs.'))}\n")
    chats.with_name(".project_root").write_text("/work/shop\n")

    assert [one.cwd for one in told.messages(read_file(gemini, chats / "session-1.jsonl"))] == ["/work/shop"]


@pytest.mark.parametrize("named", ["shop", "other"])
def test_the_project_is_found_in_the_list_by_name_or_hash(chats, read_file, told, named):
    header = {**HEADER, "projectHash": hashlib.sha256(b"/work/shop").hexdigest()}
    (chats / "session-1.jsonl").write_text(f"{json.dumps(header)}\n{json.dumps(prompt('Use tabs.'))}\n")
    (chats.parents[2] / "projects.json").write_text(json.dumps({"projects": {"/work/shop": named, "/work/b": "b"}}))

    assert [one.cwd for one in told.messages(read_file(gemini, chats / "session-1.jsonl"))] == ["/work/shop"]


@pytest.mark.parametrize("projects", ["[]", "{broken", '{"projects": []}'])
def test_without_a_list_the_project_is_not_known(chats, read_file, told, projects):
    (chats / "session-1.jsonl").write_text(f"{json.dumps(HEADER)}\n{json.dumps(prompt('Use tabs.'))}\n")
    (chats.parents[2] / "projects.json").write_text(projects)

    assert [one.cwd for one in told.messages(read_file(gemini, chats / "session-1.jsonl"))] == [""]


def test_a_subagent_belongs_to_its_parents_session(chats, read_file, told):
    (chats / "parent").mkdir()
    path = chats / "parent" / "child.jsonl"
    path.write_text(f"{json.dumps({**HEADER, 'kind': 'subagent'})}\n{json.dumps(prompt('Count.'))}\n")
    chats.with_name(".project_root").write_text("/work/shop")

    (message,) = told.messages(read_file(gemini, path))

    assert (message.session, message.is_sidechain, message.cwd) == ("parent", True, "/work/shop")


def test_transcripts_are_found_with_those_of_subagents(chats):
    (chats / "parent").mkdir()
    names = ["session-1.jsonl", "session-2.jsonl", "parent/child.jsonl", "other.json", "notes.jsonl"]
    for name in names:
        (chats / name).touch()

    assert list(gemini.find_transcripts()) == [str(chats / name) for name in names[:3]]
