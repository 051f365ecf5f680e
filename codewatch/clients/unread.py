"""Clients whose transcripts are not read: what their hooks say in a payload is all that is known of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from codewatch.clients import transcripts
from codewatch.clients.protocol import Reader, Record
from codewatch.errors import TranscriptError


@dataclass(frozen=True, slots=True)
class Unread:
    """A client of that id, without transcripts."""

    name: str

    def find_transcripts(self) -> Iterator[str]:
        """Yield nothing."""
        yield from ()

    def written_at(self, path: str) -> float:
        """Say that there is no such transcript.

        Raises:
            OSError: always.
        """
        raise FileNotFoundError(f"{path}: transcripts of {self.name} are not read")

    def open_transcript(self, path: str) -> BinaryIO:
        """Say that there is no such transcript.

        Raises:
            TranscriptError: always.
        """
        raise TranscriptError(f"{path}: transcripts of {self.name} are not read")

    def left_in_files(self, path: str) -> dict[str, int]:
        """Say that nothing is left behind."""
        return transcripts.nothing_left(path)

    def goes_on_from(self, path: str) -> list[tuple[str, int]]:
        """Say that it goes on from nothing."""
        return transcripts.nothing_before(path)

    def reader(self, stream: BinaryIO, start: int) -> Reader:
        """Return what understands no line."""
        del stream, start
        return lambda line: Record(line.start, line.end, skipped="not read")
