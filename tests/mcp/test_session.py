"""codewatch.mcp.session: where the session stands, and the branch that a server is pinned to."""

import pytest

from codewatch import paths


def test_the_session_is_told(product, assistant):
    """F14."""
    assistant.data("observe", content="We chose SQLite because one file is enough.", category="architecture")
    assistant.data("observe", content="Write the manual.", category="task_context")

    told = assistant.data("get_session_info")

    assert {name: told[name] for name in ("session_id", "branch", "is_pinned", "project_dir", "data_dir")} == {
        "session_id": "sess-1", "branch": "main", "is_pinned": False, "project_dir": str(product.project),
        "data_dir": str(product.data),
    }  # fmt: skip
    assert (told["observation_count"], told["observation_tokens"], told["tokens_until_reflect"]) == (2, 16, 39_984)
    assert told["categories"] == {"architecture": 1, "task_context": 1}
    assert told["current_task"]["task"] == "Write the manual."
    assert told["started_at"] <= told["last_active_at"]
    assert (told["auto_reflect"], told["reflect_threshold"]) == (True, 40_000)
    assert told["queue"] == {"pending": 0, "leased": 0, "scheduled": 0, "failed": 0}
    assert told["worker"] == {"running": False, "pid": None, "version": None}
    assert (told["reflection_count"], told["last_reflection"], told["compression_history"]) == (0, None, [])


def test_a_session_that_has_done_nothing_is_told_too(assistant):
    told = assistant.data("get_session_info")

    assert (told["started_at"], told["observation_count"], told["current_task"]) == (None, 0, None)


def test_reflections_are_told_newest_first(product, assistant):
    assistant.data("observe", content="We chose SQLite because one file is enough.")
    product.run("reflect")
    assistant.data("observe", content="We chose ruff because one tool is enough.")
    product.run("reflect")

    told = assistant.data("get_session_info")

    assert [row["id"] for row in told["compression_history"]] == [2, 1]
    assert told["last_reflection"] == told["compression_history"][0]
    assert (told["reflection_count"], told["last_reflection"]["observations_compressed"]) == (1, 2)


def test_the_branch_of_git_is_read_at_every_call(assistant, checkout):
    checkout("feature")

    assert assistant.data("get_session_info")["branch"] == "feature"


def test_a_name_pins_the_branch_for_this_server_only(product, assistant, make_assistant):
    """F15."""
    assistant.data("observe", content="We chose SQLite because one file is enough.", category="architecture")

    switched = assistant.data("switch_context", branch="feature")

    assert (switched["switched_from"], switched["switched_to"], switched["is_pinned"]) == ("main", "feature", True)
    assert (switched["observation_count"], switched["categories"], switched["recent_observations"]) == (0, {}, [])
    assert assistant.data("observe", content="The limit is 500.")["branch"] == "feature"
    assert make_assistant(product.project).data("get_session_info")["branch"] == "main"


def test_auto_follows_git_again(assistant, checkout):
    assistant.data("switch_context", branch="feature")
    checkout("other")

    switched = assistant.data("switch_context", branch="auto")

    assert (switched["switched_from"], switched["switched_to"], switched["is_pinned"]) == ("feature", "other", False)
    assert assistant.data("get_session_info")["branch"] == "other"


def test_the_five_newest_are_shown(assistant):
    for number in range(7):
        assistant.data("observe", content=f"Service {number} has port 80{number}.", category="learning")

    switched = assistant.data("switch_context", branch="main")

    assert [row["content"][:9] for row in switched["recent_observations"]] == [
        "Service 6", "Service 5", "Service 4", "Service 3", "Service 2",
    ]  # fmt: skip
    assert switched["observation_count"] == 7


@pytest.mark.parametrize(("carry", "task"), [(True, "Write the manual."), (False, None)])
def test_the_task_goes_along_when_asked_for(assistant, carry, task):
    """F16."""
    assistant.data("observe", content="Write the manual.", category="task_context")

    switched = assistant.data("switch_context", branch="feature", carry_task=carry)
    told = assistant.data("get_session_info")["current_task"]

    assert switched["task_carried"] is carry
    assert (told and told["task"]) == task


def test_without_a_task_none_is_carried(assistant):
    assert assistant.data("switch_context", branch="feature", carry_task=True)["task_carried"] is False


def test_a_memory_that_cannot_be_used_leaves_the_branch_as_it_was(product, assistant):
    product.data.mkdir(mode=0o700)
    (product.data / paths.MEMORY_FILE).write_bytes(b"this is no database, and never was one" * 200)

    assert "is damaged" in assistant.error("switch_context", branch="feature")
    assert assistant.place.pinned_branch == ""


def test_the_command_line_and_the_server_name_the_same_project(product, assistant, settings, tmp_path):
    """U-08."""
    here = product.json("status", cwd=product.project)["project"]
    other = tmp_path / "other"
    other.mkdir()
    settings.setenv("CODEWATCH_PROJECT_DIR", str(other))

    assert here == str(product.project)
    assert assistant.data("get_session_info")["project_dir"] == str(other)
    assert product.json("status", CODEWATCH_PROJECT_DIR=str(other))["project"] == str(other)
