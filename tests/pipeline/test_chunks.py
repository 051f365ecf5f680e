"""What an observer is told of the messages before a chunk."""

import itertools
import os
from pathlib import Path

import pytest

from codewatch import chunks, demo
from codewatch.chunks import ChunkSize
from codewatch.clients import claude_code, transcripts
from codewatch.messages import Role
from codewatch.privacy.repeats import Repeats

SESSION = Path(next(iter(demo.__path__)), "session.jsonl")


def contexts(path, size):
    """Return pairs for each border of a transcript's chunks: what was carried on to it, and what the file says."""
    found = []
    with transcripts.open_transcript(str(path)) as stream:
        end = os.path.getsize(path)
        context = chunks.before(claude_code, stream, 7, 0)
        cursor = 0
        while (chunk := chunks.read(claude_code, stream, 7, cursor, end, size)).records:
            context = chunks.after(context, chunk, stream)
            cursor = chunk.end
            found.append((context, chunks.before(claude_code, stream, 7, cursor)))
    return found


@pytest.mark.parametrize("records", [1, 3, 40, 400])
def test_what_is_carried_from_chunk_to_chunk_is_what_a_fresh_worker_reads(records, tmp_path):
    """FEATURES B1: after a kill there is only the file."""
    path = tmp_path / "long.jsonl"
    path.write_bytes(SESSION.read_bytes() * 12)

    pairs = contexts(path, ChunkSize(10**9, records))

    assert len(pairs) > 1
    assert all(carried == fresh for carried, fresh in pairs)


def test_the_prompt_of_a_long_turn_is_carried_until_it_is_out_of_reach(row, tmp_path):
    text = "x" * 200_000
    path = tmp_path / "turn.jsonl"
    rows = (row(str(number), text, kind="assistant") for number in range(130))
    path.write_bytes(b"".join(itertools.chain([row("0", "Fix the parser")], rows)))

    pairs = contexts(path, ChunkSize(10**9, 10))

    assert all(carried == fresh for carried, fresh in pairs)
    spoken = [any(message.role is Role.USER for message in fresh) for _, fresh in pairs]
    assert spoken == sorted(spoken, reverse=True)
    assert (spoken[0], spoken[-1]) == (True, False)


def test_what_was_said_in_private_is_learned_alike_from_chunk_to_chunk_and_afresh(row, tmp_path):
    path = tmp_path / "long.jsonl"
    rows = [row(str(number), f"go on with {number} " + "x" * 5_000, kind="assistant") for number in range(800)]
    rows[3] = row("3", "<private>the client is Halvorsen, said aloud: zorbly quux</private>")
    rows[2] = row("2", "zorbly quux is said aloud")
    rows[700] = row("700", [{"type": "text", "text": "<private>see"}, {"type": "text", "text": "otter-77x"}])
    path.write_bytes(b"".join(rows))
    carried, fresh, borders = Repeats(), Repeats(), [0, 10_000, 2_500_000, 3_600_000, os.path.getsize(path)]

    with transcripts.open_transcript(str(path)) as stream:
        lines = [line.start for line in transcripts.read_lines(stream, 0, borders[-1])]
        ends = [max(start for start in [*lines, borders[-1]] if start <= border) for border in borders]
        for start, end in itertools.pairwise(ends):
            chunks.learn_private(claude_code, stream, start, end, carried)
        chunks.learn_private(claude_code, stream, 0, ends[-1], fresh)

    assert vars(carried) == vars(fresh)
    assert fresh.hide("Halvorsen has otter-77x and zorbly quux") == ("[private] has [private] and zorbly quux", 2)


def test_context_begins_with_a_whole_record(row, tmp_path):
    path = tmp_path / "blocks.jsonl"
    blocks = [{"type": "text", "text": f"block {number}"} for number in range(3)]
    rows = (row(str(number), "x", kind="assistant") for number in range(chunks.CONTEXT_MESSAGES - 1))
    path.write_bytes(b"".join(itertools.chain([row("0", "go"), row("blocks", blocks)], rows)))

    with transcripts.open_transcript(str(path)) as stream:
        context = chunks.before(claude_code, stream, 7, os.path.getsize(path))

    assert [message.text for message in context[:3]] == ["block 0", "block 1", "block 2"]
