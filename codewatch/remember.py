"""A text that a user or an assistant wants remembered → one observation, stored at once."""

import os
from contextlib import suppress
from typing import NamedTuple

from codewatch import due, privacy, profiles, thresholds
from codewatch.agents.categorizer import UNSURE_BELOW, categorize
from codewatch.categories import CONFIDENCE, Category, Certainty, Origin, Priority, Scope, default_priority
from codewatch.config import Settings
from codewatch.errors import ConfigError, StoreError
from codewatch.observations import Observation, StoredObservation, shorten
from codewatch.store import observations, reflections, sessions, unsorted
from codewatch.store.database import open_memory, transaction

MAX_TEXT = 10_000


class SessionName(NamedTuple):
    """Which session of which client says it."""

    client: str
    id: str


class Remembered(NamedTuple):
    """The memory, what its session has stored so far, and the reflection that is due because of it.

    It is not new when the same words were remembered in the same scope before: then nothing is stored.
    """

    memory: StoredObservation
    session_count: int
    session_tokens: int
    tokens_until_reflect: int
    reflection_job: str | None
    is_new: bool = True


def state(
    text: str, *, origin: Origin, observer: str, branch: str, now: str, category: Category | None = None,
    priority: Priority | None = None, scope: Scope | None = None, certainty: Certainty = Certainty.DEFINITE,
    files: tuple[str, ...] = (), topics: tuple[str, ...] = (), source_summary: str = "",
) -> Observation:  # fmt: skip
    """Return the observation that a text makes, through the privacy gate; `files` are as they are to be stored.

    Left out, the category is found by rules and the priority is the category's.

    Raises:
        ConfigError: the text is too long, empty, or private as a whole.
    """
    if len(text) > MAX_TEXT:
        raise ConfigError(f"the text has {len(text)} characters; at most {MAX_TEXT} are taken")
    content = privacy.clean(text).text
    if not content.strip():
        raise ConfigError("nothing to remember: the text is empty or private as a whole")
    kind = category or categorize(content).category
    return Observation(
        content=shorten(content), category=kind, priority=priority or default_priority(kind, content),
        observed_at=now, scope=scope, origin=origin, observer=observer, branch=branch, certainty=certainty,
        confidence=CONFIDENCE[certainty], files=_cleaned(files), topics=_cleaned(topics),
        source_summary=shorten(privacy.clean(source_summary).text),
    )  # fmt: skip


def store(
    observation: Observation, settings: Settings, *, project: str, who: str, now: str,
    session: SessionName | None = None, is_sorted: bool = True,
) -> Remembered:  # fmt: skip
    """Store an observation that no transcript holds, in the project at a root and on the observation's branch.

    A `task_context` of a session is its current task from now on. A branch that so becomes due is reflected. One that
    nobody has sorted, and the rules are unsure about, is sorted by a model later, where one is named (F2).

    Raises:
        StoreError: the memory cannot be used.
    """
    branch = observation.branch
    with open_memory(settings.folder), transaction():
        project_row = sessions.project_id(project, now=now)
        session_row = None
        if session is not None:
            session_row = sessions.session_id(session.client, session.id, project=project_row, branch=branch, at=now)
        same = observations.find_same(
            observation, project=project_row, session=session_row, branch=branch,
            category=observation.category if is_sorted else None,
        )  # fmt: skip
        row_id = same or observations.add(
            observation, project=project_row, session=session_row, branch=branch, who=who, now=now,
            chars_per_token=settings.chars_per_token,
        )  # fmt: skip
        memory = observations.get(row_id or 0)
        is_guess = not is_sorted and settings.llm_provider != "none"
        is_guess = is_guess and same is None and categorize(observation.content).confidence < UNSURE_BELOW
        if is_guess:
            unsorted.note(memory.id, now=now)
        count, tokens = 1, memory.tokens
        if session_row is not None:
            if same is None:
                sessions.count_up(session_row, messages=0, observations=1, tokens=memory.tokens, at=now)
            count, tokens = observations.of_session(session_row)
            if observation.category is Category.TASK_CONTEXT:
                sessions.set_task(session_row, observation.content, "", at=now)
        pending = observations.unreflected_tokens(project_row, branch)
        rejected = reflections.rejected_tokens(project_row, branch)
    if same is None:
        with suppress(StoreError), open_memory(settings.folder):  # it is stored, whatever becomes of the files
            profiles.refresh_where_possible(now=now)
    if is_guess:
        due.enqueue_sorting(settings)
    job = due.enqueue_if_due(
        settings, project=project_row, branch=branch, pending_tokens=pending, rejected_tokens=rejected
    )
    return Remembered(
        memory, count, tokens, thresholds.tokens_until(pending, threshold=settings.reflect_threshold), job,
        is_new=same is None,
    )  # fmt: skip


def split_line(named: str, folder: str) -> tuple[str, str]:
    """Return path and line of `path:line`, the line "" where none is named or a file of that whole name is there."""
    path, _, line = named.rpartition(":")
    if not path or not line.isascii() or not line.isdigit() or os.path.lexists(os.path.join(folder, named)):
        return named, ""
    return path, line


def _cleaned(texts: tuple[str, ...]) -> tuple[str, ...]:
    found = (privacy.clean(text).text.strip() for text in texts)
    return tuple(dict.fromkeys(text for text in found if text))
