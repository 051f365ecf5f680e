"""`codewatch setup` and `uninstall` for Codex and Gemini CLI, as commands."""

import json
import tomllib

import pytest

CONFIG = '# mine\nmodel = "x"   # why\n\n[projects."/a b"]\ntrust_level = "trusted"\n'
HOOKS = '{\n  "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "~/bin/lint.sh"}]}]}\n}\n'
SETTINGS = '{\n  // mine\n  "theme": "dark",\n  "mcpServers": {"other": {"command": "x"}}\n}\n'


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


@pytest.mark.parametrize("client", ["codex", "gemini"])
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
    assert [group["hooks"][0]["command"].endswith("save_script.py codex") for group in hooks["Stop"]] == [False, True]
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
