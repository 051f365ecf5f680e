"""Prints how fast a worker without a model takes transcripts in, the gate over everything included.

    python tests/bench/ingest.py FOLDER [--mb 300] [--files 20]

FOLDER holds real sessions (`*.jsonl` or `*.jsonl.gz`, in any depth); they are repeated, with ids of their own each
time, until there are that many megabytes in that many transcripts. Wall time is from the worker's start to its end.
"""

import argparse
import gzip
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from codewatch import queue

_ID = re.compile(rb'"uuid":\s?"([0-9a-f]{8})')


def sessions(folder: Path) -> list[bytes]:
    """Return the sessions' bytes, by name."""
    files = sorted(path for path in folder.rglob("*") if path.name.endswith((".jsonl", ".jsonl.gz")))
    return [gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes() for path in files]


def repeated(found: list[bytes]) -> Iterator[bytes]:
    """Yield the sessions again and again; each time their records have other ids."""
    times = 0
    while True:
        for session in found:
            yield _ID.sub(partial(_other_id, times=times), session)
        times += 1


def _other_id(match: re.Match[bytes], *, times: int) -> bytes:
    return b'"uuid":"%08x' % (int(match[1], 16) ^ times)


def write(folder: Path, found: list[bytes], size: int, files: int) -> int:
    """Write transcripts of about `size` bytes together, and return how many bytes they have."""
    source, total = repeated(found), 0
    for number in range(files):
        with (folder / f"{number}.jsonl").open("wb") as stream:
            while stream.tell() < size / files:
                stream.write(next(source))
            total += stream.tell()
    return total


def enqueue(data: Path, transcripts: Path, project: Path) -> None:
    """Queue one job for each transcript, as the save hook does."""
    connection = queue.open_queue(str(data / "queue.db"))
    for path in sorted(transcripts.iterdir()):
        piece = {
            "client": "claude", "path": str(path), "end": path.stat().st_size, "session": path.stem,
            "cwd": str(project), "project": str(project), "branch": "main", "flush": True,
        }  # fmt: skip
        queue.enqueue(
            connection, queue.OBSERVE_TASK, json.dumps(piece), job=path.stem, now=time.time(), key=f"claude:{path}"
        )
    connection.close()


def main() -> int:
    """Write the transcripts, run a worker until the queue is empty, print the figures; 0 when all is accounted for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--mb", type=float, default=300.0)
    parser.add_argument("--files", type=int, default=20)
    options = parser.parse_args()
    found = sessions(options.folder)
    if not found:
        parser.error(f"{options.folder} holds no *.jsonl")
    with tempfile.TemporaryDirectory() as base:
        root = Path(base)
        (root / "project/.git/objects").mkdir(parents=True)
        (root / "project/.git/HEAD").write_text("ref: refs/heads/main\n")
        (root / "transcripts").mkdir()
        (root / "data").mkdir(mode=0o700)
        total = write(root / "transcripts", found, options.mb * 1e6, options.files)
        enqueue(root / "data", root / "transcripts", root / "project")
        env = {
            "HOME": base, "PATH": os.environ["PATH"], "CODEWATCH_DATA_DIR": str(root / "data"),
            "CODEWATCH_WORKER_AUTOSTART": "false", "CODEWATCH_AUTO_REFLECT": "false",
        }  # fmt: skip
        begun = time.monotonic()
        worker = subprocess.Popen([sys.executable, "-I", "-m", "codewatch.workers", "run", "--until-empty"], env=env)
        _, status, used = os.wait4(worker.pid, 0)
        wall_s, cpu_s = time.monotonic() - begun, used.ru_utime + used.ru_stime
        report = [sys.executable, "-I", "-m", "codewatch", "coverage", "--json"]
        covered = json.loads(subprocess.run(report, env=env, capture_output=True, text=True, check=True).stdout)
    rss = used.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    sys.stdout.write(
        f"{total / 1e6:.0f} MB in {options.files} transcripts: {total / 1e6 / wall_s:.1f} MB/s by the clock,"
        f" {total / 1e6 / cpu_s:.1f} MB/s by CPU time, most memory {rss / 1e6:.0f} MB\n"
        f"{covered['percent']:.3f} % accounted for\n"
    )
    return int(os.waitstatus_to_exitcode(status) != 0 or covered["percent"] < 100)


if __name__ == "__main__":
    sys.exit(main())
