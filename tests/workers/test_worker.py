"""The worker as a process: one per data directory, gone when told, detached, and never someone else's code."""

import json
import os
import signal
import subprocess
import sys

import pytest

from codewatch import launch, lock, paths

DEADLINE_S = 60


def test_ten_starts_at_once_leave_one_worker(product, wait_until, workers_of):
    """FEATURES F112."""
    starters = [
        subprocess.Popen([sys.executable, "-I", "-m", "codewatch", "worker", "start"], env=product.environment)
        for _ in range(10)
    ]

    assert [starter.wait() for starter in starters] == [0] * 10
    wait_until(lambda: product.json("worker", "status", check=False)["pid"])
    assert len(workers_of(product)) == 1


def test_a_second_worker_leaves_at_once(product, wait_until, spawn_worker):
    first = spawn_worker(product)
    wait_until(lambda: product.json("worker", "status", check=False)["pid"])

    second = spawn_worker(product)

    assert second.wait(timeout=DEADLINE_S) == 0
    assert first.poll() is None
    first.terminate()
    assert first.wait(timeout=DEADLINE_S) == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_worker_leaves_when_asked(product, number, wait_until, spawn_worker):
    worker = spawn_worker(product)
    wait_until(lambda: product.json("worker", "status", check=False)["pid"])

    worker.send_signal(number)

    assert worker.wait(timeout=15) == 0
    assert not lock.is_held(str(product.data))


def test_the_worker_survives_its_terminal(product, wait_until, spawn_worker):
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
def test_what_stands_in_the_lock_file_does_not_keep_a_worker_from_starting(product, note, wait_until):
    product.data.mkdir(mode=0o700)
    (product.data / paths.LOCK_FILE).write_text(note)

    product.run("worker", "start")

    wait_until(lambda: product.json("worker", "status", check=False)["pid"])


def test_until_empty_waits_for_another_worker_and_takes_the_tails(product, transcript, wait_until, spawn_worker):
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


def test_a_tiny_turn_waits_for_company(product, transcript, wait_until, spawn_worker):
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


def test_a_compaction_flushes_a_tiny_turn(product, transcript, wait_until, spawn_worker):
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


def test_a_worker_sees_only_what_it_needs_of_the_environment(product, wait_until):
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


def test_asking_whether_a_worker_runs_leaves_it_its_lock(product, wait_until, spawn_worker):
    worker = spawn_worker(product)
    wait_until(lambda: product.json("worker", "status", check=False)["pid"])

    os.close(lock.open_lock(str(product.data)))
    held = [lock.is_held(str(product.data)) for _ in range(20)]

    assert held == [True] * 20
    worker.terminate()
    assert worker.wait(timeout=DEADLINE_S) == 0


def test_a_flush_takes_what_the_client_wrote_after_its_hook(product, transcript):
    product.save(transcript.user("We decided to use SQLite because it is small.").path, event="SessionEnd")
    transcript.add({"type": "cost-state", "totalCostUSD": 0.1})

    product.drain()

    assert product.json("coverage")["percent"] == 100.0
