"""docs/known-faults.md names tests that exist, and every row has one or a reason."""

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
TEXT = (TESTS.parent / "docs" / "known-faults.md").read_text("utf-8")
ROWS = re.findall(r"^\| ((?:Q|W|CAP|P|L|REC|N)-\d\d) \| (.+) \| (.+) \|$", TEXT, flags=re.MULTILINE)


@pytest.mark.parametrize(("number", "shown"), [(number, shown) for number, _, shown in ROWS])
def test_a_row_names_tests_that_exist_or_says_why_there_is_none(number, shown):
    named = re.findall(r"`([\w/]+\.py)::(test_\w+)`", shown)

    assert named or shown.startswith("no test: ")
    for file, name in named:
        tree = ast.parse((TESTS / file).read_text("utf-8"))
        assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}, f"{number}: {file}"


@pytest.mark.parametrize(
    ("kind", "last"), [("Q", 17), ("W", 15), ("CAP", 25), ("P", 12), ("L", 20), ("REC", 7), ("N", 8)]
)
def test_no_row_is_left_out(kind, last):
    assert [number for number, *_ in ROWS if number.startswith(f"{kind}-")] == [
        f"{kind}-{number:02d}" for number in range(1, last + 1)
    ]
