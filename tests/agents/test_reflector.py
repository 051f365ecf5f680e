"""The rules' reflection: short, and under the same contract as a model's."""

import os
from pathlib import Path

import pytest

from codewatch import pipeline
from codewatch.agents import contract, reflector
from codewatch.agents.rules.rules_observer import RulesObserver
from codewatch.categories import Category, Priority
from codewatch.slices import TranscriptSlice
from codewatch.store.database import open_memory

ROOT = Path(__file__).parents[2]
RULES = Path(__file__).with_name("rules")
SESSION = ROOT / "codewatch" / "demo" / "session.jsonl"
CATEGORIES = list(Category)
PRIORITIES = list(Priority)


@pytest.fixture(scope="module")
def observed(tmp_path_factory):
    """Give what the rules observe in the demo's session."""
    with open_memory(str(tmp_path_factory.mktemp("data"))):
        piece = TranscriptSlice(
            "claude", str(SESSION), os.path.getsize(SESSION), "s", "/work/shop", "/work/shop", "main"
        )
        return pipeline.preview(piece, observer=RulesObserver())


@pytest.fixture
def session(note, observed):
    """Give the demo session's observations as the store has them."""
    return [
        note(each.content, each.category, priority=each.priority, files=each.files, observed_at=each.observed_at)
        for each in observed
    ]


@pytest.fixture
def corpus(note):
    """Give the statements that the rules are tested with, in every category and priority, over three weeks."""
    stated = [
        text.strip()
        for name in ("lasting_statements", "task_prompts")
        for text in (RULES / f"{name}.txt").read_text("utf-8").splitlines()
    ]
    return [
        note(
            text, CATEGORIES[number % 8], priority=PRIORITIES[number % 3],
            observed_at=f"2026-03-{number * 21 // len(stated) + 1:02}T10:00:00.000Z",
            files=("shop/prices.py",) if number % 5 == 0 else (),
        )
        for number, text in enumerate(stated)
    ]  # fmt: skip


def padding(note):
    """Return notes that say the same, so that a reflection of them and others is shorter than they are."""
    return [
        note("The build of the shop takes four minutes on the small machines", Category.TASK_CONTEXT) for _ in "abc"
    ]


@pytest.mark.parametrize("level", range(1, 4))
def test_a_session_is_reflected_under_the_contract(session, level):
    made = reflector.reflect(session, threshold=40_000, first_level=level, max_level=level)

    assert made is not None
    assert made.contract is not None
    assert (made.contract.is_kept, made.contract.restored, made.contract.dropped) == (True, 0, 0)
    assert made.observer == "rules"
    assert made.output_tokens <= made.input_tokens


@pytest.mark.parametrize("level", range(4))
def test_a_few_short_ones_become_no_longer_than_they_are(note, level):
    seen = [note("We chose SQLite because one file is enough", Category.ARCHITECTURE), note("Use ruff")]

    made = reflector.reflect(seen, threshold=40_000, first_level=level)

    assert made is not None
    assert [line.sources for line in made.lines] == [(1,), (2,)]
    assert contract.check(made.lines, seen).is_kept
    assert made.output_tokens <= made.input_tokens


def test_the_lowest_level_tells_each_in_its_own_words(note):
    seen = [note("We chose SQLite because one file is enough", Category.ARCHITECTURE), note("Use ruff")]

    made = reflector.reflect(seen, threshold=40_000, max_level=0)

    assert made is not None
    assert [line.text for line in made.lines] == [one.content for one in seen]


@pytest.mark.parametrize("level", range(1, 4))
def test_many_statements_are_reflected_under_the_contract_without_repair(corpus, level):
    made = reflector.reflect(corpus, threshold=40_000, first_level=level, max_level=level)

    assert made is not None
    assert made.contract is not None
    assert (made.contract.is_kept, made.contract.restored, made.contract.dropped) == (True, 0, 0)
    assert set(made.sources) == {each.id for each in corpus}


def test_what_is_left_out_makes_room(corpus):
    sizes = [
        made.output_tokens
        for level in (1, 3)
        if (made := reflector.reflect(corpus, threshold=40_000, first_level=level, max_level=level))
    ]

    assert sizes[1] < sizes[0]


def test_two_texts_that_differ_in_a_name_stay_two(note):
    seen = [note(f"Always call the function `{name}` before the request is sent out to them") for name in ("a", "b")]

    made = reflector.reflect([*seen, *padding(note)], threshold=40_000, max_level=0)

    assert made is not None
    assert [line.sources for line in made.lines][:3] == [(), (1,), (2,)]


def test_a_wish_and_its_opposite_stay_two(note):
    words = "use the shared cache for all requests of the shop and the admin pages"
    seen = [note(f"{how} {words}", Category.USER_PREFERENCE) for how in ("Always", "Never")]

    made = reflector.reflect([*seen, *padding(note)], threshold=40_000, max_level=0)

    assert made is not None
    assert [line.sources for line in made.lines][:3] == [(), (1,), (2,)]


def test_what_is_high_once_survives_its_low_copy(note):
    seen = [note("Backups lie in the cellar", Category.FILE_PATTERN, priority=each) for each in ("high", "low")]
    rated = [note(each.content, each.category, priority=Priority(each.priority)) for each in seen]

    made = reflector.reflect(rated, threshold=40_000, first_level=3)

    assert made is not None
    assert "Backups lie in cellar" in made.content
    assert contract.check(made.lines, rated).is_kept
