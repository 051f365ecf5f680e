"""The `claude` command as a provider: what it prints is read up to a bound, and then it is stopped."""

import asyncio
import os
from dataclasses import replace

import pytest

from codewatch.errors import ModelOutputError
from codewatch.llm import command_line
from codewatch.llm.failures import Failure
from codewatch.llm.providers import Provider

CLIENT = Provider("claude", "claude", "client", "haiku")


@pytest.fixture
def command(tmp_path, monkeypatch):
    """Give a function that puts a shell script in the place of the `claude` command."""
    monkeypatch.setenv("CODEWATCH_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")

    def write(script):
        program = tmp_path / "claude"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)

    return write


def test_its_answer_is_read(command, question):
    command("""cat > /dev/null; echo '{"result": "[]", "usage": {"output_tokens": 3}}'""")

    reply = asyncio.run(command_line.complete(CLIENT, question, timeout_s=20.0))

    assert (reply.text, reply.output_tokens) == ("[]", 3)


def test_its_hooks_are_told_to_stay_silent(command, question):
    """REC-02."""
    command("""cat > /dev/null; printf '{"result": "marked %s"}' "$CODEWATCH_CHILD" """)

    reply = asyncio.run(command_line.complete(CLIENT, question, timeout_s=20.0))

    assert reply.text == "marked 1"


def test_one_that_does_not_listen_is_heard_all_the_same(command, question):
    command("""exec 0<&-; echo '{"result": "[]"}'""")

    reply = asyncio.run(command_line.complete(CLIENT, replace(question, text="x" * 1_000_000), timeout_s=20.0))

    assert reply.text == "[]"


def test_one_that_prints_without_end_is_stopped(command, question):
    command("cat > /dev/null; exec yes")

    with pytest.raises(ModelOutputError, match="longer than 4 MB"):
        asyncio.run(command_line.complete(CLIENT, question, timeout_s=20.0))


def test_one_that_prints_much_and_never_ends_is_stopped_in_time(command, question):
    command("cat > /dev/null; head -c 1000000 /dev/zero; exec sleep 60")

    with pytest.raises(Failure, match="did not answer within 1 s"):
        asyncio.run(command_line.complete(CLIENT, question, timeout_s=1.0))
