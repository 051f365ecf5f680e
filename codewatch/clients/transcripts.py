"""Reads a stretch of a line-based transcript: bytes on disk in, whole lines with their offsets out."""

import hashlib
import os
import re
import stat
import zlib
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from codewatch.errors import TranscriptError

_COMPARED_BYTES = 1024
_BLOCK_BYTES = 1024 * 1024
_LONGEST_MATCH = 32
# Non-blocking, because a FIFO must not hold up the worker; binary matters on Windows only.
_OPEN_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
LONGEST_LINE = 64 * 1024 * 1024


class Line(NamedTuple):
    """One line of a transcript with the byte offsets it spans; `raw` is None when it is too long to hold."""

    start: int
    end: int
    raw: bytes | None


def open_transcript(path: str) -> BinaryIO:
    """Open a transcript for reading.

    Raises:
        TranscriptError: it is missing, is no regular file, or cannot be read.
    """
    try:
        descriptor = os.open(path, _OPEN_FLAGS)
    except (OSError, ValueError) as error:
        raise TranscriptError(f"{path}: {getattr(error, 'strerror', None) or error}") from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise TranscriptError(f"{path}: not a regular file")
    return open(path, "rb", opener=lambda _path, _flags: descriptor)  # so that the stream knows its name


def written_at(path: str) -> float:
    """Return when a transcript was written last, in UNIX seconds.

    Raises:
        OSError: it is gone.
    """
    return os.stat(path).st_mtime


def nothing_left(path: str) -> dict[str, int]:
    """Say that going back begins no new file: `tree` knows what a session has left, or nobody does."""
    del path
    return {}


def nothing_before(path: str) -> list[tuple[str, int]]:
    """Say that a transcript holds all that was said before in its session."""
    del path
    return []


def read_lines(stream: BinaryIO, start: int, end: int) -> Iterator[Line]:
    """Yield the whole lines between the byte offsets `start` and `end`; a last line without newline is left."""
    stream.seek(0, os.SEEK_END)  # leaves what was read ahead: the file may have been written anew since
    stream.seek(start)
    position = start
    while position < end:
        raw = stream.readline(LONGEST_LINE)
        if not raw.endswith(b"\n"):
            if len(raw) < LONGEST_LINE:
                return
            length = len(raw) + _skip_line(stream)
            if length < 0:
                return
            yield Line(position, position + length, None)
            position += length
            continue
        yield Line(position, position + len(raw), raw)
        position += len(raw)


def lines_with(
    stream: BinaryIO, word: bytes, pattern: re.Pattern[bytes], start: int, end: int
) -> Iterator[Line]:  # fmt: skip
    """Yield the whole lines between two byte offsets that hold `word`, in any case, where `pattern` matches around it.

    `word` is in lower case, and a match has at most 32 bytes: a file without the word is passed at memory speed.
    """
    position = start
    while position < end:
        block = _read_at(stream, position, min(_BLOCK_BYTES, end - position))
        lowered = block.lower()
        found = lowered.find(word)
        while found >= 0 and not pattern.search(block, max(0, found - _LONGEST_MATCH), found + _LONGEST_MATCH):
            found = lowered.find(word, found + 1)
        if found < 0:
            if position + len(block) >= end or not block:
                return
            position += max(1, len(block) - 2 * _LONGEST_MATCH)
            continue
        begin = max(start, last_newline(stream, position + found))
        line = next(read_lines(stream, begin, end), None)
        if line is None:
            return
        yield line
        position = line.end


def _skip_line(stream: BinaryIO) -> int:
    skipped = 0
    while chunk := stream.readline(LONGEST_LINE):
        skipped += len(chunk)
        if chunk.endswith(b"\n"):
            return skipped
    return -LONGEST_LINE - skipped - 1


def last_newline(stream: BinaryIO, size: int) -> int:
    """Return the byte offset just after the last newline among the first `size` bytes, 0 when there is none."""
    position = size
    while position > 0:
        block = min(65536, position)
        stream.seek(position - block)
        found = stream.read(block).rfind(b"\n")
        if found >= 0:
            return position - block + found + 1
        position -= block
    return 0


def fingerprint(stream: BinaryIO, cursor: int) -> str:
    """Return a hash of the first bytes and of the last ones before `cursor`: a file that only grew keeps it."""
    length = min(cursor, _COMPARED_BYTES)
    seen = hashlib.sha256(_read_at(stream, 0, length))
    seen.update(_read_at(stream, cursor - length, length))
    return seen.hexdigest()


def checksum(stream: BinaryIO, start: int, end: int) -> int:
    """Return the CRC-32 of what stands between two byte offsets on disk now."""
    so_far = 0
    while start < end and (block := _read_at(stream, start, min(_BLOCK_BYTES, end - start))):
        so_far = zlib.crc32(block, so_far)
        start += len(block)
    return so_far


def _read_at(stream: BinaryIO, offset: int, length: int) -> bytes:
    """Return bytes as they are on disk, not as the stream read them ahead."""
    if hasattr(os, "pread"):
        return os.pread(stream.fileno(), length, offset)
    stream.seek(0, os.SEEK_END)  # leaves the read-ahead buffer
    stream.seek(offset)
    return stream.read(length)


def still_holds(stream: BinaryIO, cursor: int, expected: str) -> bool:
    """Return whether the file is still the one whose `fingerprint` at `cursor` was `expected`, "" for any."""
    if size_of(stream) < cursor:
        return False
    return not expected or fingerprint(stream, cursor) == expected


def read_before(stream: BinaryIO, cursor: int, limit: int) -> bytes:
    """Return the bytes on disk before `cursor`, at most `limit`."""
    start = max(0, cursor - limit)
    return _read_at(stream, start, cursor - start)


def look_back(stream: BinaryIO, start: int, limit: int) -> int:
    """Return the offset of a line start at most `limit` bytes before `start`, from which context can be read."""
    if start <= limit:
        return 0
    stream.seek(start - limit)
    stream.readline()
    return min(stream.tell(), start)


def size_of(stream: BinaryIO) -> int:
    """Return the file's size in bytes."""
    return os.fstat(stream.fileno()).st_size
