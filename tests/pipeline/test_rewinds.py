"""A session that goes back to an earlier prompt: what it leaves is not memory, and comes back with it."""

from types import SimpleNamespace

import pytest

from codewatch import chunks
from codewatch.categories import State
from codewatch.reflections import Reflection, ReflectionLine
from codewatch.store import journal, observations, reflections, sessions
from codewatch.store.database import connection, transaction
from codewatch.store.models import CurrentTaskRow

ONE_RECORD = chunks.ChunkSize(1, 1)


@pytest.fixture
def turn(row):
    """Give a function that makes a prompt and its answer as two records, hung on a parent."""

    def make(name, parent, *, at=9, prompt=None, **fields):
        moment = f"2026-11-29T{at:02d}:00:00.000Z"
        asked = row(f"{name}-u", prompt or f"{name} asked", parentUuid=parent, timestamp=moment, **fields)
        answer = [{"type": "text", "text": f"{name} answered"}]
        return asked + row(
            f"{name}-a", answer, kind="assistant", parentUuid=f"{name}-u", timestamp=moment, **fields
        )  # fmt: skip

    return make


@pytest.fixture
def put_reflection():
    """Give a function that stores a reflection of one line and returns its id."""

    def put(text, *sources):
        made = Reflection(1, (ReflectionLine(text, sources),), 100, 40)
        project, branch = connection().execute("select project_id, branch from observation").fetchone()
        with transaction():
            return reflections.add(made, project=project, branch=branch, now="2026-12-01T10:00:00.000Z")

    return put


def states():
    return {one.content: str(one.state) for one in observations.since(0)}


def ids():
    return {one.content: one.id for one in observations.since(0)}


def test_what_was_left_before_it_was_read_is_not_observed(write, turn, take, echo, seen):
    file = write(turn("one", "start"), turn("two", "one-a"), turn("three", "one-a"))

    take(file)

    assert seen.texts(echo) == ["one asked", "one answered", "three asked", "three answered"]
    assert seen.spans(str(file)) == [("observed", "", 2), ("skipped", "rewound", 2), ("observed", "", 2)]
    assert seen.accounted(file) == file.stat().st_size


@pytest.mark.parametrize("size", [chunks.NORMAL, ONE_RECORD])
def test_what_was_observed_and_left_later_is_abandoned(write, turn, take, size):
    file = write(turn("one", "start"), turn("two", "one-a"))
    take(file, chunk=size)
    write(turn("three", "one-a"))

    take(file, chunk=size)

    assert {name for name, state in states().items() if state == "abandoned"} == {"two asked", "two answered"}
    assert {name for name, state in states().items() if state == "active"} == {
        "one asked", "one answered", "three asked", "three answered",
    }  # fmt: skip


def test_a_rewind_is_in_the_journal_with_both_states(write, turn, take):
    take(write(turn("one", "start"), turn("two", "one-a")))
    take(write(turn("three", "one-a")))

    entry = journal.of_row("observation", ids()["two asked"])[-1]

    assert (entry["who"], entry["action"], entry["reason"]) == ("worker", "abandoned", "rewound")
    assert (entry["before"]["state"], entry["after"]["state"]) == ("active", "abandoned")


def test_the_same_slice_again_changes_nothing(write, turn, take):
    file = write(turn("one", "start"), turn("two", "one-a"))
    take(file)
    take(write(turn("three", "one-a")))
    before = (states(), len(journal.of_row("observation", ids()["two asked"])))

    take(file)

    assert (states(), len(journal.of_row("observation", ids()["two asked"]))) == before


def test_what_is_left_comes_back_when_the_session_goes_on_from_it(write, turn, take):
    take(write(turn("one", "start"), turn("two", "one-a")))
    take(write(turn("three", "one-a")))

    take(write(turn("four", "two-a")))

    assert {name for name, state in states().items() if state == "abandoned"} == {"three asked", "three answered"}


def test_what_was_left_unread_is_observed_when_the_session_goes_on_from_it(write, turn, take, echo, seen):
    file = write(turn("one", "start"), turn("two", "one-a"), turn("three", "one-a"))
    take(file)

    take(write(turn("four", "two-a")))

    assert seen.texts(echo)[4:] == ["two asked", "two answered", "four asked", "four answered"]
    assert seen.spans(str(file)) == [("observed", "", 2), ("observed", "", 2), ("observed", "", 4)]
    assert seen.accounted(file) == file.stat().st_size
    assert states()["three asked"] == "abandoned"


def test_what_a_person_has_archived_stays_archived(write, turn, take):
    take(write(turn("one", "start"), turn("two", "one-a")))
    observations.set_state([ids()["two asked"]], State.ARCHIVED, who="user", now="2026-12-01T10:00:00Z")
    take(write(turn("three", "one-a")))

    take(write(turn("four", "two-a")))

    assert states()["two asked"] == "archived"


def test_a_fork_that_goes_back_leaves_the_session_it_was_copied_from_alone(write, turn, take):
    old = turn("one", "start") + turn("two", "one-a")
    take(write(old, name="old.jsonl"))

    take(write(old, turn("three", "one-a", sessionId="s2"), name="new.jsonl"), session="s2")

    assert set(states().values()) == {"active"}


def test_a_session_that_goes_back_leaves_what_its_fork_lives_on_with(write, turn, take):
    old = turn("one", "start") + turn("two", "one-a")
    take(write(old, name="old.jsonl"))
    take(write(old, turn("four", "two-a", sessionId="s2"), name="new.jsonl"), session="s2")

    take(write(turn("three", "one-a"), name="old.jsonl"))

    assert set(states().values()) == {"active"}


def test_a_fact_that_was_seen_again_elsewhere_stays(write, turn, take, echo):
    take(write(turn("one", "start"), turn("two", "one-a")))
    (row_id,) = [one.id for one in observations.since(0) if one.content == "two answered"]
    journal.write("worker", "seen again", "observation", row_id, at="2026-12-01T10:00:00Z", reason="another|record|1")

    take(write(turn("three", "one-a")))

    assert (states()["two answered"], states()["two asked"]) == ("active", "abandoned")


def test_the_current_task_is_not_one_that_was_left(write, turn, take):
    take(write(turn("one", "start", at=9, prompt="Add a page that lists all orders by date")))
    take(write(turn("two", "one-a", at=10, prompt="Rewrite the whole shop in another language")))

    take(write(turn("three", "one-a", at=11, prompt="go on")))

    assert [task.task for task in CurrentTaskRow.select()] == ["Add a page that lists all orders by date"]
    assert sessions.newest_task(1, "main") is not None


def test_the_context_of_what_follows_does_not_hold_what_was_left(write, turn, take):
    contexts = []
    keep = SimpleNamespace(name="keep", observe=lambda messages, **_: contexts.append(messages) or [])
    take(write(turn("one", "start"), turn("two", "one-a"), turn("three", "one-a")))

    take(write(turn("four", "three-a")), observer=keep)

    earlier = [message.text for message in contexts[0] if message.is_observed]
    assert earlier == ["one asked", "one answered", "three asked", "three answered"]


def test_an_observer_that_fails_has_changed_nothing(write, turn, take):
    take(write(turn("one", "start"), turn("two", "one-a")))
    file = write(turn("three", "one-a"))
    dying = SimpleNamespace(name="dying", observe=lambda *_, **__: next(iter(())))

    with pytest.raises((StopIteration, RuntimeError)):
        take(file, observer=dying)

    assert set(states().values()) == {"active"}


def test_tools_in_parallel_are_no_rewind(write, row, take, seen):
    use = [{"type": "tool_use", "id": "t1", "name": "Read", "input": {}}]
    answer = [{"type": "tool_result", "tool_use_id": "t1", "content": "text"}]
    file = write(
        row("u1", "first", parentUuid="start"), row("a1", use, kind="assistant", parentUuid="u1"),
        row("a2", use, kind="assistant", parentUuid="a1"), row("r1", answer, parentUuid="a1"),
        row("r2", answer, parentUuid="a2"), row("u2", "second", parentUuid="r1"),
    )  # fmt: skip

    take(file)

    assert seen.spans(str(file)) == [("observed", "", 6)]


def test_what_was_left_is_told_by_no_reflection_and_comes_back_with_the_session(write, turn, take, put_reflection):
    file = write(turn("one", "start"), turn("two", "one-a"))
    take(file)
    made = put_reflection(f"- one and two {ids()['two asked']}", ids()["one asked"], ids()["two asked"])
    write(turn("three", "one-a"))

    take(file)

    assert reflections.get(made).content == "- one asked"
    assert states()["two asked"] == "abandoned"
    write(turn("four", "two-a"))
    take(file)
    assert (states()["one asked"], states()["two asked"]) == ("reflected", "active")
