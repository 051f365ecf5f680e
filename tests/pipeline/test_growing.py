"""What a session does later joins, or stands in for, what it is known to have done."""

import pytest

from codewatch import chunks
from codewatch.agents.rules.rules_observer import RulesObserver
from codewatch.categories import State
from codewatch.store import journal, observations

ONE_RECORD = chunks.ChunkSize(1, 1)
RED = "Exit code 1\nE   KeyError: 'usd'\n1 failed"
ASKED = 'Asked "Cache the exchange rates for a day": '


@pytest.fixture
def used(row):
    """Give a function that makes a tool call and its result as two records, hung on a parent."""

    def make(name, parent, tool, tool_input, output, *, is_error=False):
        call = [{"type": "tool_use", "id": f"call-{name}", "name": tool, "input": tool_input}]
        result = [{"type": "tool_result", "tool_use_id": f"call-{name}", "content": output, "is_error": is_error}]
        return row(f"{name}-c", call, kind="assistant", parentUuid=parent) + row(
            f"{name}-r", result, parentUuid=f"{name}-c"
        )

    return make


@pytest.fixture
def edited(used):
    """Give a function that makes an edit of a file."""

    def make(name, parent, file):
        done = f"The file /{file} has been updated successfully."
        return used(name, parent, "Edit", {"file_path": file, "old_string": "a", "new_string": "b"}, done)

    return make


def active():
    return [one.content for one in observations.since(0) if one.state is State.ACTIVE]


def test_edits_of_a_later_slice_join_those_of_the_same_request(row, write, take, edited):
    """One observation that grows, and the journal has what it was."""
    asked = row("p", "Cache the exchange rates for a day", parentUuid="start")
    take(write(asked, edited("one", "p", "src/rates.py")), observer=RulesObserver())
    take(write(edited("two", "one-r", "src/cache.py")), observer=RulesObserver())

    assert active() == [f"{ASKED}edited src/rates.py, src/cache.py"]
    (stored,) = observations.since(0)
    assert stored.files == ("src/rates.py", "src/cache.py")
    assert [entry["action"] for entry in journal.of_row("observation", stored.id)] == ["observed", "grew"]


@pytest.mark.parametrize("size", [chunks.NORMAL, ONE_RECORD])
def test_what_ended_a_failure_stands_in_for_the_failure(row, write, take, used, edited, size):
    asked = row("p", "Cache the exchange rates for a day", parentUuid="start")
    failed = used(
        "red", "p", "Bash", {"command": "pytest"}, "Exit code 1\nE   KeyError: 'usd'\n1 failed", is_error=True
    )
    passed = used("green", "fix-r", "Bash", {"command": "pytest"}, "3 passed")
    take(write(asked, failed), observer=RulesObserver(), chunk=size)
    before = active()
    take(write(edited("fix", "red-r", "src/rates.py"), passed), observer=RulesObserver(), chunk=size)

    told = "`pytest` failed (1 failed) with: KeyError: 'usd'; it passes (3 passed) after edits to src/rates.py"
    assert "`pytest` failed: 1 failed; KeyError: 'usd'" in before
    assert sorted(active()) == sorted([f"{ASKED}edited src/rates.py", told])


def test_a_rewind_takes_back_what_it_grew_by_and_gives_it_back(row, write, take, edited):
    asked = row("p", "Cache the exchange rates for a day", parentUuid="start")
    take(write(asked, edited("one", "p", "src/rates.py")), observer=RulesObserver())
    take(write(row("q", "continue", parentUuid="one-r"), edited("two", "q", "src/cache.py")), observer=RulesObserver())
    assert active() == [f"{ASKED}edited src/rates.py, src/cache.py"]

    take(write(row("r", "Show me the rates", parentUuid="one-r")), observer=RulesObserver())
    assert active()[0] == f"{ASKED}edited src/rates.py"
    take(write(row("s", "Go on there", parentUuid="two-r")), observer=RulesObserver())

    assert active()[0] == f"{ASKED}edited src/rates.py, src/cache.py"


def test_a_rewind_brings_back_what_was_replaced_and_replaces_it_again(row, write, take, used, edited):
    failed = used(
        "red", "p", "Bash", {"command": "pytest"}, "Exit code 1\nE   KeyError: 'usd'\n1 failed", is_error=True
    )
    passed = used("green", "fix-r", "Bash", {"command": "pytest"}, "3 passed")
    take(write(row("p", "Why is pytest red", parentUuid="start"), failed), observer=RulesObserver())
    red = "`pytest` failed: 1 failed; KeyError: 'usd'"
    take(write(row("q", "Repair it", parentUuid="red-r"), edited("fix", "q", "a.py"), passed), observer=RulesObserver())
    assert red not in active()

    take(write(row("r", "Show me the rates", parentUuid="red-r")), observer=RulesObserver())
    assert red in active()
    take(write(row("s", "Go on there", parentUuid="green-r")), observer=RulesObserver())

    assert red not in active()


def test_work_after_continue_belongs_to_the_request_long_before(row, write, take, edited):
    asked = row("p", "Cache the exchange rates for a day", parentUuid="start")
    chat = [row(f"a{number}", [{"type": "text", "text": "Working."}], kind="assistant") for number in range(150)]
    take(write(asked, *chat), observer=RulesObserver())
    take(write(row("q", "continue"), edited("one", "q", "src/rates.py")), observer=RulesObserver())

    assert active() == [f"{ASKED}edited src/rates.py"]


def test_a_second_rewind_takes_nothing_back_that_came_after_the_first(row, write, take, edited):
    asked = row("p", "Cache the exchange rates for a day", parentUuid="start")
    take(write(asked, edited("one", "p", "a.py")), observer=RulesObserver())
    take(write(row("q", "continue", parentUuid="one-r"), edited("two", "q", "b.py")), observer=RulesObserver())
    take(write(row("r", "go on", parentUuid="one-r"), edited("three", "r", "c.py")), observer=RulesObserver())
    assert active() == [f"{ASKED}edited a.py, c.py"]

    take(write(row("s", "continue", parentUuid="three-r"), edited("four", "s", "d.py")), observer=RulesObserver())
    take(write(row("t", "go on", parentUuid="three-r"), edited("five", "t", "e.py")), observer=RulesObserver())

    assert active() == [f"{ASKED}edited a.py, c.py, e.py"]
