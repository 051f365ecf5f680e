"""What a person changes stays so: in a memory, and in a reflection from one to the next (FEATURES F147)."""

import pytest

from codewatch import edit, forget, proof
from codewatch.categories import Category, Priority, Scope, State
from codewatch.errors import ConfigError, NotFound
from codewatch.literals import typed
from codewatch.reflections import ReflectionLine
from codewatch.store import observations, reflections
from codewatch.store.database import connection

SQLITE = "We chose SQLite 3.45 because one file is enough"
CENTS = "Prices are kept in cents in shop/prices.py"
TOKEN = "ghp_0123456789abcdefghijABCDEFGHIJ012345"


@pytest.fixture
def reflected(shop):
    """Give the id of a reflection of two memories, 1 and 2."""
    shop.observe(SQLITE, Category.ARCHITECTURE)
    shop.observe(CENTS, Category.CONVENTION)
    return shop.put(
        ReflectionLine("## Decisions", ()), ReflectionLine(f"- {SQLITE}", (1,)),
        ReflectionLine("## Conventions", ()), ReflectionLine(f"- {CENTS}", (2,)),
    )  # fmt: skip


def text_of(row_id):
    return reflections.get(row_id).content


def test_an_edited_line_stays_word_for_word_through_the_next_reflections(shop, reflected):
    shop.edit(f"R{reflected}", text_of(reflected).replace("one file is enough", "Ana said `so` on 2026-01-02"))
    shop.observe("The cart lost items because the session expired", Category.BUGFIX)
    shop.reflect()
    shop.observe("Use ruff for formatting", Category.CONVENTION)

    shop.reflect(level=3)

    known = shop.newest()
    assert ReflectionLine("- We chose SQLite 3.45 because Ana said `so` on 2026-01-02", (1,), True) in known.lines
    assert known.contract is not None
    assert known.contract["is_kept"]
    assert known.sources == (1, 2, 3, 4)


def test_what_was_taken_out_is_not_told_again(shop, reflected):
    shop.edit(f"R{reflected}", text_of(reflected).replace(f"- {CENTS}\n", "").replace(f"\n- {CENTS}", ""))
    shop.observe("The cart lost items because the session expired", Category.BUGFIX)

    shop.reflect()

    assert "cents" not in shop.newest().content
    assert (shop.state(2), observations.get(2).content) == ("reflected", CENTS)


def test_an_edit_is_found_and_its_verdict_is_true(shop, reflected):
    shop.edit(f"R{reflected}", f"{text_of(reflected)}\nMind the zanzibar")

    known = reflections.get(reflected)
    assert connection().execute("select rowid from reflection_fts('zanzibar')").fetchall() == [(reflected,)]
    assert known.contract is not None
    assert (known.contract["is_kept"], known.contract["sacred"]) == (True, 2)


def test_the_same_edit_twice_changes_nothing(shop, reflected):
    text = f"{text_of(reflected)}\nMind the zanzibar"
    first = shop.edit(f"R{reflected}", text)

    assert first is not None
    assert shop.edit(f"R{reflected}", text) is None
    assert shop.changes()[0].id == first


def test_one_that_another_has_taken_over_is_not_edited(shop, reflected):
    shop.observe("Use ruff for formatting", Category.CONVENTION)
    newer = shop.reflect()

    with pytest.raises(edit.Rewritten, match=f"R{reflected} is superseded; R{newer} has taken its lines over"):
        shop.edit(f"R{reflected}", "Hello")


def test_one_that_was_changed_meanwhile_is_not_overwritten(shop, reflected):
    before = text_of(reflected)
    shop.edit(f"R{reflected}", f"{before}\nHello")

    with pytest.raises(edit.Rewritten, match="changed meanwhile"):
        shop.edit(f"R{reflected}", f"{before}\nGood-bye", seen=before)

    assert text_of(reflected) == f"{before}\nHello"


@pytest.mark.parametrize("name", ["R1", "1"])
@pytest.mark.parametrize("text", ["", " \n\t", "<private>all of it</private>", "\x1b[2J\x07"])
def test_a_text_with_nothing_in_it_is_refused(shop, reflected, name, text):
    with pytest.raises(ConfigError, match="nothing would be left"):
        shop.edit(name, text)

    assert (text_of(reflected).count("\n"), observations.get(1).content) == (3, SQLITE)


@pytest.mark.parametrize("name", ["R1", "1"])
def test_a_text_of_5_mb_is_refused(shop, reflected, name):
    with pytest.raises(ConfigError, match="at most"):
        shop.edit(name, "five megabytes " * 350_000)


def test_more_lines_than_anybody_reads_are_refused(shop, reflected):
    with pytest.raises(ConfigError, match="5000 lines"):
        shop.edit(f"R{reflected}", "a\n" * 6_000)


@pytest.mark.parametrize("name", ["R1", "1"])
def test_secrets_and_codes_are_taken_out_of_a_text_and_told(shop, reflected, name):
    text = f"The key is {TOKEN}\x1b[31m in red"
    change = edit.edit_reflection if name == "R1" else edit.edit_observation

    done = change(1, text=text, who="user", now=shop.now())

    stored = text_of(1) if name == "R1" else observations.get(1).content
    assert TOKEN not in stored
    assert "\x1b" not in stored
    assert (len(done.secrets), done.had_codes) == (1, True)


def test_an_edited_memory_is_analysed_anew(shop):
    row_id = shop.observe(SQLITE)

    shop.edit(str(row_id), "We chose PostgreSQL 16 for `orders`")

    memory = observations.get(row_id)
    assert memory.literals == typed("We chose PostgreSQL 16 for `orders`")
    assert memory.tokens == 9
    found = [connection().execute(f"select rowid from observation_fts('{word}')").fetchall() for word in
             ("sqlite", "postgresql")]  # fmt: skip
    assert found == [[], [(row_id,)]]


def test_category_priority_and_scope_are_set_without_a_text(shop):
    row_id = shop.observe(SQLITE)

    shop.edit(str(row_id), category=Category.ARCHITECTURE, priority=Priority.HIGH, scope=Scope.GLOBAL)

    memory = observations.get(row_id)
    assert (memory.category, memory.priority, memory.scope) == ("architecture", "high", "global")
    assert memory.content == SQLITE
    assert [entry.action for entry in shop.changes()] == ["edited", "observed"]


def test_a_memory_that_is_as_it_was_is_no_change(shop):
    row_id = shop.observe(SQLITE)

    assert shop.edit(str(row_id), f" {SQLITE}\n", category=Category.LEARNING) is None


def test_a_reflection_tells_what_an_edited_memory_says_now(shop, reflected):
    shop.edit("2", "Prices are kept in euros in shop/money.py")

    known = reflections.get(reflected)
    assert known.lines[-1] == ReflectionLine("- Prices are kept in euros in shop/money.py", (2,))
    assert known.contract is not None
    assert known.contract["is_kept"]
    assert shop.state(2) == "reflected"


def test_a_pinned_line_about_an_edited_memory_stays(shop, reflected):
    shop.edit(f"R{reflected}", text_of(reflected).replace("in cents", "in whole cents"))
    before = text_of(reflected)

    shop.edit("2", "Prices are kept in euros in shop/money.py")

    assert text_of(reflected) == before


def test_what_becomes_important_is_told_where_it_was_left_out(shop):
    low = shop.observe("Ran `make lint` in tools/ci", Category.TASK_CONTEXT, Priority.LOW)
    other = shop.observe("Looked at the footer", Category.TASK_CONTEXT, Priority.LOW)
    made = shop.put(ReflectionLine("2 minor items are left out here and stay searchable.", (low, other)))

    shop.edit(str(low), priority=Priority.HIGH)

    known = reflections.get(made)
    assert [(each.text, each.sources) for each in known.lines] == [
        ("## Work done", ()), ("- Ran `make lint` in tools/ci", (low,)),
        ("1 minor items are left out here and stay searchable.", (other,)),
    ]  # fmt: skip


def test_an_id_that_is_not_there_is_said(shop):
    with pytest.raises(NotFound, match="no memory 77"):
        shop.edit("77", "Hello")
    with pytest.raises(NotFound, match="no reflection 77"):
        shop.edit("R77", "Hello")


def test_a_memory_of_any_state_can_be_edited(shop):
    row_id = shop.observe(SQLITE, key="m1")
    shop.leave("m1")

    shop.edit(str(row_id), "We chose PostgreSQL 16")

    assert (observations.get(row_id).content, shop.state(row_id)) == ("We chose PostgreSQL 16", State.ABANDONED)


def test_a_text_from_before_an_edit_is_forgotten_too(shop):
    row_id = shop.observe("The quokka cipher runs on 8431")
    shop.edit(str(row_id), "The gateway runs on 8432")
    made = shop.put(ReflectionLine("Mind the quokka cipher that runs on 8431", (), is_pinned=True))

    gone = forget.forget([row_id], who="user", now=shop.now())

    assert [told.content for told in gone.told] == ["The gateway runs on 8432", "The quokka cipher runs on 8431"]
    assert reflections.get(made).content == ""
    assert shop.observe("The quokka cipher runs on 8431") is None
    assert proof.look(shop.folder, gone.told).found_in == []
