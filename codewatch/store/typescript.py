"""Takes over a database of the TypeScript codewatch-memory, which used the same file (FEATURES F60).

Its tables are set aside, the present schema is made, and their rows are brought over in the same transaction. Times
there are UTC `YYYY-MM-DD HH:MM:SS`; its search index is never trusted, since its rowids move with a VACUUM.
"""

import json
import os
from sqlite3 import Connection, OperationalError
from typing import NamedTuple

from codewatch import git, privacy, terms
from codewatch.categories import DEFAULT_SCOPE, Category, Origin, Priority, State
from codewatch.thresholds import count_tokens

_TABLES = ("sessions", "observations", "reflections", "current_tasks", "config")
_ASIDE = "typescript_"


class SetAside(NamedTuple):
    """Which of the old tables were there."""

    tables: tuple[str, ...]


def is_typescript(connection: Connection) -> bool:
    """Return whether the tables in this database are the TypeScript program's."""
    columns = {row[1] for row in connection.execute("pragma table_info(observations)")}
    return {"referenced_files", "is_reflected", "session_id"} <= columns


def set_aside(connection: Connection) -> SetAside:
    """Drop the old search index and triggers, and rename the old tables out of the way."""
    names = [
        (str(kind), str(name))
        for kind, name in connection.execute("select type, name from sqlite_master where type in ('table', 'trigger')")
    ]
    for kind, name in names:
        if kind == "trigger":
            connection.execute(f'drop trigger "{name}"')
    connection.execute("drop table if exists observations_fts")
    there = tuple(name for kind, name in names if kind == "table" and name in _TABLES)
    for name in there:
        connection.execute(f"alter table {name} rename to {_ASIDE}{name}")
    return SetAside(there)


def bring_over(connection: Connection, old: SetAside) -> None:
    """Copy sessions, observations, reflections and current tasks into the new tables and drop the old ones."""
    sessions = _bring_sessions(connection) if "sessions" in old.tables else {}
    ids = _bring_observations(connection, sessions)
    if "reflections" in old.tables:
        _bring_reflections(connection, sessions, ids)
    if "current_tasks" in old.tables:
        _bring_tasks(connection, sessions)
    for name in old.tables:
        connection.execute(f"drop table {_ASIDE}{name}")


def _bring_sessions(connection: Connection) -> dict[str, tuple[int, int]]:
    brought: dict[str, tuple[int, int]] = {}
    projects: dict[str, int] = {}
    rows = connection.execute(
        f"select id, branch, project_dir, started_at, last_active_at, observation_count, observation_tokens,"
        f" reflection_count from {_ASIDE}sessions order by started_at"
    ).fetchall()
    for old_id, branch, folder, started, active, observed, tokens, reflected in rows:
        root = git.locate(str(folder))[0]
        if root not in projects:
            projects[root] = _insert(
                connection, "insert into project (root, name, created_at) values (?, ?, ?)",
                (root, os.path.basename(root.rstrip("/")) or root, _moment(started)),
            )  # fmt: skip
        session = _insert(
            connection,
            "insert into session (client, client_session, project_id, branch, started_at, last_active_at, observations,"
            " tokens, reflections) values ('claude', ?, ?, ?, ?, ?, ?, ?, ?)",
            (str(old_id), projects[root], str(branch), _moment(started), _moment(active), observed or 0, tokens or 0, reflected or 0),
        )
        brought[str(old_id)] = (session, projects[root])
    return brought


def _bring_observations(connection: Connection, sessions: dict[str, tuple[int, int]]) -> dict[str, int]:
    brought: dict[str, int] = {}
    rows = connection.execute(
        f"select id, session_id, branch, category, priority, content, source_summary, referenced_files, observed_at,"
        f" is_reflected from {_ASIDE}observations order by observed_at, rowid"
    ).fetchall()
    for old_id, session, branch, category, priority, content, summary, files, observed, reflected in rows:
        text, about = privacy.clean(str(content)).text, privacy.clean(str(summary or "")).text
        kind = Category(category) if category in list(Category) else Category.LEARNING
        weight = Priority(priority) if priority in list(Priority) else Priority.MEDIUM
        names = _names(files)
        place = sessions.get(str(session), (None, None))
        columns = terms.index_columns(text, about, names)
        row_id = _insert(
            connection,
            "insert into observation (project_id, session_id, branch, scope, category, priority, content, source_summary,"
            " files, origin, observer, state, tokens, observed_at, created_at, updated_at, imported_id, terms_text,"
            " terms_identifiers, terms_paths) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'model', ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                place[1], place[0], str(branch), DEFAULT_SCOPE[kind], kind, weight, text, about,
                json.dumps(names, ensure_ascii=False), f"{Origin.IMPORTED}:codewatch-typescript",
                State.REFLECTED if reflected else State.ACTIVE, count_tokens(text), _moment(observed), _moment(observed),
                _moment(observed), f"typescript:{old_id}", *columns,
            ),
        )  # fmt: skip
        brought[str(old_id)] = row_id
        _write_journal(connection, "observation", row_id, text, _moment(observed))
    return brought


def _bring_reflections(
    connection: Connection, sessions: dict[str, tuple[int, int]], observations: dict[str, int]
) -> None:
    rows = connection.execute(
        f"select id, session_id, branch, compression_level, content, observation_ids, input_tokens, output_tokens,"
        f" reflected_at from {_ASIDE}reflections order by reflected_at, rowid"
    ).fetchall()
    for old_id, session, branch, level, content, sources, before, after, reflected in rows:
        place = sessions.get(str(session))
        if place is None:
            continue
        text = privacy.clean(str(content)).text
        columns = terms.index_columns(text, "", [])
        row_id = _insert(
            connection,
            "insert into reflection (project_id, branch, level, content, input_tokens, output_tokens, observer,"
            " reflected_at, imported_id, terms_text, terms_identifiers, terms_paths)"
            " values (?, ?, ?, ?, ?, ?, 'model', ?, ?, ?, ?, ?)",
            (place[1], str(branch), level or 0, text, before or 0, after or 0, _moment(reflected), f"typescript:{old_id}", *columns),
        )
        for source in {observations[name] for name in _names(sources) if name in observations}:
            connection.execute("insert into reflection_source values (?, ?)", (row_id, source))
        _write_journal(connection, "reflection", row_id, text, _moment(reflected))


def _bring_tasks(connection: Connection, sessions: dict[str, tuple[int, int]]) -> None:
    rows = connection.execute(
        f"select session_id, description, started_at, updated_at from {_ASIDE}current_tasks"
    ).fetchall()
    for session, description, started, updated in rows:
        place = sessions.get(str(session))
        if place is not None:
            connection.execute(
                "insert or replace into current_task (session_id, task, started_at, updated_at) values (?, ?, ?, ?)",
                (place[0], privacy.clean(str(description)).text, _moment(started), _moment(updated)),
            )


def _write_journal(connection: Connection, kind: str, row_id: int, content: str, at: str) -> None:
    connection.execute(
        "insert into journal (at, who, action, kind, row_id, after, reason) values (?, 'user', 'imported', ?, ?, ?, ?)",
        (at, kind, row_id, json.dumps({"id": row_id, "content": content}, ensure_ascii=False), "codewatch-memory (TypeScript)"),
    )


def _insert(connection: Connection, statement: str, values: tuple[object, ...]) -> int:
    row_id = connection.execute(statement, values).lastrowid
    if row_id is None:
        raise OperationalError("insert returned no row id")
    return row_id


def _names(text: object) -> list[str]:
    try:
        names = json.loads(str(text)) if text else []
    except ValueError:
        return []
    return [str(name) for name in names] if isinstance(names, list) else []


def _moment(text: object) -> str:
    # "2026-03-04 10:01:00" there is "2026-03-04T10:01:00.000Z" here; ISO texts pass through.
    written = str(text or "1970-01-01 00:00:00").strip()
    if "T" in written:
        return written
    return written.replace(" ", "T") + (".000Z" if "." not in written else "Z")
