"""`codewatch status`: health in one screen, and 1 when capture or recall is broken."""

import json
import sqlite3
import subprocess
import sys
import time
from datetime import UTC, datetime

import pytest

from codewatch import paths
from codewatch.cli import health
from codewatch.clientfiles import changes
from codewatch.clients import claude_setup
from codewatch.clients.program import Program, Where


@pytest.fixture(autouse=True)
def _connected(product):
    """Put our hooks into Claude Code's settings; test_connection.py is about those."""
    program = Program(sys.executable, paths.package_parent(), str(product.data))
    (target,) = claude_setup.targets(
        "local", Where(str(product.project), str(product.project)), program, with_server=False
    )
    changes.install(target, dry_run=False)


def findings(product):
    """Return the ids of what `status` finds."""
    return [finding["id"] for finding in product.json("status", check=False)["findings"]]


def test_a_fresh_installation_is_well(product):
    status = product.json("status")

    assert status["ok"] is True
    assert status["findings"] == []
    assert product.run("status").stdout.startswith("codewatch is recording and recalling\n")


def test_what_was_recorded_is_counted(product, session):
    product.save(session.path)
    product.drain()

    status = product.json("status")

    assert sum(status["memory"]["observations"].values()) == len(product.contents())
    assert status["last_success_at"].endswith("Z")
    assert (status["project"], status["branch"]) == (str(product.project), "main")


def test_a_damaged_memory_is_found_and_the_exit_code_is_1(product):
    product.data.mkdir()
    (product.data / "codewatch.db").write_bytes(b"this is no database, and never was one" * 200)

    done = product.run("status", check=False)

    assert done.returncode == 1
    assert done.stdout.startswith("codewatch is not working; see below\n")
    assert findings(product) == ["memory-unusable"]


def test_a_damaged_queue_is_found_and_the_exit_code_is_1(product):
    product.data.mkdir()
    (product.data / "queue.db").write_bytes(b"this is no database, and never was one" * 200)

    assert product.run("status", check=False).returncode == 1
    assert findings(product) == ["queue-unusable"]


def test_a_data_directory_that_cannot_be_made_is_found(product, tmp_path):
    (tmp_path / "file").write_text("")

    status = product.json("status", check=False, CODEWATCH_DATA_DIR=str(tmp_path / "file" / "deep" / "data"))

    assert status["ok"] is False
    assert status["findings"][0]["id"] == "data-dir"


def test_jobs_that_were_given_up_are_a_warning(product, put_failed):
    put_failed("/a.jsonl")

    status = product.json("status")

    assert status["ok"] is True
    assert [(finding["id"], finding["severity"]) for finding in status["findings"]] == [("failed-jobs", "warning")]
    assert all(finding["fix"] for finding in status["findings"])


def test_jobs_that_wait_for_long_without_a_worker_are_an_error(product, session):
    product.save(session.path)
    with sqlite3.connect(product.data / paths.QUEUE_FILE) as connection:
        connection.execute("update task set enqueued_at = ?", (time.time() - 3600,))
    connection.close()

    assert product.run("status", check=False).returncode == 1
    assert findings(product) == ["no-worker"]


@pytest.mark.parametrize(("idle_s", "age_s", "found"), [(600, 3600, ["stuck-worker"]), (10, 3600, []), (600, 10, [])])
def test_a_worker_that_does_nothing_is_an_error(idle_s, age_s, found):
    """Healthy is what gets through, not what runs."""
    since = datetime.fromtimestamp(time.time() - idle_s, UTC).isoformat()
    worker = {"running": True, "pid": 7, "started_at": since, "last_success_at": since}

    judged = health.judge_queue({"pending": 1, "failed": 0, "oldest_age_s": age_s}, worker)

    assert [finding.id for finding in judged] == found
    assert {finding.severity for finding in judged} <= {"error"}


def test_when_nothing_gets_through_any_more_it_is_an_error(product, put_failed):
    for row_id in (3, 4, 5):
        put_failed(f"/{row_id}.jsonl", row_id=row_id)

    status = product.json("status", check=False)

    assert (status["ok"], [finding["id"] for finding in status["findings"]]) == (False, ["failed-jobs"])


def test_a_folder_that_others_can_write_is_refused_with_what_mends_it(product, session):
    product.data.mkdir()
    product.data.chmod(0o777)
    mend = f"chmod go-rwx '{product.data}'"

    refused = [product.run(*words, check=False) for words in (("remember", "x"), ("pause",), ("worker", "start"))]
    saved = product.save(session.path)
    status = product.json("status", check=False)

    assert [done.returncode for done in refused] == [3, 3, 3]
    assert all(done.stderr.endswith(f"run: {mend}\n") for done in refused)
    assert (saved.stdout, saved.stderr) == (b"", b"")
    assert list(product.data.iterdir()) == []
    assert [finding["fix"] for finding in status["findings"] if finding["id"] == "data-dir"] == [mend]
    subprocess.run(mend, shell=True, check=True)
    product.save(session.path)
    product.drain()
    assert product.contents()


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (['{"items": [{"role": "user", "content": "hello"}]}'], "1 record: unreadable"),
        (['{"type": "response_item", "payload": {}}', '{"type": "event_msg"}'] * 20, "event_msg row"),
    ],
)
def test_a_transcript_of_which_nothing_was_recognised_is_a_warning(product, tmp_path, lines, said):
    """Nothing to remember must not look the same as nothing understood."""
    odd = tmp_path / "odd.jsonl"
    odd.write_text("".join(line + "\n" for line in lines))
    product.save(odd)
    product.drain()

    status = product.json("status")

    assert [finding["id"] for finding in status["findings"]] == ["unrecognised-transcript"]
    assert str(odd) in status["findings"][0]["what"]
    assert said in status["findings"][0]["what"]


def test_a_session_that_was_opened_and_closed_is_no_warning(product, transcript, tmp_path):
    empty = tmp_path / "empty.jsonl"
    empty.write_text('{"type": "mode"}\n{"type": "permission-mode"}\n{"type": "last-prompt"}\n')
    product.save(empty)
    product.save(transcript.user("<command-name>/clear</command-name>").path)
    product.drain()

    assert product.json("coverage")["percent"] == 100.0
    assert findings(product) == []


def test_a_hook_that_failed_lately_is_a_warning(product, remembered):
    product.hook("save", {}, raw=b"no json")

    status = product.json("status")

    assert [finding["id"] for finding in status["findings"]] == ["recent-problem"]
    assert "payload of 7 bytes is not JSON" in status["findings"][0]["what"]


def test_a_named_provider_without_a_key_is_a_fault_with_what_to_do(product):
    """FEATURES F61: it is named, so nothing else takes its place."""
    result = product.run("status", "--json", CODEWATCH_LLM_PROVIDER="groq", check=False)
    status = json.loads(result.stdout)

    assert result.returncode == 1
    assert [finding["what"] for finding in status["findings"]] == ["groq: no key: set CODEWATCH_GROQ_API_KEY"]


def test_status_says_which_model_and_where_its_key_stands_never_the_key(product):
    result = product.run("status", CODEWATCH_LLM_PROVIDER="groq", GROQ_API_KEY="gsk_FAKEFAKE")

    assert "groq/llama-3.3-70b-versatile (key from environment)" in result.stdout
    assert "FAKEFAKE" not in result.stdout


def test_a_problem_goes_when_a_session_is_saved_after_it(product, session):
    product.data.mkdir(mode=0o700)
    later = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    (product.data / "codewatch.log").write_text(f"{later} error: it broke\n")
    before = findings(product)
    product.save(session.path)
    product.drain()

    with sqlite3.connect(product.data / "codewatch.db") as connection:
        connection.execute("update transcript set updated_at = ?", (later[:-1] + "Z~",))
    connection.close()

    assert before == ["recent-problem"]
    assert findings(product) == []


def test_one_job_is_one_job(product, put_failed):
    put_failed("/a.jsonl")

    assert product.json("status")["findings"][0]["what"] == "1 job was given up"
    assert product.run("queue", "retry", "7").stdout == "1 job waits again\n"
