"""Every change can be taken back, and taking back is a change as well (FEATURES B10)."""

import pytest

from codewatch.categories import Category, Priority, State
from codewatch.errors import NotFound
from codewatch.reflections import ReflectionLine
from codewatch.store import journal, observations, reflections
from codewatch.store.database import transaction

SQLITE = "We chose SQLite 3.45 because one file is enough"
CENTS = "Prices are kept in cents in shop/prices.py"
RUFF = "Use ruff for formatting, never black"


@pytest.fixture
def known(shop):
    """Give a memory with two reflections, of which the second has taken over the first."""
    shop.observe(SQLITE, Category.ARCHITECTURE, key="m1")
    shop.observe(CENTS, Category.CONVENTION, key="m2")
    first = shop.reflect()
    shop.observe(RUFF, Category.CONVENTION, key="m3")
    return first, shop.reflect()


def states(shop):
    return [str(one.state) for one in shop.memories().values()]


def as_it_is(shop):
    """Return all that counts of the memory: each row's text and state, and what the reflections say."""
    rows = [(one.id, one.content, one.category, one.priority, one.state) for one in shop.memories().values()]
    told = [(one.id, one.state, one.lines, one.contract) for one in map(reflections.get, (1, 2))]
    return rows, told


def test_a_reflection_is_taken_back_with_all_that_it_did(shop, known):
    first, second = known

    done = shop.undo()

    assert (done.kind, done.row_id, done.action) == ("reflection", second, "reflected")
    assert states(shop) == ["reflected", "reflected", "active"]
    assert [reflections.get(each).state for each in known] == ["active", "archived"]
    assert shop.newest().id == first


def test_without_a_number_it_goes_further_back_each_time(shop, known):
    shop.undo()
    shop.undo()

    assert states(shop) == ["active"] * 3
    with pytest.raises(NotFound, match="no change to take back"):
        shop.undo()


def test_an_undo_can_be_undone(shop, known):
    before = as_it_is(shop)
    done = shop.undo()

    again = shop.undo(done.change)

    assert as_it_is(shop) == before
    assert shop.undo(again.change).taken_back == again.change
    assert states(shop) == ["reflected", "reflected", "active"]


def test_an_edit_of_a_reflection_is_taken_back(shop, known):
    before = as_it_is(shop)
    shop.edit("R2", shop.newest().content.replace("in cents", "in whole cents") + "\n## Mine\nHello")

    shop.undo()

    assert as_it_is(shop) == before


def test_an_edit_of_a_memory_is_taken_back_with_what_was_told_of_it(shop, known):
    before = as_it_is(shop)
    shop.edit("2", "Prices are kept in euros", priority=Priority.HIGH)
    assert "euros" in shop.newest().content

    done = shop.undo()

    assert as_it_is(shop) == before
    shop.undo(done.change)
    assert "euros" in shop.newest().content


def test_what_the_worker_has_changed_is_taken_back(shop, known):
    with transaction():
        observations.set_state([3], State.ARCHIVED, who="worker", now=shop.now(), reason="old")

    done = shop.undo()

    assert (done.action, shop.state(3)) == ("archived", "reflected")


def test_what_a_session_adds_is_taken_back_by_its_number_only(shop, known):
    row_id = shop.observe("The hall has a lamp")
    number = shop.changes()[0].id

    shop.undo(number)

    assert shop.state(row_id) == "archived"
    assert shop.undo().row_id == 2


def test_what_is_taken_out_of_memory_is_told_no_more(shop, known):
    number = next(change.id for change in shop.changes() if (change.row_id, change.action) == (2, "observed"))

    done = shop.undo(number)

    assert "cents" not in shop.newest().content
    shop.undo(done.change)
    assert "cents" in shop.newest().content
    assert shop.state(2) == "reflected"


def test_going_back_in_a_session_is_taken_back_by_its_number(shop, known):
    before = as_it_is(shop)
    shop.leave("m2")
    assert "cents" not in shop.newest().content
    number = shop.changes()[0].id

    shop.undo(number)

    assert as_it_is(shop) == before


@pytest.mark.parametrize("number", [0, 10**30, -1, 4711])
def test_a_change_that_there_is_not_is_said(shop, known, number):
    with pytest.raises(NotFound, match="there is no change"):
        shop.undo(number)


def test_a_part_of_a_change_stands_for_all_of_it(shop, known):
    parts = journal.parts(shop.changes()[0].id)

    shop.undo(parts[-1].id)

    assert reflections.get(2).state == "archived"


def test_a_change_is_taken_back_once(shop, known):
    shop.edit("3", "Use black")
    number = shop.undo().taken_back

    with pytest.raises(NotFound, match=f"change {number} is taken back already"):
        shop.undo(number)


def test_a_reflection_that_another_has_taken_over_has_that_in_the_way(shop, known):
    first, second = (change for change in reversed(shop.changes()) if change.kind == "reflection")

    with pytest.raises(NotFound, match=f"R2 has taken its lines over; `codewatch undo {second.id}` first"):
        shop.undo(first.id)

    assert states(shop) == ["reflected"] * 3


def test_a_reflection_that_was_edited_has_the_edit_in_the_way(shop, known):
    number = next(change.id for change in shop.changes() if change.kind == "reflection")
    edit = shop.edit("R2", f"{shop.newest().content}\nHello")

    with pytest.raises(NotFound, match=f"R2 was edited since; `codewatch undo {edit}` first"):
        shop.undo(number)


def test_a_later_edit_of_the_same_row_is_in_the_way(shop, known):
    first = shop.edit("3", "Use black")
    second = shop.edit("3", "Use yapf")

    with pytest.raises(NotFound, match=f"3 was changed since; `codewatch undo {second}` first"):
        shop.undo(first)

    assert observations.get(3).content == "Use yapf"


def test_a_later_edit_of_something_else_is_not_in_the_way(shop, known):
    first = shop.edit("3", "Use black")
    shop.edit("3", priority=Priority.HIGH)

    shop.undo(first)

    assert (observations.get(3).content, observations.get(3).priority) == (RUFF, "high")


def test_an_edit_of_a_reflection_that_was_taken_over_is_not_undone_behind_its_back(shop, known):
    edit = shop.edit("R2", f"{shop.newest().content}\nHello")
    shop.observe("The hall has a lamp")
    shop.reflect()

    with pytest.raises(NotFound, match="R2 is superseded: edit R3"):
        shop.undo(edit)


def test_what_was_forgotten_is_not_brought_back(shop, known):
    shop.edit("2", "Prices are kept in whole cents")
    shop.forget(2)
    numbers = [change.id for change in shop.changes() if change.row_id == 2 and change.kind == "observation"]

    assert all("cannot be undone" in refusal(shop, number) for number in numbers)


def refusal(shop, number):
    with pytest.raises(NotFound) as caught:
        shop.undo(number)
    return str(caught.value)


def test_after_something_was_forgotten_the_rest_can_be_undone(shop, known):
    shop.edit("R2", f"{shop.newest().content}\nHello")
    shop.forget(2)

    shop.undo()
    shop.undo()

    assert shop.newest().id == 1
    assert [(row_id, shop.state(row_id)) for row_id in shop.memories()] == [(1, "reflected"), (3, "active")]
    assert "cents" not in reflections.get(1).content


def test_a_reflection_taken_back_after_a_session_went_back_tells_nothing_of_that(shop, known):
    shop.leave("m1")

    shop.undo()

    assert "SQLite" not in shop.newest().content
    assert states(shop) == ["abandoned", "reflected", "active"]
    shop.come_back("m1")
    assert states(shop) == ["active", "reflected", "active"]


def test_a_line_that_names_two_tells_the_other_when_one_is_left(shop):
    one, two = shop.observe(SQLITE, key="m1"), shop.observe(CENTS, key="m2")
    made = shop.put(ReflectionLine("- SQLite 3.45, and cents in shop/prices.py", (one, two)))

    shop.leave("m1")

    assert [(each.text, each.sources) for each in reflections.get(made).lines] == [(f"- {CENTS}", (two,))]
    assert [shop.state(one), shop.state(two)] == ["abandoned", "reflected"]


def test_what_a_person_has_written_about_what_was_left_stays(shop):
    one = shop.observe(SQLITE, key="m1")
    made = shop.put(ReflectionLine("- SQLite it is", (one,), is_pinned=True))

    shop.leave("m1")

    assert reflections.get(made).content == "- SQLite it is"
    shop.come_back("m1")
    assert shop.state(one) == "reflected"


def test_an_edit_of_what_is_forgotten_altogether_is_passed_by(shop):
    one, two = shop.observe(SQLITE), shop.observe(CENTS)
    shop.edit(str(two), priority=Priority.HIGH)
    shop.put(ReflectionLine("- SQLite it is", (one,)))
    shop.edit("R1", "SQLite 3.45 it is")
    shop.forget(one)

    assert shop.undo().row_id == two
