"""The worker is killed in the middle of its jobs (FEATURES B1). Without a model a job lasts milliseconds: it is kept
busy by a long transcript instead of a slow answer, and killed at random moments besides."""

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

CASE = Path(__file__).parents[1] / "fixtures" / "cases" / "04-queue-kill-mid-job"
FACTS = ("blue-green", "02:15", "numpy 1.26")
DEADLINE_S = 60


def wait_until(condition):
    """Wait until `condition` holds, at most a minute."""
    deadline = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < deadline, "the condition never came true"
        time.sleep(0.005)


@pytest.fixture
def three_jobs(product, tmp_path):
    """Put the case's three slices into the queue."""
    for name in ("t1", "t2", "t3"):
        text = (CASE / f"{name}.jsonl").read_text().replace("__REPO__", str(product.project))
        (tmp_path / f"{name}.jsonl").write_text(text)
    for payload in json.loads((CASE / "payloads.json").read_text()):
        path = tmp_path / Path(payload["transcript_path"]).name
        product.save(path, session=payload["session_id"])


def spawn(product):
    """Start a worker that empties the queue."""
    command = [sys.executable, "-I", "-m", "codewatch.workers", "run", "--until-empty"]
    return subprocess.Popen(command, env=product.environment)


def times_remembered(product):
    """Return how many memories hold each fact of the case."""
    return [sum(fact in text for text in product.contents()) for fact in FACTS]


def test_a_killed_job_is_done_by_the_next_worker_and_counted(product, three_jobs, tmp_path, make_transcript):
    long = make_transcript(tmp_path / "long.jsonl", product.project, "k0")
    for number in range(900):
        long.tool("Bash", {"command": f"pytest tests/test_{number}.py"}, "." * 4_000 + f"\n{number + 1} passed in 1s")
    product.save(long.path, session="k0")
    product.queue_sql("update task set priority = coalesce_key like '%long%'")
    worker = spawn(product)
    wait_until(lambda: product.queue_sql("select 1 from task where owner is not null"))
    worker.send_signal(signal.SIGKILL)
    worker.wait()
    attempts = product.queue_sql("select attempts from task where coalesce_key like '%long%'")

    product.drain()

    assert attempts == [(1,)]
    assert product.queue_sql("select count(*) from task") == [(0,)]
    assert times_remembered(product) == [1, 1, 1]
    assert len(product.contents()) == len(set(product.contents())) == 903


def test_thirty_kills_at_random_moments_leave_each_fact_once(product, three_jobs):
    chance = random.Random(4)

    for _ in range(30):
        worker = spawn(product)
        time.sleep(chance.uniform(0.0, 0.8))
        worker.send_signal(signal.SIGKILL)
        worker.wait()
    product.run("queue", "retry", "--all")
    product.drain()

    assert times_remembered(product) == [1, 1, 1]
    assert product.json("coverage")["percent"] == 100.0
