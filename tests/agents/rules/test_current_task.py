"""The task a session is on."""

from codewatch.agents.rules.current_task import current_task
from codewatch.messages import Role


def test_the_last_request_is_the_task_and_the_open_todo_the_next_step(said, message):
    """F41."""
    todos = [
        {"content": "Write the parser", "status": "completed"},
        {"content": "Write its tests", "status": "in_progress"},
        {"content": "Update the docs", "status": "pending"},
    ]
    task = current_task(
        [
            said("Parse the bank's CSV export"),
            message(Role.TOOL_CALL, tool="TodoWrite", tool_input={"todos": todos}),
            said("continue"),
        ]
    )

    assert task == ("Parse the bank's CSV export", "Write its tests", "s1", "main", "2026-03-01T10:00:01Z", "m1")


def test_tasks_created_one_by_one_are_known_too(said, message):
    first = message(
        Role.TOOL_RESULT, "Task #1 created successfully", tool="TaskCreate", tool_input={"subject": "Parse"}
    )
    second = message(
        Role.TOOL_RESULT, "Task #2 created successfully", tool="TaskCreate", tool_input={"subject": "Test"}
    )
    done = message(Role.TOOL_CALL, tool="TaskUpdate", tool_input={"taskId": "1", "status": "completed"})

    task = current_task([said("Parse the bank's CSV export"), first, second, done])

    assert task is not None
    assert task.next_step == "Test"


def test_without_todos_the_assistant_s_announcement_is_the_next_step(said, answered):
    task = current_task([said("Parse the bank's CSV export"), answered("Done. Next, I will add the tests.")])

    assert task is not None
    assert task.next_step == "Next, I will add the tests."


def test_a_session_of_chatter_has_no_task(said):
    assert current_task([said("hi"), said("continue")]) is None


def test_a_question_in_between_does_not_replace_the_task(said):
    task = current_task([said("Parse the bank's CSV export"), said("Why does the parser need two passes?")])

    assert task is not None
    assert task.task == "Parse the bank's CSV export"


def test_a_session_of_questions_has_no_task(said):
    assert current_task([said("Why does the parser need two passes?")]) is None
