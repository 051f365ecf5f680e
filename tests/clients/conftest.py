"""What the tests of the clients' readers share: reading rows, or a whole file, as the save line does."""

import json
from types import SimpleNamespace

import pytest

from codewatch.clients import transcripts


def as_bytes(rows):
    """Return rows as lines of JSON; bytes are lines already."""
    return b"".join(row if isinstance(row, bytes) else json.dumps(row).encode() + b"\n" for row in rows)


@pytest.fixture
def read_file():
    """Give a function that reads a client's file from an offset on and returns its records."""

    def read(client, path, start=0):
        with client.open_transcript(str(path)) as stream:
            end = transcripts.last_newline(stream, transcripts.size_of(stream))
            record_of = client.reader(stream, start)
            return [record_of(line) for line in transcripts.read_lines(stream, start, end)]

    return read


@pytest.fixture
def read_rows(tmp_path, read_file):
    """Give a function that reads rows, or bytes, as a file of a client's, and returns its records."""

    def read(client, *rows, after=()):
        path = tmp_path / "rows.jsonl"
        before = as_bytes(after)
        path.write_bytes(before + as_bytes(rows))
        return read_file(client, path, len(before))

    return read


@pytest.fixture
def told():
    """Give looks into records: what was said, and why others say nothing."""
    return SimpleNamespace(
        said=lambda records: [(message.role, message.text) for record in records for message in record.messages],
        skipped=lambda records: [record.skipped for record in records],
        messages=lambda records: [message for record in records for message in record.messages],
    )
