"""Finds transcripts that have grown past the ledger's cursor without a hook having said so."""

import os
from collections.abc import Iterator, Mapping

from codewatch import capture, paths
from codewatch.clients import transcripts
from codewatch.clients.protocol import Client
from codewatch.clients.table import CLIENTS
from codewatch.errors import TranscriptError
from codewatch.slices import TranscriptSlice
from codewatch.store.ledger import Position

# After so long nothing is added to what a client's database holds of a turn.
_SETTLED_S = 2 * 3600.0


def unseen_growth(
    known: Mapping[tuple[str, str], Position], *, since: float, ours: str, now: float = 0.0
) -> Iterator[TranscriptSlice]:
    """Yield a slice for each known client's transcript that holds whole lines behind its cursor, or was replaced.

    `known` is what the ledger holds, by client and path. A transcript that the ledger does not know is taken when it
    was written after `since` (UNIX time): older ones are history, for the user to ask for. Sessions inside `ours`, the
    data directory, are our own. A session in a client's database costs a query: with `now`, one that has rested is
    not read again.
    """
    for client in CLIENTS.values():
        for path in client.find_transcripts():
            piece = _grown(client, os.path.realpath(path), known, since, ours, now)
            if piece is not None:
                yield piece


def _grown(
    client: Client, path: str, known: Mapping[tuple[str, str], Position], since: float, ours: str, now: float
) -> TranscriptSlice | None:
    position = known.get((client.name, path))
    try:
        if position is None and client.written_at(path) < since:
            return None
        if position is not None and (_rests(client, path, position, now) or not _has_news(client, path, position)):
            return None
        piece = capture.slice_of(path, client=client.name, project=None, branch="")
    except (OSError, TranscriptError):
        return None  # gone between the listing and the look
    if not piece.end or not piece.cwd or paths.leads_into(piece.cwd, ours):
        return None
    return piece._replace(flush=False)


def _rests(client: Client, path: str, position: Position, now: float) -> bool:
    """Return whether a session that is no file was written last a good while ago, and committed after that."""
    if os.path.exists(path):
        return False
    written_at = client.written_at(path)
    return written_at < min(position.committed_at, now - _SETTLED_S)


def _has_news(client: Client, path: str, position: Position) -> bool:
    with client.open_transcript(path) as stream:
        if not transcripts.still_holds(stream, position.cursor, position.fingerprint):
            return True
        size = transcripts.size_of(stream)
        return size > position.cursor and transcripts.last_newline(stream, size) > position.cursor
