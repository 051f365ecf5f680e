"""Each record once: copies, replaced files, threads, retries, and clients without transcripts."""

import os
from types import SimpleNamespace

import pytest

from codewatch import pipeline
from codewatch.errors import ConfigError, TranscriptError
from codewatch.forget import forget
from codewatch.messages import Role
from codewatch.slices import TranscriptSlice
from codewatch.store import ledger, observations
from codewatch.store.ledger import Outcome

TOKEN = "ghp_" + "a1B2c3D4" * 5
LONG = " and so on" * 30
NOW = "2026-12-01T10:00:00.000Z"


def test_copies_in_a_forked_file_are_not_observed_again(row, write, take, echo, seen):
    old = write(row("1", "one"), row("2", "two"))
    copies = [row("1", "one", sessionId="s2"), row("2", "two", sessionId="s2")]
    fork = write(*copies, row("3", "three", sessionId="s2"), name="s2.jsonl")
    take(old)

    take(fork, session="s2")

    assert seen.texts(echo) == ["one", "two", "three"]
    assert seen.spans(str(fork)) == [(Outcome.SKIPPED, "copy", 2), (Outcome.OBSERVED, "", 1)]
    assert seen.accounted(fork) == os.path.getsize(fork)


def test_a_record_that_stands_twice_in_one_chunk_is_observed_once(row, write, take, echo, seen):
    take(write(row("1", "one"), row("1", "one"), row("2", "two")))

    assert seen.texts(echo) == ["one", "two"]


def test_an_id_that_is_used_again_for_something_else_is_observed(row, write, take, echo, seen):
    take(write(row("1", "one"), row("1", "something else")))

    assert seen.texts(echo) == ["one", "something else"]


def test_records_without_ids_are_known_again_when_their_file_is_written_anew(row, write, take, echo, seen):
    path = write(row(None, "one"), row(None, "two"))
    take(path)
    before = path.read_bytes()
    path.write_bytes(row(None, "zero") + before)

    take(path)

    assert sorted(seen.texts(echo)) == ["one", "two", "zero"]


def test_a_file_that_is_written_anew_while_it_is_read_is_read_anew(row, write, take, echo, seen):
    """What the ledger certifies is what was observed, not what stands in the file a moment later."""
    path = write(*(row(f"old{number}", f"old {number}") for number in range(50)))
    anew = b"".join(row(f"new{number}", f"new text {number}") for number in range(60))
    writes = iter([lambda: path.write_bytes(anew)])

    def observe(messages, *, project_root):
        next(writes, int)()
        return echo.observe(messages, project_root=project_root)

    take(path, observer=SimpleNamespace(name="writer", observe=observe), flush=True)

    assert seen.texts(echo)[-60:] == [f"new text {number}" for number in range(60)]
    assert seen.accounted(path) == len(anew)
    assert not any("old" in content for content, *_ in seen.contents())


def test_records_without_ids_are_known_by_their_place(row, write, take, echo, seen):
    untimed = row(None, "again", timestamp=None)
    path = write(untimed, untimed)
    take(path)

    take(write(untimed))

    assert seen.texts(echo) == ["again"] * 3
    assert take(path) == []
    assert observations.newest_id() == 3


def test_a_file_that_was_replaced_is_read_from_its_start(row, write, take, echo, seen):
    path = write(row("1", "one"), row("2", "two"))
    take(path)
    path.write_bytes(row("8", "eight" + LONG) + row("9", "nine" + LONG))

    take(path)

    assert seen.texts(echo) == ["one", "two", "eight" + LONG, "nine" + LONG]
    assert seen.accounted(path) == os.path.getsize(path)


def test_a_file_that_was_cut_is_read_from_its_start_and_known_records_are_copies(row, write, take, echo, seen):
    path = write(row("1", "one"), row("2", "two"), row("3", "three"))
    take(path)
    path.write_bytes(row("1", "one") + row("4", "four"))

    take(path)

    assert seen.texts(echo) == ["one", "two", "three", "four"]
    assert seen.spans() == [(Outcome.SKIPPED, "copy", 1), (Outcome.OBSERVED, "", 1)]


def test_a_replaced_file_with_the_same_head_is_noticed(row, write, take, echo, seen):
    head = row("1", "one" + LONG * 10)
    path = write(head, row("2", "two"))
    take(path)
    path.write_bytes(head + row("3", "other words" + LONG) + row("4", "four"))

    take(path)

    assert seen.texts(echo)[2:] == ["other words" + LONG, "four"]


def test_a_file_that_shrinks_below_the_job_is_no_error(row, write, take, echo):
    path = write(row("1", "one"), row("2", "two"))

    (done,) = take(path, end=10**9)

    assert done.cursor == os.path.getsize(path)


def test_a_job_that_came_late_does_not_move_the_cursor_back(row, write, take, echo, seen):
    path = write(row("1", "one"), row("2", "two"))
    take(path)

    assert take(path, end=10) == []
    assert seen.accounted(path) == os.path.getsize(path)


def test_two_threads_that_observe_the_same_slice_store_it_once(row, write, take, together, seen):
    path = write(*(row(str(number), f"text {number}") for number in (1, 2, 3)))

    seen.at_once(lambda: take(path, observer=together), lambda: take(path, observer=together))

    assert [one[0] for one in seen.contents()] == ["text 1", "text 2", "text 3"]
    assert seen.accounted(path) == os.path.getsize(path)


def test_two_forks_observed_at_once_store_their_common_part_once(row, write, take, together, seen):
    common = [row("1", "one"), row("2", "two")]
    paths = [write(*common, name="a.jsonl"), write(*common, row("3", "three"), name="b.jsonl")]

    seen.at_once(lambda: take(paths[0], observer=together), lambda: take(paths[1], observer=together))

    assert sorted(one[0] for one in seen.contents()) == ["one", "three", "two"]
    assert [seen.accounted(path) for path in paths] == [os.path.getsize(path) for path in paths]


def test_an_observer_that_fails_leaves_nothing_behind(row, write, take, echo, seen):
    path = write(row("1", "one"))

    def fail(messages, *, project_root):
        raise TimeoutError

    with pytest.raises(TimeoutError):
        take(path, observer=SimpleNamespace(name="broken", observe=fail))

    assert (seen.spans(), observations.newest_id()) == ([], 0)
    take(path)
    assert seen.texts(echo) == ["one"]


def test_what_was_forgotten_is_not_learned_from_another_session(row, write, take, seen):
    take(write(row("1", "Zanzibar is the code name")))
    forget([1], who="user", now=NOW)

    take(write(row("9", "Zanzibar is the code name", sessionId="s2"), name="s2.jsonl"))

    assert seen.contents() == []


def test_sessions_are_counted_by_session_project_and_branch(row, write, take, tmp_path):
    other = tmp_path / "other"
    (other / ".git" / "objects").mkdir(parents=True)
    (other / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    path = write(row("1", "one"), row("2", "two", gitBranch="dev"), row("3", "three", cwd=str(other)), row("4", "four"))

    (done,) = take(path)

    assert len(done.scopes) == 3
    assert {(one.project.rsplit("/", 1)[1], one.branch) for one in observations.since(0)} == {
        ("shop", "main"), ("shop", "dev"), ("other", "main"),
    }  # fmt: skip


def test_a_folder_that_is_no_repository_belongs_to_where_the_session_started(row, write, take, shop):
    take(write(row("1", "one", cwd="/nowhere/at/all"), row("2", "two", cwd=None, gitBranch=None)))

    assert {(one.project, one.branch) for one in observations.since(0)} == {(str(shop), "main")}


def test_a_preview_gives_the_same_and_stores_nothing(row, write, take, shop, echo):
    path = write(row("1", "one"), row("2", "two"))
    piece = TranscriptSlice("claude", str(path), os.path.getsize(path), "s1", str(shop), str(shop), "main")

    found = pipeline.preview(piece, observer=echo)

    assert [one.content for one in found] == ["one", "two"]
    assert (ledger.known(), observations.newest_id()) == ([], 0)
    assert len(take(path)[0].stored) == 2


def test_the_last_message_of_a_client_without_transcripts_is_a_slice(take, echo):
    (done,) = take("", message="The cache is keyed by tenant", since=5.0)

    assert len(done.stored) == 1
    assert (echo.heard[0].role, echo.heard[0].text) == (Role.ASSISTANT, "The cache is keyed by tenant")
    assert ledger.known() == []


def test_a_last_message_job_that_runs_twice_changes_nothing(take):
    take("", message="The cache is keyed by tenant", since=5.0)

    (again,) = take("", message="The cache is keyed by tenant", since=5.0)

    assert again.stored == ()
    assert observations.newest_id() == 1


def test_the_same_last_message_of_a_later_turn_is_another(take):
    take("", message="Done with the cache", since=5.0)
    take("", message="Done with the cache", since=9.0)

    assert observations.newest_id() == 2


def test_a_last_message_passes_the_gate(memory, take, echo, seen):
    take("", message=f"Key {TOKEN} <private>and the rest</private>", since=5.0)

    assert seen.contents()[0][0] == "Key [redacted:github-token]"
    assert "the rest" not in seen.texts(echo)[0]


def test_an_unknown_client_is_said(write, row, take):
    with pytest.raises(ConfigError, match="'word'"):
        take(write(row("1", "one")), client="word")


def test_a_transcript_that_is_gone_is_said(row, write, take):
    path = write(row("1", "one"))

    with pytest.raises(TranscriptError, match="No such file"):
        take(path, path=f"{path}.gone")
