"""The worker as a process: one per data directory, gone when told, detached, and never someone else's code."""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

import psutil
import pytest

from codewatch import launch, lock, paths, queue

DEADLINE_S = 60


def wait_until(condition):
    """Wait until `condition` holds, at most a minute."""
    deadline = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < deadline, "the condition never came true"
        time.sleep(0.02)


def spawn_worker(product, *options):
    """Start a worker process in the foreground of the test."""
    command = [sys.executable, "-I", "-m", "codewatch.workers", "run", *options]
    return subprocess.Popen(command, env=product.environment, stderr=subprocess.PIPE)


def test_ten_starts_at_once_leave_one_worker(product):
    """FEATURES F112."""
    starters = [
        subprocess.Popen([sys.executable, "-I", "-m", "codewatch", "worker", "start"], env=product.environment)
        for _ in range(10)
    ]

    assert [starter.wait() for starter in starters] == [0] * 10
    wait_until(lambda: product.json("worker", "status", check=False)["pid"])
    assert len(workers_of(product)) == 1


def workers_of(product):
    """Return the pids of the worker processes on the product's data directory."""
    pids = [name for name in os.listdir("/proc") if name.isdigit()] if os.path.isdir("/proc") else []
    return [pid for pid in pids if is_worker(pid, str(product.data))]


def is_worker(pid, folder):
    """Return whether a process is a worker on a data directory."""
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as command, open(f"/proc/{pid}/environ", "rb") as environment:
            return b"codewatch.workers" in command.read() and folder.encode() in environment.read()
    except OSError:
        return False


def test_a_second_worker_leaves_at_once(product):
    first = spawn_worker(product)
    wait_until(lambda: product.json("worker", "status", check=False)["pid"])

    second = spawn_worker(product)

    assert second.wait(timeout=DEADLINE_S) == 0
    assert first.poll() is None
    first.terminate()
    assert first.wait(timeout=DEADLINE_S) == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_worker_leaves_when_asked(product, number):
    worker = spawn_worker(product)
    wait_until(lambda: product.json("worker", "status", check=False)["pid"])

    worker.send_signal(number)

    assert worker.wait(timeout=15) == 0
    assert not lock.is_held(str(product.data))


def test_the_worker_survives_its_terminal(product):
    worker = spawn_worker(product)
    wait_until(lambda: product.json("worker", "status", check=False)["pid"])

    worker.send_signal(signal.SIGHUP)
    stopped = product.run("worker", "stop")

    assert stopped.stdout == "worker stopped\n"
    assert worker.wait(timeout=15) == 0


def test_an_idle_worker_leaves_by_itself(product):
    worker = subprocess.Popen(
        [sys.executable, "-I", "-m", "codewatch.workers", "run", "--leave-when-idle"],
        env={**product.environment, "CODEWATCH_WORKER_IDLE_MIN": "0.01"},
    )

    assert worker.wait(timeout=DEADLINE_S) == 0


def test_stop_ends_only_what_holds_the_lock(product):
    """The lock file may say anything; a process that does not hold the lock is left alone."""
    bystander = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    product.data.mkdir(mode=0o700)
    note = {"pid": bystander.pid, "started_at": 0, "version": "0"}
    (product.data / paths.LOCK_FILE).write_text(json.dumps(note))

    stopped = product.run("worker", "stop")

    assert stopped.stdout == "no worker is running\n"
    assert bystander.poll() is None
    bystander.kill()
    bystander.wait()


@pytest.mark.parametrize("note", ["", "garbage", '{"pid": 999999999}', "\x00\xff"])
def test_what_stands_in_the_lock_file_does_not_keep_a_worker_from_starting(product, note):
    product.data.mkdir(mode=0o700)
    (product.data / paths.LOCK_FILE).write_text(note)

    product.run("worker", "start")

    wait_until(lambda: product.json("worker", "status", check=False)["pid"])


def test_until_empty_waits_for_another_worker_and_takes_the_tails(product, transcript):
    """FEATURES F31."""
    first = spawn_worker(product)
    wait_until(lambda: lock.is_held(str(product.data)))
    product.save(transcript.user("We picked port 8431.").path)

    finished = product.drain()

    assert finished.returncode == 0
    assert any("8431" in text for text in product.contents())
    assert first.poll() is None
    first.terminate()
    first.wait(timeout=15)


def test_a_tiny_turn_waits_for_company(product, transcript):
    """FEATURES F31."""
    worker = spawn_worker(product)
    product.save(transcript.user("We picked port 8431.").path)

    wait_until(lambda: product.json("queue", "status")["scheduled"] == 1)
    product.save(transcript.user("And it is only open on the inside, " + "which matters a lot, " * 20).path)
    wait_until(lambda: product.json("queue", "status")["scheduled"] + product.json("queue", "status")["pending"] == 0)

    wait_until(
        lambda: (product.data / paths.MEMORY_FILE).exists() and any("8431" in text for text in product.contents())
    )
    worker.terminate()
    worker.wait(timeout=15)


def test_a_compaction_flushes_a_tiny_turn(product, transcript):
    """FEATURES F31."""
    worker = spawn_worker(product)
    wait_until(lambda: product.json("worker", "status", check=False)["pid"])

    product.save(transcript.user("We picked port 8431.").path, event="PreCompact")

    wait_until(lambda: any("8431" in text for text in product.contents()))
    worker.terminate()
    worker.wait(timeout=15)


def test_a_users_own_workers_package_is_never_imported(product, transcript):
    for name in ("workers", "codewatch", "huey"):
        (product.project / name).mkdir()
        (product.project / name / "__init__.py").write_text("raise SystemExit('planted code ran')\n")
    (product.project / "json.py").write_text("raise SystemExit('planted code ran')\n")

    product.save(transcript.user("We decided to use SQLite because it is small.").path)
    finished = product.drain()

    assert (finished.returncode, finished.stderr) == (0, "")
    assert any("SQLite" in text for text in product.contents())


def test_a_worker_sees_only_what_it_needs_of_the_environment(product):
    environment = {**product.environment, "OPENAI_API_KEY": "sk-not-ours", "CODEWATCH_LOG_LEVEL": "warning"}
    starter = [sys.executable, "-I", "-m", "codewatch", "worker", "start"]
    subprocess.run(starter, env=environment, check=True)
    wait_until(lambda: product.json("worker", "status", check=False)["pid"])

    with open(f"/proc/{product.json('worker', 'status')['pid']}/environ", "rb") as stream:
        seen = dict(entry.split(b"=", 1) for entry in stream.read().split(b"\0") if entry)

    assert b"OPENAI_API_KEY" not in seen
    assert seen[b"CODEWATCH_LOG_LEVEL"] == b"warning"


def test_the_starters_pipes_are_not_kept_open(product):
    """A client waits until its hook's pipes are closed; the worker must not hold them."""
    reader, writer = os.pipe()
    os.set_inheritable(writer, True)
    code = f"from codewatch import launch; launch.start_worker({str(product.data)!r})"
    subprocess.run([sys.executable, "-c", code], env=product.environment, pass_fds=[writer], check=True)
    os.close(writer)

    os.set_blocking(reader, False)
    assert os.read(reader, 1) == b""
    assert lock.is_held(str(product.data))
    os.close(reader)


def test_a_worker_that_cannot_write_its_folder_says_so_once(product):
    product.data.write_text("a file where a folder should be")

    _, complaint = (worker := spawn_worker(product)).communicate(timeout=DEADLINE_S)

    assert worker.returncode == 3
    assert complaint.decode().count("\n") == 1


def test_an_idle_worker_is_small(product):
    """DESIGN §3: at most 60 MB with no model."""
    worker = spawn_worker(product)
    wait_until(lambda: product.json("worker", "status", check=False)["pid"])

    assert product.json("worker", "status")["rss_bytes"] < 60_000_000
    worker.terminate()
    worker.wait(timeout=15)


def test_notes_about_sessions_long_gone_are_removed(product):
    injected = product.data / paths.INJECTED_FOLDER
    injected.mkdir(parents=True)
    old, new = injected / "old", injected / "new"
    old.touch()
    new.touch()
    os.utime(old, (0, 0))

    product.drain()

    assert (old.exists(), new.exists()) == (False, True)


def test_the_launch_command_is_isolated():
    assert launch.worker_command("--until-empty")[1:] == ["-I", "-m", "codewatch.workers", "run", "--until-empty"]


def test_a_queue_that_stays_locked_does_not_end_the_worker(product, transcript):
    """The spool is read as soon as the queue can be written again."""
    worker = spawn_worker(product)
    wait_until(lambda: product.json("worker", "status", check=False)["pid"])
    holder = sqlite3.connect(product.data / paths.QUEUE_FILE, isolation_level=None)
    holder.execute("begin immediate")
    product.save(transcript.user("We decided to use SQLite because it is small.").path, event="SessionEnd")
    wait_until(lambda: "cannot be looked at" in (product.data / "codewatch.log").read_text())

    holder.execute("rollback")
    holder.close()

    wait_until(lambda: any("SQLite" in text for text in product.contents()))
    assert worker.poll() is None
    worker.terminate()
    worker.wait(timeout=15)


def test_asking_whether_a_worker_runs_leaves_it_its_lock(product):
    worker = spawn_worker(product)
    wait_until(lambda: product.json("worker", "status", check=False)["pid"])

    os.close(lock.open_lock(str(product.data)))
    held = [lock.is_held(str(product.data)) for _ in range(20)]

    assert held == [True] * 20
    worker.terminate()
    assert worker.wait(timeout=DEADLINE_S) == 0


def test_no_more_than_two_jobs_run_at_once(product, make_transcript, tmp_path):
    for number in range(60):
        words = make_transcript(tmp_path / f"{number}.jsonl", product.project, f"s{number}")
        for port in range(40):
            words.user(f"Always use port {port} for service {number}, because the others are taken.")
        product.save(words.path, session=f"s{number}")
    worker = spawn_worker(product, "--until-empty")
    running = []
    while worker.poll() is None:
        running += product.queue_sql("select count(*) from task where owner is not null")

    assert (1,) <= max(running) <= (2,)
    assert product.json("coverage")["percent"] == 100.0


def test_a_thousand_jobs_need_no_more_memory_than_a_hundred_and_no_process(product, make_transcript, tmp_path):
    worker = spawn_worker(product)
    wait_until(lambda: product.json("worker", "status", check=False)["pid"])
    sizes, children = [], set()
    for batch in range(10):
        connection = queue.open_queue(str(product.data / paths.QUEUE_FILE), timeout_s=10)
        for number in range(batch * 100, batch * 100 + 100):
            words = make_transcript(tmp_path / f"{number}.jsonl", product.project, f"s{number}")
            words.user(f"Always use port {number} for service {number}, because the others are taken.")
            arguments = {
                "client": "claude", "path": str(words.path), "end": words.path.stat().st_size, "session": "s",
                "cwd": str(product.project), "project": str(product.project), "branch": "main", "flush": True,
            }  # fmt: skip
            queue.enqueue(connection, queue.OBSERVE_TASK, json.dumps(arguments), job=f"j{number}", now=1.0)
        connection.close()
        wait_until(lambda: product.queue_sql("select count(*) from task") == [(0,)])
        process = psutil.Process(worker.pid)
        children |= {child.pid for child in process.children(recursive=True)}
        sizes.append(process.memory_info().rss)

    assert len(product.contents()) == 1_000
    assert children == set()
    assert sizes[-1] < sizes[0] + 15_000_000
    worker.terminate()
    worker.wait(timeout=DEADLINE_S)


def test_settings_files_are_read_again_when_they_change(product, transcript):
    """DESIGN: a setting counts without a restart, and one that cannot be used changes nothing."""
    worker = spawn_worker(product)
    wait_until(lambda: product.json("worker", "status", check=False)["pid"])
    log = product.data / "codewatch.log"
    settings = product.home / ".config" / "codewatch-memory" / "config.toml"
    settings.parent.mkdir(parents=True)

    settings.write_text("wait_for_more_min = -1\n")
    wait_until(lambda: "the settings stay as they were: CODEWATCH_WAIT_FOR_MORE_MIN" in log.read_text())
    settings.write_text("wait_for_more_min = 0\n")
    wait_until(lambda: "the settings were read again" in log.read_text())
    product.save(transcript.user("Always use tabs.").path)

    wait_until(lambda: any("tabs" in text for text in product.contents()))
    assert worker.poll() is None
    worker.terminate()
    worker.wait(timeout=DEADLINE_S)


def test_a_hundred_saves_in_a_row_cost_a_handful_of_slices(product, transcript):
    """FEATURES F31: a slice for each would be a model call for each, as soon as there is a model."""
    worker = spawn_worker(product)
    wait_until(lambda: product.json("worker", "status", check=False)["pid"])
    begun = time.monotonic()
    for number in range(100):
        product.save(transcript.user(f"Always use port {number} for service {number}. {'We said why. ' * 20}").path)
    took_s = time.monotonic() - begun
    product.drain()

    log = (product.data / "codewatch.log").read_text()
    assert 1 <= log.count("observed sess-1") <= took_s / queue.SLICE_GAP_S + 3
    assert product.json("coverage")["percent"] == 100.0
    worker.terminate()
    worker.wait(timeout=DEADLINE_S)


def test_the_last_try_of_a_job_that_saw_workers_die_goes_in_small_steps(product, transcript):
    """Whoever is killed by chance gets on between two kills, and is not blamed for them."""
    for number in range(100):
        transcript.tool("Bash", {"command": f"pytest tests/test_{number}.py"}, "." * 3_000 + f"\n{number} passed in 1s")
    product.save(transcript.path)
    product.queue_sql("update task set deaths = 2")

    product.drain()

    log = (product.data / "codewatch.log").read_text()
    assert log.count("observed sess-1") > 5
    assert product.json("coverage")["percent"] == 100.0


def test_a_flush_takes_what_the_client_wrote_after_its_hook(product, transcript):
    product.save(transcript.user("We decided to use SQLite because it is small.").path, event="SessionEnd")
    transcript.add({"type": "cost-state", "totalCostUSD": 0.1})

    product.drain()

    assert product.json("coverage")["percent"] == 100.0


@pytest.mark.parametrize("name", [paths.LOCK_FILE, paths.QUEUE_FILE, paths.MEMORY_FILE])
def test_a_worker_whose_files_were_taken_away_begins_anew(product, transcript, name):
    """Else it would work on files that nobody else sees, beside a second worker."""
    worker = spawn_worker(product)
    wait_until(lambda: product.json("worker", "status", check=False)["pid"])

    for left in product.data.glob(f"{name}*"):
        left.unlink()
    wait_until(lambda: "its files were replaced" in (product.data / "codewatch.log").read_text())
    wait_until(lambda: product.json("worker", "status", check=False)["pid"])
    product.save(transcript.user("We decided to use SQLite because it is small.").path, event="SessionEnd")

    wait_until(lambda: (product.data / paths.MEMORY_FILE).exists() and product.contents())
    assert product.json("worker", "status")["pid"] == worker.pid
    assert len(workers_of(product)) == 1
    worker.terminate()
    assert worker.wait(timeout=DEADLINE_S) == 0


def test_a_worker_whose_queue_is_damaged_begins_anew(product, transcript):
    worker = spawn_worker(product)
    wait_until(lambda: product.json("worker", "status", check=False)["pid"])
    product.save(transcript.user("We decided to use SQLite because it is small.").path, event="SessionEnd")
    for left in product.data.glob(f"{paths.QUEUE_FILE}-*"):
        left.unlink()  # one that is mapped into a process must not be cut under it
    (product.data / paths.QUEUE_FILE).write_bytes(b"this is no database" * 5_000)

    product.save(transcript.user("Never use floats for money.").path, event="SessionEnd")

    wait_until(lambda: any("floats" in text for text in product.contents()))
    assert any("SQLite" in text for text in product.contents())
    assert list(product.data.glob("queue.db.damaged-*"))
    worker.terminate()
    assert worker.wait(timeout=DEADLINE_S) == 0


def test_a_worker_whose_folder_is_gone_leaves_and_does_not_make_it_again(product):
    worker = spawn_worker(product)
    wait_until(lambda: product.json("worker", "status", check=False)["pid"])

    shutil.rmtree(product.data)

    assert worker.wait(timeout=DEADLINE_S) == 0
    assert not product.data.exists()


def test_a_worker_is_stopped_whatever_the_settings_file_says(product):
    worker = spawn_worker(product)
    wait_until(lambda: product.json("worker", "status", check=False)["pid"])
    settings = product.home / ".config" / "codewatch-memory" / "config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text("not toml at all [")

    done = product.run("worker", "stop", check=False)

    assert done.returncode in (0, 2)
    assert worker.wait(timeout=DEADLINE_S) == 0
