"""Prints how long a worker takes for N slices by a model that answers after a second, one, 8 and 32 at once.

    python tests/bench/models.py [--slices 32] [--delay-s 1.0] [--concurrency 1 8 32]

Each run is a worker of its own on a fresh data directory; the model is a scripted server on loopback, litellm is real.
The time counts from the first request to the last answer; the worker's start, and litellm's import, come on top.
"""

import argparse
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from codewatch import queue

TALK = "We agreed on it at length, all of us together, before anybody had written a line of it. " * 4


def load_fake() -> Any:
    """Return the module with the scripted model server."""
    path = Path(__file__).parents[1] / "fakes" / "model_server.py"
    spec: Any = importlib.util.spec_from_file_location("model_server", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def fill(root: Path, slices: int) -> None:
    """Write so many sessions and put a job for each into the queue."""
    (root / "project/.git/objects").mkdir(parents=True)
    (root / "project/.git/HEAD").write_text("ref: refs/heads/main\n")
    (root / "data").mkdir(mode=0o700)
    connection = queue.open_queue(str(root / "data/queue.db"))
    for number in range(slices):
        path = root / f"{number}.jsonl"
        message = {"role": "user", "content": f"{number}. {TALK}"}
        row = {
            "type": "user", "uuid": str(number), "sessionId": str(number), "timestamp": "2026-11-30T09:00:00.000Z",
            "cwd": str(root / "project"), "gitBranch": "main", "message": message,
        }  # fmt: skip
        path.write_text(json.dumps(row) + "\n")
        piece = {
            "client": "claude", "path": str(path), "end": path.stat().st_size, "session": str(number),
            "cwd": str(root / "project"), "project": str(root / "project"), "branch": "main", "flush": True,
        }  # fmt: skip
        queue.enqueue(
            connection, queue.OBSERVE_TASK, json.dumps(piece), job=str(number), now=time.time(), key=f"claude:{path}"
        )
    connection.close()


def run(slices: int, delay_s: float, concurrency: int) -> str:
    """Let a worker do all slices and return the figures as a line."""
    server = load_fake().ModelServer({"content": "[]", "delay_s": delay_s})
    with tempfile.TemporaryDirectory() as base:
        root = Path(base)
        fill(root, slices)
        env = {
            "HOME": base, "PATH": os.environ["PATH"], "CODEWATCH_DATA_DIR": str(root / "data"),
            "CODEWATCH_WORKER_AUTOSTART": "false", "CODEWATCH_LLM_PROVIDER": "openai",
            "CODEWATCH_OPENAI_BASE_URL": server.url, "CODEWATCH_CONCURRENCY": str(concurrency),
        }  # fmt: skip
        begun = time.monotonic()
        worker = subprocess.Popen([sys.executable, "-I", "-m", "codewatch.workers", "run", "--until-empty"], env=env)
        _, status, used = os.wait4(worker.pid, 0)
        wall_s = time.monotonic() - begun
    server.close()
    times = [body["at"] for body in server.requests]
    took_s = max(times) + delay_s - min(times)
    ideal_s = delay_s * (1 + -(-(slices - 1) // concurrency))  # the first request proves the provider, alone
    rss = used.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return (
        f"{concurrency:>3} at once: {took_s:6.1f} s for {slices} slices (at best {ideal_s:.0f} s), {wall_s:.1f} s with"
        f" the worker's start; {len(times)} requests, {server.most_in_flight} in flight at most, {rss / 1e6:.0f} MB,"
        f" exit {os.waitstatus_to_exitcode(status)}\n"
    )


def main() -> int:
    """Print a line for each concurrency."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--slices", type=int, default=32)
    parser.add_argument("--delay-s", type=float, default=1.0)
    parser.add_argument("--concurrency", type=int, nargs="+", default=[1, 8, 32])
    options = parser.parse_args()
    for concurrency in options.concurrency:
        sys.stdout.write(run(options.slices, options.delay_s, concurrency))
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
