"""What sessions were given of memory: each injection, why it was made, what it took, and what became of it."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from codewatch.store.models import database

_OFFSETS = "select name, folded from injected_file"
_OFFSET = "select folded from injected_file where name = ?"
_SET_OFFSET = """insert into injected_file (name, folded) values (?, ?)
on conflict (name) do update set folded = excluded.folded"""
_DROP_OFFSET = "delete from injected_file where name = ?"
_TERMS = "select terms_text || ' ' || terms_identifiers || ' ' || terms_paths from observation where id = ?"
_ADD = """insert or ignore into injection (session, observation_id, at, event, chance, tokens, place, terms)
values (:session, :row_id, :at, :event, :chance, :tokens, :place, :terms)"""
_ADD_REFLECTION = """insert or ignore into injection (session, reflection_id, at, event, tokens, place, terms)
select :session, id, :at, :event, :tokens, '', '' from reflection where id = :row_id"""
_ACCESSED = """update observation set access_count = access_count + 1,
accessed_at = max(coalesce(accessed_at, ''), ?) where id = ?"""
# What is new, and what the last prompts may still speak against.
_GIVEN = """select i.id, i.observation_id, i.at, i.terms, i.use, o.content
from injection i join observation o on o.id = i.observation_id where i.session = ? order by i.at desc, i.id limit ?"""
_CONFIDENCE = """select o.id, o.confidence, i.step from injection i join observation o on o.id = i.observation_id
where i.id = ?"""
_JUDGE = "update injection set use = ?, used_at = ?, step = ? where id = ?"
_SET_CONFIDENCE = "update observation set confidence = ? where id = ?"
_OF_ROW = """select at, session, event, chance, tokens, place, terms, use, used_at, step from injection
where {} = ? order by at, id"""
_OF_OBSERVATION, _OF_REFLECTION = _OF_ROW.format("observation_id"), _OF_ROW.format("reflection_id")
_ORIGIN = """select o.source, coalesce(s.client, '') from observation o left join session s on s.id = o.session_id
where o.id = ?"""
_TRANSCRIPTS = """select t.path from captured_record c join transcript t on t.id = c.transcript_id
where c.client = ? and c.key = ? order by t.id"""
_SUMS = """select count(*), coalesce(sum(tokens), 0), count(nullif(use, '')),
coalesce(sum(use in ('followed', 'mentioned')), 0), coalesce(sum(use = 'contradicted'), 0)
from injection where at >= ?"""
_MOST_GIVEN = 60
_LARGEST_ID = 2**63 - 1


class Use(StrEnum):
    """What became of a memory that a session was given."""

    FOLLOWED = "followed"
    MENTIONED = "mentioned"
    CONTRADICTED = "contradicted"
    IGNORED = "ignored"


# By how much each changes a memory's confidence; the worth of a memory that nobody has contradicted stays.
STEP = {Use.FOLLOWED: 0.05, Use.MENTIONED: 0.05, Use.CONTRADICTED: -0.2, Use.IGNORED: 0.0}
MOST_BY_USE, LEAST_BY_USE = 0.95, 0.2


class Given(NamedTuple):
    """A memory that a session was given, as it stands now; `use` is "" until it is judged."""

    id: int
    memory: int
    at: str
    terms: tuple[str, ...]
    use: str
    content: str


class Injected(NamedTuple):
    """One injection as a side file tells it. `terms` are what the memory shares with the prompt."""

    session: str
    row_id: int
    at: str
    event: str
    chance: int | None
    tokens: int
    place: str
    terms: tuple[str, ...]
    is_reflection: bool = False


class Sums(NamedTuple):
    """What was injected since a time: how often, its tokens, how many were judged, and how these went."""

    injections: int
    tokens: int
    judged: int
    used: int
    contradicted: int


NOTHING = Sums(0, 0, 0, 0, 0)


def offsets() -> dict[str, int]:
    """Return how many bytes of each side file are folded in."""
    return dict(database.execute_sql(_OFFSETS).fetchall())


def offset(name: str) -> int:
    """Return how many bytes of a side file are folded in."""
    row = database.execute_sql(_OFFSET, (name,)).fetchone()
    return int(row[0]) if row else 0


def set_offset(name: str, folded: int) -> None:
    """Note how much of a side file is folded in; call it in the transaction that adds its injections."""
    database.execute_sql(_SET_OFFSET, (name, folded))


def drop_offset(name: str) -> None:
    """Note that a side file is gone."""
    database.execute_sql(_DROP_OFFSET, (name,))


def terms_of(row_id: int) -> frozenset[str] | None:
    """Return the terms that a memory is found by, None when there is no such memory."""
    row = database.execute_sql(_TERMS, (row_id,)).fetchone() if row_id <= _LARGEST_ID else None
    return frozenset(row[0].split()) if row else None


def add(one: Injected) -> bool:
    """Add an injection, and count it as an access; return False for one that is there or of nothing. In a transaction.

    The same memory, session and time are the same injection.
    """
    values = {**one._asdict(), "terms": " ".join(one.terms)}
    added = database.execute_sql(_ADD_REFLECTION if one.is_reflection else _ADD, values).rowcount > 0
    if added and not one.is_reflection:
        database.execute_sql(_ACCESSED, (one.at, one.row_id))
    return added


def given(session: str) -> list[Given]:
    """Return the newest memories that a session was given."""
    rows = database.execute_sql(_GIVEN, (session, _MOST_GIVEN)).fetchall()
    return [Given(*row[:3], terms=tuple(row[3].split()), use=row[4], content=row[5]) for row in rows]


def judge(found: Iterable[tuple[int, Use]], *, now: str) -> None:
    """Note what became of injections, and move the memories' confidence by it; call it inside a transaction.

    A second judgement takes the place of the first, whose step is taken back.
    """
    for row_id, use in found:
        memory, confidence, old_step = database.execute_sql(_CONFIDENCE, (row_id,)).fetchone()
        before = confidence - old_step
        after = moved(before, use)
        database.execute_sql(_JUDGE, (str(use), now, round(after - before, 6), row_id))
        if after != confidence:
            database.execute_sql(_SET_CONFIDENCE, (round(after, 6), memory))


def moved(confidence: float, use: Use) -> float:
    """Return a confidence after one use: steps end at bounds, and one that is beyond a bound already stays."""
    step = STEP[use]
    if step > 0:
        return max(confidence, min(MOST_BY_USE, confidence + step))
    return min(confidence, max(LEAST_BY_USE, confidence + step))


def origin_of(row_id: int) -> dict[str, Any]:
    """Return the client's record that a memory was made of, and the transcripts that hold it."""
    source, client = database.execute_sql(_ORIGIN, (row_id,)).fetchone()
    held = database.execute_sql(_TRANSCRIPTS, (client, source)).fetchall() if source else []
    return {"client": client, "source": source, "transcripts": [path for (path,) in held]}


def of_row(row_id: int, *, is_reflection: bool = False) -> list[Mapping[str, Any]]:
    """Return every injection of a memory or reflection, oldest first."""
    rows = database.execute_sql(_OF_REFLECTION if is_reflection else _OF_OBSERVATION, (row_id,)).fetchall()
    names = ("at", "session", "event", "chance", "tokens", "place", "terms", "use", "used_at", "confidence_step")
    return [{**dict(zip(names, row, strict=True)), "terms": row[6].split()} for row in rows]


def sums(since: str) -> Sums:
    """Return what was injected from a time on."""
    return Sums(*database.execute_sql(_SUMS, (since,)).fetchone())
