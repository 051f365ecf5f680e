"""What setup writes for Gemini CLI, and where."""

import json

import pytest

from codewatch.clients import gemini_setup
from codewatch.clients.program import Program, Where
from codewatch.errors import ConfigError

PROGRAM = Program("/opt/it/bin/python", "/opt/it", "/my data")
WHERE = Where("/work/tree", "/work/project")


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Give a home folder, and nothing of Gemini CLI's environment."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("GEMINI_CLI_HOME", raising=False)
    return tmp_path


def paths_of(scope):
    """Return the paths of the files of a scope."""
    return [target.path for target in gemini_setup.targets(scope, WHERE, PROGRAM, with_server=True)]


def test_one_file_of_each_scope_has_it_all(home, monkeypatch):
    assert paths_of("user") == [f"{home}/.gemini/settings.json"]
    assert paths_of("project") == ["/work/tree/.gemini/settings.json"]
    monkeypatch.setenv("GEMINI_CLI_HOME", "/elsewhere")
    assert paths_of("user") == ["/elsewhere/.gemini/settings.json"]


def test_a_scope_that_it_has_not_is_said_with_those_it_has(home):
    with pytest.raises(ConfigError, match="Gemini CLI has no scope 'local'; it has user, project"):
        paths_of("local")


def test_the_hooks_have_its_events_and_milliseconds(home):
    (target,) = gemini_setup.targets("user", WHERE, PROGRAM, with_server=False)

    written = json.loads(target.entries.add(""))["hooks"]

    said = {event: groups[0]["hooks"][0] for event, groups in written.items()}
    assert {event: hook["command"].rpartition("/")[2] for event, hook in said.items()} == {
        "AfterAgent": "save_script.py gemini", "SessionEnd": "save_script.py gemini",
        "BeforeAgent": "recall_script.py gemini", "SessionStart": "recall_script.py gemini",
    }  # fmt: skip
    assert {(hook["timeout"], hook["type"], hook["name"]) for hook in said.values()} == {
        (10_000, "command", "codewatch")
    }


def test_the_server_stands_beside_the_hooks(home):
    (target,) = gemini_setup.targets("user", WHERE, PROGRAM, with_server=True)

    written = json.loads(target.entries.add('{"mcpServers": {"other": {"command": "x"}}}'))

    assert list(written["mcpServers"]) == ["other", "codewatch"]
    assert written["mcpServers"]["codewatch"] == {
        "command": "/opt/it/bin/python", "args": ["-I", "-m", "codewatch", "mcp"],
        "env": {"CODEWATCH_DATA_DIR": "/my data"},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{}", ""), ('{"hooksConfig": {"enabled": true}}', ""), ('{"hooksConfig": {"enabled": false}}', "no hook runs"),
        ('{"hooksConfig": {"disabled": ["codewatch"]}}', "do not run"),
        ('// c\n{"hooksConfig": {"disabled": ["x"]}}', ""),
    ],
)  # fmt: skip
def test_what_keeps_the_client_from_running_hooks_is_told(text, told):
    assert told in " ".join(gemini_setup.warnings(text))
    assert bool(gemini_setup.warnings(text)) == bool(told)
    assert (gemini_setup.notice, gemini_setup.leftovers()) == ("", ())
