"""Which hooks of ours the clients' files have, as `codewatch status` asks for them."""

import pytest

from codewatch.clientfiles import changes, lines, own
from codewatch.clients.program import Program, Where
from codewatch.clients.setups import SETUPS

PROGRAM = Program("/opt/python3", "/opt/lib", "/data")


@pytest.fixture
def where(tmp_path, monkeypatch):
    """Give a project, in a HOME of its own."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return Where(str(tmp_path), str(tmp_path))


@pytest.mark.parametrize("name", SETUPS)
def test_what_setup_has_written_is_found(where, name):
    client = SETUPS[name]
    targets = [one for scope in client.scopes for one in client.targets(scope, where, PROGRAM, with_server=False)]
    _ = [changes.install(target, dry_run=False) for target in targets]

    files = client.hook_files(where)
    hooks = [hook for file in files for hook in lines.hooks_in(file)]

    assert set(files) == {target.path for target in targets}
    assert {event for event, _ in hooks} == set(client.events)
    assert {line.path for _, line in hooks} == {PROGRAM.python}
    assert {line.variables[own.DATA_DIR] for _, line in hooks} == {"/data"}
    assert all(own.script_of(line).startswith("/opt/lib/codewatch/hooks/") for _, line in hooks)
    assert [client.warnings_of(file) for file in files] == [[] for _ in files]


@pytest.mark.parametrize("name", SETUPS)
def test_without_files_nothing_is_found(where, name):
    assert SETUPS[name].hook_files(where) == []


def test_somebody_elses_plugin_of_our_name_has_no_hooks_of_ours(tmp_path):
    plugin = tmp_path / "codewatch.js"
    plugin.write_text("export const Mine = async () => ({})\n")

    assert lines.hooks_in(str(plugin)) == []
