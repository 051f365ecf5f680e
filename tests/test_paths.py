"""Where files are kept: folders and files of ours alone, whatever the umask, and what is refused."""

import os
import stat
import subprocess
import sys

import pytest

from codewatch import paths
from codewatch.modes import mend

OTHER_USER = 65534
as_root = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a file away")


def modes(folder):
    """Return the mode of everything below a folder, by its path from there."""
    return {str(one.relative_to(folder)): stat.S_IMODE(one.lstat().st_mode) for one in sorted(folder.rglob("*"))}


def run_with_umask(product, umask, *arguments, **environment):
    """Run a command with a umask and return the finished process."""
    return subprocess.run(
        [sys.executable, "-I", "-m", "codewatch", *arguments], cwd=product.project, umask=umask, capture_output=True,
        env={**product.environment, **environment}, timeout=60, check=False, text=True,
    )  # fmt: skip


def open_up(folder):
    """Let everybody read everything in a folder, as an older version left it."""
    for one in [folder, *folder.rglob("*")]:
        one.chmod(0o755 if one.is_dir() else 0o644)


@pytest.mark.parametrize("umask", [0o000, 0o002])
@pytest.mark.parametrize("words", [("remember", "We use tabs."), ("pause",), ("worker", "run", "--until-empty")])
def test_every_folder_on_the_way_to_the_data_directory_is_made_for_its_owner(product, umask, words):
    data = product.home / "deep" / "down" / "data"

    done = run_with_umask(product, umask, *words, CODEWATCH_DATA_DIR=str(data))

    assert done.returncode == 0, done.stderr
    assert {mode for name, mode in modes(product.home).items() if (product.home / name).is_dir()} == {0o700}
    assert {mode for name, mode in modes(product.home).items() if (product.home / name).is_file()} <= {0o600}


def test_a_folder_that_is_there_keeps_its_mode(tmp_path):
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared").chmod(0o755)

    paths.make_private_folder(str(tmp_path / "shared" / "a" / "data"))

    assert modes(tmp_path) == {"shared": 0o755, "shared/a": 0o700, "shared/a/data": 0o700}


def test_files_of_an_older_version_are_mended(product, transcript):
    product.run("remember", "We use tabs.")
    product.save(transcript.user("Always use Decimal for money, never float.").path)
    product.drain()
    product.run("pause")
    product.run("resume")
    (product.data / "spool").mkdir(exist_ok=True)
    (product.data / "spool" / "1.json.unreadable").write_text("{}")
    (product.data / "codewatch.log.1").write_text("")
    open_up(product.data)

    product.run("remember", "We use tabs, and never spaces.")

    found = modes(product.data)
    assert {"queue.db", "codewatch.log", "worker.lock", "pauses", "spool/1.json.unreadable"} <= set(found)
    assert {mode for name, mode in found.items() if (product.data / name).is_file()} == {0o600}
    assert {mode for name, mode in found.items() if (product.data / name).is_dir()} | {
        stat.S_IMODE(product.data.stat().st_mode)
    } == {0o700}


def test_mending_follows_no_link(tmp_path):
    (tmp_path / "victim").write_text("")
    (tmp_path / "victim").chmod(0o644)
    (tmp_path / "data").mkdir(mode=0o700)
    (tmp_path / "data" / "codewatch.log").symlink_to(tmp_path / "victim")

    mend(str(tmp_path / "data"))

    assert stat.S_IMODE((tmp_path / "victim").stat().st_mode) == 0o644


def test_mending_changes_nothing_of_others(tmp_path):
    (tmp_path / "script.sh").write_text("")
    (tmp_path / "script.sh").chmod(0o755)
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "queue.db").write_text("")
    (tmp_path / "src" / "queue.db").chmod(0o644)
    (tmp_path / "queue.db").write_text("")
    (tmp_path / "queue.db").chmod(0o644)

    tmp_path.chmod(0o755)
    mend(str(tmp_path))

    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755
    assert modes(tmp_path) | {"src": 0} == {"script.sh": 0o755, "src": 0, "src/queue.db": 0o644, "queue.db": 0o600}


def test_a_home_folder_as_data_directory_keeps_its_mode_and_that_of_what_is_there(product):
    (product.home / "script.sh").write_text("")
    (product.home / "script.sh").chmod(0o755)
    product.home.chmod(0o755)

    product.run("remember", "We use tabs.", CODEWATCH_DATA_DIR=str(product.home))

    assert stat.S_IMODE(product.home.stat().st_mode) == 0o755
    found = modes(product.home)
    assert found.pop("script.sh") == 0o755
    assert {name: mode for name, mode in found.items() if (product.home / name).is_dir()} == {
        "projects": 0o700, "projects/1": 0o700,
    }  # fmt: skip
    assert "codewatch.db" in found
    assert {mode for name, mode in found.items() if (product.home / name).is_file()} == {0o600}


@pytest.mark.parametrize("name", ["2024", "2024/01", "site"])
def test_projects_of_a_user_keep_their_modes(tmp_path, name):
    work = tmp_path / "projects" / name / "src"
    work.mkdir(parents=True)
    (work / "script.sh").write_text("")
    open_up(tmp_path)

    mend(str(tmp_path))

    assert set(modes(tmp_path).values()) == {0o755, 0o644}


@pytest.mark.parametrize("place", ["", "..", "../.."], ids=["home", "above", "far above"])
def test_a_home_folder_is_not_to_be_closed(product, monkeypatch, place):
    monkeypatch.setenv("HOME", str(product.home / "a" / "b"))
    (product.home / "a" / "b").mkdir(parents=True)
    folder = os.path.normpath(product.home / "a" / "b" / place)
    os.chmod(folder, 0o777)

    assert paths.fault_of(folder) == (
        "others can write this folder", "set CODEWATCH_DATA_DIR to a folder of its own"
    )  # fmt: skip


@pytest.mark.parametrize(("name", "mode"), [("thesis.txt", 0o777), ("queue.db", 0o1777), ("others", 0o775)])
def test_a_folder_of_others_is_not_to_be_closed_to_them(tmp_path, name, mode):
    folder = tmp_path / "shared"
    folder.mkdir()
    (folder / name).write_text("")
    folder.chmod(mode)

    assert paths.fault_of(str(folder)) == (
        "others can write this folder", "set CODEWATCH_DATA_DIR to a folder of its own"
    )  # fmt: skip


def test_a_folder_of_ours_may_be_closed(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "queue.db-wal").write_text("")
    folder.chmod(0o777)

    assert paths.fault_of(str(folder)) == ("others can write this folder", f"chmod go-rwx '{folder}'")


@as_root
def test_a_data_directory_of_another_user_is_refused_with_what_mends_it(product, transcript):
    product.run("remember", "We always use tabs, never spaces.")
    os.chown(product.data, OTHER_USER, OTHER_USER)
    before = modes(product.data)

    refused = [product.run(*words, check=False) for words in (("remember", "x"), ("pause",), ("worker", "start"))]
    saved = product.save(transcript.user("Always use Decimal for money, never float.").path)
    recalled = product.recall("do we use tabs or spaces?")
    status = product.json("status", check=False)

    assert [done.returncode for done in refused] == [3, 3, 3]
    mend = f"chown -R {os.geteuid()} '{product.data}'"
    assert all(done.stderr.endswith(f"run: {mend}\n") for done in refused)
    assert (saved.stdout, saved.stderr, recalled) == (b"", b"", "")
    assert modes(product.data) == before
    assert [finding["fix"] for finding in status["findings"] if finding["id"] == "data-dir"] == [mend]
    subprocess.run(mend, shell=True, check=True)
    assert "tabs" in product.recall("do we use tabs or spaces?")


@pytest.mark.parametrize("mode", [0o777, 0o720, 0o1777])
def test_the_hooks_touch_nothing_in_a_folder_that_others_can_write(product, transcript, mode):
    product.run("remember", "We always use tabs, never spaces.")
    victim = product.home / "victim"
    victim.write_text("keep\n")
    (product.data / "codewatch.log").symlink_to(victim)
    product.data.chmod(mode)
    before = modes(product.data)

    recalled = product.recall("do we use tabs or spaces?")
    started = product.hook(
        "recall", {"session_id": "s", "cwd": str(product.project), "hook_event_name": "SessionStart"}
    )
    product.save(transcript.user("Always use Decimal for money, never float.").path)
    product.hook("save", {}, raw=b"no json")
    product.hook("recall", {}, raw=b"no json")

    assert (recalled, started.stdout) == ("", b"")
    assert modes(product.data) == before
    assert victim.read_text() == "keep\n"
    assert product.run("status", check=False).returncode == 1


def test_the_log_is_never_written_through_a_link_and_status_tells(product):
    product.data.mkdir(mode=0o700)
    victim = product.home / "victim"
    victim.write_text("keep\n")
    (product.data / "codewatch.log").symlink_to(victim)

    product.hook("save", {}, raw=b"no json")
    status = product.json("status", check=False)

    assert victim.read_text() == "keep\n"
    assert (status["findings"][0]["id"], status["findings"][0]["fix"]) == ("link", f"rm '{product.data}/codewatch.log'")


@pytest.mark.parametrize("path", ["plain", "it's", "two words", "two\nlines"])
def test_a_path_in_a_command_is_one_word_of_the_shell(path):
    said = subprocess.run(
        ["/bin/sh", "-c", f"printf %s {paths.quoted(path)}"], capture_output=True, text=True, check=True
    )

    assert said.stdout == path
