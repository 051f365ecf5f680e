"""What every client's file offers: where its transcripts are, and how their lines become messages."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import BinaryIO, Protocol

from codewatch.clients.transcripts import Line
from codewatch.clients.tree import Node
from codewatch.messages import Message


@dataclass(frozen=True, slots=True)
class Record:
    """One transcript line, read: its messages, or the reason why it has none.

    `id` is set by a client that writes a record anew when it has grown: of several with one id, the last counts.
    `node` is set by a client whose sessions can go back to an earlier prompt.
    """

    start: int
    end: int
    messages: tuple[Message, ...] = ()
    skipped: str = ""
    id: str = ""
    node: Node | None = None


Reader = Callable[[Line], Record]


class Client(Protocol):
    """One coding assistant."""

    @property
    def name(self) -> str:
        """Return the client's id."""
        ...

    def find_transcripts(self) -> Iterator[str]:
        """Yield the paths of all transcripts that the client keeps on this machine, in a stable order."""
        ...

    def written_at(self, path: str) -> float:
        """Return when a transcript was written last, in UNIX seconds.

        Raises:
            OSError: it is gone.
        """
        ...

    def open_transcript(self, path: str) -> BinaryIO:
        """Open a transcript as lines of JSON.

        Raises:
            TranscriptError: it is missing, or cannot be read.
        """
        ...

    def left_in_files(self, path: str) -> Mapping[str, int]:
        """Return from which offset on a session has left its files behind, by path; `path` is one of them.

        It is for clients that begin a new file when a session goes back to an earlier prompt.
        """
        ...

    def goes_on_from(self, path: str) -> Sequence[tuple[str, int]]:
        """Return the files that a transcript goes on from without holding a copy of them, and up to which offset."""
        ...

    def reader(self, stream: BinaryIO, start: int) -> Reader:
        """Return what reads the lines of an open transcript in order, from the offset `start` on.

        It returns what a line says; an unreadable line is skipped with a reason, never an error.
        """
        ...
