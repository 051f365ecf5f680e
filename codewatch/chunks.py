"""A transcript becomes chunks: whole records that are committed together, and what was said before them."""

import zlib
from collections.abc import Sequence
from dataclasses import replace
from typing import BinaryIO, NamedTuple

from codewatch.clients import transcripts
from codewatch.clients.protocol import Client, Record
from codewatch.messages import Message, Role


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
    for line in transcripts.read_lines(stream, start, end):
        # Of a line that is too long to hold nothing was read.
        checksum = None if checksum is None or line.raw is None else zlib.crc32(line.raw, checksum)
        records.append(_with_key(client.read_record(line), transcript))
        if line.end - start >= size.bytes or len(records) >= size.records:
            break
    return Chunk(start, records[-1].end if records else start, tuple(records), checksum)


def before(client: Client, stream: BinaryIO, transcript: int, cursor: int) -> list[Message]:
    """Return the messages before `cursor` that an observer may need: the last hundred, and the prompt they belong to.

    It is the same for the same file and cursor, whoever asks and however far they came before: a worker that goes on
    after a kill has only the file. It has not passed the gate: that looks at it together with what follows.
    """
    reach = CONTEXT_BYTES
    start = transcripts.look_back(stream, cursor, reach)
    messages = _messages_between(client, stream, transcript, start, cursor)
    while not _is_enough(messages) and reach < min(cursor, MOST_CONTEXT_BYTES):
        reach *= 2
        earlier = transcripts.look_back(stream, cursor, reach)
        messages = [*_messages_between(client, stream, transcript, earlier, start), *messages]
        start = earlier
    return _last(messages)


def after(context: Sequence[Message], chunk: Chunk, stream: BinaryIO) -> list[Message]:
    """Return what `before` would read at the end of a chunk, given what it read at the chunk's start."""
    lowest = transcripts.look_back(stream, chunk.end, MOST_CONTEXT_BYTES)
    new = (message for record in chunk.records for message in record.messages)
    return _last([message for message in (*context, *new) if message.start >= lowest])


def _last(messages: list[Message]) -> list[Message]:
    recent = messages[-CONTEXT_MESSAGES:]
    if any(message.role is Role.USER for message in recent):
        return recent
    return [*[message for message in messages if message.role is Role.USER][-1:], *recent]


def _messages_between(client: Client, stream: BinaryIO, transcript: int, start: int, end: int) -> list[Message]:
    return [
        message
        for line in transcripts.read_lines(stream, start, end)
        for message in _with_key(client.read_record(line), transcript).messages
    ]


def _is_enough(messages: Sequence[Message]) -> bool:
    return len(messages) >= CONTEXT_MESSAGES and any(message.role is Role.USER for message in messages)


def _with_key(record: Record, transcript: int) -> Record:
    """Return a record whose messages have a key; one that the client gave no id is known by its place in the file."""
    if not record.messages or record.messages[0].key:
        return record
    key = f"{transcript}@{record.start}"
    return replace(record, messages=tuple(replace(message, key=key) for message in record.messages))
