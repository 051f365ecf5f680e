"""The bench of the categories, as a test: the rules sort at least 85 % of each set as a person did (F42, F43)."""

import importlib.util
import sys
from collections import Counter
from pathlib import Path

import pytest

from codewatch.agents.clues.table import CLUES
from codewatch.agents.clues.weights import ALWAYS, WEIGHTS
from codewatch.categories import Category

_SPEC = importlib.util.spec_from_file_location("categories_bench", Path(__file__).with_name("categories.py"))
assert _SPEC
assert _SPEC.loader
bench = importlib.util.module_from_spec(_SPEC)
sys.modules[_SPEC.name] = bench
_SPEC.loader.exec_module(bench)


@pytest.mark.parametrize("name", bench.SETS)
def test_the_rules_sort_most_texts_as_a_person_does(name):
    texts = bench.read(name)

    assert bench.share(texts) >= bench.LEAST_RIGHT, bench.report(name, texts)


@pytest.mark.parametrize("name", bench.SETS)
def test_what_the_rules_are_sure_of_is_right(name):
    """F43: what has 0.7 or more is not shown to a model."""
    sure = [text for text in bench.read(name) if text.confidence >= bench.UNSURE_BELOW]

    assert bench.share(sure) >= 0.95


@pytest.mark.parametrize(("name", "least"), [("tuned", 100), ("held", 30), ("later", 12)])
def test_each_set_has_texts_of_all_categories(name, least):
    counts = Counter(text.label for text in bench.read(name))

    assert set(counts) == set(Category)
    assert min(counts.values()) >= least


def test_no_text_is_in_two_sets():
    texts = [text.text for name in bench.SETS for text in bench.read(name)]

    assert len(texts) == len(set(texts))


def test_each_clue_has_a_weight_for_each_category():
    """tests/bench/weigh_categories.py is to be run after a change of the clues."""
    assert list(WEIGHTS) == list(CLUES)
    assert {len(row) for row in (ALWAYS, *WEIGHTS.values())} == {len(Category)}
