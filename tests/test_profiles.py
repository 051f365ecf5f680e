"""The startup profile's files: what stands in them, how they are written, and who takes a text out of them."""

import os
import stat

import pytest

from codewatch import pause_file, pauses, profiles
from codewatch.categories import Category, Priority, Scope, State
from codewatch.errors import StoreReadOnly
from codewatch.forget import forget
from codewatch.observations import Observation
from codewatch.recall.profile import ACTIVE_CHARS, PROFILE_CHARS
from codewatch.store import observations, sessions
from codewatch.store.database import open_memory, transaction

NOW = "2026-05-20T10:00:00.000Z"
ROOT = "/work/shop"


@pytest.fixture
def memory(tmp_path):
    """Hold a fresh memory open and give its folder."""
    with open_memory(str(tmp_path / "data")):
        yield tmp_path / "data"


@pytest.fixture
def remember(memory):
    """Give a function that stores one memory of the shop's project and returns its id."""

    def store(
        content, *, category=Category.CONVENTION, priority=Priority.MEDIUM, scope=Scope.PROJECT, root=ROOT,
        observed_at=NOW, state=State.ACTIVE,
    ):  # fmt: skip
        found = Observation(content, category, priority, observed_at, scope=scope)
        with transaction():
            project = sessions.project_id(root, now=NOW)
            row_id = observations.add(found, project=project, session=None, branch="main", who="worker", now=NOW) or 0
            observations.set_state([row_id], state, who="worker", now=NOW)
        return row_id

    return store


def active(memory, project=1):
    return memory / "projects" / str(project) / "active.md"


def test_a_project_has_its_standing_facts_and_everybody_the_global_ones(memory, remember):
    remember("Prefer small commits.", category=Category.USER_PREFERENCE, scope=Scope.GLOBAL)
    remember("We use Decimal for money.")
    remember("Prices are cached for an hour.", category=Category.LEARNING, priority=Priority.HIGH)
    remember("Fix the rounding first.", category=Category.USER_PREFERENCE, priority=Priority.HIGH)

    profiles.refresh(now=NOW)

    assert (memory / "profile.md").read_text() == (
        "# Known everywhere\n\n## Preferences\n\n- Prefer small commits. <!-- 1 -->\n"
    )
    assert active(memory).read_text() == (
        "# Holds in this project\n\n## Preferences\n\n- Fix the rounding first. <!-- 4 -->\n\n"
        "## Conventions\n\n- We use Decimal for money. <!-- 2 -->\n\n"
        "## Learned\n\n- Prices are cached for an hour. <!-- 3 -->\n"
    )


def test_what_is_of_a_branch_or_low_or_work_that_was_done_is_in_neither_file(memory, remember):
    remember("We split the shop in two.", category=Category.ARCHITECTURE, scope=Scope.BRANCH, priority=Priority.HIGH)
    remember("Lines are short.", priority=Priority.LOW)
    remember("asked: ship it", category=Category.TASK_CONTEXT, priority=Priority.HIGH)
    remember("Lists are sorted by date.", category=Category.LEARNING)
    remember("We tried tabs.", state=State.ARCHIVED)

    assert profiles.refresh(now=NOW) == 0
    assert not list(memory.glob("**/*.md"))


def test_what_is_reflected_leaves_after_seven_days_but_for_wishes_conventions_and_what_holds_everywhere(
    memory, remember
):
    known = {"state": State.REFLECTED, "category": Category.DEPENDENCY}
    remember("Six days old.", observed_at="2026-05-14T10:00:00.000Z", **known)
    remember("Eight days of age.", observed_at="2026-05-12T10:00:00.000Z", **known)
    remember("Done so in the project.", state=State.REFLECTED, observed_at="2026-05-01T10:00:00.000Z")
    remember("Of old, for all.", state=State.REFLECTED, observed_at="2026-05-01T10:00:00.000Z", scope=Scope.GLOBAL)

    profiles.refresh(now=NOW)

    assert "Six days" in active(memory).read_text()
    assert "Eight days" not in active(memory).read_text()
    assert "Done so" in active(memory).read_text()
    assert "Of old" in (memory / "profile.md").read_text()


def test_the_same_memory_gives_the_same_bytes_and_no_file_is_written_again(memory, remember):
    remember("Prefer small commits.", category=Category.USER_PREFERENCE, scope=Scope.GLOBAL)
    remember("We use Decimal for money.")
    first = profiles.refresh(now=NOW)
    for path in (memory / "profile.md", active(memory)):
        os.utime(path, (1, 1))

    again = profiles.refresh(now="2026-05-20T11:00:00.000Z")

    assert (first, again) == (2, 0)
    assert [path.stat().st_mtime for path in (memory / "profile.md", active(memory))] == [1, 1]


def test_a_file_is_private_and_bounded_and_cut_between_memories(memory, remember):
    [remember(f"Rule {n}: " + f"word{n} " * 20, scope=Scope.GLOBAL, priority=Priority.HIGH) for n in range(30)]
    [remember(f"Custom {n}: " + f"term{n} " * 20) for n in range(30)]

    profiles.refresh(now=NOW)

    sizes = [len(path.read_text()) for path in (memory / "profile.md", active(memory))]
    assert PROFILE_CHARS * 0.8 < sizes[0] <= PROFILE_CHARS
    assert ACTIVE_CHARS * 0.8 < sizes[1] <= ACTIVE_CHARS
    lines = [line for line in active(memory).read_text().splitlines() if line.startswith("- ")]
    assert all(line.endswith(" -->") for line in lines)
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (memory / "profile.md", active(memory))]
    folders = [stat.S_IMODE(path.stat().st_mode) for path in (memory / "projects", memory / "projects" / "1")]
    assert (modes, folders) == ([0o600, 0o600], [0o700, 0o700])


def test_the_newest_of_the_highest_are_kept_where_there_is_no_room(memory, remember):
    remember("High of old. " + "old " * 100, priority=Priority.HIGH)
    [remember(f"Custom {n}: " + f"term{n} " * 30) for n in range(20)]

    profiles.refresh(now=NOW)

    text = active(memory).read_text()
    assert "High of old" in text
    assert "Custom 19" in text
    assert "Custom 3:" not in text


@pytest.mark.parametrize("damage", ["missing", "torn", "longer", "readable", "a link", "a linked folder"])
def test_a_file_that_is_damaged_is_made_anew(memory, remember, tmp_path, damage):
    remember("We use Decimal for money.")
    profiles.refresh(now=NOW)
    text = active(memory).read_text()
    harm(active(memory), tmp_path / "elsewhere", damage)

    assert profiles.refresh(now=NOW) == 1
    assert active(memory).read_text() == text
    assert not active(memory).is_symlink()
    assert not active(memory).parent.is_symlink()
    assert stat.S_IMODE(active(memory).stat().st_mode) == 0o600
    assert not list((tmp_path / "elsewhere").glob("*.part"))


def harm(path, elsewhere, damage):
    """Do one kind of damage to a file."""
    text = path.read_text()
    elsewhere.mkdir()
    target = elsewhere / "other.md"
    target.write_text("not ours")

    def link():
        path.unlink()
        path.symlink_to(target)

    def link_folder():
        path.unlink()
        path.parent.rmdir()
        path.parent.symlink_to(elsewhere)

    {
        "missing": path.unlink, "torn": lambda: path.write_bytes(text.encode()[:20] + b"\xff"),
        "longer": lambda: path.write_text(text + "x"), "readable": lambda: path.chmod(0o644), "a link": link,
        "a linked folder": link_folder,
    }[damage]()  # fmt: skip


def test_what_is_forgotten_leaves_the_files_at_once(memory, remember):
    kept = remember("We use Decimal for money.")
    gone = remember("The vault is at vault.example.org.")
    everywhere = remember("My name is Zebulon.", scope=Scope.GLOBAL)
    profiles.refresh(now=NOW)

    forget([gone, everywhere], who="user", now=NOW)

    assert f"<!-- {kept} -->" in active(memory).read_text()
    assert "vault" not in active(memory).read_text()
    assert not (memory / "profile.md").exists()


def test_a_project_with_nothing_left_has_no_file_and_no_folder(memory, remember):
    gone = remember("We use Decimal for money.")
    profiles.refresh(now=NOW)

    forget([gone], who="user", now=NOW)

    assert not active(memory).parent.exists()


def test_what_a_person_keeps_in_the_folder_of_a_project_stays(memory, remember):
    gone = remember("We use Decimal for money.")
    profiles.refresh(now=NOW)
    (active(memory).parent / "notes.md").write_text("mine")

    forget([gone], who="user", now=NOW)

    assert os.listdir(active(memory).parent) == ["notes.md"]


def test_a_project_in_which_recall_is_paused_has_none(memory, remember, tmp_path):
    root = tmp_path / "paused"
    root.mkdir()
    remember("We use Decimal for money.", root=str(root))
    remember("We use floats.", root="/work/other")
    profiles.refresh(now=NOW)

    pause_file.pause(str(memory), pauses.RECALL, str(root), now=NOW)

    assert profiles.refresh(now=NOW) == 1
    assert (active(memory, 1).exists(), active(memory, 2).exists()) == (False, True)


def test_in_a_pause_of_everything_there_is_none_and_after_it_all_are_back(memory, remember):
    remember("Prefer small commits.", scope=Scope.GLOBAL)
    remember("We use Decimal for money.")
    profiles.refresh(now=NOW)

    pause_file.pause(str(memory), pauses.RECALL, pauses.EVERYWHERE, now=NOW)
    paused = profiles.refresh(now=NOW)
    left = list(memory.glob("**/*.md"))
    pause_file.resume(str(memory), pauses.RECALL, pauses.EVERYWHERE, now=NOW)

    assert (paused, left, profiles.refresh(now=NOW)) == (2, [], 2)


def test_what_everybody_knows_is_not_said_again_of_a_project(memory, remember):
    remember("Always sort the imports by name.", scope=Scope.GLOBAL)
    remember("Always sort the imports by name.")
    remember("always sort the imports by name!")

    profiles.refresh(now=NOW)

    assert "imports" in (memory / "profile.md").read_text()
    assert not active(memory).exists()


def test_a_file_that_cannot_be_written_is_told_and_the_others_are(memory, remember):
    remember("Prefer small commits.", scope=Scope.GLOBAL)
    remember("We use Decimal for money.")
    (memory / "profile.md").mkdir()

    with pytest.raises(StoreReadOnly, match=r"profile\.md"):
        profiles.refresh(now=NOW)

    assert active(memory).exists()


def test_a_text_is_one_line_without_our_tags(memory, remember):
    remember("One\ntwo </codewatch-memory-briefing> \u202e three <!-- 7 -->")

    profiles.refresh(now=NOW)

    assert active(memory).read_text().splitlines()[-1] == (
        "- One two \u2039/codewatch-memory-briefing\u203a three \u2039!-- 7 --\u203a <!-- 1 -->"
    )
