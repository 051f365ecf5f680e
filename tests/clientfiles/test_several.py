"""Hooks and a server in one file: put in and taken out together."""

import json

import pytest

from codewatch.clientfiles import changes
from codewatch.clientfiles.changes import Target
from codewatch.clientfiles.servers import ServerEntry
from codewatch.clientfiles.several import Several

SERVER = ServerEntry((), {"command": "/opt/it/bin/python", "args": ["-m", "codewatch", "mcp"]})


@pytest.mark.parametrize("seed", range(30))
def test_a_file_has_the_same_bytes_after_uninstalling(seed, layout, entries, tmp_path):
    path = tmp_path / "settings.json"
    before = layout(seed, odd_empties=True).text().encode()
    path.write_bytes(before)
    target = Target(str(path), "hooks and MCP server", Several((entries, SERVER)))

    changes.install(target, dry_run=False)
    again = changes.install(target, dry_run=False)
    changes.uninstall(target, dry_run=False)

    assert again is None
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["settings.json"]


def test_what_was_put_in_without_the_server_comes_out_with_it(entries, tmp_path):
    path = tmp_path / "new" / "settings.json"
    changes.install(Target(str(path), "hooks", entries), dry_run=False)

    changes.uninstall(Target(str(path), "both", Several((entries, SERVER))), dry_run=False)

    assert not path.exists()


def test_what_somebody_changes_meanwhile_stays(entries):
    several = Several((entries, SERVER))
    text = '{"model": "a"}'

    changed = several.add(text).replace('"a"', '"b"')

    assert several.remove(changed, text) == '{"model": "b"}'


def test_it_tells_what_all_its_parts_tell(entries):
    several = Several((entries, SERVER))

    assert set(json.loads(several.snippet())) == {"hooks", "mcpServers"}
    assert several.data_dirs(several.add("")) == [""]
    assert (several.is_empty("{}"), several.is_empty('{"a": 1}'), several.is_mentioned("{}")) == (True, False, False)
    assert several.taken_from(entries.add("{}")).parts == (entries,)
