"""`codewatch worker`: idempotent, and never more than one."""

import subprocess
import sys
import time

import psutil
import pytest

from codewatch import __version__

KEYS = {"running", "pid", "started_at", "version", "rss_bytes", "last_success_at"}
DEADLINE_S = 60
LEAVES_SLOWLY = """
import os, signal, sys, time
from codewatch import lock
from workers.consumer import _write_note as introduce

def leave(*_):
    os.close(descriptor)
    time.sleep(1)
    sys.exit(0)

signal.signal(signal.SIGTERM, leave)
descriptor = lock.open_lock(sys.argv[1])
assert lock.take(descriptor)
introduce(descriptor)
print("here", flush=True)
time.sleep(60)
"""


def introduced(product):
    """Wait until the worker has said who it is, and return its status."""
    deadline = time.monotonic() + DEADLINE_S
    while not (status := product.json("worker", "status", check=False))["pid"]:
        assert time.monotonic() < deadline, "no worker came up"
    return status


def workers_of(product):
    """Return the pids of the worker processes of a data directory."""
    mine = []
    for process in psutil.process_iter(["cmdline", "environ"]):
        command = process.info["cmdline"] or []
        environment = process.info["environ"] or {}
        if "codewatch.workers" in command and environment.get("CODEWATCH_DATA_DIR") == str(product.data):
            mine.append(process.pid)
    return mine


def test_status_without_a_worker_is_1(product):
    done = product.run("worker", "status", "--json", check=False)

    assert done.returncode == 1
    assert product.json("worker", "status", check=False).keys() >= KEYS
    assert product.run("worker", "status", check=False).stdout == "no worker is running\n"


def test_status_of_a_worker_names_the_process(product):
    product.run("worker", "start")

    status = introduced(product)

    assert status["running"] is True
    assert workers_of(product) == [status["pid"]]
    assert status["version"] == __version__
    assert status["rss_bytes"] > 1_000_000
    assert status["started_at"].endswith("Z")


def test_start_twice_leaves_the_first(product):
    first = product.json("worker", "start")
    before = introduced(product)

    again = product.json("worker", "start")

    assert (first["started"], again["started"]) == (True, False)
    assert introduced(product)["pid"] == before["pid"]


def test_ten_starts_at_once_leave_one_worker(product):
    starters = [
        subprocess.Popen([sys.executable, "-I", "-m", "codewatch", "worker", "start"], cwd=product.project,
                         env=product.environment, stdout=subprocess.PIPE, text=True)
        for _ in range(10)
    ]  # fmt: skip

    said = sorted(starter.communicate(timeout=60)[0] for starter in starters)

    assert said == ["a worker is running\n"] * 9 + ["worker started\n"]
    assert [starter.returncode for starter in starters] == [0] * 10
    assert workers_of(product) == [introduced(product)["pid"]]


def test_stop_ends_the_worker_and_may_be_repeated(product):
    product.run("worker", "start")
    introduced(product)

    first = product.json("worker", "stop")
    again = product.json("worker", "stop")

    assert (first["stopped"], first["running"]) == (True, False)
    assert (again["stopped"], again["running"]) == (False, False)
    assert workers_of(product) == []


def test_stop_right_after_start_ends_the_worker(product):
    product.run("worker", "start")

    product.run("worker", "stop")

    assert workers_of(product) == []


def test_stop_waits_for_a_worker_that_has_let_go_of_the_lock_but_is_not_gone(product):
    leaver = subprocess.Popen([sys.executable, "-c", LEAVES_SLOWLY, str(product.data)], stdout=subprocess.PIPE)
    assert leaver.stdout
    leaver.stdout.readline()

    stopped = product.json("worker", "stop")

    assert leaver.poll() == 0
    assert (stopped["stopped"], stopped["running"]) == (True, False)


@pytest.mark.parametrize("times", [1, 2])
def test_run_until_empty_does_all_that_waits(product, session, times):
    product.save(session.path)

    codes = [product.drain().returncode for _ in range(times)]

    assert codes == [0] * times
    assert any("Decimal" in content for content in product.contents())
    assert product.json("queue", "status")["pending"] == 0


def test_run_until_empty_waits_for_the_worker_that_runs(product, session):
    product.run("worker", "start")
    introduced(product)
    product.save(session.path)

    assert product.drain().returncode == 0

    assert any("Decimal" in content for content in product.contents())


def test_run_beside_a_worker_leaves_at_once(product):
    product.run("worker", "start")
    introduced(product)

    assert product.run("worker", "run").returncode == 0


def test_the_status_tells_when_something_was_saved_last(product, session):
    product.save(session.path)
    product.drain()

    assert product.json("worker", "status", check=False)["last_success_at"].endswith("Z")


def test_a_second_worker_in_the_foreground_is_told(product):
    product.run("worker", "start")

    done = product.run("worker", "run")

    assert done.stderr.startswith("codewatch: there is a worker already (")
    assert done.stderr.endswith("; `codewatch worker stop` ends it\n")
