"""Clients whose transcripts are not read: they are known by their id, and have nothing to find."""

from io import BytesIO

import pytest

from codewatch.clients.table import find_client
from codewatch.clients.transcripts import Line
from codewatch.errors import TranscriptError


@pytest.mark.parametrize("name", ["cursor", "vscode", "windsurf"])
def test_a_client_without_transcripts_has_none_and_says_so(name):
    client = find_client(name)

    assert (client.name, list(client.find_transcripts())) == (name, [])
    with pytest.raises(TranscriptError, match=f"/a: transcripts of {name} are not read"):
        client.open_transcript("/a")
    with pytest.raises(FileNotFoundError, match="are not read"):
        client.written_at("/a")
    assert client.reader(BytesIO(), 0)(Line(0, 2, b"{\n")).skipped == "not read"
