"""The step from red to green."""

import pytest

from codewatch.categories import Category, Priority

RED = "E   KeyError: 'vat'\n1 failed, 3 passed in 0.1s"


def test_a_fix_names_the_command_the_error_and_the_files(observe, ran, edited):
    """F53: a root cause is kept with what ended it."""
    found = observe(
        ran("pytest tests/test_cart.py -x", RED, failed=True),
        edited("src/cart.py"),
        ran("cd /home/ana/shop && pytest tests/test_cart.py", "4 passed in 0.1s"),
    )

    fixes = [item for item in found if item.category is Category.BUGFIX]
    assert [item.content for item in fixes] == [
        "`pytest tests/test_cart.py -x` failed with: KeyError: 'vat'; it passes after edits to src/cart.py"
    ]
    assert (fixes[0].priority, fixes[0].scope, fixes[0].files) == (Priority.MEDIUM, None, ("src/cart.py",))


def test_a_failure_from_an_earlier_slice_counts(observe, ran, edited):
    found = observe(
        ran("npm test", "Tests: 1 failed, 2 total", failed=True, is_observed=True),
        edited("src/cart.ts", is_observed=True),
        ran("npm test", "Tests: 2 passed, 2 total"),
    )

    assert [item.category for item in found] == [Category.LEARNING, Category.BUGFIX]
    assert {item.source for item in found} == {"m3"}


def test_a_run_of_everything_answers_a_failure_of_a_part(observe, ran, edited):
    found = observe(ran("pytest a.py", RED, failed=True), edited("a.py"), ran("pytest", "9 passed"))

    assert Category.BUGFIX in {item.category for item in found}


@pytest.mark.parametrize("second", ["pytest tests/test_user.py", "ruff check ."])
def test_another_command_passing_is_no_fix(observe, ran, edited, second):
    found = observe(ran("pytest tests/test_cart.py", RED, failed=True), edited("a.py"), ran(second, "9 passed"))

    assert Category.BUGFIX not in {item.category for item in found}


def test_passing_without_an_edit_is_no_fix(observe, ran):
    found = observe(ran("pytest", RED, failed=True), ran("pytest", "4 passed"))

    assert Category.BUGFIX not in {item.category for item in found}
