"""The ledger of injections (B7): folded in once, judged by what the session did next, shown, and forgotten."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, suppress
from typing import Any

import pytest

from codewatch import folding, forget, paths
from codewatch.errors import StoreError
from codewatch.store import injections
from codewatch.store.database import memory_path, open_memory

NOW = "2026-11-29T10:00:00.000Z"
AT = "2026-11-29T09:00:00Z"
FACT = "Deploy the harbour service with `tools/rollout.sh --canary` after the smoke tests."
QUESTION = "how do I deploy the harbour service?"


@pytest.fixture
def known(product):
    """Give the id of a memory that is stored."""
    return product.json("remember", FACT)["observation"]["id"]


@pytest.fixture
def side(product):
    """Give a function that appends raw bytes to a session's side file."""

    def append(raw, session="s1"):
        path = product.data / paths.INJECTED_FOLDER / session
        path.parent.mkdir(mode=0o700, exist_ok=True)
        with path.open("ab") as stream:
            stream.write(raw)
        return path

    return append


@pytest.fixture
def turn(product, transcript):
    """Give a function that lets a session ask, answers with what a function writes, and has it observed."""

    def run(write, prompt=QUESTION):
        product.recall(prompt, session="sess-1")
        # The hook's clock is the real one: what comes after it has to be later.
        later = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(time.time() + 60))
        transcript.common["timestamp"] = later
        write(transcript.user(prompt))
        product.save(transcript.path)
        product.drain()
        return product.json("why", "1")["injections"][-1]

    return run


def line(row_id, *, at=AT, event="UserPromptSubmit", why=""):
    return f"{at}\t{event}\t{row_id}\t{why or f'{row_id}:64:21:b:harbour,deploy'}\n".encode()


def folded(product):
    """Fold in all side files, and return how many injections there are."""
    with open_memory(str(product.data)):
        folding.fold_all(str(product.data), now=NOW)
    return product.sql("select count(*) from injection")[0][0]


def test_b7_a_prompt_is_answered_and_why_says_when_why_and_for_how_much(product, known):
    product.recall(QUESTION, session="sess-1")

    row = product.json("why", str(known))

    (each,) = row["injections"]
    assert (each["session"], each["event"], each["in_sight"]) == ("sess-1", "UserPromptSubmit", "project")
    assert set(each["terms"]) == {"Deploy", "harbour", "service"}
    assert each["tokens"] == row["tokens_injected"] > 0
    assert (each["use"], each["chance"] > 0) == (None, True)


def test_b7_a_memory_that_was_never_injected_says_so(product, known):
    assert product.json("why", str(known))["injections"] == []
    assert "0 times" in product.run("why", str(known)).stdout


@pytest.mark.parametrize("name", ["99", "R99"])
def test_b7_an_unknown_id_is_the_error_that_show_gives(product, known, name):
    shown, told = (product.run(command, name, check=False) for command in ("show", "why"))

    assert (told.returncode, told.stderr) == (shown.returncode, shown.stderr)
    assert told.returncode == 1


def test_b7_a_reflection_has_its_injections_too(product, transcript):
    transcript.user("We decided to use SQLite because it is small.").assistant("Noted.")
    product.save(transcript.path)
    product.drain()
    product.run("reflect")
    payload = {"session_id": "sess-2", "cwd": str(product.project), "hook_event_name": "SessionStart",
               "source": "startup"}  # fmt: skip
    product.hook("recall", payload)

    (each,) = product.json("why", "R1")["injections"]

    assert (each["event"], each["session"], each["tokens"] > 0) == ("reflection", "sess-2", True)


def test_b7_a_path_that_only_the_memory_named_and_a_tool_is_given_was_followed(known, turn):
    each = turn(lambda told: told.tool("Bash", {"command": "./tools/rollout.sh --canary"}, "ok").assistant("Done."))

    assert (each["use"], each["confidence_step"]) == ("followed", 0.0)


def test_b7_a_command_that_the_answer_names_was_mentioned(known, turn):
    assert turn(lambda told: told.assistant("Run `tools/rollout.sh --canary` for it."))["use"] == "mentioned"


def test_b7_what_the_prompt_named_itself_is_no_use(known, turn):
    prompt = "how do I deploy the harbour service with tools/rollout.sh --canary?"

    assert turn(lambda told: told.assistant("With `tools/rollout.sh --canary`."), prompt)["use"] == "ignored"


def test_b7_what_a_tool_printed_before_is_no_use(known, turn):
    each = turn(lambda told: told.tool("Bash", {"command": "ls"}, "tools/rollout.sh --canary").assistant(
        "I see tools/rollout.sh."))  # fmt: skip

    assert each["use"] == "ignored"


def test_b7_our_own_block_told_again_is_no_use(product, known, turn):
    block = f"<codewatch-memory>\n{FACT}\n</codewatch-memory>\nI was given notes."
    own_line = f"- [convention] {FACT} (2026-11-29)"

    assert turn(lambda told: told.assistant(f"{block}\n{own_line}"))["use"] == "ignored"


def test_b7_without_an_answer_nothing_is_judged(known, turn):
    assert turn(lambda told: told)["use"] is None


def test_b7_what_a_subagent_does_is_not_the_sessions_use(known, turn):
    def write(told):
        told.common["isSidechain"] = True
        told.assistant("Run `tools/rollout.sh --canary`.")

    assert turn(write)["use"] is None


def test_b7_what_the_user_takes_back_afterwards_is_contradicted_and_worth_less(product, known, turn):
    turn(lambda told: told.assistant("Run `tools/rollout.sh --canary`."))

    each = turn(lambda told: told.assistant("All right."), "No, don't use tools/rollout.sh any more.")

    assert each["use"] == "contradicted"
    assert product.json("show", str(known))["confidence"] == pytest.approx(0.8)


def test_b7_what_was_used_is_worth_more_up_to_a_bound(product, known, turn):
    product.sql("update observation set confidence = 0.92")

    turn(lambda told: told.assistant("Run `tools/rollout.sh --canary`."))

    assert product.json("show", str(known))["confidence"] == pytest.approx(0.95)


def test_b7_what_a_user_said_loses_nothing_by_being_ignored(product, known, turn):
    each = turn(lambda told: told.assistant("I do not know."))

    assert (each["use"], product.json("show", str(known))["confidence"]) == ("ignored", 1.0)


def test_b7_confidence_is_what_it_was_plus_the_steps(product, known, turn):
    product.sql("update observation set confidence = 0.5")

    turn(lambda told: told.assistant("Run `tools/rollout.sh --canary`."))
    turn(lambda told: told.assistant("All right."), "No, don't use tools/rollout.sh any more.")

    (step,) = product.sql("select sum(step) from injection")[0]
    assert product.json("show", str(known))["confidence"] == pytest.approx(0.5 + step) == pytest.approx(0.3)


def test_b7_status_tells_tokens_and_the_share_that_was_used(product, known, turn):
    turn(lambda told: told.assistant("Run `tools/rollout.sh --canary`."))

    today = product.json("status", check=False)["injected"]["today"]

    assert (today["count"], today["judged"], today["used_share"]) == (1, 1, 1.0)
    assert f"{today['tokens']} tokens" in product.run("status", check=False).stdout


def test_b7_an_injection_is_an_access(product, known, side):
    side(line(known) + line(known, at="2026-11-29T09:00:05Z"))

    assert folded(product) == 2
    assert product.sql("select access_count, accessed_at from observation") == [(2, "2026-11-29T09:00:05Z")]


def test_b7_lines_of_an_older_hook_are_folded_without_a_reason(product, known, side):
    side(f"{AT}\tUserPromptSubmit\t{known}\n".encode())

    assert folded(product) == 1
    assert product.json("why", str(known))["injections"][0]["terms"] == []


def test_b7_what_a_session_had_already_is_no_injection(product, known, side):
    side(f"{AT}\treset\t\n{AT}\thad SessionStart\t{known}\n{AT}\tprompt 1-2\t\n{AT}\ttask\t{known}\n".encode())

    assert folded(product) == 0


def test_b7_a_last_line_without_an_end_waits_for_it(product, known, side):
    whole = line(known)
    side(whole[:-9])
    before = folded(product)
    side(whole[-9:])

    assert (before, folded(product), folded(product)) == (0, 1, 1)


@pytest.mark.parametrize(
    "raw",
    [
        b"\xff\xfe\x00\x80\n", b"\t\t\t\t\t\t\n", b"\n\n\r\n", b"2026\tx\t1\n", AT.encode() + b"\tUserPromptSubmit\t",
        AT.encode() + b"\tUserPromptSubmit\t-1,99999999999999999999,abc,999,\n", b"a" * 3_000_000 + b"\n",
        AT.encode() + b"\tUserPromptSubmit\t1\t1:1:1:b:a\tmore\n",
        AT.encode() + "\tUserPromptSubmit\t٣\t٣:1:1:b:a\n".encode(),
        AT.encode() + b"\t<script>\t1\n",
    ],
    ids=["no utf-8", "tabs", "empty lines", "no time", "torn", "wrong ids", "huge", "a column too many",
         "other digits", "no event"],
)  # fmt: skip
def test_b7_a_line_that_no_hook_wrote_is_passed_over(product, known, side, raw):
    side(raw)
    side((b"" if raw.endswith(b"\n") else b"\n") + line(known))

    assert folded(product) == 1


def test_b7_a_reason_that_no_hook_wrote_says_nothing_that_the_memory_does_not(product, known, side):
    side(line(known, why=f"{known}:999999:99999999999:q:password,harbour,\x1b[31m,/etc/shadow;{known};:::::;;"))

    (each,) = folded(product) * product.json("why", str(known))["injections"]

    assert (each["terms"], each["files"], each["chance"], each["tokens"]) == (["harbour"], [], 1.0, 100_000)


def test_b7_a_link_or_a_pipe_in_place_of_a_side_file_is_left_alone(product, known, side, tmp_path):
    outside = tmp_path / "outside"
    outside.write_bytes(line(known))
    folder = side(line(known)).parent
    (folder / "link").symlink_to(outside)
    os.mkfifo(folder / "pipe")
    (folder / "folder").mkdir()

    assert folded(product) == 1


FOLD = """
import sys
from codewatch import folding
from codewatch.store.database import open_memory
with open_memory(sys.argv[1]):
    print("open", flush=True)
    folding.fold_all(sys.argv[1], now="2026-11-29T10:00:00.000Z")
"""


def test_b7_two_that_fold_at_once_fold_a_line_once(product, known, side):
    side(b"".join(line(known, at=f"2026-11-29T09:{each // 60:02d}:{each % 60:02d}Z") for each in range(600)))
    command = [sys.executable, "-c", FOLD, str(product.data)]

    both: list[Any] = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for _ in range(2)]

    assert [each.wait(60) for each in both] == [0, 0]
    assert product.sql("select count(*), max(access_count) from injection, observation") == [(600, 600)]


def fold_and_kill(data, after_s):
    folder: Any = subprocess.Popen([sys.executable, "-c", FOLD, data], stdout=subprocess.PIPE)
    folder.stdout.readline()
    with closing(folder.stdout), suppress(subprocess.TimeoutExpired):
        folder.wait(after_s)
    folder.send_signal(signal.SIGKILL)
    folder.wait()


def test_b7_a_line_is_folded_once_however_often_the_fold_is_killed(product, known, side):
    lines = [line(known, at=f"2026-11-29T{each // 3600:02d}:{each // 60 % 60:02d}:{each % 60:02d}Z", why=(
        f"{known}:64:21:b:harbour" + "," * 400)) for each in range(6000)]  # fmt: skip
    side(b"".join(lines))

    [fold_and_kill(str(product.data), 0.02 * each) for each in range(1, 16)]

    assert folded(product) == 6000
    assert product.sql("select access_count from observation") == [(6000,)]


def test_b7_a_locked_memory_keeps_lines_for_later_and_status_answers(product, known, side):
    side(line(known))
    with closing(sqlite3.connect(memory_path(str(product.data)), isolation_level=None)) as other:
        other.execute("begin immediate")
        locked = product.json("status", check=False)["injected"]["today"]["count"]
        other.execute("rollback")

    assert (locked, folded(product)) == (0, 1)


def fold_within(data, *, pages):
    with open_memory(data):
        injections.database.execute_sql(f"pragma max_page_count = {pages}")
        folding.fold_all(data, now=NOW)


def test_b7_a_full_disk_keeps_lines_for_later(product, known, side):
    side(b"".join(line(known, at=f"2026-11-29T09:{each // 60:02d}:{each % 60:02d}Z") for each in range(3000)))
    with closing(sqlite3.connect(memory_path(str(product.data)))) as other:
        pages = other.execute("pragma page_count").fetchone()[0]

    with pytest.raises(StoreError, match="full"):
        fold_within(str(product.data), pages=pages + 2)

    assert product.sql("select count(*) from injection") == [(0,)]
    assert folded(product) == 3000


def test_b7_an_old_side_file_is_folded_before_it_is_deleted(product, known, side):
    path = side(line(known))
    os.utime(path, (0, 0))

    product.drain()

    assert (path.exists(), product.sql("select count(*) from injection")) == (False, [(1,)])
    assert product.sql("select count(*) from injected_file") == [(0,)]


def test_b7_forgetting_takes_injections_and_the_words_of_side_files(product, known):
    product.recall(QUESTION, session="sess-1")
    path = product.data / paths.INJECTED_FOLDER / "sess-1"
    size = path.stat().st_size
    folded(product)

    gone = product.json("forget", str(known), "--proof")

    assert gone["found_in"] == []
    assert product.sql("select count(*) from injection") == [(0,)]
    assert path.stat().st_size == size
    assert b"harbour" not in path.read_bytes()


def test_b7_words_that_a_hook_wrote_after_forgetting_go_with_the_next_fold(product, known, side):
    product.run("forget", str(known))
    path = side(line(known))

    assert folded(product) == 0
    assert b"harbour" not in path.read_bytes()


def test_b7_what_is_blanked_is_still_not_told_twice(product, known):
    other = product.json("remember", "The harbour service deploys to port 8431.")["observation"]["id"]
    product.recall(QUESTION, session="sess-1")
    with open_memory(str(product.data)):
        forget.forget([known], who="user", now=NOW)

    assert product.recall(QUESTION, session="sess-1") == ""
    assert len(product.json("why", str(other))["injections"]) == 1


def test_b7_a_side_file_holds_no_word_that_only_the_prompt_has(product, known):
    product.recall("deploy the harbour service now? see secret/zebra.py", session="sess-1")

    raw = (product.data / paths.INJECTED_FOLDER / "sess-1").read_text()

    assert "harbour" in raw
    assert "zebra" not in raw
    assert "secret" not in raw


def test_b7_purging_leaves_no_injection(product, known):
    product.recall(QUESTION, session="sess-1")

    product.run("uninstall", "--purge", "--yes")

    assert not product.data.exists()
