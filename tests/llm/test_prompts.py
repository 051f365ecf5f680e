"""The texts for models: the user's own where they are sound, and what is said of those that are not (F149-F150)."""

import hashlib
import os

import pytest

from codewatch import paths
from codewatch.llm import prompts

OWN = "Note what matters, at most {longest} characters each, sorted into:\n{categories}\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Give the folder of a user's own prompts."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    found = tmp_path / "codewatch-memory" / "prompts"
    found.mkdir(parents=True)
    return found


def said():
    """Return what is said of the user's prompts, one line each."""
    return [fault.what for fault in prompts.faults()]


def test_without_prompts_of_ones_own_the_shipped_ones_are_asked_and_nothing_is_said(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))

    assert said() == []
    assert not prompts.load("observer").is_own
    assert prompts.fill("observer", longest="500", categories="- learning").startswith(paths.OUR_OPENING)


def test_a_text_of_ones_own_takes_the_shipped_ones_place(folder):
    (folder / "observer.md").write_text(OWN)

    filled = prompts.fill("observer", longest="500", categories="- learning: {longest}")

    assert filled == (
        f"{paths.OUR_OPENING}\n\n"
        "Note what matters, at most 500 characters each, sorted into:\n- learning: {longest}\n"
    )
    assert said() == []


def test_every_shipped_prompt_is_sound_as_ones_own(folder):
    for_each = [(folder / f"{name}.md").write_text(prompts.load(name).text) for name in prompts.names()]

    assert len(for_each) == 8
    assert said() == []
    assert all(prompts.load(name).is_own for name in prompts.names())


def test_the_version_is_a_hash_of_the_text_before_filling(folder):
    shipped = prompts.load("observer")
    (folder / "observer.md").write_text(OWN)
    own = prompts.load("observer")

    assert shipped.version == f"observer@{hashlib.sha256(shipped.text.encode()).hexdigest()[:8]}"
    assert own.version == f"observer@{hashlib.sha256(OWN.encode()).hexdigest()[:8]}+own"


def test_the_version_of_two_texts_changes_with_either(folder):
    reflector, level = prompts.load("reflector"), prompts.load("reflector-level-1")
    (folder / "reflector-level-1.md").write_text("Drop finished work.")
    own = prompts.load("reflector-level-1")

    assert prompts.version_of(reflector, level) != prompts.version_of(reflector, prompts.load("reflector-level-2"))
    assert prompts.version_of(reflector, own).startswith("reflector@")
    assert prompts.version_of(reflector, own).endswith("+own")


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"Note what matters in {longest} characters.", "lacks {categories}"),
        (b"Note what matters.", "lacks {categories}, {longest}"),
        (b"", "is empty"),
        (b" \n\t\n", "is empty"),
        ("Merke {longest} {categories}: Größe".encode("latin-1"), "is not UTF-8"),
        (OWN.encode("utf-16"), "is not UTF-8"),
        (OWN.encode() + b"\0", "is no text"),
        (OWN.encode() + b"x" * prompts.MAX_BYTES, "is larger than 32 kB"),
    ],
)
def test_what_cannot_be_used_is_said_and_the_shipped_text_is_asked(folder, raw, why):
    (folder / "observer.md").write_bytes(raw)

    assert said() == [f"{folder}/observer.md {why}; the shipped prompt is used"]
    assert not prompts.load("observer").is_own
    assert "+own" not in prompts.load("observer").version


def test_a_folder_a_pipe_and_a_link_to_nothing_are_said_and_not_waited_for(folder):
    (folder / "observer.md").mkdir()
    os.mkfifo(folder / "repair.md")
    (folder / "reflector.md").symlink_to(folder / "gone.md")

    assert said() == [
        f"{folder}/observer.md is no file; the shipped prompt is used",
        f"{folder}/reflector.md is a link to nothing; the shipped prompt is used",
        f"{folder}/repair.md is no file; the shipped prompt is used",
    ]
    assert not any(prompts.load(name).is_own for name in prompts.names())


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_what_may_not_be_read_is_said(folder):
    (folder / "observer.md").write_text(OWN)
    (folder / "observer.md").chmod(0)

    assert said() == [f"{folder}/observer.md cannot be read (Permission denied); the shipped prompt is used"]


def test_a_field_that_is_none_is_said_and_the_text_is_used(folder):
    (folder / "observer.md").write_text(f"{OWN}Write {{language}}.")

    assert said() == [f"{folder}/observer.md has {{language}}, which is no field of it and is sent as written"]
    assert prompts.fill("observer", longest="1", categories="").endswith("Write {language}.")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("reflector-lvl-1.md", "; did you mean reflector-level-1.md?"), ("Observer.md", "; did you mean observer.md?"),
        ("reflector-level-4.md", "; did you mean reflector-level-3.md?"),
        ("observer.txt", "; did you mean observer.md?"), ("zzz.md", ""),
    ],
)  # fmt: skip
def test_a_name_that_is_no_prompts_is_said(folder, name, meant):
    (folder / name).write_text(OWN)

    assert said() == [f"{folder}/{name} is the name of no prompt, and ignored{meant}"]


def test_backups_hidden_files_and_the_table_of_fields_are_nobodys_prompt(folder):
    (folder / "observer.md~").write_text("")
    (folder / ".observer.md.swp").write_bytes(b"\0")
    (folder / "about.md").write_text("")

    assert said() == []


def test_windows_line_ends_and_a_byte_order_mark_are_no_other_text(folder):
    (folder / "observer.md").write_bytes(b"\xef\xbb\xbf" + OWN.replace("\n", "\r\n").encode())

    assert prompts.load("observer").text == OWN
    assert prompts.load("observer").version == f"observer@{hashlib.sha256(OWN.encode()).hexdigest()[:8]}+own"


def test_a_folder_that_is_a_file_is_said(folder):
    folder.rmdir()
    folder.write_text("")

    assert said() == [f"{folder} cannot be read (Not a directory); the shipped prompts are used"]
    assert not prompts.load("observer").is_own


def test_the_state_of_the_files_changes_with_them_and_only_then(folder):
    empty = prompts.files_state()
    (folder / "observer.md").write_text(OWN)
    written = prompts.files_state()

    assert empty != written
    assert written == prompts.files_state()
