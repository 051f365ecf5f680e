"""The first noun: a stretch of one transcript that nobody has observed yet."""

from typing import NamedTuple

# The event of a slice that is history: what it says is reflected on once all of it is there.
BACKFILL = "Backfill"


class TranscriptSlice(NamedTuple):
    """One job of the queue. It names text and holds none, except where a client keeps no transcript.

    `end` is a byte offset: everything before it is to be observed, from wherever the ledger's cursor stands.
    `flush` takes text that is too short to stand alone (FEATURES F31) at once.
    `since` is the UNIX time in seconds since which the oldest of its text has waited.
    `by_rules` asks for the rules, which cost nothing, whoever the settings name.
    `message` is the gated last message of a client that gave no transcript path; `path` is then empty.
    """

    client: str
    path: str
    end: int
    session: str
    cwd: str
    project: str
    branch: str
    event: str = ""
    flush: bool = False
    since: float = 0.0
    message: str = ""
    by_rules: bool = False
