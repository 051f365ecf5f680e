"""What a reflection owes to what it stands for (FEATURES B2, F53)."""

import pytest

from codewatch.agents import contract
from codewatch.agents.repair import repair
from codewatch.agents.sacred import is_sacred
from codewatch.categories import Category, Priority
from codewatch.reflections import ReflectionLine

DECISION = "Chose PostgreSQL 16 over MySQL because of partial indexes in db/schema.sql"


def lines(*told):
    """Return lines of (text, ids)."""
    return [ReflectionLine(text, tuple(sources)) for text, *sources in told]


@pytest.fixture
def decision(note):
    """Give a decision that has to survive."""
    return note(DECISION, Category.ARCHITECTURE, priority=Priority.HIGH)


@pytest.mark.parametrize("category", [Category.ARCHITECTURE, Category.USER_PREFERENCE, Category.CONVENTION])
def test_a_decision_a_preference_and_a_convention_are_sacred_whatever_their_priority(note, category):
    assert is_sacred(note("x", category, priority=Priority.LOW))


def test_what_is_high_is_sacred_and_work_done_is_not(note):
    assert is_sacred(note("x", Category.TASK_CONTEXT, priority=Priority.HIGH))
    assert not is_sacred(note("x", Category.TASK_CONTEXT))


def test_a_line_with_all_literals_and_clauses_keeps_the_contract(decision):
    told = lines(("## Decisions",), ("- PostgreSQL 16, not MySQL: it has partial indexes (db/schema.sql)", decision.id))
    told_plainly = lines(("- PostgreSQL 16 over MySQL: partial indexes (db/schema.sql)", decision.id))

    assert contract.check(told_plainly, [decision]).is_kept
    assert contract.check(told, [decision]).invented == ((1, "not"),)


def test_a_literal_that_vanished_is_named(decision):
    found = contract.check(lines(("- Chose PostgreSQL over MySQL for its partial indexes", decision.id)), [decision])

    assert found.missing == ((1, "16"), (1, "db/schema.sql"))
    assert not found.is_kept


def test_a_decision_without_its_reason_is_not_represented(decision):
    found = contract.check(lines(("- PostgreSQL 16 was chosen over MySQL, db/schema.sql", decision.id)), [decision])

    assert found.unrepresented == (1,)


def test_a_sacred_observation_that_no_line_names_is_not_represented(decision):
    assert contract.check([], [decision]).unrepresented == (1,)


def test_a_literal_from_nowhere_is_named_with_its_line(decision):
    found = contract.check(lines((f"{DECISION}, port 5433", decision.id)), [decision])

    assert found.invented == ((0, "5433"),)


def test_a_literal_of_an_observation_that_the_line_does_not_name_is_from_nowhere(note, decision):
    other = note("The shop listens on port 8081")

    found = contract.check(lines((f"{DECISION}, port 8081", decision.id), (other.content, other.id)), [decision, other])

    assert found.invented == ((0, "8081"),)


def test_its_date_its_files_and_how_many_it_stands_for_are_no_inventions(note):
    seen = [note("The cart is slow", files=("shop/cart.py",)) for _ in range(3)]

    found = contract.check(lines(("shop/cart.py: the cart is slow, 3 times (2026-03-01)", 1, 2, 3)), seen)

    assert found.is_kept


@pytest.mark.parametrize("sources", [(), (99,), (1, 99)], ids=["none", "an unknown one", "an unknown one too"])
def test_a_line_without_known_sources_is_named(decision, sources):
    assert contract.check(lines((DECISION, *sources)), [decision]).unsourced == (0,)


def test_a_preference_that_turned_into_its_opposite_is_seen(note):
    wish = note("Never use float for money", Category.USER_PREFERENCE)

    assert contract.check(lines(("- Use float for money", wish.id)), [wish]).missing == ((1, "not"),)


def test_a_denial_may_be_worded_in_another_way_but_not_lost(note):
    wish = note("Use Decimal instead of float, never round before the total", Category.USER_PREFERENCE)

    told = contract.check(lines(("- Decimal instead of float, no rounding before the total", wish.id)), [wish])
    lost = contract.check(lines(("- Decimal instead of float, round before the total", wish.id)), [wish])

    assert told.is_kept
    assert lost.missing == ((1, "not"),)


def test_the_verdict_as_counts_holds_no_text(decision):
    found = contract.check(lines(("secret/path.py", decision.id)), [decision]).as_dict()

    assert (found["is_kept"], found["sacred"], found["invented"]) == (False, 1, 1)
    assert {type(value) for value in found.values()} <= {bool, int}


def test_repair_puts_back_what_vanished_in_the_place_of_the_line(decision):
    repaired = repair(lines(("## Decisions",), ("- Chose PostgreSQL", decision.id)), [decision], level=3)

    assert [line.text for line in repaired.lines] == ["## Decisions", f"- {DECISION}"]
    assert (repaired.contract.is_kept, repaired.contract.restored, repaired.contract.dropped) == (True, 1, 0)


def test_repair_keeps_a_line_that_tells_of_others_too(note, decision):
    other = note("The export runs at night", Category.TASK_CONTEXT)
    shared = ("- Chose PostgreSQL; the export runs at night", decision.id, other.id)

    repaired = repair(lines(("## Work done",), shared), [decision, other], level=2)

    assert [line.text for line in repaired.lines] == [
        "## Decisions", f"- {DECISION}", "## Work done", shared[0],
    ]  # fmt: skip


def test_repair_takes_out_what_came_from_nowhere_and_tells_its_source_instead(note):
    seen = note("The cart is slow", Category.FILE_PATTERN)

    repaired = repair(lines(("- The cart takes 900 ms", seen.id), ("- Trust me",)), [seen], level=3)

    assert [line.text for line in repaired.lines] == ["## Files", "- The cart is slow"]
    assert repaired.contract.dropped == 2


def test_repair_counts_what_the_level_may_leave_out(note):
    low = note("Ran the tests", Category.TASK_CONTEXT, priority=Priority.LOW)
    done = note("Fixed the footer", Category.TASK_CONTEXT)

    at_once = repair([], [low, done], level=0)
    later = repair([], [low, done], level=2)

    assert [line.sources for line in at_once.lines] == [(), (1,), (2,)]
    assert [line.text for line in later.lines] == ["2 minor items are left out here and stay searchable."]
    assert later.contract.is_kept


def test_every_observation_is_named_after_repair(note, decision):
    others = [note(f"The {word} page is slow") for word in ("cart", "login", "report")]

    repaired = repair(lines(("- The pages are slow", 99)), [decision, *others], level=3)

    assert {source for line in repaired.lines for source in line.sources} == {1, 2, 3, 4}


@pytest.mark.parametrize(
    ("said", "half"),
    [
        ("Prefer small commits with one subject each, bundle refactorings with their fixes", "Prefer small commits"),
        ("Rechnungsnummern gelten je Mandant, denn das Finanzamt prüft sie lückenlos", "Rechnungsnummern je Mandant"),
        ("我们用 SQLite，因为它不需要单独的服务器", "我们用 SQLite"),
    ],
)
def test_half_of_what_was_said_is_not_enough(note, said, half):
    wish = note(said, Category.USER_PREFERENCE)

    assert contract.check(lines((half, wish.id)), [wish]).unrepresented == (wish.id,)


def test_politeness_and_that_it_was_said_before_are_owed_to_nobody(note):
    wishes = [
        note(text, Category.USER_PREFERENCE)
        for text in ("I said it before, money is kept in cents", "Lance les tests avant de pousser, s'il te plaît")
    ]

    told = lines(("Money: kept in cents", 1), ("Lance les tests avant de pousser", 2))

    assert contract.check(told, wishes).is_kept
