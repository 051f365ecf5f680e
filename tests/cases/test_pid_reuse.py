"""What a worker leaves behind names somebody else's process (FEATURES F112): a lock, and nothing else, is believed."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from codewatch import paths

CASE = Path(__file__).parents[1] / "fixtures" / "cases" / "05-worker-pid-reuse"


@pytest.fixture
def sleeper():
    """Give a process that has nothing to do with us."""
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(120)"])
    yield process
    process.kill()
    process.wait()


def wait_until(condition):
    """Wait until `condition` holds, at most a minute."""
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline, "the condition never came true"
        time.sleep(0.02)


@pytest.mark.parametrize("note", ['{{"pid": {0}, "started_at": 0}}', "{0}", "", "garbage", '{{"pid": 4194304000}}'])
def test_a_real_worker_starts_and_the_other_process_lives(product, transcript, sleeper, note):
    product.data.mkdir(mode=0o700)
    (product.data / paths.LOCK_FILE).write_text(note.format(sleeper.pid))
    payload = json.loads((CASE / "payload.json").read_text())
    product.hook("recall", {**payload, "cwd": str(product.project)})

    words = transcript.user("We decided to use SQLite because it is small.")
    product.save(words.path, event="SessionEnd", CODEWATCH_WORKER_AUTOSTART="true")
    wait_until(lambda: (product.data / paths.MEMORY_FILE).exists() and product.json("status")["memory"]["observations"])

    state = product.json("worker", "status")
    stopped = [product.run("worker", "stop").returncode for _ in range(2)]
    assert state["pid"] not in (None, sleeper.pid, os.getpid())
    assert sleeper.poll() is None
    assert stopped == [0, 0]
    assert any("SQLite" in text for text in product.contents())
