"""Pausing: nothing is captured or recalled, in one project or everywhere, and nothing of it later either."""

import subprocess
import sys
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from codewatch import paths, pause_file, pauses, pipeline
from codewatch.slices import TranscriptSlice
from codewatch.store.clock import as_text
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
    pause_file.pause(folder, pauses.CAPTURE, "/work/shop", now=NOW)

    covered = [
        pauses.is_paused(folder, pauses.CAPTURE, cwd) for cwd in ("/work/shop", "/work/shop/a", "/work/shop2", "/")
    ]

    assert covered == [True, True, False, False]
    assert not pauses.is_paused(folder, pauses.RECALL, "/work/shop")


@pytest.mark.parametrize(
    "damaged",
    [b"\xff\xfe nonsense", b"capture\t2026", b"capture\tyesterday\t-\t/x", b"captur\t2026-01-01T00:00:00Z\t-\t/x",
     b"capture\t2026-01-01T00:00:00Z\t-\tx", b"capture\t2026-01-01T00:00:00Z\t-\t", b"capture\t2026-1-1\t-\t/x"],
)  # fmt: skip
def test_a_line_that_cannot_be_read_is_a_pause_of_everything_until_it_is_ended(tmp_path, damaged):
    folder = str(tmp_path)
    (tmp_path / "pauses").write_bytes(damaged + b"\n\nrecall\t2026-01-01T00:00:00Z\t2026-01-02T00:00:00Z\t/x\n")

    before = [pauses.is_paused(folder, kind, "/anywhere") for kind in pauses.KINDS]
    ended = [pause_file.resume(folder, kind, "/", now=NOW) for kind in pauses.KINDS]

    assert before == ended == [True, True]
    assert not any(pauses.is_paused(folder, kind, "/anywhere") for kind in pauses.KINDS)
    assert (tmp_path / "pauses").read_text() == (
        f"capture\t-\t{NOW}\t/\nrecall\t-\t{NOW}\t/\nrecall\t2026-01-01T00:00:00Z\t2026-01-02T00:00:00Z\t/x\n"
    )


def test_a_file_that_cannot_be_read_is_a_pause_of_everything(tmp_path):
    (tmp_path / "elsewhere").write_text("")
    (tmp_path / "pauses").symlink_to(tmp_path / "elsewhere")

    assert pauses.is_paused(str(tmp_path), pauses.CAPTURE, "/anywhere")


def test_an_editor_may_turn_tabs_to_spaces_and_line_ends_to_its_own(tmp_path):
    (tmp_path / "pauses").write_bytes(b"\xef\xbb\xbfcapture 2026-01-01T00:00:00Z   - /my work\r\n")

    assert [(one.kind, one.folder) for one in pauses.read(str(tmp_path))] == [("capture", "/my work")]


def test_of_many_pauses_at_once_none_is_lost(product, tmp_path):
    """Each is a process of its own, as in a script that pauses many projects."""
    folders = [str(tmp_path / f"project-{number}") for number in range(24)]
    code = "import sys; from codewatch import pause_file as p; getattr(p, sys.argv[1])(*sys.argv[2:5], now=sys.argv[5])"

    def at_once(verb):
        running = [
            subprocess.Popen(
                [sys.executable, "-c", code, verb, str(product.data), "capture", folder, NOW],
                env={**product.environment, "PYTHONPATH": paths.package_parent()},
            )
            for folder in folders
        ]
        return [process.wait(timeout=60) for process in running]

    assert at_once("pause") == [0] * 24
    assert sorted(one.folder for one in pauses.read(str(product.data)) if not one.until) == sorted(folders)
    assert at_once("resume") == [0] * 24
    assert [one.folder for one in pauses.read(str(product.data)) if not one.until] == []
    assert len(pauses.read(str(product.data))) == 24


@pytest.mark.parametrize(
    ("at", "is_kept"),
    [
        ("2026-11-29T04:00:02.000-05:00", False), ("2026-11-29T04:00:04.000-05:00", True),
        ("2026-11-29T14:30:02+05:30", False), ("2026-11-29T09:00:02Z", False), ("2026-11-29T09:00:01Z", False),
        ("2026-11-29T09:00:00.999999999Z", True), ("2026-11-29T09:00:04Z", True), ("2026-11-29T09:00:04", False),
        ("2026-11-30T09:00:04", True), (None, False), ("2026-02-31T09:00:04Z", False),
    ],
)  # fmt: skip
def test_a_time_is_compared_as_the_moment_it_is(product, transcript, at, is_kept):
    """The one before is from before the pause, the one after from after it."""
    product.data.mkdir(mode=0o700)
    (product.data / "pauses").write_text(f"capture\t{NOW}\t2026-11-29T09:00:02.500Z\t{product.project}\n")
    transcript.user("Always use Decimal for money, never float.")
    transcript.add(
        {"type": "user", "timestamp": at, "message": {"role": "user", "content": "Always use zebracanary for builds."}}
    )
    transcript.user("Always round half to even, please.")

    product.save(transcript.path)
    product.drain()

    contents = "\n".join(product.contents())
    assert ("zebracanary" in contents) is is_kept
    assert "Decimal" in contents
    assert "round half" in contents


def test_without_a_time_it_was_said_between_its_neighbours(product, transcript):
    product.data.mkdir(mode=0o700)
    (product.data / "pauses").write_text(f"capture\t{NOW}\t2026-11-29T09:00:02.500Z\t{product.project}\n")
    transcript.user("Always use Decimal for money, never float.")
    transcript.user("Never tell anybody about the merger with Halvorsen.")
    transcript.user("Always round half to even, please.")
    transcript.add(
        {"type": "user", "timestamp": None, "message": {"role": "user", "content": "Always use spaces, never tabs."}}
    )
    transcript.user("Always write tests first, please.")

    product.save(transcript.path)
    product.drain()

    contents = "\n".join(product.contents())
    assert "spaces" in contents
    assert "Halvorsen" not in contents


@pytest.mark.parametrize(("event", "is_kept"), [("SessionEnd", False), ("Stop", True)])
def test_a_last_message_is_no_way_around_a_pause(product, event, is_kept):
    """Some clients end without a transcript, and say last what was said while capture was paused."""
    now = datetime.now(UTC)
    since, until = (as_text(now - timedelta(minutes=minutes)) for minutes in (20, 10))
    product.data.mkdir(mode=0o700)
    (product.data / "pauses").write_text(f"capture\t{since}\t{until}\t{product.project}\n")
    product.run("remember", "The fixture widget7 is slow.")
    payload = {
        "session_id": "s", "transcript_path": "", "cwd": str(product.project), "hook_event_name": event,
        "last_assistant_message": "We decided to use bazel for all builds, since it caches.",
    }  # fmt: skip

    product.hook("save", payload)
    product.drain()

    assert any("bazel" in text for text in product.contents()) is is_kept


def test_files_of_a_paused_folder_are_not_observed_from_outside(product, transcript):
    (product.project / "secret").mkdir()
    product.data.mkdir(mode=0o700)
    (product.data / "pauses").write_text(f"capture\t{NOW}\t-\t{product.project}/secret\n")
    transcript.user("Please write the two files for me now, one in each of the folders.")
    for number, name in enumerate(("open/shown.py", "secret/zebracanary.py")):
        transcript.tool("Write", {"file_path": f"{product.project}/{name}", "content": f"a = {number}"}, "written")

    product.save(transcript.path)
    product.drain()

    everything = product.json("list")
    assert any("shown" in str(row) for row in everything)
    assert not any("zebracanary" in str(row) for row in everything)


def test_status_says_what_is_paused_here_and_what_ends_it(product, elsewhere):
    product.run("setup", "--yes")
    for words in (("--capture",), ("--recall", "--everywhere"), ("--project", str(elsewhere))):
        product.run("pause", *words)

    status = product.json("status")
    shown = product.run("status").stdout

    assert (status["ok"], [one["severity"] for one in status["findings"]]) == (True, ["info", "info"])
    assert [(one["id"], one["fix"]) for one in status["findings"]] == [
        ("paused", "codewatch resume --capture"), ("paused", "codewatch resume --everywhere --recall"),
    ]  # fmt: skip
    assert [(one["what"], one["folder"], one["here"]) for one in status["pauses"]] == [
        ("capture", str(product.project), True), ("recall", "/", True),
        ("capture", str(elsewhere), False), ("recall", str(elsewhere), False),
    ]  # fmt: skip
    assert all(one["since"].endswith("Z") for one in status["pauses"])
    assert shown.startswith("codewatch works; capture and recall are paused here\n")
    product.run(*status["findings"][0]["fix"].split()[1:])
    product.run(*status["findings"][1]["fix"].split()[1:])
    assert product.json("status")["findings"] == []


def test_status_tells_of_a_damaged_line_and_what_mends_it(product):
    product.data.mkdir(mode=0o700)
    (product.data / "pauses").write_text("capture, since yesterday\n")

    findings = product.json("status")["findings"]

    assert [(one["severity"], one["fix"]) for one in findings if one["id"] == "paused"] == [
        ("warning", "codewatch resume --everywhere --capture"), ("warning", "codewatch resume --everywhere --recall"),
    ]  # fmt: skip
    assert "cannot be read" in findings[0]["what"]


def test_what_is_asked_for_by_hand_is_done_during_a_pause_and_says_so(product):
    product.run("pause")

    stored = product.run("remember", "We chose SQLite because one file is enough.")
    found = product.run("search", "SQLite")

    assert "SQLite" in stored.stdout
    assert "SQLite" in found.stdout
    assert "capture is paused" in stored.stderr
    assert "codewatch resume --recall" in found.stderr


def test_the_context_of_a_place_where_recall_is_paused_is_empty(product):
    product.run("remember", "We chose SQLite because one file is enough.", "--priority", "high")
    product.run("pause", "--recall")

    done = product.run("context")

    assert done.stdout == ""
    assert "recall is paused" in done.stderr
    assert product.json("context") == {"context": "", "tokens": 0, "items": []}
    product.run("resume")
    assert "SQLite" in product.run("context").stdout


def test_who_serves_tools_is_told_why_a_kind_is_off(tmp_path):
    """For the tools of the MCP server: one line, with what turns it on again."""
    pause_file.pause(str(tmp_path), pauses.RECALL, "/work/shop", now=NOW)

    line = pauses.notice(str(tmp_path), pauses.RECALL, "/work/shop/src")

    assert line == (
        f"recall is paused in /work/shop since {NOW}; go on with: codewatch resume --project '/work/shop' --recall"
    )
    assert pauses.notice(str(tmp_path), pauses.CAPTURE, "/work/shop/src") == ""
