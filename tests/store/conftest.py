"""A memory database in a folder of its own, and what puts one thing into it."""

import sqlite3
from contextlib import closing
from typing import NamedTuple

import pytest

from codewatch.categories import Category, Priority
from codewatch.observations import Observation
from codewatch.reflections import Reflection, ReflectionLine
from codewatch.store import observations, reflections, sessions
from codewatch.store.database import memory_path, open_memory, transaction

NOW = "2026-05-01T10:00:00.000Z"


class Place(NamedTuple):
    """A project and one session in it."""

    project: int
    session: int


@pytest.fixture
def folder(tmp_path):
    """Give the path of a data directory that does not exist yet."""
    return str(tmp_path / "data")


@pytest.fixture
def memory(folder):
    """Hold a fresh memory open and give its folder."""
    with open_memory(folder):
        yield folder


@pytest.fixture
def place(memory):
    """Give the ids of a project and a session on main."""
    with transaction():
        project = sessions.project_id("/work/shop", now=NOW)
        return Place(project, sessions.session_id("claude", "s1", project=project, branch="main", at=NOW))


@pytest.fixture
def remember(place):
    """Give a function that stores one memory and returns its id, None when it was not stored."""

    def store(content, *, who="worker", key=None, observed_at=NOW, category=Category.LEARNING,
              priority=Priority.MEDIUM, **fields):  # fmt: skip
        found = Observation(content, category, priority, observed_at, **fields)
        with transaction():
            return observations.add(
                found, project=place.project, session=place.session, branch="main", who=who, now=NOW, key=key
            )

    return store


@pytest.fixture
def reflect(place):
    """Give a function that stores a reflection of some memories and returns its id."""

    def store(content, *sources):
        made = Reflection(1, (ReflectionLine(content, tuple(sources)),), 100, 40)
        with transaction():
            return reflections.add(made, project=place.project, branch="main", now=NOW)

    return store


@pytest.fixture
def sql(folder):
    """Give a function that runs one statement on the database file with a connection of its own."""

    def run(statement, *parameters):
        with closing(sqlite3.connect(memory_path(folder))) as connection, connection:
            return connection.execute(statement, parameters).fetchall()

    return run
