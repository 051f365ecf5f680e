"""Joins each tool result to the call it answers."""

from collections.abc import Iterable, Sequence

from codewatch.messages import Message, Role


def pair_calls(messages: Sequence[Message], context: Iterable[Message] = ()) -> list[Message]:
    """Return `messages` with tool name and input on every result whose call is among them or in `context`."""
    calls = {message.call: message for message in (*context, *messages) if message.role is Role.TOOL_CALL}
    return [
        message.changed(tool=call.tool, tool_input=call.tool_input)
        if message.role is Role.TOOL_RESULT and (call := calls.get(message.call))
        else message
        for message in messages
    ]
