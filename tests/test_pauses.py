"""Pausing: nothing is captured or recalled, in one project or everywhere, and nothing of it later either."""

from types import SimpleNamespace
from typing import Any

import pytest

from codewatch import pauses, pipeline
from codewatch.slices import TranscriptSlice
from codewatch.store.database import open_memory

NOW = "2026-11-29T09:00:01.500Z"


@pytest.fixture
def elsewhere(tmp_path):
    """Give another project's folder."""
    (tmp_path / "other" / ".git").mkdir(parents=True)
    (tmp_path / "other" / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    return tmp_path / "other"


def test_what_is_said_while_capture_is_paused_is_never_captured(product, transcript):
    transcript.user("Always use Decimal for money, never float.")
    product.run("pause", "--capture")
    (product.data / "pauses").write_text(f"capture\t{NOW}\t-\t{product.project}\n")
    product.save(transcript.user("Never tell anybody about the merger with Halvorsen.").path)
    paused = product.queue_sql("select 1 from task") if (product.data / "queue.db").exists() else []

    product.run("resume", "--capture")
    (product.data / "pauses").write_text(f"capture\t{NOW}\t2026-11-29T09:00:02.500Z\t{product.project}\n")
    product.save(transcript.user("Always round half to even, please.").path)
    product.drain()

    assert paused == []
    contents = "\n".join(product.contents())
    assert "Decimal" in contents
    assert "round half" in contents
    assert "Halvorsen" not in contents
    assert product.json("coverage")["percent"] == 100.0
    assert product.json("status")["memory"]["skipped_records"] == {"paused": 1}


def test_what_was_said_while_capture_was_paused_is_no_context_of_what_follows(product, transcript):
    """An observer is given the prompt that its messages belong to; one of a pause it must not hear of."""
    product.data.mkdir(mode=0o700)
    (product.data / "pauses").write_text(f"capture\t2026-11-29T09:00:00Z\t{NOW}\t{product.project}\n")
    transcript.user("Prepare the merger with Halvorsen, and say nothing about it to anybody here.")
    transcript.tool(
        "Edit", {"file_path": str(product.project / "a.py"), "old_string": "a", "new_string": "b"}, "updated"
    )
    heard = []

    def observe(messages, *, project_root):
        heard.extend(message.text for message in messages)
        return []

    observer: Any = SimpleNamespace(name="listener", observe=observe)
    piece = TranscriptSlice(
        "claude", str(transcript.path), transcript.path.stat().st_size, "sess-1", str(product.project),
        str(product.project), "main",
    )  # fmt: skip
    with open_memory(str(product.data)):
        list(pipeline.observe_slice(piece, observer=observer, now=NOW, chunk=pipeline.ChunkSize(1, 1)))

    assert "updated" in heard
    assert not any("Halvorsen" in text for text in heard)


def test_while_recall_is_paused_nothing_is_said_but_captured_it_is(product, transcript):
    product.save(transcript.user("We decided to keep orders in SQLite because one shop needs no server.").path)
    product.drain()
    product.run("pause", "--recall")

    silent = product.recall("where do we keep orders, in SQLite?")
    product.save(transcript.user("Always use Decimal for money, never float.").path)
    product.drain()
    product.run("resume")

    assert silent == ""
    assert any("Decimal" in text for text in product.contents())
    assert "SQLite" in product.recall("where do we keep orders, in SQLite?")


def test_another_project_goes_on_and_everywhere_means_all(product, transcript, elsewhere, make_transcript, tmp_path):
    product.run("pause")
    there = make_transcript(tmp_path / "there.jsonl", elsewhere, "there").user("Always use Fraction for money here.")
    product.save(there.path, cwd=elsewhere, session="there")
    jobs = product.queue_sql("select count(*) from task")

    product.run("pause", "--everywhere")
    product.save(there.user("Never use floats here either.").path, cwd=elsewhere, session="there")

    assert jobs == product.queue_sql("select count(*) from task") == [(1,)]
    assert len(product.json("pause", "--everywhere")) == 4


def test_pausing_and_resuming_may_be_repeated_and_says_what_is_paused(product):
    first, again = product.json("pause", "--capture"), product.json("pause", "--capture")

    assert first == again
    assert (first[0]["what"], first[0]["folder"]) == ("capture", str(product.project))
    assert product.json("resume") == product.json("resume") == []
    assert product.run("resume").stdout == "nothing is paused\n"


def test_a_folder_below_is_covered_and_one_beside_is_not(tmp_path):
    folder = str(tmp_path)
    pauses.pause(folder, pauses.CAPTURE, "/work/shop", now=NOW)

    covered = [
        pauses.is_paused(folder, pauses.CAPTURE, cwd) for cwd in ("/work/shop", "/work/shop/a", "/work/shop2", "/")
    ]

    assert covered == [True, True, False, False]
    assert not pauses.is_paused(folder, pauses.RECALL, "/work/shop")


def test_a_damaged_line_is_passed_over(tmp_path):
    (tmp_path / "pauses").write_bytes(b"\xff\xfe nonsense\ncapture\t2026\n\ncapture\t2026-01-01T00:00:00Z\t-\t/x\n")

    assert [one.folder for one in pauses.read(str(tmp_path))] == ["/x"]
