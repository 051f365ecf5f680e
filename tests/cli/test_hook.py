"""`codewatch hook`: the hooks under their command names."""

import json
import subprocess
import sys

import pytest


def run_hook(product, arguments, payload):
    """Run a hook command with a payload on its standard input."""
    return subprocess.run(
        [sys.executable, "-I", "-m", "codewatch", *arguments], cwd=product.project, env=product.environment,
        input=payload, capture_output=True, timeout=60, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("arguments", [("hook", "save"), ("--hook",)], ids=" ".join)
def test_save_enqueues_and_prints_nothing(product, session, arguments):
    payload = {"session_id": "s", "transcript_path": str(session.path), "cwd": str(product.project),
               "hook_event_name": "Stop"}  # fmt: skip

    done = run_hook(product, arguments, json.dumps(payload).encode())

    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert product.json("queue", "status")["pending"] == 1


@pytest.mark.parametrize("arguments", [("hook", "recall"), ("--recall",)], ids=" ".join)
def test_recall_prints_one_object(product, remembered, arguments):
    payload = {"session_id": "s", "cwd": str(product.project), "hook_event_name": "UserPromptSubmit",
               "prompt": "why is the fixture widget7 so slow?"}  # fmt: skip

    done = run_hook(product, arguments, json.dumps(payload).encode())

    assert done.returncode == 0
    assert "widget7" in json.loads(done.stdout)["hookSpecificOutput"]["additionalContext"]


@pytest.mark.parametrize("name", ["save", "recall"])
@pytest.mark.parametrize("payload", [b"", b"{", b"[]", b"\xff\xfe", b"{}"], ids=repr)
def test_whatever_comes_the_exit_code_is_0_and_nothing_is_printed(product, name, payload):
    done = run_hook(product, ("hook", name), payload)

    assert (done.returncode, done.stdout) == (0, b"")
