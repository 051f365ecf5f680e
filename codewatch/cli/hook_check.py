"""Whether hooks run as a client runs them: their very command lines, then one that saves and one that recalls."""

import dataclasses
import json
import os
import sqlite3
import subprocess
import tempfile
from contextlib import closing
from pathlib import Path

from codewatch import paths
from codewatch.clients.program import RECALL, SAVE, Program

TIMEOUT_S = 20
_MEMORY = "codewatch setup checks that what was remembered comes back."


def check_hooks(program: Program) -> str:
    """Return what keeps the hooks from working, "" when they do; nothing of it is left behind.

    A command line without a payload does nothing. What needs a memory is tried with a data directory of its own.
    """
    with tempfile.TemporaryDirectory(prefix="codewatch check ") as folder:
        try:
            for hook in (SAVE, RECALL):
                _run(program.hook_command(hook), {}, folder)
            tried = dataclasses.replace(program, data_dir=os.path.join(folder, "data"))
            return _try_recall(tried, folder) or _try_save(tried, folder)
        except _Failed as failed:
            return str(failed)


class _Failed(Exception):
    """A command did not end as it should."""


def _try_recall(program: Program, folder: str) -> str:
    remember = [program.python, "-I", "-m", "codewatch", "remember", _MEMORY, "--priority", "high", "--scope", "global"]
    _finish(remember, "", folder, {"CODEWATCH_DATA_DIR": program.data_dir})
    payload = {"session_id": "check", "cwd": folder, "hook_event_name": "SessionStart", "source": "startup"}
    said = _run(program.hook_command(RECALL), payload, folder)
    return "" if _MEMORY in said else "the recall hook runs, but does not find what is in memory"


def _try_save(program: Program, folder: str) -> str:
    transcript = Path(folder, "transcript.jsonl")
    transcript.write_text("{}\n", "utf-8")
    payload = {"session_id": "check", "cwd": folder, "hook_event_name": "Stop", "transcript_path": str(transcript)}
    _run(program.hook_command(SAVE), payload, folder)
    try:
        with closing(sqlite3.connect(Path(program.data_dir, paths.QUEUE_FILE))) as queue:
            is_saved = queue.execute("select 1 from task").fetchone() is not None
    except sqlite3.Error:
        is_saved = False
    return "" if is_saved else "the save hook runs, but puts nothing into the queue"


def _run(command: str, payload: dict[str, str], folder: str) -> str:
    return _finish(["/bin/sh", "-c", command], json.dumps(payload), folder, {})


def _finish(command: list[str], given: str, folder: str, variables: dict[str, str]) -> str:
    # As bare as an environment can be: what works here works when a client is started from a desktop, too.
    environment = {"HOME": folder, "PATH": "/usr/bin:/bin", "CODEWATCH_WORKER_AUTOSTART": "false", **variables}
    try:
        done = subprocess.run(
            command, input=given, env=environment, cwd=folder, capture_output=True, text=True, errors="replace",
            timeout=TIMEOUT_S, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise _Failed(f"it did not end within {TIMEOUT_S} s: {command[-1]}") from error
    except OSError as error:
        raise _Failed(f"{command[0]}: {error.strerror}") from error
    if done.returncode or done.stderr:
        reason = done.stderr.strip().splitlines()[-1:] or [f"exit code {done.returncode}"]
        raise _Failed(f"{reason[0]}: {command[-1]}")
    return done.stdout
