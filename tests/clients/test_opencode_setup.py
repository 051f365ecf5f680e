"""What setup writes for opencode, and where."""

import json

import pytest

from codewatch.clients import opencode_setup
from codewatch.clients.program import Program, Where
from codewatch.errors import ClientFileError, ConfigError

PROGRAM = Program("/opt/it's/bin/python", "/opt/it", "/my data")
WHERE = Where("/work/tree", "/work/project")


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Give a home folder, and nothing of opencode's environment."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    return tmp_path


def paths_of(scope):
    """Return the paths of the files of a scope."""
    return [target.path for target in opencode_setup.targets(scope, WHERE, PROGRAM, with_server=True)]


def test_the_files_of_each_scope(home, monkeypatch):
    folder = f"{home}/.config/opencode"
    assert paths_of("user") == [f"{folder}/plugin/codewatch.js", f"{folder}/opencode.json"]
    assert paths_of("project") == ["/work/tree/.opencode/plugin/codewatch.js", "/work/tree/opencode.json"]
    monkeypatch.setenv("XDG_CONFIG_HOME", "/elsewhere")
    assert paths_of("user")[1] == "/elsewhere/opencode/opencode.json"


def test_settings_with_comments_are_the_ones_that_get_the_server(home):
    (home / ".config" / "opencode").mkdir(parents=True)
    (home / ".config" / "opencode" / "opencode.jsonc").write_text("{}")

    assert paths_of("user")[1].endswith("opencode.jsonc")


def test_a_scope_that_it_has_not_is_said_with_those_it_has(home):
    with pytest.raises(ConfigError, match="opencode has no scope 'local'; it has user, project"):
        paths_of("local")


def test_the_plugin_has_the_command_lines_in_words(home):
    (target,) = opencode_setup.targets("user", WHERE, PROGRAM, with_server=False)

    line = next(line for line in target.entries.add("").splitlines() if line.startswith("const CODEWATCH = "))

    script = "/opt/it/codewatch/hooks/{}_script.py"
    assert json.loads(line.removeprefix("const CODEWATCH = ")) == {
        "save": ["/opt/it's/bin/python", "-I", "-S", script.format("save"), "opencode"],
        "recall": ["/opt/it's/bin/python", "-I", "-S", script.format("recall"), "opencode"],
        "environment": {"CODEWATCH_DATA_DIR": "/my data"},
    }
    assert target.entries.data_dirs(target.entries.add("")) == ["/my data"]


def test_somebody_elses_plugin_of_that_name_is_left_alone(home):
    (target,) = opencode_setup.targets("user", WHERE, PROGRAM, with_server=False)

    with pytest.raises(ClientFileError, match="another file has this name"):
        target.entries.add("export const Mine = 1\n")
    assert target.entries.remove("export const Mine = 1\n") == "export const Mine = 1\n"
    assert target.entries.data_dirs("export const Mine = 1\n") == []


def test_the_server_has_opencodes_form(home):
    _, target = opencode_setup.targets("user", WHERE, PROGRAM, with_server=True)

    written = json.loads(target.entries.add('{"mcp": {"other": {"type": "remote", "url": "x"}}}'))

    assert list(written["mcp"]) == ["other", "codewatch"]
    assert written["mcp"]["codewatch"] == {
        "type": "local", "command": ["/opt/it's/bin/python", "-I", "-m", "codewatch", "mcp"], "enabled": True,
        "environment": {"CODEWATCH_DATA_DIR": "/my data"},
    }  # fmt: skip
    assert target.entries.data_dirs(json.dumps(written)) == ["/my data"]
    assert (opencode_setup.notice, opencode_setup.leftovers(), opencode_setup.warnings("{}")) == ("", (), [])
