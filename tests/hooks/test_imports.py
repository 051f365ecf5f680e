"""What the hooks import: the light half of the standard library and our own light modules, nothing else (F48)."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from codewatch import paths

HOOKS = Path(paths.package_parent(), "codewatch", "hooks")
ALLOWED = ("os", "sys", "time", "fcntl", "unicodedata")
# The C module of SQLite, and what it asks for by way of our stand-in.
SQLITE = {"_sqlite3", "_functools"}
OURS = set(
    """codewatch codewatch.broken codewatch.git codewatch.hooks codewatch.hooks.checkpoint
    codewatch.hooks.dialects codewatch.hooks.door
    codewatch.hooks.recall
    codewatch.hooks.said codewatch.hooks.save codewatch.injected codewatch.launch codewatch.lightsqlite codewatch.lock
    codewatch.paths codewatch.pauses codewatch.queue codewatch.recall codewatch.recall.background
    codewatch.recall.briefing codewatch.recall.context codewatch.recall.gate codewatch.recall.hits
    codewatch.recall.profile codewatch.recall.query codewatch.recall.rank codewatch.recall.search
    codewatch.recall.weights
    codewatch.reftable
    codewatch.spool codewatch.stems codewatch.surroundings codewatch.terms""".split()
)


def imported(*arguments, **options):
    """Return the names of all modules that a Python process imports."""
    finished = subprocess.run(
        [sys.executable, "-I", "-S", "-X", "importtime", *arguments], capture_output=True, check=True, **options
    )
    lines = finished.stderr.decode().splitlines()
    return {line.rpartition("|")[2].strip() for line in lines if line.startswith("import time:")} - {"imported package"}


@pytest.fixture(scope="module")
def light():
    """Give everything that the allowed modules import by themselves."""
    return imported("-c", f"import {', '.join(ALLOWED)}") | SQLITE


def run_hook(product, name, payload, **environment):
    """Return what a hook imports while it answers a payload."""
    return imported(
        HOOKS / f"{name}_script.py", input=json.dumps(payload).encode(), env={**product.environment, **environment}
    )


@pytest.mark.parametrize("autostart", ["false", "true"])
def test_the_save_hook_imports_only_what_is_light(product, transcript, light, autostart):
    payload = {
        "session_id": "s", "transcript_path": str(transcript.user("We use tabs.").path), "cwd": str(product.project),
        "hook_event_name": "Stop",
    }  # fmt: skip

    modules = run_hook(product, "save", payload, CODEWATCH_WORKER_AUTOSTART=autostart)

    assert modules - light <= OURS
    assert "codewatch.queue" in modules


@pytest.mark.parametrize(
    "prompt", ["do we use tabs or spaces?", "wir nutzen Zürich: 数据库连接池 oder tabs?", "thanks"]
)
def test_the_recall_hook_imports_only_what_is_light(product, light, prompt):
    product.run("remember", "We always use tabs, never spaces.")
    payload = {
        "session_id": "s", "cwd": str(product.project), "hook_event_name": "UserPromptSubmit", "prompt": prompt,
    }  # fmt: skip

    modules = run_hook(product, "recall", payload)

    assert modules - light <= OURS
    assert "codewatch.recall.search" in modules


@pytest.mark.parametrize("name", ["save", "recall"])
def test_a_hook_that_may_be_paused_imports_only_what_is_light(product, transcript, light, name):
    product.run("remember", "We always use tabs, never spaces.")
    product.run("pause", "--project", str(product.home))
    payload = {
        "session_id": "s", "transcript_path": str(transcript.user("We use tabs.").path), "cwd": str(product.project),
        "hook_event_name": "Stop" if name == "save" else "UserPromptSubmit", "prompt": "do we use tabs or spaces?",
    }  # fmt: skip

    modules = run_hook(product, name, payload, CODEWATCH_EXCLUDE='["/nowhere", "*.pem"]')

    assert modules - light <= OURS | {"codewatch.exclusions"}
    assert {"codewatch.pauses", "codewatch.exclusions"} <= modules


def test_a_session_start_imports_only_what_is_light(product, light):
    product.run("remember", "We always use tabs, never spaces.")
    payload = {"session_id": "s", "cwd": str(product.project), "hook_event_name": "SessionStart", "source": "startup"}

    assert run_hook(product, "recall", payload) - light <= OURS


@pytest.mark.parametrize("client", ["cursor", "windsurf", "vscode", "opencode"])
def test_the_dialect_of_a_client_imports_nothing_more(product, light, client):
    product.run("remember", "We always use tabs, never spaces.")
    payload = {
        "session_id": "s", "sessionId": "s", "cwd": str(product.project), "workspace_roots": [str(product.project)],
        "hook_event_name": "beforeSubmitPrompt" if client == "cursor" else "UserPromptSubmit",
        "prompt": "do we use tabs or spaces?",
    }  # fmt: skip

    modules = imported(HOOKS / "recall_script.py", client, input=json.dumps(payload).encode(), env=product.environment)

    assert modules - light <= OURS
