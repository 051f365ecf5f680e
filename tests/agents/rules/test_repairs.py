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
        (
            "`pytest tests/test_cart.py -x` failed (1 failed, 3 passed) with: KeyError: 'vat'; "
            "it passes (4 passed) after edits to src/cart.py"
        )
    ]
    assert (fixes[0].priority, fixes[0].scope, fixes[0].files) == (Priority.MEDIUM, None, ("src/cart.py",))


def test_a_failure_from_an_earlier_slice_counts(observe, ran, edited):
    found = observe(
        ran("npm test", "Tests: 1 failed, 2 total", failed=True, is_observed=True),
        edited("src/cart.ts", is_observed=True),
        ran("npm test", "Tests: 2 passed, 2 total"),
    )

    assert [item.category for item in found] == [Category.BUGFIX]
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


def repairs(found):
    """Return what ended a failure."""
    return [item.content for item in found if item.category is Category.BUGFIX]


def test_an_import_error_that_an_install_ended_names_the_package(observe, ran):
    missing = "Traceback (most recent call last):\nModuleNotFoundError: No module named 'httpx'"
    found = observe(
        ran("python app.py", missing, failed=True),
        ran("uv add httpx", "Resolved 8 packages in 1s\n + httpx==0.28.1"),
        ran("python app.py", "listening"),
    )

    assert repairs(found) == [
        (
            "`python app.py` failed with: ModuleNotFoundError: No module named 'httpx'; it passes after installing"
            " httpx 0.28.1"
        )
    ]


def test_edits_and_installs_are_named_together(observe, ran, edited):
    found = observe(
        ran("npm test", "Error: Cannot find module 'zod'\nTests: 1 failed, 2 total", failed=True),
        ran("npm install zod@3.23.8", "added 1 package"),
        edited("src/cart.ts"),
        ran("npm test", "Tests: 3 passed, 3 total"),
    )

    assert repairs(found) == [
        (
            "`npm test` failed (Tests: 1 failed, 2 total) with: Error: Cannot find module 'zod'; it passes "
            "(Tests: 3 passed, 3 total) after edits to src/cart.ts and"
            " installing zod 3.23.8"
        )
    ]


def test_a_script_that_is_no_check_is_mended_by_edits_too(observe, ran, edited):
    found = observe(
        ran("cd web && node worker.js", "Error: Cannot find module './queue'", failed=True),
        edited("web/worker.js"),
        ran("cd web && node worker.js", "ready"),
    )

    assert repairs(found) == [
        "`node worker.js` failed with: Error: Cannot find module './queue'; it passes after edits to web/worker.js"
    ]


@pytest.mark.parametrize(
    ("first", "output", "second", "after"),
    [
        ("node a.js", "Error: x is not defined", "node b.js", "ready"),
        ("psql -c x", "bash: psql: command not found", "psql -c x", "ok"),
        ("grep -rn vat src", "grep: src: No such file or directory", "grep -rn vat src", "src/a.py:1"),
        ("git push", "fatal: no upstream branch", "git push", "fatal: unable to access"),
        ("git push", "fatal: unable to access the remote", "git push", "done"),
        ('python -c "import a"', "ModuleNotFoundError: No module named 'a'", 'python -c "import a"', ""),
    ],
)
def test_another_script_a_probe_and_what_did_not_work_are_mended_by_nothing(
    observe, ran, edited, first, output, second, after
):
    assert repairs(observe(ran(first, output, failed=True), edited("a.py"), ran(second, after))) == []


def test_a_subagent_s_pass_does_not_end_the_failure_of_the_main_thread(observe, ran, edited):
    found = observe(ran("pytest", RED, failed=True), edited("a.py"), ran("pytest", "4 passed", is_sidechain=True))

    assert repairs(found) == []


def test_what_was_ended_by_other_words_is_not_ended_by_an_edit_later(observe, ran, edited):
    found = observe(
        ran("./import.py data.csv", "KeyError: 'vat'", failed=True),
        ran("./import.py data.csv --skip-vat", "done"),
        edited("import.py"),
        ran("./import.py data.csv", "done"),
    )

    assert repairs(found) == []


def test_a_run_of_everything_that_answers_a_part_is_named_with_its_count(observe, ran, edited):
    found = observe(ran("pytest a.py", RED, failed=True), edited("a.py"), ran("pytest -q", "9 passed"))

    assert repairs(found) == [
        (
            "`pytest a.py` failed (1 failed, 3 passed) with: KeyError: 'vat'; "
            "`pytest -q` passes (9 passed) after edits to a.py"
        )
    ]


def test_files_that_there_is_no_room_for_are_counted(observe, ran, edited):
    long = "lib/shop/services/checkout/invoices"
    found = observe(
        ran("npm test", "Error: no VAT rate for 'DE' in the table of rates\nTests: 1 failed, 2 total", failed=True),
        edited(f"{long}/a.ts"),
        edited(f"{long}/b.ts"),
        edited(f"{long}/c.ts"),
        ran("npm test", "Tests: 3 passed, 3 total"),
    )

    assert repairs(found) == [
        (
            "`npm test` failed (Tests: 1 failed, 2 total) with: Error: no VAT rate for 'DE' in the table of rates; "
            f"it passes (Tests: 3 passed, 3 total) after edits to {long}/a.ts (+2 more)"
        )
    ]


@pytest.mark.parametrize(
    ("failed", "passed"),
    [
        ("cd api && pytest", "cd web && pytest"), ("cd api && pytest", "pytest"), ("pytest", "SKIP=1 pytest"),
    ],
)  # fmt: skip
def test_a_pass_elsewhere_or_under_another_variable_ends_no_failure(contents, ran, edited, failed, passed):
    found = contents(ran(failed, "E  KeyError: x\n1 failed", failed=True), edited("a.py"), ran(passed, "3 passed"))

    assert not any("it passes" in content for content in found)


@pytest.mark.parametrize("passed", ["cd api && pytest", "cd /home/ana/shop/api && pytest -q"])
def test_a_pass_in_the_same_folder_ends_the_failure(contents, ran, edited, passed):
    failed = ran("cd api && pytest", "E  KeyError: x\n1 failed", failed=True)

    assert any("it passes" in content for content in contents(failed, edited("a.py"), ran(passed, "3 passed")))


def test_a_folder_that_stays_is_the_same_folder(contents, ran, edited):
    failed = ran("cd api && pytest", "E  KeyError: x\n1 failed", failed=True, cwd="/home/ana/shop")

    found = contents(failed, edited("a.py"), ran("pytest", "3 passed", cwd="/home/ana/shop/api"))

    assert any("it passes" in content for content in found)


@pytest.mark.parametrize("output", ["no tests ran in 0.01s", "3 skipped in 0.02s", "collected 0 items"])
def test_a_run_without_tests_ends_no_failure(contents, ran, edited, output):
    found = contents(ran("pytest", "E  KeyError: x\n1 failed", failed=True), edited("a.py"), ran("pytest", output))

    assert not any("it passes" in content for content in found)
