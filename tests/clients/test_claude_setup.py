"""What setup writes for Claude Code, and where."""

import json

import pytest

from codewatch.clients import claude_setup
from codewatch.clients.program import Program, Where
from codewatch.clients.setups import find_setup
from codewatch.errors import ConfigError

PROGRAM = Program("/opt/it/bin/python", "/opt/it", "")
WHERE = Where("/home/ana/tree", "/home/ana/project")


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Give a home folder, and nothing of Claude Code's environment."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    return tmp_path


def paths_of(scope):
    """Return the paths of the files of a scope."""
    return [target.path for target in claude_setup.targets(scope, WHERE, PROGRAM, with_server=True)]


def test_the_files_of_each_scope(home):
    assert paths_of("user") == [f"{home}/.claude/settings.json", f"{home}/.claude.json"]
    assert paths_of("project") == ["/home/ana/tree/.claude/settings.json", "/home/ana/tree/.mcp.json"]
    assert paths_of("local") == ["/home/ana/tree/.claude/settings.local.json", f"{home}/.claude.json"]


def test_both_files_of_the_user_follow_the_clients_variable(home, monkeypatch):
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", "/elsewhere/claude")

    assert paths_of("user") == ["/elsewhere/claude/settings.json", "/elsewhere/claude/.claude.json"]


def test_an_old_state_file_that_the_client_uses_is_used(home):
    (home / ".claude").mkdir()
    (home / ".claude" / ".config.json").write_text("{}")

    assert paths_of("user")[1] == f"{home}/.claude/.config.json"


def test_a_server_for_one_project_belongs_to_the_whole_repository(home):
    _, server = claude_setup.targets("local", WHERE, PROGRAM, with_server=True)

    assert list(json.loads(server.entries.add(""))["projects"]) == ["/home/ana/project"]


def test_the_hooks(home):
    (hooks,) = claude_setup.targets("user", WHERE, PROGRAM, with_server=False)

    written = json.loads(hooks.entries.add(""))["hooks"]
    scripts = {event: groups[0]["hooks"][0]["command"].rpartition("/")[2] for event, groups in written.items()}
    assert scripts == {
        "Stop": "save_script.py", "SubagentStop": "save_script.py", "PreCompact": "save_script.py",
        "SessionEnd": "save_script.py", "UserPromptSubmit": "recall_script.py", "SessionStart": "recall_script.py",
    }  # fmt: skip
    assert {groups[0]["hooks"][0]["timeout"] for groups in written.values()} == {10}
    assert {event: groups[0]["matcher"] for event, groups in written.items() if "matcher" in groups[0]} == {
        "SessionStart": "startup|resume|clear|compact|fork"
    }


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{}", ""), ('{"disableAllHooks": false}', ""), ('{"disableAllHooks": true}', "no hook runs"),
        ('{"a": 1,}', "trailing commas"), ("// c\n{}", "comments"),
    ],
)  # fmt: skip
def test_what_keeps_the_client_from_running_hooks_is_told(text, told):
    assert told in " ".join(claude_setup.warnings(text))
    assert bool(claude_setup.warnings(text)) == bool(told)


def test_a_client_that_cannot_be_set_up_is_said_with_those_that_can():
    with pytest.raises(ConfigError, match="client 'word' cannot be set up; those that can are claude"):
        find_setup("word")
