"""Memories in the database: added once, listed for whom they are for."""

import pytest

from codewatch.categories import Category, Origin, Priority, Scope, State
from codewatch.errors import NotFound
from codewatch.observations import Observation
from codewatch.store import journal, observations
from codewatch.store.database import transaction

NOW = "2026-05-01T10:00:00.000Z"


def contents(found):
    return [one.content for one in found]


def test_a_memory_comes_back_as_it_was_stored(remember):
    text = "Größe ≥ 3 ✓ \U0001f600"
    row_id = remember(text, files=("src/größe.py",), topics=("sizes",), confidence=0.5, origin=Origin.USER)

    stored = observations.get(row_id)

    assert (stored.content, stored.files, stored.topics) == (text, ("src/größe.py",), ("sizes",))
    assert (stored.confidence, stored.origin, stored.state) == (0.5, Origin.USER, State.ACTIVE)
    assert (stored.project, stored.session, stored.branch) == ("/work/shop", "s1", "main")


def test_an_id_that_is_not_there_is_said(memory):
    with pytest.raises(NotFound, match="12"):
        observations.get(12)


@pytest.mark.parametrize("names", [{"key": "k"}, {"imported_id": "i"}, {"key": "k", "imported_id": "i"}])
def test_the_same_key_twice_adds_nothing(place, names):
    found = Observation("Ports start at 8400", Category.LEARNING, Priority.LOW, NOW)

    with transaction():
        ids = [
            observations.add(found, project=place.project, session=None, branch="main", who="user", now=NOW, **names)
            for _ in range(2)
        ]

    assert ids == [1, None]


def test_the_users_own_words_without_a_key_are_kept_twice(remember):
    said = [remember("Ports start at 8400", origin=Origin.USER) for _ in range(2)]

    assert said == [1, 2]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("learning", "ab", "c"), ("learning", "ab", "d")),
        (("learning", "ab", "c"), ("bugfix", "ab", "c")),
        (("learning", "ab", "c"), ("learning", "a", "bc")),
    ],
)
def test_a_source_key_tells_apart_what_differs(one, other):
    def key(category, source, content):
        return observations.source_key(
            "claude", Observation(content, Category(category), Priority.LOW, NOW, source=source)
        )

    assert key(*one) == key(*one)
    assert key(*one) != key(*other)


def test_a_lone_surrogate_in_a_memory_is_not_stored_half(remember):
    with pytest.raises(UnicodeError):
        remember("half \ud800 pair")

    assert observations.counts() == {}


@pytest.mark.parametrize(
    ("branch", "seen"),
    [
        ("main", ["branch main", "global", "project"]),
        ("dev", ["branch dev", "global", "project"]),
        (None, ["branch dev", "branch main", "global", "project"]),
    ],
)
def test_a_branch_sees_its_own_the_projects_and_the_global_ones(place, branch, seen):
    def add(content, scope, on):
        found = Observation(content, Category.LEARNING, Priority.LOW, NOW, scope=scope)
        observations.add(found, project=place.project, session=None, branch=on, who="user", now=NOW)

    with transaction():
        add("branch main", Scope.BRANCH, "main")
        add("branch dev", Scope.BRANCH, "dev")
        add("project", Scope.PROJECT, "other")
        add("global", Scope.GLOBAL, "other")

    assert sorted(contents(observations.newest(project=place.project, branch=branch))) == seen
    assert contents(observations.newest(project=None, branch=branch)) == ["global"]


def test_newest_come_first_and_states_are_kept_apart(remember, place):
    remember("one")
    remember("two")
    remember("three")
    with transaction():
        observations.set_state([2], State.ARCHIVED, who="user", now=NOW)

    assert contents(observations.newest(project=place.project, branch="main")) == ["three", "one"]
    assert contents(observations.newest(project=place.project, branch="main", states=[State.ARCHIVED])) == ["two"]
    assert contents(observations.newest(project=place.project, branch="main", limit=1)) == ["three"]
    assert observations.counts() == {"active": 2, "archived": 1}


def test_reflected_memories_no_longer_count_towards_the_threshold(remember, reflect, place):
    remember("a" * 400)
    remember("b" * 40)
    assert observations.unreflected_tokens(place.project, "main") == 110

    reflect("both", 1)

    assert contents(observations.unreflected(place.project, "main")) == ["b" * 40]
    assert observations.unreflected_tokens(place.project, "main") == 10


def test_what_came_after_an_id_is_given_in_order(remember):
    remember("one")
    before = observations.newest_id()
    remember("two")
    remember("three")

    assert contents(observations.since(before)) == ["two", "three"]


def test_an_empty_memory_has_no_newest_id(memory):
    assert observations.newest_id() == 0


def test_what_a_tool_says_again_is_the_same_memory_seen_again(remember):
    first = remember(
        "`pytest -q` passed: 8 passed", origin=Origin.TOOL, source="m-1", observed_at="2026-11-01T00:00:00Z"
    )

    again = remember(
        "`pytest -q` passed: 8 passed", origin=Origin.TOOL, source="m-2", observed_at="2026-11-09T00:00:00Z"
    )

    assert again is None
    assert observations.get(first).observed_at == "2026-11-09T00:00:00Z"
    assert [entry["action"] for entry in journal.of_row("observation", first)] == ["observed", "seen again"]


def test_what_the_user_says_again_is_kept_again(remember):
    first = remember("Always use pnpm.", origin=Origin.USER, source="m-1")

    again = remember("Always use pnpm.", origin=Origin.USER, source="m-2")

    assert again not in (None, first)


def test_what_differs_in_a_number_is_another_memory(remember):
    first = remember("`pytest -q` passed: 8 passed", origin=Origin.TOOL, source="m-1")

    again = remember("`pytest -q` passed: 9 passed", origin=Origin.TOOL, source="m-2")

    assert again not in (None, first)
