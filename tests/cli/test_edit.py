"""`codewatch edit`, `show R1`, `log` and `undo`: memory changed by hand, and back."""

import stat

import pytest

TOKEN = "ghp_0123456789abcdefghijABCDEFGHIJ012345"


@pytest.fixture
def reflected(product, remembered):
    """Give what `codewatch reflect` says of three memories."""
    return product.json("reflect")


@pytest.fixture
def write_editor(tmp_path):
    """Give a function that makes a program of shell lines, to which a file's name is given, and returns its path."""

    def write(*lines):
        path = tmp_path / "editor"
        path.write_text("\n".join(["#!/bin/sh", *lines]) + "\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return str(path)

    return write


def refusal(product, *arguments, **options):
    """Return what a command says when it is refused, and its exit code."""
    done = product.run(*arguments, check=False, **options)
    assert done.stdout == ""
    return done.returncode, done.stderr.splitlines()[0]


def test_a_reflection_is_named_shown_edited_and_taken_back(product, reflected):
    assert reflected["id"] == "R1"
    text = reflected["content"].replace("one file is enough", "Ana wants one file")

    done = product.run("edit", "R1", "--file", "-", input=text)

    change = product.json("log")[0]["change"]
    assert done.stdout == f"changed R1, 1 line pinned; `codewatch undo {change}` takes it back\n"
    shown = product.json("show", "r1")
    assert shown["content"].splitlines() == text.splitlines()
    assert [line["sources"] for line in shown["lines"] if line["is_pinned"]] == [[1]]
    assert (shown["state"], shown["contract"]["is_kept"], shown["replaces"]) == ("active", True, None)
    assert [entry["action"] for entry in shown["history"]] == ["reflected", "edited"]
    undone = product.json("undo")
    assert (undone["undone"], undone["action"], undone["kind"], undone["id"]) == (change, "edited", "reflection", "R1")
    assert product.json("show", "R1")["content"] == reflected["content"]


def test_a_reflection_is_shown_to_people_with_its_sources(product, reflected):
    shown = product.run("show", "R1").stdout

    assert "one file is enough  [1]\n" in shown
    assert "contract  kept; 3 memories that must survive" in shown


def test_the_log_names_changes_and_rows(product, reflected):
    product.run("forget", "2")

    rows = product.json("log")

    assert [(row["action"], row["id"]) for row in rows] == [
        ("forgotten", 2), ("reflected", "R1"), ("observed", 3), ("observed", 2), ("observed", 1),
    ]  # fmt: skip
    assert rows[1].keys() >= {"change", "at", "who", "action", "kind", "id", "reason"}
    text = product.run("log").stdout
    assert "ruff" not in text
    assert "R1 reflected by worker and 3 more rows" in text


def test_a_memory_is_changed_by_options(product, remembered):
    done = product.json("edit", "3", "--text", "The fixture widget8 is fast.", "--priority", "high")

    assert (done["content"], done["priority"], done["change"]) == ("The fixture widget8 is fast.", "high", 4)
    assert [row["id"] for row in product.json("search", "widget8")] == [3]
    assert product.run("edit", "3", "--priority", "high").stderr == "codewatch: 3 is as it was\n"


def test_in_the_editor_it_is_changed(product, remembered, on_terminal, write_editor):
    editor = write_editor('sed -i s/slow/fast/ "$1"')

    code, shown = on_terminal("edit", "3", VISUAL=editor, EDITOR="false")

    assert (code, shown.strip()) == (0, "changed 3; `codewatch undo 4` takes it back")
    assert product.contents()[2] == "The fixture widget7 is fast."
    assert list(product.data.glob("edit-*")) == []


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["exit 3"], "failed (exit 3); nothing was changed"),
        (['echo mine > "$1"', "exit 3"], "failed (exit 3); nothing was changed"),
        (['printf "" > "$1"'], "nothing would be left"),
        (['printf "\\377" > "$1"'], "the edited text is not UTF-8 text"),
        (["true"], "3 is as it was"),
    ],
)
def test_an_editor_that_gives_nothing_changes_nothing(product, remembered, on_terminal, write_editor, lines, said):
    _, shown = on_terminal("edit", "3", EDITOR=write_editor(*lines))

    assert said in shown
    assert product.contents()[2] == "The fixture widget7 is slow."


def test_what_was_written_is_kept_when_it_cannot_be_stored(product, remembered, on_terminal, write_editor):
    code, shown = on_terminal("edit", "3", EDITOR=write_editor('yes mine | head -200 > "$1"'))

    (kept,) = product.data.glob("edit-3-*.md")
    assert (code, kept.read_text()) == (2, "mine\n" * 200)
    assert "a memory has 500 at most" in shown
    assert kept.name in shown


@pytest.mark.parametrize("editor", ["", "/no/such/editor", "'unclosed"])
def test_without_an_editor_it_says_what_to_do(remembered, on_terminal, editor):
    code, shown = on_terminal("edit", "3", EDITOR=editor)

    assert code == 2
    assert "editor" in shown.lower()


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["3"], 2, "there is no terminal to edit on"),
        (["3", "--text", "a", "--file", "b"], 2, "say the same"),
        (["R1", "--priority", "high", "--text", "a"], 2, "a reflection has no category"),
        (["R7", "--text", "a"], 1, "there is no reflection 7"),
        (["77", "--text", "a"], 1, "there is no memory 77"),
        (["x7", "--text", "a"], 2, "is no id"),
        (["3", "--text", "<private>a</private>"], 2, "nothing would be left"),
        (["3", "--file", "/no/such/file"], 1, "/no/such/file"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(product, remembered, arguments, code, said):
    assert refusal(product, "edit", *arguments)[0] == code
    assert said in refusal(product, "edit", *arguments)[1]


@pytest.mark.parametrize(
    ("raw", "said"),
    [(b"\xff\xfe", "standard input is not UTF-8 text (byte 0)"), (b"a" * 17_000_000, "standard input is too large")],
)
def test_a_text_that_is_none_or_too_large_is_refused(product, remembered, raw, said):
    done = product.run("edit", "3", "--file", "-", input=raw, check=False)

    assert (done.returncode, done.stdout) == (2, b"")
    assert said in done.stderr.decode()


def test_secrets_and_codes_are_left_out_and_said(product, remembered):
    done = product.run("edit", "3", "--text", f"The key is {TOKEN}\x1b[31m in red")

    assert "looks like a secret" in done.stderr
    assert "codes that a terminal would obey were taken out" in done.stderr
    assert TOKEN not in product.contents()[2]


def test_without_a_change_there_is_nothing_to_take_back(product):
    assert refusal(product, "undo")[0] == 1
    assert refusal(product, "undo", "7") == (1, "codewatch: there is no change 7; `codewatch log` lists them")


def test_no_byte_is_left_of_what_was_edited_reflected_and_forgotten(product, remembered):
    product.run("edit", "3", "--text", "The quokka fixture is fast.")
    made = product.json("reflect")
    product.run("edit", "R1", "--text", f"{made['content']}\nMind the quokka fixture, which is fast")
    product.run("undo")
    product.run("undo", "6")

    proof = product.json("forget", "3", "--proof")

    assert proof["found_in"] == []
    assert b"quokka" not in b"".join(path.read_bytes() for path in product.data.glob("codewatch.db*"))
