"""Prints what the two hooks cost as whole processes, as ratios to a bare interpreter, from an installed wheel.

    python tests/bench/hooks.py [--python PATH] [--runs N] [--rows 10000,100000]

The processes are run in turn, so that a machine whose speed drifts slows all of them alike; medians are compared.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from codewatch import paths, profiles, queue, terms
from codewatch.store import sessions
from codewatch.store.database import memory_path, open_memory, transaction
from codewatch.store.models import ObservationRow

ROOT = Path(__file__).parents[2]
PROMPTS = {
    "recall, a question": "how do we convert the harbour chart's times, and which module keeps the tide feed?",
    "recall, a path": "fix the rounding in shop/prices_17.py please",
    "recall, chatter": "thanks, go on",
}


def main() -> None:
    """Install, fill, time, print."""
    options = parse()
    with tempfile.TemporaryDirectory() as folder:
        site = install_wheel(Path(folder))
        bare = [options.python, "-I", "-S", "-c", "pass"]
        save = save_run(Path(folder), site, options.python)
        print_ratios({"bare interpreter": (bare, b"", {}), "save": save}, options.runs)
        for rows in options.rows:
            data = fill(Path(folder, f"data-{rows}"), rows)
            runs = {"bare interpreter": (bare, b"", {}), **recall_runs(Path(folder), site, data, options.python)}
            sys.stdout.write(f"\n{rows} memories\n")
            print_ratios(runs, options.runs)


def parse() -> argparse.Namespace:
    """Return the options."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", default=sys.executable, help="the interpreter that the hooks run on")
    parser.add_argument("--runs", type=int, default=31)
    parser.add_argument("--rows", type=lambda text: [int(part) for part in text.split(",")], default=[10_000, 100_000])
    return parser.parse_args()


def install_wheel(folder: Path) -> Path:
    """Build a wheel of this checkout, install it without its dependencies, and return the folder it is in."""
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    wheels = folder / "wheels"
    subprocess.run([*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", wheels, ROOT], check=True)
    site = folder / "site"
    subprocess.run([*pip, "install", "--no-deps", "--target", site, *wheels.glob("*.whl")], check=True)
    return site


def save_run(folder: Path, site: Path, python: str) -> tuple[list[str], bytes, dict[str, str]]:
    """Return the save hook on a transcript; its worker is not started, as when one runs already."""
    project = folder / "project"
    (project / ".git" / "objects").mkdir(parents=True)
    (project / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    transcript = folder / "session.jsonl"
    transcript.write_text('{"type":"user"}\n')
    payload = {
        "session_id": "s", "transcript_path": str(transcript), "cwd": str(project), "hook_event_name": "Stop",
    }  # fmt: skip
    environment = {
        "CODEWATCH_DATA_DIR": str(folder / "data-save"),
        "CODEWATCH_WORKER_AUTOSTART": "0",
        "HOME": str(folder),
    }
    grow = {"GROW": str(transcript)}
    return hook(python, site, "save"), json.dumps(payload).encode(), {**environment, **grow}


def recall_runs(
    folder: Path, site: Path, data: Path, python: str
) -> dict[str, tuple[list[str], bytes, dict[str, str]]]:
    """Return the recall hook on each kind of prompt and on a session start."""
    environment = {"CODEWATCH_DATA_DIR": str(data), "HOME": str(folder)}
    common = {"session_id": "bench", "cwd": str(folder / "project"), "transcript_path": ""}
    prompts = {
        name: {**common, "hook_event_name": "UserPromptSubmit", "prompt": prompt} for name, prompt in PROMPTS.items()
    }
    start = {"recall, session start": {**common, "hook_event_name": "SessionStart", "source": "startup"}}
    return {
        name: (hook(python, site, "recall"), json.dumps(payload).encode(), environment)
        for name, payload in {**prompts, **start}.items()
    }


def hook(python: str, site: Path, name: str) -> list[str]:
    """Return the command that a client runs."""
    return [python, "-I", "-S", str(site / "codewatch" / "hooks" / f"{name}_script.py")]


def fill(data: Path, rows: int) -> Path:
    """Make a memory of `rows` observations in the bench project, and return its data directory."""
    chosen = random.Random(rows)
    words = [f"{stem}{ending}" for stem in WORDS for ending in ("", "s", "ing", "er")]
    project = str(data.parent / "project")
    with open_memory(str(data)):
        with transaction():
            project_id = sessions.project_id(project, now="2026-11-01T00:00:00.000Z")
        for start in range(0, rows, 2_000):
            batch = [one_row(chosen, words, number, project_id) for number in range(start, min(rows, start + 2_000))]
            with transaction():
                ObservationRow.insert_many(batch).execute()
        profiles.refresh(now="2026-11-30T10:00:00.000Z")
    assert os.path.exists(memory_path(str(data)))
    queue.open_queue(str(data / paths.QUEUE_FILE)).close()  # a session start looks at it
    return data


def one_row(chosen: random.Random, words: list[str], number: int, project: int) -> dict[str, object]:
    """Return a made memory of 12 to 40 words, a few of them about the bench's prompts."""
    text = " ".join(chosen.choices(words, k=chosen.randint(12, 40)))
    if number % 97 == 0:
        text = f"Convert the harbour chart's times with zoneinfo; the tide feed is UTC ({text[:60]})"
    files = [f"shop/prices_{number % 400}.py"]
    columns = terms.index_columns(text, "", files)
    day = f"2026-{1 + number % 11:02d}-{1 + number % 28:02d}T10:00:00.000Z"
    return {
        "project": project, "session": None, "branch": "main", "scope": "project", "category": "learning",
        "priority": ("high", "medium", "low")[number % 3 if number % 50 == 0 else 1 + number % 2], "content": text,
        "files": json.dumps(files), "origin": "tool", "observer": "rules", "tokens": len(text) // 4, "observed_at": day,
        "created_at": day, "updated_at": day, "terms_text": columns[0], "terms_identifiers": columns[1],
        "terms_paths": columns[2],
    }  # fmt: skip


def print_ratios(runs: dict[str, tuple[list[str], bytes, dict[str, str]]], count: int) -> None:
    """Run everything in turn `count` times after a warm-up, and print medians and ratios to the bare interpreter."""
    taken: dict[str, list[float]] = {name: [] for name in runs}
    for number in range(count + 2):
        for name, (command, payload, environment) in runs.items():
            seconds = run_once(command, payload, environment)
            if number >= 2:
                taken[name].append(seconds)
    bare = statistics.median(taken["bare interpreter"])
    for name, seconds in taken.items():
        median = statistics.median(seconds)
        sys.stdout.write(f"{name:<24} {1000 * median:7.1f} ms  {median / bare:5.2f} x\n")


def run_once(command: list[str], payload: bytes, environment: dict[str, str]) -> float:
    """Run one process and return its seconds; a transcript that is named grows first."""
    if "GROW" in environment:
        with open(environment["GROW"], "a", encoding="utf-8") as stream:
            stream.write('{"type":"user","message":{"role":"user","content":"one more line"}}\n')
    start = time.perf_counter()
    subprocess.run(command, input=payload, env=environment, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


WORDS = """deploy cache branch token render parse merge index queue lease commit schema format socket thread worker
config header cookie filter vector cluster column cursor handler import export button layout margin border layer
packet stream buffer decode encode encrypt digest secret signal timer clock date zone locale plural invoice price
tax order cart stock label ticket printer scanner driver kernel module plugin theme colour image video audio frame
pixel matrix graph node edge path route proxy gateway broker topic event listener publish subscribe retry backoff
limit quota budget cost usage metric alert trace span log level error warning debug test fixture mock assert""".split()


if __name__ == "__main__":
    main()
