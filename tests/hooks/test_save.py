"""The save hook as a process: what becomes a job, what does not, and what it never does."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys

import pytest

from codewatch import lock, paths


def jobs(product):
    """Return the arguments of the jobs in the queue, oldest first."""
    rows = product.queue_sql("select json_extract(data, '$.m.kwargs') from task order by id")
    return [json.loads(arguments) for (arguments,) in rows]


def payload_of(product, transcript, **fields):
    """Return a Stop payload for a transcript."""
    common = {"session_id": "sess-1", "transcript_path": str(transcript.path), "cwd": str(product.project)}
    return {**common, "hook_event_name": "Stop", **fields}


def test_a_job_names_the_transcript_and_holds_no_text(product, transcript):
    """FEATURES F18."""
    product.save(transcript.user("A secret plan that the queue need not know.").path)

    (job,) = jobs(product)
    assert (job["path"], job["end"]) == (str(transcript.path), transcript.path.stat().st_size)
    assert (job["project"], job["branch"], job["session"]) == (str(product.project), "main", "sess-1")
    assert b"secret plan" not in (product.data / paths.QUEUE_FILE).read_bytes()


def test_events_of_one_session_coalesce_to_one_job(product, transcript):
    for _ in range(5):
        product.save(transcript.user("Another line.").path)

    (job,) = jobs(product)
    assert job["end"] == transcript.path.stat().st_size


@pytest.mark.parametrize(("event", "flush"), [("Stop", False), ("PreCompact", True), ("SessionEnd", True)])
def test_the_last_events_flush(product, transcript, event, flush):
    """FEATURES F31."""
    product.save(transcript.user("Short.").path, event=event)

    assert [job["flush"] for job in jobs(product)] == [flush]


def test_what_is_said_in_a_worktree_is_known_in_the_main_one(product, tmp_path, make_transcript):
    """CAP-19: whoever writes and whoever reads finds the project in the same way."""
    main, side = tmp_path / "main", tmp_path / "side"
    git = ("git", "-c", "user.name=a", "-c", "user.email=a@b")
    subprocess.run([*git, "init", "-q", "-b", "main", main], check=True)
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "one"], cwd=main, check=True)
    subprocess.run([*git, "worktree", "add", "-q", "-b", "side", side], cwd=main, check=True)
    (side / "src").mkdir()
    words = make_transcript(tmp_path / "t.jsonl", side / "src", branch="side")
    words.user("Always use Decimal for money, never float.")

    product.save(words.path, cwd=side / "src")
    product.drain()

    assert "Decimal" in product.recall("Do we use Decimal or float for money?", cwd=main)
    assert "Decimal" in product.recall("Do we use Decimal or float for money?", cwd=side, session="other")
    assert product.sql("select distinct root from project") == [(str(main),)]


def test_a_subfolder_is_the_same_project(product, transcript, tmp_path):
    """FEATURES F102, CAP-20: the payload's folder counts, and not the one that the hook runs in."""
    shop = tmp_path / "shop"
    (shop / "src" / "deep").mkdir(parents=True)
    subprocess.run(["git", "init", "-q", "-b", "main", shop], check=True)

    product.save(transcript.user("Hello there.").path, cwd=shop / "src" / "deep")

    assert jobs(product)[0]["project"] == str(shop)


def test_a_plain_folder_is_a_project_on_the_default_branch(product, transcript, tmp_path):
    plain = tmp_path / "plain folder"
    plain.mkdir()

    product.save(transcript.user("Hello there.").path, cwd=plain, CODEWATCH_DEFAULT_BRANCH="trunk")

    assert (jobs(product)[0]["project"], jobs(product)[0]["branch"]) == (str(plain), "trunk")


def test_a_subagents_own_transcript_is_saved(product, transcript, tmp_path):
    """FEATURES F21-F22."""
    own = tmp_path / "agent-a1.jsonl"
    own.write_text('{"type":"user"}\n')
    fields = {"hook_event_name": "SubagentStop", "agent_id": "a1", "agent_type": "general-purpose"}

    product.hook("save", payload_of(product, transcript.user("x"), **fields, agent_transcript_path=str(own)))

    assert [job["path"] for job in jobs(product)] == [str(own)]


def test_the_clients_own_compaction_run_makes_no_job(product, transcript, tmp_path):
    own = tmp_path / "agent-a2.jsonl"
    own.write_text('{"type":"user"}\n')
    fields = {"hook_event_name": "SubagentStop", "agent_id": "a2", "agent_type": "", "agent_transcript_path": str(own)}

    product.hook("save", payload_of(product, transcript.user("x"), **fields))

    assert not (product.data / paths.QUEUE_FILE).exists()


@pytest.mark.parametrize("environment", [{"CODEWATCH_CHILD": "1"}])
def test_a_model_call_of_ours_makes_no_job(product, transcript, environment):
    product.hook("save", payload_of(product, transcript.user("x")), **environment)

    assert not product.data.exists()


def test_a_session_inside_the_data_directory_makes_no_job(product, transcript):
    product.data.mkdir()
    (product.home / "link").symlink_to(product.data)

    product.save(transcript.user("x").path, cwd=product.home / "link" / ".")

    assert not (product.data / paths.QUEUE_FILE).exists()


@pytest.mark.parametrize("kind", ["folder", "fifo"])
def test_a_transcript_that_is_no_file_is_told(product, tmp_path, kind):
    product.data.mkdir()
    path = tmp_path / "odd"
    {"folder": path.mkdir, "fifo": lambda: os.mkfifo(path)}[kind]()

    product.save(path)

    assert "is missing" in (product.data / "codewatch.log").read_text()


def test_a_transcript_that_lies_in_a_folder_beside_the_named_one_is_found(product, tmp_path, make_transcript):
    """After a change of worktree a client may name the other project's folder."""
    for name in ("-main", "-wt", "-other"):
        (tmp_path / "projects" / name).mkdir(parents=True)
    real = make_transcript(tmp_path / "projects" / "-main" / "S1.jsonl", product.project).user("Hello there.").path

    product.save(tmp_path / "projects" / "-wt" / "S1.jsonl")
    product.save(tmp_path / "projects" / "-wt" / "S2.jsonl")

    assert [job["path"] for job in jobs(product)] == [str(real)]
    assert "S2.jsonl is missing" in (product.data / "codewatch.log").read_text()


def test_a_symlinked_transcript_is_the_same_transcript(product, transcript, tmp_path):
    link = tmp_path / "link.jsonl"
    link.symlink_to(transcript.user("Hello there.").path)

    product.save(transcript.path)
    product.save(link)

    assert [job["path"] for job in jobs(product)] == [str(transcript.path)]


def test_a_locked_queue_is_not_waited_for_and_the_job_is_spooled(product, transcript):
    """DESIGN §3: 200 ms, then the spool."""
    product.save(transcript.user("First.").path)
    holder = sqlite3.connect(product.data / paths.QUEUE_FILE, isolation_level=None)
    holder.execute("begin immediate")

    product.save(transcript.user("Second, and more of it.").path)

    assert len(list((product.data / paths.SPOOL_FOLDER).glob("*.json"))) == 1
    holder.execute("rollback")
    holder.close()
    product.drain()
    assert product.json("coverage")["percent"] == 100.0


def test_a_read_only_place_fails_in_silence(product, transcript):
    product.data.write_text("a file where the folder should be")

    finished = product.save(transcript.user("Hello there.").path)

    assert (finished.returncode, finished.stdout, finished.stderr) == (0, b"", b"")


def test_sixteen_hooks_at_once_lose_nothing(product, tmp_path, make_transcript):
    files = [make_transcript(tmp_path / f"t{number}.jsonl", product.project, f"s{number}") for number in range(16)]
    script = os.path.join(paths.package_parent(), "codewatch", "hooks", "save_script.py")
    running = [
        subprocess.Popen([sys.executable, "-I", "-S", script], stdin=subprocess.PIPE, env=product.environment)
        for _ in files
    ]

    for process, words in zip(running, files, strict=True):
        process.communicate(json.dumps(payload_of(product, words.user("Hello there."))).encode())
    spooled = list((product.data / paths.SPOOL_FOLDER).glob("*.json")) if (product.data / "spool").exists() else []

    assert [process.returncode for process in running] == [0] * 16
    assert len(jobs(product)) + len(spooled) == 16


def test_the_hook_does_not_wait_for_the_worker_it_starts(product, transcript):
    product.save(transcript.user("Hello there.").path, CODEWATCH_WORKER_AUTOSTART="true")

    assert lock.is_held(str(product.data))


def test_nothing_to_do_starts_no_worker(product, transcript):
    product.save(transcript.user("We decided to use SQLite because it is small.").path, event="SessionEnd")
    product.drain()

    product.save(transcript.path, CODEWATCH_WORKER_AUTOSTART="true")

    assert not lock.is_held(str(product.data))


@pytest.mark.parametrize("name", ["save", "recall"])
def test_a_package_that_is_being_replaced_does_not_trouble_the_session(product, tmp_path, name):
    site = tmp_path / "site"
    shutil.copytree(os.path.join(paths.package_parent(), "codewatch"), site / "codewatch")
    (site / "codewatch" / "hooks" / "door.py").write_text("half a file (")

    finished = subprocess.run(
        [sys.executable, "-I", "-S", site / "codewatch" / "hooks" / f"{name}_script.py"], input=b"{}",
        capture_output=True, env=product.environment, check=False,
    )  # fmt: skip

    assert (finished.returncode, finished.stdout, finished.stderr) == (0, b"", b"")


def test_a_run_that_only_ends_and_leaves_no_transcript_is_no_trouble(product, tmp_path):
    product.data.mkdir()

    product.save(tmp_path / "never.jsonl", event="SessionEnd")

    assert not (product.data / "codewatch.log").exists()


def test_a_removed_working_folder_still_starts_a_worker(product, transcript, tmp_path):
    gone = tmp_path / "gone"
    gone.mkdir()
    payload = json.dumps(payload_of(product, transcript.user("Hello there."), cwd=str(gone)))
    script = os.path.join(paths.package_parent(), "codewatch", "hooks", "save_script.py")
    code = 'cd "$1" && rmdir "$1" && exec "$2" -I -S "$3"'

    finished = subprocess.run(
        ["/bin/sh", "-c", code, "sh", gone, sys.executable, script], input=payload.encode(), capture_output=True,
        check=False, env={**product.environment, "CODEWATCH_WORKER_AUTOSTART": "true"},
    )  # fmt: skip

    assert (finished.returncode, finished.stderr) == (0, b"")
    assert lock.is_held(str(product.data))


@pytest.mark.parametrize(
    ("client", "payload"),
    [
        ("claude", {"hook_event_name": "Stop", "cwd": "some/folder"}),
        ("claude", {"hook_event_name": "Stop", "transcript_path": "gone.jsonl", "cwd": "."}),
        ("windsurf", {"agent_action_name": "post_cascade_response", "response": "We use tabs."}),
        ("cursor", {"hook_event_name": "Stop"}),
    ],
)
def test_a_removed_working_folder_costs_no_turn(product, tmp_path, client, payload):
    (tmp_path / "gone").mkdir()
    script = os.path.join(paths.package_parent(), "codewatch", "hooks", "save_script.py")
    code = 'cd "$1" && rmdir "$1" && exec "$2" -I -S "$3" "$4"'

    subprocess.run(
        ["/bin/sh", "-c", code, "sh", tmp_path / "gone", sys.executable, script, client], check=True,
        input=json.dumps({"session_id": "s", "last_assistant_message": "We use tabs.", **payload}).encode(),
        env=product.environment,
    )  # fmt: skip

    assert [job["message"] for job in jobs(product)] == ["We use tabs."]
