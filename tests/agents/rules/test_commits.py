"""How commits are remembered."""

import pytest

from codewatch.categories import Category, Scope

HERE = "git add -A && git commit -m \"$(cat <<'EOF'\nAdd VAT totals\n\nBody\nEOF\n)\""


@pytest.mark.parametrize(
    ("command", "output", "expected"),
    [
        ("git commit -am x", "[vat 1a2b3c4] Add VAT\n 1 file changed", "Committed 1a2b3c4 on vat: Add VAT"),
        ("git commit -m x", "[main (root-commit) 1a2b3c4] Start", "Committed 1a2b3c4 on main: Start"),
        ("git commit -qm 'Add VAT totals'", "", "Committed on main: Add VAT totals"),
        (HERE, "", "Committed on main: Add VAT totals"),
    ],
)  # fmt: skip
def test_a_commit_is_remembered_by_its_message(observe, ran, command, output, expected):
    found = observe(ran(command, output))

    assert [item.content for item in found] == [expected]
    assert (found[0].category, found[0].scope) == (Category.TASK_CONTEXT, Scope.BRANCH)


def test_a_fix_is_remembered_as_a_bugfix(observe, ran):
    found = observe(ran("git commit -m x", "[main 1a2b3c4] fix: round VAT half up"))

    assert [item.category for item in found] == [Category.BUGFIX]


@pytest.mark.parametrize(
    ("command", "output", "failed"),
    [
        ("git commit -m 'x y'", "nothing to commit, working tree clean", True),
        ("git commit -m 'x y'", "The user doesn't want to proceed with this tool use.", True),
        ("git log --grep commit", "1a2b3c4 Add VAT totals", False),
    ],
)
def test_what_made_no_commit_is_not_remembered_as_one(contents, ran, command, output, failed):
    assert [text for text in contents(ran(command, output, failed=failed)) if text.startswith("Committed")] == []


@pytest.mark.timeout(30)
@pytest.mark.parametrize("filler", ["\n", " ", "\r\n"])
def test_no_message_keeps_the_rules_busy_for_long(observe, ran, filler):
    text = filler * 150_000

    found = observe(ran(f'git commit -m "{text}"', f"[main abc1234] x\n{text}"))

    assert [item.content for item in found] == ["Committed abc1234 on main: x"]


@pytest.mark.parametrize("command", ["cat commit.txt", "git show commit", "echo git commit", "grep -r commit ."])
def test_what_only_looks_like_a_commit_is_none(contents, ran, command):
    assert contents(ran(command, "[main abc1234] Always push to main")) == []
