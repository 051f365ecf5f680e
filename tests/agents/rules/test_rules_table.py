"""The table by which a dry run explains what was found."""

import re
from pathlib import Path

import pytest

from codewatch.agents.rules import statements
from codewatch.agents.rules.rules_table import RULES, Rule, describe
from codewatch.categories import Category


def test_every_rule_is_in_the_table():
    assert set(RULES) == set(Rule)


@pytest.mark.parametrize("rule", Rule)
def test_a_rule_is_described_in_one_short_line_with_categories_that_exist(rule):
    assert 10 < len(describe(rule)) < 80
    assert set(RULES[rule].categories.split(", ")) <= set(Category)


def test_the_documentation_has_the_table():
    text = (Path(__file__).parents[3] / "docs" / "how-it-works.md").read_text("utf-8")

    rows = [f"| {rule} | {one.reads} | {one.categories} | {one.short} |" for rule, one in RULES.items()]

    assert "\n".join(rows) in text


def test_every_table_that_the_documentation_names_is_there():
    root = Path(__file__).parents[3]
    text = (root / "docs" / "how-it-works.md").read_text("utf-8")
    chapter = text.partition("### Tuning the rules")[2].partition("\n## ")[0]

    named = re.findall(r"`(\w+(?:\.py|/))`", chapter)

    assert len(named) > 8
    assert [name for name in named if not (root / "codewatch/agents/rules" / name).exists()] == []


@pytest.mark.parametrize("category", sorted(statements._PRIORITY))
def test_whatever_a_user_states_has_a_rule_whose_category_it_is(category):
    assert category in RULES[statements._RULE[category]].categories


def test_a_user_s_warning_is_explained_too(observe, said):
    found = observe(said("Careful: the staging database drops its tables every night."))

    assert [(item.rule, item.category) for item in found] == [(Rule.WARNING, Category.LEARNING)]


def test_what_is_no_rule_has_no_description():
    assert describe("") == ""


def test_every_observation_names_the_rule_that_found_it(observe, said, ran, edited, answered):
    found = observe(
        said("Always use pnpm, never npm."),
        said("Round VAT half up in the totals"),
        ran("pytest", "E   KeyError: 'vat'\n1 failed", failed=True),
        edited("cart.py"),
        ran("pytest", "5 passed"),
        ran("mypy src", "Found 1 error in 1 file", failed=True),
        ran("pip install httpx", "Successfully installed httpx-0.28.1"),
        ran("git commit -m x", "[main 1a2b3c4] Add VAT"),
        answered("The root cause was that cart.py rounded each line."),
    )

    assert [item.rule for item in found] == [
        Rule.PREFERENCE, Rule.EDITS, Rule.RED_TO_GREEN, Rule.COMMANDS, Rule.INSTALLS, Rule.COMMITS,
        Rule.CONCLUSIONS,
    ]  # fmt: skip
