"""Transcripts of Codex and Gemini CLI through the save line: each message once, every byte accounted for."""

import json
import os
from pathlib import Path

import pytest

from codewatch.chunks import ChunkSize
from codewatch.messages import Role
from codewatch.store.database import database

FIXTURES = Path(__file__).parents[1] / "fixtures"
ONE_ROW = ChunkSize(1, 1)


@pytest.fixture
def given(tmp_path, shop):
    """Give a function that puts a fixture's lines into a file, with the project's folder in them."""

    def put(name, *, first=0, last=None, file=None):
        lines = (FIXTURES / name).read_bytes().splitlines(keepends=True)[first:last]
        path = tmp_path / (file or os.path.basename(name))
        with path.open("ab") as stream:
            stream.write(b"".join(lines).replace(b"/work/shop", str(shop).encode()))
        return path

    return put


def session_rows():
    """Return each session with its branch and the number of its messages."""
    return database.execute_sql("select client_session, branch, messages from session order by id").fetchall()


def test_a_thread_its_subagent_and_its_fork_are_observed_once_each(given, take, echo, seen):
    files = [given(f"codex/{name}.jsonl") for name in ("thread", "subagent", "fork")]

    made = [take(file, client="codex") for file in (*files, *files)]

    assert len(echo.heard) == 13
    assert seen.texts(echo).count("Rename label() to tide_label() everywhere.") == 1
    assert [message.text for message in echo.heard if message.is_sidechain] == ["There are two pages."]
    assert [seen.accounted(file) for file in files] == [file.stat().st_size for file in files]
    assert made[3:] == [[], [], []]
    assert session_rows() == [
        ("01a22000-0000-7000-8000-00000000c0de", "main", 11), ("01a22000-0000-7000-8000-0000000f0cca", "main", 2)
    ]  # fmt: skip


@pytest.mark.parametrize("cut", [1, 8, 12, 18, 23, 26])
def test_a_resumed_thread_goes_on_where_it_stood(given, take, echo, seen, cut):
    path = given("codex/thread.jsonl", last=cut)
    take(path, client="codex")
    given("codex/thread.jsonl", first=cut)

    take(path, client="codex")

    assert len(echo.heard) == 10
    assert {(message.session, message.branch) for message in echo.heard} == {
        ("01a22000-0000-7000-8000-00000000c0de", "main")
    }
    assert seen.accounted(path) == path.stat().st_size


@pytest.mark.parametrize("name", ["codex/thread.jsonl", "gemini/chat.jsonl"])
def test_row_by_row_the_same_is_observed(given, take, echo, name):
    client = name.partition("/")[0]
    take(given(name), client=client)
    at_once = [(message.key, message.text, message.tool) for message in echo.heard]
    echo.heard.clear()
    database.execute_sql("delete from captured_record")

    take(given(name, file="again.jsonl"), client=client, chunk=ONE_ROW)

    assert [(message.key, message.text, message.tool) for message in echo.heard] == at_once


def test_a_result_knows_its_call(given, take, echo):
    take(given("codex/thread.jsonl"), client="codex", chunk=ONE_ROW)

    results = [(message.tool, message.text) for message in echo.heard if message.role is Role.TOOL_RESULT]
    assert [tool for tool, _ in results] == ["Bash", "apply_patch", "mcp__mem__remember"]


def test_a_row_that_grows_in_one_chunk_counts_once(given, take, echo, seen):
    path = given("gemini/chat.jsonl")

    take(path, client="gemini")

    assert seen.texts(echo) == [
        "List the pages.", "I will list them.", "", "harbour.html\nbay.html", "Two pages: harbour and bay."
    ]  # fmt: skip
    assert ("skipped", "written anew", 1) in seen.spans(str(path))
    assert seen.accounted(path) == path.stat().st_size


def test_of_a_row_that_grows_later_only_what_is_new_counts(given, take, echo, seen):
    path = given("gemini/chat.jsonl", last=5)
    take(path, client="gemini")
    given("gemini/chat.jsonl", first=5, file="chat.jsonl")

    take(path, client="gemini")

    assert seen.texts(echo) == [
        "List the pages.", "I will list them.", "", "harbour.html\nbay.html", "Two pages: harbour and bay."
    ]  # fmt: skip
    assert seen.accounted(path) == path.stat().st_size


@pytest.mark.parametrize(("client", "name"), [("codex", "codex/thread.jsonl"), ("gemini", "gemini/chat.jsonl")])
def test_a_torn_tail_is_left_for_later(given, take, echo, seen, client, name):
    path = given(name)
    whole = path.stat().st_size
    take(path, client=client)
    heard = len(echo.heard)
    with path.open("ab") as stream:
        stream.write(json.dumps({"type": "user", "id": "x"}).encode()[:-3])

    take(path, client=client)

    assert len(echo.heard) == heard
    assert seen.accounted(path) == whole
