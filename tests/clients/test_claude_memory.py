"""Claude Code's own memory files (format 2.1.332)."""

import json
import os

import pytest

from codewatch.clients import claude_memory

FACT = """---
name: no-template-time-maths
description: times are converted in charts.py, never in templates
metadata:
  node_type: memory
  type: feedback
  originSessionId: 3f0c2f57
  modified: 2026-11-29T09:12:00.000Z
---
Ana does not want time conversion in templates.

**Why:** two pages disagreed last year.
"""


@pytest.fixture
def claude(tmp_path, monkeypatch):
    """Give Claude Code's own folder."""
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "claude"))
    (tmp_path / "claude").mkdir()
    return tmp_path / "claude"


@pytest.fixture
def memory(claude):
    """Give the memory folder of a project."""
    folder = claude / "projects" / "-work-shop" / "memory"
    folder.mkdir(parents=True)
    return folder


def test_head_and_body_are_read():
    fact = claude_memory.parse(FACT.encode())

    assert fact[:3] == ("no-template-time-maths", "times are converted in charts.py, never in templates", "feedback")
    assert fact.body.startswith("Ana does not want")
    assert fact.body.endswith("last year.")
    assert (fact.session, fact.at) == ("3f0c2f57", "2026-11-29T09:12:00.000Z")


@pytest.mark.parametrize(
    ("text", "kind", "body"),
    [
        ("Use tabs.", "", "Use tabs."),
        ("---\ntype: user\n---\nUse tabs.", "user", "Use tabs."),
        ("\ufeff---\r\ntype: 'User'\r\n---\r\nUse tabs.\r\n", "user", "Use tabs."),
        ("---\ntype: user\nnever closed", "", "---\ntype: user\nnever closed"),
        ("---\n---\nUse tabs.", "", "Use tabs."),
        ("", "", ""),
    ],
    ids=["no head", "flat head", "windows", "open head", "empty head", "nothing"],
)
def test_other_shapes_are_read_too(text, kind, body):
    fact = claude_memory.parse(text.encode())

    assert (fact.kind, fact.body) == (kind, body)


def test_a_description_over_several_lines_is_one():
    fact = claude_memory.parse(b"---\ndescription: >\n  one\n  two: three\ntype: user\n---\nx")

    assert (fact.description, fact.kind) == ("one two: three", "user")


def test_bytes_that_are_not_utf8_are_replaced():
    assert claude_memory.parse(b"caf\xe9").body == "caf\ufffd"


def test_the_index_and_links_are_no_facts(memory):
    (memory / "MEMORY.md").write_text("- [a](a.md)")
    (memory / "a.md").write_text(FACT)
    (memory / "b.md").symlink_to(memory / "a.md")
    (place,) = claude_memory.find_places()

    assert claude_memory.files_in(place) == [str(memory / "a.md")]


def test_where_sessions_work_is_taken_from_a_transcript(memory):
    row = {"type": "user", "cwd": "/work/shop", "message": {"content": "hi"}}
    (memory.parent / "s.jsonl").write_text(json.dumps({"type": "mode"}) + "\n" + json.dumps(row) + "\n")

    assert [place.cwd for place in claude_memory.find_places()] == ["/work/shop"]


def test_without_transcripts_nobody_knows_where(memory):
    assert [place.cwd for place in claude_memory.find_places()] == [""]


def test_the_folder_of_the_users_settings_is_the_users(claude, tmp_path):
    (tmp_path / "notes").mkdir()
    (claude / "settings.json").write_text(json.dumps({"autoMemoryDirectory": str(tmp_path / "notes")}))

    assert list(claude_memory.find_places()) == [(str(tmp_path / "notes"), "", True)]


@pytest.mark.parametrize("settings", ["", "{", "[]", '{"autoMemoryDirectory": 1}', '{"autoMemoryDirectory": "/none"}'])
def test_settings_that_name_no_folder_are_survived(claude, settings):
    (claude / "settings.json").write_text(settings)

    assert list(claude_memory.find_places()) == []


@pytest.mark.parametrize(
    ("content", "is_read"), [(b"x" * 300_000, False), (b"x", True)], ids=["too long", "short enough"]
)
def test_a_file_too_long_to_be_a_fact_is_left(memory, content, is_read):
    (memory / "a.md").write_bytes(content)

    assert (claude_memory.read_file(str(memory / "a.md")) is not None) == is_read


def test_a_folder_or_nothing_is_no_file(memory):
    assert claude_memory.read_file(str(memory)) is None
    assert claude_memory.read_file(str(memory / "gone.md")) is None


def test_agents_md_is_told_where_there_is_no_claude_md(claude, tmp_path):
    without = claude_memory.told_files(str(tmp_path))
    (tmp_path / "CLAUDE.md").write_text("x")

    assert str(tmp_path / "AGENTS.md") in without
    assert str(tmp_path / "AGENTS.md") not in claude_memory.told_files(str(tmp_path))
    assert str(claude / "CLAUDE.md") in without


def test_looking_at_a_folder_leaves_nothing_open(memory):
    before = os.listdir("/dev/fd")

    assert [claude_memory.read_file(str(memory)) for _ in range(5)] == [None] * 5

    assert len(os.listdir("/dev/fd")) == len(before)


def test_a_file_that_grows_while_it_is_read_is_bounded(memory):
    assert claude_memory.read_file("/proc/self/environ", longest_bytes=2) is None
