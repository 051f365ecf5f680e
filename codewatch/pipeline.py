"""The save line: a transcript slice becomes messages, messages become observations, and both are committed.

One transaction holds a chunk's observations, the ledger's account of its bytes and the cursor behind them, so that
a slice which runs twice, or is killed anywhere, changes nothing the second time.
"""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import BinaryIO, NamedTuple

from codewatch import chunks, commit, hearing, privacy, quiet, thresholds
from codewatch.agents.observer import Observer
from codewatch.agents.rules import growing
from codewatch.agents.rules.excerpt import excerpt
from codewatch.chunks import Chunk, ChunkSize
from codewatch.clients import transcripts
from codewatch.clients.calls import pair_calls
from codewatch.clients.protocol import Client
from codewatch.clients.rows import UNREADABLE
from codewatch.clients.table import find_client
from codewatch.commit import Kept
from codewatch.messages import Message, Role
from codewatch.observations import Observation, shorten
from codewatch.privacy import conversation
from codewatch.privacy.repeats import Repeats
from codewatch.rewinds import SKIPPED as REWOUND
from codewatch.rewinds import Rewind, Rewinds, late_records
from codewatch.slices import TranscriptSlice
from codewatch.store import ledger
from codewatch.store.database import memory_file, transaction
from codewatch.store.ledger import Outcome, Position, Stretch
from codewatch.subagents import Heard as Subagents

# The event of a slice whose message is a prompt.
_PROMPT_EVENT = "UserPromptSubmit"
_NOTHING: Counter[str] = Counter()


class SliceResult(NamedTuple):
    """What became of a slice: where the cursor stands, the new ids, and the scopes that have grown.

    `is_waiting` says that the text was too short to be observed alone and was left for the next slice. `unreadable`
    are the byte offsets of lines that say nothing to the client's reader.
    """

    cursor: int
    stored: tuple[int, ...] = ()
    scopes: tuple[tuple[int, str], ...] = ()
    is_waiting: bool = False
    unreadable: tuple[int, ...] = ()


class Explained(NamedTuple):
    """An observation and the message that it comes from, as the gate let it through."""

    observation: Observation
    message: Message | None


class _Before(NamedTuple):
    """What a chunk is understood by: the messages before it, what was said in private so far, and the gate's memo.

    `subagents` says what counts of theirs.
    """

    messages: Sequence[Message]
    private: Repeats
    memo: conversation.Memo
    subagents: Subagents


def observe_slice(
    piece: TranscriptSlice, *, observer: Observer, now: str, chars_per_token: int = 4, may_wait_s: float = 0.0,
    waited_s: float = 0.0, chunk: ChunkSize = chunks.NORMAL, subagents: Subagents = "result",
) -> Iterator[SliceResult]:  # fmt: skip
    """Observe a transcript from its committed cursor up to `piece.end`, and yield after each chunk that is committed.

    With `may_wait_s` above zero a stretch of very few tokens is left for the next slice until it has waited that
    many seconds; `waited_s` is how long it has.

    Raises:
        TranscriptError: the transcript cannot be read.
        ConfigError: the slice names an unknown client.
    """
    client = find_client(piece.client)
    if not piece.path:
        yield _observe_last_message(piece, observer=observer, now=now, chars_per_token=chars_per_token)
        return
    with client.open_transcript(piece.path) as stream:
        position = _position(piece, stream, now)
        # A client may write its last rows after the hook has run; a flush takes what is there by now.
        size = transcripts.size_of(stream)
        end = transcripts.last_newline(stream, size) if piece.flush else min(piece.end, size)
        may_wait = not piece.flush and may_wait_s > 0
        context: list[Message] | None = None
        private, learned, memo = _private_before(client, piece.path), 0, conversation.Memo()
        rewinds = Rewinds(client, piece.path, stream, position.cursor)
        while (read := chunks.read(client, stream, position.transcript, position.cursor, end, chunk)).records:
            if may_wait and _is_tiny(read, may_wait_s, waited_s, chars_per_token):
                yield SliceResult(position.cursor, is_waiting=True)
                return
            if context is None:
                context = chunks.before(client, stream, position.transcript, position.cursor)
            chunks.learn_private(client, stream, learned, read.end, private)
            learned = read.end
            rewind = rewinds.judge(read)
            spans = ledger.skipped_for(position.transcript, REWOUND) if rewind.left else []
            late = late_records(client, stream, rewind, spans)
            whole = read._replace(records=(*late, *read.records))
            kept = _observe_chunk(whole, piece, _Before(context, private, memo, subagents), observer, rewind)
            done = commit.commit_chunk(
                read, kept, piece, position, stream, rewind, now=now, chars_per_token=chars_per_token
            )
            if done is None:  # Somebody else was faster, or wrote the file anew: go on from where it stands now.
                position = _position(piece, stream, now)
                size = transcripts.size_of(stream)
                end = transcripts.last_newline(stream, size) if piece.flush else min(max(end, piece.end), size)
                context = None
                private, learned = _private_before(client, piece.path), 0
                rewinds = Rewinds(client, piece.path, stream, position.cursor)
                continue
            context = None if rewind.left else chunks.after(context, read, stream)
            position, ids, grown = done
            may_wait = False
            unreadable = tuple(record.start for record in read.records if record.skipped == UNREADABLE)
            yield SliceResult(position.cursor, tuple(ids), tuple(sorted(grown)), unreadable=unreadable)


def preview(piece: TranscriptSlice, *, observer: Observer, subagents: Subagents = "result") -> list[Observation]:
    """Return what `observe_slice` would store, and store nothing.

    Raises:
        TranscriptError: the transcript cannot be read.
    """
    return [found.observation for found in explain(piece, observer=observer, subagents=subagents)]


def explain(piece: TranscriptSlice, *, observer: Observer, subagents: Subagents = "result") -> list[Explained]:
    """Return what `observe_slice` would store with the messages that it comes from, and store nothing.

    Raises:
        TranscriptError: the transcript cannot be read.
    """
    client = find_client(piece.client)
    found: list[Observation] = []
    said: dict[str, Message] = {}
    with client.open_transcript(piece.path) as stream:
        position = ledger.current(piece.client, piece.path)
        cursor = position.cursor if position is not None and commit.is_same_file(position, stream) else 0
        private, learned = _private_before(client, piece.path), 0
        rewinds = Rewinds(client, piece.path, stream, cursor)
        while (chunk := chunks.read(client, stream, 0, cursor, piece.end)).records:
            chunks.learn_private(client, stream, learned, chunk.end, private)
            before = _Before(chunks.before(client, stream, 0, cursor), private, conversation.Memo(), subagents)
            kept = _observe_chunk(chunk, piece, before, observer, rewinds.judge(chunk))
            said |= {message.key: message for message in reversed(kept.messages)}
            found += kept.observations
            cursor = learned = chunk.end
    return [Explained(observation, said.get(observation.source)) for observation in growing.fold(found)]


def _private_before(client: Client, path: str) -> Repeats:
    """Return what was said in private in the files that a transcript goes on from."""
    private = Repeats()
    for earlier, end in reversed(client.goes_on_from(path)):
        with client.open_transcript(earlier) as stream:
            chunks.learn_private(client, stream, 0, end, private)
    return private


def _position(piece: TranscriptSlice, stream: BinaryIO, now: str) -> Position:
    position = ledger.current(piece.client, piece.path)
    if position is not None and commit.is_same_file(position, stream):
        return position
    with transaction():
        again = ledger.current(piece.client, piece.path)
        if again is not None and again != position and commit.is_same_file(again, stream):
            return again
        return ledger.begin(
            piece.client, piece.path, session=piece.session, project=piece.project, branch=piece.branch, now=now
        )


def _is_tiny(chunk: Chunk, may_wait_s: float, waited_s: float, chars_per_token: int) -> bool:
    if chunk.end - chunk.start >= chunks.NORMAL.bytes:
        return False
    texts = (message.text for record in chunk.records for message in record.messages)
    tokens = sum(thresholds.count_tokens(text, chars_per_token=chars_per_token) for text in texts)
    return thresholds.may_wait(tokens, waited_s=waited_s, longest_wait_s=may_wait_s)


def _observe_chunk(
    chunk: Chunk, piece: TranscriptSlice, before: _Before, observer: Observer, rewind: Rewind
) -> Kept:  # fmt: skip
    heard_now = hearing.listen(
        chunk, piece, before.messages, rewind, folder=os.path.dirname(memory_file()), heard=before.subagents
    )
    messages, earlier, stretches, copies = heard_now
    if not messages:
        return Kept((), tuple(stretches), (), copies)
    gated = conversation.clean_messages([*earlier, *messages], before.private, before.memo)
    heard = pair_calls([_as_context(message) for message, _ in gated[: len(earlier)]])
    new = gated[len(earlier) :]
    paired = pair_calls([message for message, _ in new], heard)
    found = [_through_gate(one) for one in observer.observe([*heard, *paired], project_root=piece.project)]
    removed: dict[str, Counter[str]] = {}
    for key, kinds in [
        *((one.message.key, one.removed) for one in new),
        *((one.source, kinds) for one, kinds in found),
    ]:
        if kinds:
            removed.setdefault(key, Counter()).update(kinds)
    by_start = {message.start: removed.get(message.key, _NOTHING) for message, _ in new}
    return Kept(
        tuple(observation for observation, _ in found if observation.content),
        tuple(_with_what_was_removed(stretches, by_start)),
        tuple(paired),
        copies,
        tuple(heard) if rewind.left else (),
    )


def _as_context(message: Message) -> Message:
    # As much as the rules read of what is new: they have to find in it what they found when it was.
    return message.changed(text=excerpt(message.text), is_observed=True)


def _with_what_was_removed(stretches: Iterable[Stretch], removed: Mapping[int, Counter[str]]) -> list[Stretch]:
    """Return the stretches with those marked at whose start the gate took something."""
    return [
        stretch._replace(outcome=Outcome.REDACTED, reason=conversation.describe(kinds))
        if (kinds := removed.get(stretch.start))
        else stretch
        for stretch in stretches
    ]


def _through_gate(observation: Observation) -> tuple[Observation, Counter[str]]:
    content = privacy.clean(observation.content)
    summary = privacy.clean(observation.source_summary)
    removed = Counter(content.removed) + Counter(summary.removed)
    return replace(observation, content=shorten(content.text), source_summary=shorten(summary.text)), removed


def _observe_last_message(piece: TranscriptSlice, *, observer: Observer, now: str, chars_per_token: int) -> SliceResult:
    is_prompt = piece.event == _PROMPT_EVENT
    said = hearing.of_last_message(piece, is_prompt=is_prompt)
    if not said or quiet.is_last_message_quiet(os.path.dirname(memory_file()), piece):
        return SliceResult(0)
    session = privacy.clean_text(piece.session)
    path = ledger.MESSAGE_PATH + session
    checksum = hearing.checksum(piece.message)
    key = f"{piece.since}|{checksum}"
    if ledger.was_told(piece.client, session, checksum, near=piece.since):
        return SliceResult(0)
    message = Message(
        key=key,
        role=Role.USER if is_prompt else Role.ASSISTANT,
        text=privacy.clean(said).text,
        at=now,
        session=piece.session,
        cwd=piece.cwd,
        branch=piece.branch,
    )
    found = observer.observe([message], project_root=piece.project)
    kept = tuple(gated for observation in found if (gated := _through_gate(observation)[0]).content)
    with transaction():
        if ledger.was_told(piece.client, session, checksum, near=piece.since):
            return SliceResult(0)
        position = ledger.current(piece.client, path) or ledger.begin(
            piece.client, path, session=piece.session, project=piece.project, branch=piece.branch, now=now
        )
        ledger.mark_seen(piece.client, [key], position)
        ids, scopes = commit.store(Kept(kept, (), (message,)), piece, now=now, chars_per_token=chars_per_token)
    return SliceResult(0, tuple(ids), tuple(sorted(scopes)))
