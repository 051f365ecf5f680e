"""Documents into a real memory, and a text into what the hook finds in it and would say."""

import os
import tempfile
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from corpora import Document

from codewatch.categories import Category, Origin, Priority
from codewatch.hooks.recall import open_memory as open_as_the_hook
from codewatch.observations import Observation
from codewatch.recall import context, rank
from codewatch.recall.gate import worth_saying
from codewatch.recall.query import parse, parse_parts
from codewatch.recall.search import find, scope_parameters
from codewatch.store import observations, sessions
from codewatch.store.database import open_memory, transaction

if TYPE_CHECKING:
    from sqlite3 import Connection

PROJECT, BRANCH = "/work/measured", "main"
DEPTH = 50
_NOW = "2026-11-30T00:00:00.000Z"


class Said(NamedTuple):
    """What a prompt is answered with: the block's text and the places of the documents in it."""

    text: str
    places: list[int]


class Memory:
    """A memory of documents, read as the hook reads it."""

    def __init__(self, connection: "Connection", places: dict[int, int]) -> None:
        self.connection = connection
        self.places = places
        self.scope = scope_parameters(connection, PROJECT, BRANCH)

    def search(self, text: str) -> list[int]:
        """Return the places of the documents that fit `text`, best first."""
        query = parse(text)
        if query.is_empty():
            return []
        hits = rank.distinct(find(self.connection, query, self.scope, parts=parse_parts(text)), DEPTH)
        return [self.places[hit.id] for hit in hits]

    def say(self, prompt: str) -> Said:
        """Return what the hook would put before the model."""
        query = parse(prompt)
        if query.is_empty():
            return Said("", [])
        hits = worth_saying(find(self.connection, query, self.scope, parts=parse_parts(prompt)), query)
        text, ids = context.prompt_block(rank.distinct(hits, 2 * DEPTH))
        return Said(text, [self.places[row_id] for row_id in ids])


@contextmanager
def remembered(documents: Sequence[Document]) -> Generator[Memory]:
    """Hold a memory of `documents`, the oldest stored first, as observations of one project."""
    with tempfile.TemporaryDirectory() as folder:
        places: dict[int, int] = {}
        with open_memory(folder), transaction():
            project = sessions.project_id(PROJECT, now=_NOW)
            for place in sorted(range(len(documents)), key=lambda place: documents[place].at):
                row_id = _add(documents[place], project)
                places[row_id] = place
        connection = open_as_the_hook(folder)
        assert connection, os.listdir(folder)
        yield Memory(connection, places)
        connection.close()


def _add(document: Document, project: int) -> int:
    # Told by a user's tool, so that two commits of the same words stay two.
    observation = Observation(
        content=document.text, category=Category.LEARNING, priority=Priority.MEDIUM, observed_at=document.at,
        origin=Origin.TOOL, files=document.files,
    )  # fmt: skip
    row_id = observations.add(observation, project=project, session=None, branch=BRANCH, who="user", now=_NOW)
    assert row_id is not None
    return row_id
