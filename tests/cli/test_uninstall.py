"""`codewatch uninstall`: everything of ours goes, except memories, which go when that is asked for."""

import json
import os
import subprocess
import sys

import pytest

from codewatch import lock
from codewatch.cli import purge


def everything(*folders):
    """Return every path below some folders."""
    return sorted(str(path) for folder in folders for path in folder.rglob("*"))


@pytest.mark.parametrize("scope", ["user", "project", "local"])
def test_nothing_is_left_of_any_scope(product, scope):
    before = everything(product.home, product.project)
    product.run("setup", "--yes", "--scope", scope)

    product.run("uninstall", "--yes")

    assert everything(product.home, product.project) == before


def test_only_the_scope_that_is_named(product):
    product.run("setup", "--yes")
    product.run("setup", "--yes", "--scope", "local")

    removed = product.json("uninstall", "--yes", "--scope", "local")["changes"]

    assert [change["action"] for change in removed] == ["delete", "change"]
    assert (product.home / ".claude" / "settings.json").is_file()
    assert list(json.loads((product.home / ".claude.json").read_text())) == ["mcpServers"]


def test_a_state_file_with_two_scopes_is_kept_once_and_comes_back(product):
    state = product.home / ".claude.json"
    state.write_text('{"projects": {"/other": {"a": 1}}, "numStartups": 3}')
    before = state.read_bytes()
    product.run("setup", "--yes")
    product.run("setup", "--yes", "--scope", "local")
    backups = [path.read_bytes() for path in product.home.glob(".claude.json.*")]

    product.run("uninstall", "--yes")

    assert backups == [before]
    assert state.read_bytes() == before
    assert list(product.home.glob(".claude.json.*")) == []


def test_servers_of_other_projects_go_too(product):
    server = {"command": "/path/to/codewatch/.venv/bin/codewatch", "args": []}
    state = {"projects": {"/other": {"mcpServers": {"codewatch": server, "other": {"command": "x"}}, "a": 1}}}
    (product.home / ".claude.json").write_text(json.dumps(state))

    product.run("uninstall", "--yes")

    left = json.loads((product.home / ".claude.json").read_text())
    assert left == {"projects": {"/other": {"mcpServers": {"other": {"command": "x"}}, "a": 1}}}


def test_hooks_of_another_project_go_too(product, tmp_path):
    before = everything(product.home, product.project)
    product.run("setup", "--yes")
    product.run("setup", "--yes", "--scope", "local")

    product.run("uninstall", "--yes", cwd=tmp_path)

    assert everything(product.home, product.project) == before


def test_the_worker_stops_and_memories_are_kept(product):
    product.run("setup", "--yes")
    product.run("remember", "We chose SQLite because one file is enough.")
    product.run("worker", "start")

    done = product.run("uninstall", "--yes").stdout

    assert not lock.is_held(str(product.data))
    assert "worker stopped" in done
    assert f"memories are kept: {product.data}" in done
    assert product.contents() == ["We chose SQLite because one file is enough."]


def test_the_worker_of_the_data_directory_that_the_hooks_name_stops_too(product, tmp_path):
    product.run("setup", "--yes")
    product.run("worker", "start")

    told = product.json("uninstall", "--yes", CODEWATCH_DATA_DIR=str(tmp_path / "other"))

    assert told["worker_stopped"]
    assert told["kept"] == [str(product.data)]
    assert not lock.is_held(str(product.data))


def test_the_service_goes(product):
    made = product.json("worker", "install-service", PATH="/nonexistent")

    told = product.json("uninstall", "--yes", PATH="/nonexistent")

    assert told["service_removed"]
    assert made["path"] not in everything(product.home, product.project)


def test_a_purge_deletes_a_used_data_directory(product, transcript):
    transcript.user(f"Always use Decimal for money, never float. {'It is money, after all. ' * 20}")
    product.save(transcript.path)
    product.drain()
    product.recall("do we use Decimal for money?")
    product.run("pause", "--recall")

    told = product.json("uninstall", "--purge", "--yes")

    assert told["purged"] == [str(product.data)]
    assert not product.data.exists()


def test_a_purge_of_the_default_data_directory_leaves_no_empty_folder_above(product):
    default = {"CODEWATCH_DATA_DIR": ""}
    product.run("remember", "We chose SQLite because one file is enough.", **default)

    told = product.json("uninstall", "--purge", "--yes", **default)

    assert told["purged"] == [str(product.home / "mcp-data" / "codewatch-memory")]
    assert everything(product.home) == []


def test_a_purge_takes_settings_and_exclusions_too(product):
    folder = product.home / ".config" / "codewatch-memory"
    (folder / "prompts").mkdir(parents=True)
    (folder / "env").write_text("GROQ_API_KEY=gsk_FAKEFAKE\n")
    (folder / "config.toml").write_text('exclude = ["*.pem"]\n')
    product.run("remember", "We chose SQLite because one file is enough.")
    product.run("status", check=False)
    assert (product.data / "exclusions").exists()

    told = product.json("uninstall", "--purge", "--yes")

    assert told["purged"] == [str(product.data)]
    assert told["settings_removed"] == [str(folder / "env"), str(folder / "config.toml")]
    assert [path.name for path in folder.iterdir()] == ["prompts"]


def test_without_a_purge_the_settings_stay(product):
    folder = product.home / ".config" / "codewatch-memory"
    folder.mkdir(parents=True)
    (folder / "env").write_text("GROQ_API_KEY=gsk_FAKEFAKE\n")

    told = product.json("uninstall", "--yes")

    assert told["settings_removed"] == []
    assert (folder / "env").exists()


@pytest.mark.parametrize(("other", "ours"), [("queue.db", ["queue.db", "run"]), ("thesis.txt", [])])
def test_a_purge_takes_the_folder_of_the_model_only_where_nobody_elses_files_are(tmp_path, other, ours):
    (tmp_path / "run").mkdir()
    (tmp_path / other).write_text("")

    assert purge.look_into(str(tmp_path)).ours == tuple(str(tmp_path / name) for name in ours)


def test_a_purge_of_nothing_says_so(product):
    assert product.json("uninstall", "--purge", "--yes")["purged"] == []


def test_a_purge_leaves_what_is_not_ours(product):
    product.run("remember", "We chose SQLite because one file is enough.")
    (product.data / "thesis.txt").write_text("mine")

    done = product.run("uninstall", "--purge", "--yes")

    assert "thesis.txt" in done.stdout
    assert [path.name for path in product.data.iterdir()] == ["thesis.txt"]


def test_a_purge_of_a_folder_that_is_not_ours_deletes_nothing(tmp_path):
    names = [".bashrc", "codewatch", "codewatch.dbs", "queue", "work"]
    for name in names:
        (tmp_path / name).write_text("mine")

    contents = purge.look_into(str(tmp_path))

    assert (contents.ours, contents.others) == ((), tuple(sorted(names)))


@pytest.mark.parametrize("options", [(), ("--purge",)])
def test_with_nobody_to_ask_nothing_is_done(product, options):
    product.run("setup", "--yes")
    product.run("remember", "We chose SQLite because one file is enough.")
    before = everything(product.home, product.project)

    done = product.run("uninstall", *options, check=False)

    assert done.returncode == 2
    assert "--yes" in done.stderr
    assert everything(product.home, product.project) == before
    assert product.data.is_dir()


def test_enter_alone_deletes_no_memories(product):
    product.run("remember", "We chose SQLite because one file is enough.")
    leader, follower = os.openpty()
    os.write(leader, b"\n")

    done = subprocess.run(
        [sys.executable, "-I", "-m", "codewatch", "uninstall", "--purge"], stdin=follower, capture_output=True,
        timeout=60, env=product.environment, cwd=product.project, check=False,
    )  # fmt: skip

    os.close(leader)
    os.close(follower)
    assert done.returncode == 1
    assert f"all memories in {product.data}".encode() in done.stderr
    assert product.contents() != []


def test_memories_are_not_deleted_unasked_when_nothing_else_is_left(product):
    product.run("remember", "We chose SQLite because one file is enough.")

    assert product.run("uninstall", "--purge", check=False).returncode == 2
    assert product.contents() != []


def test_memories_of_all_do_not_go_with_one_project(product):
    assert product.run("uninstall", "--purge", "--scope", "project", "--yes", check=False).returncode == 2


def test_a_dry_run_changes_nothing(product):
    product.run("setup", "--yes")
    before = everything(product.home, product.project)

    shown = product.json("uninstall", "--purge", "--dry-run")

    assert [change["action"] for change in shown["changes"]] == ["delete", "delete"]
    assert everything(product.home, product.project) == before


def test_a_broken_file_with_ours_is_left_alone_and_said(product):
    product.run("setup", "--yes")
    settings = product.home / ".claude" / "settings.json"
    settings.write_text(settings.read_text()[:-3])
    before = settings.read_bytes()

    done = product.run("uninstall", "--yes", check=False)

    assert done.returncode == 1
    assert f"{settings}: it ends too early; take our entries out by hand" in done.stderr
    assert settings.read_bytes() == before
    assert not (product.home / ".claude.json").exists()


def test_twice_is_once(product):
    product.run("setup", "--yes")
    product.run("uninstall", "--yes")

    assert product.json("uninstall", "--yes")["changes"] == []
