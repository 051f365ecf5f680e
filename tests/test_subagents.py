"""Of subagents only what they answered counts (CAP-13)."""

import pytest

from codewatch.messages import Message, Role
from codewatch.subagents import passed_over


def told(text, role=Role.ASSISTANT, *, stop="", is_sidechain=True):
    return Message(text, role, text, stop=stop, is_sidechain=is_sidechain)


ASKED = told("asked", Role.USER)
CALL = told("call", Role.TOOL_CALL)
RESULT = told("result", Role.TOOL_RESULT)


@pytest.mark.parametrize(
    ("messages", "left"),
    [
        ([ASKED, told("look", stop="tool_use"), CALL, RESULT, told("done", stop="end_turn")], ["done"]),
        ([ASKED, told("look"), CALL, RESULT, told("done")], ["done"]),
        ([ASKED, told("one"), ASKED, told("two")], ["one", "two"]),
        ([ASKED, told("look", stop="tool_use")], []),
        ([told("one", stop="end_turn"), told("two", stop="max_tokens")], ["one", "two"]),
    ],
    ids=["what the client says", "an older version", "two agents", "still at work", "two answers"],
)
def test_the_last_words_of_each_answer_are_heard(messages, left):
    silent = passed_over(messages, "result")

    assert [message.text for message in messages if message not in silent] == left


def test_the_session_itself_is_heard():
    assert passed_over([told("own", is_sidechain=False)], "none") == []


@pytest.mark.parametrize(("heard", "silent"), [("all", []), ("none", ["asked", "done"])])
def test_all_of_it_or_nothing_can_be_asked_for(heard, silent):
    messages = [ASKED, told("done", stop="end_turn")]

    assert [message.text for message in passed_over(messages, heard)] == silent
