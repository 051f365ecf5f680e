"""What came of a chunk becomes rows in one transaction: observations, statistics, current task, ledger and cursor."""

import logging
import os
from collections.abc import Sequence
from typing import BinaryIO, NamedTuple

from codewatch import folding, git, judging, privacy, retelling, thresholds
from codewatch.agents.rules import growing
from codewatch.agents.rules.current_task import current_task
from codewatch.categories import State
from codewatch.chunks import Chunk
from codewatch.clients import transcripts
from codewatch.messages import Message
from codewatch.observations import Observation
from codewatch.rewinds import NOTHING, Rewind
from codewatch.slices import TranscriptSlice
from codewatch.store import injections, ledger, observations, rewound, sessions
from codewatch.store.database import memory_file, transaction
from codewatch.store.ledger import Position, Stretch

logger = logging.getLogger("codewatch.pipeline")


class Kept(NamedTuple):
    """What an observer made of a chunk, ready to be stored.

    `copies` are the keys of messages that were observed in another transcript; `context` is what was said before.
    """

    observations: tuple[Observation, ...]
    stretches: tuple[Stretch, ...]
    messages: tuple[Message, ...]
    copies: frozenset[str] = frozenset()
    context: tuple[Message, ...] = ()


def is_same_file(position: Position, stream: BinaryIO) -> bool:
    """Return whether an open transcript is still the one that was committed up to `position`."""
    return transcripts.still_holds(stream, position.cursor, position.fingerprint)


def _is_still_there(chunk: Chunk, position: Position, stream: BinaryIO) -> bool:
    """Return whether the file still holds what was read of it: it may be written anew in place at any moment."""
    is_same = chunk.checksum is None or transcripts.checksum(stream, chunk.start, chunk.end) == chunk.checksum
    return is_same and is_same_file(position, stream)


def commit_chunk(
    chunk: Chunk, kept: Kept, piece: TranscriptSlice, position: Position, stream: BinaryIO,
    rewind: Rewind = NOTHING, *, now: str, chars_per_token: int,
) -> tuple[Position, list[int], set[tuple[int, str]]] | None:  # fmt: skip
    """Commit a chunk, and return where the transcript stands then, the new ids, and the scopes that have grown.

    Return None, and change nothing, when somebody else has committed of it, or the file is another one by now.
    """
    keys = {message.key for message in kept.messages}
    if not _is_still_there(chunk, position, stream):
        return None
    fingerprint = transcripts.fingerprint(stream, chunk.end)
    with transaction():
        if ledger.unseen(piece.client, sorted(keys)) != keys:
            return None
        anew = [stretch for stretch in kept.stretches if stretch.start < chunk.start]
        new = kept.stretches[len(anew) :]
        if not ledger.advance(position, new, cursor=chunk.end, fingerprint=fingerprint, now=now, anew=anew):
            return None
        ledger.mark_seen(piece.client, keys, position)
        ledger.mark_copied(piece.client, kept.copies, position)
        if rewind.left or rewind.gone_keys:
            _go_back(rewind, piece, position, now=now, chars_per_token=chars_per_token)
        ids, scopes = store(kept, piece, now=now, chars_per_token=chars_per_token)
    return position._replace(cursor=chunk.end, fingerprint=fingerprint), ids, scopes


def _go_back(rewind: Rewind, piece: TranscriptSlice, position: Position, *, now: str, chars_per_token: int) -> None:
    left = rewound.leave(piece.client, rewind.left_keys, but_held_beside=piece.path, now=now)
    gone = rewound.leave(piece.client, rewind.gone_keys, now=now)
    back = rewound.come_back(piece.client, rewind.live_keys, now=now)
    for moved in (left, gone, back):
        retelling.retell(
            [*moved.ids, *moved.reworded], reworded=moved.reworded, who="worker", now=now, change=moved.change,
            chars_per_token=chars_per_token,
        )  # fmt: skip
    rewound.drop_tasks(piece.client, rewind.left_prompts)
    logger.info(
        "rewound transcript=%d abandoned=%d back=%d",
        position.transcript, len(left.ids) + len(gone.ids), len(back.ids),
    )  # fmt: skip


def store(
    kept: Kept, piece: TranscriptSlice, *, now: str, chars_per_token: int
) -> tuple[list[int], set[tuple[int, str]]]:
    """Store what was kept, and return the new ids and the scopes that have grown; call it inside a transaction."""
    places = _Places(piece, now)
    ids: list[int] = []
    scopes: set[tuple[int, str]] = set()
    for observation in kept.observations:
        project, branch, session = places.of(observation)
        observations.replace_said(
            observation.replaces, observer=observation.observer, session=session, reason=observation.source, now=now
        )
        _outdate(observation, session, now=now)
        if _grow(observation, session, now=now, chars_per_token=chars_per_token):
            scopes.add((project, branch))
            continue
        row_id = observations.add(
            observation, project=project, session=session, branch=branch, who="worker", now=now,
            chars_per_token=chars_per_token, key=observations.source_key(piece.client, observation),
        )  # fmt: skip
        if row_id is not None:
            ids.append(row_id)
            scopes.add((project, branch))
            sessions.count_up(
                session, messages=0, observations=1, at=observation.observed_at or now,
                tokens=thresholds.count_tokens(observation.content, chars_per_token=chars_per_token),
            )  # fmt: skip
    _count_messages(kept.messages, places)
    _set_current_task((*kept.context, *kept.messages), places, now)
    _judge_injections(kept, piece, now)
    return ids, scopes


def _judge_injections(kept: Kept, piece: TranscriptSlice, now: str) -> None:
    """Note what became of the memories that the session was given before these messages."""
    if not kept.messages:
        return
    name = folding.fold_before(os.path.dirname(memory_file()), piece.session, now=now)
    given = injections.given(name)
    if given:
        replaced = [content for observation in kept.observations for content in observation.replaces]
        injections.judge(judging.judge(given, kept.messages, replaced), now=now)


def _grow(observation: Observation, session: int, *, now: str, chars_per_token: int) -> bool:
    """Add what was done to what the session is known to have done for the same request, and return whether it was."""
    head = growing.head_of(observation.content) if observation.observer.startswith("rules") else ""
    if not head:
        return False
    for known in observations.begun(head, observer=observation.observer, session=session)[: growing.MAX_TRIED]:
        content = growing.grown(known.content, observation.content)
        if content is None:
            continue
        tokens = observations.rewrite(
            known.id, content, files=[*known.files, *observation.files], observed_at=observation.observed_at,
            reason=observation.source, now=now, chars_per_token=chars_per_token,
        )  # fmt: skip
        sessions.count_up(session, messages=0, observations=0, at=observation.observed_at or now, tokens=tokens)
        return True
    return False


def _outdate(observation: Observation, session: int, *, now: str) -> None:
    """Supersede what is known of a session's to-do list when it is told anew."""
    if not (observation.observer.startswith("rules") and observation.content.startswith(growing.TODOS)):
        return
    known = observations.begun(growing.TODOS, observer=observation.observer, session=session)
    told = observation.content
    outdated = [one.id for one in known if one.content != told and growing.is_outdated(one.content, told)]
    observations.set_state(outdated, State.SUPERSEDED, who="worker", now=now, reason=observation.source)


def _count_messages(messages: Sequence[Message], places: "_Places") -> None:
    counted: dict[int, tuple[int, str]] = {}
    for message in messages:
        session = places.of(message)[2]
        count, latest = counted.get(session, (0, ""))
        counted[session] = (count + 1, max(latest, message.at))
    for session, (count, latest) in counted.items():
        sessions.count_up(session, messages=count, observations=0, tokens=0, at=latest or places.now)


def _set_current_task(messages: Sequence[Message], places: "_Places", now: str) -> None:
    task = current_task(messages)
    if task is None:
        return
    text, next_step = privacy.clean(task.task).text, privacy.clean(task.next_step).text
    asked = next(message for message in messages if message.key == task.source)
    if text:
        sessions.set_task(places.of(asked)[2], text, next_step, at=task.at or now)


class _Places:
    """Finds project, branch and session rows for what was said where; looks each place up once."""

    def __init__(self, piece: TranscriptSlice, now: str) -> None:
        self.piece = piece
        self.now = now
        self._projects: dict[str, int] = {}
        self._sessions: dict[tuple[str, int, str], int] = {}
        self._names: dict[str, str] = {}

    def of(self, said: Message | Observation) -> tuple[int, str, int]:
        """Return the ids of project and session, and the branch, that a message or observation belongs to."""
        project = self._project(said.cwd)
        branch = self._kept(said.branch or self.piece.branch)
        name = self._kept(said.session or self.piece.session)
        key = (name, project, branch)
        if key not in self._sessions:
            at = (said.at if isinstance(said, Message) else said.observed_at) or self.now
            self._sessions[key] = sessions.session_id(self.piece.client, name, project=project, branch=branch, at=at)
        return project, branch, self._sessions[key]

    def _kept(self, name: str) -> str:
        if name not in self._names:
            self._names[name] = privacy.clean_text(name)
        return self._names[name]

    def _project(self, cwd: str) -> int:
        if cwd not in self._projects:
            # A session may visit another repository; any other folder still belongs to where it was started.
            root = git.find_repository(cwd) if cwd else None
            self._projects[cwd] = sessions.project_id(root or self.piece.project, now=self.now)
        return self._projects[cwd]
