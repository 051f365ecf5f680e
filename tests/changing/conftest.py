"""A memory that is changed by hand: observations, reflections by the rules or a scripted model, edits, undo."""

import itertools
import json
from collections.abc import Sequence
from typing import Any

import pytest

from codewatch import edit, forget, retelling, undo
from codewatch.agents import reflector
from codewatch.agents.model_reflector import reflect_or_stand_in
from codewatch.categories import Category, Priority
from codewatch.errors import NotFound, ProviderError
from codewatch.llm.question import Answer, Question
from codewatch.observations import Observation, StoredObservation
from codewatch.reflections import Reflection, ReflectionLine, StoredReflection
from codewatch.store import journal, observations, reflections, rewound, sessions
from codewatch.store.database import open_memory, transaction

CLIENT = "claude"
THRESHOLD = 40_000


class Model:
    """A model that answers by a function of the notes it is given: (id, text) of each, in order."""

    def __init__(self, answer) -> None:
        self.answer = answer

    def ask(self, question: Question) -> Answer:
        """Return what the function makes of the notes in a question."""
        notes = [
            (int(row.split(" | ")[0]), row.split(" | ", 5)[5].split(" [")[0])
            for row in question.text.splitlines()
            if row.split(" | ")[0].isdigit()
        ]
        reply = self.answer(notes)
        if reply is None:
            raise ProviderError("it does not answer")
        return Answer(question.read(json.dumps(reply), False), "acme", "small-1", False)


class Shop:
    """One project on main, whose time goes on by a second with each change."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.seconds = itertools.count()
        with transaction():
            self.project = sessions.project_id("/work/shop", now=self.now())
            self.session = sessions.session_id(CLIENT, "s1", project=self.project, branch="main", at=self.now())

    def now(self) -> str:
        """Return the next moment."""
        passed = next(self.seconds)
        return f"2026-05-{1 + passed // 3600:02}T10:{passed // 60 % 60:02}:{passed % 60:02}.000Z"

    def observe(self, content, category=Category.LEARNING, priority=Priority.MEDIUM, *, key=None) -> int | None:
        """Store what the worker has learned from a message and return its id, None when it was not stored."""
        at = self.now()
        made = Observation(content, category, priority, at, source=key or "")
        name = observations.source_key(CLIENT, made) if key else None
        with transaction():
            return observations.add(
                made, project=self.project, session=self.session, branch="main", who="worker", now=at, key=name
            )

    def put(self, *lines: ReflectionLine, replaces: int | None = None) -> int:
        """Store a reflection of these lines as they are and return its id."""
        made = Reflection(1, lines, 100, 40, replaces=replaces)
        with transaction():
            return reflections.add(made, project=self.project, branch="main", now=self.now())

    def reflect(self, *, level=0, model: Model | None = None) -> int | None:
        """Reflect what is new, by the rules or a model, and return the reflection's id, None when there is none."""
        work = reflections.load_work(self.project, "main")
        common: dict[str, Any] = {
            "threshold": THRESHOLD,
            "first_level": level,
            "earlier": work.earlier,
            "originals": work.originals,
        }
        made = (
            reflect_or_stand_in(work.pending, model, is_last_try=True, **common).reflection
            if model
            else reflector.reflect(work.pending, **common)
        )
        if made is None:
            return None
        with transaction():
            return reflections.add(made, project=self.project, branch="main", now=self.now(), work=work)

    def edit(self, name: str, text: str | None = None, **fields) -> int | None:
        """Edit a memory or a reflection and return the change's number."""
        if name.startswith("R"):
            return edit.edit_reflection(int(name[1:]), str(text), who="user", now=self.now(), **fields).change
        return edit.edit_observation(int(name), text=text, who="user", now=self.now(), **fields).change

    def undo(self, number: int | None = None) -> undo.Undone:
        """Take a change back."""
        return undo.undo(number, project=self.project, who="user", now=self.now())

    def try_to_undo(self, number: int | None) -> tuple[int | None, str]:
        """Take a change back and return the change that this is, or why it cannot be."""
        try:
            return self.undo(number).change, ""
        except NotFound as refused:
            return None, str(refused)

    def forget(self, *ids: int) -> None:
        """Forget memories."""
        forget.forget(ids, who="user", now=self.now())

    def leave(self, *keys: str) -> None:
        """Let the session go back from messages."""
        with transaction():
            self._retell(rewound.leave(CLIENT, keys, now=self.now()))

    def come_back(self, *keys: str) -> None:
        """Let the session go on from messages that it had left."""
        with transaction():
            self._retell(rewound.come_back(CLIENT, keys, now=self.now()))

    def _retell(self, moved: rewound.Moved) -> None:
        retelling.retell(
            [*moved.ids, *moved.reworded], reworded=moved.reworded, who="worker", now=self.now(), change=moved.change
        )

    def newest(self) -> StoredReflection:
        """Return the newest active reflection."""
        found = reflections.newest(self.project, "main")
        assert found is not None
        return found

    def memories(self) -> dict[int, StoredObservation]:
        """Return every memory by its id."""
        return {one.id: one for one in observations.since(0)}

    def state(self, row_id: int) -> str:
        """Return a memory's state."""
        return str(observations.get(row_id).state)

    def changes(self) -> list[journal.Change]:
        """Return all changes, newest first."""
        return list(journal.changes(project=self.project))


def line(text: str, *sources: int) -> ReflectionLine:
    """Return a line as a reflector makes it."""
    return ReflectionLine(text, sources)


def pinned(text: str, *sources: int) -> ReflectionLine:
    """Return a line as a person makes it."""
    return ReflectionLine(text, sources, is_pinned=True)


def texts(known: StoredReflection) -> Sequence[str]:
    """Return the lines that are seen."""
    return [each.text for each in known.lines if each.text]


@pytest.fixture
def shop(tmp_path):
    """Give a project with an open memory."""
    with open_memory(str(tmp_path / "data")):
        yield Shop(str(tmp_path / "data"))
