"""What setup writes for Codex, and where."""

import json
import tomllib

import pytest

from codewatch.clients import codex_setup
from codewatch.clients.program import Program, Where
from codewatch.errors import ConfigError

PROGRAM = Program("/opt/it/bin/python", "/opt/it", "")
WHERE = Where("/work/tree", "/work/project")


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Give a home folder, and nothing of Codex's environment."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("CODEX_HOME", raising=False)
    return tmp_path


def paths_of(scope):
    """Return the paths of the files of a scope."""
    return [target.path for target in codex_setup.targets(scope, WHERE, PROGRAM, with_server=True)]


def test_the_files_of_each_scope(home):
    assert paths_of("user") == [f"{home}/.codex/hooks.json", f"{home}/.codex/config.toml"]
    assert paths_of("project") == ["/work/tree/.codex/hooks.json", "/work/tree/.codex/config.toml"]


def test_the_clients_variable_is_followed(home, monkeypatch):
    monkeypatch.setenv("CODEX_HOME", "/elsewhere")

    assert paths_of("user") == ["/elsewhere/hooks.json", "/elsewhere/config.toml"]


def test_a_scope_that_it_has_not_is_said_with_those_it_has(home):
    with pytest.raises(ConfigError, match="Codex has no scope 'local'; it has user, project"):
        paths_of("local")


def test_the_hooks_say_whose_they_are_and_ask_for_no_more_time_than_there_is(home):
    (hooks,) = codex_setup.targets("user", WHERE, PROGRAM, with_server=False)

    written = json.loads(hooks.entries.add(""))["hooks"]

    said = {event: groups[0]["hooks"][0] for event, groups in written.items()}
    assert {event: hook["command"].rpartition("/")[2] for event, hook in said.items()} == {
        "Stop": "save_script.py codex", "SubagentStop": "save_script.py codex", "PreCompact": "save_script.py codex",
        "SessionEnd": "save_script.py codex", "UserPromptSubmit": "recall_script.py codex",
        "SessionStart": "recall_script.py codex",
    }  # fmt: skip
    assert {event: hook["timeout"] for event, hook in said.items() if hook["timeout"] != 10} == {"SessionEnd": 3}


@pytest.mark.parametrize(("data_dir", "env"), [("", None), ("/my data", {"CODEWATCH_DATA_DIR": "/my data"})])
def test_the_server_is_told_a_data_directory_that_is_not_the_default(home, data_dir, env):
    _, server = codex_setup.targets("user", WHERE, Program("/opt/it/bin/python", "/opt/it", data_dir), with_server=True)

    written = tomllib.loads(server.entries.add(""))["mcp_servers"]["codewatch"]

    assert (written["command"], written["args"]) == ("/opt/it/bin/python", ["-I", "-m", "codewatch", "mcp"])
    assert written.get("env") == env


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", ""), ("[features]\nhooks = true\n", ""), ("[features]\nhooks = false\n", "no hook runs"), ("{}", ""),
        ('{"hooks": {}, }', "trailing commas"), ("// c\n{}", "comments"),
    ],
)  # fmt: skip
def test_what_keeps_the_client_from_running_hooks_is_told(text, told):
    assert told in " ".join(codex_setup.warnings(text))
    assert bool(codex_setup.warnings(text)) == bool(told)


def test_the_user_is_told_to_trust_the_hooks():
    assert "/hooks" in codex_setup.notice
    assert codex_setup.leftovers() == ()
