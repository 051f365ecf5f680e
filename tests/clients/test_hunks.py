"""The lines that an edit wrote, as each client keeps them."""

import json

from codewatch.clients import claude_code, codex, gemini, hunks, opencode, opencode_rows
from codewatch.messages import Hunk, Role

ANSWER = {"type": "tool_result", "tool_use_id": "t", "content": "ok"}
DIFF = "--- a.py\n+++ a.py\n@@ -8,7 +8,8 @@ def total():\n a\n b\n c\n-d\n+e\n+f\n g\n h\n i\n"


def result_of(records):
    """Return the one tool result."""
    (found,) = [one for record in records for one in record.messages if one.role is Role.TOOL_RESULT]
    return found


def test_context_around_a_change_is_left_out():
    assert hunks.from_diff(DIFF, path="a.py") == (Hunk("a.py", 11, 12, 1),)


def test_a_line_that_looks_like_a_header_is_counted_as_what_it_is():
    diff = "--- a.md\n+++ a.md\n@@ -1,2 +1,3 @@\n x\n+++ b.md\n y\n"

    assert hunks.from_diff(diff) == (Hunk("a.md", 2, 2, 1),)


def test_lines_that_were_only_taken_out_are_the_place_where_they_were():
    assert hunks.from_diff("@@ -4,3 +4,1 @@\n x\n-y\n-z\n", path="a") == (Hunk("a", 5, 5, -2),)


def test_what_is_no_diff_has_no_hunks():
    assert hunks.from_diff(None) == hunks.from_diff("@@ broken") == hunks.from_diff({"a": 1}) == ()
    assert hunks.from_changes([1]) == hunks.from_patch("x", path="a") == ()


def test_claude_code_s_structured_patch_is_read(read_file, tmp_path):
    patch = [{"oldStart": 1, "oldLines": 2, "newStart": 1, "newLines": 2, "lines": [" def f(t):", "-    t", "+    u"]}]
    row = {
        "type": "user", "uuid": "u", "message": {"content": [ANSWER]},
        "toolUseResult": {"filePath": "/p/charts.py", "structuredPatch": patch},
    }  # fmt: skip
    path = tmp_path / "s.jsonl"
    path.write_text(json.dumps(row) + "\n")

    assert result_of(read_file(claude_code, path)).hunks == (Hunk("/p/charts.py", 2, 2, 0),)


def test_a_result_that_is_a_text_has_no_hunks(read_file, tmp_path):
    row = {
        "type": "user", "uuid": "u", "message": {"content": [ANSWER]},
        "toolUseResult": "Error: file not found",
    }  # fmt: skip
    path = tmp_path / "s.jsonl"
    path.write_text(json.dumps(row) + "\n")

    assert result_of(read_file(claude_code, path)).hunks == ()


def codex_rows(event):
    """Return a rollout of a patch whose event is this one."""
    call = {
        "type": "custom_tool_call",
        "call_id": "c1",
        "name": "apply_patch",
        "input": "*** Begin Patch\n*** End Patch",
    }
    answer = {
        "type": "custom_tool_call_output",
        "call_id": "c1",
        "output": "Success. Updated the following files:\nM a.py\n",
    }
    rows = [("response_item", call), ("event_msg", event), ("response_item", answer)]
    return "".join(json.dumps({"type": kind, "payload": payload}) + "\n" for kind, payload in rows)


def test_codex_s_file_change_is_joined_to_the_patch_s_answer(read_file, tmp_path):
    changes = {
        "a.py": {"type": "update", "unified_diff": DIFF, "move_path": None},
        "n.py": {"type": "add", "content": "x"},
    }
    event = {"type": "item_completed", "item": {"type": "FileChange", "id": "c1", "changes": changes}}
    path = tmp_path / "rollout.jsonl"
    path.write_text(codex_rows(event))

    assert result_of(read_file(codex, path)).hunks == (Hunk("a.py", 11, 12, 1),)


def test_codex_s_older_event_is_read_too(read_file, tmp_path):
    event = {"type": "patch_apply_end", "call_id": "c1", "changes": {"a.py": {"update": {"unified_diff": DIFF}}}}
    path = tmp_path / "rollout.jsonl"
    path.write_text(codex_rows(event))

    assert result_of(read_file(codex, path)).hunks == (Hunk("a.py", 11, 12, 1),)


def test_gemini_s_file_diff_is_read(read_file, tmp_path):
    use = {
        "id": "c1", "name": "replace", "args": {"file_path": "/p/a.py"}, "status": "success",
        "result": [{"functionResponse": {"response": {"output": "Successfully modified file: /p/a.py"}}}],
        "resultDisplay": {"fileDiff": "Index: a.py\n" + DIFF, "fileName": "a.py", "filePath": "/p/a.py"},
    }  # fmt: skip
    path = tmp_path / "session-1.jsonl"
    path.write_text(json.dumps({"id": "g1", "type": "gemini", "content": "", "toolCalls": [use]}) + "\n")

    assert result_of(read_file(gemini, path)).hunks == (Hunk("/p/a.py", 11, 12, 1),)


def test_opencode_s_diff_is_kept_as_numbers_only(read_file, tmp_path):
    state = {"status": "completed", "input": {"filePath": "/p/a.py"}, "output": "Edit applied successfully."}
    kept = opencode_rows._part({"type": "tool", "tool": "edit", "state": {**state, "metadata": {"diff": DIFF}}})
    path = tmp_path / "s.jsonl"
    path.write_text(
        json.dumps({"table": "part", "id": "p", "role": "assistant", "data": {**kept, "callID": "c"}}) + "\n"
    )

    assert kept["state"] == {**state, "hunks": [["a.py", 11, 12, 1]]}
    assert result_of(read_file(opencode, path)).hunks == (Hunk("a.py", 11, 12, 1),)
