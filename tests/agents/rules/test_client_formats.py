"""What each client writes for one piece of work, read by its reader and told by the rules."""

import json

import pytest

from codewatch.agents.rules.rules_observer import RulesObserver
from codewatch.agents.rules.rules_table import Rule
from codewatch.clients import transcripts
from codewatch.clients.calls import pair_calls
from codewatch.clients.table import find_client

ROOT = "/home/ana/shop"
ASKED = "Round VAT half up in the totals please"
DIFF = "--- totals.py\n+++ totals.py\n@@ -8,5 +8,6 @@\n a\n b\n-c\n+d\n+e\n f\n g\n"
STRUCTURE = (Rule.BRANCHES, Rule.EDITS, Rule.INSTALLS, Rule.PLANS, Rule.TODOS, Rule.REVERTS, Rule.RED_TO_GREEN)


@pytest.fixture
def told(tmp_path):
    """Give what the rules of structure say of rows as a client writes them."""

    def tell(name, rows):
        client = find_client(name)
        path = tmp_path / "session.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
        with transcripts.open_transcript(str(path)) as stream:
            read = client.reader(stream, 0)
            lines = transcripts.read_lines(stream, 0, transcripts.size_of(stream))
            messages = pair_calls([message for line in lines for message in read(line).messages])
        found = RulesObserver().observe(messages, project_root=ROOT)
        return [(str(item.rule), item.content) for item in found if item.rule in STRUCTURE]

    return tell


def claude(*steps):
    """Return Claude Code's rows: a prompt, or a tool with its input, answer, and structured form."""
    common = {"sessionId": "s", "cwd": ROOT, "gitBranch": "main", "timestamp": "2026-11-29T10:00:00.000Z"}
    for number, step in enumerate(steps):
        ids = common | {"uuid": f"u{number}"}
        if isinstance(step, str):
            yield {"type": "user", "message": {"role": "user", "content": step}, **ids}
            continue
        tool, given, answer, *more = step
        call = {"type": "tool_use", "id": f"t{number}", "name": tool, "input": given}
        said = {"type": "tool_result", "tool_use_id": f"t{number}", "content": answer}
        extra = more[0] if more else {}
        said |= {"is_error": True} if "toolDenialKind" in extra else {}
        yield {"type": "assistant", "message": {"role": "assistant", "content": [call]}, **ids, "uuid": f"a{number}"}
        yield {"type": "user", "message": {"role": "user", "content": [said]}, **ids, **extra}


def codex(*steps):
    """Return Codex's rows: a prompt, an event, or a call with its answer."""
    yield {"type": "session_meta", "payload": {"id": "t", "session_id": "t", "cwd": ROOT, "git": {"branch": "main"}}}
    for number, step in enumerate(steps):
        row = {"timestamp": "2026-11-29T10:00:00.000Z", "ordinal": 2 * number, "type": "response_item"}
        if isinstance(step, str):
            content = [{"type": "input_text", "text": step}]
            yield row | {"payload": {"type": "message", "role": "user", "content": content}}
            continue
        kind, call, event, answer = step
        ids = {"call_id": f"c{number}"}
        yield row | {"payload": {"type": kind, **ids, **call}}
        if event:
            item = {"type": "FileChange", "id": f"c{number}", "status": "completed", "changes": event}
            yield {"type": "event_msg", "payload": {"type": "item_completed", "item": item}}
        yield row | {"ordinal": 2 * number + 1, "payload": {"type": f"{kind}_output", **ids, "output": answer}}


def gemini(*steps):
    """Return Gemini CLI's rows: a prompt, or a tool with what it is given, its answer, and what it shows."""
    yield {"sessionId": "s", "projectHash": "0" * 64, "kind": "main"}
    for number, step in enumerate(steps):
        row = {"id": f"g{number}", "timestamp": "2026-11-29T10:00:00.000Z"}
        if isinstance(step, str):
            yield row | {"type": "user", "content": [{"text": step}]}
            continue
        tool, given, answer, *more = step
        said = {"functionResponse": {"id": f"c{number}", "name": tool, "response": {"output": answer}}}
        use = {"id": f"c{number}", "name": tool, "args": given, "result": [said], "status": "success"}
        yield row | {"type": "gemini", "content": "", "toolCalls": [use | (more[0] if more else {})]}


def opencode(*steps):
    """Return opencode's rows: a prompt, or a tool with what it is given, its answer, and what more is kept of it."""
    yield {"table": "session", "id": "s", "parent_id": None, "directory": ROOT}
    for number, step in enumerate(steps):
        row = {"table": "part", "id": f"p{number}", "session_id": "s", "time_created": 1796052995000 + number}
        if isinstance(step, str):
            yield row | {"role": "user", "data": {"type": "text", "text": step}}
            continue
        tool, given, answer, *more = step
        state = {"status": "completed", "input": given, "output": answer, **(more[0] if more else {})}
        yield row | {
            "role": "assistant",
            "data": {"type": "tool", "tool": tool, "callID": f"c{number}", "state": state},
        }


def test_claude_code(told):
    path = f"{ROOT}/totals.py"
    patch = [
        {"oldStart": 8, "oldLines": 5, "newStart": 8, "newLines": 6, "lines": [" a", " b", "-c", "+d", "+e", " f"]}
    ]
    plan = "# Round half up\n\n1. Change totals.py\n2. Test it"

    found = told(
        "claude",
        claude(
            ASKED,
            ("ExitPlanMode", {"plan": "# Round down"}, "The user doesn't want to proceed", {"toolDenialKind": "user-rejected"}),
            ("ExitPlanMode", {"plan": plan}, f"User has approved your plan. You can now start coding.\n\n## Approved Plan:\n{plan}"),
            ("Bash", {"command": "git checkout -b vat"}, "Switched to a new branch 'vat'"),
            ("Edit", {"file_path": path, "old_string": "c", "new_string": "d\ne"}, "updated", {"toolUseResult": {"filePath": path, "structuredPatch": patch}}),
            ("TaskCreate", {"subject": "Test it"}, "Task #1 created successfully: Test it"),
        ),
    )  # fmt: skip

    assert found == [
        ("plans", 'The user approved the plan "Round half up": 1. Change totals.py; 2. Test it'),
        ("branches", "Created branch vat from main"),
        ("edits", f'Asked "{ASKED}": edited totals.py:10-11'),
        ("to-do list", f'To-do list for "{ASKED}": open: Test it'),
    ]


def test_codex(told):
    patch = "*** Begin Patch\n*** Update File: totals.py\n@@\n b\n-c\n+d\n+e\n*** End Patch\n"
    plan = {"plan": [{"step": "Change totals.py", "status": "completed"}, {"step": "Test it", "status": "in_progress"}]}
    shell = ("function_call", {"name": "exec_command", "arguments": json.dumps({"cmd": "git switch -c vat"})})
    done = "Process exited with code 0\nWall time: 0.1 seconds\nOutput:\nSwitched to a new branch 'vat'\n"

    found = told(
        "codex",
        codex(
            ASKED,
            ("function_call", {"name": "update_plan", "arguments": json.dumps(plan)}, None, "Plan updated"),
            (*shell, None, done),
            (
                "custom_tool_call", {"name": "apply_patch", "input": patch},
                {f"{ROOT}/totals.py": {"type": "update", "unified_diff": DIFF, "move_path": None}},
                "Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\nM totals.py\n",
            ),
            ("custom_tool_call", {"name": "apply_patch", "input": patch.replace("totals", "cart")}, None, "apply_patch verification failed: Failed to find expected lines in /home/ana/shop/cart.py:\nc"),
        ),
    )  # fmt: skip

    assert [text for _, text in found] == [
        f'To-do list for "{ASKED}": in progress: Test it; done: Change totals.py',
        "Created branch vat",
        f'Asked "{ASKED}": edited totals.py:10-11',
    ]


def test_gemini_cli(told):
    plan = "/home/ana/.gemini/tmp/shop/s/plans/vat.md"
    path = f"{ROOT}/totals.py"

    found = told(
        "gemini",
        gemini(
            ASKED,
            ("write_file", {"file_path": plan, "content": "# Round half up\n1. Change totals.py\n2. Test it"}, f"Successfully created and wrote to new file: {plan}."),
            ("exit_plan_mode", {"plan_path": plan}, f"Plan approved. Switching to Default mode.\n\nThe approved implementation plan is stored at: {plan}"),
            ("replace", {"file_path": path, "old_string": "c", "new_string": "d\ne"}, f"Successfully modified file: {path} (1 replacements).", {"resultDisplay": {"fileDiff": DIFF, "filePath": path}}),
            ("replace", {"file_path": f"{ROOT}/b.py", "old_string": "c", "new_string": "d"}, "Failed to edit, could not find the string to replace.", {"status": "error"}),
            ("write_todos", {"todos": [{"description": "Test it", "status": "pending"}]}, "Successfully updated the todo list."),
            ("run_shell_command", {"command": "npm install zod"}, "Output: added 1 package in 1s\nExit Code: 0"),
        ),
    )  # fmt: skip

    assert [text.removeprefix(f"{ROOT}/") for _, text in found] == [
        'The user approved the plan "Round half up": 1. Change totals.py; 2. Test it',
        f'Asked "{ASKED}": edited totals.py:10-11',
        f'To-do list for "{ASKED}": open: Test it',
        "Installed zod (`npm install zod`)",
    ]


def test_opencode(told):
    path = f"{ROOT}/totals.py"

    found = told(
        "opencode",
        opencode(
            ASKED,
            ("todowrite", {"todos": [{"content": "Test it", "status": "pending", "priority": "high"}]}, "1 todos"),
            ("edit", {"filePath": path, "oldString": "c", "newString": "d\ne"}, "Edit applied successfully.", {"hunks": [["totals.py", 10, 11, 1]]}),
            ("edit", {"filePath": f"{ROOT}/b.py", "oldString": "c", "newString": "d"}, "", {"status": "error", "error": "Could not find oldString in the file."}),
            ("bash", {"command": "uv add httpx"}, "Resolved 8 packages\n + httpx==0.28.1", {"exit": 0}),
            ("bash", {"command": "git worktree add ../shop-vat -b vat"}, "Preparing worktree (new branch 'vat')", {"exit": 0}),
        ),
    )  # fmt: skip

    assert [text for _, text in found] == [
        f'To-do list for "{ASKED}": open: Test it',
        f'Asked "{ASKED}": edited totals.py:10-11',
        "Installed httpx 0.28.1 (`uv add httpx`)",
        "Added worktree ../shop-vat with the new branch vat",
    ]


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("claude", claude(ASKED, ("Edit", {"file_path": f"{ROOT}/a.py", "old_string": "x", "new_string": "y"}, "updated"), "that didn't work, undo it", ("Bash", {"command": "git checkout -- a.py"}, ""))),
        ("codex", codex(ASKED, ("custom_tool_call", {"name": "apply_patch", "input": "*** Begin Patch\n*** Update File: a.py\n@@\n-x\n+y\n*** End Patch"}, None, "Success."), "that didn't work, undo it", ("function_call", {"name": "shell", "arguments": json.dumps({"command": ["bash", "-lc", "git checkout -- a.py"]})}, None, "Exit code: 0\nOutput:\n"))),
        ("gemini", gemini(ASKED, ("replace", {"file_path": "a.py", "old_string": "x", "new_string": "y"}, "Successfully modified file: a.py"), "that didn't work, undo it", ("run_shell_command", {"command": "git checkout -- a.py"}, "Output: (empty)\nExit Code: 0"))),
        ("opencode", opencode(ASKED, ("edit", {"filePath": f"{ROOT}/a.py", "oldString": "x", "newString": "y"}, "Edit applied successfully."), "that didn't work, undo it", ("bash", {"command": "git checkout -- a.py"}, "", {"exit": 0}))),
    ],
)  # fmt: skip
def test_what_the_user_has_undone_is_told_as_tried(told, name, rows):
    assert told(name, rows) == [
        ("reverts", f'Tried "{ASKED}" (a.py), taken back: the user said "that didn\'t work, undo it"')
    ]
