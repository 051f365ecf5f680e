"""`codewatch observe`: transcripts now (FEATURES F119)."""

import json
import shutil
from pathlib import Path

import pytest

from codewatch.agents.rules.rules_table import RULES

FIXTURES = Path(__file__).parents[1] / "fixtures"
# A transcript of each client with files, where it keeps them.
KEPT = {
    "codex": ("codex/thread.jsonl", ".codex/sessions/2026/11/29/rollout-2026-11-29T10-04-00-01a2.jsonl"),
    "gemini": ("gemini/chat.jsonl", ".gemini/tmp/shop/chats/session-2026-11-29T11-00-5b1d.jsonl"),
}


def test_a_transcript_is_observed_and_what_came_of_it_is_shown(product, session):
    rows = product.json("observe", "--transcript", str(session.path))

    assert [row["content"] for row in rows] == product.contents()
    assert any("Decimal" in row["content"] for row in rows)
    assert product.json("coverage", str(session.path))["percent"] == 100.0


def test_a_second_time_adds_nothing(product, session):
    product.run("observe", "--transcript", str(session.path))
    before = product.contents()

    rows = product.json("observe", "--transcript", str(session.path))

    assert rows == []
    assert product.contents() == before


def test_a_dry_run_shows_the_same_and_stores_nothing(product, session):
    preview = product.json("observe", "--transcript", str(session.path), "--dry-run")

    assert product.contents() == []
    assert product.json("queue", "status")["pending"] == 0
    stored = product.json("observe", "--transcript", str(session.path))
    assert [row["content"] for row in preview] == [row["content"] for row in stored]


def test_a_dry_run_for_people_has_a_line_each_and_below_it_why(product, session):
    preview = product.json("observe", "--transcript", str(session.path), "--dry-run")

    lines = product.run("observe", "--transcript", str(session.path), "--dry-run").stdout.splitlines()

    assert lines[::2] == [f"[{row['category']}] {row['content']}" for row in preview]
    assert [line.split(":")[0] for line in lines[1::2]] == [f"    {row['rule']}" for row in preview]


def test_a_dry_run_names_the_rule_its_reason_and_the_message_with_its_time(product, session):
    row = product.json("observe", "--transcript", str(session.path), "--dry-run")[0]

    line = product.run("observe", "--transcript", str(session.path), "--dry-run").stdout.splitlines()[1]

    assert row["message"]["text"]
    assert row["message"]["at"] == row["observed_at"]
    assert line.strip() == (
        f"{row['rule']}: {RULES[row['rule']].short}, from {row['message']['role']} "
        f'{row["message"]["at"][:19].replace("T", " ")} "{row["message"]["text"]}"'
    )


def test_a_dry_run_gives_programs_the_rule_the_message_and_the_source(product, session):
    rows = product.json("observe", "--transcript", str(session.path), "--dry-run")

    assert {tuple(row) for row in rows} == {
        (
            "content", "category", "priority", "files", "observed_at", "branch", "rule", "message", "source_summary",
        )
    }  # fmt: skip
    assert {row["rule"] for row in rows} <= set(RULES)
    assert max(len(row["message"]["text"]) for row in rows) <= 80


@pytest.mark.parametrize("options", [(), ("--source", "claude")], ids=["default", "named"])
def test_without_a_path_the_clients_recent_transcripts_are_observed(product, session, options):
    folder = product.home / ".claude" / "projects" / "-project"
    folder.mkdir(parents=True)
    session.path.rename(folder / "sess-1.jsonl")

    rows = product.json("observe", *options)

    assert any("Decimal" in row["content"] for row in rows)


def test_the_project_is_the_one_of_the_transcript(product, session, tmp_path):
    rows = product.json("observe", "--transcript", str(session.path), cwd=tmp_path)

    assert {row["project"] for row in rows} == {str(product.project)}


def test_a_missing_transcript_is_1_with_one_line(product):
    done = product.run("observe", "--transcript", "/no/such.jsonl", check=False)

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "codewatch: /no/such.jsonl: No such file or directory\n"


def test_a_folder_is_no_transcript(product, tmp_path):
    done = product.run("observe", "--transcript", str(tmp_path), check=False)

    assert (done.returncode, len(done.stderr.splitlines())) == (1, 1)


def test_json_of_nothing_is_an_empty_list(product):
    assert json.loads(product.run("observe", "--json").stdout) == []


@pytest.mark.parametrize("options", [(), ("--dry-run",)])
def test_what_is_no_transcript_is_told_in_one_line(product, tmp_path, options):
    (tmp_path / "passwd").write_text("root:x:0:0:root:/root:/bin/bash\n")

    done = product.run("observe", "--transcript", str(tmp_path / "passwd"), *options, check=False)

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"codewatch: {tmp_path / 'passwd'} is no transcript: its first line is not a JSON object\n"
    assert product.json("queue", "status")["pending"] == 0


def test_an_edit_s_lines_stand_in_the_text_and_its_file_is_found_by_its_path(product, session):
    path = str(product.project / "src" / "money.py")
    patch = [{"oldStart": 9, "oldLines": 2, "newStart": 9, "newLines": 3, "lines": [" a", "-b", "+c", "+d"]}]
    call = {"type": "tool_use", "id": "t1", "name": "Edit", "input": {"file_path": path}}
    answer = {"type": "tool_result", "tool_use_id": "t1", "content": f"The file {path} has been updated."}
    session.add({"type": "assistant", "message": {"role": "assistant", "content": [call]}})
    session.add(
        {
            "type": "user", "message": {"role": "user", "content": [answer]},
            "toolUseResult": {"filePath": path, "structuredPatch": patch},
        }
    )  # fmt: skip

    rows = product.json("observe", "--transcript", str(session.path))

    found = product.json("search", "", "--file", "src/money.py")
    assert [(row["content"][-25:], row["files"]) for row in found] == [("edited src/money.py:10-11", ["src/money.py"])]
    assert found[0]["id"] in {row["id"] for row in rows}


@pytest.mark.parametrize("client", KEPT)
@pytest.mark.parametrize("is_copy", [False, True], ids=["where the client keeps it", "a copy elsewhere"])
def test_whose_a_transcript_is_need_not_be_said(product, client, is_copy):
    fixture, place = KEPT[client]
    path = product.home / ("copy.jsonl" if is_copy else place)
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(FIXTURES / fixture, path)

    product.run("observe", "--transcript", str(path))

    assert product.sql("select distinct client from transcript") == [(client,)]
    assert product.sql("select sum(messages) > 0 from session") == [(1,)]


def test_a_session_in_a_database_is_observed_by_its_path(product, opencode_database):
    database = product.home / ".local" / "share" / "opencode" / "opencode.db"
    opencode_database.make(database, opencode_database.rows_of("rows"))
    session = opencode_database.rows_of("rows")[0]["id"]

    product.run("observe", "--transcript", str(database / session))

    assert product.sql("select client, path from transcript") == [("opencode", str(database / session))]


def test_without_a_source_the_recent_transcripts_of_all_clients_are_observed(product, session):
    fixture, place = KEPT["codex"]
    for path, source in ((".claude/projects/-p/sess-1.jsonl", session.path), (place, FIXTURES / fixture)):
        (product.home / path).parent.mkdir(parents=True)
        shutil.copy(source, product.home / path)

    product.run("observe")

    assert product.sql("select client from transcript order by client") == [("claude",), ("codex",)]


def test_a_dry_run_that_would_store_nothing_says_so(product, session):
    product.run("observe", "--transcript", str(session.path))

    done = product.run("observe", "--transcript", str(session.path), "--dry-run")

    assert (done.stdout, done.stderr) == ("", "codewatch: nothing new would be stored\n")


@pytest.mark.parametrize("command", ["observe", "backfill"])
@pytest.mark.parametrize("client", ["cursor", "vscode", "windsurf"])
def test_that_a_clients_transcripts_are_not_read_is_said(product, command, client):
    told = product.run(command, "--source", client).stderr

    assert f"codewatch: transcripts of {client} are not read; its hooks tell what is said\n" in told
