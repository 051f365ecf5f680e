"""What was refused, interrupted, only begun, or failed is no fact."""

import pytest

from codewatch.agents.rules.rules_table import Rule
from codewatch.messages import REJECTED, Role

PATCH = "*** Begin Patch\n*** Update File: src/app.py\n@@\n-x = 1\n+x = 2\n*** End Patch"


@pytest.fixture
def done(observe):
    """Give the texts of all that was found beside errors."""
    return lambda *messages: [item.content for item in observe(*messages)]


@pytest.mark.parametrize(
    ("text", "is_error"),
    [
        (REJECTED, True),
        ("<tool_use_error>String to replace not found in file.\nString: x = 1</tool_use_error>", True),
        ("<tool_use_error>File has not been read yet. Read it first before writing to it.</tool_use_error>", True),
        ("String to replace not found in file.", False),
        ("[Request interrupted by user for tool use]", False),
        ("Failed to edit, could not find the string to replace.", False),
        ("Error: EACCES: permission denied, open '/x'", False),
        ("The user doesn't want to take this action right now.", True),
        ("Permission to use Edit has been denied.", True),
    ],
)
def test_an_edit_that_failed_or_was_refused_is_none(done, message, text, is_error):
    given = {"file_path": "/home/ana/shop/src/app.py", "old_string": "x = 1", "new_string": "x = 2"}

    assert done(message(Role.TOOL_RESULT, text, tool="Edit", tool_input=given, is_error=is_error)) == []


@pytest.mark.parametrize(
    "text",
    [
        "apply_patch verification failed: Failed to find expected lines in /home/ana/shop/src/app.py:\nx = 1",
        "patch rejected: writing outside of the project",
        "Invalid patch hunk on line 4",
        REJECTED,
    ],
)
def test_a_patch_of_codex_that_did_not_fit_is_none(done, message, text):
    assert done(message(Role.TOOL_RESULT, text, tool="apply_patch", tool_input={"input": PATCH})) == []


@pytest.mark.parametrize(
    "text",
    [
        "Command running in background with ID: b1. Output is being written to: /tmp/b1",
        "Command was manually backgrounded by user with ID: b1",
        "Command exceeded the blocking budget (15s) and was moved to the background with ID: b1. It is still running.",
        "Command moved to background (PID: 4711). Output hidden. Press Ctrl+B to view.",
    ],
)
def test_a_command_that_goes_on_in_the_background_has_not_passed(done, ran, text):
    assert done(ran("pytest", text)) == []


@pytest.mark.parametrize("command", ["pytest &", "nohup npm run build > log 2>&1 &", "npm test & disown"])
def test_a_command_that_was_only_begun_has_not_passed(done, ran, command):
    assert done(ran(command, "[1] 4711")) == []


def test_and_at_the_end_of_a_line_is_no_background(done, ran):
    assert done(ran("cd web &&\nnpm test", "Tests: 2 passed, 2 total")) == [
        "`npm test` passed: Tests: 2 passed, 2 total"
    ]


@pytest.mark.parametrize(
    "command",
    ["pip install httpx", "git switch -c vat", "git commit -m 'Add VAT totals'", "pytest", "git checkout -- a.py"],
)
def test_a_command_that_was_refused_did_nothing(done, ran, command):
    assert done(ran(command, REJECTED, failed=True)) == []


def test_what_a_subagent_tried_and_took_back_is_no_edit(observe, edited, ran):
    found = observe(
        edited("map.md", is_sidechain=True), ran("git checkout -- map.md", "Updated 1 path", is_sidechain=True)
    )

    assert [(item.rule, item.origin) for item in found] == [(Rule.REVERTS, "subagent")]


def test_what_the_assistant_decided_in_an_attempt_that_was_undone_is_no_decision(observe, said, answered, edited):
    decided = answered("I decided to use Redis in src/rates.py because many workers read the rates.")

    found = observe(
        said("Cache the exchange rates please"), decided, edited("src/rates.py"), said("That didn't work, undo it")
    )

    assert [item.rule for item in found] == [Rule.REVERTS]


def test_files_are_named_only_where_a_tool_wrote_them(observe, said, answered, ran):
    found = observe(
        said("Round VAT half up in src/totals.py"), answered("I have edited src/totals.py and created src/vat.py."),
        ran("cat src/totals.py", "x"), said("revert that"),
    )  # fmt: skip

    assert [item.files for item in found if item.files] == []
    assert [item for item in found if item.rule in (Rule.EDITS, Rule.REVERTS)] == []
