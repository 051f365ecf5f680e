"""Claude Code's memory files as memories: read by content, once, and never written (FEATURES F136-F137, F141)."""

import json
import os
import time

import pytest

TOKEN = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"


@pytest.fixture
def memory(product, make_transcript):
    """Give the memory folder of the product's project."""
    folder = product.home / ".claude" / "projects" / "-project" / "memory"
    folder.mkdir(parents=True)
    make_transcript(folder.parent / "s.jsonl", product.project).user("hello")
    return folder


@pytest.fixture
def users(product):
    """Give the folder that the user's settings name for memories of all projects."""
    folder = product.home / "notes"
    folder.mkdir()
    (product.home / ".claude").mkdir(exist_ok=True)
    (product.home / ".claude" / "settings.json").write_text(json.dumps({"autoMemoryDirectory": str(folder)}))
    return folder


@pytest.fixture
def scan(product):
    """Give a function that reads the memory files and returns what is new."""

    def run(**environment):
        return product.json("observe", "--source", "claude-memory", **environment)

    return run


def fact(body, kind="feedback", description=""):
    return f"---\nname: a-fact\ndescription: {description}\nmetadata:\n  type: {kind}\n---\n{body}\n"


def states(product):
    return product.sql("select content, state from observation order by id")


def test_a_file_is_one_memory_of_its_project(memory, scan):
    (memory / "a.md").write_text(fact("**Why:** two pages disagreed.", description="Times are converted in charts.py"))

    (row,) = scan()

    assert row["content"] == "Times are converted in charts.py. Why: two pages disagreed."
    assert (row["category"], row["scope"], row["origin"]) == ("user_preference", "project", "imported")
    assert row["project"].endswith("/project")


def test_the_same_content_again_is_read_once_and_the_file_stays_as_it_is(product, memory, scan):
    file = memory / "a.md"
    file.write_text(fact("Use tabs in this project."))
    scan()
    before = file.stat()
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns + 5))

    assert scan() == []
    assert file.read_text() == fact("Use tabs in this project.")
    assert len(states(product)) == 1


def test_a_changed_file_replaces_its_memory(product, memory, scan):
    (memory / "a.md").write_text(fact("Use tabs in this project."))
    scan()
    (memory / "a.md").write_text(fact("Use spaces in this project."))

    scan()

    assert states(product) == [("Use tabs in this project.", "superseded"), ("Use spaces in this project.", "active")]


def test_a_file_that_says_again_what_it_said_once_has_its_memory_back(product, memory, scan):
    file = memory / "a.md"
    for_text = file.write_text
    for_text(fact("Use tabs in this project."))
    scan()
    for_text(fact("Use spaces in this project."))
    scan()
    for_text(fact("Use tabs in this project."))

    scan()

    assert states(product) == [("Use tabs in this project.", "active"), ("Use spaces in this project.", "superseded")]


def test_a_file_that_is_gone_archives_its_memory_with_a_reason(product, memory, scan):
    (memory / "a.md").write_text(fact("Use tabs in this project."))
    scan()
    (memory / "a.md").unlink()

    scan()

    assert states(product) == [("Use tabs in this project.", "archived")]
    assert product.sql("select action, reason from journal where kind = 'observation' order by id desc limit 1") == [
        ("archived", "file is gone")
    ]


@pytest.mark.parametrize(
    ("kind", "scope"), [("user", "global"), ("feedback", "global")], ids=["about the user", "what the user said"]
)
def test_a_personal_fact_of_the_users_own_folder_reaches_all_projects(users, scan, kind, scope):
    (users / "a.md").write_text(fact("Ana works in the evening.", kind))

    assert [row["scope"] for row in scan()] == [scope]


def test_a_projects_fact_in_the_users_own_folder_needs_its_session(product, users, scan, transcript):
    (users / "a.md").write_text("---\ntype: project\noriginSessionId: sess-1\n---\nThe shop runs on port 8431.\n")
    nothing = scan()
    product.save(transcript.user("Please look at the shop and its many pages.").path)
    product.drain()

    scan()  # The worker's sweep may have been faster.

    assert nothing == []
    assert product.sql(
        "select scope, root from observation o join project p on p.id = o.project_id where o.origin = 'imported'"
    ) == [("project", str(product.project))]


def test_a_fact_passes_the_gate(product, memory, scan):
    (memory / "a.md").write_text(fact(f"The key is {TOKEN} <private>and Bob</private>."))

    (row,) = scan()

    assert "[redacted:github-token]" in row["content"]
    assert "Bob" not in row["content"]


def test_what_was_forgotten_is_not_learned_again(product, memory, scan):
    (memory / "a.md").write_text(fact("Use tabs in this project."))
    (row,) = scan()
    product.run("forget", str(row["id"]))
    (memory / "a.md").write_text(fact("Use  tabs in this project."))

    assert scan() == []
    assert product.contents() == []


@pytest.mark.parametrize("place", ["project", "file"])
def test_what_is_excluded_is_not_read(product, memory, scan, place):
    (memory / "a.md").write_text(fact("Use tabs in this project."))
    pattern = {"project": str(product.project), "file": str(memory)}[place]

    assert scan(CODEWATCH_EXCLUDE=pattern) == []
    assert product.contents() == []


def test_what_is_paused_is_read_when_that_is_over(product, memory, scan):
    (memory / "a.md").write_text(fact("Use tabs in this project."))
    product.run("pause", "--capture")
    paused = scan()
    product.run("resume", "--capture")

    assert paused == []
    assert [row["content"] for row in scan()] == ["Use tabs in this project."]


def test_a_dry_run_stores_nothing(product, memory):
    (memory / "a.md").write_text(fact("Use tabs in this project."))

    rows = product.json("observe", "--source", "claude-memory", "--dry-run")

    assert [row["content"] for row in rows] == ["Use tabs in this project."]
    assert product.contents() == []


def test_the_worker_reads_them_at_its_sweep(product, memory):
    (memory / "a.md").write_text(fact("Use tabs in this project."))

    product.drain()

    assert "Use tabs in this project." in product.contents()
    assert product.json("coverage")["percent"] == 100


def test_a_setting_leaves_them_alone(product, memory):
    (memory / "a.md").write_text(fact("Use tabs in this project."))

    product.drain(CODEWATCH_CLAUDE_MEMORY="false")

    assert product.contents() == []


@pytest.mark.parametrize("name", ["-project/memory/b\udcff.md", "-pro\udcff/memory/b.md"])
def test_a_name_that_is_not_utf8_costs_no_other_file(product, memory, scan, transcript, name):
    odd = memory.parents[1] / name
    odd.parent.mkdir(parents=True, exist_ok=True)
    odd.write_text(fact("Never deploy on a Friday."))
    (odd.parents[1] / "t.jsonl").write_bytes((memory.parent / "s.jsonl").read_bytes())
    (memory / "a.md").write_text(fact("Use tabs in this project."))

    assert [row["content"] for row in scan()] == ["Use tabs in this project."]


def test_a_file_that_is_no_text_is_no_fact(product, memory, scan):
    (memory / "a.md").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)))

    assert scan() == []
    assert states(product) == []


def test_settings_that_are_nested_too_deeply_cost_no_fact(product, memory, scan):
    (product.home / ".claude" / "settings.json").write_text("[" * 100_000)
    (memory / "a.md").write_text(fact("Use tabs in this project."))

    assert len(scan()) == 1


@pytest.mark.parametrize("piece", ["[", "[a](", "**[", "---\n"])
def test_a_file_full_of_marks_is_read_in_a_moment(memory, scan, piece):
    (memory / "a.md").write_text(fact("Use tabs in this project. " + piece * (200_000 // len(piece))))
    begun = time.monotonic()

    assert len(scan()) == 1

    assert time.monotonic() - begun < 20
