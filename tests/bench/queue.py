"""Prints how the queue stands sixteen hooks at once: 16 processes with 200 jobs each, none lost.

    python tests/bench/queue.py [--processes 16] [--jobs 200]

Each process does what the save hook does for a job, in a loop. A job that cannot be queued within 200 ms is spooled,
as in the hook, and counts as kept.
"""

import argparse
import json
import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from codewatch import paths, spool
from codewatch.hooks import save

STARTS_IN_S = 1.5


def main() -> int:
    """Run the processes, print the figures, and return 0 when every job is kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", type=int, default=16)
    parser.add_argument("--jobs", type=int, default=200)
    parser.add_argument("--enqueue", nargs=3, metavar=("FOLDER", "NAME", "START"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.enqueue:
        folder, name, start = options.enqueue
        sys.stdout.write(json.dumps(enqueue_many(folder, name, float(start), options.jobs)))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        took = run_processes(folder, options.processes, options.jobs)
        queued, spooled = count(Path(folder)), len(spool.waiting(folder))
    wanted = options.processes * options.jobs
    every = sorted(seconds for one in took for seconds in one)
    busy = max(sum(one) for one in took)
    sys.stdout.write(
        f"{wanted} jobs from {options.processes} processes: {queued} queued, {spooled} spooled,"
        f" {wanted - queued - spooled} lost\n"
        f"{wanted / busy:.0f} jobs/s, p50 {1000 * statistics.median(every):.2f} ms,"
        f" p99 {1000 * every[int(0.99 * len(every))]:.1f} ms, longest {1000 * every[-1]:.1f} ms\n"
    )
    return int(queued + spooled != wanted)


def run_processes(folder: str, processes: int, jobs: int) -> list[list[float]]:
    """Start all processes, let them begin at the same moment, and return the seconds that each job took."""
    start = str(time.time() + STARTS_IN_S)
    command = [sys.executable, __file__, "--jobs", str(jobs), "--enqueue", folder]
    running = [
        subprocess.Popen([*command, str(number), start], stdout=subprocess.PIPE, text=True)
        for number in range(processes)
    ]
    return [json.loads(process.communicate()[0]) for process in running]


def enqueue_many(folder: str, name: str, start: float, jobs: int) -> list[float]:
    """Enqueue `jobs` jobs for as many transcripts from the moment `start`; return the seconds that each took."""
    time.sleep(max(0.0, start - time.time()))
    took: list[float] = []
    for number in range(jobs):
        path = f"/transcripts/{name}-{number}.jsonl"
        job = save.Job(json.dumps({"path": path, "end": 10}), f"claude:{path}", 10, number, False)
        begun = time.perf_counter()
        save.put(job, folder, time.time())
        took.append(time.perf_counter() - begun)
    return took


def count(folder: Path) -> int:
    """Return how many jobs are in the queue."""
    connection = sqlite3.connect(os.fspath(folder / paths.QUEUE_FILE))
    (rows,) = connection.execute("select count(*) from task").fetchone()
    connection.close()
    return int(rows)


if __name__ == "__main__":
    sys.exit(main())
