"""What a terminal would obey is neither stored nor printed: colours, titles, the clipboard, lines turned around."""

import json

import pytest

HOSTILE = "Use \x1b[31mred\x1b[0m \x1b]52;c;ZXZpbA==\x07logs\x9b2J and \x1b]0;owned\x07no \u202etxet\u202c in \x08them"
PLAIN = "Use red logs and no txet in them"
OBEYED = set("\x00\x07\x08\x1b\x7f\x9b\u202e\u202c")


def test_what_is_remembered_is_stored_plain(product):
    row = product.json(
        "remember", HOSTILE, "--category", "convention", "--file", "a\x1b[2Jb.py", "--topic", "log\x1b[1ms"
    )["observation"]

    assert (row["content"], row["files"], row["topics"]) == (PLAIN, ["ab.py"], ["logs"])
    assert product.sql("select content from observation") == [(PLAIN,)]


def test_what_is_imported_is_stored_plain(product, tmp_path):
    path = tmp_path / "memories.json"
    path.write_text(json.dumps([{"content": f"\x00{HOSTILE}", "source_summary": HOSTILE, "files": ["a\x1b[2Jb.py"]}]))

    product.run("import", "--from", "json", str(path))

    assert product.sql("select content, source_summary, files from observation") == [(PLAIN, PLAIN, '["ab.py"]')]


def test_what_is_observed_is_stored_plain(product, transcript):
    transcript.user(f"Always {HOSTILE[0].lower()}{HOSTILE[1:]}, in every module of the shop, please, from now on.")
    product.save(transcript.path, event="SessionEnd")

    product.drain()

    (content,) = product.contents()
    assert PLAIN[1:] in content
    assert not OBEYED & set(content)


@pytest.mark.parametrize("command", ["list", "search", "show", "context"])
def test_what_an_older_version_stored_is_not_obeyed_by_the_terminal(product, remembered, command):
    product.sql("update observation set content = ? where id = 1", f"SQLite {HOSTILE}")
    arguments = {"search": ("SQLite",), "show": ("1",)}.get(command, ())

    for_people = product.run(command, *arguments).stdout
    for_programs = product.run(command, *arguments, "--json").stdout

    assert "SQLite" in for_people
    assert not OBEYED & set(for_people + for_programs)
