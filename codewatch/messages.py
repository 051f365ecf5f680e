"""What a transcript says, client by client made alike: a flat sequence of messages."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

# The text of a tool result when the user did not let the tool run.
REJECTED = "[rejected by the user]"


class Role(StrEnum):
    """Who speaks in a message."""

    USER = "user"
    ASSISTANT = "assistant"
    TOOL_CALL = "tool_call"
    TOOL_RESULT = "tool_result"


class Hunk(NamedTuple):
    """Lines that an edit wrote, numbered as they are after it, and by how many lines the file has grown there.

    `path` is as the client gives it, "" where it does not say.
    """

    path: str
    start: int
    end: int
    grown: int


@dataclass(frozen=True, slots=True)
class Message:
    """One thing said or done in a session.

    `key` names the client's record across files ("" when the client gives no id). `at` is UTC, ISO 8601, or "".
    `tool` and `tool_input` are set on calls and on the results that answer them; `call` joins the two.
    `is_observed` marks a message that an earlier slice has covered: context, never observed again.
    `stop` is why the model's answer ended, in the client's word ("" where it does not say).
    `hunks` are what an edit's result says of the lines it wrote, nothing where the client does not keep that.
    `start` and `end` are the record's byte offsets in the transcript.
    """

    key: str
    role: Role
    text: str
    at: str = ""
    session: str = ""
    cwd: str = ""
    branch: str = ""
    call: str = ""
    tool: str = ""
    tool_input: Mapping[str, Any] = field(default_factory=dict[str, Any])
    is_error: bool = False
    is_sidechain: bool = False
    is_observed: bool = False
    stop: str = ""
    hunks: tuple[Hunk, ...] = ()
    start: int = 0
    end: int = 0

    def changed(self, **fields: Any) -> "Message":
        """Return the same message with other fields; `dataclasses.replace` takes twice as long."""
        new = object.__new__(Message)
        for name in _FIELDS:
            object.__setattr__(new, name, fields[name] if name in fields else getattr(self, name))
        return new


_FIELDS = tuple(Message.__dataclass_fields__)
