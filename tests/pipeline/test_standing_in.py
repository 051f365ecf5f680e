"""What a session's later work may change in memory, and what it may not."""

import pytest

from codewatch.agents.rules.rules_observer import RulesObserver
from codewatch.categories import Category, Origin, Priority, State
from codewatch.observations import Observation
from codewatch.store import observations
from codewatch.store.models import database

NOW = "2026-12-01T10:00:00.000Z"
RED = "`pytest` failed: 1 failed; KeyError: 'usd'"
TOLD = "`pytest` failed (1 failed) with: KeyError: 'usd'; it passes (3 passed) after edits to src/rates.py"
ASKED = 'Asked "Cache the exchange rates for a day": edited src/rates.py'


@pytest.fixture
def called(row):
    """Give a function that makes a tool call and its result as two records."""

    def make(name, tool, tool_input, output, *, is_error=False, **fields):
        call = [{"type": "tool_use", "id": f"call-{name}", "name": tool, "input": tool_input}]
        result = [{"type": "tool_result", "tool_use_id": f"call-{name}", "content": output, "is_error": is_error}]
        return row(f"{name}-c", call, kind="assistant", **fields) + row(f"{name}-r", result, **fields)

    return make


@pytest.fixture
def red(called):
    """Give a function that makes a test run that fails."""
    output = "Exit code 1\nE   KeyError: 'usd'\n1 failed"
    return lambda name, **fields: called(name, "Bash", {"command": "pytest"}, output, is_error=True, **fields)


@pytest.fixture
def repaired(called):
    """Give a function that makes an edit and a test run that passes."""

    def make(name, **fields):
        change = {"file_path": "src/rates.py", "old_string": "a", "new_string": "b"}
        edit = called(f"{name}-e", "Edit", change, "The file src/rates.py has been updated successfully.", **fields)
        return edit + called(f"{name}-t", "Bash", {"command": "pytest"}, "3 passed", **fields)

    return make


@pytest.fixture
def note():
    """Give a function that stores what somebody noted by hand beside what a session has made."""

    def store(content):
        project, session = database.execute_sql("select project_id, session_id from observation").fetchone()
        noted = Observation(
            content, Category.TASK_CONTEXT, Priority.MEDIUM, NOW, origin=Origin.USER, observer="hand", branch="main"
        )
        return observations.add(noted, project=project, session=session, branch="main", who="user", now=NOW)

    return store


def active():
    return sorted(one.content for one in observations.since(0) if one.state is State.ACTIVE)


def test_a_repair_leaves_what_somebody_noted_in_the_same_words(row, write, take, red, repaired, note):
    take(write(row("p", "Cache the exchange rates for a day"), red("one")), observer=RulesObserver())
    noted = note(RED)

    take(write(repaired("two")), observer=RulesObserver())

    assert observations.get(noted).state is State.ACTIVE
    assert TOLD in active()


def test_edits_leave_what_somebody_noted_in_the_same_words(row, write, take, called, note):
    take(write(row("p", "Cache the exchange rates for a day"), called("l", "Bash", {"command": "ls"}, "a")),
         observer=RulesObserver())  # fmt: skip
    noted = note('Asked "Cache the exchange rates for a day": edited docs/rates.md')
    change = {"file_path": "src/rates.py", "old_string": "a", "new_string": "b"}

    take(write(called("e", "Edit", change, "The file src/rates.py has been updated.")), observer=RulesObserver())

    assert observations.get(noted).content.endswith("edited docs/rates.md")
    assert ASKED in active()


def test_a_repair_leaves_the_failure_that_another_session_has_seen(row, write, take, red, repaired):
    asked = "Cache the exchange rates for a day"
    take(write(row("p", asked), red("one")), observer=RulesObserver())
    other = {"sessionId": "s2"}
    take(write(row("q", asked, **other), red("two", **other), name="s2.jsonl"), observer=RulesObserver(), session="s2")

    take(write(repaired("three", **other), name="s2.jsonl"), observer=RulesObserver(), session="s2")

    assert RED in active()
    assert TOLD in active()


@pytest.fixture
def todos(called):
    """Give a function that writes a to-do list, each item given as its text and state."""

    def make(name, **items):
        entries = [{"content": text, "status": state} for text, state in items.items()]
        return called(name, "TodoWrite", {"todos": entries}, "Todos have been modified successfully.")

    return make


def test_a_todo_list_that_was_written_anew_is_told_as_it_is_now(row, write, take, todos):
    take(write(row("p", "Cache the exchange rates for a day"), todos("1", cache="pending", docs="pending")),
         observer=RulesObserver())  # fmt: skip

    take(write(todos("2", cache="completed", docs="in_progress")), observer=RulesObserver())

    assert [text for text in active() if text.startswith("To-do")] == [
        'To-do list for "Cache the exchange rates for a day": in progress: docs; done: cache'
    ]


def test_a_todo_list_that_another_has_replaced_leaves_nothing_open(row, write, take, todos):
    take(write(row("p", "Cache the exchange rates for a day"), todos("1", cache="pending")), observer=RulesObserver())

    take(write(row("q", "Write the release notes for me"), todos("2", notes="pending")), observer=RulesObserver())

    assert [text for text in active() if text.startswith("To-do")] == [
        'To-do list for "Write the release notes for me": open: notes'
    ]


def test_a_list_that_was_done_stays_when_another_is_begun(row, write, take, todos):
    take(write(row("p", "Cache the exchange rates for a day"), todos("1", cache="completed")), observer=RulesObserver())

    take(write(row("q", "Write the release notes for me"), todos("2", notes="pending")), observer=RulesObserver())

    assert 'To-do list for "Cache the exchange rates for a day": done: cache' in active()


def test_a_request_a_long_way_back_is_still_what_the_work_is_for(row, write, take, called):
    """A short "continue" and a subagent's prompt are nearer, and say nothing of it."""
    looks = [called(f"l{number}", "Read", {"file_path": f"{number}.py"}, "text") for number in range(60)]
    side = row("side", "Look for every use of the rates", isSidechain=True)
    take(
        write(row("p", "Cache the exchange rates for a day"), row("q", "continue"), *looks, side),
        observer=RulesObserver(),
    )
    change = {"file_path": "src/rates.py", "old_string": "a", "new_string": "b"}

    take(write(called("e", "Edit", change, "The file src/rates.py has been updated.")), observer=RulesObserver())

    assert active() == [ASKED]


def test_a_failure_with_a_long_output_is_known_again_in_the_next_slice(row, write, take, called):
    output = "Exit code 1\nE   KeyError: 'usd'\n" + "collected more\n" * 500 + "1 failed"
    change = {"file_path": "src/rates.py", "old_string": "a", "new_string": "b"}
    failed = called("one", "Bash", {"command": "pytest"}, output, is_error=True)
    take(write(row("p", "Cache the exchange rates for a day"), failed), observer=RulesObserver())

    edit = called("e", "Edit", change, "The file src/rates.py has been updated.")
    take(write(edit, called("t", "Bash", {"command": "pytest"}, "3 passed")), observer=RulesObserver())

    assert TOLD in active()
    assert RED not in active()
