"""Finds what a session has left behind by going back to an earlier prompt, from the chunk in which that shows."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import BinaryIO, NamedTuple

from codewatch.chunks import Chunk
from codewatch.clients import transcripts
from codewatch.clients.protocol import Client, Record
from codewatch.clients.tree import Node, Thread, left_behind
from codewatch.errors import TranscriptError
from codewatch.messages import Message, Role

SKIPPED = "rewound"
# A prompt usually follows the last record before it.
_SEEN_BYTES = 64 * 1024


class Rewind(NamedTuple):
    """What became of a transcript's records: those that its last prompt comes from live, the others are left.

    `left` and `live` hold where the records start, `left_keys` and `live_keys` the keys of their messages.
    `gone_keys` are those of messages in any file of a session that has gone on in another one: no record of them lives
    elsewhere. `left_prompts` are the prompts among all that is left, as session and time.
    """

    left: frozenset[int] = frozenset()
    live: frozenset[int] = frozenset()
    left_keys: frozenset[str] = frozenset()
    live_keys: frozenset[str] = frozenset()
    gone_keys: frozenset[str] = frozenset()
    left_prompts: frozenset[tuple[str, str]] = frozenset()


NOTHING = Rewind()


class _Placed(NamedTuple):
    """A record of the tree, without its text."""

    node: Node
    start: int
    keys: tuple[str, ...]
    prompts: tuple[tuple[str, str], ...]


class Rewinds:
    """Follows the transcript at `path` chunk by chunk from the offset `start` on.

    It reads the file from its start only when a prompt does not follow the last turn, and keeps the tree from then on.
    What a session has left in its other files it looks for once: a worker that was at one of them meanwhile may have
    observed more of it than there was when the session went back, so that is done for every slice.
    """

    def __init__(self, client: Client, path: str, stream: BinaryIO, start: int) -> None:
        self._client = client
        self._path = path
        self._left_from: Mapping[str, int] | None = None
        self._stream = stream
        self._start = start
        self._thread: Thread | None = None
        self._placed: list[_Placed] | None = None

    def judge(self, chunk: Chunk) -> Rewind:
        """Return what the next chunk leaves behind, or is left of; `NOTHING` while it follows what was before."""
        rewind = self._judge_tree(chunk)
        if self._left_from is None:
            self._left_from = self._client.left_in_files(self._path)
            gone = [message for one in self._left_from.items() for message in _messages_from(self._client, *one)]
            asked = frozenset((message.session, message.at) for message in gone if message.role is Role.USER)
            keys = frozenset(message.key for message in gone)
            rewind = rewind._replace(gone_keys=keys, left_prompts=rewind.left_prompts | asked)
        begin = self._left_from.get(self._path, chunk.end)
        return rewind._replace(left=rewind.left.union(one.start for one in chunk.records if one.start >= begin))

    def _judge_tree(self, chunk: Chunk) -> Rewind:
        nodes = [record.node for record in chunk.records if record.node is not None]
        if not nodes:
            return NOTHING
        thread = self._follow_before()
        is_odd = [thread.follow(node) for node in nodes]
        if self._placed is not None:
            self._placed += _placed(chunk.records)
        if not any(is_odd):
            return NOTHING
        if self._placed is None:
            before = _records(self._client, self._stream, 0, chunk.start)
            self._placed = [*_placed(before), *_placed(chunk.records)]
        return _rewind(self._placed)

    def _follow_before(self) -> Thread:
        if self._thread is None:
            self._thread = Thread()
            begin = transcripts.look_back(self._stream, self._start, _SEEN_BYTES)
            for record in _records(self._client, self._stream, begin, self._start):
                if record.node is not None:
                    self._thread.follow(record.node)
        return self._thread


def _messages_from(client: Client, path: str, start: int) -> list[Message]:
    """Return what a file says from an offset on, nothing when it is gone."""
    try:
        with client.open_transcript(path) as stream:
            records = _records(client, stream, start, transcripts.size_of(stream))
            return [message for record in records for message in record.messages]
    except TranscriptError:
        return []


def _records(client: Client, stream: BinaryIO, start: int, end: int) -> Iterator[Record]:
    read_record = client.reader(stream, start)
    for line in transcripts.read_lines(stream, start, end):
        yield read_record(line)


def _placed(records: Iterable[Record]) -> list[_Placed]:
    return [
        _Placed(
            record.node, record.start, tuple(message.key for message in record.messages),
            tuple((message.session, message.at) for message in record.messages if message.role is Role.USER),
        )
        for record in records
        if record.node is not None
    ]  # fmt: skip


def _rewind(placed: Sequence[_Placed]) -> Rewind:
    gone = left_behind(one.node for one in placed)
    if not gone:
        return NOTHING  # Nobody asks what lives where nothing is left.
    left = [one for one in placed if one.node.id in gone]
    live = [one for one in placed if one.node.id not in gone]
    live_keys = frozenset(key for one in live for key in one.keys)
    return Rewind(
        frozenset(one.start for one in left),
        frozenset(one.start for one in live),
        frozenset(key for one in left for key in one.keys) - live_keys,
        live_keys,
        left_prompts=frozenset(prompt for one in left for prompt in one.prompts),
    )


def late_records(client: Client, stream: BinaryIO, rewind: Rewind, spans: Iterable[tuple[int, int]]) -> list[Record]:
    """Return the records in `spans`, which were skipped as left behind, in the order of the file, if some live again.

    Of a span in which none does, none is returned.
    """
    found: list[Record] = []
    for start, end in spans:
        if any(start <= one < end for one in rewind.live):
            found += _records(client, stream, start, end)
    return found
