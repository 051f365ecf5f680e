"""A user is told once, at the next session's start, when capture has been broken for a while (FEATURES F49)."""

import os
import time
from types import SimpleNamespace

import pytest

from codewatch import broken, paths


def start(product, session):
    """Return what a session start is given."""
    payload = {
        "session_id": session,
        "cwd": str(product.project),
        "hook_event_name": "SessionStart",
        "source": "startup",
    }
    return product.context_of(product.hook("recall", payload).stdout)


@pytest.fixture
def folder(tmp_path):
    """Give a data directory."""
    return str(tmp_path)


def test_a_hiccup_is_not_told(folder):
    broken.note(folder, "the disk is full", now=1_000.0)

    assert broken.line_to_tell(folder, now=1_000.0 + broken.TOLD_AFTER_S - 1) == ""


def test_what_lasts_is_told_once_with_since_when_and_why(folder):
    broken.note(folder, "the disk is full", now=1_000.0)
    broken.note(folder, "something later", now=5_000.0)

    line = broken.line_to_tell(folder, now=9_000.0)

    assert line == "memory is not recording since 1970-01-01 00:16 UTC: the disk is full. Run `codewatch status`."
    assert broken.line_to_tell(folder, now=9_000.0) == ""


def test_what_breaks_again_is_told_again(folder):
    broken.note(folder, "first", now=1_000.0)
    broken.line_to_tell(folder, now=9_000.0)
    broken.clear(folder)

    broken.note(folder, "second", now=10_000.0)

    assert "second" in broken.line_to_tell(folder, now=20_000.0)


def test_a_damaged_memory_is_told_at_the_next_session_start_and_only_there(product, transcript):
    product.save(transcript.user("We picked port 8431 for the metrics endpoint.").path)
    product.drain()
    (product.data / paths.MEMORY_FILE).write_bytes(b"this is no database" * 500)
    product.run("worker", "run", "--until-empty", check=False)
    noted = product.data / "broken"
    noted.write_text(noted.read_text().replace(noted.read_text().split(" ")[0], str(int(time.time()) - 2_000), 1))

    first, second = start(product, "s1"), start(product, "s2")

    assert "memory is not recording since" in first
    assert "is damaged" in first
    assert second == ""


def test_a_worker_that_never_stays_is_told(product, transcript):
    product.save(transcript.user("We picked port 8431 for the metrics endpoint.").path)
    with_age = "update task set enqueued_at = enqueued_at - 3600"
    product.queue_sql(with_age)

    product.save(transcript.user("One more line.").path, CODEWATCH_WORKER_AUTOSTART="true")

    assert (
        "no worker stays running" in (product.data / "broken").read_text()
        or product.json("worker", "status")["running"]
    )


def test_jobs_that_nobody_does_are_told_once(product, transcript):
    """Whether no worker may be started, or one runs and does nothing: somebody has gone on saving for an hour."""
    product.save(transcript.user("We picked port 8431 for the metrics endpoint.").path)
    product.queue_sql("update task set enqueued_at = enqueued_at - 3600")

    told = [start(product, f"s{number}") for number in range(2)]
    product.drain()

    assert "jobs wait and no worker does them" in told[0]
    assert told[1] == ""
    assert not (product.data / "broken").exists()


def test_jobs_from_before_the_machine_was_off_are_no_trouble(product, transcript):
    product.save(transcript.user("We picked port 8431 for the metrics endpoint.").path)
    product.queue_sql("update task set enqueued_at = enqueued_at - 3600")
    product.queue_sql("update enqueued_transcript set ready_at = ready_at - 3600")

    assert start(product, "s1") == ""


def test_jobs_that_were_given_up_one_after_the_other_are_told_once(product, tmp_path):
    for number in range(3):
        path = tmp_path / f"{number}.jsonl"
        path.write_text("{}\n")
        product.save(path)
        path.unlink()
    product.drain()

    told = [start(product, f"s{number}") for number in range(2)]

    assert "memory gave up 3 jobs since yesterday" in told[0]
    assert told[1] == ""


@pytest.mark.skipif(os.geteuid() == 0, reason="modes do not bind root")
def test_a_folder_that_cannot_be_written_is_told(product, transcript):
    product.save(transcript.user("We picked port 8431 for the metrics endpoint.").path)
    product.data.chmod(0o500)

    told = start(product, "s1")
    product.data.chmod(0o700)

    assert "cannot be written" in told


def test_a_full_disk_is_told(folder, monkeypatch):
    monkeypatch.setattr(broken.os, "statvfs", lambda path: SimpleNamespace(f_bavail=0))

    assert "is full" in broken.line_to_tell(folder, now=1_000.0)


def test_a_working_capture_takes_the_note_away(product, transcript):
    product.data.mkdir()
    broken.note(str(product.data), "an old trouble", now=1_000.0)

    product.save(transcript.user("We picked port 8431 for the metrics endpoint.").path)
    product.drain()

    assert not (product.data / "broken").exists()
