"""A project, a transcript in the making, an observer that echoes, and looks into what was stored."""

import json
import os
import threading
from itertools import pairwise
from types import SimpleNamespace

import pytest

from codewatch import chunks, pipeline
from codewatch.agents.rules.rules_observer import RulesObserver
from codewatch.categories import Category, Origin, Priority, State
from codewatch.observations import Observation
from codewatch.slices import TranscriptSlice
from codewatch.store import ledger, observations
from codewatch.store.database import open_memory, thread_connection
from codewatch.subagents import Heard

NOW = "2026-12-01T10:00:00.000Z"


@pytest.fixture(autouse=True)
def memory(tmp_path):
    """Hold a fresh memory open and give its folder."""
    with open_memory(str(tmp_path / "data")) as _:
        yield tmp_path / "data"


@pytest.fixture
def shop(tmp_path):
    """Give a folder that is a git repository."""
    (tmp_path / "shop" / ".git" / "objects").mkdir(parents=True)
    (tmp_path / "shop" / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    return tmp_path / "shop"


@pytest.fixture
def row(shop):
    """Give a function that makes one record as a line of bytes."""

    def make(uuid, content, *, kind="user", **fields):
        common = {
            "type": kind, "uuid": uuid, "timestamp": "2026-11-29T09:00:00.000Z", "sessionId": "s1", "cwd": str(shop),
            "gitBranch": "main", "message": {"role": kind, "content": content},
        }  # fmt: skip
        record = {name: value for name, value in {**common, **fields}.items() if value is not None}
        return json.dumps(record, ensure_ascii=False).encode() + b"\n"

    return make


@pytest.fixture
def write(tmp_path):
    """Give a function that appends lines to a transcript file and returns its path."""

    def append(*lines, name="s1.jsonl"):
        with (tmp_path / name).open("ab") as stream:
            stream.write(b"".join(lines))
        return tmp_path / name

    return append


@pytest.fixture
def echo():
    """Give an observer that remembers what it heard and makes one memory of every text."""
    heard = []

    def observe(messages, *, project_root):
        new = [message for message in messages if not message.is_observed]
        heard.extend(new)
        return [
            Observation(
                message.text, Category.LEARNING, Priority.MEDIUM, message.at, source=message.key,
                session=message.session, branch=message.branch, cwd=message.cwd, origin=Origin.USER,
            )
            for message in new
            if message.text
        ]  # fmt: skip

    return SimpleNamespace(name="echo", observe=observe, heard=heard)


@pytest.fixture
def rules():
    """Give the observer that needs no model."""
    return RulesObserver()


@pytest.fixture
def together(echo):
    """Give an observer like `echo` whose first two callers wait for each other."""
    both = threading.Barrier(2, timeout=30)
    waiting = iter((both.wait, both.wait))

    def observe(messages, *, project_root):
        next(waiting, int)()
        return echo.observe(messages, project_root=project_root)

    return SimpleNamespace(name="together", observe=observe)


@pytest.fixture
def take(shop, echo):
    """Give a function that observes a transcript to its end and returns what came of each chunk."""

    def observe(
        file, *, observer=None, may_wait_s=0.0, waited_s=0.0, chunk=chunks.NORMAL, subagents: Heard = "result", **fields
    ):
        size = os.path.getsize(file) if file else 0
        piece = TranscriptSlice("claude", str(file), size, "s1", str(shop), str(shop), "main")._replace(**fields)
        made = pipeline.observe_slice(
            piece,
            observer=observer or echo,
            now=NOW,
            may_wait_s=may_wait_s,
            waited_s=waited_s,
            chunk=chunk,
            subagents=subagents,
        )
        return list(made)

    return observe


def at_once(*functions):
    """Run functions in threads with a connection each, and wait for their end."""

    def run(function):
        with thread_connection():
            function()

    threads = [threading.Thread(target=run, args=(function,)) for function in functions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)


def texts(echo):
    return [message.text for message in echo.heard]


def spans(path=None):
    return [(span.outcome, span.reason, span.records) for known in ledger.known(path=path) for span in known.spans]


def accounted(path):
    """Return the bytes that the ledger accounts for from the start without a gap."""
    (known,) = ledger.known(path=str(path))
    edges = [(0, 0), *((span.start, span.end) for span in known.spans)]
    assert all(before[1] == after[0] for before, after in pairwise(edges))
    return edges[-1][1]


def contents():
    active = [one for one in observations.since(0) if one.state is State.ACTIVE]
    return [(one.content, one.category, one.priority, one.observed_at, one.files) for one in active]


def learned():
    """Return all memories but those that sum up a stretch, which a shorter stretch sums up otherwise."""
    return sorted(one for one in contents() if one[1] is not Category.TASK_CONTEXT)


@pytest.fixture
def seen():
    """Give the ways to look at what an observer heard and what was stored."""
    return SimpleNamespace(
        at_once=at_once, texts=texts, spans=spans, accounted=accounted, contents=contents, learned=learned
    )
