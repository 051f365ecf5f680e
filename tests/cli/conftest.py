"""What the commands' tests share: a transcript that is worth remembering, memories by hand, jobs that failed."""

import json
import os
import sqlite3
import subprocess
import sys
import time

import pytest

from codewatch import paths, queue

DAY_S = 86_400
LONG = "We keep the reason beside the decision, so that whoever reads it later need not ask the one who made it. "


@pytest.fixture
def session(transcript):
    """Give a transcript of one turn with a preference in it, long enough to be observed alone."""
    transcript.user(f"Always use Decimal for money, never float. {LONG * 3}")
    transcript.assistant(f"Understood. {LONG * 3}")
    return transcript


@pytest.fixture
def remembered(product):
    """Give three memories made by hand, oldest first, as rows."""
    texts = (
        ("We chose SQLite because one file is enough.", "architecture"),
        ("Use ruff for formatting.", "convention"),
        ("The fixture widget7 is slow.", "learning"),
    )
    return [product.json("remember", text, "--category", category)["observation"] for text, category in texts]


@pytest.fixture
def put_failed(product):
    """Give a function that puts a job for a transcript on the failed list and returns its id."""

    def put(path, end=10, error="TranscriptError: gone", row_id=7):
        product.data.mkdir(mode=0o700, exist_ok=True)
        queue.open_queue(str(product.data / paths.QUEUE_FILE)).close()
        arguments = {
            "client": "claude",
            "path": str(path),
            "end": end,
            "session": "sess-1",
            "cwd": str(product.project),
        }
        arguments |= {"project": str(product.project), "branch": "main", "event": "Stop", "flush": True, "since": 1.0}
        message = {"id": "job", "name": queue.OBSERVE_TASK, "retries": 0, "kwargs": {**arguments, "message": ""}}
        row = (row_id, queue.QUEUE, json.dumps({"m": message}), f"claude:{path}", error, 1_796_000_000.0 + row_id)
        with sqlite3.connect(product.data / paths.QUEUE_FILE) as connection:
            connection.execute(
                "insert into failed_task (id, queue, data, priority, coalesce_key, enqueued_at, attempts, deaths,"
                " error, failed_at) values (?, ?, ?, 0, ?, 1796000000.0, 5, 0, ?, ?)",
                row,
            )
        connection.close()
        return row_id

    return put


@pytest.fixture
def on_terminal(product):
    """Give a function that runs a command on a pseudo-terminal and returns its exit code and what it showed.

    `typed` is what somebody types there.
    """

    def run(*arguments, typed=b"", **environment):
        leader, follower = os.openpty()
        os.write(leader, typed)
        process = subprocess.Popen(
            [sys.executable, "-I", "-m", "codewatch", *arguments], cwd=product.project, stdin=follower, stdout=follower,
            stderr=follower, env={**product.environment, "TERM": "xterm", "COLUMNS": "100", **environment},
        )  # fmt: skip
        os.close(follower)
        shown = _read_all(leader)
        return process.wait(timeout=60), shown

    return run


def _read_all(leader: int) -> str:
    chunks = []
    while chunk := _read(leader):
        chunks.append(chunk)
    os.close(leader)
    return b"".join(chunks).decode()


def _read(leader: int) -> bytes:
    try:
        return os.read(leader, 65536)
    except OSError:
        return b""  # Linux says EIO when the other side is gone


@pytest.fixture
def old(product, make_transcript):
    """Give a function that writes an old session of Claude Code with a preference about a topic in it."""
    folder = product.home / ".claude" / "projects" / "-project"
    folder.mkdir(parents=True)

    def write(name, topic, *, days=40, cwd=None):
        words = make_transcript(folder / f"{name}.jsonl", cwd or product.project, name)
        words.user(f"Always use {topic} for money, never float, since sums must be exact in every report we make.")
        words.assistant("Understood, I shall keep to it from now on and say so wherever it matters.")
        moment = time.time() - days * DAY_S
        os.utime(words.path, (moment, moment))
        return words

    return write


@pytest.fixture
def many(old):
    """Give a function that writes that many old sessions, each with a preference of its own."""

    def write(count):
        for number in range(count):
            old(f"s{number}", f"Decimal{number}", days=number + 1)

    return write


@pytest.fixture
def codex_session(product):
    """Give an old rollout of Codex with a preference in it."""
    folder = product.home / ".codex" / "sessions" / "2026" / "01" / "02"
    folder.mkdir(parents=True)
    path = folder / "rollout-2026-01-02T00-00-00-t.jsonl"
    item = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Never use tabs in YAML."}]}
    rows = [
        {"type": "session_meta", "payload": {"id": "t", "cwd": str(product.project)}},
        {"ordinal": 1, "type": "response_item", "payload": item},
    ]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


@pytest.fixture
def begun(product):
    """Give a function that starts a backfill in the background, with a worker of its own."""
    started = []

    def start(*options):
        command = [sys.executable, "-I", "-m", "codewatch", "backfill", *options]
        started.append(
            subprocess.Popen(
                command, cwd=product.project, env=product.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                text=True,
            )
        )  # fmt: skip
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.communicate()
