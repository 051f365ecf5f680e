"""To-do lists: one observation of what is done and open."""

import pytest

from codewatch.agents.rules.rules_table import Rule
from codewatch.categories import Category, Scope
from codewatch.messages import Role


@pytest.fixture
def listed(observe):
    """Give what the rules say of to-do lists."""
    return lambda *messages: [item for item in observe(*messages) if item.rule == Rule.TODOS]


@pytest.fixture
def wrote(message):
    """Build a call that writes a whole list."""

    def build(*items, tool="TodoWrite", **fields):
        todos = [{"content": text, "status": state, "activeForm": text} for text, state in items]
        return message(Role.TOOL_CALL, tool=tool, tool_input={"todos": todos}, **fields)

    return build


def test_many_updates_are_one_observation_of_the_end(listed, said, wrote):
    asked = said("Parse the bank's CSV export")
    first = wrote(("Write the parser", "in_progress"), ("Write its tests", "pending"), ("Update the docs", "pending"))
    last = wrote(("Write the parser", "completed"), ("Write its tests", "in_progress"), ("Update the docs", "pending"))

    found = listed(asked, first, last)

    assert [(item.content, item.source) for item in found] == [
        (
            (
                'To-do list for "Parse the bank\'s CSV export": in progress: Write its tests; open: Update the docs;'
                " done: Write the parser"
            ),
            "m3",
        )
    ]
    assert (found[0].category, found[0].scope) == (Category.TASK_CONTEXT, Scope.BRANCH)


def test_a_list_belongs_to_what_was_asked_before_it(listed, said, wrote):
    found = listed(said("Parse the bank's CSV export"), wrote(("Parse", "completed")), said("Add a note to the README"))

    assert [item.content for item in found] == ['To-do list for "Parse the bank\'s CSV export": done: Parse']


@pytest.mark.parametrize(
    ("tool", "tool_input"),
    [
        (
            "update_plan",
            {
                "explanation": "x",
                "plan": [{"step": "Parse", "status": "completed"}, {"step": "Test", "status": "pending"}],
            },
        ),
        (
            "write_todos",
            {
                "todos": [
                    {"description": "Parse", "status": "completed"},
                    {"description": "Test", "status": "pending"},
                    {"description": "Old", "status": "cancelled"},
                ]
            },
        ),
        (
            "todowrite",
            {
                "todos": [
                    {"id": "1", "content": "Parse", "status": "completed", "priority": "high"},
                    {"id": "2", "content": "Test", "status": "pending"},
                ]
            },
        ),
    ],
    ids=["codex", "gemini", "opencode"],
)
def test_every_client_s_list_is_read(listed, message, tool, tool_input):
    found = listed(message(Role.TOOL_CALL, tool=tool, tool_input=tool_input))

    assert [item.content for item in found] == ["To-do list: open: Test; done: Parse"]


def test_tasks_made_one_by_one_are_a_list_too(listed, message):
    first = message(
        Role.TOOL_RESULT, "Task #1 created successfully: Parse", tool="TaskCreate", tool_input={"subject": "Parse"}
    )
    second = message(
        Role.TOOL_RESULT, "Task #2 created successfully: Test", tool="TaskCreate", tool_input={"subject": "Test"}
    )
    done = message(Role.TOOL_CALL, tool="TaskUpdate", tool_input={"taskId": "1", "status": "completed"})
    gone = message(Role.TOOL_CALL, tool="TaskUpdate", tool_input={"taskId": "2", "status": "deleted"})

    assert [item.content for item in listed(first, second, done, gone)] == ["To-do list: done: Parse"]


def test_a_list_that_was_observed_before_is_said_again_only_when_it_is_written_again(listed, wrote, said):
    old = wrote(("Parse", "pending"), is_observed=True)

    assert listed(old, said("Go on with the parser please")) == []


def test_subagents_and_failed_calls_write_no_list(listed, wrote):
    assert listed(wrote(("Parse", "pending"), is_sidechain=True), wrote(("Test", "pending"), is_error=True)) == []


def test_a_long_list_stays_short_and_says_how_much_is_left_out(listed, said, wrote):
    items = [
        (f"Rewrite the importer of the bank number {number} with its own tests", "pending") for number in range(30)
    ]

    (found,) = listed(said("Support all thirty banks' exports"), wrote(*items, ("Plan", "completed")))

    assert len(found.content) <= 300
    assert "more); done: Plan" in found.content


def test_what_is_open_has_the_room_that_what_is_done_leaves(listed, said, wrote):
    opened = [
        "Write the user documentation",
        "Perform the code review of the importer",
        "Conduct a security review and penetration tests",
        "Announce it to the banks",
    ]

    (found,) = listed(
        said("Add a task for the security review as well"),
        wrote(("Plan", "completed"), ("Test", "in_progress"), *((text, "pending") for text in opened)),
    )

    assert found.content == (
        'To-do list for "Add a task for the security review as well": in progress: Test; '
        f"open: {', '.join(opened)}; done: Plan"
    )
