"""What the names and headers of Codex's rollouts say of a thread that has gone back."""

import json
import shutil
from pathlib import Path

import pytest

from codewatch.clients import codex, codex_files

FIXTURES = Path(__file__).parents[1] / "fixtures" / "codex" / "gone_back"
BEGUN, SECOND, THIRD, FORK, NOW = sorted(path.name for path in FIXTURES.iterdir())
THREAD = "01a22d9f-63d8-7450-96ea-c4d688555aaa"
BASE = {"thread_id": THREAD, "end_byte_offset": 8177, "end_ordinal_exclusive": 25}


@pytest.fixture
def folder(tmp_path):
    """Give a client's folder of a day."""
    path = tmp_path / "[codex]" / "sessions" / "2026" / "11" / "30"
    path.mkdir(parents=True)
    return path


@pytest.fixture
def put(folder):
    """Give a function that puts files of a real thread into a folder and returns the first one's path."""

    def into(*names, to=folder):
        to.mkdir(parents=True, exist_ok=True)
        first, *_ = [str(shutil.copy(FIXTURES / name, to)) for name in names]
        return first

    return into


def ordinals(left):
    """Return by name at which row each file is left."""
    return {Path(path).name: json.loads(Path(path).read_bytes()[at:].split(b"\n")[0])["ordinal"] for path, at in left}


def test_a_thread_that_has_not_gone_back_has_left_nothing(put):
    assert codex.left_in_files(put(BEGUN)) == {}
    assert codex.left_in_files(put(FORK)) == {}


@pytest.mark.parametrize("name", [BEGUN, SECOND])
def test_a_file_is_left_behind_where_the_next_one_goes_on_from_it(put, name):
    put(BEGUN, SECOND)

    assert ordinals(codex.left_in_files(put(name)).items()) == {BEGUN: 25}


def test_files_go_on_from_one_another(put):
    first = put(BEGUN, SECOND, THIRD)

    assert ordinals(codex.left_in_files(first).items()) == {BEGUN: 25, SECOND: 38}


def test_a_file_that_nothing_goes_on_from_is_left_as_a_whole(put):
    first = put(BEGUN, SECOND, THIRD, NOW)

    assert ordinals(codex.left_in_files(first).items()) == {BEGUN: 25, SECOND: 28, THIRD: 38}


def test_a_fork_keeps_what_it_goes_on_from(put):
    first = put(BEGUN, SECOND, THIRD, NOW, FORK)

    assert ordinals(codex.left_in_files(first).items()) == {BEGUN: 25, SECOND: 38}


def test_a_subagent_keeps_nothing(put, folder):
    first = put(BEGUN, SECOND, THIRD, NOW, FORK)
    fork = folder / FORK
    fork.write_text(fork.read_text().replace('"source":"exec"', '"source":{"subagent":{"thread_spawn":{}}}'))

    assert ordinals(codex.left_in_files(first).items()) == {BEGUN: 25, SECOND: 28, THIRD: 38}


def test_the_files_of_a_thread_lie_in_folders_of_several_days_and_among_those_put_away(put, folder):
    put(BEGUN, to=folder.parents[3] / "archived_sessions")
    put(SECOND, to=folder.parent.parent / "12" / "02")

    left = codex.left_in_files(put(THIRD))

    assert ordinals(left.items()) == {BEGUN: 25, SECOND: 38}
    assert codex.left_in_files(str(folder.parents[3] / "archived_sessions" / BEGUN)) == left


def test_a_file_that_is_not_as_it_was_is_not_left(put, folder):
    put(BEGUN, SECOND)
    begun = folder / BEGUN
    begun.write_bytes(begun.read_bytes().replace(b"P1.", b"P1 and more."))

    assert codex.left_in_files(str(begun)) == {}


@pytest.mark.parametrize("name", ["thread.jsonl", "rollout-2026-11-30T18-02-30-one.jsonl"])
def test_a_file_without_an_id_has_left_nothing(folder, name):
    (folder / name).write_text("{}\n")

    assert codex.left_in_files(str(folder / name)) == {}


def test_back_to_the_first_prompt_leaves_the_whole_file(put, folder):
    begun = put(BEGUN, SECOND)
    (folder / SECOND).write_text(json.dumps({"type": "session_meta", "ordinal": 0, "payload": {"id": THREAD}}) + "\n")

    assert codex.left_in_files(begun) == {begun: 0}


@pytest.mark.parametrize(
    "header",
    [
        {"ordinal": 25, "payload": {"id": THREAD}}, {"payload": {"id": THREAD}}, {"ordinal": 0},
        {"ordinal": 0, "payload": {"id": THREAD, "history_base": "x"}},
        {"payload": {"id": THREAD, "history_base": "x"}},
        {"ordinal": 25, "payload": {"id": THREAD, "history_base": {}}},
        {"ordinal": 25, "payload": {"id": THREAD, "history_base": {**BASE, "end_byte_offset": -1}}},
        {"ordinal": 25, "payload": {"id": THREAD, "history_base": {**BASE, "thread_id": SECOND[-42:-6]}}},
        {"ordinal": 24, "payload": {"id": THREAD, "history_base": BASE}},
        {"ordinal": 25, "payload": {"id": "another", "history_base": BASE}},
    ],
)  # fmt: skip
def test_where_a_header_says_something_else_nothing_is_left(put, folder, header):
    begun = put(BEGUN, SECOND)
    (folder / SECOND).write_text(json.dumps({"type": "session_meta", **header}) + "\n")

    assert codex.left_in_files(begun) == {}


@pytest.mark.parametrize("names", [(BEGUN, THIRD), (SECOND, THIRD), (SECOND,), (BEGUN, NOW)])
def test_while_a_file_in_between_is_missing_nothing_is_left(put, names):
    assert codex.left_in_files(put(*names)) == {}


def test_a_fork_goes_on_from_all_the_files_before_it(put):
    put(BEGUN, SECOND, THIRD, NOW)

    before = codex.goes_on_from(put(FORK))

    assert [Path(path).name for path, _ in before] == [THIRD, SECOND, BEGUN]
    assert ordinals(before[1:]) == {SECOND: 38, BEGUN: 25}


def test_what_a_file_goes_on_from_is_not_known_where_it_is_gone(put):
    put(SECOND)

    assert [Path(path).name for path, _ in codex.goes_on_from(put(THIRD))] == [SECOND]
    assert codex.goes_on_from(put(BEGUN)) == codex.goes_on_from("/home/thread.jsonl") == []


def test_the_id_of_a_file_is_known_by_its_name():
    assert codex_files.file_id(f"/home/{SECOND}") == "01a22d9f-a56d-75a3-abf0-aaaae59af9ba"
    assert codex_files.file_id(f"/home/{BEGUN}") == codex_files.file_id("/home/other.jsonl") == ""


def test_rows_of_a_threads_files_have_keys_of_their_own(read_file, told):
    keys = [one.key for name in (BEGUN, SECOND, NOW) for one in told.messages(read_file(codex, FIXTURES / name))]

    assert len(keys) == len(set(keys)) == 12
