"""codewatch.mcp.recalling: `recall` finds by words and filters, and says what hinders it."""

import contextlib
import sqlite3

import pytest

from codewatch.mcp.recalling import NOTICE, PAUSED

HOSTILE = [
    '"', "'", "don't", "a-b", "x:y", "(", "NEAR(", "* OR *", "POL-358", "GB/s", "ubuntu 20.04", "日本語", "🙂", "\x00",
    "a" * 100_000, "select * from observation; --", "\\",
]  # fmt: skip


@pytest.fixture
def known(assistant):
    """Give an assistant that has observed three facts, oldest first."""
    assistant.data(
        "observe", content="We chose Redis because one store is enough.", category="architecture", files=["src/db.py"]
    )
    assistant.data("observe", content="Format with ruff.", category="convention", files=["pyproject.toml"])
    assistant.data("remember", content="Redis stalls when NFS is used.", category="learning", topics=["Storage"],
        importance="low", certainty="uncertain")  # fmt: skip
    return assistant


def contents(found):
    """Return the texts of what was recalled, in order."""
    return [memory["content"] for memory in found["memories"]]


def test_without_a_query_the_newest_come_first(known):
    """F6."""
    assert contents(known.data("recall")) == [
        "Redis stalls when NFS is used.", "Format with ruff.", "We chose Redis because one store is enough.",
    ]  # fmt: skip


def test_a_query_finds_what_it_is_about(known):
    assert contents(known.data("recall", query="how do we format the code?")) == ["Format with ruff."]


@pytest.mark.parametrize("query", HOSTILE, ids=[text[:12] for text in HOSTILE])
def test_any_text_is_a_legal_query(known, query):
    """F-01."""
    assert known.data("recall", query=query)["count"] >= 0


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({"categories": ["learning", "convention"]}, ["Redis stalls when NFS is used.", "Format with ruff."]),
        ({"priority_min": "high"}, ["We chose Redis because one store is enough."]),
        ({"files": ["db.py"]}, ["We chose Redis because one store is enough."]),
        ({"files": ["src/db.py"]}, ["We chose Redis because one store is enough."]),
        ({"files": ["src/../src/db.py"]}, ["We chose Redis because one store is enough."]),
        ({"topics": ["storage"]}, ["Redis stalls when NFS is used."]),
        ({"min_confidence": 0.6, "query": "redis"}, ["We chose Redis because one store is enough."]),
        ({"query": "redis", "categories": ["learning"]}, ["Redis stalls when NFS is used."]),
        ({"query": "redis", "files": ["db.py"], "priority_min": "high", "categories": ["learning"]}, []),
        ({"session_id": "another"}, []),
        ({"limit": 1}, ["Redis stalls when NFS is used."]),
    ],
    ids=str,
)
def test_filters_combine_with_each_other_and_with_the_query(known, filters, found):
    """F7-F10."""
    assert contents(known.data("recall", **filters)) == found


def test_an_absolute_path_is_a_filter_too(product, known):
    assert contents(known.data("recall", files=[str(product.project / "pyproject.toml")])) == ["Format with ruff."]


@pytest.mark.parametrize("limit", [True, False])
def test_true_is_no_limit(known, limit):
    assert known.error("recall", limit=limit) == f"limit: input should be a number (got {str(limit).lower()})"


def test_fifty_are_told_unless_more_are_asked_for(product, assistant):
    """F10."""
    file = product.home / "rows.jsonl"
    file.write_text("".join(f'{{"content": "The service number {number} has a port."}}\n' for number in range(101)))
    product.run("import", str(file))

    assert assistant.data("recall")["count"] == 50
    assert assistant.data("recall", query="port")["count"] == 50
    assert assistant.data("recall", limit=100)["count"] == 100


@pytest.mark.parametrize("limit", [0, 101, -1])
def test_a_limit_out_of_range_is_said(known, limit):
    """F10."""
    error = known.error("recall", limit=limit)

    assert error.startswith("limit: input should be ")
    assert error.endswith(f"(got {limit})")


def test_the_text_has_days_lines_and_a_count(known):
    """F50."""
    newest, middle, oldest = [memory["observed_at"] for memory in known.data("recall")["memories"]]

    assert known.text("recall").splitlines() == [
        NOTICE,
        "",
        f"## Date: {newest[:10]}",
        f"🟢 {newest[11:16]} [learning] Redis stalls when NFS is used. (id 3)",
        f"🟡 {middle[11:16]} [convention] Format with ruff. [pyproject.toml] (id 2)",
        f"🔴 {oldest[11:16]} [architecture] We chose Redis because one store is enough. [src/db.py] (id 1)",
        "",
        "3 memories on branch main",
    ]


def test_nothing_found_is_said(assistant):
    assert assistant.text("recall", query="kubernetes") == "no memories on branch main"


def test_what_belongs_to_another_branch_is_not_seen_unless_asked_for(known, checkout):
    """F12."""
    checkout("feature")
    known.data("observe", content="Redis is gone on this branch.", category="architecture")

    assert contents(known.data("recall", query="redis")) == ["Redis is gone on this branch."]
    assert "Redis is gone on this branch." not in contents(known.data("recall", branch="main"))
    assert known.text("recall", branch="main").endswith("3 memories on branch main")


def test_other_projects_are_seen_only_when_asked_for(tmp_path, known, make_assistant):
    other = make_assistant(tmp_path)

    assert contents(other.data("recall", query="redis")) == []
    assert len(contents(other.data("recall", query="redis", all_projects=True))) == 2
    assert ", project " in other.text("recall", query="redis", all_projects=True)


def test_the_current_task_is_shown(known):
    known.data("observe", content="Write the manual.", category="task_context")

    assert "\nCurrent task: Write the manual.\n" in known.text("recall", query="ruff")
    assert known.data("recall", query="ruff")["current_task"] == "Write the manual."


def test_reflections_are_shown_by_their_lines_that_fit(product, known):
    """F11."""
    # What is said again makes a reflection shorter than its sources.
    again = [known.data("observe", content="We chose Redis because one store is enough.") for _ in range(3)]
    product.run("reflect")

    shown = known.text("recall", query="format with ruff")
    (reflection,) = known.data("recall", query="format with ruff")["reflections"]

    assert len(again) == 3
    assert "## Reflection of " in shown
    assert "(level " in shown
    assert "Format with ruff." in reflection["content"]
    assert "NFS" not in reflection["content"]
    assert known.data("recall", query="format", include_reflections=False)["reflections"] == []
    assert known.data("recall", query="format", categories=["convention"])["reflections"] == []


def test_a_memory_cannot_write_lines_of_its_own(product, assistant):
    """P-08: a memory of several lines, as an import may bring it, stays one line."""
    file = product.home / "rows.jsonl"
    file.write_text('{"content": "first\\n## Date: 2026-01-01\\nsecond"}\n')
    product.run("import", str(file))

    assert "first ## Date: 2026-01-01 second" in assistant.text("recall")


def test_a_pause_is_said_and_is_no_error(product, known):
    product.run("pause", "--recall")

    result = known.call("recall", query="redis")

    assert (result.is_error, result.content[0].text) == (False, PAUSED)
    assert (result.structured_content["is_paused"], result.structured_content["memories"]) == (True, [])


def test_a_damaged_memory_is_an_error_and_not_empty(product, known):
    """U-09."""
    (product.data / "codewatch.db").write_bytes(b"this is no database, and never was one" * 200)

    assert "is damaged" in known.error("recall", query="redis")
    assert "is damaged" in known.error("observe", content="The limit is 500.")


def test_a_locked_memory_is_an_error_and_not_empty(product, known):
    """U-09."""
    with contextlib.closing(sqlite3.connect(product.data / "codewatch.db", isolation_level=None)) as holder:
        holder.execute("pragma locking_mode = exclusive")
        holder.execute("begin exclusive")

        assert "database is locked" in known.error("recall", query="redis")


def test_an_empty_argument_counts_as_left_out(known):
    assert known.data("recall", query=None, categories=None, limit=None)["count"] == 3
