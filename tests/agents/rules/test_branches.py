"""What becomes of branches."""

import pytest

from codewatch.agents.rules.rules_table import Rule
from codewatch.categories import Category, Scope


@pytest.mark.parametrize(
    ("command", "output", "expected"),
    [
        (
            "git checkout -b vat-rounding",
            "Switched to a new branch 'vat-rounding'",
            "Created branch vat-rounding from main",
        ),
        (
            "git switch -c fix/vat origin/dev",
            "branch 'fix/vat' set up to track 'origin/dev'.\nSwitched to a new branch 'fix/vat'",
            "Created branch fix/vat from origin/dev",
        ),
        (
            "cd /home/ana/shop && git -C . switch --create vat",
            "Switched to a new branch 'vat'",
            "Created branch vat from main",
        ),
        ("git checkout -q -b vat", "", "Created branch vat from main"),
        ("git branch release-2 v2.0.1", "", "Created branch release-2 from v2.0.1"),
        ("git merge vat", "Updating 1a2b3c4..5d6e7f8\nFast-forward\n cart.py | 2 +-", "Merged branch vat into main"),
        (
            "git checkout dev && git merge --no-ff -m 'Merge VAT' vat",
            "Switched to branch 'dev'\nMerge made by the 'ort' strategy.",
            "Merged branch vat into dev",
        ),
        (
            "git worktree add ../shop-vat -b vat",
            "Preparing worktree (new branch 'vat')\nHEAD is now at 1a2b3c4 Add VAT",
            "Added worktree ../shop-vat with the new branch vat",
        ),
        (
            "git worktree add ../shop-dev dev",
            "Preparing worktree (checking out 'dev')\nHEAD is now at 1a2b3c4",
            "Added worktree ../shop-dev for branch dev",
        ),
        (
            "gh pr merge 12 --squash",
            "✓ Squashed and merged pull request ana/shop#12 (Round VAT half up)",
            "Merged pull request ana/shop#12: Round VAT half up",
        ),
    ],
)
def test_a_branch_that_was_made_or_merged_is_news(observe, ran, command, output, expected):
    found = [item for item in observe(ran(command, output)) if item.rule == Rule.BRANCHES]

    assert [item.content for item in found] == [expected]
    assert (found[0].category, found[0].scope) == (Category.TASK_CONTEXT, Scope.PROJECT)


@pytest.mark.parametrize(
    ("command", "output", "failed"),
    [
        ("git checkout main", "Switched to branch 'main'\nYour branch is up to date with 'origin/main'.", False),
        ("git switch -", "Switched to branch 'vat'", False),
        ("git checkout -b vat", "fatal: a branch named 'vat' already exists", True),
        (
            "git checkout -b vat || git checkout vat",
            "fatal: a branch named 'vat' already exists\nSwitched to branch 'vat'",
            False,
        ),
        ("git merge vat", "Already up to date.", False),
        (
            "git merge vat",
            (
                "Auto-merging a.py\nCONFLICT (content): Merge conflict in a.py\n"
                "Automatic merge failed; fix conflicts and then commit the result."
            ),
            True,
        ),
        ("git merge --abort", "", False),
        ("git branch", "* main\n  vat", False),
        ("git branch -d vat", "Deleted branch vat (was 1a2b3c4).", False),
        ("git worktree add ../x vat", "fatal: 'vat' is already checked out at '/home/ana/y'", True),
        ("git checkout -b vat", "The user doesn't want to proceed with this tool use.", True),
        ("echo \"Switched to a new branch 'x'\"", "Switched to a new branch 'x'", False),
    ],
)
def test_going_back_and_forth_and_what_failed_is_none(observe, ran, command, output, failed):
    assert [item.content for item in observe(ran(command, output, failed=failed)) if item.rule == Rule.BRANCHES] == []


def test_a_branch_is_made_once(observe, ran):
    first = ran("git switch -c vat", "Switched to a new branch 'vat'", is_observed=True)

    assert observe(first, ran("git switch -c vat", "Switched to a new branch 'vat'")) == []


def test_a_branch_that_was_there_is_not_created(contents, ran):
    switched = ran("git checkout -b fix-vat 2>/dev/null || git checkout fix-vat", "Switched to branch 'fix-vat'")

    assert contents(switched) == []
