"""Takes over a database of the TypeScript codewatch-memory, which used the same file (FEATURES F60).

Its tables are set aside, the present schema is made, and their rows are brought over in the same transaction. Times
there are UTC `YYYY-MM-DD HH:MM:SS`; its search index is never trusted, since its rowids move with a VACUUM. What has
no home here: `metadata`, `referenced_at` and `config`; the backup keeps them.
"""

import hashlib
import json
import os
from collections.abc import Iterable
from datetime import UTC, datetime
from sqlite3 import Connection
from typing import Any, NamedTuple, TypeVar

from codewatch import git, privacy, terms
from codewatch.categories import DEFAULT_SCOPE, Category, Origin, Priority, State
from codewatch.store.clock import as_text
from codewatch.thresholds import count_tokens

# Rows whose session is gone belong to this project: no folder has its name, `--all-projects` finds them.
UNKNOWN_PROJECT = "(unknown project)"
_EPOCH = "1970-01-01T00:00:00.000Z"

_TABLES = ("sessions", "observations", "reflections", "current_tasks", "config")
_SESSIONS = """select id, branch, project_dir, started_at, last_active_at, observation_count, observation_tokens,
reflection_count from typescript_sessions order by started_at"""
_OBSERVATIONS = """select id, session_id, branch, category, priority, content, source_summary, referenced_files,
observed_at, is_reflected from typescript_observations order by observed_at, rowid"""
_REFLECTIONS = """select id, session_id, branch, compression_level, content, observation_ids, input_tokens,
output_tokens, reflected_at from typescript_reflections order by reflected_at, rowid"""
_TASKS = "select session_id, description, started_at, updated_at from typescript_current_tasks"

_ADD_PROJECT = "insert into project (root, name, created_at) values (?, ?, ?) returning id"
_DROP_EMPTY = """delete from project where id = :project
and not exists (select 1 from session where project_id = :project)
and not exists (select 1 from observation where project_id = :project)
and not exists (select 1 from reflection where project_id = :project)"""
_ADD_SESSION = """insert into session (client, client_session, project_id, branch, started_at, last_active_at,
observations, tokens, reflections) values ('claude', ?, ?, ?, ?, ?, ?, ?, ?) returning id"""
_ADD_OBSERVATION = """insert into observation (project_id, session_id, branch, scope, category, priority, content,
source_summary, files, origin, observer, state, tokens, observed_at, created_at, updated_at, imported_id, terms_text,
terms_identifiers, terms_paths) values (:project, :session, :branch, :scope, :category, :priority, :content, :summary,
:files, :origin, 'model', :state, :tokens, :at, :at, :at, :imported_id, :text, :identifiers, :paths) returning id"""
_ADD_REFLECTION = """insert into reflection (project_id, branch, level, content, input_tokens, output_tokens, observer,
reflected_at, imported_id, terms_text, terms_identifiers, terms_paths)
values (?, ?, ?, ?, ?, ?, 'model', ?, ?, ?, ?, ?) returning id"""
_ADD_SOURCE = "insert or ignore into reflection_source (reflection_id, observation_id) values (?, ?)"
_ADD_TASK = "insert or replace into current_task (session_id, task, started_at, updated_at) values (?, ?, ?, ?)"
_ADD_ENTRY = """insert into journal (at, who, action, kind, row_id, after, reason)
values (?, 'user', 'imported', ?, ?, ?, 'codewatch-memory (TypeScript)')"""


_Word = TypeVar("_Word", Category, Priority)


class SetAside(NamedTuple):
    """Which of the old tables were there."""

    tables: tuple[str, ...]


class _Place(NamedTuple):
    """The new rows of an old session."""

    session: int | None
    project: int


def imported_id(old_id: object) -> str:
    """Return the id under which a row of the old tables is known here; one that holds a secret stands as its hash."""
    name = str(old_id)
    fit = name if privacy.clean_text(name) == name else hashlib.sha256(name.encode()).hexdigest()
    return f"typescript:{fit}"


def is_typescript(connection: Connection) -> bool:
    """Return whether the tables in this database are the TypeScript program's."""
    columns = {row[1] for row in connection.execute("pragma table_info(observations)")}
    return {"referenced_files", "is_reflected", "session_id"} <= columns


def set_aside(connection: Connection) -> SetAside:
    """Drop the old search index and triggers, and rename the old tables out of the way."""
    rows = connection.execute("select type, name from sqlite_master where type in ('table', 'trigger')").fetchall()
    for kind, name in rows:
        if kind == "trigger":
            connection.execute(f'drop trigger "{name}"')
    connection.execute("drop table if exists observations_fts")
    there = tuple(name for kind, name in rows if kind == "table" and name in _TABLES)
    for name in there:
        connection.execute(f"alter table {name} rename to typescript_{name}")
    return SetAside(there)


def bring_over(connection: Connection, old: SetAside) -> None:
    """Copy sessions, observations, reflections and current tasks into the new tables and drop the old ones."""
    projects: dict[str, int] = {}
    nowhere = _Place(None, _project(connection, UNKNOWN_PROJECT, _EPOCH, projects))
    places = _bring_sessions(connection, projects) if "sessions" in old.tables else {}
    ids = _bring_observations(connection, places, nowhere)
    if "reflections" in old.tables:
        _bring_reflections(connection, places, nowhere, ids)
    if "current_tasks" in old.tables:
        _bring_tasks(connection, places)
    connection.execute(_DROP_EMPTY, {"project": nowhere.project})
    for name in old.tables:
        connection.execute(f"drop table typescript_{name}")


def _bring_sessions(connection: Connection, projects: dict[str, int]) -> dict[str, _Place]:
    places: dict[str, _Place] = {}
    for old_id, branch, folder, started, active, *counts in connection.execute(_SESSIONS).fetchall():
        root = git.locate(folder)[0] if isinstance(folder, str) and folder else UNKNOWN_PROJECT
        project = _project(connection, root, _moment(started), projects)
        values = (
            privacy.clean_text(str(old_id)),
            project,
            privacy.clean_text(str(branch)),
            _moment(started),
            _moment(active),
            *(count or 0 for count in counts),
        )
        places[str(old_id)] = _Place(_add(connection, _ADD_SESSION, values), project)
    return places


def _project(connection: Connection, root: str, at: str, known: dict[str, int]) -> int:
    if root not in known:
        known[root] = _add(connection, _ADD_PROJECT, (root, os.path.basename(root.rstrip("/")) or root, at))
    return known[root]


def _bring_observations(connection: Connection, places: dict[str, _Place], nowhere: _Place) -> dict[str, int]:
    brought: dict[str, int] = {}
    for row in connection.execute(_OBSERVATIONS).fetchall():
        old_id, session, branch, category, priority, content, summary, files, observed, is_reflected = row
        text, about = privacy.clean(str(content)).text, privacy.clean(str(summary or "")).text
        kind = _one_of(Category, category, Category.LEARNING)
        names = [privacy.clean_text(name) for name in _names(files)]
        place = places.get(str(session), nowhere)
        columns = terms.index_columns(text, about, names)
        values = {
            "project": place.project, "session": place.session, "branch": privacy.clean_text(str(branch)),
            "scope": DEFAULT_SCOPE[kind],
            "category": kind, "priority": _one_of(Priority, priority, Priority.MEDIUM), "content": text,
            "summary": about, "files": json.dumps(names, ensure_ascii=False),
            "origin": f"{Origin.IMPORTED}:codewatch-typescript",
            "state": State.REFLECTED if is_reflected else State.ACTIVE, "tokens": count_tokens(text),
            "at": _moment(observed), "imported_id": imported_id(old_id), "text": columns[0],
            "identifiers": columns[1], "paths": columns[2],
        }  # fmt: skip
        brought[str(old_id)] = _add(connection, _ADD_OBSERVATION, values)
        _write_journal(connection, "observation", brought[str(old_id)], text, _moment(observed))
    return brought


def _bring_reflections(
    connection: Connection, places: dict[str, _Place], nowhere: _Place, observations: dict[str, int]
) -> None:
    for row in connection.execute(_REFLECTIONS).fetchall():
        old_id, session, branch, level, content, sources, before, after, reflected = row
        text = privacy.clean(str(content)).text
        place = places.get(str(session), nowhere)
        values = (
            place.project, privacy.clean_text(str(branch)), level or 0, text, before or 0, after or 0,
            _moment(reflected), imported_id(old_id), *terms.index_columns(text, "", []),
        )  # fmt: skip
        row_id = _add(connection, _ADD_REFLECTION, values)
        links = [(row_id, observations[name]) for name in _names(sources) if name in observations]
        connection.executemany(_ADD_SOURCE, links)
        _write_journal(connection, "reflection", row_id, text, _moment(reflected))


def _bring_tasks(connection: Connection, places: dict[str, _Place]) -> None:
    for session, description, started, updated in connection.execute(_TASKS).fetchall():
        place = places.get(str(session))
        if place is not None:
            text = privacy.clean(str(description)).text
            connection.execute(_ADD_TASK, (place.session, text, _moment(started), _moment(updated)))


def _write_journal(connection: Connection, kind: str, row_id: int, content: str, at: str) -> None:
    after = json.dumps({"id": row_id, "content": content}, ensure_ascii=False)
    connection.execute(_ADD_ENTRY, (at, kind, row_id, after))


def _add(connection: Connection, statement: str, values: Iterable[Any] | dict[str, Any]) -> int:
    parameters = values if isinstance(values, dict) else tuple(values)
    return int(connection.execute(statement, parameters).fetchone()[0])


def _one_of(kind: type[_Word], value: object, otherwise: _Word) -> _Word:
    return next((word for word in kind if word == value), otherwise)


def _names(text: object) -> list[str]:
    try:
        names: Any = json.loads(str(text)) if text else []
    except (ValueError, RecursionError):
        return []
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []


def _moment(text: object) -> str:
    # "2026-03-04 10:01:00" there is "2026-03-04T10:01:00.000Z" here.
    try:
        written = datetime.fromisoformat(str(text).strip())
    except ValueError:
        return _EPOCH
    return as_text(written if written.tzinfo else written.replace(tzinfo=UTC))
