"""The whole line, as processes: transcript → save hook → queue → worker → memory → recall hook."""

import json
import os
import random
import signal
import subprocess
import sys
import time

import pytest

from codewatch import paths

DEADLINE_S = 60


def wait_until(condition):
    """Wait until `condition` holds, at most a minute."""
    deadline = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < deadline, "the condition never came true"
        time.sleep(0.02)


@pytest.fixture
def session(transcript):
    """Give a transcript of an ordinary hour: a preference, a decision, a repair, an install, a commit, a question."""
    folder = transcript.common["cwd"]
    transcript.user("The total is wrong for bulk orders. Always use Decimal for money, never float.")
    transcript.tool(
        "Bash", {"command": "pytest -q"}, "E   AssertionError: 43.5 != 43.50\n1 failed, 7 passed", is_error=True
    )
    transcript.tool("Edit", {"file_path": f"{folder}/shop/prices.py", "old_string": "a", "new_string": "b"}, "updated")
    transcript.tool("Bash", {"command": "pytest -q"}, "8 passed in 0.31s")
    transcript.assistant("Root cause: float rounding in bulk_total.")
    transcript.tool("Bash", {"command": "pip install babel==2.16.0"}, "Successfully installed babel-2.16.0")
    transcript.tool(
        "Bash",
        {"command": "git commit -am 'Count money in Decimal'"},
        "[main 1a2b3c4] Count money in Decimal\n 2 files",
    )
    transcript.user("We decided to keep orders in SQLite because one shop needs no server.")
    transcript.user("Should we move the till to Rust?")
    return transcript


@pytest.mark.parametrize(
    "expected",
    [
        "shop/prices.py", "`pytest -q` failed", "AssertionError: 43.5 != 43.50", "8 passed", "babel 2.16.0", "1a2b3c4",
        "Count money in Decimal", "Always use Decimal for money, never float", "SQLite because one shop",
        "float rounding",
    ],
)  # fmt: skip
def test_a_session_is_remembered_without_a_model(product, session, expected):
    """FEATURES B6, F41-F44."""
    product.save(session.path)
    product.drain()

    assert any(expected in text for text in product.contents())


def test_a_question_is_no_decision(product, session):
    """FEATURES F38."""
    product.save(session.path)
    product.drain()

    rows = product.sql("select category from observation where content like '%Rust%'")
    assert {category for (category,) in rows} <= {"task_context"}


def test_the_next_prompt_is_given_what_matters(product, session):
    """FEATURES F23, F45-F47."""
    product.save(session.path)
    product.drain()

    context = product.recall("add a discount: do we use float or Decimal for money?")

    assert "! [user_preference]" in context
    assert "never float" in context


def test_a_new_session_starts_with_a_briefing(product, session):
    """FEATURES F24, F49."""
    product.save(session.path)
    product.drain()
    payload = {"session_id": "s2", "cwd": str(product.project), "hook_event_name": "SessionStart", "source": "startup"}

    context = product.context_of(product.hook("recall", payload).stdout)

    assert context.startswith("<codewatch-memory-briefing>")
    assert "Always use Decimal for money" in context
    assert "Current task: " in context


def test_saving_the_same_transcript_twice_changes_nothing(product, session):
    """FEATURES F32, B1."""
    product.save(session.path)
    product.drain()
    before = product.sql("select * from observation order by id")

    product.save(session.path, event="SessionEnd")
    product.run("observe", "--transcript", str(session.path))
    product.drain()

    assert product.sql("select * from observation order by id") == before
    assert product.json("coverage")["percent"] == 100.0


def test_two_projects_with_the_same_branch_never_see_each_other(product, session, tmp_path, make_transcript):
    """FEATURES F70-F71."""
    product.save(session.path)
    other = tmp_path / "other"
    (other / ".git" / "objects").mkdir(parents=True)
    (other / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    words = make_transcript(tmp_path / "other.jsonl", other, "sess-2")
    words.user("Always use Fraction for money, never Decimal.")
    product.save(words.path, session="sess-2", cwd=other)
    product.drain()

    here = product.json("search", "money Decimal Fraction")
    there = product.json("search", "money Decimal Fraction", cwd=other)

    assert {row["project"] for row in here} == {str(product.project)}
    assert {row["project"] for row in there} == {str(other)}
    assert "Fraction" not in product.recall("how do we count money, Decimal or Fraction?")
    assert "Fraction" in product.recall("how do we count money, Decimal or Fraction?", cwd=other)
    assert "Fraction" not in product.run("list").stdout


def test_what_one_branch_learned_another_does_not_see_but_the_projects_is_shared(product, tmp_path, make_transcript):
    """FEATURES F70-F71: exact branch, project and global for now."""
    words = make_transcript(tmp_path / "side.jsonl", product.project, branch="side")
    words.user("Always use Decimal for money, never float.")
    words.user("We decided to keep orders in SQLite because one shop needs no server.")
    product.save(words.path)
    product.drain()

    on_main = [row["content"] for row in product.json("search", "money orders SQLite Decimal")]
    on_side = [row["content"] for row in product.json("search", "money orders SQLite Decimal", "--branch", "side")]

    assert not any("SQLite" in text for text in on_main)
    assert any("SQLite" in text for text in on_side)
    assert any("Decimal" in text for text in on_main)


def test_a_killed_worker_loses_nothing_and_doubles_nothing(product, tmp_path, make_transcript):
    """FEATURES B1: SIGKILL at random moments of a slice of several chunks, then the same memory as without."""
    words = make_transcript(tmp_path / "long.jsonl", product.project)
    words.user("Check the modules one by one.")
    write_long_work(words, 1_500)
    product.save(words.path)
    chance = random.Random(20261130)

    kills = [kill_worker_within(product, chance.uniform(0.2, 1.2)) for _ in range(8)]
    product.run("queue", "retry", "--all")  # a slow machine may not have got on in any of three
    product.drain()

    contents = product.contents()
    assert any(kills)
    assert len(contents) == len(set(contents))
    assert sum(text.startswith("`pytest tests/test_") for text in contents) == 1_500
    assert product.json("coverage")["percent"] == 100.0
    assert product.queue_sql("select count(*) from task") == [(0,)]
    assert product.sql("pragma integrity_check") == [("ok",)]


def test_the_end_of_a_session_leaves_the_jobs_that_wait(product, tmp_path, make_transcript):
    """A /clear is a new beginning for the assistant, and no reason to forget what was said before."""
    words = [make_transcript(tmp_path / f"{number}.jsonl", product.project, f"s{number}") for number in range(5)]
    for number, one in enumerate(words):
        product.save(one.user(f"Always use port {8000 + number} for service {number}.").path, session=f"s{number}")

    product.hook(
        "save",
        {
            "session_id": "s0", "transcript_path": str(words[0].path), "cwd": str(product.project),
            "hook_event_name": "SessionEnd", "reason": "clear",
        },
    )  # fmt: skip
    product.drain()

    assert len(product.contents()) == 5


def test_a_hook_that_names_an_older_file_loses_neither(product, tmp_path, make_transcript):
    """After a resume a client may go on naming the old transcript while a newer one grows."""
    old = make_transcript(tmp_path / "old.jsonl", product.project, "old").user("Always use Decimal for money.")
    new = make_transcript(tmp_path / "new.jsonl", product.project, "new").user("Never use floats for money, please.")
    product.save(old.path, session="old")
    product.save(new.path, session="old")
    product.drain()
    new.user("Always round half to even.")

    product.save(old.path, session="old")
    product.save(new.path, session="new")
    product.drain()

    assert len(product.contents()) == 3
    assert product.json("coverage")["percent"] == 100.0


def test_reading_the_projects_own_instructions_is_nothing_to_remember(product, transcript):
    """What stands in a file of the project is there already, and is not what somebody decided in this session."""
    rules = "# Rules\nAlways use tabs. We decided to use Postgres because it is safe. Never commit to main.\n" * 5
    transcript.user("Read the instructions, please, and tell me when you are done with all of them.")
    transcript.tool("Read", {"file_path": str(product.project / "CLAUDE.md")}, rules)
    transcript.assistant("I have read the instructions.")
    product.save(transcript.path)
    product.drain()

    assert [row["category"] for row in product.json("list")] == ["task_context"]
    assert not any(word in text for text in product.contents() for word in ("tabs", "Postgres", "main"))
    assert product.json("coverage")["percent"] == 100.0


def test_a_transcript_that_is_gone_is_told_once_and_not_tried_for_ever(product, transcript):
    """A client deletes old transcripts; a job that comes too late ends, and is seen to have ended."""
    path = transcript.user("Always use Decimal for money, never float.").path
    product.save(path)
    path.unlink()
    product.drain()
    product.drain()

    (failed,) = product.json("queue", "failed")
    assert (failed["attempts"], failed["arguments"]["path"]) == (1, str(path))
    assert "gone" in failed["error"] or "No such file" in failed["error"]
    assert (product.data / "codewatch.log").read_text().count("gave up a job") == 1


def test_the_end_of_a_long_result_is_heard(product, transcript):
    """200 kB of a test run, of which the last three lines matter."""
    noise = "".join(f"tests/test_{number}.py::test_case PASSED\n" for number in range(6_000))
    result = (
        noise + "FAILED tests/test_till.py::test_rounding - AssertionError: 3.30 != 3.31\n1 failed, 4999 passed in 9s"
    )
    transcript.user("Run all the tests and tell me whether anything fails, please.")
    transcript.tool("Bash", {"command": "pytest -q"}, result, is_error=True)
    product.save(transcript.path)
    product.drain()

    assert len(result) > 200_000
    assert any("1 failed" in text or "test_rounding" in text for text in product.contents())


def write_long_work(words, count):
    """Append test runs with much output, about 10 MB for 1,500."""
    noise = "collected 12 items\n" + "tests/test_x.py ........\n" * 250
    for number in range(count):
        words.tool("Bash", {"command": f"pytest tests/test_{number}.py -q"}, f"{noise}{number + 2} passed in 0.1s")


def kill_worker_within(product, seconds):
    """Start a worker, kill it after `seconds`, and return whether it was still running."""
    worker = subprocess.Popen(
        [sys.executable, "-I", "-m", "codewatch.workers", "run", "--until-empty"], env=product.environment
    )
    try:
        worker.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        worker.send_signal(signal.SIGKILL)
    return worker.wait() == -signal.SIGKILL


def test_the_save_hook_starts_one_detached_worker_that_does_the_job(product, session):
    """FEATURES F18, F110-F112."""
    product.save(session.path, event="SessionEnd", CODEWATCH_WORKER_AUTOSTART="true")
    product.save(session.path, event="Stop", CODEWATCH_WORKER_AUTOSTART="true")

    wait_until(lambda: (product.data / paths.MEMORY_FILE).exists() and product.json("status")["memory"]["observations"])

    state = product.json("worker", "status")
    assert state["running"]
    assert os.getsid(state["pid"]) == state["pid"] != os.getsid(0)


@pytest.mark.parametrize(
    "raw", [b"", b"not json", b"[1, 2]", b'{"session_id": "x"', b"\xff\xfe\x00", b"null", b'{"transcript_path": 7}']
)
def test_bad_input_is_one_line_in_the_log_and_the_hook_exits_0(product, raw):
    """FEATURES F18-F19."""
    product.data.mkdir()

    saved = product.hook("save", None, raw=raw)
    recalled = product.hook("recall", None, raw=raw)

    assert (saved.stdout, saved.stderr, recalled.stdout, recalled.stderr) == (b"", b"", b"", b"")
    log = product.data / "codewatch.log"
    assert not log.exists() or all(line.split(" ")[1] == "error:hook" for line in log.read_text().splitlines())


def test_broken_json_is_told_in_the_status(product):
    product.data.mkdir()

    product.hook("save", None, raw=b"{broken")

    findings = product.json("status")["findings"]
    assert [finding["id"] for finding in findings] == ["recent-problem", "not-connected"]
    assert "not JSON" in findings[0]["what"]


def test_a_missing_transcript_is_told_in_the_log_and_the_status(product, tmp_path):
    product.data.mkdir()

    product.save(tmp_path / "gone.jsonl")

    assert "gone.jsonl is missing" in (product.data / "codewatch.log").read_text()
    assert "gone.jsonl is missing" in product.run("status").stdout


def test_a_transcript_that_vanishes_before_it_is_read_is_told_in_the_log_and_the_status(product, transcript):
    product.save(transcript.user("We picked port 8431 for the metrics endpoint.").path)
    transcript.path.unlink()

    product.drain()

    line = f"gave up a job: TranscriptError: {transcript.path}"
    assert line in (product.data / "codewatch.log").read_text()
    assert line in product.run("status").stdout


def test_a_client_without_a_transcript_is_observed_by_its_last_message(product):
    payload = {
        "session_id": "s", "cwd": str(product.project), "hook_event_name": "Stop", "transcript_path": None,
        "last_assistant_message": "I chose Redis over memcached because it persists. token = ghp_" + "a1B2" * 9,
    }  # fmt: skip

    product.hook("save", payload)
    product.drain()

    assert any("Redis over memcached" in text for text in product.contents())
    assert not any(b"ghp_a1B2" in file.read_bytes() for file in product.data.iterdir())


def test_a_damaged_memory_does_not_stop_the_session_and_is_told(product, session):
    product.save(session.path)
    product.drain()
    (product.data / paths.MEMORY_FILE).write_bytes(b"this is no database" * 500)
    for name in ("-wal", "-shm"):
        (product.data / (paths.MEMORY_FILE + name)).unlink(missing_ok=True)

    saved = product.save(session.user("One more decision: we picked port 8431 for metrics.").path)
    context = product.recall("which port did we pick for metrics?")
    drained = product.run("worker", "run", "--until-empty", check=False)

    assert (saved.stdout, context) == (b"", "")
    assert drained.returncode == 3
    assert "is damaged" in product.run("status", check=False).stdout
    assert product.run("status", check=False).returncode == 1
    assert product.queue_sql("select count(*) from task") == [(1,)]


def test_a_damaged_queue_spools_the_job_and_the_next_worker_reads_it(product, session):
    product.data.mkdir()
    (product.data / paths.QUEUE_FILE).write_bytes(b"this is no database" * 500)

    product.save(session.path)
    (product.data / paths.QUEUE_FILE).unlink()
    product.drain()

    assert any("Decimal" in text for text in product.contents())
    assert "spooled" in (product.data / "codewatch.log").read_text()
    assert list((product.data / paths.SPOOL_FOLDER).iterdir()) == []


def test_every_file_of_the_product_is_private(product, session):
    """FEATURES F58: 0600 and 0700 whatever the umask."""
    old = os.umask(0)
    try:
        product.save(session.path, CODEWATCH_WORKER_AUTOSTART="true")
        wait_until(
            lambda: (product.data / paths.MEMORY_FILE).exists() and product.json("status")["memory"]["observations"]
        )
        product.recall("do we use float or Decimal for money?")
    finally:
        os.umask(old)

    modes = {str(path.relative_to(product.data)): path.stat().st_mode & 0o777 for path in product.data.rglob("*")}
    assert {mode for name, mode in modes.items() if (product.data / name).is_file()} == {0o600}, modes
    assert {mode for name, mode in modes.items() if (product.data / name).is_dir()} <= {0o700}, modes
    assert product.data.stat().st_mode & 0o777 == 0o700


def test_the_demo_shows_memory_context_and_status(product):
    shown = product.run("demo", NO_COLOR="1", COLUMNS="200").stdout

    assert "integer cents" in shown
    assert "<codewatch-memory>" in shown
    assert "100.000 %" in shown
    assert "recording and recalling" in shown
    assert json.dumps(str(product.data)) not in shown
