"""`codewatch backfill`: the sessions that were there before codewatch was (FEATURES F122)."""

import json
import os
import signal
import time

import pytest

from codewatch import lock

KEYS = {"transcripts", "messages", "observations", "skipped"}
DAY_S = 86_400


def test_old_sessions_of_every_client_are_read_and_counted(product, old, codex_session):
    old("first", "Decimal")
    old("second", "Fraction", days=400)

    found = product.json("backfill")

    assert found.keys() >= KEYS
    assert (found["transcripts"], found["messages"], found["failed"]) == (3, 5, 0)
    assert found["observations"] == len(product.contents())
    assert {word for word in ("Decimal", "Fraction", "tabs") if any(word in text for text in product.contents())} == {
        "Decimal", "Fraction", "tabs",
    }  # fmt: skip
    assert product.json("coverage")["percent"] == 100.0


def test_a_second_time_reads_and_stores_nothing(product, old):
    old("first", "Decimal")
    product.run("backfill")
    before = product.contents()

    found = product.json("backfill")

    assert (found["transcripts"], found["messages"], found["observations"]) == (0, 0, 0)
    assert product.contents() == before


def test_the_newest_session_comes_first(product, old):
    old("a-older", "Fraction", days=300)
    old("b-newest", "Decimal", days=30)
    old("c-oldest", "integers", days=600)

    product.run("backfill")

    rows = product.sql("select path from transcript order by id")
    assert [os.path.basename(path) for (path,) in rows] == ["b-newest.jsonl", "a-older.jsonl", "c-oldest.jsonl"]


@pytest.mark.parametrize(
    ("options", "count"),
    [(("--source", "codex"), 1), (("--source", "claude"), 1), (("--source", "codex", "--source", "claude"), 2)],
)
def test_only_the_named_clients_are_read(product, old, codex_session, options, count):
    old("first", "Decimal")

    assert product.json("backfill", *options)["transcripts"] == count


def test_what_is_older_than_a_date_is_left(product, old):
    old("first", "Decimal", days=10)
    old("second", "Fraction", days=400)
    since = time.strftime("%Y-%m-%d", time.gmtime(time.time() - 100 * DAY_S))

    assert product.json("backfill", "--since", since)["transcripts"] == 1
    assert not any("Fraction" in text for text in product.contents())


def test_a_dry_run_counts_by_client_and_stores_nothing(product, old, codex_session):
    sizes = old("first", "Decimal").path.stat().st_size + old("second", "Fraction").path.stat().st_size

    found = product.json("backfill", "--dry-run")

    claude = {"transcripts": 2, "sessions": 2, "bytes": sizes, "messages": 4, "skipped": 0}
    assert found["clients"]["claude"] == claude
    assert found["clients"]["codex"] == {
        "transcripts": 1, "sessions": 1, "bytes": codex_session.stat().st_size, "messages": 1, "skipped": 1,
    }  # fmt: skip
    assert (found["transcripts"], found["messages"], found["observations"]) == (3, 5, None)
    assert found["model"] is None
    assert product.contents() == []
    assert product.json("queue", "status")["pending"] == 0


def test_a_dry_run_for_people_says_that_the_rules_cost_nothing(product, old):
    old("first", "Decimal")

    lines = product.run("backfill", "--dry-run").stdout.splitlines()

    assert lines[0].startswith("claude: 1 session in 1 file, ")
    assert lines[-1] == "The rules read them and cost nothing; no model is named."


@pytest.mark.parametrize("how", ["paused", "excluded"])
def test_what_is_paused_or_excluded_is_left_until_that_is_over(product, old, tmp_path, how):
    (tmp_path / "other").mkdir()
    old("first", "Decimal")
    old("second", "Fraction", cwd=tmp_path / "other")
    product.run(*{"paused": ("pause", "--capture"), "excluded": ("config", "path")}[how])
    exclude = {"paused": "[]", "excluded": str(product.project)}[how]

    found = product.json("backfill", CODEWATCH_EXCLUDE=exclude)
    product.run("resume", "--capture")

    assert (found["transcripts"], found["left"]) == (1, 1)
    assert product.json("backfill")["transcripts"] == 1
    assert product.json("coverage")["percent"] == 100.0


def test_a_secret_in_an_old_session_passes_the_gate(product, old):
    token = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
    old("first", "Decimal").user(f"Always send the token {token} with each request to the build server.")

    product.run("backfill")

    assert not any(token in text for text in product.contents())
    assert product.json("coverage")["redacted"] > 0


def test_a_session_of_our_own_is_left(product, old):
    product.run("remember", "There is a memory already.")
    old("own", "Decimal", cwd=product.data)

    assert product.json("backfill")["transcripts"] == 0


def test_a_transcript_in_which_nothing_is_said_is_accounted_for_once(product, old):
    path = old("first", "Decimal").path.with_name("empty.jsonl")
    path.write_text('{"type": "summary", "summary": "Nothing"}\n')

    found = product.json("backfill")

    assert (found["transcripts"], found["left"]) == (2, 0)
    assert product.json("backfill")["transcripts"] == 0
    assert product.json("coverage")["percent"] == 100.0
    assert product.sql("select count(*) from project") == [(1,)]


def test_a_transcript_that_names_no_folder_is_left_and_told(product, old):
    words = old("first", "Decimal")
    row = json.loads(words.path.read_text().splitlines()[0])
    words.path.write_text(f"{json.dumps({**row, 'cwd': ''})}\n")

    done = product.run("backfill")

    assert "of a paused, excluded or unknown folder: 1 transcript\n" in done.stderr
    assert product.contents() == []


def test_a_folder_that_only_a_later_row_names_is_the_transcripts(product, old):
    words = old("first", "Decimal")
    first, second = words.path.read_text().splitlines()
    words.path.write_text(f"{json.dumps({**json.loads(first), 'cwd': ''})}\n{second}\n")

    product.run("backfill")

    assert product.sql("select root from project") == [(str(product.project),)]
    assert any("Decimal" in text for text in product.contents())


def test_what_cannot_be_read_is_named_and_the_others_are_read(product, old):
    old("first", "Decimal").path.with_name("broken.jsonl").mkdir()

    done = product.run("backfill", "--json", check=False)

    assert done.returncode == 1
    assert json.loads(done.stdout)["failed"] == 1
    assert "broken.jsonl: not a regular file" in done.stderr
    assert any("Decimal" in text for text in product.contents())


def test_an_interrupt_leaves_nothing_waiting_and_says_how_to_go_on(interruptible, product, many, begun, wait_until):
    many(300)
    product.run("remember", "There is a memory already.")
    process = begun()
    wait_until(lambda: len(product.contents()) > 3)

    process.send_signal(signal.SIGINT)

    _, told = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "run `codewatch backfill` again" in told
    assert product.queue_sql("select count(*) from task where owner is null") == [(0,)]
    product.run("backfill")
    assert len(product.contents()) == len(set(product.contents()))
    assert product.json("coverage")["percent"] == 100.0
    assert product.sql("select count(*) from transcript") == [(300,)]


def test_a_backfill_that_is_killed_goes_on_where_it_was(product, many, begun, wait_until):
    many(300)
    product.run("remember", "There is a memory already.")
    process = begun()
    wait_until(lambda: len(product.contents()) > 3)

    process.kill()
    process.wait()
    os.kill(product.json("worker", "status", check=False)["pid"], signal.SIGKILL)
    wait_until(lambda: not lock.is_held(str(product.data)))

    product.run("backfill")
    texts = product.contents()
    assert len([text for text in texts if "Decimal" in text]) == 300
    assert len(texts) == len(set(texts))
    assert product.json("coverage")["percent"] == 100.0


def test_what_waits_in_the_queue_gets_a_worker(product, old, wait_until):
    product.save(old("first", "Decimal").path, event="SessionEnd")

    product.run("backfill")

    wait_until(lambda: any("Decimal" in text for text in product.contents()))


def test_a_backfill_that_is_killed_with_all_in_the_queue_goes_on_where_it_was(product, many, begun, wait_until):
    many(60)
    product.run("remember", "There is a memory already.")
    process = begun()
    wait_until(lambda: len(product.contents()) > 3)
    process.kill()
    process.wait()
    os.kill(product.json("worker", "status", check=False)["pid"], signal.SIGKILL)
    wait_until(lambda: not lock.is_held(str(product.data)))

    found = product.json("backfill")

    assert (found["waiting"], found["failed"]) == (0, 0)
    assert product.json("coverage")["percent"] == 100.0


def test_what_a_session_says_meanwhile_goes_before_old_sessions(product, many, begun, transcript, wait_until):
    many(300)
    product.run("remember", "There is a memory already.")
    process = begun()
    wait_until(lambda: len(product.contents()) > 3)

    product.save(
        transcript.user("We decided to use port 8431 for the metrics endpoint of the shop.").path, event="SessionEnd"
    )
    wait_until(lambda: any("8431" in text for text in product.contents()))

    assert process.poll() is None
    assert len(product.contents()) < 300


def test_a_terminal_gets_a_bar_and_a_pipe_gets_lines(product, old, on_terminal):
    old("first", "Decimal")
    plain = product.run("backfill")
    old("second", "Fraction")

    code, shown = on_terminal("backfill")

    assert (code, plain.returncode) == (0, 0)
    assert "MB/s" in plain.stderr
    assert "\x1b" not in plain.stdout + plain.stderr
    assert "\x1b[" in shown
    assert "1 of 1 files" in shown
    assert plain.stdout.startswith("1 transcript read: 2 messages, 1 observation stored")


def test_setup_offers_it_on_a_terminal(product, old, on_terminal):
    old("first", "Decimal")

    code, shown = on_terminal("setup", typed=b"y\ny\n")

    assert code == 0
    assert "There is 1 transcript of sessions from before codewatch, 0.0 MB." in shown
    assert any("Decimal" in text for text in product.contents())


@pytest.mark.parametrize(("typed", "options"), [(b"y\nn\n", ()), (b"y\n", ("--no-backfill",))], ids=["no", "not asked"])
def test_setup_reads_nothing_without_a_yes(product, old, on_terminal, typed, options):
    old("first", "Decimal")

    code, shown = on_terminal("setup", *options, typed=typed)

    assert code == 0
    assert ("Read them now?" in shown) == (not options)
    assert not (product.data / "codewatch.db").exists()


def test_setup_without_a_terminal_names_the_command(product, old):
    old("first", "Decimal")

    told = product.run("setup", "--yes").stderr

    assert "there is 1 transcript of sessions from before codewatch, 0.0 MB; `codewatch backfill` reads them" in told
    assert "backfill" not in product.run("setup", "--yes", "--no-backfill").stderr


def test_setup_counts_a_subagents_file_as_a_transcript_and_not_as_a_session(product, old):
    path = old("first", "Decimal").path
    folder = path.parent / "first" / "subagents"
    folder.mkdir(parents=True)
    (folder / "agent-1.jsonl").write_bytes(path.read_bytes())

    assert "there are 2 transcripts of sessions from before codewatch" in product.run("setup", "--yes").stderr
    assert product.json("backfill", "--dry-run")["sessions"] == 1


@pytest.mark.parametrize("options", [("backfill",), ("backfill", "--dry-run"), ("observe", "--transcript")])
def test_a_name_that_a_terminal_would_obey_is_shown_harmless(product, old, options):
    odd = product.home / ".claude" / "projects" / "-\x1b]0;mine\x07\x9b31m" / "s\x1b[2J.jsonl"
    odd.mkdir(parents=True)

    done = product.run(*options, *([str(odd)] if options[0] == "observe" else []), check=False)

    assert "not a regular file" in done.stderr
    assert [letter for letter in done.stdout + done.stderr if letter != "\n" and not letter.isprintable()] == []
