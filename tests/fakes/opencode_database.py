"""A database as opencode keeps it, made out of rows."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

SCHEMA = """
create table session (id text primary key, project_id text not null, parent_id text, directory text not null,
    title text not null, version text not null, revert text, time_created integer not null,
    time_updated integer not null);
create table message (id text primary key, session_id text not null, time_created integer not null,
    time_updated integer not null, data text not null);
create table part (id text primary key, message_id text not null, session_id text not null,
    time_created integer not null, time_updated integer not null, data text not null);
create index message_session_time_created_id_idx on message (session_id, time_created, id);
create index part_message_id_id_idx on part (message_id, id);
"""
FIXTURES = Path(__file__).parents[1] / "fixtures" / "opencode"


def rows_of(name):
    """Return the rows of a fixture."""
    return [json.loads(line) for line in (FIXTURES / f"{name}.jsonl").read_text().splitlines()]


def make(path, rows=()):
    """Make a database, in the journal mode of opencode's, and put rows into it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("pragma journal_mode = wal")
        connection.executescript(SCHEMA)
        connection.commit()
    put(path, rows)
    return path


def put(path, rows):
    """Write rows, new ones or others in place of those with their id."""
    with closing(sqlite3.connect(path)) as connection:
        for row in rows:
            full = {"project_id": "global", "title": "t", "version": "1.18.33", "time_created": 1, **row}
            full.setdefault("time_updated", full["time_created"])
            full["data"] = json.dumps(full.get("data"))
            connection.execute(_INSERT[row["table"]], {"parent_id": None, "directory": "", **full})
        connection.commit()


_INSERT = {
    "session": """insert or replace into session (id, project_id, parent_id, directory, title, version, time_created,
        time_updated) values (:id, :project_id, :parent_id, :directory, :title, :version, :time_created,
        :time_updated)""",
    "message": """insert or replace into message (id, session_id, time_created, time_updated, data)
        values (:id, :session_id, :time_created, :time_updated, :data)""",
    "part": """insert or replace into part (id, message_id, session_id, time_created, time_updated, data)
        values (:id, :message_id, :session_id, :time_created, :time_updated, :data)""",
}
