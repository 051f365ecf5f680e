"""Somebody else's settings file: installed beside it, never over it, and gone again without a trace."""

import json
import os
from pathlib import Path

import pytest

CASE = Path(__file__).parents[1] / "fixtures" / "cases" / "14-install-foreign-settings"
COMMENTED = (CASE / "settings.jsonc").read_bytes()
PLAIN = (CASE / "settings_plain.json").read_bytes()
WHOLE = [COMMENTED, PLAIN, b"", b"\xef\xbb\xbf", None]
NAMES = ["commented", "plain", "empty", "only a mark", "no file"]
TORN = [COMMENTED[:200], PLAIN[:150], b'{"model": "opus"', b"{,}"]


@pytest.fixture
def install(product):
    """Give the way to install into a settings file of given bytes; returns its path and the finished process."""

    def run(before, *options):
        path = product.home / ".claude" / "settings.json"
        path.parent.mkdir(exist_ok=True)
        if before is not None:
            path.write_bytes(before)
        return path, product.run("setup", *(options or ("--yes",)), check=False)

    return run


def without_ours(settings):
    """Return the value of a settings file less our groups and the lists that they alone fill."""
    events = {
        event: [group for group in groups if "codewatch" not in json.dumps(group)]
        for event, groups in settings["hooks"].items()
    }
    return {**settings, "hooks": {event: groups for event, groups in events.items() if groups}}


def is_within(part, whole):
    """Return whether `whole` is `part` with something put in between, and nothing else."""
    letters = iter(whole)
    return all(letter in letters for letter in part)


@pytest.mark.parametrize("before", WHOLE, ids=NAMES)
def test_installing_twice_changes_no_byte_the_second_time(product, install, before):
    path, first = install(before)
    once = path.read_bytes()

    second = product.run("setup", "--yes")

    assert (first.returncode, second.returncode) == (0, 0)
    assert path.read_bytes() == once != before
    assert once.count(b"save_script.py") == 4
    assert once.count(b"recall_script.py") == 2


def test_every_foreign_value_and_its_order_is_kept(install):
    path, _ = install(PLAIN)

    kept = without_ours(json.loads(path.read_text()))
    assert json.dumps(kept) == json.dumps(json.loads(PLAIN))


def test_every_byte_of_the_commented_file_is_kept(install):
    path, done = install(COMMENTED)

    assert is_within(COMMENTED, path.read_bytes())
    assert "Claude Code reads nothing of such a file" in done.stderr


@pytest.mark.parametrize("before", TORN, ids=["commented", "plain", "no end", "comma"])
def test_a_broken_file_is_left_as_it_is_and_said(install, before):
    path, done = install(before)

    assert done.returncode == 1
    assert path.read_bytes() == before
    assert f"{path}: " in done.stderr
    assert '"SessionStart"' in done.stdout
    assert os.listdir(path.parent) == ["settings.json"]


@pytest.mark.parametrize("before", WHOLE[:4], ids=NAMES[:4])
def test_a_backup_is_made_before_the_first_change(install, before):
    path, done = install(before)

    backup = Path(f"{path}.codewatch-backup")
    assert backup.read_bytes() == before
    assert str(backup) in done.stdout


def test_mode_owner_and_link_are_kept(product, install):
    real = product.home / "dotfiles" / "claude.json"
    real.parent.mkdir()
    real.write_bytes(PLAIN)
    real.chmod(0o640)
    (product.home / ".claude").mkdir()
    (product.home / ".claude" / "settings.json").symlink_to(real)
    before = real.stat()

    path, _ = install(None)

    after = real.stat()
    assert path.readlink() == real
    assert after.st_ino != before.st_ino
    assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)
    assert b"save_script.py" in real.read_bytes()


@pytest.mark.parametrize("before", WHOLE, ids=NAMES)
def test_uninstalling_gives_the_file_back(product, install, before):
    path, _ = install(before)

    done = product.run("uninstall", "--yes")

    assert (path.read_bytes() if path.exists() else None) == before
    assert done.returncode == 0
    assert not list(product.home.rglob("*codewatch*"))


@pytest.mark.parametrize("before", WHOLE[:2], ids=NAMES[:2])
def test_what_was_changed_meanwhile_stays_when_uninstalling(product, install, before):
    path, _ = install(before)
    path.write_bytes(path.read_bytes().replace(b"opus", b"sonnet"))

    product.run("uninstall", "--yes")

    assert path.read_bytes() == before.replace(b"opus", b"sonnet")


def test_memories_are_kept_and_named_until_they_are_purged(product, install):
    install(PLAIN)
    product.run("remember", "We chose SQLite because one file is enough.")

    kept = product.run("uninstall", "--yes").stdout
    there = product.data.is_dir()
    product.run("uninstall", "--purge", "--yes")

    assert str(product.data) in kept
    assert there
    assert not product.data.exists()


@pytest.mark.parametrize("before", WHOLE, ids=NAMES)
def test_a_dry_run_shows_the_difference_and_writes_nothing(product, install, before):
    path, done = install(before, "--dry-run")

    assert done.returncode == 0
    assert f"+++ {path}" in done.stdout
    assert (path.read_bytes() if path.exists() else None) == before
    assert len(os.listdir(path.parent)) == (before is not None)
    assert not (product.home / ".claude.json").exists()
