"""A day's small things by kind: a developer who comes back sees what was tested, what failed and which files it was."""

import pytest

from codewatch.agents.reflecting import days
from codewatch.agents.reflecting.alike import merge_same
from codewatch.agents.reflecting.facts import facts_of
from codewatch.agents.reflecting.work import tell_commits
from codewatch.categories import Category, Priority


@pytest.fixture
def tell(note):
    """Give a function that tells of notes, given as text or as text and files, at a level."""

    def told(level, *given, without=""):
        notes = [
            note(text, Category.TASK_CONTEXT, priority=Priority.LOW, files=tuple(files))
            for text, *files in ((one,) if isinstance(one, str) else one for one in given)
        ]
        return [line.text for line in days.tell(merge_same(facts_of(notes)), level, without=without)]

    return told


def test_each_result_of_a_command_is_told_once_behind_the_command(tell):
    told = tell(
        1, "`pytest -x tests/api` passed: 43 tests, 0 failures", "`pytest` passed: 60 passed in 3.2s; then 65 passed",
        "`npx vitest run` passed: Tests 16 passed (16)", "`pytest tests/api` passed: 43 tests, 0 failures",
    )  # fmt: skip

    (line,) = told
    assert line == (
        "passed: `pytest` (a part) 43 tests, 0 failures; `pytest` 60 passed in 3.2s; 65 passed;"
        " `npx vitest` Tests 16 passed (16)"
    )


@pytest.mark.parametrize(
    ("command", "called"),
    [
        ("mix compile --warnings-as-errors && mix test test/x_test.exs", "`mix test` (a part)"),
        ("cd shop && pytest -q", "`pytest`"), ("pytest -q && cd ..", "`pytest`"), ("go test ./...", "`go test`"),
        ("pytest tests/a.py::test_b | tail -3", "`pytest` (a part)"), ("npm run lint; npm test", "`npm test`"),
    ],
)  # fmt: skip
def test_what_passed_is_the_last_of_a_chain_and_said_to_be_a_part(tell, command, called):
    assert tell(2, f"`{command}` passed: 18 tests, 0 failures") == [f"passed: {called} 18 tests, 0 failures"]


def test_an_error_that_is_cut_shows_it(tell):
    error = (
        "The following paths are ignored by one of your .gitignore files, and so they are not added: tmp/cache/x.bin"
    )

    (line,) = tell(2, f"`git add .` failed: {error} and {error}")

    assert line.startswith("failed: `git add` The following paths are ignored by")
    assert line.endswith("…")


def test_a_failure_is_told_with_its_error_and_later_by_its_name(tell):
    failure = "`mix test test/a_test.exs` failed: 5 tests, 5 failures; ** (RuntimeError) no :secret_key_base found"

    assert tell(1, failure) == ["failed: `mix test` 5 tests, 5 failures, ** (RuntimeError) no :secret_key_base found"]
    assert tell(3, failure) == ["failed: `mix test` 5 tests, 5 failures, RuntimeError"]


def test_files_stand_by_folder_and_at_last_by_name(tell):
    asked = (
        ('Asked "add the cart": edited shop/cart.py:1-9, shop/prices.py; created web/cart.js', "shop/cart.py",
         "shop/prices.py", "web/cart.js", "/etc/hosts", "~/notes.md"),
    )  # fmt: skip

    assert "files: shop: cart.py, prices.py; web/cart.js" in tell(1, *asked)
    assert tell(3, *asked) == ["files: cart.py, prices.py, cart.js"]


def test_a_request_is_told_once_and_not_where_it_is_a_rule_of_the_user(tell):
    asked = (
        'Asked "move the price table to cents and round once": edited a.py',
        'Asked "move the price table to cents…": edited b.py', 'Asked "Never round before the total": edited c.py',
        'Asked "does it work now, really and always?": edited d.py',
    )  # fmt: skip

    assert tell(1, *asked, without="Never round before the total.") == [
        "asked: move the price table to cents and round once"
    ]


def test_a_request_that_is_cut_says_so(tell):
    assert tell(1, 'Asked "move the constants of shop/prices.py into…": edited') == [
        "asked: move the constants of shop/prices.py into…"
    ]
    assert tell(1, f'Asked "write the totals of {"each order and " * 8}all of them": edited')[0].endswith("…")


def test_what_is_worded_otherwise_is_told_as_it_stands_until_there_is_no_room(tell):
    assert tell(1, "The export runs at night") == ["also: The export runs at night"]
    assert tell(3, "The export runs at night") == []


def test_no_line_is_longer_than_two_lines_of_a_screen(tell):
    told = tell(1, *((f'Asked "step {n}": edited x', f"src/part{n}/module_{n}.py") for n in range(60)))

    assert max(map(len, told)) <= days.LINE_CHARS + len("files: ")
    assert all(f"module_{number}.py" in "\n".join(told) for number in range(60))


@pytest.mark.parametrize(
    ("command", "head"),
    [
        ("uv run pytest -x", "uv run"), ("pytest -x", "pytest"), ("python3 -c 'x'", "python3"), ("make", "make"),
        ("node build.js", "node build.js"), ("npm run-script x", "npm run-script"), ("git add a/b", "git add"),
    ],
)  # fmt: skip
def test_a_command_is_named_by_its_program_and_subcommand(command, head):
    assert days.head_of(command) == head


def test_commits_are_told_with_their_hash_or_by_their_subject(note):
    items = merge_same(
        facts_of(
            [
                note(f"Committed {sha} on main: {subject}", Category.TASK_CONTEXT)
                for sha, subject in (
                    ("3bb8701", "feat: cents (shop-1)"),
                    ("99b497c", "fix: the total, " + "long " * 40),
                )
            ]
        )
    )

    with_hash = tell_commits(items, with_hash=True, budget_chars=500)
    short = tell_commits(items, with_hash=False, budget_chars=500)

    assert with_hash[0].text.startswith("commits: 3bb8701 feat: cents (shop-1); 99b497c fix: the total, long")
    assert short[0].text.startswith("commits: feat: cents; fix: the total, long")
    assert len(short[0].items) == 2
