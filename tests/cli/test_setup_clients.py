"""`codewatch setup` and `uninstall` for clients other than Claude Code, as commands (FEATURES F25-F28)."""

import json
import shlex
import tomllib
from pathlib import Path

import pytest

CONFIG = '# mine\nmodel = "x"   # why\n\n[projects."/a b"]\ntrust_level = "trusted"\n'
HOOKS = '{\n  "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "~/bin/lint.sh"}]}]}\n}\n'
EDITORS = {
    ".config/opencode/opencode.jsonc": '{\n  // mine\n  "theme": "dark",\n  "mcp": {"x": {"type": "local"}},\n}\n',
    ".cursor/hooks.json": '{"version": 1, "hooks": {"stop": [{"command": "~/bin/beep"}]}}',
    ".cursor/mcp.json": '{\n\t"mcpServers": {\n\t\t"other": {"command": "x"} // mine\n\t}\n}\n',
    ".config/Code/User/mcp.json": '{\n  "servers": {},\n  "inputs": [{"id": "key", "type": "promptString"}]\n}\n',
    ".codeium/windsurf/hooks.json": '{"hooks": {"pre_user_prompt": [{"command": "log"}]}}\n',
    ".codeium/windsurf/mcp_config.json": '{\r\n  "mcpServers": {}\r\n}\r\n',
}
SETTINGS = '{\n  // mine\n  "theme": "dark",\n  "mcpServers": {"other": {"command": "x"}}\n}\n'


def write_all(folder, texts):
    """Write files below a folder."""
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(text.encode())


@pytest.fixture
def filled(product):
    """Give codewatch in a home folder where both clients have files already."""
    files = {".codex/config.toml": CONFIG, ".codex/hooks.json": HOOKS, ".gemini/settings.json": SETTINGS}
    for name, text in files.items():
        (product.home / name).parent.mkdir(exist_ok=True)
        (product.home / name).write_text(text)
    return product


def files_below(folder):
    """Return every file below a folder with its bytes."""
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("client", ["codex", "gemini", "opencode", "cursor", "vscode", "windsurf"])
@pytest.mark.parametrize("scope", ["user", "project"])
def test_a_second_time_changes_no_byte_and_uninstalling_takes_it_all_out(product, client, scope):
    before = files_below(product.home) | files_below(product.project)
    first = product.json("setup", "--client", client, "--scope", scope, "--yes")
    done = files_below(product.home) | files_below(product.project)

    second = product.json("setup", "--client", client, "--scope", scope, "--yes")
    after = files_below(product.home) | files_below(product.project)
    product.run("uninstall", "--client", client, "--yes")

    assert {change["action"] for change in first["changes"]} == {"create"}
    assert (second["changes"], second["hooks_run"], after) == ([], True, done)
    assert files_below(product.home) | files_below(product.project) == before


def test_what_was_there_stays_byte_for_byte(filled):
    before = files_below(filled.home)
    filled.run("setup", "--client", "codex", "--client", "gemini", "--yes")

    config = (filled.home / ".codex" / "config.toml").read_text()
    hooks = json.loads((filled.home / ".codex" / "hooks.json").read_text())["hooks"]
    settings = (filled.home / ".gemini" / "settings.json").read_text()
    filled.run("uninstall", "--yes")

    assert config.startswith(CONFIG)
    assert tomllib.loads(config)["mcp_servers"]["codewatch"]["env"] == {"CODEWATCH_DATA_DIR": str(filled.data)}
    lines = [shlex.split(group["hooks"][0]["command"]) for group in hooks["Stop"]]
    assert [Path(line[-2]).name for line in lines if line[-1] == "codex"] == ["save_script.py"]
    assert '// mine\n  "theme": "dark",' in settings
    assert files_below(filled.home) == before


def test_the_user_is_told_to_trust_the_hooks_of_codex(product):
    shown = product.run("setup", "--client", "codex", "--yes").stdout
    as_json = product.json("setup", "--client", "codex", "--yes")

    assert "type /hooks" in shown
    assert ["/hooks" in text for text in as_json["notices"]] == [True]
    assert product.json("setup", "--client", "gemini", "--yes")["notices"] == []


def test_a_dry_run_shows_the_difference_and_writes_nothing(filled):
    before = files_below(filled.home)

    changes = filled.json("setup", "--client", "codex", "--client", "gemini", "--dry-run")["changes"]

    assert [(change["client"], change["what"]) for change in changes] == [
        ("codex", "hooks"), ("codex", "MCP server"), ("gemini", "hooks and MCP server")
    ]  # fmt: skip
    assert all("+" in change["diff"] for change in changes)
    assert files_below(filled.home) == before


def test_a_configuration_that_cannot_be_changed_safely_is_left_alone_with_a_snippet(filled):
    path = filled.home / ".codex" / "config.toml"
    path.write_text('mcp_servers = { other = { command = "x" } }\n')

    done = filled.run("setup", "--client", "codex", "--yes", check=False)

    assert done.returncode == 1
    assert "without changing something else" in done.stderr
    assert "[mcp_servers.codewatch]" in done.stdout
    assert path.read_text() == 'mcp_servers = { other = { command = "x" } }\n'


def test_a_scope_that_a_client_has_not_is_refused(product):
    done = product.run("setup", "--client", "codex", "--scope", "local", "--yes", check=False)

    assert done.returncode == 2
    assert "Codex has no scope 'local'" in done.stderr
    assert product.run("uninstall", "--scope", "local", "--yes").returncode == 0


@pytest.mark.parametrize(
    ("client", "name", "text"),
    [
        ("codex", "config.toml", "[features]\nhooks = false\n"),
        ("gemini", "settings.json", '{"hooksConfig": {"enabled": false}}'),
    ],
)
def test_hooks_that_are_switched_off_are_told(filled, client, name, text):
    (filled.home / f".{client}" / name).write_text(text)

    done = filled.run("setup", "--client", client, "--yes")

    assert "no hook runs until that is gone" in done.stderr


def test_what_editors_have_already_stays_byte_for_byte(product):
    write_all(product.home, EDITORS)
    before = files_below(product.home)
    clients = [word for name in ("opencode", "cursor", "vscode", "windsurf") for word in ("--client", name)]

    product.run("setup", *clients, "--yes")
    changed = files_below(product.home)
    product.run("uninstall", "--yes")

    assert [b"codewatch" in changed[str(product.home / name)] for name in EDITORS] == [True] * len(EDITORS)
    assert b"promptString" in changed[str(product.home / ".config/Code/User/mcp.json")]
    assert files_below(product.home) == before


def test_entries_of_ours_are_taken_out_though_others_came_in_between(product):
    path = product.home / ".cursor" / "hooks.json"
    product.run("setup", "--client", "cursor", "--yes")
    written = json.loads(path.read_text())
    written["hooks"]["stop"] = [{"command": "~/bin/beep"}]
    path.write_text(json.dumps(written))

    product.run("uninstall", "--client", "cursor", "--yes")

    assert json.loads(path.read_text()) == {"version": 1, "hooks": {"stop": [{"command": "~/bin/beep"}]}}


def test_a_plugin_of_somebody_else_is_left_alone(product):
    path = product.home / ".config" / "opencode" / "plugin" / "codewatch.js"
    path.parent.mkdir(parents=True)
    path.write_text("export const Mine = 1\n")

    done = product.run("setup", "--client", "opencode", "--yes", check=False)
    product.run("uninstall", "--yes")

    assert done.returncode == 1
    assert "another file has this name" in done.stderr
    assert path.read_text() == "export const Mine = 1\n"


def test_any_other_client_is_shown_what_it_needs(product):
    before = files_below(product.home)

    shown = product.run("setup", "--client", "mcp")
    as_json = product.json("setup", "--client", "mcp")

    server = json.loads(shown.stdout)["mcpServers"]["codewatch"]
    assert server["args"] == ["-I", "-m", "codewatch", "mcp"]
    assert server["env"] == {"CODEWATCH_DATA_DIR": str(product.data)}
    assert (json.loads(as_json["snippet"]), as_json["changes"]) == (json.loads(shown.stdout), [])
    assert files_below(product.home) == before


def test_a_client_that_nobody_knows_is_refused_with_the_way_for_others(product):
    done = product.run("setup", "--client", "zed", "--yes", check=False)

    assert done.returncode == 2
    assert "mcp shows what any other needs" in done.stderr
