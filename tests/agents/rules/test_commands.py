"""How commands and their outcomes are remembered."""

import pytest

from codewatch.categories import Category, Origin, Priority
from codewatch.messages import Role

IGNORED = "The following paths are ignored by one of your .gitignore files:"


@pytest.mark.parametrize(
    ("command", "output", "expected"),
    [
        ("pytest -q", "5 passed in 0.12s", "`pytest -q` passed: 5 passed"),
        ("cd web && npm test", "     Tests  12 passed (12)", "`npm test` passed: Tests 12 passed (12)"),
        ("mix test 2>&1 | tail -5", "65 tests, 0 failures", "`mix test` passed: 65 tests, 0 failures"),
        ("go test ./...", "ok  \tshop/cart\t(cached)", "`go test ./...` passed: ok shop/cart (cached)"),
        ("cargo test", "test result: ok. 3 passed", "`cargo test` passed: test result: ok. 3 passed"),
        ("CI=1 timeout 9 rspec", "12 examples, 0 failures", "`CI=1 timeout 9 rspec` passed: 12 examples, 0 failures"),
        ('bash -lc "pytest -q"', "5 passed", "`pytest -q` passed: 5 passed"),
        ("docker compose exec web pytest", "5 passed in 2s", "`docker compose exec web pytest` passed: 5 passed"),
        ("./manage.py migrate", "  Applying shop.0002... OK", "`./manage.py migrate` passed: Applying shop.0002... OK"),
        ("./scripts/deploy.sh live", "deployed 1.4.2", "`./scripts/deploy.sh live` passed: deployed 1.4.2"),
    ],
)  # fmt: skip
def test_a_check_that_passed_is_remembered_with_its_count(observe, ran, command, output, expected):
    found = observe(ran(command, output))

    assert [item.content for item in found] == [expected]
    assert (found[0].category, found[0].priority, found[0].origin) == (Category.LEARNING, Priority.LOW, Origin.TOOL)


@pytest.mark.parametrize(
    ("command", "output", "expected"),
    [
        (
            "pytest tests/test_cart.py",
            "Exit code 1\n    raise KeyError('vat')\nE   KeyError: 'vat'\n=== 1 failed, 3 passed in 0.1s ===",
            "`pytest tests/test_cart.py` failed: 1 failed, 3 passed; KeyError: 'vat'",
        ),
        (
            "cargo build",
            "error[E0382]: borrow of moved value: `cart`\nerror: could not compile `shop`",
            "`cargo build` failed: error[E0382]: borrow of moved value: `cart`",
        ),
        (
            "npm run build",
            "src/a.ts(3,4): error TS2322: Type 'string' is not assignable to type 'number'.",
            "`npm run build` failed: src/a.ts(3,4): error TS2322: Type 'string' is not assignable to type 'number'.",
        ),
        (
            "git push",
            "Exit code 128\nfatal: The current branch vat has no upstream branch.",
            "`git push` failed: fatal: The current branch vat has no upstream branch.",
        ),
        (
            "node worker.js",
            "Exit code 1\nnode:internal\nError: Cannot find module './queue'\n    at Module._load (node:internal)",
            "`node worker.js` failed: Error: Cannot find module './queue'",
        ),
        (
            "git add web/app.css",
            "The following paths are ignored by one of your .gitignore files:\nweb/app.css\nhint: Use -f to add them.",
            f"`git add web/app.css` failed: {IGNORED} web/app.css",
        ),
        (
            "git commit -m vat",
            "Hook failed:\\n\\n[LINT]\\nChecking 14 files ...\nsrc/cart.ex:12:3: unused variable `vat`",
            "`git commit -m vat` failed: Hook failed: src/cart.ex:12:3: unused variable `vat`",
        ),
        (
            "git commit -m vat",
            "Hook failed:\nChecking tables...\ndone in 0m12.82s\nlib/cart.ex:12:pattern_match\nIt can never match.\n",
            "`git commit -m vat` failed: Hook failed: lib/cart.ex:12:pattern_match It can never match.",
        ),
    ],
)
def test_a_failure_is_remembered_with_its_most_telling_line(contents, ran, command, output, expected):
    """F39: error texts are kept literally."""
    assert contents(ran(command, output, failed=True)) == [expected]


@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("pytest | tail -3", "FAILED tests/a.py::t\n1 failed, 3 passed in 0.1s"),
        ("pytest || true", "1 failed, 3 passed in 0.1s"),
        ("pytest; echo done", "1 failed, 3 passed in 0.1s\ndone"),
        ("pytest", "Exit code: 1\n1 failed, 3 passed"),
    ],
)
def test_a_failure_whose_exit_code_is_hidden_is_known_by_the_output(contents, ran, command, output):
    assert contents(ran(command, output))[0].startswith("`pytest` failed: 1 failed, 3 passed")


@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("tsc --noEmit", ""),
        ("uv run ruff check .", "All checks passed!"),
        ("./gradlew build", "BUILD SUCCESSFUL in 3s"),
        ("terraform validate", "Success!"),
        ("npm run build:prod", ""),
    ],
)
def test_that_a_linter_or_a_build_is_content_is_no_news(contents, ran, command, output):
    assert contents(ran(command, output)) == []


def test_a_filtered_check_that_says_nothing_is_neither_passed_nor_failed(contents, ran):
    assert contents(ran("mix dialyzer | grep lib/", "lib/a.ex:3: guard_fail")) == []


@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("grep -rn vat src", ""),
        ("ls nothere", "ls: cannot access 'nothere': No such file or directory"),
        ("test -f a.py", "Exit code 1"),
        ("pytest", "The user doesn't want to proceed with this tool use. The tool use was rejected"),
        ("pytest", "[Request interrupted by user for tool use]"),
        ("mix test", "<tool_use_error>Sibling tool call errored</tool_use_error>"),
        ("codewatch recall vat", "Error: `pytest` failed"),
    ],
)
def test_probes_rejections_and_our_own_commands_teach_nothing(contents, ran, command, output):
    assert contents(ran(command, output, failed=True)) == []


def test_our_own_tools_teach_nothing(contents, message):
    """F38-F40: what memory says is never learned again."""
    own = message(Role.TOOL_RESULT, "Always use pnpm", tool="mcp__codewatch__recall", tool_input={"command": "pytest"})

    assert contents(own) == []


def test_a_background_command_is_judged_by_its_output_later(contents, ran, message):
    started = ran("mix test", "Command running in background with ID: b1. Output is being written to: /tmp/b1")
    ended = message(
        Role.TOOL_RESULT,
        "<status>completed</status>\n<exit_code>0</exit_code>\n<output>\n5 tests, 0 failures\n</output>",
        tool="TaskOutput",
        tool_input={"task_id": "b1"},
    )

    assert contents(started, ended) == ["`mix test` passed: 5 tests, 0 failures"]


def test_a_command_is_only_context_when_it_was_observed(contents, ran):
    assert contents(ran("pytest", "5 passed", is_observed=True)) == []


def test_ten_megabytes_of_output_cost_little_and_stay_short(observe, ran):
    found = observe(ran("pytest", "x = 1\n" * 1_700_000 + "3 failed, 2 passed in 9s", failed=True))

    assert [item.content for item in found] == ["`pytest` failed: 3 failed, 2 passed"]


def test_terminal_colours_are_taken_off(contents, ran):
    assert contents(ran("pytest", "\x1b[32m\x1b[1m5 passed\x1b[0m in 0.1s")) == ["`pytest` passed: 5 passed"]
