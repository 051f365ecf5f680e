"""What every client's file offers: how its transcript's lines become messages."""

from dataclasses import dataclass
from typing import Protocol

from codewatch.clients.transcripts import Line
from codewatch.messages import Message


@dataclass(frozen=True, slots=True)
class Record:
    """One transcript line, read: its messages, or the reason why it has none."""

    start: int
    end: int
    messages: tuple[Message, ...] = ()
    skipped: str = ""


class Client(Protocol):
    """One coding assistant."""

    @property
    def name(self) -> str:
        """Return the client's id."""
        ...

    def transcript_patterns(self) -> tuple[str, ...]:
        """Return the glob patterns under which the client keeps its transcripts."""
        ...

    def read_record(self, line: Line) -> Record:
        """Return what one line of the transcript says; an unreadable line is skipped with a reason, never an error."""
        ...
