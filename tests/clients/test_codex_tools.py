"""Codex's tool calls and results, as other clients have them."""

import json

import pytest

from codewatch.clients import codex_tools
from codewatch.messages import REJECTED

PATCH = (
    "*** Begin Patch\n*** Update File: a.py\n*** Move to: b.py\n@@\n-x\n+y\n*** Add File: src/c.py\n+z\n*** End Patch"
)


def called(name, arguments, **fields):
    """Return what a function's call is read as."""
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return codex_tools.read_call({"type": "function_call", "name": name, "arguments": text, **fields})


def answered(output, *call):
    """Return what a result is read as."""
    return codex_tools.read_result({"output": output}, *call)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("exec_command", {"cmd": "npm test", "yield_time_ms": 10}), ("shell_command", {"command": "npm test"}),
        ("shell", {"command": ["bash", "-lc", "npm test"]}), ("container.exec", {"command": ["npm", "test"]}),
    ],
)  # fmt: skip
def test_every_shell_is_bash(name, arguments):
    assert called(name, arguments) == ("Bash", {"command": "npm test"})


def test_a_local_shells_words_are_a_line():
    action = {"type": "exec", "command": ["grep", "-n", "a b", "x.py"]}

    assert codex_tools.read_call({"type": "local_shell_call", "action": action}) == (
        "Bash",
        {"command": "grep -n 'a b' x.py"},
    )
    assert codex_tools.read_call({"type": "local_shell_call"}) == ("Bash", {"command": ""})


@pytest.mark.parametrize(
    "item",
    [
        {"type": "custom_tool_call", "name": "apply_patch", "input": PATCH},
        {"type": "function_call", "name": "apply_patch", "arguments": json.dumps({"input": PATCH})},
        {"type": "function_call", "name": "shell", "arguments": json.dumps({"command": ["apply_patch", PATCH]})},
        {"type": "function_call", "name": "exec_command",
         "arguments": json.dumps({"cmd": f"cd x && apply_patch <<'EOF'\n{PATCH}\nEOF"})},
    ],
)  # fmt: skip
def test_a_patch_names_its_files(item):
    tool, given = codex_tools.read_call(item)

    assert (tool, given["files"]) == ("apply_patch", ["a.py", "b.py", "src/c.py"])
    assert given["input"].startswith("*** Begin Patch")


def test_a_tool_of_a_server_is_called_by_its_servers_name():
    assert called("recall", {"query": "x"}, namespace="mcp__codewatch") == ("mcp__codewatch__recall", {"query": "x"})
    assert called("mcp__mem__keep", {}, namespace="mcp__mem") == ("mcp__mem__keep", {})
    assert called("spawn_agent", {}, namespace="multi_agent_v1") == ("spawn_agent", {})


@pytest.mark.parametrize("arguments", ["not json", "[1]", "{", ""])
def test_arguments_that_are_no_object_are_kept_as_text(arguments):
    assert called("update_plan", arguments) == ("update_plan", {"input": arguments})


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ("Chunk ID: 1a\nWall time: 0.1 seconds\nProcess exited with code 0\nOriginal token count: 9\nOutput:\nok\n",
         ("ok\n", False)),
        ("Chunk ID: 1a\nWall time: 0.1 seconds\nProcess exited with code 3\nOutput:\nno\n",
         ("Exit code 3\nno\n", True)),
        ("Exit code: 1\nWall time: 0 seconds\nOutput:\nno", ("Exit code 1\nno", True)),
        ('{"output": "no", "metadata": {"exit_code": 2, "duration_seconds": 0.1}}', ("Exit code 2\nno", True)),
        ('{"output": "ok", "metadata": {"exit_code": 0}}', ("ok", False)),
        ({"content": "no", "success": False}, ("no", True)),
        ({"content": [{"text": "ok"}], "success": True}, ("ok", False)),
        ([{"type": "input_text", "text": "kept"}, {"type": "input_image", "image_url": "AAAA"}],
         ("kept\n[image]", False)),
        ('{"status": "fine"}', ('{"status": "fine"}', False)), ("Wall time: 0.1 seconds\nkept", ("kept", False)),
        ("unsupported call: odd", ("unsupported call: odd", True)), ("plain", ("plain", False)), (None, ("", False)),
    ],
)  # fmt: skip
def test_a_result_is_what_was_put_out_and_whether_it_failed(output, expected):
    assert answered(output) == expected


@pytest.mark.parametrize(
    "output", ["patch rejected by user", "exec command rejected by user", "aborted by user after 2 s"]
)
def test_what_the_user_did_not_allow_did_not_happen(output):
    assert answered(output) == (REJECTED, True)


def test_a_command_in_the_background_ends_with_what_it_is_asked_for_later():
    begun = answered("Chunk ID: 7\nWall time: 0.3 seconds\nProcess running with session ID 38967\nOutput:\nhalf\n")
    tool, given = called("write_stdin", {"session_id": 38967, "chars": ""})
    ended = answered("Chunk ID: 2\nWall time: 1.5 seconds\nProcess exited with code 4\nOutput:\nhi\n", tool, given)

    assert begun == ("Command running in background with ID: 38967\nhalf\n", False)
    assert (tool, given["bash_id"]) == ("BashOutput", "38967")
    assert ended == ("<exit_code>4</exit_code>\nhi\n", True)


def test_answers_of_the_user_stand_with_their_questions():
    tool, given = called("request_user_input", {"questions": [{"id": "q1", "question": "Which?"}, {"id": "q2"}]})

    said = answered('{"answers": {"q1": {"answers": ["SQLite", "one file"]}}}', tool, given)

    assert said == ('"Which?"="SQLite; one file"', False)
    assert answered("unavailable in Default mode", tool, given) == ("unavailable in Default mode", False)
