"""A command that failed and worked when it was written differently."""

import pytest

from codewatch.agents.rules.rules_table import Rule
from codewatch.categories import Category


@pytest.fixture
def retried(observe):
    """Give what the rules say of commands that were written anew."""
    return lambda *messages: [item for item in observe(*messages) if item.rule == Rule.RETRIES]


@pytest.mark.parametrize(
    ("first", "error", "second", "output"),
    [
        (
            "git push",
            "fatal: The current branch vat has no upstream branch",
            "git push -u origin vat",
            "branch 'vat' set up to track 'origin/vat'.",
        ),
        (
            "pip install psycopg2",
            "Error: pg_config executable not found",
            "pip install psycopg2-binary",
            "Successfully installed psycopg2-binary-2.9.9",
        ),
        (
            "pip install ruff",
            "error: externally-managed-environment",
            "pipx install ruff",
            "installed package ruff 0.8.1",
        ),
        (
            "apt-get install -y jq",
            "E: Could not open lock file /var/lib/dpkg/lock-frontend - open (13: Permission denied)",
            "sudo apt-get install -y jq",
            "Setting up jq (1.7.1-3) ...",
        ),
        (
            "npm install",
            "npm error ERESOLVE unable to resolve dependency tree",
            "npm install --legacy-peer-deps",
            "added 300 packages",
        ),
        ("python manage.py seed", "bash: python: command not found", "python3 manage.py seed", "seeded"),
        (
            "./import.py data.csv --enc utf8",
            "error: unrecognized arguments: --enc",
            "./import.py data.csv --encoding utf8",
            "done",
        ),
        ("pytest", "bash: pytest: command not found", "uv run pytest", "5 passed"),
    ],
)
def test_the_command_that_worked_is_remembered_with_the_error_of_the_other(retried, ran, first, error, second, output):
    found = retried(ran(first, f"Exit code 1\n{error}", failed=True), ran("ls"), ran(second, output))

    assert [item.content for item in found] == [f"`{first}` failed with: {error}; `{second}` worked instead"]
    assert found[0].category is Category.LEARNING


@pytest.mark.parametrize(
    ("first", "output", "second", "after"),
    [
        ("pytest tests/a.py", "1 failed", "pytest tests/b.py", "5 passed"),
        (
            "pip install ruff-lsp",
            "ERROR: No matching distribution",
            "pip install ruff",
            "Successfully installed ruff-0.8",
        ),
        ("npm i left-pad", "npm error 404", "npm i @acme/left-pad", "added 1 package"),
        ("pytest -x", "1 failed, 3 passed", "pytest", "5 passed"),
        ("node a.js", "Error: boom", "node b.js", "ready"),
        ("git push", "fatal: no upstream", "git pull", "Already up to date."),
        (
            "pip install torch",
            "ERROR: No matching distribution found",
            "pip install numpy",
            "Successfully installed numpy-2.1.0",
        ),
        ("git push", "fatal: no upstream", "git push -u origin vat", "fatal: could not read Username"),
        ("git push", "fatal: unable to access", "git push", "done"),
        ("ls nothere", "ls: cannot access 'nothere': No such file or directory", "ls here", "a"),
    ],
)
def test_another_command_is_no_second_try(retried, ran, first, output, second, after):
    assert retried(ran(first, output, failed=True), ran(second, after)) == []


def test_after_an_edit_it_is_the_edit_that_counts(retried, ran, edited):
    failed = ran("python manage.py seed", "KeyError: 'vat'", failed=True)

    assert retried(failed, edited("seed.py"), ran("python manage.py seed --force", "seeded")) == []


def test_what_was_observed_before_counts_as_the_first_try(retried, ran):
    failed = ran("git push", "fatal: no upstream branch", failed=True, is_observed=True)

    found = retried(failed, ran("git push -u origin vat", "done"))

    assert [item.source for item in found] == ["m2"]


def test_two_commands_that_look_alike_when_they_are_cut_are_not_told(retried, ran):
    long = "git add " + " ".join(f"src/module_{number}.py" for number in range(20))

    assert retried(ran(long + " x.log", "The following paths are ignored: x.log", failed=True), ran(long, "")) == []


def test_what_worked_stands_in_for_its_failure(contents, ran):
    found = contents(
        ran("git push", "fatal: The current branch vat has no upstream branch", failed=True),
        ran("git push -u origin vat", "branch 'vat' set up to track 'origin/vat'."),
    )

    assert found == [
        (
            "`git push` failed with: fatal: The current branch vat has no upstream branch; "
            "`git push -u origin vat` worked instead"
        )
    ]
