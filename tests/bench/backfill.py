"""Prints how fast `codewatch backfill` takes old sessions in, by rules, and with how much memory.

    python tests/bench/backfill.py FOLDER [--mb 100] [--files 200]

FOLDER holds real sessions, which are repeated with ids of their own as `ingest.py` does, as Claude Code's in a home of
their own. Linux only: the worker's most memory is read from /proc.
"""

import argparse
import json
import os
import re
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

import ingest
import psutil

COMMAND = [sys.executable, "-I", "-m", "codewatch"]


def has_memory(file: Path) -> bool:
    """Return whether a session could be told something by now."""
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
            return connection.execute("select 1 from observation limit 1").fetchone() is not None
    except sqlite3.Error:
        return False


def main() -> int:
    """Write the sessions, read them, print the figures; 0 when all is accounted for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--mb", type=float, default=100.0)
    parser.add_argument("--files", type=int, default=200)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as base:
        data, projects = Path(base, "data"), Path(base, ".claude/projects/-project")
        projects.mkdir(parents=True)
        begun_at = time.time() - 86_400
        total = ingest.write(projects, ingest.sessions(options.folder), options.mb * 1e6, options.files)
        for path in projects.iterdir():  # else they count as said after codewatch came
            os.utime(path, (begun_at, begun_at))
        env = {"HOME": base, "PATH": os.environ["PATH"], "CODEWATCH_DATA_DIR": str(data)}
        begun = time.monotonic()
        process = subprocess.Popen([*COMMAND, "backfill"], env=env)
        while process.poll() is None and not has_memory(data / "codewatch.db"):
            time.sleep(0.1)
        first_s = time.monotonic() - begun
        code = process.wait()
        wall_s = time.monotonic() - begun
        own = resource.getrusage(resource.RUSAGE_CHILDREN)
        state = subprocess.run([*COMMAND, "worker", "status", "--json"], env=env, capture_output=True, check=True)
        worker = psutil.Process(json.loads(state.stdout)["pid"])
        most = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{worker.pid}/status").read_text("utf-8"))
        spent = worker.cpu_times()
        subprocess.run([*COMMAND, "worker", "stop"], env=env, capture_output=True, check=True)
        report = subprocess.run([*COMMAND, "coverage", "--json"], env=env, capture_output=True, check=True)
        covered = json.loads(report.stdout)
    cpu_s = spent.user + spent.system + own.ru_utime + own.ru_stime
    sys.stdout.write(
        f"{total / 1e6:.0f} MB in {options.files} sessions: {total / 1e6 / wall_s:.1f} MB/s by the clock,"
        f" {total / 1e6 / cpu_s:.1f} MB/s by CPU time, first memory after {first_s:.1f} s\n"
        f"most memory: worker {int(most[1]) / 1e3 if most else 0:.0f} MB, backfill {own.ru_maxrss / 1e3:.0f} MB\n"
        f"{covered['percent']:.3f} % accounted for\n"
    )
    return int(code != 0 or covered["percent"] < 100)


if __name__ == "__main__":
    sys.exit(main())
