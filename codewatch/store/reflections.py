"""Reflections in the database: what they stand for, and how they are taken back."""

import json
from typing import Any

from codewatch import terms
from codewatch.categories import State
from codewatch.observations import without_codes
from codewatch.reflections import Reflection
from codewatch.store import journal, observations
from codewatch.store.models import ReflectionRow, ReflectionSource, database

KIND = "reflection"
_SOURCES = "select observation_id from reflection_source where reflection_id = ?"
_HISTORY = """select id, reflected_at, level, input_tokens, output_tokens,
(select count(*) from reflection_source where reflection_id = reflection.id)
from reflection where project_id = ? and branch = ? and state = 'active' order by id desc limit ?"""
_COUNT_ON = "select count(*) from reflection where project_id = ? and branch = ? and state = 'active'"
_NOTE_REJECTED = "insert or replace into meta (key, value) values (?, ?)"
_STANDING_FOR = "select reflection_id from reflection_source where observation_id = ?"


def add(reflection: Reflection, *, project: int, branch: str, now: str) -> int:
    """Store a reflection, retire what it stands for from the active set, and return its id.

    Call it inside a transaction.
    """
    content = without_codes(reflection.content)
    columns = terms.index_columns(content, "", [])
    row = ReflectionRow.create(
        project=project, branch=branch, level=reflection.level, content=content,
        input_tokens=reflection.input_tokens, output_tokens=reflection.output_tokens, observer=reflection.observer,
        contract=json.dumps(reflection.contract.as_dict()) if reflection.contract else "", reflected_at=now,
        terms_text=columns[0], terms_identifiers=columns[1], terms_paths=columns[2],
    )  # fmt: skip
    for source in reflection.sources:
        ReflectionSource.create(reflection=row.id, observation=source)
    observations.set_state(reflection.sources, State.REFLECTED, who="worker", now=now, reason=f"reflection {row.id}")
    database.execute_sql("delete from meta where key = ?", (f"rejected:{project}:{branch}",))
    journal.write("worker", "reflected", KIND, row.id, at=now, after=journal.snapshot(row))
    return row.id


def dissolve(reflection_id: int, *, who: str, now: str) -> None:
    """Delete a reflection and make the observations it stood for active again; call it inside a transaction."""
    row = ReflectionRow.get_by_id(reflection_id)
    sources = [source for (source,) in database.execute_sql(_SOURCES, (reflection_id,)).fetchall()]
    ReflectionSource.delete().where(ReflectionSource.reflection == reflection_id).execute()
    row.delete_instance()
    journal.erase(KIND, reflection_id)
    journal.write(who, "dissolved", KIND, reflection_id, at=now)
    observations.set_state(sources, State.ACTIVE, who=who, now=now, reason=f"reflection {reflection_id} dissolved")


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
    """Return the ids of the reflections that stand for an observation."""
    return [row_id for (row_id,) in database.execute_sql(_STANDING_FOR, (observation_id,)).fetchall()]


def newest(project: int, branch: str) -> dict[str, Any] | None:
    """Return the newest active reflection of a project's branch, or None."""
    row = (
        ReflectionRow.select()
        .where(ReflectionRow.project == project, ReflectionRow.branch == branch, ReflectionRow.state == State.ACTIVE)
        .order_by(ReflectionRow.reflected_at.desc(), ReflectionRow.id.desc())
        .first()
    )
    if row is None:
        return None
    return {
        "id": row.id, "level": row.level, "content": row.content, "reflected_at": row.reflected_at,
        "input_tokens": row.input_tokens, "output_tokens": row.output_tokens, "observer": row.observer,
        "contract": json.loads(row.contract) if row.contract else None,
    }  # fmt: skip


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
