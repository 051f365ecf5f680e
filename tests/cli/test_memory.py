"""`search`, `list`, `show`, `remember`, `forget`: memory by hand."""

import json
import os
import re

import pytest

from codewatch.categories import Category

ROW_KEYS = {
    "id", "content", "category", "priority", "branch", "files", "observed_at", "score", "stale", "state", "origin",
}  # fmt: skip


def contents(rows):
    """Return the texts of rows."""
    return [row["content"] for row in rows]


def remember(product, text, *options, **environment):
    """Store a memory by hand and return its row."""
    return product.json("remember", text, *options, **environment)["observation"]


def test_a_memory_is_stored_with_what_the_rules_say(product):
    row = remember(product, "Always run the linter before a commit")

    assert row.keys() >= ROW_KEYS
    assert (row["category"], row["priority"], row["origin"]) == ("user_preference", "high", "user")
    assert (row["project"], row["branch"], row["state"]) == (str(product.project), "main", "active")


@pytest.mark.parametrize("category", list(Category))
def test_the_category_is_taken_as_said(product, category):
    assert remember(product, "a fact", "--category", category)["category"] == category


@pytest.mark.parametrize(
    ("option", "value", "expected"),
    [
        ("--priority", "high", "high"), ("--priority", "medium", "medium"), ("--priority", "low", "low"),
        ("--importance", "critical", "high"), ("--importance", "high", "high"), ("--importance", "normal", "medium"),
        ("--importance", "low", "low"),
    ],
)  # fmt: skip
def test_the_priority_is_taken_as_said(product, option, value, expected):
    assert remember(product, "a fact", option, value)["priority"] == expected


def test_priority_and_importance_together_are_2(product):
    assert product.run("remember", "x", "--priority", "low", "--importance", "high", check=False).returncode == 2


@pytest.mark.parametrize("scope", ["global", "project", "branch", "session"])
def test_the_scope_is_taken_as_said(product, scope):
    assert remember(product, "a fact", "--scope", scope)["scope"] == scope


def test_files_are_kept_from_the_projects_root_and_topics_as_said(product):
    inside = product.project / "src"
    inside.mkdir()

    row = product.json(
        "remember",
        "a fact",
        "--file",
        "a.py",
        "--file",
        str(product.project / "b.py"),
        "--topic",
        "money",
        "--topic",
        "tax",
        cwd=inside,
    )["observation"]

    assert row["files"] == ["src/a.py", "b.py"]
    assert row["topics"] == ["money", "tax"]


def test_a_file_with_a_line_is_found_by_its_path(product):
    row = remember(product, "a fact", "--file", "src/a.py:12")

    assert row["files"] == ["src/a.py"]
    assert product.json("show", str(row["id"]))["source_summary"] == "src/a.py:12"
    assert contents(product.json("search", "", "--file", "src/a.py")) == ["a fact"]


def test_a_secret_never_reaches_the_memory(product):
    row = remember(product, "the key is sk-ant-abcdefghijklmnopqrst", "--topic", "AKIAABCDEFGHIJKLMNOP")

    assert row["content"] == "the key is [redacted:anthropic-key]"
    assert row["topics"] == ["[redacted:aws-key]"]


@pytest.mark.parametrize(
    "text", ["", "  ", "<private>all of it</private>", "x" * 10_001], ids=["empty", "blank", "private", "long"]
)
def test_a_text_that_cannot_be_kept_is_2(product, text):
    done = product.run("remember", text, check=False)

    assert (done.returncode, done.stdout) == (2, "")
    assert product.json("list") == []


def test_bytes_that_are_no_text_are_replaced(product):
    product.run("remember", os.fsdecode(b"bad \xff byte"))

    assert contents(product.json("list")) == ["bad \ufffd byte"]
    assert contents(product.json("search", os.fsdecode(b"byte \xff"))) == ["bad \ufffd byte"]


def test_a_search_finds_the_best_first(product, remembered):
    rows = product.json("search", "ruff formatting")

    assert rows[0]["content"] == "Use ruff for formatting."
    assert rows[0].keys() >= ROW_KEYS
    assert rows == sorted(rows, key=lambda row: -row["score"])


def test_a_search_that_finds_nothing_is_no_error(product, remembered):
    done = product.run("search", "xylophone", "--json")

    assert json.loads(done.stdout) == []


@pytest.mark.parametrize(
    "query",
    ['"', "a-b:c (", "NOT", "*", "日本語", "🥨", "'; drop table observation; --", "--", "x" * 100_000],
    ids=lambda query: query[:30],
)
def test_any_text_is_a_legal_query(product, remembered, query):
    assert product.run("search", "--json", "--", query).returncode == 0
    assert len(product.json("list")) == 3


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (("--category", "learning"), ["The fixture widget7 is slow."]),
        (
            ("--category", "learning", "--category", "convention"),
            ["The fixture widget7 is slow.", "Use ruff for formatting."],
        ),
        (("--priority-min", "high"), ["We chose SQLite because one file is enough."]),
        (("--category", "learning", "--limit", "1"), ["The fixture widget7 is slow."]),
        (("--file", "no/such.py"), []),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_filters_work_without_a_query(product, remembered, options, expected):
    assert contents(product.json("search", "", *options)) == expected


@pytest.mark.parametrize("words", [("",), (" ",), ("\t", ""), ("", "--limit", "1")])
def test_an_empty_query_finds_nothing_and_names_list(product, remembered, words):
    done = product.run("search", *words)

    assert done.stdout == ""
    assert done.stderr.endswith("an empty query asks for nothing; `codewatch list` shows the newest\n")


def test_a_listing_that_is_cut_says_so(product, remembered):
    cut, whole = product.run("list", "--limit", "2"), product.run("list")

    assert cut.stderr == "codewatch: these are 2 of 3; --limit 3 shows all\n"
    assert whole.stderr == ""


def test_status_counts_what_list_shows(product, remembered, tmp_path):
    product.run("remember", "Elsewhere it rains.", "--category", "learning", "--project", str(tmp_path))

    here, there = (product.json("status", *at)["memory"]["here"] for at in ((), ("--project", str(tmp_path))))

    assert (here, there) == (len(product.json("list")), 1) == (3, 1)
    assert "memory  3 in this project; in all: 4 active\n" in product.run("status").stdout


def test_the_words_of_a_query_need_no_quotes(product, remembered):
    assert product.json("search", "one", "file", "SQLite") == product.json("search", "one file SQLite") != []


@pytest.mark.parametrize("words", [("search", "xylophone"), ("list",)], ids=" ".join)
def test_an_empty_result_says_so_on_standard_error(product, words):
    done, rows = product.run(*words), product.run(*words, "--json")

    assert (done.returncode, done.stdout, json.loads(rows.stdout)) == (0, "", [])
    assert done.stderr.startswith("codewatch: nothing found; ")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("words", [("show",), ("forget",), ("forget", "--dry-run"), ("queue", "show"),
                                   ("queue", "retry"), ("queue", "drop")], ids=" ".join)  # fmt: skip
@pytest.mark.parametrize("number", ["9" * 30, str(2**63), "0"])
def test_an_id_of_any_length_is_an_id_that_is_not_there(product, remembered, words, number):
    done = product.run(*words, number, check=False)

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("codewatch: there is no ")
    assert done.stderr.endswith(f" {number}\n")


def test_the_same_words_in_the_same_scope_are_stored_once(product):
    first = remember(product, "Use ruff for formatting.", "--category", "convention")

    done = product.run("remember", "Use ruff for formatting.", "--category", "convention")
    again = remember(product, "Use ruff for formatting.")
    elsewhere = remember(product, "Use ruff for formatting.", "--category", "convention", "--scope", "global")

    assert done.stderr == f"codewatch: already remembered as {first['id']}\n"
    assert again["id"] == first["id"]
    assert elsewhere["id"] != first["id"]
    assert len(product.contents()) == 2


def test_the_same_words_on_another_branch_are_another_memory(product):
    first = remember(product, "The valve leaks.", "--category", "learning")

    other = remember(product, "The valve leaks.", "--category", "learning", "--branch", "topic")

    assert other["id"] != first["id"]


@pytest.mark.parametrize("file", ["/etc/passwd", "../outside.py", "/etc/passwd:3"])
def test_a_file_outside_of_the_project_is_refused(product, file):
    done = product.run("remember", "a fact", "--file", file, check=False)

    assert done.returncode == 2
    assert "is not in the project" in done.stderr
    assert product.json("list") == []


@pytest.mark.parametrize("branch", ["", " ", "a\nb", "a\x1b[31m"])
@pytest.mark.parametrize("words", [("remember", "a fact"), ("list",), ("search", "x"), ("context",), ("status",)],
                         ids=" ".join)  # fmt: skip
def test_a_branch_without_a_name_is_refused(product, words, branch):
    done = product.run(*words, "--branch", branch, check=False)

    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert done.stderr.startswith("codewatch: --branch ")


def test_other_branches_are_searched_when_asked(product):
    remember(product, "The vortex valve leaks", "--branch", "topic", "--category", "learning")

    assert product.json("search", "vortex") == []
    assert contents(product.json("search", "vortex", "--all-branches")) == ["The vortex valve leaks"]
    assert contents(product.json("search", "vortex", "--branch", "topic")) == ["The vortex valve leaks"]


def test_other_projects_are_searched_when_asked(product, remembered, tmp_path):
    assert product.json("search", "widget7", cwd=tmp_path) == []
    assert contents(product.json("search", "widget7", "--all-projects", cwd=tmp_path)) == [
        "The fixture widget7 is slow."
    ]


def test_terms_that_were_lost_are_made_again(product, remembered):
    product.sql("update observation set terms_text = '', terms_identifiers = ''")
    assert product.json("search", "widget7") == []

    rows = product.json("search", "widget7", "--reindex")

    assert contents(rows) == ["The fixture widget7 is slow."]


def test_the_list_is_newest_first(product, remembered):
    assert contents(product.json("list")) == contents(reversed(remembered))
    assert contents(product.json("list", "--limit", "1")) == [remembered[-1]["content"]]


def test_the_list_is_limited_by_session_branch_and_state(product, session, remembered):
    product.save(session.path)
    product.drain()
    product.sql("update observation set state = 'archived' where id = ?", remembered[0]["id"])

    assert {row["session"] for row in product.json("list", "--session", "sess-1")} == {"sess-1"}
    assert product.json("list", "--session", "nobody") == []
    assert contents(product.json("list", "--state", "archived")) == [remembered[0]["content"]]
    assert len(product.json("list", "--state", "active,archived")) == len(product.contents())
    assert remembered[0]["content"] not in contents(product.json("list"))


def test_show_tells_all_that_is_known_and_its_history(product, remembered):
    row = product.json("show", str(remembered[0]["id"]))

    assert row.keys() >= ROW_KEYS
    assert [(entry["action"], entry["who"]) for entry in row["history"]] == [("observed", "user")]
    assert "observed by user" in product.run("show", str(row["id"])).stdout


def test_forget_deletes_and_says_what(product, remembered):
    gone = product.json("forget", str(remembered[0]["id"]), str(remembered[2]["id"]))

    assert contents(gone["forgotten"]) == [remembered[0]["content"], remembered[2]["content"]]
    assert contents(product.json("list")) == [remembered[1]["content"]]
    assert product.run("show", str(remembered[0]["id"]), check=False).returncode == 1


def test_an_id_twice_is_forgotten_once(product, remembered):
    name = str(remembered[0]["id"])

    assert len(product.json("forget", name, name)["forgotten"]) == 1


def test_one_id_that_is_not_there_leaves_the_others(product, remembered):
    assert product.run("forget", str(remembered[0]["id"]), "99", check=False).returncode == 1
    assert len(product.json("list")) == 3


def test_forget_takes_what_a_search_finds(product, remembered):
    product.run("forget", "--query", "widget7")

    assert contents(product.json("list")) == [remembered[1]["content"], remembered[0]["content"]]


def test_a_dry_run_forgets_nothing(product, remembered):
    gone = product.json("forget", "--query", "widget7", "--dry-run")

    assert (contents(gone["forgotten"]), gone["dry_run"]) == ([remembered[2]["content"]], True)
    assert len(product.json("list")) == 3


def test_the_proof_finds_no_byte_of_it(product, remembered):
    gone = product.json("forget", str(remembered[2]["id"]), "--proof")

    assert gone["found_in"] == []
    assert [path for path in product.data.rglob("*") if path.is_file() and b"widget7" in path.read_bytes()] == []


def test_the_proof_says_what_was_looked_at(product, remembered):
    done = product.run("forget", str(remembered[2]["id"]), "--proof")

    assert re.search(r"^looked at \d+ files? \(\d+ bytes\): found in none$", done.stdout, re.MULTILINE)


def test_the_proof_names_the_memory_that_says_the_same(product):
    first = remember(product, "The valve leaks.", "--scope", "global")
    other = remember(product, "The valve leaks.", "--scope", "project")

    done = product.run("forget", str(first["id"]), "--proof", check=False)

    assert done.returncode == 1
    assert f"codewatch forget {other['id']}" in done.stderr


@pytest.mark.parametrize("ascii_only", [True, False])
def test_the_proof_finds_what_is_left_elsewhere_even_inside_json(product, ascii_only):
    row = remember(product, 'He said "größer" twice')
    (product.data / "copy.json").write_text(json.dumps(row["content"], ensure_ascii=ascii_only))

    done = product.run("forget", str(row["id"]), "--proof", "--json", check=False)

    assert done.returncode == 1
    assert json.loads(done.stdout)["found_in"] == [str(product.data / "copy.json")]
    assert "copy.json" in done.stderr


def test_what_is_forgotten_is_not_learned_again(product, session):
    product.save(session.path)
    product.drain()
    product.run("forget", *[str(row["id"]) for row in product.json("list")])
    session.path.write_text(session.path.read_text().replace("sess-1", "sess-2"))

    product.run("observe", "--transcript", str(session.path))

    assert product.json("list") == []


def test_forgetting_by_query_takes_only_what_holds_every_word(product):
    product.run("remember", "We deploy with make ship, never by hand.")
    product.run("remember", "The ship of the logo is blue.")

    gone = product.json("forget", "--query", "deploy ship")["forgotten"]

    assert [row["content"] for row in gone] == ["We deploy with make ship, never by hand."]
    assert product.contents() == ["The ship of the logo is blue."]


@pytest.mark.parametrize("query", ["(((", "-", "*"])
def test_a_search_for_no_word_finds_nothing(product, query):
    product.run("remember", "We deploy with make ship, never by hand.")

    assert json.loads(product.run("search", "--json", "--", query).stdout) == []


def test_what_is_forgotten_is_no_current_task_either(product, transcript):
    product.save(transcript.user("From now on always use tabs for Zebrafish.").path)
    product.drain()
    ids = [str(row["id"]) for row in product.json("list")]

    product.run("forget", "--proof", *ids)

    assert "Zebrafish" not in product.run("context").stdout
