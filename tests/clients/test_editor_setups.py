"""What setup writes for Cursor, VS Code and Windsurf, and where (FEATURES F25-F28)."""

import json

import pytest

from codewatch.clients import cursor_setup, vscode_setup, windsurf_setup
from codewatch.clients.program import Program, Where
from codewatch.errors import ConfigError

PROGRAM = Program("/opt/it/bin/python", "/opt/it", "")
WHERE = Where("/work/tree", "/work/project")
EDITORS = [cursor_setup, vscode_setup, windsurf_setup]


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Give a home folder, and no other place for settings."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    return tmp_path


def files_of(client, scope):
    """Return what a scope's files are to have when they are new, by their path."""
    targets = client.targets(scope, WHERE, PROGRAM, with_server=True)
    return {target.path: json.loads(target.entries.add("")) for target in targets}


def commands_in(hooks):
    """Return the script and client of every hook, by event."""
    return [(event, hook["command"].rpartition("/")[2]) for event, entries in hooks.items() for hook in entries]


def test_cursors_files_are_the_same_in_both_scopes(home):
    user, project = files_of(cursor_setup, "user"), files_of(cursor_setup, "project")

    assert list(user) == [f"{home}/.cursor/hooks.json", f"{home}/.cursor/mcp.json"]
    assert list(project) == ["/work/tree/.cursor/hooks.json", "/work/tree/.cursor/mcp.json"]
    assert list(user.values()) == list(project.values())


def test_cursors_hooks_have_its_version_events_and_seconds(home):
    hooks, servers = files_of(cursor_setup, "user").values()

    assert (hooks["version"], hooks["hooks"]["sessionStart"][0]["timeout"]) == (1, 10)
    assert commands_in(hooks["hooks"]) == [
        ("sessionStart", "recall_script.py cursor"), ("beforeSubmitPrompt", "recall_script.py cursor"),
        ("beforeSubmitPrompt", "save_script.py cursor"), ("afterAgentResponse", "save_script.py cursor"),
    ]  # fmt: skip
    assert servers["mcpServers"]["codewatch"]["args"] == ["-I", "-m", "codewatch", "mcp"]


def test_vs_code_gets_hooks_for_a_project_and_its_own_word_for_servers(home, monkeypatch):
    monkeypatch.setattr("sys.platform", "linux")
    user, project = files_of(vscode_setup, "user"), files_of(vscode_setup, "project")

    assert list(user) == [f"{home}/.config/Code/User/mcp.json"]
    assert list(project) == ["/work/tree/.github/hooks/codewatch.json", "/work/tree/.vscode/mcp.json"]
    assert list(project["/work/tree/.vscode/mcp.json"]) == ["servers"]
    assert commands_in(project["/work/tree/.github/hooks/codewatch.json"]["hooks"]) == [
        ("SessionStart", "recall_script.py vscode"), ("UserPromptSubmit", "recall_script.py vscode"),
        ("UserPromptSubmit", "save_script.py vscode"), ("Stop", "save_script.py vscode"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("platform", "folder"),
    [("darwin", "{home}/Library/Application Support/Code/User"), ("win32", "/roaming/Code/User")],
)
def test_vs_codes_own_settings_are_where_the_system_keeps_such(home, monkeypatch, platform, folder):
    monkeypatch.setattr("sys.platform", platform)
    monkeypatch.setenv("APPDATA", "/roaming")

    (path,) = files_of(vscode_setup, "user")

    assert path == folder.format(home=home) + "/mcp.json"


def test_windsurfs_hooks_save_and_its_server_is_for_all_projects(home):
    user, project = files_of(windsurf_setup, "user"), files_of(windsurf_setup, "project")

    folder = f"{home}/.codeium/windsurf"
    assert list(user) == [f"{folder}/hooks.json", f"{folder}/mcp_config.json"]
    assert list(project) == ["/work/tree/.windsurf/hooks.json"]
    assert commands_in(user[f"{folder}/hooks.json"]["hooks"]) == [
        ("pre_user_prompt", "save_script.py windsurf"), ("post_cascade_response", "save_script.py windsurf"),
    ]  # fmt: skip
    assert "recall" in windsurf_setup.notice


@pytest.mark.parametrize("client", EDITORS)
def test_a_scope_that_an_editor_has_not_is_said(home, client):
    with pytest.raises(ConfigError, match="has no scope 'local'; it has user, project"):
        files_of(client, "local")
    assert (client.leftovers(), client.warnings("{}")) == ((), [])


@pytest.mark.parametrize("client", EDITORS)
def test_without_a_server_there_are_only_hooks(home, client):
    targets = client.targets("project", WHERE, PROGRAM, with_server=False)

    assert [target.what for target in targets] == ["hooks"]
