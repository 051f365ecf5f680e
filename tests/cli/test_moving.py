"""`codewatch import`: observations from a file, each once."""

import json
import subprocess
import sys

import pytest


@pytest.fixture
def write(tmp_path):
    """Give a function that writes rows as JSON lines (texts as they are) and returns the file's name."""

    def write_rows(*rows):
        path = tmp_path / "rows.jsonl"
        lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return str(path)

    return write_rows


def test_only_the_content_is_required(product, write):
    found = product.json("import", write({"content": "Use uv for virtual environments"}))

    assert found.keys() >= {"items", "fields_lost"}
    assert (found["items"], found["fields_lost"]) == (1, [])
    row = product.json("list")[0]
    assert (row["content"], row["project"], row["branch"], row["origin"]) == (
        "Use uv for virtual environments", str(product.project), "main", "imported",
    )  # fmt: skip


def test_every_field_is_kept(product, write):
    row = {
        "content": "Prices are in cents", "category": "convention", "priority": "high", "branch": "topic",
        "files": ["shop/prices.py"], "observed_at": "2026-01-02T03:04:05Z", "scope": "branch", "topics": ["money"],
    }  # fmt: skip

    product.run("import", "--from", "json", write(row))

    stored = product.json("list")[0]
    assert {name: stored[name] for name in row} == {**row, "observed_at": "2026-01-02T03:04:05.000Z"}


def test_the_same_file_twice_adds_nothing(product, write):
    name = write({"content": "one"}, {"content": "two", "id": 7})
    product.run("import", name)

    again = product.json("import", name)

    assert (again["items"], again["known"]) == (0, 2)
    assert len(product.json("list")) == 2


def test_what_is_remembered_already_is_not_taken_in_again(product, write):
    product.run("remember", "Use ruff for formatting.", "--category", "convention")
    rows = [{"content": text, "category": "convention", "id": number}
            for number, text in enumerate(["Use ruff for formatting.", "Use uv.", "Use uv."])]  # fmt: skip

    done = product.run("import", write(*rows))

    assert done.stdout == "1 observation taken in, 2 were there already\n"
    assert sorted(product.contents()) == ["Use ruff for formatting.", "Use uv."]


def test_standard_input_is_a_file_too(product):
    done = subprocess.run(
        [sys.executable, "-I", "-m", "codewatch", "import", "-"], input=b'{"content": "from a pipe"}\n',
        cwd=product.project, env=product.environment, capture_output=True, timeout=60, check=True,
    )  # fmt: skip

    assert done.stdout == b"1 observation taken in, 0 were there already\n"
    assert product.contents() == ["from a pipe"]


def test_a_row_that_is_not_utf8_is_told_and_the_others_are_taken(product, tmp_path):
    (tmp_path / "rows.jsonl").write_bytes(b'{"content": "one"}\n{"content": "gr\xfcn"}\n{"content": "two"}\n')

    done = product.run("import", str(tmp_path / "rows.jsonl"), check=False)

    assert done.returncode == 1
    assert done.stderr == f"codewatch: {tmp_path / 'rows.jsonl'}, item 2: not UTF-8\n"
    assert product.contents() == ["one", "two"]


def test_a_list_is_taken_like_lines(product, tmp_path):
    (tmp_path / "list.json").write_text(json.dumps([{"content": "one"}, {"content": "two"}], indent=2))

    assert product.json("import", str(tmp_path / "list.json"))["items"] == 2


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ("no json", "no JSON object"), ("[1]", "no JSON object"), ("[" * 100_000, "no JSON object"),
        ({"text": "x"}, "content: Field required"), ({"content": ""}, "content: "), ({"content": 3}, "content: "),
        ({"content": "<private>x</private>"}, "content: empty, or private as a whole"),
        ({"content": "x", "category": "poem"}, "category: "), ({"content": "x", "priority": "urgent"}, "priority: "),
        ({"content": "x", "observed_at": "yesterday"}, "observed_at: no time in ISO 8601"),
    ],
    ids=lambda value: str(value)[:40],
)  # fmt: skip
def test_a_bad_row_is_told_and_the_others_are_taken(product, write, bad, reason):
    done = product.run("import", write({"content": "before"}, bad, {"content": "after"}), "--json", check=False)

    assert done.returncode == 1
    assert json.loads(done.stdout)["items"] == 2
    assert f"item 2: {reason}" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert sorted(row["content"] for row in product.json("list")) == ["after", "before"]


def test_a_line_separator_inside_a_text_ends_no_line(product, write):
    product.run("import", write('{"content": "one\u2028still one"}'))

    assert len(product.json("list")) == 1


def test_fields_without_a_home_are_named(product, write):
    assert product.json("import", write({"content": "x", "mood": "good"}))["fields_lost"] == ["mood"]


def test_a_long_text_is_cut_and_that_is_told(product, write):
    found = product.json("import", write({"content": "word " * 400}))

    assert found["fields_lost"] == ["content past 500 characters"]
    assert len(product.json("list")[0]["content"]) <= 500


def test_a_secret_never_reaches_the_memory(product, write):
    product.run("import", write({"content": "key AKIAABCDEFGHIJKLMNOP", "source_summary": "AKIAABCDEFGHIJKLMNOP"}))

    assert [path for path in product.data.rglob("*") if path.is_file() and b"AKIAABCD" in path.read_bytes()] == []


def test_a_byte_order_mark_and_blank_lines_are_no_rows(product, tmp_path):
    (tmp_path / "rows.jsonl").write_bytes(b'\xef\xbb\xbf\n{"content": "one"}\r\n\r\n')

    assert product.json("import", str(tmp_path / "rows.jsonl"))["items"] == 1


def test_an_empty_file_is_no_error(product, write):
    assert product.json("import", write(""))["items"] == 0
