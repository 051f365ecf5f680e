"""What counts of a subagent's messages: by default the last words of each answer, which its session is given too."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Literal

from codewatch.messages import Message, Role

Heard = Literal["result", "all", "none"]

SKIPPED = "subagent"
# What a client calls an answer that is over; a tool's use is not, and older versions do not say.
_ENDS = ("end_turn", "stop_sequence", "max_tokens", "refusal")


def passed_over(messages: Sequence[Message], heard: Heard) -> list[Message]:
    """Return the messages of subagents that are not observed, of a stretch's in order."""
    side = [message for message in messages if message.is_sidechain]
    if heard == "all":
        return []
    return [
        message
        for message, following in zip_longest(side, side[1:])
        if message is not None and not (heard == "result" and is_last_word(message, following))
    ]


def is_last_word(message: Message, following: Message | None) -> bool:
    """Return whether a subagent's message ends its answer, going by the next one of a subagent."""
    if message.role is not Role.ASSISTANT:
        return False
    return message.stop in _ENDS if message.stop else following is None or following.role is Role.USER
