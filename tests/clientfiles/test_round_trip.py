"""Settings files of every layout: what is put in comes out again, and nothing else has moved."""

import pytest

from codewatch.clientfiles import changes
from codewatch.clientfiles.changes import Target
from codewatch.clientfiles.servers import ServerEntry

SEEDS = range(60)
SERVER = ServerEntry(("projects", "/a b"), {"type": "stdio", "command": "codewatch", "args": ["mcp"], "env": {}})


@pytest.mark.parametrize("seed", SEEDS)
def test_adding_again_changes_nothing(seed, layout, entries):
    added = entries.add(layout(seed, odd_empties=True).text())

    assert entries.add(added) == added


@pytest.mark.parametrize("seed", SEEDS)
def test_what_was_added_comes_out_without_a_trace(seed, layout, entries):
    text = layout(seed, odd_empties=False).text()

    assert entries.remove(entries.add(text), text) == text


@pytest.mark.parametrize("seed", SEEDS)
def test_what_was_added_is_all_that_was_added(seed, layout, entries):
    text = layout(seed, odd_empties=True).text()
    added = entries.add(text)

    letters = iter(added)
    assert sorted(entries.taken_from(added).entries, key=str) == sorted(entries.entries, key=str)
    assert all(letter in letters for letter in text if letter not in " \t\r\n")


@pytest.mark.parametrize("seed", SEEDS)
def test_what_somebody_changes_meanwhile_stays(seed, layout, entries):
    text = layout(seed, odd_empties=False).text()
    other = entries.add(text).replace('"opus"', '"sonnet"').replace("~/bin/lint.sh", "~/bin/other.sh")

    expected = text.replace('"opus"', '"sonnet"').replace("~/bin/lint.sh", "~/bin/other.sh")
    assert entries.remove(other, text) == expected


@pytest.mark.parametrize("seed", SEEDS)
def test_a_server_comes_out_without_a_trace(seed, layout):
    text = layout(seed, odd_empties=False).text()
    added = SERVER.add(text)

    assert SERVER.add(added) == added
    assert SERVER.taken_from(added) == SERVER
    assert SERVER.remove(added, text) == text


@pytest.mark.parametrize("seed", SEEDS)
def test_a_file_has_the_same_bytes_after_uninstalling(seed, layout, entries, tmp_path):
    path = tmp_path / "settings.json"
    before = layout(seed, odd_empties=True).text().encode()
    path.write_bytes(before)
    target = Target(str(path), "hooks", entries)

    changes.install(target, dry_run=False)
    changed = path.read_bytes()
    changes.uninstall(target, dry_run=False)

    assert changed != before
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["settings.json"]
