"""Finds what a session has left behind by going back to an earlier prompt, from the chunk in which that shows."""

from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO, NamedTuple

from codewatch.chunks import Chunk
from codewatch.clients import transcripts
from codewatch.clients.protocol import Client, Record
from codewatch.clients.tree import Node, Thread, left_behind
from codewatch.messages import Role

SKIPPED = "rewound"
# A prompt usually follows the last record before it.
_SEEN_BYTES = 64 * 1024


class Rewind(NamedTuple):
    """What became of a transcript's records: those that its last prompt comes from live, the others are left.

    `left` and `live` hold where the records start, `left_keys` and `live_keys` the keys of their messages.
    `left_prompts` are the prompts among those that are left, as session and time.
    """

    left: frozenset[int] = frozenset()
    live: frozenset[int] = frozenset()
    left_keys: frozenset[str] = frozenset()
    live_keys: frozenset[str] = frozenset()
    left_prompts: frozenset[tuple[str, str]] = frozenset()


NOTHING = Rewind()


class _Placed(NamedTuple):
    """A record of the tree, without its text."""

    node: Node
    start: int
    keys: tuple[str, ...]
    prompts: tuple[tuple[str, str], ...]


class Rewinds:
    """Follows a transcript chunk by chunk from the offset `start` on.

    It reads the file from its start only when a prompt does not follow the last turn, and keeps the tree from then on.
    """

    def __init__(self, client: Client, stream: BinaryIO, start: int) -> None:
        self._client = client
        self._stream = stream
        self._start = start
        self._thread: Thread | None = None
        self._placed: list[_Placed] | None = None

    def judge(self, chunk: Chunk) -> Rewind:
        """Return what the last prompt of the next chunk leaves behind; `NOTHING` while it follows what was before."""
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
    left = [one for one in placed if one.node.id in gone]
    live = [one for one in placed if one.node.id not in gone]
    live_keys = frozenset(key for one in live for key in one.keys)
    return Rewind(
        frozenset(one.start for one in left),
        frozenset(one.start for one in live),
        frozenset(key for one in left for key in one.keys) - live_keys,
        live_keys,
        frozenset(prompt for one in left for prompt in one.prompts),
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
