"""A memory database of the real schema, and what puts one memory in it."""

import json
import sqlite3
from collections.abc import Callable, Iterator

import pytest

from codewatch.store.schema import MIGRATIONS
from codewatch.terms import index_columns

ROOT = "/work/tidepool"

Remember = Callable[..., int]


@pytest.fixture
def memory() -> Iterator[sqlite3.Connection]:
    """Return an empty database with two projects and one session in each."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    MIGRATIONS[0](connection)
    connection.executescript(
        f"""insert into project values (1, '{ROOT}', 'tidepool', '2026-01-01');
        insert into project values (2, '/work/other', 'other', '2026-01-01');
        insert into session (id, client, client_session, project_id, branch, started_at, last_active_at) values
            (1, 'claude', 'one', 1, 'main', '2026-01-01', '2026-01-01'),
            (2, 'claude', 'two', 2, 'main', '2026-01-01', '2026-01-01');"""
    )
    yield connection
    connection.close()


@pytest.fixture
def remember(memory: sqlite3.Connection) -> Remember:
    """Return a function that stores one memory and returns its id."""

    def store(
        content: str, *, project: int = 1, session: int = 1, branch: str = "main", scope: str = "project",
        category: str = "learning", priority: str = "medium", files: tuple[str, ...] = (), state: str = "active",
        observed_at: str = "2026-05-01T10:00:00Z", confidence: float = 1.0,
    ) -> int:  # fmt: skip
        columns = index_columns(content, "", list(files))
        clean = content.encode("utf-8", "ignore").decode()
        row = memory.execute(
            """insert into observation (project_id, session_id, branch, scope, category, priority, content, files,
            origin, observer, state, confidence, tokens, observed_at, created_at, updated_at, terms_text,
            terms_identifiers, terms_paths)
            values (?, ?, ?, ?, ?, ?, ?, ?, 'user', 'rules', ?, ?, 1, ?, ?, ?, ?, ?, ?) returning id""",
            (project, session, branch, scope, category, priority, clean, json.dumps(files), state, confidence,
             observed_at, observed_at, observed_at, *columns),
        ).fetchone()  # fmt: skip
        return row[0]

    return store
