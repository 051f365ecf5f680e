"""A reflection's text, changed by hand: what was not touched keeps its sources, what was is pinned."""

import time

import pytest

from codewatch.reflections import ReflectionLine, text_of
from codewatch.rewriting import rewritten

OLD = (
    ReflectionLine("## Decisions", ()),
    ReflectionLine("- We chose SQLite because one file is enough", (1,)),
    ReflectionLine("- Prices are kept in cents", (2, 3)),
    ReflectionLine("## Faults and their causes", ()),
    ReflectionLine("- The cart lost items because the session expired", (4,)),
    ReflectionLine("2 minor items are left out here and stay searchable.", (5, 6)),
)
TEXT = text_of(OLD)


def pinned(text, *sources):
    return ReflectionLine(text, sources, is_pinned=True)


def withheld(*sources):
    return ReflectionLine("", sources, is_pinned=True)


def test_a_text_that_is_the_same_changes_nothing():
    assert rewritten(OLD, TEXT) == OLD


@pytest.mark.parametrize("text", [f"\n{TEXT}\n\n", TEXT.replace("\n", "\r\n"), TEXT.replace("\n", "  \n\n")])
def test_empty_lines_and_the_ends_of_lines_are_no_change(text):
    assert rewritten(OLD, text) == OLD


def test_a_changed_line_is_pinned_with_the_sources_of_the_one_it_replaced():
    made = rewritten(OLD, TEXT.replace("kept in cents", "kept in cents, as integers"))

    assert made == (*OLD[:2], pinned("- Prices are kept in cents, as integers", 2, 3), *OLD[3:])


def test_a_line_that_says_something_quite_different_has_them_too():
    made = rewritten(OLD, TEXT.replace("- Prices are kept in cents", "* Never use floats!"))

    assert made == (*OLD[:2], pinned("* Never use floats!", 2, 3), *OLD[3:])


def test_a_new_line_is_pinned_without_sources():
    made = rewritten(OLD, TEXT.replace("## Faults", "Ask Ana first\n## Faults"))

    assert made == (*OLD[:3], pinned("Ask Ana first"), *OLD[3:])


def test_a_line_that_was_taken_out_withholds_its_sources():
    made = rewritten(OLD, TEXT.replace("- Prices are kept in cents\n", ""))

    assert made == (*OLD[:2], *OLD[3:], withheld(2, 3))


def test_what_was_withheld_before_stays_so():
    made = rewritten((*OLD[:2], *OLD[3:], withheld(2, 3)), TEXT.replace("- Prices are kept in cents\n", "Hello\n"))

    assert made == (*OLD[:2], pinned("Hello"), *OLD[3:], withheld(2, 3))


def test_lines_in_another_order_keep_their_sources():
    made = rewritten(OLD, "\n".join(reversed(TEXT.splitlines())))

    assert made == tuple(reversed(OLD))


def test_a_line_that_was_moved_and_one_that_was_changed_are_told_apart():
    lines = TEXT.splitlines()
    moved = [lines[0], lines[4], "- We chose SQLite: one file is enough", *lines[2:4], lines[5]]

    made = rewritten(OLD, "\n".join(moved))

    assert made == (OLD[0], OLD[4], pinned("- We chose SQLite: one file is enough", 1), OLD[2], OLD[3], OLD[5])


def test_two_lines_made_into_one_give_it_the_sources_of_both():
    both = "- We chose SQLite because one file is enough; prices are kept in cents"

    made = rewritten(OLD, TEXT.replace(f"{OLD[1].text}\n{OLD[2].text}", both))

    assert made == (OLD[0], pinned(both, 1, 2, 3), *OLD[3:])


def test_one_line_made_into_two_gives_both_its_sources():
    made = rewritten(OLD, TEXT.replace(OLD[1].text, "- We chose SQLite\n- Because one file is enough"))

    assert made == (OLD[0], pinned("- We chose SQLite", 1), pinned("- Because one file is enough", 1), *OLD[2:])


def test_a_heading_of_ones_own_is_pinned():
    made = rewritten(OLD, TEXT.replace("## Decisions", "## What we agreed on"))

    assert made == (pinned("## What we agreed on"), *OLD[1:])


def test_a_text_twice_is_there_twice():
    made = rewritten(OLD, f"{TEXT}\n{OLD[2].text}")

    assert made == (*OLD, pinned(OLD[2].text))


def test_of_two_lines_that_are_the_same_none_is_lost_when_others_move():
    twice = (*OLD[:2], pinned("Hello"), *OLD[2:])
    text = text_of((OLD[2], pinned("Hello"), OLD[0], pinned("Hello"), OLD[1], *OLD[3:]))

    made = rewritten(twice, text)

    assert text_of(made) == text
    assert sorted(source for each in made for source in each.sources) == [1, 2, 3, 4, 5, 6]


def test_everything_taken_out_but_one_line_withholds_the_rest():
    made = rewritten(OLD, "Nothing of this is true")

    assert [each.text for each in made] == ["Nothing of this is true", ""]
    assert sorted(source for each in made for source in each.sources) == [1, 2, 3, 4, 5, 6]


def test_thousands_of_lines_that_are_all_the_same_or_all_new_take_no_time():
    begin = time.perf_counter()
    same = rewritten(tuple(ReflectionLine("- same", (number,)) for number in range(4000)), "- same\n" * 3999)
    rewritten(tuple(ReflectionLine(f"- old {number}", (number,)) for number in range(4000)), "- new of it\n" * 4000)

    assert len(same) == 4000
    assert time.perf_counter() - begin < 20
