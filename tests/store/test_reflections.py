"""Reflections in the database: the newest is shown, and what they stand for leaves the active set."""

from codewatch.categories import State
from codewatch.reflections import Contract, Reflection, ReflectionLine
from codewatch.store import observations, reflections
from codewatch.store.database import transaction

NOW = "2026-05-01T10:00:00.000Z"


def test_what_a_reflection_stands_for_leaves_the_active_set(remember, reflect):
    one, two, other = remember("one"), remember("two"), remember("other")

    row_id = reflect("both", one, two)

    assert [observations.get(each).state for each in (one, two, other)] == ["reflected", "reflected", "active"]
    assert reflections.standing_for(one) == [row_id]
    assert reflections.standing_for(other) == []


def test_the_newest_reflection_of_the_branch_is_given(remember, reflect, place):
    reflect("first", remember("one"))
    second = reflect("second", remember("two"))

    newest = reflections.newest(place.project, "main")

    assert newest is not None
    assert (newest.id, newest.content, newest.level) == (second, "second", 1)
    assert reflections.newest(place.project, "dev") is None
    assert reflections.count() == 2


def test_who_made_it_and_how_it_keeps_its_contract_is_stored(remember, place):
    """B2."""
    kept = Contract(sacred=1, literals=2, restored=1)
    made = Reflection(0, (ReflectionLine("- one", (remember("one"),)),), 100, 40, "acme/small-1", kept)

    with transaction():
        reflections.add(made, project=place.project, branch="main", now=NOW)

    newest = reflections.newest(place.project, "main")
    assert newest is not None
    assert (newest.observer, newest.contract) == ("acme/small-1", kept.as_dict())


def test_a_reflection_without_a_contract_has_none(remember, place):
    made = Reflection(0, (ReflectionLine("- one", (remember("one"),)),), 100, 40)

    with transaction():
        reflections.add(made, project=place.project, branch="main", now=NOW)

    newest = reflections.newest(place.project, "main")
    assert newest is not None
    assert newest.contract is None


def test_dissolving_makes_the_sources_active_again(remember, reflect):
    one = remember("one")
    row_id = reflect("first", one)

    with transaction():
        reflections.dissolve(row_id, who="user", now=NOW)

    assert observations.get(one).state is State.ACTIVE
    assert reflections.count() == 0
    assert reflections.standing_for(one) == []
