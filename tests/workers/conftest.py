"""A queue file, the way the hooks fill it, huey on it, and the worker as a process."""

import json
import os
import sqlite3
import subprocess
import sys

import pytest

from codewatch import queue
from codewatch.workers.leases import LeaseHuey
from codewatch.workers.serializer import JsonSerializer


class Recorder:
    """Remembers what the jobs were called with, and fails as often as it is told to."""

    def __init__(self):
        self.calls = []
        self.failures = []

    def __call__(self, **arguments):
        self.calls.append(arguments)
        if self.failures:
            raise self.failures.pop(0)


@pytest.fixture
def path(tmp_path):
    """Give the path of a queue file that does not exist yet."""
    return str(tmp_path / "queue.db")


@pytest.fixture
def recorder():
    """Give something that counts calls."""
    return Recorder()


@pytest.fixture
def make_huey(path, recorder):
    """Give a function that opens the queue for an owner, with a task under the name that the hooks use."""

    def make(*, owner="1:1.0", **options):
        huey = LeaseHuey(queue.QUEUE, filename=path, owner=owner, serializer=JsonSerializer(), results=False, **options)

        def observe_slice(**arguments):
            recorder(**arguments)

        observe_slice.__module__ = "codewatch.workers.tasks"
        huey.task(name="observe_slice")(observe_slice)
        return huey

    return make


@pytest.fixture
def huey(make_huey):
    """Give the queue of one owner."""
    return make_huey()


@pytest.fixture
def put(path):
    """Give a function that enqueues as the hook does, with SQL alone."""
    queue_file = path

    def enqueue(*, key=None, now=1000.0, ready_at=0.0, **arguments):
        connection = queue.open_queue(queue_file)
        queue.enqueue(
            connection, queue.OBSERVE_TASK, json.dumps(arguments), job=f"job-{now}", now=now, key=key, ready_at=ready_at
        )
        connection.close()

    return enqueue


@pytest.fixture
def rows(path):
    """Give a function that returns rows of the queue file."""

    def select(statement):
        with sqlite3.connect(path) as connection:
            found = connection.execute(statement).fetchall()
        connection.close()
        return found

    return select


@pytest.fixture
def run_one():
    """Give a function that takes a job as a huey worker does and runs it; it returns whether there was one."""

    def run(huey):
        task = huey.dequeue()
        if task is not None:
            huey.execute(task)
        return task is not None

    return run


@pytest.fixture(scope="session")
def spawn_worker():
    """Give a function that starts a worker process in the foreground of the test."""

    def spawn(product, *options):
        command = [sys.executable, "-I", "-m", "codewatch.workers", "run", *options]
        return subprocess.Popen(command, env=product.environment, stderr=subprocess.PIPE)

    return spawn


@pytest.fixture(scope="session")
def workers_of():
    """Give a function that returns the pids of the worker processes on the product's data directory."""

    def find(product):
        pids = [name for name in os.listdir("/proc") if name.isdigit()] if os.path.isdir("/proc") else []
        return [pid for pid in pids if is_worker(pid, str(product.data))]

    return find


def is_worker(pid, folder):
    """Return whether a process is a worker on a data directory."""
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as command, open(f"/proc/{pid}/environ", "rb") as environment:
            return b"codewatch.workers" in command.read() and folder.encode() in environment.read()
    except OSError:
        return False
