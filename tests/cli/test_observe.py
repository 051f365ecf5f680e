"""`codewatch observe`: transcripts now."""

import json

import pytest

from codewatch.agents.rules.rules_table import RULES


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
