"""What was tried and taken back."""

import pytest

from codewatch.agents.rules.rules_table import Rule
from codewatch.agents.rules.undoing import asks_for_more, asks_to_undo
from codewatch.categories import Category, Origin
from codewatch.messages import Role

ASKED = "Cache the exchange rates in Redis"
TRIED = f'Tried "{ASKED}" (src/rates.py), taken back'


@pytest.fixture
def told(observe):
    """Give the texts of the rules that speak of edits, of what was asked, and of what was taken back."""
    rules = (Rule.EDITS, Rule.REQUESTS, Rule.REVERTS, Rule.RED_TO_GREEN)
    return lambda *messages: [item.content for item in observe(*messages) if item.rule in rules]


@pytest.fixture
def replaced(message):
    """Build an edit that put one text in the place of another."""

    def build(path, old, new, **fields):
        given = {"file_path": f"/home/ana/shop/{path}", "old_string": old, "new_string": new}
        return message(Role.TOOL_RESULT, "The file has been updated.", tool="Edit", tool_input=given, **fields)

    return build


@pytest.mark.parametrize(
    "command",
    [
        "git checkout -- src/rates.py",
        "git checkout HEAD -- src/",
        "git checkout .",
        "git checkout src/rates.py",
        "git restore src/rates.py",
        "git restore --staged --worktree .",
        "git reset --hard",
        "git reset --hard HEAD",
        "git stash && git stash drop",
        "cd /home/ana/shop && git -C . checkout -- src/rates.py && pytest -q",
    ],
)
def test_what_git_takes_back_was_tried_and_is_no_edit(told, said, edited, ran, command):
    found = told(said(ASKED), edited("src/rates.py"), ran(command, ""))

    assert [text.split(" with `")[0] for text in found] == [TRIED]


@pytest.mark.parametrize("top", ["/home/ana/shop", "/home/ana/shop-worktrees/vat"])
def test_a_file_is_known_by_its_name_in_the_folder_the_shell_has_gone_to(told, said, message, ran, top):
    given = {"file_path": f"{top}/src/rates.py"}
    edit = message(Role.TOOL_RESULT, "ok", tool="Edit", tool_input=given, cwd=f"{top}/src")

    found = told(said(ASKED, cwd=top), edit, ran("git checkout -- rates.py", "", cwd=f"{top}/src"))

    assert [text.split(" with `")[0] for text in found] == [TRIED]


def test_why_is_the_failure_before(observe, said, edited, ran):
    found = observe(
        said(ASKED),
        edited("src/rates.py"),
        ran("pytest", "ConnectionError: redis refused\n1 failed", failed=True),
        ran("git checkout -- src/rates.py", "Updated 1 path from the index"),
        ran("pytest", "4 passed"),
    )

    tried = [item for item in found if item.rule == Rule.REVERTS]
    assert [(item.content, item.category, item.files) for item in tried] == [
        (
            f"{TRIED} with `git checkout -- src/rates.py`: `pytest` failed: 1 failed; ConnectionError: redis refused",
            Category.LEARNING,
            ("src/rates.py",),
        )
    ]
    assert [item for item in found if item.rule in (Rule.EDITS, Rule.RED_TO_GREEN)] == []


@pytest.mark.parametrize(
    "command",
    [
        "git checkout main", "git checkout -b x", "git restore --staged .", "git reset HEAD~1", "git stash",
        "git checkout -- docs", "git stash && git stash pop", "git diff", "git restore other.py",
    ],
)  # fmt: skip
def test_other_git_commands_take_nothing_back(told, said, edited, ran, command):
    found = told(said(ASKED), edited("src/rates.py"), ran(command, ""))

    assert found == [f'Asked "{ASKED}": edited src/rates.py']


def test_a_command_that_failed_takes_nothing_back(told, said, edited, ran):
    failed = ran("git checkout -- src/rates.py", "error: pathspec did not match", failed=True)

    assert told(said(ASKED), edited("src/rates.py"), failed) == [f'Asked "{ASKED}": edited src/rates.py']


def test_what_was_committed_before_stays(told, said, edited, ran):
    found = told(
        said(ASKED),
        edited("src/rates.py"),
        ran("git commit -am x", "[main 1a2b3c4] Cache rates"),
        ran("git reset --hard"),
    )

    assert found == [f'Asked "{ASKED}": edited src/rates.py']


@pytest.mark.parametrize("command", ["git revert --no-edit 1a2b3c4", "git revert HEAD", "git reset --hard HEAD~1"])
def test_a_commit_that_is_taken_back_takes_its_edits_along(told, said, edited, ran, command):
    committed = ran("git commit -am x", "[main 1a2b3c4] Cache rates")

    found = told(said(ASKED), edited("src/rates.py"), committed, ran(command, "[main 5d6e7f8] Revert"))

    assert found == [f"{TRIED} with `{command}`"]


def test_an_edit_and_its_inverse_are_an_attempt(told, said, replaced):
    there = replaced("src/rates.py", "def rate():\n    return ask()", "def rate():\n    return cached(ask)")
    back = replaced("src/rates.py", "    return cached(ask)\n", "    return ask()\n")

    assert told(said(ASKED), there, back) == [f'Tried "{ASKED}" (`return cached(ask)` in src/rates.py), taken back']


def test_an_edit_and_its_inverse_among_others_are_steps_of_one_work(told, said, edited, replaced):
    found = told(
        said(ASKED), replaced("src/rates.py", "import a", "import b"), edited("src/app.py"),
        replaced("src/rates.py", "import b", "import a"),
    )  # fmt: skip

    assert found == [f'Asked "{ASKED}": edited src/app.py']


def test_after_a_failure_they_are_an_attempt(told, said, edited, replaced, ran):
    found = told(
        said(ASKED), edited("src/app.py"), replaced("src/rates.py", "x = 1", "x = 2"),
        ran("pytest", "E   KeyError: 'vat'\n1 failed", failed=True), replaced("src/rates.py", "x = 2", "x = 1"),
    )  # fmt: skip

    assert found == [
        f'Asked "{ASKED}": edited src/app.py',
        f"Tried \"{ASKED}\" (`x = 2` in src/rates.py), taken back: `pytest` failed: 1 failed; KeyError: 'vat'",
    ]


def test_a_patch_and_its_inverse_are_an_attempt(told, said, message):
    there = "*** Begin Patch\n*** Update File: src/rates.py\n@@\n-x = 1\n+x = 2\n*** End Patch"
    back = "*** Begin Patch\n*** Update File: src/rates.py\n@@\n-x = 2\n+x = 1\n*** End Patch"
    patches = [
        message(Role.TOOL_RESULT, "Success.", tool="apply_patch", tool_input={"input": one}) for one in (there, back)
    ]

    assert told(said(ASKED), *patches) == [f'Tried "{ASKED}" (`x = 2` in src/rates.py), taken back']


def test_a_second_edit_of_the_same_lines_is_work(told, said, replaced):
    found = told(said(ASKED), replaced("src/rates.py", "a", "b"), replaced("src/rates.py", "b", "c"))

    assert found == [f'Asked "{ASKED}": edited src/rates.py']


def test_a_file_that_was_made_and_removed_again_is_nothing(told, said, message, ran):
    path = "/home/ana/shop/debug.py"
    wrote = message(
        Role.TOOL_RESULT, f"File created successfully at: {path}", tool="Write", tool_input={"file_path": path}
    )

    assert told(said(ASKED), wrote, ran("python debug.py", "ok"), ran("rm debug.py")) == [f'Asked: "{ASKED}"']


def test_what_the_user_has_undone_was_tried_and_the_words_say_why(observe, said, edited):
    found = observe(said(ASKED), edited("src/rates.py"), said("That didn't work, undo it."), edited("src/rates.py"))

    assert [(item.content, item.origin, item.source) for item in found] == [
        (f'{TRIED}: the user said "That didn\'t work, undo it."', Origin.USER, "m3")
    ]


def test_other_work_that_the_user_asks_for_beside_is_told(told, said, edited):
    again = "Revert that, it needs a server. Use a dict in memory instead."

    found = told(said(ASKED), edited("src/rates.py"), said(again), edited("src/rates.py"))

    assert found == [f'{TRIED}: the user said "{again}"', f'Asked "{again}": edited src/rates.py']


def test_only_the_last_work_is_undone(told, said, edited):
    found = told(
        said("Round VAT half up in totals"), edited("vat.py"), said(ASKED), edited("src/rates.py"), said("no, go back")
    )

    assert found == ['Asked "Round VAT half up in totals": edited vat.py', f'{TRIED}: the user said "no, go back"']


def test_an_attempt_from_an_earlier_slice_is_told_when_it_is_taken_back_now(told, said, edited, ran):
    found = told(
        said(ASKED, is_observed=True), edited("src/rates.py", is_observed=True), ran("git checkout -- src/rates.py")
    )

    assert found == [f"{TRIED} with `git checkout -- src/rates.py`"]


@pytest.mark.parametrize(
    "text",
    [
        "revert that", "Please undo it.", "That didn't work, undo it", "no, go back", "Roll that back please",
        "can you revert the last commit?", "Hmm, that broke the tests. Revert your changes.", "put it back",
        "ok so undo everything", "go back to the previous version", "Mach das rückgängig",
        "annule ça", "deshaz eso", "撤销这个修改", "元に戻してください",
    ],
)  # fmt: skip
def test_words_that_have_work_taken_back(text):
    assert asks_to_undo(text)


@pytest.mark.parametrize(
    "text",
    [
        "should we revert that?", "why did you revert that?", "don't revert that", "If it fails, undo it",
        "Add an undo button to the editor", "Implement the revert command", "The user can undo it with Ctrl+Z",
        "how do I undo the last commit?", "We reverted that last week", "go back to the list page after saving",
        "Never undo it without asking",
    ],
)  # fmt: skip
def test_words_that_only_speak_of_it(text):
    assert not asks_to_undo(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Undo it, the tests fail", False),
        ("Revert that and use a dict instead", True),
        ("Revert that. Add a lock around the cache file.", True),
        ("Undo it. The cache needs a server.", False),
    ],
)
def test_words_that_ask_for_other_work_too(text, expected):
    assert asks_for_more(text) is expected


def test_a_commit_that_was_reset_away_or_amended_is_no_commit(observe, edited, ran):
    found = observe(
        edited("a.py"),
        ran("git commit -am x", "[main 1a2b3c4] Add VAT"),
        ran("git commit --amend --no-edit", "[main 2b3c4d5] Add VAT totals"),
        edited("b.py"),
        ran("git commit -am y", "[main 3c4d5e6] Try Redis"),
        ran("git reset --hard HEAD~1", "HEAD is now at 2b3c4d5 Add VAT totals"),
    )

    assert [item.content for item in found if item.rule == Rule.COMMITS] == [
        "Committed 2b3c4d5 on main: Add VAT totals"
    ]
    assert [item.files for item in found if item.rule == Rule.EDITS] == [("a.py",)]


def test_words_about_another_work_leave_the_last_one_alone(told, said, edited):
    found = told(said(ASKED), edited("src/rates.py"), said("Revert the migration"), edited("db/0007_orders.py"))

    assert found == [f'Asked "{ASKED}": edited src/rates.py', 'Asked "Revert the migration": edited db/0007_orders.py']
