"""Forgetting for good: nothing of the text is left, and it is not learned again (FEATURES B5)."""

import sqlite3
from pathlib import Path

import pytest

from codewatch.categories import Priority, State
from codewatch.errors import NotFound, StoreError
from codewatch.forget import forget as forget_memories
from codewatch.reflections import Contract, Reflection, ReflectionLine, count_left_out
from codewatch.store import observations, reflections
from codewatch.store.database import connection, memory_path, transaction
from codewatch.store.models import database

NOW = "2026-05-02T10:00:00.000Z"
TEXT = "Zanzibar gateway uses the quokka cipher"
WORDS = (b"zanzibar", b"quokka", b"cipher")


def words_left(folder):
    """Return which of the words stand anywhere in the database's files."""
    raw = b"".join(path.read_bytes() for path in Path(folder).iterdir()).lower()
    return [word for word in WORDS if word in raw]


def line(text, *sources):
    return ReflectionLine(text, sources)


def store(place, lines, **fields):
    """Store a reflection of these lines and return its id."""
    with transaction():
        return reflections.add(Reflection(1, lines, 100, 40, **fields), project=place.project, branch="main", now=NOW)


def forget(*row_ids):
    return len(forget_memories(row_ids, who="user", now=NOW).memories)


def test_no_byte_of_a_forgotten_text_is_left(memory, remember):
    remember(TEXT, source_summary="the quokka talk", files=("src/zanzibar/cipher.py",), topics=("zanzibar",))
    remember("Something else that stays")
    assert words_left(memory) == list(WORDS)

    count = forget(1)

    assert count == 1
    assert words_left(memory) == []
    assert observations.get(2).content == "Something else that stays"


def test_no_byte_is_left_among_many_other_memories(memory, remember):
    numbers = [remember(f"Memory number {number} about parser {number % 7}") for number in range(300)]
    row_id = remember(TEXT)
    more = [remember(f"Later memory {number} of the scheduler") for number in range(300)]

    forget(row_id)

    assert words_left(memory) == []
    assert sum(observations.counts().values()) == len(numbers) + len(more)


def test_no_byte_of_a_long_text_on_overflow_pages_is_left(memory, remember):
    row_id = remember(TEXT, source_summary="zanzibar " * 3000)

    forget(row_id)

    assert words_left(memory) == []


def test_no_byte_is_left_of_a_text_that_was_changed_and_reflected(memory, remember, reflect):
    row_id, other = remember(TEXT), remember("The gateway listens on 8431")
    made = reflect("Zanzibar speaks quokka cipher on 8431", row_id, other)

    forget(row_id)

    assert words_left(memory) == []
    assert [line.text for line in reflections.get(made).lines] == ["- The gateway listens on 8431"]
    assert observations.get(other).state is State.REFLECTED


def test_a_reflection_of_nothing_else_is_empty_and_archived(memory, remember, reflect):
    made = reflect("Zanzibar speaks quokka cipher", remember(TEXT))

    forget(1)

    assert words_left(memory) == []
    assert (reflections.get(made).content, reflections.get(made).state) == ("", "archived")


def test_no_byte_is_left_in_what_another_reflection_has_taken_over(memory, remember, place):
    row_id, other = remember(TEXT), remember("The gateway listens on 8431")
    first = store(place, (line("Zanzibar speaks quokka", row_id), line("- The gateway listens on 8431", other)))
    second = store(place, (line("Zanzibar speaks cipher", row_id, other),), replaces=first)

    forget(row_id)

    assert words_left(memory) == []
    assert [reflections.get(each).content for each in (first, second)] == ["- The gateway listens on 8431"] * 2
    assert reflections.get(first).state == "superseded"


def test_the_line_that_counts_what_is_left_out_counts_anew(remember, place):
    ids = [remember(text, priority=Priority.LOW) for text in (TEXT, "The gateway is slow", "The hall has a lamp")]
    made = store(place, (count_left_out(ids),))

    forget(ids[0])

    assert reflections.get(made).lines == (count_left_out(ids[1:]),)


@pytest.mark.parametrize(
    "said",
    [TEXT, "Zanzibar: its gateway speaks quokka, a cipher that uses 8 rounds", "Mind the zanzibar gateway cipher"],
)
def test_a_pinned_line_that_holds_the_text_or_most_of_it_loses_its_words(memory, remember, place, said):
    row_id, other = remember(TEXT), remember("The gateway listens on 8431")
    made = store(place, (line("- The gateway listens on 8431", other), ReflectionLine(said, (), is_pinned=True)))

    forget(row_id)

    assert words_left(memory) == []
    assert reflections.get(made).content == "- The gateway listens on 8431"


def test_a_pinned_line_about_something_else_stays(remember, place):
    row_id = remember(TEXT)
    own = ReflectionLine("The gateway of the shop is closed on Sundays", (), is_pinned=True)
    made = store(place, (line("Zanzibar speaks", row_id), own))

    forget(row_id)

    assert reflections.get(made).lines == (own,)


def test_a_pinned_line_that_names_it_keeps_quiet_about_the_others_that_it_names(remember, place):
    row_id, other = remember(TEXT), remember("The gateway listens on 8431")
    made = store(place, (ReflectionLine("All is well", (row_id, other), is_pinned=True),))

    forget(row_id)

    assert reflections.get(made).lines == (ReflectionLine("", (other,), is_pinned=True),)


def test_the_verdict_of_a_reflection_stays_true(remember, place):
    row_id = remember(TEXT, priority=Priority.HIGH)
    other = remember("The gateway listens on 8431", priority=Priority.HIGH)
    kept = Contract(sacred=2, literals=1, restored=1)
    made = store(place, (line(TEXT, row_id), line("The gateway listens on 8431", other)), contract=kept)

    forget(row_id)

    assert reflections.get(made).contract == Contract(sacred=1, literals=1, restored=1).as_dict()


def test_what_is_cut_out_is_found_no_more_and_the_rest_is(remember, place):
    row_id, other = remember(TEXT), remember("The gateway listens on 8431")
    store(place, (line("Zanzibar gateway on 8431", row_id, other),))

    forget(row_id)

    found = [connection().execute(f"select count(*) from reflection_fts('{word}')").fetchone() for word in
             ("zanzibar", "8431")]  # fmt: skip
    assert found == [(0,), (1,)]


def test_a_reflection_that_was_cut_can_still_be_taken_back(memory, remember, place):
    row_id, other = remember(TEXT), remember("The gateway listens on 8431")
    made = store(place, (line("Zanzibar gateway on 8431", row_id, other),))
    forget(row_id)

    with transaction():
        reflections.take_back(made, who="user", now=NOW)

    assert observations.get(other).state is State.ACTIVE
    assert words_left(memory) == []


def test_a_reflection_of_other_memories_stays(remember, reflect):
    row_id, other = remember(TEXT), remember("The gateway listens on 8431")
    reflect("8431 is the port", other)

    forget(row_id)

    assert reflections.count() == 1
    assert observations.get(other).state is State.REFLECTED


@pytest.mark.parametrize("again", [TEXT, "  zanzibar gateway\n uses the QUOKKA cipher "])
def test_the_worker_does_not_learn_a_forgotten_text_again(remember, again):
    forget(remember(TEXT))

    assert remember(again) is None
    assert observations.counts() == {}


@pytest.mark.parametrize("who", ["user", "tool"])
def test_what_is_stated_again_on_purpose_is_kept_once(remember, who):
    forget(remember(TEXT))

    row_id = remember(TEXT, who=who)

    rows = connection().execute("select rowid from observation_fts('zanzibar')").fetchall()
    assert rows == [(row_id,)]


def test_an_unknown_id_forgets_nothing(remember):
    remember(TEXT)

    with pytest.raises(NotFound, match="77"):
        forget(1, 77)

    assert observations.get(1).content == TEXT


def test_an_id_given_twice_is_forgotten_once(remember):
    row_id = remember(TEXT)

    assert forget(row_id, row_id) == 1


def test_ids_are_not_given_to_another_memory(remember):
    forget(remember(TEXT))

    assert remember("Another memory") == 2


def test_a_reader_that_holds_old_pages_is_told(memory, remember):
    row_id = remember(TEXT)
    reader = sqlite3.connect(memory_path(memory), isolation_level=None)
    reader.execute("begin")
    reader.execute("select count(*) from observation").fetchone()
    database.execute_sql("pragma busy_timeout = 1")

    with pytest.raises(StoreError, match="another program reads"):
        forget(row_id)

    reader.close()
    assert observations.counts() == {}
