"""Joining tool results to the calls they answer."""

from codewatch.clients.calls import pair_calls
from codewatch.messages import Message, Role

CALL = Message("a", Role.TOOL_CALL, "", call="t1", tool="Bash", tool_input={"command": "ls"})
RESULT = Message("b", Role.TOOL_RESULT, "file.py", call="t1")


def test_a_result_gets_the_name_and_input_of_its_call():
    _, result = pair_calls([CALL, RESULT])

    assert (result.tool, result.tool_input, result.text) == ("Bash", {"command": "ls"}, "file.py")


def test_a_call_in_the_context_is_found():
    assert pair_calls([RESULT], [CALL])[0].tool == "Bash"


def test_a_result_without_its_call_stays_as_it_is():
    assert pair_calls([RESULT]) == [RESULT]


def test_parallel_results_find_their_own_calls():
    other = Message("c", Role.TOOL_CALL, "", call="t2", tool="Read")
    answers = pair_calls([CALL, other, Message("d", Role.TOOL_RESULT, "", call="t2"), RESULT])

    assert [message.tool for message in answers] == ["Bash", "Read", "Read", "Bash"]
