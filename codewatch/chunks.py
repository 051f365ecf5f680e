"""A transcript becomes chunks: whole records that are committed together, and what was said before them."""

import re
import zlib
from collections.abc import Sequence
from dataclasses import replace
from typing import BinaryIO, NamedTuple

from codewatch.agents.rules.prompts import is_chatter
from codewatch.clients import transcripts
from codewatch.clients.protocol import Client, Record
from codewatch.clients.tree import left_behind
from codewatch.messages import Message, Role
from codewatch.privacy import conversation
from codewatch.privacy.repeats import Repeats


class ChunkSize(NamedTuple):
    """Where a chunk ends: at the first record that reaches one of these."""

    bytes: int
    records: int


# A chunk is one transaction: short enough for others to write in between, and little to do again after a kill.
NORMAL = ChunkSize(1024 * 1024, 1_500)
# For a slice in which workers have died: whoever is killed by chance gets on all the same, and is not blamed.
CAREFUL = ChunkSize(32 * 1024, 20)
CONTEXT_BYTES = 256 * 1024
MOST_CONTEXT_BYTES = 4 * 1024 * 1024
CONTEXT_MESSAGES = 100
# As in `privacy.tags`, with what JSON may write for the first character.
_PRIVATE = re.compile(rb"(?:<|\\u003[cC])\s{0,3}[pP][rR][iI][vV][aA][tT][eE]")


def for_model(chars: int) -> ChunkSize:
    """Return the size of a chunk that is about one call's: records say thrice as much as is shown of them."""
    return ChunkSize(3 * chars, max(20, chars // 400))


class Chunk(NamedTuple):
    """A stretch of whole records, read; `checksum` is that of their bytes, where all of them were read."""

    start: int
    end: int
    records: tuple[Record, ...]
    checksum: int | None


def read(client: Client, stream: BinaryIO, transcript: int, start: int, end: int, size: ChunkSize = NORMAL) -> Chunk:
    """Return the chunk at `start`; it has no records when no whole one ends by `end`."""
    records: list[Record] = []
    checksum: int | None = 0
    read_record = client.reader(stream, start)
    for line in transcripts.read_lines(stream, start, end):
        # Of a line that is too long to hold nothing was read.
        checksum = None if checksum is None or line.raw is None else zlib.crc32(line.raw, checksum)
        records.append(_with_key(read_record(line), transcript))
        if line.end - start >= size.bytes or len(records) >= size.records:
            break
    return Chunk(start, records[-1].end if records else start, tuple(records), checksum)


def before(client: Client, stream: BinaryIO, transcript: int, cursor: int) -> list[Message]:
    """Return the messages before `cursor` that an observer may need: the last hundred, and the prompt they belong to.

    "Continue" and the like is no such prompt.
    It is the same for the same file and cursor, whoever asks and however far they came before: a worker that goes on
    after a kill has only the file. It has not passed the gate: that looks at it together with what follows.
    """
    reach = CONTEXT_BYTES
    start = transcripts.look_back(stream, cursor, reach)
    records = _records_between(client, stream, transcript, start, cursor)
    while not _is_enough(messages := _messages_of(records)) and reach < min(cursor, MOST_CONTEXT_BYTES):
        reach *= 2
        earlier = transcripts.look_back(stream, cursor, reach)
        records = [*_records_between(client, stream, transcript, earlier, start), *records]
        start = earlier
    return _last(messages)


def after(context: Sequence[Message], chunk: Chunk, stream: BinaryIO) -> list[Message]:
    """Return what `before` would read at the end of a chunk, given what it read at the chunk's start."""
    lowest = transcripts.look_back(stream, chunk.end, MOST_CONTEXT_BYTES)
    new = (message for record in chunk.records for message in record.messages)
    return _last([message for message in (*context, *new) if message.start >= lowest])


def learn_private(client: Client, stream: BinaryIO, start: int, end: int, repeats: Repeats) -> None:
    """Let `repeats` learn what the records between two offsets say in private, whoever skips or never sees them.

    From 0 to the end of a chunk it is the same as chunk by chunk: a worker that goes on after a kill has only the file.
    """
    for line in transcripts.lines_with(stream, b"private", _PRIVATE, start, end):
        parts = conversation.private_parts(client.reader(stream, line.start)(line).messages)
        said = _SaidBefore(stream, line.start)
        for part in parts:
            repeats.learn(part, said)


class _SaidBefore:
    """Tells of a word whether the file holds it shortly before a record, outside of records with private parts."""

    def __init__(self, stream: BinaryIO, start: int) -> None:
        self._stream = stream
        self._start = start
        self._text: str | None = None

    def __call__(self, key: str) -> bool:
        if self._text is None:
            lines = transcripts.read_before(self._stream, self._start, CONTEXT_BYTES).split(b"\n")
            aloud = b"\n".join(line for line in lines if not _PRIVATE.search(line))
            self._text = aloud.decode("utf-8", "replace").casefold()
        if not key.isascii():  # a part of a stretch without spaces may stand anywhere in another one
            return key in self._text
        # After a backslash stands the letter of a line's end, not of a word.
        return bool(re.search(rf"(?:(?<![^\W_])|(?<=\\[nrt])){re.escape(key)}(?![^\W_])", self._text))


def _last(messages: list[Message]) -> list[Message]:
    first = max(0, len(messages) - CONTEXT_MESSAGES)
    while first and messages[first - 1].start == messages[first].start:
        first -= 1  # a private part may have begun in an earlier block of the record
    recent = messages[first:]
    asked = next((message.start for message in reversed(messages) if _asks(message)), None)
    if asked is None or any(_asks(message) for message in recent):
        return recent
    return [*[message for message in messages if message.start == asked], *recent]


def _asks(message: Message) -> bool:
    """Tell whether a message is a prompt that says what the work is: "continue" goes on with the one before."""
    return message.role is Role.USER and not message.is_sidechain and not is_chatter(message.text)


def _records_between(client: Client, stream: BinaryIO, transcript: int, start: int, end: int) -> list[Record]:
    read_record = client.reader(stream, start)
    return [_with_key(read_record(line), transcript) for line in transcripts.read_lines(stream, start, end)]


def _messages_of(records: Sequence[Record]) -> list[Message]:
    """Return the records' messages, without those of prompts that the session has gone back from."""
    left = left_behind(record.node for record in records if record.node is not None)
    return [
        message
        for record in records
        if record.node is None or record.node.id not in left
        for message in record.messages
    ]


def _is_enough(messages: Sequence[Message]) -> bool:
    return len(messages) >= CONTEXT_MESSAGES and any(_asks(message) for message in messages)


def _with_key(record: Record, transcript: int) -> Record:
    """Return a record whose messages have a key; one that the client gave no id is known by its place in the file."""
    if all(message.key for message in record.messages):
        return record
    key = f"{transcript}@{record.start}"
    return replace(
        record,
        messages=tuple(message if message.key else replace(message, key=key) for message in record.messages),
    )
