"""The sweep: what no hook has said is found all the same (FEATURES F140, B1)."""

import importlib
import os
import shutil
import subprocess
import sys
import time

import pytest

from codewatch import lock, paths

DEADLINE_S = 60


@pytest.fixture
def projects(product):
    """Give Claude Code's folder of transcripts for the product's project."""
    folder = product.home / ".claude" / "projects" / "-project"
    folder.mkdir(parents=True)
    return folder


def test_a_session_whose_hooks_never_fired_is_found(product, projects, make_transcript):
    product.run("remember", "There is a memory already.")
    words = make_transcript(projects / "missed.jsonl", product.project, "missed")
    words.user("We decided to use SQLite because it is small.")

    product.drain()

    assert any("SQLite" in text for text in product.contents())
    assert product.json("coverage", str(words.path))["percent"] == 100.0


def test_what_was_written_before_codewatch_was_there_is_left_for_the_user_to_ask(product, projects, make_transcript):
    words = make_transcript(projects / "old.jsonl", product.project, "old")
    os.utime(words.user("We decided to use SQLite because it is small.").path, (0, 0))

    product.drain()

    assert product.contents() == []


def test_a_session_that_died_after_its_last_hook_is_finished(product, projects, make_transcript):
    words = make_transcript(projects / "died.jsonl", product.project, "died")
    product.save(words.user("We decided to use SQLite because it is small.").path, session="died")
    product.drain()
    words.user("We picked port 8431 for the metrics endpoint.")

    product.drain()

    assert any("8431" in text for text in product.contents())


@pytest.mark.parametrize("size", ["shorter", "the same size", "longer"])
def test_a_transcript_that_was_written_anew_is_read_anew(product, projects, make_transcript, size):
    """FEATURES F140, B1: truncated and replaced files, without a hook that says so."""
    path = projects / "anew.jsonl"
    words = make_transcript(path, product.project, "anew")
    for number in range(20):
        words.user(f"We decided to use port {8000 + number} for service {number} because it is free.")
    product.save(path, session="anew")
    product.drain()
    length = path.stat().st_size
    path.unlink()
    words = make_transcript(path, product.project, "other")
    words.user("We decided to use SQLite because it is small.")
    if size != "shorter":
        rest = length - path.stat().st_size + (500 if size == "longer" else 0)
        path.write_bytes(path.read_bytes() + b"x" * (rest - 1) + b"\n")
    before = product.json("coverage")

    product.drain()

    after = product.json("coverage")
    assert any("SQLite" in text for text in product.contents())
    assert (before["percent"], before["pending"]) == (0.0, path.stat().st_size)
    assert (after["percent"], after["bytes"]) == (100.0, path.stat().st_size)
    assert product.sql("select generation from transcript order by 1") == [(0,), (1,)]


def test_a_torn_tail_alone_adds_no_job(product, projects, make_transcript):
    words = make_transcript(projects / "torn.jsonl", product.project, "torn")
    product.save(words.user("We decided to use SQLite because it is small.").path, session="torn")
    product.drain()
    with words.path.open("a") as stream:
        stream.write('{"type": "us')
    log = product.data / "codewatch.log"
    log.write_text("")

    product.drain()

    assert product.json("coverage")["percent"] == 100.0
    assert "swept" not in log.read_text()


def test_idle_transcripts_add_no_job(product, projects, make_transcript):
    words = make_transcript(projects / "idle.jsonl", product.project, "idle")
    product.save(words.user("We decided to use SQLite because it is small.").path, session="idle")
    product.drain()
    before = product.sql("select * from transcript")

    product.drain()

    assert product.sql("select * from transcript") == before
    assert "swept" not in (product.data / "codewatch.log").read_text()


def test_a_worker_that_starts_again_and_again_does_nothing_anew(product, projects, make_transcript, serve):
    """REC-07."""
    server = serve({"content": "[]"})
    named = {"CODEWATCH_LLM_PROVIDER": "openai", "CODEWATCH_OPENAI_BASE_URL": server.url}
    words = make_transcript(projects / "idle.jsonl", product.project, "idle")
    words.user("We decided to use SQLite because it is small. " * 8)
    product.save(words.path, session="idle", event="SessionEnd")
    product.drain(**named)
    done = product.json("queue", "status")["last_day"]["done"]

    starts = [product.drain(**named) for _ in range(5)]

    assert len(starts) == 5
    assert product.json("queue", "status")["last_day"]["done"] == done
    assert len(server.requests) == 1
    assert "swept" not in (product.data / "codewatch.log").read_text()


def test_a_session_of_our_own_is_not_swept(product, projects, make_transcript):
    product.run("remember", "There is a memory already.")
    words = make_transcript(projects / "own.jsonl", product.data, "own")
    words.user("We decided to use SQLite because it is small.")

    product.drain()

    assert product.sql("select count(*) from transcript") == [(0,)]


def test_the_sweep_can_be_turned_off(product, projects, make_transcript):
    product.run("remember", "There is a memory already.")
    make_transcript(projects / "missed.jsonl", product.project, "missed").user("We decided to use SQLite.")

    product.drain(CODEWATCH_SWEEP_INTERVAL_MIN="0")

    assert product.sql("select count(*) from transcript") == [(0,)]


@pytest.mark.parametrize("options", [[], ["--leave-when-idle"]])
def test_a_worker_that_sees_newer_code_hands_over(product, tmp_path, options, wait_until):
    """FEATURES F112: an upgrade is picked up without anybody's care, by one fresh worker where none is a service."""
    site = tmp_path / "site"
    shutil.copytree(os.path.join(paths.package_parent(), "codewatch"), site / "codewatch")
    shutil.copytree(
        importlib.import_module("codewatch.workers").__path__[0], site / "codewatch" / "workers", dirs_exist_ok=True
    )
    code = (
        "import sys; sys.path.insert(0, sys.argv.pop(1)); from codewatch.workers.__main__ import main; sys.exit(main())"
    )
    worker = subprocess.Popen([sys.executable, "-c", code, str(site), "run", *options], env=product.environment)
    wait_until(lambda: lock.is_held(str(product.data)) and product.json("worker", "status", check=False)["pid"])

    os.utime(site / "codewatch" / "__init__.py", (1, 1))

    assert worker.wait(timeout=DEADLINE_S) == 0
    assert "reason=newer code" in (product.data / "codewatch.log").read_text()
    assert product.json("worker", "status", check=False)["running"] is bool(options)


def test_what_was_dropped_is_accounted_for_and_not_taken_up_again(product, projects, make_transcript):
    product.run("remember", "There is a memory already.")
    words = make_transcript(projects / "poison.jsonl", product.project, "poison")
    product.save(words.user("We decided to use SQLite because it is small.").path, session="poison")
    size = words.path.stat().st_size
    product.queue_sql("update task set owner = '999999999:1.0', deaths = 2")
    product.drain()

    product.run("queue", "drop", "--all")
    product.drain()
    words.user("We picked port 8431 for the metrics endpoint.")
    product.drain()

    found = product.json("coverage")
    assert (found["percent"], found["skipped"]) == (100.0, size)
    assert not any("SQLite" in text for text in product.contents())
    assert any("8431" in text for text in product.contents())


def test_a_transcript_that_was_gone_and_is_back_is_swept_again(product, projects, make_transcript):
    product.run("remember", "There is a memory already.")
    words = make_transcript(projects / "back.jsonl", product.project, "back")
    product.save(words.user("We decided to use SQLite because it is small.").path, session="back")
    text = words.path.read_bytes()
    words.path.unlink()
    product.drain()
    failed = product.json("queue", "status")["failed"]
    words.path.write_bytes(text)
    os.utime(words.path, (time.time() + 5, time.time() + 5))

    product.drain()

    assert failed == 1
    assert product.json("queue", "status")["failed"] == 0
    assert product.json("coverage")["percent"] == 100.0


def test_what_was_given_up_is_not_taken_up_by_itself(product, projects, make_transcript):
    """Neither at a start nor by the sweep: it waits for `queue retry`, and then counts as any other job."""
    product.run("remember", "There is a memory already.")
    words = make_transcript(projects / "poison.jsonl", product.project, "poison")
    product.save(words.user("We decided to use SQLite because it is small.").path, session="poison")
    product.queue_sql("update task set owner = '999999999:1.0', deaths = 2")

    product.drain()
    product.drain()

    assert product.json("queue", "status")["failed"] == 1
    assert product.json("coverage", check=False)["failed"] == words.path.stat().st_size
    product.run("queue", "retry", "--all")
    product.drain()
    assert any("SQLite" in text for text in product.contents())
    assert product.json("coverage")["percent"] == 100.0


def test_a_folder_that_cannot_exist_costs_no_other_session(product, projects, make_transcript):
    product.run("remember", "There is a memory already.")
    make_transcript(projects / "a.jsonl", "/work/a\0b", "odd").user("We decided to use DuckDB because it is quick.")
    make_transcript(projects / "b.jsonl", product.project, "missed").user(
        "We decided to use SQLite because it is small."
    )

    product.drain()

    assert [any(word in text for text in product.contents()) for word in ("SQLite", "DuckDB")] == [True, True]
