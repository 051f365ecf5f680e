"""The truth about capture: per transcript, what became of every byte up to the committed cursor.

Everything here is called inside the transaction that stores the observations, so it is true after any crash.
"""

import json
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from codewatch import privacy
from codewatch.store.models import Transcript, database

# What stands for the path of a client that keeps no transcript; the session id follows.
MESSAGE_PATH = "message:"
TOLD_TWICE_S = 2.0
_SEEN = "select key from captured_record where client = ? and key in (select value from json_each(?))"
# In this order, since most sessions have told nothing, and then no record is looked at.
_TOLD = """select key from transcript cross join captured_record on transcript_id = id
where transcript.client = ? and path = ?"""
_MARK_COPIED = "insert or ignore into copied_record (client, key, transcript_id) values (?, ?, ?)"
_MARK_SEEN = "insert or ignore into captured_record (client, key, transcript_id) values (?, ?, ?)"
ODD_FROM_RECORDS = 20
_UNRECOGNISED = """
select path, sum(records), group_concat(distinct reason) from transcript join span on transcript_id = id
where generation = (select max(generation) from transcript as newer
    where newer.client = transcript.client and newer.path = transcript.path)
group by id
having sum(outcome <> 'skipped' or reason not in ('unreadable', 'too long', 'empty') and reason not like '% row') = 0
    and (sum(reason = 'unreadable') > 0 or sum(records) >= ?)
order by updated_at desc"""
_SPANS = """select start, "end", outcome, reason, records from span where transcript_id = ? order by start"""
_LAST_SPAN = """select start, "end", outcome, reason from span where transcript_id = ? order by start desc limit 1"""
_GROW_SPAN = """update span set "end" = ?, records = records + ? where transcript_id = ? and start = ?"""
_MOVE = "update transcript set cursor = ?, fingerprint = ?, updated_at = ? where id = ? and cursor = ?"
_SKIPPED_FOR = """select start, "end" from span where transcript_id = ? and outcome = 'skipped' and reason = ?
order by start"""
_DROP_SPANS = """delete from span where transcript_id = ? and start >= ? and "end" <= ?"""
_ADD_SPAN = """insert into span (transcript_id, start, "end", outcome, reason, records) values (?, ?, ?, ?, ?, ?)"""
_COUNTED = """
select coalesce(sum(iif(outcome in ('observed', 'redacted'), records, 0)), 0),
    coalesce(sum(iif(outcome = 'skipped', records, 0)), 0)
from span where transcript_id = (select id from transcript where client = ? and path = ?
    and generation = (select max(generation) from transcript where client = ? and path = ?))"""


class Outcome(StrEnum):
    """What became of a stretch of a transcript."""

    OBSERVED = "observed"
    SKIPPED = "skipped"
    REDACTED = "redacted"
    FAILED = "failed"


class Stretch(NamedTuple):
    """A stretch of whole records, in byte offsets, and what became of it."""

    start: int
    end: int
    outcome: Outcome
    reason: str
    records: int


class Position(NamedTuple):
    """How far a transcript is committed. `cursor` is a byte offset just after a newline.

    `fingerprint` is `clients.transcripts.fingerprint` at the cursor, "" before anything is committed. `committed_at` is
    a UNIX time, 0 where nobody asked for it.
    """

    transcript: int
    cursor: int
    fingerprint: str
    committed_at: float = 0.0


def current(client: str, path: str) -> Position | None:
    """Return the position in the newest generation of a transcript, or None when it was never read."""
    row = (
        Transcript.select()
        .where(Transcript.client == client, Transcript.path == path)
        .order_by(Transcript.generation.desc())
        .first()
    )
    return None if row is None else Position(row.id, row.cursor, row.fingerprint)


def begin(client: str, path: str, *, session: str, project: str, branch: str, now: str) -> Position:
    """Start a new generation of a transcript at byte 0: a file never seen, or one that was replaced or cut."""
    last = Transcript.select().where(Transcript.client == client, Transcript.path == path).count()
    row = Transcript.create(
        client=client, path=path, generation=last, session=privacy.clean_text(session), project=project,
        branch=privacy.clean_text(branch), updated_at=now,
    )  # fmt: skip
    return Position(row.id, 0, "")


def advance(
    position: Position, stretches: Sequence[Stretch], *, cursor: int, fingerprint: str, now: str,
    anew: Sequence[Stretch] = (),
) -> bool:  # fmt: skip
    """Move the cursor to `cursor` and record what became of the bytes before it.

    `anew` says what became of whole spans before the old cursor that were looked at again.

    Return False, and change nothing, when the cursor is no longer where `position` saw it: then somebody else
    has committed this stretch.
    """
    asked = (cursor, fingerprint, now, position.transcript, position.cursor)
    if not database.execute_sql(_MOVE, asked).rowcount:
        return False
    _rewrite(position.transcript, anew)
    _write(position.transcript, join_alike(stretches))
    return True


def _write(transcript: int, stretches: Sequence[Stretch]) -> None:
    # Spans leave no gap, so the only one that the first stretch can continue is the last.
    last = database.execute_sql(_LAST_SPAN, (transcript,)).fetchone()
    if last is not None and stretches and last[1:] == stretches[0][:1] + stretches[0][2:4]:
        grown, *stretches = stretches
        database.execute_sql(_GROW_SPAN, (grown.end, grown.records, transcript, last[0]))
    database.connection().executemany(_ADD_SPAN, [(transcript, *stretch) for stretch in stretches])


def skipped_for(transcript: int, reason: str) -> list[tuple[int, int]]:
    """Return the stretches of a transcript that were skipped for a reason, as start and end."""
    return database.execute_sql(_SKIPPED_FOR, (transcript, reason)).fetchall()


def _rewrite(transcript: int, stretches: Sequence[Stretch]) -> None:
    """Record anew what became of whole spans; `stretches` cover each of them without a gap."""
    begin = 0
    for at, stretch in enumerate(stretches):
        if at + 1 == len(stretches) or stretches[at + 1].start != stretch.end:
            database.execute_sql(_DROP_SPANS, (transcript, stretches[begin].start, stretch.end))
            begin = at + 1
    database.connection().executemany(_ADD_SPAN, [(transcript, *stretch) for stretch in join_alike(stretches)])


def join_alike(stretches: Iterable[Stretch]) -> list[Stretch]:
    """Return the stretches with neighbours of the same outcome and reason made one."""
    joined: list[Stretch] = []
    for start, end, outcome, reason, records in stretches:
        last = joined[-1] if joined else None
        if last and last[1:4] == (start, outcome, reason):
            joined[-1] = Stretch(last.start, end, outcome, reason, last.records + records)
        else:
            joined.append(Stretch(start, end, outcome, reason, records))
    return joined


def unseen(client: str, keys: Sequence[str]) -> set[str]:
    """Return those record keys that no transcript's observed part holds yet."""
    rows = database.execute_sql(_SEEN, (client, json.dumps(keys))).fetchall()
    return set(keys) - {key for (key,) in rows}


def mark_seen(client: str, keys: Iterable[str], position: Position) -> None:
    """Remember record keys as observed, so that copies in other files are not."""
    rows = [(client, key, position.transcript) for key in keys]
    database.connection().executemany(_MARK_SEEN, rows)


def told_checksums(client: str, session: str) -> frozenset[str]:
    """Return the checksums of the last messages that a session has told without a transcript."""
    return frozenset(checksum for _, checksum in _told(client, session))


def was_told(client: str, session: str, checksum: str, *, near: float) -> bool:
    """Return whether a session has told a message of that checksum at about the UNIX time `near`.

    Two hooks tell of one event where they are set up twice, or where a client repeats itself.
    """
    return any(told == checksum and abs(at - near) < TOLD_TWICE_S for at, told in _told(client, session))


def _told(client: str, session: str) -> list[tuple[float, str]]:
    keys = database.execute_sql(_TOLD, (client, MESSAGE_PATH + session)).fetchall()
    parts = [str(key).rpartition("|") for (key,) in keys]
    return [(float(at), checksum) for at, _, checksum in parts]


def mark_copied(client: str, keys: Iterable[str], position: Position) -> None:
    """Remember that a transcript holds records, too, that were observed in another one."""
    rows = [(client, key, position.transcript) for key in keys]
    database.connection().executemany(_MARK_COPIED, rows)


class Known(NamedTuple):
    """A transcript in its newest generation, as `coverage` reports it."""

    client: str
    path: str
    cursor: int
    spans: tuple[Stretch, ...]
    fingerprint: str = ""


def known(client: str | None = None, path: str | None = None) -> list[Known]:
    """Return the newest generation of each transcript, all or those of one client or path, by path."""
    query = Transcript.select().where(~Transcript.path.startswith(MESSAGE_PATH))
    query = query.order_by(Transcript.client, Transcript.path, Transcript.generation)
    if client is not None:
        query = query.where(Transcript.client == client)
    if path is not None:
        query = query.where(Transcript.path == path)
    newest = {(row.client, row.path): row for row in query}
    return [Known(row.client, row.path, row.cursor, _spans(row.id), row.fingerprint) for row in newest.values()]


def _spans(transcript: int) -> tuple[Stretch, ...]:
    rows = database.execute_sql(_SPANS, (transcript,)).fetchall()
    return tuple(
        Stretch(start, end, Outcome(outcome), reason, records) for start, end, outcome, reason, records in rows
    )


def positions() -> dict[tuple[str, str], Position]:
    """Return the position in each transcript's newest generation, by client and path."""
    rows = database.execute_sql(
        """select client, path, id, cursor, fingerprint, cast(coalesce(strftime('%s', updated_at), 0) as real)
        from transcript order by generation"""
    ).fetchall()
    return {(client, path): Position(*position) for client, path, *position in rows}


def begun_at() -> float:
    """Return since when there is a ledger, in UNIX seconds."""
    return float(database.execute_sql("select value from meta where key = 'created_at'").fetchone()[0])


class Unrecognised(NamedTuple):
    """A transcript of which not one record was understood, and what its records were taken for."""

    path: str
    records: int
    reasons: str


def unrecognised() -> list[Unrecognised]:
    """Return the transcripts in which nothing was recognised, newest first: a format that this reader does not know.

    A handful of rows without a message is what a client writes when it is opened and closed, and is none.
    """
    rows = database.execute_sql(_UNRECOGNISED, (ODD_FROM_RECORDS,)).fetchall()
    return [Unrecognised(str(path), int(records), str(reasons)) for path, records, reasons in rows]


def counted(client: str, path: str) -> tuple[int, int]:
    """Return how many records of a transcript's newest generation were heard, and how many were skipped."""
    heard, skipped = database.execute_sql(_COUNTED, (client, path, client, path)).fetchone()
    return int(heard), int(skipped)


def skipped_reasons() -> dict[str, int]:
    """Return how many records were skipped for each reason, over all transcripts."""
    rows = database.execute_sql(
        "select reason, sum(records) from span where outcome = 'skipped' group by reason order by 2 desc"
    )
    return {str(reason): int(records) for reason, records in rows}
