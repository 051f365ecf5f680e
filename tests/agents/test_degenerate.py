"""What counts as broken output (FEATURES F54-F56); tests/bench/degenerate.py has the labelled set."""

import time

import pytest

from codewatch.agents.degenerate import is_degenerate

SENTENCE = "The user wants the parser to keep the order of the fields."
DISTINCT = [
    "The tide feed sends local time.", "Invoices are rounded per line.", "The export runs at night.",
    "Tests need the database container.", "Small commits are preferred.", "The map layer caches tiles.",
    "Refunds reopen the order.", "Umlauts broke the login form.", "The queue holds ten jobs.", "Mail goes out hourly.",
]  # fmt: skip
PATHS = [f"- src/{folder}/{name}.py" for folder in ("web", "api", "core") for name in ("orders", "tax", "users")]


@pytest.mark.parametrize("lines", ["", [], DISTINCT, PATHS, "\n".join(DISTINCT)], ids=str)
def test_honest_output_has_no_reason(lines):
    assert is_degenerate(lines) == ""


def test_under_six_lines_nothing_is_said():
    assert is_degenerate([SENTENCE] * 5) == ""
    assert is_degenerate([SENTENCE] * 6) != ""


def test_three_in_ten_duplicates_are_let_through():
    """F54: over 30 %."""
    assert is_degenerate([*DISTINCT[:7], *DISTINCT[:3]]) == ""
    assert is_degenerate([*DISTINCT[:6], *DISTINCT[:4]]) == "4 of 10 lines are duplicates"


def test_three_lines_in_a_row_that_are_nearly_the_same_are_named():
    """F55: over 80 % of their words."""
    near = [f"The parser keeps the order of all fields when {who} sends a form by mail" for who in ("one", "he", "she")]

    assert is_degenerate([*DISTINCT, *near]) == "lines 11 to 13 share over 80 % of their words"
    assert is_degenerate([near[0], *DISTINCT[:5], near[1], *DISTINCT[5:]]) == ""


def test_a_passage_that_stands_there_three_times_is_named_wherever_it_stands():
    """F56: 50 to 200 characters."""
    passage = "and it has to be said again that nobody but the owner may open it"
    lines = [f"{line} {passage if number % 4 == 0 else ''}" for number, line in enumerate(DISTINCT)]

    assert is_degenerate(lines) == "the same passage stands there three times or more"
    assert is_degenerate(lines[:8]) == ""


@pytest.mark.parametrize(
    "text",
    [SENTENCE * 400, f"{SENTENCE} " * 400, f"- {SENTENCE}\n" * 400, (f"{SENTENCE} " * 400)[:-20], "-" * 5_000],
    ids=["without spaces", "in one line", "in lines", "cut", "marks alone"],
)
def test_one_sentence_in_400_copies_is_broken(text):
    """L-10: a cheap model loops."""
    assert is_degenerate(text) != ""


def test_lines_that_differ_by_a_counter_alone_are_broken():
    assert "counter" in is_degenerate([f"- Item {number} was fixed" for number in range(20)])


def test_versions_and_test_runs_are_no_loop():
    versions = [f"- Python 3.{minor}.{patch}" for minor, patch in ((11, 9), (12, 4), (13, 1), (14, 0), (10, 2), (9, 7))]
    runs = [f"- 2026-03-{day:02}: {passed} tests passed" for day, passed in enumerate((41, 43, 40, 55, 57, 60, 61), 1)]

    assert is_degenerate(versions) == ""
    assert is_degenerate(runs) == ""


def test_rows_of_figures_under_the_same_head_are_no_loop():
    head = ["| search, several words at once | rows | first ms | second ms | third ms |", "|---|---|---|---|---|"]
    rows = [f"| a search with words | {at}00 | {at * 7}.3 | {at * 9}.1 | {at * 11}.4 |" for at in range(1, 9)]

    assert is_degenerate([*head, *rows[:3], *head, *rows[3:6], *head, *rows[6:]]) == ""


def test_a_passage_of_49_characters_is_none():
    """F56: from 50 on, counted without marks."""
    lines = [f"{line} {'x' * 49 if number % 4 == 0 else ''}" for number, line in enumerate(DISTINCT)]

    assert is_degenerate(lines) == ""
    assert is_degenerate([line.replace("x" * 49, f" {'x' * 50} ") for line in lines]) != ""


def test_lines_that_end_and_begin_alike_by_chance_are_no_passage():
    pairs = [
        "- {} keeps the old totals because the bank asks for them.\n- The user wants the report of {} by mail.",
        "- {} is retried, because the bank asks for them.\n- The user wants the report that names {}.",
        "- {} was renamed because the bank asks for them.\n- The user wants the report as {} had it.",
    ]
    text = "\n".join(pair.format(one, other) for pair, one, other in zip(pairs, "ABC", "DEF", strict=True))

    assert is_degenerate(text) == ""


def test_whole_lines_that_come_three_times_are_a_passage_however_short():
    pair = ["The jobs are sorted by age.", "The worker takes one of them."]

    assert is_degenerate([*pair, *DISTINCT[:5], *pair, *DISTINCT[5:], *pair]) == (
        "the same passage stands there three times or more"
    )


def test_what_is_quoted_more_than_once_is_no_passage():
    asked = 'Asked "Move the tariff tables into a package of their own", then committed "feat: tables in a package"'
    lines = [f"- {asked}: edited {path}" for path in ("src/tax.py", "src/web/cart.py", "tests/test_tax.py")]

    assert is_degenerate([*DISTINCT, *lines]) == ""


def test_a_script_without_spaces_loops_as_any_other():
    near = [
        f"- 用户{word}希望所有页面都显示含税价格，并且按照日期排序。"
        for word in ("也", "还", "再次", "仍然", "确实", "总是")
    ]
    counted = [f"- 第{number}次尝试连接数据库失败，系统将在稍后重试。" for number in range(1, 10)]
    wishes = ("按钮在右", "日志用英文", "先写测试", "价格含税", "周一发送", "不删文件")
    runs = [f"- 2026年3月{day}日：运行{day * 7}个测试，全部通过。" for day in range(1, 8, 2)]

    assert "share over 80 %" in is_degenerate(near)
    assert "duplicates" in is_degenerate(counted)
    assert is_degenerate([f"- 用户希望{wish}。" for wish in wishes]) == ""
    assert is_degenerate([*runs, *[f"- 用户希望{wish}。" for wish in wishes]]) == ""


def test_a_heading_with_nothing_under_it_is_a_line():
    assert is_degenerate(["## Conventions"] * 8) != ""
    assert is_degenerate([line for one in DISTINCT for line in ("## Conventions", f"- {one}")]) == ""


@pytest.mark.parametrize(
    "piece",
    ["a", "7", "A.", "# \n", "b „", 'b "c" ', "。", "字。", "12 34\n"],
    ids=repr,
)
def test_five_megabytes_of_anything_are_read_in_seconds(piece):
    """A model without a bound once wrote 300,000 tokens."""
    begun = time.process_time()

    is_degenerate(piece * (5_000_000 // len(piece)))

    assert time.process_time() - begun < 10


def test_five_megabytes_without_a_loop_are_read_in_seconds():
    text = "\n".join(f"- {one} {other} ({number})" for number in range(830) for one in DISTINCT for other in DISTINCT)
    begun = time.process_time()

    is_degenerate(text[:5_000_000])

    assert time.process_time() - begun < 10
