"""A Codex thread that goes back (Esc Esc) goes on in another file: each message once, and what it leaves is marked.

The files are those of a real thread: P1 P2 P3, back to before P3, P4 P5, back to before P5, P6, resumed with P7,
forked with P8, and back to before P4 with P9.
"""

import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from codewatch import chunks
from codewatch.categories import State
from codewatch.store import journal, observations, sessions
from codewatch.store.models import CurrentTaskRow, Session

FIXTURES = Path(__file__).parents[1] / "fixtures" / "codex" / "gone_back"
# The thread as it began, its next file, the one after that, the fork, and where the thread stands now.
BEGUN, SECOND, THIRD, FORK, NOW = sorted(path.name for path in FIXTURES.iterdir())
# Another thread: a turn in which a subagent is started, and back to before it.
HELPED = FIXTURES.with_name("gone_back_helper")
ASKED = ("Go on. (step none)", "Hello. (step none)")
PRIVATE = {SECOND: "P4", FORK: "P8"}
ORDERS = ((BEGUN, SECOND, THIRD, FORK, NOW), (NOW, FORK, THIRD, SECOND, BEGUN), (THIRD, BEGUN, NOW, FORK, SECOND))


@pytest.fixture
def folder(tmp_path):
    """Give a client's folder of a day."""
    path = tmp_path / "codex" / "sessions" / "2026" / "11" / "30"
    path.mkdir(parents=True)
    return path


@pytest.fixture
def sessions_of(folder):
    """Give a function that puts files of the thread into a client's folder and returns their paths."""

    def put(*names):
        return [Path(shutil.copy(FIXTURES / name, folder)) for name in names]

    return put


@pytest.fixture
def read(sessions_of, take):
    """Give a function that puts files of the thread there one after the other, and takes each in when it comes."""

    def come(*names, **fields):
        for path in sessions_of(*names):
            take(path, client="codex", session="", **fields)

    return come


def prompts(state):
    """Return the prompts among the memories of a state."""
    return sorted(one.content for one in observations.since(0) if one.state == state and one.content[0] == "P")


def test_a_thread_that_has_gone_back_is_observed_to_its_last_message(read, echo, seen):
    read(BEGUN)
    read(SECOND)

    assert seen.texts(echo) == [
        "P1.", "Answer 1.", "P2.", "Answer 3.", "P3.", "Answer 4.", "P4.", "Answer 5.", "P5.", "Answer 6.",
    ]  # fmt: skip


@pytest.mark.parametrize("size", [chunks.NORMAL, chunks.ChunkSize(1, 1)])
def test_what_a_thread_has_gone_back_from_is_abandoned(read, size):
    read(BEGUN, chunk=size)
    read(SECOND, chunk=size)

    assert prompts(State.ABANDONED) == ["P3."]
    assert prompts(State.ACTIVE) == ["P1.", "P2.", "P4.", "P5."]


@pytest.mark.parametrize("order", ORDERS)
def test_what_was_left_before_it_was_read_is_not_observed(sessions_of, take, echo, seen, order):
    paths = {path.name: path for path in sessions_of(BEGUN, SECOND, THIRD, NOW)}

    made = [take(paths[name], client="codex", session="") for name in order if name != FORK]

    assert all(made)
    assert sorted(text for text in seen.texts(echo) if text[0] == "P") == ["P1.", "P2.", "P9."]
    assert [seen.accounted(path) for path in paths.values()] == [path.stat().st_size for path in paths.values()]
    assert ("skipped", "rewound", 1) in seen.spans(str(paths[BEGUN]))


@pytest.mark.parametrize("order", ORDERS)
def test_what_a_fork_goes_on_from_stays(sessions_of, take, echo, seen, order):
    paths = {path.name: path for path in sessions_of(*order)}

    made = [take(paths[name], client="codex", session="") for name in (*order, *order)]

    assert made[5:] == [[], [], [], [], []]
    assert sorted(text for text in seen.texts(echo) if text[0] == "P") == [
        "P1.", "P2.", "P4.", "P6.", "P7 resumed.", "P8 forked.", "P9."
    ]  # fmt: skip


def test_file_by_file_the_same_is_memory(read):
    read(BEGUN)
    read(SECOND)
    read(THIRD)
    read(FORK)
    read(NOW)

    assert prompts(State.ABANDONED) == ["P3.", "P5."]
    assert prompts(State.ACTIVE) == ["P1.", "P2.", "P4.", "P6.", "P7 resumed.", "P8 forked.", "P9."]


def test_without_a_fork_all_behind_the_prompt_is_left(read):
    read(BEGUN)
    read(SECOND)
    read(THIRD)
    read(NOW)

    assert prompts(State.ABANDONED) == ["P3.", "P4.", "P5.", "P6.", "P7 resumed."]
    assert prompts(State.ACTIVE) == ["P1.", "P2.", "P9."]


def test_what_is_left_is_in_the_journal(read):
    read(BEGUN)
    read(SECOND)

    (left,) = [one.id for one in observations.since(0) if one.content == "P3."]
    entries = journal.of_row("observation", left)

    assert [(entry["action"], entry["reason"]) for entry in entries][1:] == [("abandoned", "rewound")]


def test_the_current_task_is_not_one_that_was_left(read):
    read(BEGUN)
    sessions.set_task(Session.get().id, "Do P3.", "", at="2026-11-30T18:02:43.227Z")

    read(SECOND)

    assert list(CurrentTaskRow.select()) == []


def test_while_the_first_file_is_gone_the_others_are_read(read, echo, seen):
    read(SECOND)

    assert seen.texts(echo) == ["P4.", "Answer 5.", "P5.", "Answer 6."]


def test_what_a_worker_was_at_when_the_thread_went_back_is_abandoned_with_the_next_slice(sessions_of, take, echo):
    begun, second = sessions_of(BEGUN, SECOND)
    rows = second.read_bytes().splitlines(keepends=True)
    second.unlink()

    def observe(messages, *, project_root):
        second.write_bytes(b"".join(rows[:4]))
        take(second, client="codex", session="")
        return echo.observe(messages, project_root=project_root)

    take(begun, client="codex", session="", observer=SimpleNamespace(name="slow", observe=observe))
    before = prompts(State.ABANDONED)
    second.write_bytes(b"".join(rows))
    take(second, client="codex", session="")

    assert (before, prompts(State.ABANDONED)) == ([], ["P3."])


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_a_subagent_that_was_started_behind_it_is_left_too(folder, take, echo, seen, order):
    paths = [Path(shutil.copy(path, folder)) for path in sorted(HELPED.iterdir())]

    made = [take(paths[place], client="codex", session="") for place in order]

    assert all(made)
    assert sorted(text for text in seen.texts(echo) if text) == ["Answer 1.", "Answer 8.", *ASKED]
    assert [seen.accounted(path) for path in paths] == [path.stat().st_size for path in paths]


def test_what_a_subagent_has_answered_behind_it_is_abandoned(folder, take):
    first, helper, second = sorted(HELPED.iterdir())
    take(shutil.copy(first, folder), client="codex", session="")
    take(shutil.copy(helper, folder), client="codex", session="")
    take(shutil.copy(second, folder), client="codex", session="")

    left = [one.content for one in observations.since(0) if one.state == State.ABANDONED]

    assert "We decided to keep the orders in SQLite because it needs no server." in left
    assert not [text for text in left if text in ("Answer 1.", "Answer 8.", *ASKED)]


@pytest.mark.parametrize("name", [SECOND, FORK])
def test_what_is_private_in_the_file_that_a_thread_goes_on_from_vanishes_in_the_next_one(
    sessions_of, take, echo, seen, name
):
    begun, *_, last = sessions_of(BEGUN, SECOND, THIRD, name)
    begun.write_bytes(begun.read_bytes().replace(b"P1.", b"P1 for <private>Zorblax Quill</private>."))
    last.write_bytes(last.read_bytes().replace(b"P4.", b"P4, Zorblax?").replace(b"P8 forked.", b"P8, Zorblax?"))

    take(last, client="codex", session="")

    assert [text for text in seen.texts(echo) if "?" in text] == [f"{PRIVATE[name]}, [private]?"]
