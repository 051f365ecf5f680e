"""Reflections in the database: the newest is shown, and what they stand for leaves the active set."""

import pytest

from codewatch.categories import State
from codewatch.errors import WorkChanged
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


def test_the_one_that_was_taken_over_is_superseded_and_comes_back_with_an_undo(remember, reflect, place):
    one, two = remember("one"), remember("two")
    first = reflect("first", one)
    lines = (ReflectionLine("first", (one,)), ReflectionLine("- two", (two,)))

    with transaction():
        second = reflections.add(
            Reflection(1, lines, 100, 40, replaces=first), project=place.project, branch="main", now=NOW
        )

    assert (reflections.get(first).state, reflections.standing_for(one)) == ("superseded", [second])
    with transaction():
        reflections.take_back(second, who="user", now=NOW)
    assert (reflections.get(first).state, reflections.get(second).state) == ("active", "archived")
    assert [observations.get(each).state for each in (one, two)] == ["reflected", "active"]


def test_its_lines_are_given_back_with_their_sources(remember, place):
    lines = (
        ReflectionLine("## Learned", ()), ReflectionLine("- one", (remember("one"),)),
        ReflectionLine("by hand", (), is_pinned=True), ReflectionLine("", (remember("two"),), is_pinned=True),
    )  # fmt: skip

    with transaction():
        row_id = reflections.add(Reflection(0, lines, 100, 40), project=place.project, branch="main", now=NOW)

    assert (reflections.get(row_id).lines, reflections.get(row_id).content) == (lines, "## Learned\n- one\nby hand")


@pytest.mark.parametrize("state", [State.ABANDONED, State.ARCHIVED])
def test_what_changed_while_it_was_reflected_is_not_stored(remember, place, state):
    one = remember("one")
    work = reflections.load_work(place.project, "main")
    with transaction():
        observations.set_state([one], state, who="user", now=NOW)

    with pytest.raises(WorkChanged), transaction():
        reflections.add(
            Reflection(0, (ReflectionLine("- one", (one,)),), 100, 40), project=place.project, branch="main", now=NOW,
            work=work,
        )  # fmt: skip

    assert observations.get(one).state is state


def test_one_that_was_taken_back_meanwhile_is_not_taken_over(remember, reflect, place):
    first = reflect("first", remember("one"))
    two = remember("two")
    work = reflections.load_work(place.project, "main")
    with transaction():
        reflections.take_back(first, who="user", now=NOW)
    made = Reflection(0, (ReflectionLine("- two", (two,)),), 100, 40, replaces=first)

    with pytest.raises(WorkChanged), transaction():
        reflections.add(made, project=place.project, branch="main", now=NOW, work=work)
