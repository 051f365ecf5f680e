"""Forgetting for good: nothing of the text is left, and it is not learned again (FEATURES B5)."""

import sqlite3
from pathlib import Path

import pytest

from codewatch.categories import State
from codewatch.errors import NotFound, StoreError
from codewatch.store import forgetting, observations, reflections
from codewatch.store.database import connection, memory_path
from codewatch.store.models import database

NOW = "2026-05-02T10:00:00.000Z"
TEXT = "Zanzibar gateway uses the quokka cipher"
WORDS = (b"zanzibar", b"quokka", b"cipher")


def words_left(folder):
    """Return which of the words stand anywhere in the database's files."""
    raw = b"".join(path.read_bytes() for path in Path(folder).iterdir()).lower()
    return [word for word in WORDS if word in raw]


def forget(*row_ids):
    return forgetting.forget(row_ids, who="user", now=NOW)


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
    reflect("Zanzibar speaks quokka cipher on 8431", row_id, other)

    forget(row_id)

    assert words_left(memory) == []
    assert reflections.count() == 0
    assert observations.get(other).state is State.ACTIVE


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
