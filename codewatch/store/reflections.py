"""Reflections in the database: what they stand for, and how they are taken back."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from codewatch import terms
from codewatch.categories import State
from codewatch.errors import NotFound, WorkChanged
from codewatch.observations import StoredObservation, without_codes
from codewatch.reflections import HEADING_MARK, Reflection, ReflectionLine, StoredReflection, text_of
from codewatch.store import journal, observations, rows
from codewatch.store.models import ReflectionRow, ReflectionSource, database

KIND = rows.REFLECTION
_SOURCES = "select observation_id from reflection_source where reflection_id = ?"
_HISTORY = """select id, reflected_at, level, input_tokens, output_tokens,
(select count(*) from reflection_source where reflection_id = reflection.id)
from reflection where project_id = ? and branch = ? and state in ('active', 'superseded') order by id desc limit ?"""
_COUNT_ON = "select count(*) from reflection where project_id = ? and branch = ? and state = 'active'"
_NOTE_REJECTED = "insert or replace into meta (key, value) values (?, ?)"
_STANDING_FOR = """select s.reflection_id from reflection_source s join reflection r on r.id = s.reflection_id
where s.observation_id = ? and r.state = 'active'"""
_UNTOLD = """select o.id from reflection_source told join observation o on o.id = told.observation_id
where told.reflection_id = ? and o.state = 'reflected' and o.id not in (
    select s.observation_id from reflection_source s join reflection r on r.id = s.reflection_id
    where r.state = 'active')"""
_STILL_ACTIVE = """select o.id from reflection_source told join observation o on o.id = told.observation_id
where told.reflection_id = ? and o.state = 'active'"""
_NAMING = """select distinct s.reflection_id from reflection_source s join reflection r on r.id = s.reflection_id
where r.state = 'active' and s.observation_id in (select value from json_each(?)) order by 1"""
_REPLACED_BY = "select id from reflection where replaces = ? and state <> 'archived' order by id desc limit 1"
_LARGEST_ID = 2**63 - 1


class Work(NamedTuple):
    """What is not reflected yet, oldest first; the newest reflection so far and the observations it stands for."""

    pending: list[StoredObservation]
    earlier: StoredReflection | None
    originals: list[StoredObservation]


def add(reflection: Reflection, *, project: int, branch: str, now: str, work: Work | None = None) -> int:
    """Store a reflection, retire what it stands for from the active set, and return its id.

    The earlier one whose lines it took over is superseded by it. Call it inside a transaction.

    Raises:
        WorkChanged: what it was made of is no longer there, or no longer to be reflected.
    """
    _check_unchanged(reflection, work)
    lines = [replace(line, text=without_codes(line.text)) for line in reflection.lines]
    content = text_of(lines)
    columns = terms.index_columns(content, "", [])
    row = ReflectionRow.create(
        project=project, branch=branch, level=reflection.level, content=content,
        input_tokens=reflection.input_tokens, output_tokens=reflection.output_tokens, observer=reflection.observer,
        contract=json.dumps(reflection.contract.as_dict()) if reflection.contract else "", reflected_at=now,
        lines=as_json(lines), prompt=reflection.prompt, replaces=reflection.replaces,
        terms_text=columns[0], terms_identifiers=columns[1], terms_paths=columns[2],
    )  # fmt: skip
    for source in reflection.sources:
        ReflectionSource.create(reflection=row.id, observation=source)
    change = journal.write("worker", "reflected", KIND, row.id, at=now, after=journal.snapshot(row))
    told = [source for (source,) in database.execute_sql(_STILL_ACTIVE, (row.id,)).fetchall()]
    observations.set_state(told, State.REFLECTED, who="worker", now=now, reason=f"reflection {row.id}", change=change)
    database.execute_sql("delete from meta where key = ?", (f"rejected:{project}:{branch}",))
    if reflection.replaces is not None:
        _set_state(
            reflection.replaces, State.SUPERSEDED, who="worker", now=now, reason=f"reflection {row.id}", change=change
        )
    return row.id


def _check_unchanged(reflection: Reflection, work: Work | None) -> None:
    if work is None:
        return
    known = {one.id: (one.content, one.state) for one in (*work.pending, *work.originals)}
    made_of = [source for source in reflection.sources if source in known]
    there = {one.id: (one.content, one.state) for one in observations.of_ids(made_of)}
    if any(there.get(source) != known[source] for source in made_of):
        raise WorkChanged("a memory changed while it was reflected")
    if reflection.replaces is not None:
        row = ReflectionRow.get_or_none(ReflectionRow.id == reflection.replaces)
        if row is None or work.earlier is None or _stored(row) != work.earlier:
            raise WorkChanged(f"reflection {reflection.replaces} changed while it was taken over")


def take_back(reflection_id: int, *, who: str, now: str, reason: str = "") -> int:
    """Take a reflection back, and return the change's number.

    The one it took over is active again, and so are the observations that none tells now. It stays in the archive.
    Call it inside a transaction.

    Raises:
        NotFound: there is none with this id that is active.
    """
    row = _row(reflection_id)
    if row.state != State.ACTIVE:
        raise NotFound(f"reflection {reflection_id} is {row.state}; only an active one can be taken back")
    reason = reason or f"reflection {reflection_id} taken back"
    change = _set_state(reflection_id, State.ARCHIVED, who=who, now=now, reason=reason)
    if row.replaces is not None:
        _set_state(row.replaces, State.ACTIVE, who=who, now=now, reason=reason, change=change)
    untold = [source for (source,) in database.execute_sql(_UNTOLD, (reflection_id,)).fetchall()]
    observations.set_state(untold, State.ACTIVE, who=who, now=now, reason=reason, change=change)
    return change or 0


def set_lines(
    reflection_id: int, lines: Sequence[ReflectionLine], kept: Mapping[str, bool | int] | None, *, tokens: int,
    who: str, action: str, now: str, reason: str = "", change: int | None = None,
) -> int | None:  # fmt: skip
    """Give a reflection other lines, and how these keep the contract; return the journal's entry, None for no change.

    One without any lines is archived. Call it inside a transaction.
    """
    columns: dict[str, object] = {
        "lines": as_json(lines), "content": text_of(lines), "contract": json.dumps(kept) if kept else "",
        "output_tokens": tokens, **({} if lines else {"state": str(State.ARCHIVED)}),
    }  # fmt: skip
    return rows.set_columns(KIND, reflection_id, columns, who=who, action=action, now=now, reason=reason, change=change)


def get(reflection_id: int) -> StoredReflection:
    """Return one reflection in any state.

    Raises:
        NotFound: there is none with this id.
    """
    return _stored(_row(reflection_id))


def _row(reflection_id: int) -> Any:
    found = ReflectionRow.get_or_none(ReflectionRow.id == reflection_id) if abs(reflection_id) <= _LARGEST_ID else None
    if found is None:
        raise NotFound(f"there is no reflection {reflection_id}")
    return found


def _set_state(
    reflection_id: int, state: State, *, who: str, now: str, reason: str = "", change: int | None = None
) -> int | None:
    row = ReflectionRow.get_or_none(ReflectionRow.id == reflection_id)
    if row is None or row.state == state:
        return None
    before = journal.snapshot(row)
    row.state = state
    row.save(only=[ReflectionRow.state])
    return journal.write(
        who, str(state), KIND, row.id, at=now, before=before, after=journal.snapshot(row), reason=reason, change=change
    )


def _stored(row: Any) -> StoredReflection:
    return StoredReflection(
        id=row.id, branch=row.branch, level=row.level, lines=lines_of(row), content=row.content,
        input_tokens=row.input_tokens, output_tokens=row.output_tokens, observer=row.observer, prompt=row.prompt,
        contract=json.loads(row.contract) if row.contract else None, reflected_at=row.reflected_at, state=row.state,
        replaces=row.replaces,
    )  # fmt: skip


def as_json(lines: Iterable[ReflectionLine]) -> str:
    """Return what the column `lines` holds."""
    rows = [[line.text, line.sources, int(line.is_pinned)] for line in lines]
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))


def lines_of(row: Any) -> tuple[ReflectionLine, ...]:
    """Return a row's lines; of one that has only its text, they withhold all that it stands for."""
    lines = lines_in(row.lines, row.content)
    if row.lines:
        return lines
    sources = tuple(source for (source,) in database.execute_sql(_SOURCES, (row.id,)).fetchall())
    return (*lines, ReflectionLine("", sources, is_pinned=True)) if sources else lines


def lines_in(column: str, content: str) -> tuple[ReflectionLine, ...]:
    """Return the lines of a column; without any those of a text, as an imported one has it, stand by themselves."""
    if column:
        return tuple(ReflectionLine(text, tuple(ids), bool(pin)) for text, ids, pin in json.loads(column))
    told = [line for line in content.splitlines() if line.strip()]
    return tuple(ReflectionLine(text, (), is_pinned=not text.startswith(HEADING_MARK)) for text in told)


def note_rejection(project: int, branch: str, *, tokens: int) -> None:
    """Note that what a branch held could not be compressed: it is tried again when it has grown by a quarter.

    Call it inside a transaction.
    """
    database.execute_sql(_NOTE_REJECTED, (f"rejected:{project}:{branch}", str(tokens)))


def rejected_tokens(project: int, branch: str) -> int:
    """Return how many tokens a branch held when that could not be compressed; 0 when the last try went well."""
    row = database.execute_sql("select value from meta where key = ?", (f"rejected:{project}:{branch}",)).fetchone()
    return int(row[0]) if row else 0


def standing_for(observation_id: int) -> list[int]:
    """Return the ids of the active reflections that stand for an observation."""
    return [row_id for (row_id,) in database.execute_sql(_STANDING_FOR, (observation_id,)).fetchall()]


def naming(observation_ids: Iterable[int]) -> list[int]:
    """Return the ids of the active reflections that stand for one of these observations, in order."""
    asked = json.dumps(sorted(set(observation_ids)))
    return [row_id for (row_id,) in database.execute_sql(_NAMING, (asked,)).fetchall()]


def replaced_by(reflection_id: int) -> int | None:
    """Return the id of the reflection that took this one's lines over, or None."""
    row = database.execute_sql(_REPLACED_BY, (reflection_id,)).fetchone()
    return None if row is None else int(row[0])


def load_work(project: int, branch: str) -> Work:
    """Return what a branch's next reflection is made of."""
    earlier = newest(project, branch)
    originals = observations.of_ids(earlier.sources) if earlier else []
    return Work(observations.unreflected(project, branch), earlier, originals)


def newest(project: int, branch: str) -> StoredReflection | None:
    """Return the newest active reflection of a project's branch, or None."""
    row = (
        ReflectionRow.select()
        .where(ReflectionRow.project == project, ReflectionRow.branch == branch, ReflectionRow.state == State.ACTIVE)
        .order_by(ReflectionRow.reflected_at.desc(), ReflectionRow.id.desc())
        .first()
    )
    return None if row is None else _stored(row)


def history(project: int, branch: str, *, limit: int = 10) -> list[dict[str, Any]]:
    """Return what the newest reflections of a project's branch stand for and saved, newest first."""
    rows = database.execute_sql(_HISTORY, (project, branch, limit)).fetchall()
    return [
        {
            "id": row_id, "reflected_at": at, "compression_level": level, "observations_compressed": sources,
            "input_tokens": before, "output_tokens": after, "tokens_saved": max(0, before - after),
            "compression_ratio": round(after / before, 3) if before else 1.0,
        }
        for row_id, at, level, before, after, sources in rows
    ]  # fmt: skip


def count_on(project: int, branch: str) -> int:
    """Return how many active reflections a project's branch has."""
    return int(database.execute_sql(_COUNT_ON, (project, branch)).fetchone()[0])


def count() -> int:
    """Return how many active reflections there are."""
    return int(ReflectionRow.select().where(ReflectionRow.state == State.ACTIVE).count())
