"""Which lines of a file were written."""

import pytest

from codewatch.agents.rules.line_ranges import Range, add_hunks, show_ranges
from codewatch.messages import Hunk, Role


def test_an_edit_is_told_with_its_lines_and_the_file_stays_a_plain_path(observe, said, edited):
    found = observe(said("Round VAT half up in the totals"), edited("src/app.py", hunks=(Hunk("", 10, 24, 3),)))

    assert [(item.content, item.files) for item in found] == [
        ('Asked "Round VAT half up in the totals": edited src/app.py:10-24', ("src/app.py",))
    ]


def test_a_second_edit_above_moves_the_lines_of_the_first(contents, edited):
    first = edited("src/app.py", hunks=(Hunk("", 40, 44, 0),))
    second = edited("src/app.py", hunks=(Hunk("", 3, 7, 5),))

    assert contents(first, second) == ["Edited src/app.py:3-7,45-49"]


def test_an_edit_of_unknown_lines_makes_all_of_the_file_s_lines_unknown(contents, edited):
    assert contents(edited("a.py", hunks=(Hunk("", 4, 4, 0),)), edited("a.py")) == ["Edited a.py"]


def test_each_file_of_a_patch_has_its_own_lines(contents, message):
    patch = "*** Begin Patch\n*** Update File: a.go\n-x\n+y\n*** Update File: b/c.go\n-x\n+y\n*** End Patch"
    hunks = (Hunk("/home/ana/shop/a.go", 5, 5, 0), Hunk("/home/ana/shop/b/c.go", 9, 12, 1))

    done = message(Role.TOOL_RESULT, "Success.", tool="apply_patch", tool_input={"input": patch}, hunks=hunks)

    assert contents(done) == ["Edited a.go:5, b/c.go:9-12"]


def test_a_new_file_has_no_lines_to_name(contents, message):
    path = "/home/ana/shop/n.py"
    wrote = message(
        Role.TOOL_RESULT, f"File created successfully at: {path}", tool="Write", tool_input={"file_path": path},
        hunks=(Hunk(path, 1, 30, 30),),
    )  # fmt: skip

    assert contents(wrote) == ["Created n.py"]


@pytest.mark.parametrize(
    ("ranges", "expected"),
    [
        ([], "a.py"),
        ([Range(3, 3)], "a.py:3"),
        ([Range(3, 5), Range(9, 9)], "a.py:3-5,9"),
        ([Range(1, 1), Range(3, 3), Range(5, 5), Range(7, 7)], "a.py:1,3,5,…"),
    ],
)
def test_ranges_are_shown_behind_the_path(ranges, expected):
    assert show_ranges("a.py", ranges) == expected


def test_ranges_that_touch_are_one():
    assert add_hunks([Range(1, 4)], [Hunk("", 5, 6, 0)]) == [Range(1, 6)]
