"""How a transcript is read, slice by slice and chunk by chunk."""

import json
import os
import tracemalloc
from pathlib import Path
from types import SimpleNamespace

import pytest

from codewatch import chunks, demo, pipeline
from codewatch.agents.rules.rules_observer import RulesObserver
from codewatch.chunks import ChunkSize
from codewatch.clients import transcripts
from codewatch.messages import Role
from codewatch.slices import TranscriptSlice
from codewatch.store import observations
from codewatch.store.database import open_memory
from codewatch.store.ledger import Outcome

NOW = "2026-12-01T10:00:00.000Z"
SESSION = Path(next(iter(demo.__path__)), "session.jsonl")
MANY = 1_000_000
CUTS = [ChunkSize(1, MANY), ChunkSize(3_000, MANY), ChunkSize(MANY, 1), ChunkSize(MANY, 3)]


def test_every_record_is_observed_and_every_byte_accounted_for(row, write, take, echo, seen):
    path = write(row("1", "Fix the parser"), b"\n", row("2", "Done", kind="assistant"), b'{"type":"mode"}\n')

    (done,) = take(path)

    assert seen.texts(echo) == ["Fix the parser", "Done"]
    assert done.cursor == seen.accounted(path) == os.path.getsize(path)
    assert seen.spans() == [
        (Outcome.OBSERVED, "", 1), (Outcome.SKIPPED, "empty", 1), (Outcome.OBSERVED, "", 1),
        (Outcome.SKIPPED, "mode row", 1),
    ]  # fmt: skip


def test_a_slice_that_runs_twice_changes_nothing(row, write, take, echo, seen):
    path = write(row("1", "Fix the parser"))
    take(path)

    assert take(path) == []
    assert seen.texts(echo) == ["Fix the parser"]
    assert observations.newest_id() == 1


def test_the_next_slice_starts_at_the_cursor(row, write, take, echo, seen):
    take(write(row("1", "one")))

    (done,) = take(write(row("2", "two")))

    assert seen.texts(echo) == ["one", "two"]
    assert len(done.stored) == 1


def test_a_torn_last_line_waits_for_its_rest(row, write, take, echo, seen):
    whole, torn = row("1", "one"), row("2", "two")
    (first,) = take(write(whole, torn[:40]))

    (second,) = take(write(torn[40:]))

    assert (first.cursor, second.cursor) == (len(whole), len(whole + torn))
    assert seen.texts(echo) == ["one", "two"]
    assert seen.spans() == [(Outcome.OBSERVED, "", 2)]


def test_an_unreadable_line_in_the_middle_is_skipped_and_counted(row, write, take, echo, seen):
    path = write(row("1", "one"), b'{"type":"user","mess\n', b"\xff\xfe\x00\n", row("2", "two"))

    take(path)

    assert seen.texts(echo) == ["one", "two"]
    assert seen.spans()[1] == (Outcome.SKIPPED, "unreadable", 2)
    assert seen.accounted(path) == os.path.getsize(path)


def test_a_line_of_12_mb_keeps_its_text_and_costs_bounded_memory(row, write, take, echo, seen):
    image = {"type": "image", "source": {"type": "base64", "data": "A" * 12_000_000}}
    path = write(row("1", [image, {"type": "text", "text": "see above"}]), row("2", "two"))
    tracemalloc.start()

    take(path)

    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert seen.texts(echo) == ["[image]", "see above", "two"]
    assert peak < 100_000_000


def test_a_line_of_12_mb_of_escaped_emoji_costs_bounded_memory(row, write, take, seen):
    """In memory it is twice its size on disk, so that every copy counts."""
    line = row("1", "\U0001f600 done\n" * 600_000).replace("\U0001f600".encode(), rb"\ud83d\ude00")
    path = write(line, row("2", "two"))
    size = os.path.getsize(path)
    tracemalloc.start()

    take(path, observer=RulesObserver())

    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert size > 11_000_000
    assert seen.accounted(path) == size
    assert peak < 60_000_000


def test_a_line_too_long_to_hold_is_skipped_with_its_reason(row, write, take, echo, monkeypatch, seen):
    monkeypatch.setattr(transcripts, "LONGEST_LINE", 2_000)
    path = write(row("1", "one"), row("2", "x" * 9_000), row("3", "three"))

    take(path)

    assert seen.texts(echo) == ["one", "three"]
    assert seen.spans()[1] == (Outcome.SKIPPED, "too long", 1)
    assert seen.accounted(path) == os.path.getsize(path)


@pytest.mark.parametrize("chunk", CUTS)
def test_many_chunks_hear_what_one_chunk_hears(tmp_path, take, echo, chunk):
    with open_memory(str(tmp_path / "whole")):
        whole = take(SESSION)
    heard = [(message.key, message.text, message.tool, message.tool_input) for message in echo.heard]
    echo.heard.clear()

    with open_memory(str(tmp_path / "cut")):
        cut = take(SESSION, chunk=chunk)

    assert len(whole) == 1 < len(cut)
    assert [(message.key, message.text, message.tool, message.tool_input) for message in echo.heard] == heard


@pytest.mark.parametrize("chunk", CUTS)
def test_many_chunks_learn_what_one_chunk_learns(tmp_path, take, seen, chunk):
    with open_memory(str(tmp_path / "whole")):
        take(SESSION, observer=RulesObserver())
        expected = seen.learned()

    with open_memory(str(tmp_path / "cut")):
        take(SESSION, observer=RulesObserver(), chunk=chunk)
        found = seen.learned()

    assert len(expected) > 5
    assert found == expected


def test_each_chunk_is_committed_before_the_next_is_read(row, write, shop, echo, seen):
    path = write(row("1", "one"), row("2", "two"))
    piece = TranscriptSlice("claude", str(path), os.path.getsize(path), "s1", str(shop), str(shop), "main")

    first = next(iter(pipeline.observe_slice(piece, observer=echo, now=NOW, chunk=ChunkSize(MANY, 1))))

    assert seen.texts(echo) == ["one"]
    assert first.cursor == seen.accounted(path) == len(row("1", "one"))


def test_a_result_finds_the_call_of_an_earlier_slice(row, write, take, echo, seen):
    use = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "pytest"}}
    take(write(row("1", [use], kind="assistant")))

    take(write(row("2", [{"type": "tool_result", "tool_use_id": "t1", "content": "3 passed"}])))

    answer = echo.heard[-1]
    assert (answer.role, answer.tool, answer.tool_input) == (Role.TOOL_RESULT, "Bash", {"command": "pytest"})
    assert seen.texts(echo) == ["", "3 passed"]


def test_a_few_earlier_messages_come_along_as_observed(row, write, take, shop, echo):
    take(write(row("1", "one")))
    given = []
    listening = SimpleNamespace(name="x", observe=lambda messages, project_root: given.extend(messages) or [])

    take(write(row("2", "two")), observer=listening)

    assert [(message.text, message.is_observed) for message in given] == [("one", True), ("two", False)]


@pytest.fixture
def long_turn(tmp_path, shop):
    """Give a transcript with a long turn: what ends an error stands few messages, but very many bytes, after it."""
    path = tmp_path / "long.jsonl"
    rows = [said("user", "Please make the exporter write the totals again, with every tax in it.")]
    rows += ran("mix test test/export_test.exs", "** (RuntimeError) no totals\n1 test, 1 failure", is_error=True)
    rows += [row for number in range(10) for row in ran(f"ls part{number}", "file.txt\n" * 10)]
    # Rows without a message, as the client writes them while a tool runs: few messages, many bytes.
    rows += [{"type": "progress", "data": "x" * 10_000} for _ in range(60)]
    rows += edited(shop / "lib" / "export.ex")
    rows += ran("mix test test/export_test.exs", "1 test, 0 failures")
    lines = [{**line, "uuid": str(number), "timestamp": f"2026-11-29T09:{number // 60:02d}:{number % 60:02d}.000Z"}
             for number, line in enumerate(rows)]  # fmt: skip
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def said(role, content):
    """Return a record of something said."""
    return {"type": role, "message": {"role": role, "content": content if role == "user" else [text(content)]}}


def text(words):
    """Return a block of text."""
    return {"type": "text", "text": words}


def called(name, tool_input, result, *, is_error=False):
    """Return the records of a tool call and its result."""
    call = f"{name}-{sorted(tool_input.values())}"
    use = {"type": "tool_use", "id": call, "name": name, "input": tool_input}
    answer = {"type": "tool_result", "tool_use_id": call, "content": result, "is_error": is_error}
    return [
        {"type": "assistant", "message": {"role": "assistant", "content": [use]}},
        {"type": "user", "message": {"role": "user", "content": [answer]}},
    ]


def ran(command, output, *, is_error=False):
    """Return the records of a command."""
    return called("Bash", {"command": command}, output, is_error=is_error)


def edited(path):
    """Return the records of an edit."""
    return called("Edit", {"file_path": str(path), "old_string": "a", "new_string": "b"}, "updated")


@pytest.mark.parametrize("chunk", [*CUTS, ChunkSize(MANY, 40), ChunkSize(60_000, MANY), chunks.CAREFUL])
def test_a_worker_that_goes_on_after_a_kill_learns_what_an_unkilled_one_learns(
    tmp_path, take, shop, long_turn, seen, chunk
):
    """FEATURES B1: each chunk is observed by a fresh start, as after a kill between any two of them."""
    take(long_turn, observer=RulesObserver(), chunk=chunk)
    unkilled = sorted(seen.contents())
    size = long_turn.stat().st_size
    piece = TranscriptSlice("claude", str(long_turn), size, "s1", str(shop), str(shop), "main")

    with open_memory(str(tmp_path / "second")):

        def start():
            return next(pipeline.observe_slice(piece, observer=RulesObserver(), now=NOW, chunk=chunk), None)

        chunks = len(list(iter(start, None)))
        killed = sorted(seen.contents())

    assert chunks > 1
    assert killed == unkilled
