"""The save line in one process: real files, the real ledger, every byte accounted for once (FEATURES F30-F35, B1)."""

import json
import os
import threading
import tracemalloc
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest

from codewatch import demo, pipeline
from codewatch.agents.rules.rules_observer import RulesObserver
from codewatch.categories import Category, Origin, Priority
from codewatch.clients import transcripts
from codewatch.errors import ConfigError, TranscriptError
from codewatch.messages import Role
from codewatch.observations import Observation
from codewatch.slices import TranscriptSlice
from codewatch.store import forgetting, ledger, observations
from codewatch.store.database import open_memory, thread_connection
from codewatch.store.ledger import Outcome

NOW = "2026-12-01T10:00:00.000Z"
TOKEN = "ghp_" + "a1B2c3D4" * 5
LONG = " and so on" * 30
SESSION = Path(next(iter(demo.__path__)), "session.jsonl")
CUTS = [("CHUNK_BYTES", 1), ("CHUNK_BYTES", 3_000), ("CHUNK_RECORDS", 1), ("CHUNK_RECORDS", 3)]


@pytest.fixture(autouse=True)
def memory(tmp_path):
    """Hold a fresh memory open and give its folder."""
    with open_memory(str(tmp_path / "data")) as _:
        yield tmp_path / "data"


@pytest.fixture
def shop(tmp_path):
    """Give a folder that is a git repository."""
    (tmp_path / "shop" / ".git" / "objects").mkdir(parents=True)
    (tmp_path / "shop" / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    return tmp_path / "shop"


@pytest.fixture
def row(shop):
    """Give a function that makes one record as a line of bytes."""

    def make(uuid, content, *, kind="user", **fields):
        common = {
            "type": kind, "uuid": uuid, "timestamp": "2026-11-29T09:00:00.000Z", "sessionId": "s1", "cwd": str(shop),
            "gitBranch": "main", "message": {"role": kind, "content": content},
        }  # fmt: skip
        record = {name: value for name, value in {**common, **fields}.items() if value is not None}
        return json.dumps(record, ensure_ascii=False).encode() + b"\n"

    return make


@pytest.fixture
def write(tmp_path):
    """Give a function that appends lines to a transcript file and returns its path."""

    def append(*lines, name="s1.jsonl"):
        with (tmp_path / name).open("ab") as stream:
            stream.write(b"".join(lines))
        return tmp_path / name

    return append


@pytest.fixture
def echo():
    """Give an observer that remembers what it heard and makes one memory of every text."""
    heard = []

    def observe(messages, *, project_root):
        new = [message for message in messages if not message.is_observed]
        heard.extend(new)
        return [
            Observation(
                message.text, Category.LEARNING, Priority.MEDIUM, message.at, source=message.key,
                session=message.session, branch=message.branch, cwd=message.cwd, origin=Origin.USER,
            )
            for message in new
            if message.text
        ]  # fmt: skip

    return SimpleNamespace(name="echo", observe=observe, heard=heard)


@pytest.fixture
def together(echo):
    """Give an observer like `echo` whose first two callers wait for each other."""
    both = threading.Barrier(2, timeout=30)
    waiting = iter((both.wait, both.wait))

    def observe(messages, *, project_root):
        next(waiting, int)()
        return echo.observe(messages, project_root=project_root)

    return SimpleNamespace(name="together", observe=observe)


@pytest.fixture
def take(shop, echo):
    """Give a function that observes a transcript to its end and returns what came of each chunk."""

    def observe(file, *, observer=None, may_wait_s=0.0, waited_s=0.0, **fields):
        size = os.path.getsize(file) if file else 0
        piece = TranscriptSlice("claude", str(file), size, "s1", str(shop), str(shop), "main")._replace(**fields)
        made = pipeline.observe_slice(
            piece, observer=observer or echo, now=NOW, may_wait_s=may_wait_s, waited_s=waited_s
        )
        return list(made)

    return observe


def at_once(*functions):
    """Run functions in threads with a connection each, and wait for their end."""

    def run(function):
        with thread_connection():
            function()

    threads = [threading.Thread(target=run, args=(function,)) for function in functions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)


def texts(echo):
    return [message.text for message in echo.heard]


def spans(path=None):
    return [(span.outcome, span.reason, span.records) for known in ledger.known(path=path) for span in known.spans]


def accounted(path):
    """Return the bytes that the ledger accounts for from the start without a gap."""
    (known,) = ledger.known(path=str(path))
    edges = [(0, 0), *((span.start, span.end) for span in known.spans)]
    assert all(before[1] == after[0] for before, after in pairwise(edges))
    return edges[-1][1]


def contents():
    return [(one.content, one.category, one.priority, one.observed_at, one.files) for one in observations.since(0)]


def learned():
    """Return all memories but those that sum up a stretch, which a shorter stretch sums up otherwise."""
    return sorted(one for one in contents() if one[1] is not Category.TASK_CONTEXT)


def test_every_record_is_observed_and_every_byte_accounted_for(row, write, take, echo):
    path = write(row("1", "Fix the parser"), b"\n", row("2", "Done", kind="assistant"), b'{"type":"mode"}\n')

    (done,) = take(path)

    assert texts(echo) == ["Fix the parser", "Done"]
    assert done.cursor == accounted(path) == os.path.getsize(path)
    assert spans() == [
        (Outcome.OBSERVED, "", 1), (Outcome.SKIPPED, "empty", 1), (Outcome.OBSERVED, "", 1),
        (Outcome.SKIPPED, "mode row", 1),
    ]  # fmt: skip


def test_a_slice_that_runs_twice_changes_nothing(row, write, take, echo):
    path = write(row("1", "Fix the parser"))
    take(path)

    assert take(path) == []
    assert texts(echo) == ["Fix the parser"]
    assert observations.newest_id() == 1


def test_the_next_slice_starts_at_the_cursor(row, write, take, echo):
    take(write(row("1", "one")))

    (done,) = take(write(row("2", "two")))

    assert texts(echo) == ["one", "two"]
    assert len(done.stored) == 1


def test_a_torn_last_line_waits_for_its_rest(row, write, take, echo):
    whole, torn = row("1", "one"), row("2", "two")
    (first,) = take(write(whole, torn[:40]))

    (second,) = take(write(torn[40:]))

    assert (first.cursor, second.cursor) == (len(whole), len(whole + torn))
    assert texts(echo) == ["one", "two"]
    assert spans() == [(Outcome.OBSERVED, "", 2)]


def test_an_unreadable_line_in_the_middle_is_skipped_and_counted(row, write, take, echo):
    path = write(row("1", "one"), b'{"type":"user","mess\n', b"\xff\xfe\x00\n", row("2", "two"))

    take(path)

    assert texts(echo) == ["one", "two"]
    assert spans()[1] == (Outcome.SKIPPED, "unreadable", 2)
    assert accounted(path) == os.path.getsize(path)


def test_a_line_of_12_mb_keeps_its_text_and_costs_bounded_memory(row, write, take, echo):
    image = {"type": "image", "source": {"type": "base64", "data": "A" * 12_000_000}}
    path = write(row("1", [image, {"type": "text", "text": "see above"}]), row("2", "two"))
    tracemalloc.start()

    take(path)

    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert texts(echo) == ["[image]", "see above", "two"]
    assert peak < 100_000_000


def test_a_line_too_long_to_hold_is_skipped_with_its_reason(row, write, take, echo, monkeypatch):
    monkeypatch.setattr(transcripts, "LONGEST_LINE", 2_000)
    path = write(row("1", "one"), row("2", "x" * 9_000), row("3", "three"))

    take(path)

    assert texts(echo) == ["one", "three"]
    assert spans()[1] == (Outcome.SKIPPED, "too long", 1)
    assert accounted(path) == os.path.getsize(path)


@pytest.mark.parametrize(("name", "value"), CUTS)
def test_many_chunks_hear_what_one_chunk_hears(tmp_path, take, echo, monkeypatch, name, value):
    with open_memory(str(tmp_path / "whole")):
        whole = take(SESSION)
    heard = [(message.key, message.text, message.tool, message.tool_input) for message in echo.heard]
    echo.heard.clear()
    monkeypatch.setattr(pipeline, name, value)

    with open_memory(str(tmp_path / "cut")):
        cut = take(SESSION)

    assert len(whole) == 1 < len(cut)
    assert [(message.key, message.text, message.tool, message.tool_input) for message in echo.heard] == heard


@pytest.mark.parametrize(("name", "value"), CUTS)
def test_many_chunks_learn_what_one_chunk_learns(tmp_path, take, monkeypatch, name, value):
    with open_memory(str(tmp_path / "whole")):
        take(SESSION, observer=RulesObserver())
        expected = learned()
    monkeypatch.setattr(pipeline, name, value)

    with open_memory(str(tmp_path / "cut")):
        take(SESSION, observer=RulesObserver())
        found = learned()

    assert len(expected) > 5
    assert found == expected


def test_each_chunk_is_committed_before_the_next_is_read(row, write, shop, echo, monkeypatch):
    monkeypatch.setattr(pipeline, "CHUNK_RECORDS", 1)
    path = write(row("1", "one"), row("2", "two"))
    piece = TranscriptSlice("claude", str(path), os.path.getsize(path), "s1", str(shop), str(shop), "main")

    first = next(iter(pipeline.observe_slice(piece, observer=echo, now=NOW)))

    assert texts(echo) == ["one"]
    assert first.cursor == accounted(path) == len(row("1", "one"))


def test_a_result_finds_the_call_of_an_earlier_slice(row, write, take, echo):
    use = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "pytest"}}
    take(write(row("1", [use], kind="assistant")))

    take(write(row("2", [{"type": "tool_result", "tool_use_id": "t1", "content": "3 passed"}])))

    answer = echo.heard[-1]
    assert (answer.role, answer.tool, answer.tool_input) == (Role.TOOL_RESULT, "Bash", {"command": "pytest"})
    assert texts(echo) == ["", "3 passed"]


def test_a_few_earlier_messages_come_along_as_observed(row, write, take, shop, echo):
    take(write(row("1", "one")))
    given = []
    listening = SimpleNamespace(name="x", observe=lambda messages, project_root: given.extend(messages) or [])

    take(write(row("2", "two")), observer=listening)

    assert [(message.text, message.is_observed) for message in given] == [("one", True), ("two", False)]


def test_private_parts_never_reach_the_observer(row, write, take, echo):
    path = write(row("1", "Use port 8431 <private>for Ana's salary</private> please"), row("2", "<private>all"))

    take(path)

    assert texts(echo) == ["Use port 8431  please", ""]
    assert spans() == [(Outcome.REDACTED, "private", 2)]
    assert accounted(path) == os.path.getsize(path)


def test_a_secret_is_taken_out_of_what_is_kept_and_marked_in_the_ledger(memory, row, write, take):
    path = write(row("1", "one"), row("2", f"The deploy token is {TOKEN} here"), row("3", "three"))

    take(path)

    assert "The deploy token is [redacted:github-token] here" in [one[0] for one in contents()]
    assert spans() == [(Outcome.OBSERVED, "", 1), (Outcome.REDACTED, "secret", 1), (Outcome.OBSERVED, "", 1)]
    assert TOKEN.encode() not in b"".join(file.read_bytes() for file in memory.iterdir())


def test_a_secret_in_the_task_is_taken_out(memory, row, write, take):
    take(write(row("1", f"Deploy the shop with {TOKEN} to production{LONG}")), observer=RulesObserver())

    assert TOKEN.encode() not in b"".join(file.read_bytes() for file in memory.iterdir())


def test_a_tiny_tail_waits(row, write, take, echo):
    path = write(row("1", "ok"))

    (done,) = take(path, may_wait_s=600)

    assert done.is_waiting
    assert (done.cursor, texts(echo), spans()) == (0, [], [])


@pytest.mark.parametrize(
    "options", [{"flush": True}, {"waited_s": 600.0}, {"may_wait_s": 0.0}], ids=["flush", "waited", "nothing waits"]
)
def test_a_tiny_tail_is_taken_when_it_must_not_wait(row, write, take, echo, options):
    (done,) = take(write(row("1", "ok")), **{"may_wait_s": 600.0, **options})

    assert not done.is_waiting
    assert texts(echo) == ["ok"]


def test_a_text_of_fifty_tokens_does_not_wait(row, write, take, echo):
    take(write(row("1", "x" * 200)), may_wait_s=600)

    assert texts(echo) == ["x" * 200]


def test_what_waited_is_taken_with_what_follows(row, write, take, echo):
    take(write(row("1", "ok")), may_wait_s=600)

    take(write(row("2", "x" * 200)), may_wait_s=600)

    assert texts(echo) == ["ok", "x" * 200]


def test_rows_without_text_do_not_wait(write, take):
    (done,) = take(write(b'{"type":"mode"}\n'), may_wait_s=600)

    assert not done.is_waiting


def test_copies_in_a_forked_file_are_not_observed_again(row, write, take, echo):
    old = write(row("1", "one"), row("2", "two"))
    copies = [row("1", "one", sessionId="s2"), row("2", "two", sessionId="s2")]
    fork = write(*copies, row("3", "three", sessionId="s2"), name="s2.jsonl")
    take(old)

    take(fork, session="s2")

    assert texts(echo) == ["one", "two", "three"]
    assert spans(str(fork)) == [(Outcome.SKIPPED, "copy", 2), (Outcome.OBSERVED, "", 1)]
    assert accounted(fork) == os.path.getsize(fork)


def test_a_record_that_stands_twice_in_one_chunk_is_observed_once(row, write, take, echo):
    take(write(row("1", "one"), row("1", "one"), row("2", "two")))

    assert texts(echo) == ["one", "two"]


def test_an_id_that_is_used_again_for_something_else_is_observed(row, write, take, echo):
    take(write(row("1", "one"), row("1", "something else")))

    assert texts(echo) == ["one", "something else"]


def test_records_without_ids_are_known_by_their_place(row, write, take, echo):
    path = write(row(None, "again"), row(None, "again"))
    take(path)

    take(write(row(None, "again")))

    assert texts(echo) == ["again"] * 3
    assert take(path) == []
    assert observations.newest_id() == 3


def test_a_file_that_was_replaced_is_read_from_its_start(row, write, take, echo):
    path = write(row("1", "one"), row("2", "two"))
    take(path)
    path.write_bytes(row("8", "eight" + LONG) + row("9", "nine" + LONG))

    take(path)

    assert texts(echo) == ["one", "two", "eight" + LONG, "nine" + LONG]
    assert accounted(path) == os.path.getsize(path)


def test_a_file_that_was_cut_is_read_from_its_start_and_known_records_are_copies(row, write, take, echo):
    path = write(row("1", "one"), row("2", "two"), row("3", "three"))
    take(path)
    path.write_bytes(row("1", "one") + row("4", "four"))

    take(path)

    assert texts(echo) == ["one", "two", "three", "four"]
    assert spans() == [(Outcome.SKIPPED, "copy", 1), (Outcome.OBSERVED, "", 1)]


def test_a_replaced_file_with_the_same_head_is_noticed(row, write, take, echo):
    head = row("1", "one" + LONG * 10)
    path = write(head, row("2", "two"))
    take(path)
    path.write_bytes(head + row("3", "other words" + LONG) + row("4", "four"))

    take(path)

    assert texts(echo)[2:] == ["other words" + LONG, "four"]


def test_a_file_that_shrinks_below_the_job_is_no_error(row, write, take, echo):
    path = write(row("1", "one"), row("2", "two"))

    (done,) = take(path, end=10**9)

    assert done.cursor == os.path.getsize(path)


def test_a_job_that_came_late_does_not_move_the_cursor_back(row, write, take, echo):
    path = write(row("1", "one"), row("2", "two"))
    take(path)

    assert take(path, end=10) == []
    assert accounted(path) == os.path.getsize(path)


def test_two_threads_that_observe_the_same_slice_store_it_once(row, write, take, together):
    path = write(*(row(str(number), f"text {number}") for number in (1, 2, 3)))

    at_once(lambda: take(path, observer=together), lambda: take(path, observer=together))

    assert [one[0] for one in contents()] == ["text 1", "text 2", "text 3"]
    assert accounted(path) == os.path.getsize(path)


def test_two_forks_observed_at_once_store_their_common_part_once(row, write, take, together):
    common = [row("1", "one"), row("2", "two")]
    paths = [write(*common, name="a.jsonl"), write(*common, row("3", "three"), name="b.jsonl")]

    at_once(lambda: take(paths[0], observer=together), lambda: take(paths[1], observer=together))

    assert sorted(one[0] for one in contents()) == ["one", "three", "two"]
    assert [accounted(path) for path in paths] == [os.path.getsize(path) for path in paths]


def test_an_observer_that_fails_leaves_nothing_behind(row, write, take, echo):
    path = write(row("1", "one"))

    def fail(messages, *, project_root):
        raise TimeoutError

    with pytest.raises(TimeoutError):
        take(path, observer=SimpleNamespace(name="broken", observe=fail))

    assert (spans(), observations.newest_id()) == ([], 0)
    take(path)
    assert texts(echo) == ["one"]


def test_what_was_forgotten_is_not_learned_from_another_session(row, write, take):
    take(write(row("1", "Zanzibar is the code name")))
    forgetting.forget([1], who="user", now=NOW)

    take(write(row("9", "Zanzibar is the code name", sessionId="s2"), name="s2.jsonl"))

    assert contents() == []


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


def test_a_last_message_passes_the_gate(memory, take, echo):
    take("", message=f"Key {TOKEN} <private>and the rest</private>", since=5.0)

    assert contents()[0][0] == "Key [redacted:github-token]"
    assert "the rest" not in texts(echo)[0]


def test_an_unknown_client_is_said(write, row, take):
    with pytest.raises(ConfigError, match="'word'"):
        take(write(row("1", "one")), client="word")


def test_a_transcript_that_is_gone_is_said(row, write, take):
    path = write(row("1", "one"))

    with pytest.raises(TranscriptError, match="No such file"):
        take(path, path=f"{path}.gone")
