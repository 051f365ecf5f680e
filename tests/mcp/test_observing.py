"""codewatch.mcp.observing: `observe` and `remember` store one fact at once."""

import pytest

from codewatch import paths
from codewatch.remember import MAX_TEXT

SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" * 2


def test_an_observation_is_stored_at_once_with_its_numbers(product, assistant):
    """F1."""
    done = assistant.data("observe", content="We chose SQLite because one file is enough.", category="architecture")

    assert done == {
        "id": 1, "category": "architecture", "priority": "high", "branch": "main", "token_count": 11,
        "session_observation_count": 1, "session_observation_tokens": 11, "tokens_until_reflect": 39_989,
        "reflection_job": None,
    }  # fmt: skip
    assert product.sql("select content, origin, observer, state from observation") == [
        ("We chose SQLite because one file is enough.", "assistant", "tool", "active")
    ]


def test_a_session_counts_its_own_observations(product, make_assistant):
    first, second = make_assistant(product.project, "one"), make_assistant(product.project, "two")
    first.data("observe", content="Port 8080 is taken.")
    second.data("observe", content="Port 9090 is free.")

    done = first.data("observe", content="The proxy listens on port 443.")

    assert done["session_observation_count"] == 2
    assert done["tokens_until_reflect"] == 40_000 - 5 - 5 - 8


def test_left_out_the_category_is_found_by_rules(assistant):
    """F2."""
    done = assistant.data("observe", content="The root cause of the crash was a race condition in the cache.")

    assert done["category"] == "bugfix"


@pytest.mark.parametrize(
    ("content", "priority"),
    [
        ("Tests live in tests/.", "medium"), ("Security: tests must never see real keys.", "high"),
        ("It is important that tests live in tests/.", "high"), ("Tests live in tests/, a critical place.", "high"),
        ("Moving tests is a breaking change.", "high"),
    ],
)  # fmt: skip
def test_left_out_the_priority_is_the_categorys_unless_a_word_raises_it(assistant, content, priority):
    """F3."""
    assert assistant.data("observe", content=content, category="convention")["priority"] == priority


def test_a_task_context_is_the_current_task(assistant):
    assistant.data("observe", content="Move the parser to a module of its own.", category="task_context")

    assert assistant.data("get_session_info")["current_task"]["task"] == "Move the parser to a module of its own."


def test_files_are_stored_relative_to_the_project(product, assistant):
    """F4."""
    files = [str(product.project / "src" / "app.py"), "./src/../src/main.py", "tests/test_app.py:12"]

    assistant.data("observe", content="The entry point is src/main.py.", files=files)

    assert product.sql("select files, source_summary from observation") == [
        ('["src/app.py", "src/main.py", "tests/test_app.py"]', "tests/test_app.py:12")
    ]


def test_files_of_a_subfolder_are_named_from_the_project(product, make_assistant):
    (product.project / "api").mkdir()
    (product.project / "api" / "app.py").touch()

    make_assistant(product.project / "api").data("observe", content="The API is small.", files=["app.py", "api/db.py"])

    assert product.sql("select files from observation") == [('["api/app.py", "api/db.py"]',)]


@pytest.mark.parametrize("path", ["../../etc/passwd", "/etc/passwd", "src/../../other/key"])
def test_a_file_outside_the_project_is_refused(product, assistant, path):
    """P-06."""
    assert "is not in the project" in assistant.error("observe", content="Passwords live there.", files=[path])
    assert product.data.joinpath(paths.MEMORY_FILE).exists() is False


def test_the_source_is_kept(product, assistant):
    """F5."""
    assistant.data("observe", content="The limit is 500.", source_summary="said by the user in the review")

    assert product.sql("select source_summary from observation") == [("said by the user in the review",)]


def test_a_text_of_10_000_characters_is_taken_and_a_longer_one_refused(assistant):
    assistant.data("observe", content="a word " * 1_428)

    assert "at most 10000" in assistant.error("observe", content="x" * (MAX_TEXT + 1))


@pytest.mark.parametrize("content", ["", "  ", "<private>all of it</private>", "<PRIVATE>open to the end"])
@pytest.mark.parametrize("tool", ["observe", "remember"])
def test_what_is_empty_or_private_as_a_whole_is_said(product, assistant, tool, content):
    error = assistant.error(tool, content=content)

    assert "nothing to remember" in error or "at least 1 character" in error
    assert "all of it" not in error


def test_no_secret_gets_through_any_argument(product, assistant):
    """P-01: neither into memory nor into what the tools answer."""
    said = [
        assistant.text("observe", content=f"The token {SECRET} is used.", source_summary=f"from {SECRET}"),
        assistant.text("observe", content="The token is used.", files=[f"keys/{SECRET}"]),
        assistant.text("remember", content=f"Use {SECRET}.", topics=[SECRET], category=SECRET, evidence=[SECRET]),
        assistant.error("observe", content="x", category=SECRET),
        assistant.error("observe", content="x", files=[f"/etc/{SECRET}"]),
        assistant.error("observe", content="x", priority=f"key={SECRET}"),
        assistant.error("switch_context", branch=SECRET),
        assistant.error("recall", **{SECRET: "x"}),
    ]

    assert [text for text in said if SECRET in text] == []
    assert [file for file in product.data.rglob("*") if file.is_file() and SECRET.encode() in file.read_bytes()] == []


def test_while_capture_is_paused_nothing_is_stored(product, assistant):
    product.run("pause", "--capture")

    assert "capture is paused" in assistant.error("observe", content="The limit is 500.")
    assert product.data.joinpath(paths.MEMORY_FILE).exists() is False


def test_at_the_threshold_the_reflection_is_enqueued(product, assistant, settings):
    """F36: wherever the observation came from."""
    settings.setenv("CODEWATCH_REFLECT_THRESHOLD", "13")
    first = assistant.data("observe", content="The limit is 500 bytes.")

    second = assistant.data("observe", content="The maximum is 1,000 bytes.")

    assert (first["reflection_job"], first["tokens_until_reflect"]) == (None, 7)
    assert (second["reflection_job"], second["tokens_until_reflect"]) == ("reflect:1:main", 0)


def test_what_is_due_is_reflected_by_the_worker(product, assistant, settings):
    settings.setenv("CODEWATCH_REFLECT_THRESHOLD", "5")
    done = assistant.data("observe", content="The limit is 500 bytes for every message.")

    product.drain(CODEWATCH_REFLECT_THRESHOLD="5")

    assert done["reflection_job"] == "reflect:1:main"
    assert product.sql("select state from observation") == [("reflected",)]


def test_without_auto_reflect_nothing_is_enqueued(assistant, settings):
    settings.setenv("CODEWATCH_REFLECT_THRESHOLD", "5")
    settings.setenv("CODEWATCH_AUTO_REFLECT", "false")

    assert assistant.data("observe", content="The limit is 500 bytes for every message.")["reflection_job"] is None


def test_what_is_remembered_by_hand_starts_the_reflection_too(product):
    done = product.json("remember", "The limit is 500 bytes for every message.", CODEWATCH_REFLECT_THRESHOLD="5")

    assert done["reflection_job"] == "reflect:1:main"
    assert product.queue_sql("select coalesce_key from task") == [("reflect:1:main",)]


@pytest.mark.parametrize(
    ("theirs", "ours", "topics"),
    [
        ("decision", "architecture", "[]"),
        ("pattern", "convention", "[]"),
        ("bug", "bugfix", "[]"),
        ("todo", "task_context", "[]"),
        ("user_preference", "user_preference", "[]"),
        ("gotcha", "learning", '["gotcha"]'),
    ],
)
def test_other_memories_categories_are_mapped(product, assistant, theirs, ours, topics):
    """F74."""
    done = assistant.data("remember", content="It turns out that the cache is off.", category=theirs)

    assert done["category"] == ours
    assert product.sql("select topics from observation") == [(topics,)]


@pytest.mark.parametrize(
    ("importance", "priority"), [("critical", "high"), ("high", "high"), ("normal", "medium"), ("low", "low")]
)
def test_importance_is_a_priority(assistant, importance, priority):
    assert assistant.data("remember", content="The cache is off.", importance=importance)["priority"] == priority


def test_certainty_scope_topics_and_evidence_are_kept(product, assistant):
    assistant.data(
        "remember", content="The cache may be off.", certainty="uncertain", scope="task", topics=["cache"],
        source="review", evidence=["the log shows no hit"],
    )  # fmt: skip

    columns = "certainty, confidence, scope, topics, source_summary"
    assert product.sql(f"select {columns} from observation") == [
        ("uncertain", 0.5, "session", '["cache"]', "review; the log shows no hit")
    ]
