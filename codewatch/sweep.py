"""Finds transcripts that have grown past the ledger's cursor without a hook having said so."""

import glob
import os
from collections.abc import Iterator, Mapping

from codewatch import capture
from codewatch.clients.table import CLIENTS
from codewatch.errors import TranscriptError
from codewatch.slices import TranscriptSlice


def unseen_growth(cursors: Mapping[tuple[str, str], int], *, since: float, ours: str) -> Iterator[TranscriptSlice]:
    """Yield a slice for each known client's transcript that holds whole lines behind its cursor.

    `cursors` is the ledger's, by client and path. A transcript that the ledger does not know is taken when it was
    written after `since` (UNIX time): older ones are history, for the user to ask for. Sessions inside `ours`, the
    data directory, are our own.
    """
    for client in CLIENTS.values():
        for pattern in client.transcript_patterns():
            for path in sorted(glob.glob(pattern)):
                piece = _grown(client.name, os.path.realpath(path), cursors, since, ours)
                if piece is not None:
                    yield piece


def _grown(
    client: str, path: str, cursors: Mapping[tuple[str, str], int], since: float, ours: str
) -> TranscriptSlice | None:
    cursor = cursors.get((client, path))
    try:
        found = os.stat(path)
        if found.st_size <= (cursor or 0) or (cursor is None and found.st_mtime < since):
            return None
        piece = capture.slice_of(path, client=client, project=None, branch="")
    except (OSError, TranscriptError):
        return None  # gone between the listing and the look
    if piece.end <= (cursor or 0) or not piece.cwd or f"{piece.cwd}/".startswith(f"{ours}/"):
        return None
    return piece._replace(flush=False)
