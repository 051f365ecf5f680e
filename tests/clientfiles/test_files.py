"""A client's file is replaced whole or not at all, by one set-up at a time, and keeps what it is."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from codewatch.clientfiles import changes, files
from codewatch.clientfiles.changes import Target
from codewatch.errors import ClientFileError

TEXT = '{"model": "opus"}\n'


@pytest.fixture
def settings(tmp_path):
    """Give the path of a settings file with something in it."""
    path = tmp_path / "settings.json"
    path.write_text(TEXT)
    return path


def change(path, edit, **options):
    """Change a file as a set-up does, and return what was done."""
    done = files.change(str(path), edit, lambda _: True, **{"is_private": True, "has_lock": False, **options})
    assert done is not None
    return done


def install(path, entries, *, dry_run=False):
    """Put entries into a file, and return the change."""
    done = changes.install(Target(str(path), "hooks", entries), dry_run=dry_run)
    assert done is not None
    return done


def left_behind(path):
    """Return the other files beside a file."""
    return sorted(name for name in os.listdir(path.parent) if name != path.name)


def test_the_old_text_is_kept_once_with_its_mode(settings):
    settings.chmod(0o640)

    first = change(settings, lambda text: f"{text} ")
    second = change(settings, lambda text: f"{text} ")

    assert Path(first.backup).read_text() == TEXT
    assert os.stat(first.backup).st_mode & 0o777 == settings.stat().st_mode & 0o777 == 0o640
    assert second.backup != first.backup
    assert settings.read_text() == f"{TEXT}  "


def test_a_backup_that_says_the_same_serves_again(settings):
    first = change(settings, lambda text: f"{text} ")
    settings.write_text(TEXT)

    assert change(settings, lambda text: f"{text} ").backup == first.backup
    assert left_behind(settings) == ["settings.json.codewatch-backup"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give a file away")
def test_the_owner_is_kept(settings):
    os.chown(settings, 1234, 4321)

    backup = change(settings, lambda text: f"{text} ").backup

    assert [(os.stat(path).st_uid, os.stat(path).st_gid) for path in (settings, backup)] == [(1234, 4321)] * 2


@pytest.mark.parametrize("target", ["dotfiles/settings.json", "../elsewhere.json"])
def test_a_link_stays_and_its_target_is_written(tmp_path, target):
    link = tmp_path / "claude" / "settings.json"
    link.parent.mkdir()
    (link.parent / target).parent.mkdir(exist_ok=True)
    (link.parent / target).write_text(TEXT)
    link.symlink_to(target)

    change(link, lambda text: f"{text} ")

    assert link.is_symlink()
    assert (link.parent / target).read_text() == f"{TEXT} "


def test_a_link_that_leads_nowhere_gets_a_file_at_its_end(tmp_path):
    link = tmp_path / "settings.json"
    link.symlink_to("later/settings.json")

    change(link, lambda text: text or TEXT)

    assert link.is_symlink()
    assert (tmp_path / "later" / "settings.json").read_text() == TEXT


@pytest.mark.parametrize(("is_private", "mode"), [(True, 0o600), (False, 0o644)])
def test_a_new_file_has_the_mode_of_its_kind(tmp_path, is_private, mode):
    before = os.umask(0o022)
    change(tmp_path / "new" / "settings.json", lambda text: text or TEXT, is_private=is_private)
    os.umask(before)

    assert (tmp_path / "new" / "settings.json").stat().st_mode & 0o777 == mode


def make_read_only(path):
    """Make a file that its owner may only read."""
    path.write_text(TEXT)
    path.chmod(0o444)


def make_hard_link(path):
    """Make a file with a second name."""
    path.write_text(TEXT)
    os.link(path, path.with_name("second"))


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (make_read_only, "read-only"),
        (make_hard_link, "second name"),
        (Path.mkdir, "not a regular file"),
        (os.mkfifo, "not a regular file"),
        (lambda path: path.symlink_to("/dev/null"), "not a regular file"),
        (lambda path: path.symlink_to(path.name), "symbolic links"),
        (lambda path: path.write_bytes(b'{"a": "\xff"}'), "not UTF-8"),
        (lambda path: path.write_bytes('{"a": 1}'.encode("utf-16")), "not UTF-8"),
        (lambda path: os.truncate(path.open("w").name, files.LARGEST_BYTES + 1), "more than 64 MB"),
    ],
)
def test_what_cannot_be_replaced_safely_is_refused(tmp_path, entries, make, reason):
    path = tmp_path / "settings.json"
    make(path)
    before = os.lstat(path)

    refused = install(path, entries)

    assert refused.action == "refuse"
    assert reason in refused.reason
    assert (os.lstat(path).st_ino, os.lstat(path).st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert not [name for name in left_behind(path) if "codewatch" in name]


def test_a_path_that_is_not_utf8_is_refused(settings):
    with pytest.raises(ClientFileError, match="not UTF-8"):
        change(settings, lambda text: f"{text}\udcff")

    assert settings.read_text() == TEXT


def test_what_somebody_writes_meanwhile_is_not_lost(settings):
    seen = []

    def edit(text):
        seen.append(text)
        settings.write_text("theirs" if len(seen) == 1 else text)
        return f"{text}, ours"

    change(settings, edit)

    assert settings.read_text() == "theirs, ours"


def test_a_file_that_never_rests_is_left_alone(settings):
    def edit(text):
        settings.write_text(f"{text}!")
        return "ours"

    with pytest.raises(ClientFileError, match="keeps changing"):
        change(settings, edit)

    assert settings.read_text() == f"{TEXT}!!!!!"


def test_set_ups_at_once_lose_nothing(settings):
    numbers = list(range(16))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: change(settings, lambda text: f"{text}{number};"), numbers))

    assert sorted(settings.read_text().removeprefix(TEXT).strip(";").split(";"), key=int) == [*map(str, numbers)]


def test_the_clients_lock_is_taken_and_given_back(settings):
    held = []
    change(settings, lambda text: held.append(Path(f"{settings}.lock").is_dir()) or f"{text} ", has_lock=True)

    assert held == [True]
    assert not Path(f"{settings}.lock").exists()


def test_a_client_that_is_writing_is_waited_for_and_then_left_alone(settings, monkeypatch):
    monkeypatch.setattr(files, "_CLIENT_WAIT_S", 0.1)
    lock = Path(f"{settings}.lock")
    lock.mkdir()

    with pytest.raises(ClientFileError, match="the client is writing"):
        change(settings, lambda text: f"{text} ", has_lock=True)

    assert lock.is_dir()
    assert settings.read_text() == TEXT


def test_a_lock_that_a_dead_client_left_keeps_nobody_away(settings):
    lock = Path(f"{settings}.lock")
    lock.mkdir()
    os.utime(lock, (1, 1))

    change(settings, lambda text: f"{text} ", has_lock=True)

    assert settings.read_text() == f"{TEXT} "


def test_a_killed_set_up_leaves_the_file_whole(settings):
    program = (
        "import os, sys; from codewatch.clientfiles import files; os.replace = lambda *_: os.kill(os.getpid(), 9);"
        "files.change(sys.argv[1], lambda text: text + ' ', lambda _: False, is_private=True, has_lock=False)"
    )

    done = subprocess.run([sys.executable, "-I", "-c", program, settings], check=False, timeout=60)

    assert done.returncode == -9
    assert settings.read_text() == TEXT


def test_a_file_that_the_set_up_made_goes_with_its_folder(tmp_path, entries):
    target = Target(str(tmp_path / "new" / "settings.json"), "hooks", entries)

    changes.install(target, dry_run=False)
    changes.uninstall(target, dry_run=False)

    assert list(tmp_path.iterdir()) == []


def test_a_file_that_the_client_has_filled_meanwhile_stays(tmp_path, entries):
    path = tmp_path / "settings.json"
    target = Target(str(path), "hooks", entries)
    changes.install(target, dry_run=False)
    path.write_text(json.dumps({**json.loads(path.read_text()), "model": "opus"}, indent=2))

    changes.uninstall(target, dry_run=False)

    assert path.read_text() == '{\n  "model": "opus"\n}'


def test_an_upgrade_keeps_the_first_backup(settings, entries):
    target = Target(str(settings), "hooks", entries)
    changes.install(target, dry_run=False)
    settings.write_text(settings.read_text().replace("/opt/it/bin/python", "/old/python"))

    upgraded = install(settings, entries)

    assert upgraded.backup == ""
    assert Path(f"{settings}.codewatch-backup").read_text() == TEXT


def test_what_came_before_ours_is_not_brought_back(settings, entries, make_group):
    """A backup that has older entries of ours is no state to go back to."""
    settings.write_text(json.dumps({"hooks": {"Stop": [make_group("npx codewatch-memory --hook")]}}))
    target = Target(str(settings), "hooks", entries)

    changes.install(target, dry_run=False)
    changes.uninstall(target, dry_run=False)

    assert not settings.exists()


def test_a_difference_is_shown_as_diff_does(settings, entries):
    shown = install(settings, entries, dry_run=True).diff()

    assert shown.startswith(f"--- {settings}\n+++ {settings}\n@@ -1 +1 @@\n-{TEXT}+")
    assert settings.read_text() == TEXT
    assert left_behind(settings) == []


def test_a_broken_file_without_ours_is_nothing_to_uninstall(settings, entries):
    settings.write_text("{ broken")

    assert changes.uninstall(Target(str(settings), "hooks", entries), dry_run=False) is None
