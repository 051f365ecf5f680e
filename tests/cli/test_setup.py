"""`codewatch setup`: what it writes, shows and asks (FEATURES F20)."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from codewatch import paths
from codewatch.cli import setup as setting_up
from codewatch.cli.hook_check import check_hooks
from codewatch.clients.program import Program
from codewatch.errors import CodewatchError

SAVING = ("Stop", "SubagentStop", "PreCompact", "SessionEnd")
HERE = Program(sys.executable, paths.package_parent(), "")


def settings_of(product):
    """Return the path of the user's settings file."""
    return product.home / ".claude" / "settings.json"


def commands_of(product):
    """Return the command of each event in the user's settings."""
    hooks = json.loads(settings_of(product).read_text())["hooks"]
    return {event: groups[-1]["hooks"][0]["command"] for event, groups in hooks.items()}


def run_bare(command, payload, **environment):
    """Run a hook's command line as a client does that was started from a desktop."""
    return subprocess.run(
        ["/bin/sh", "-c", command], input=json.dumps(payload), env={"PATH": "/usr/bin:/bin", **environment},
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip


def files_below(folder):
    """Return every file below a folder with its bytes."""
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def quoted(tmp_path, make_product):
    """Give codewatch in a folder whose name has what shells stumble over."""
    folder = tmp_path / "José Q's $home"
    folder.mkdir()
    return make_product(folder)


def test_the_hooks_it_writes_save_and_recall(quoted, make_transcript):
    quoted.run("setup", "--yes")
    path = make_transcript(quoted.home / "s.jsonl", quoted.project).user("Why SQLite? One file is enough.").path
    payload = {"session_id": "s", "transcript_path": str(path), "agent_transcript_path": str(path), "agent_type": "g"}
    payload |= {"cwd": str(quoted.project), "prompt": "why did we choose SQLite?", "source": "startup"}
    commands = commands_of(quoted)
    off = {"CODEWATCH_WORKER_AUTOSTART": "false", "HOME": "/nonexistent"}

    saved = [run_bare(commands[event], {**payload, "hook_event_name": event}, **off) for event in SAVING]
    quoted.run("remember", "We chose SQLite because one file is enough.", "--priority", "high")
    asked = run_bare(commands["UserPromptSubmit"], {**payload, "hook_event_name": "UserPromptSubmit"}, **off)
    begun = run_bare(commands["SessionStart"], {**payload, "hook_event_name": "SessionStart"}, **off)

    assert [(done.stdout, done.stderr) for done in saved] == [("", "")] * 4
    assert quoted.json("queue", "status")["pending"] == 1
    assert all("SQLite" in quoted.context_of(done.stdout) for done in (asked, begun))


def test_a_worker_that_a_hook_starts_uses_the_data_directory_of_the_command(quoted, make_transcript):
    quoted.run("setup", "--yes")
    path = make_transcript(quoted.home / "s.jsonl", quoted.project).user("Always use Decimal for money.").path
    payload = {"session_id": "s", "transcript_path": str(path), "cwd": str(quoted.project), "hook_event_name": "Stop"}

    run_bare(commands_of(quoted)["Stop"], payload, HOME=str(quoted.home))

    assert quoted.json("worker", "status")["running"]
    quoted.run("worker", "stop")
    assert not (quoted.home / "mcp-data").exists()


def test_the_server_it_registers_serves(product):
    product.run("setup", "--yes")
    server = json.loads((product.home / ".claude.json").read_text())["mcpServers"]["codewatch"]
    hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}}  # fmt: skip

    done = subprocess.run(
        [server["command"], *server["args"]], input=json.dumps(hello) + "\n", env={**server["env"], "HOME": "/"},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip

    assert server["env"] == {"CODEWATCH_DATA_DIR": str(product.data)}
    assert json.loads(done.stdout.splitlines()[0])["result"]["serverInfo"]["name"] == "codewatch"


def test_the_default_data_directory_is_not_written(product):
    product.run("setup", "--yes", CODEWATCH_DATA_DIR=str(product.home / "mcp-data" / "codewatch-memory"))

    assert "CODEWATCH_DATA_DIR" not in settings_of(product).read_text()


@pytest.mark.parametrize("scope", ["user", "project", "local"])
def test_a_second_time_changes_no_byte(product, scope):
    first = product.json("setup", "--yes", "--scope", scope)
    before = files_below(product.home) | files_below(product.project)

    second = product.json("setup", "--yes", "--scope", scope)

    assert [change["action"] for change in first["changes"]] == ["create", "create"]
    assert (second["changes"], second["hooks_run"]) == ([], True)
    assert files_below(product.home) | files_below(product.project) == before


def test_from_a_subfolder_the_checkout_is_set_up(product):
    (product.project / "sub").mkdir()

    product.run("setup", "--yes", "--scope", "project", cwd=product.project / "sub")

    assert (product.project / ".claude" / "settings.json").is_file()
    assert (product.project / ".mcp.json").is_file()


def test_without_the_server(product):
    product.run("--setup", "--no-mcp", "--yes")

    assert settings_of(product).is_file()
    assert not (product.home / ".claude.json").exists()


def test_a_dry_run_shows_the_difference_and_writes_nothing(product):
    shown = product.run("setup", "--dry-run").stdout
    as_json = product.json("setup", "--dry-run")["changes"]

    assert f"would create: {settings_of(product)} (hooks)\n--- {settings_of(product)}" in shown
    assert [change["diff"] in shown for change in as_json] == [True, True]
    assert files_below(product.home) == {}
    assert not (product.home / ".claude").exists()


def test_with_nobody_to_ask_nothing_is_done(product):
    done = product.run("setup", check=False)

    assert done.returncode == 2
    assert "--yes" in done.stderr
    assert files_below(product.home) == {}


@pytest.mark.parametrize(("said", "code", "is_there"), [(b"y\n", 0, True), (b"n\n", 1, False)])
def test_on_a_terminal_it_asks(product, said, code, is_there):
    leader, follower = os.openpty()
    os.write(leader, said)

    done = subprocess.run(
        [sys.executable, "-I", "-m", "codewatch", "setup"], stdin=follower, capture_output=True, timeout=60,
        env=product.environment, cwd=product.project, check=False,
    )  # fmt: skip

    os.close(leader)
    os.close(follower)
    assert done.returncode == code
    assert b"Go on?" in done.stderr
    assert settings_of(product).exists() == is_there


def test_an_unknown_client_is_wrong_usage(product):
    done = product.run("setup", "--client", "word", "--yes", check=False)

    assert done.returncode == 2
    assert "client 'word' cannot be set up; those that can are claude" in done.stderr


def test_from_an_environment_for_one_call_it_says_how_to_install(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(setting_up.sys, "prefix", f"{tmp_path}/.cache/uv/archive-v0/x")

    failed = CliRunner().invoke(setting_up.setup, ["--yes"]).exception

    assert isinstance(failed, CodewatchError)
    assert "uv tool install codewatch-memory" in str(failed)
    assert not (tmp_path / ".claude").exists()


def test_one_file_that_cannot_be_changed_does_not_keep_the_other(product):
    settings_of(product).parent.mkdir()
    settings_of(product).write_text("{ broken")

    done = product.run("setup", "--yes", check=False)

    assert done.returncode == 1
    assert "is not JSON" in done.stderr
    assert json.loads(done.stdout[done.stdout.index("{") : done.stdout.rindex("}") + 1])["hooks"].keys() >= {*SAVING}
    assert settings_of(product).read_text() == "{ broken"
    assert (product.home / ".claude.json").is_file()


def test_paths_of_this_machine_in_a_shared_file_are_told(product):
    assert "paths of this machine" in product.run("setup", "--yes", "--scope", "project").stderr


def test_the_check_leaves_nothing_behind(product, tmp_path):
    product.run("setup", "--yes", TMPDIR=str(tmp_path))

    assert not product.data.exists()
    assert list(tmp_path.glob("codewatch check*")) == []


def test_hooks_that_run_pass_the_check():
    assert check_hooks(HERE) == ""


def test_an_interpreter_that_is_gone_fails_the_check(tmp_path):
    assert "not found" in check_hooks(Program(f"{tmp_path}/python", HERE.parent, ""))


def test_a_script_that_is_gone_fails_the_check(tmp_path):
    assert "No such file" in check_hooks(Program(HERE.python, str(tmp_path), ""))


def test_a_package_that_cannot_be_imported_fails_the_check(tmp_path):
    """Such hooks end well and say nothing, as hooks must."""
    hooks = tmp_path / "codewatch" / "hooks"
    hooks.mkdir(parents=True)
    for name in ("save_script.py", "recall_script.py"):
        shutil.copy(Path(HERE.parent, "codewatch", "hooks", name), hooks)

    assert "does not find what is in memory" in check_hooks(Program(HERE.python, str(tmp_path), ""))
