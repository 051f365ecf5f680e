"""Ranking: the numbers behind the order."""

import math
import sqlite3
from collections.abc import Callable

import pytest

from codewatch.recall import rank
from codewatch.recall.query import parse
from codewatch.recall.search import find, scope_parameters

Remember = Callable[..., int]


@pytest.mark.parametrize("number", [1.0, 1.5, 30.0, 1e6])
def test_the_logarithm_is_the_natural_one(number: float) -> None:
    assert rank.natural_log(number) == pytest.approx(math.log(number), abs=1e-6)


@pytest.mark.parametrize("total", [1, 5, 20, 100, 10_000])
def test_a_generic_word_is_never_as_rare_as_a_special_one(total: int) -> None:
    assert rank.rarity("file", 1, total) < 0.75 * rank.rarity("metric", 1, total)


def test_a_single_memory_does_not_make_its_words_worthless() -> None:
    assert rank.rarity("metric", 1, 1) > 4


def first(memory: sqlite3.Connection, prompt: str) -> int:
    return find(memory, parse(prompt), scope_parameters(memory, "/work/tidepool", "main"))[0].id


def test_a_memory_of_the_named_file_stands_first(memory: sqlite3.Connection, remember: Remember) -> None:
    remember("types are checked twice in the parser", files=("src/other/types.py",))
    wanted = remember("the checks run once", files=("src/click/types.py",))
    remember("types types types", files=())

    assert first(memory, "what about src/click/types.py?") == wanted


def test_words_side_by_side_stand_before_scattered_ones(memory: sqlite3.Connection, remember: Remember) -> None:
    remember("pool swimming near the connection to the beach limit")
    wanted = remember("swimming near the beach and connection pool limit")

    assert first(memory, "connection pool limit") == wanted


@pytest.mark.parametrize("better", [{"confidence": 1.0}, {"priority": "high"}, {"observed_at": "2026-05-01T00:00:00Z"}])
def test_confidence_importance_and_age_break_ties(
    memory: sqlite3.Connection, remember: Remember, better: dict[str, object]
) -> None:
    worse = {"confidence": 0.3, "priority": "medium", "observed_at": "2025-01-01T00:00:00Z"}
    wanted = remember("deploy canary alpha", **{**worse, **better})
    remember("deploy canary gamma", **worse)

    assert first(memory, "deploy canary") == wanted


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "keep nightly snapshots in bucket snap-eu for 30 days",
            "keep nightly snapshots in bucket snap-eu for 90 days",
        ),
        ("the client validates the server certificate", "the server validates the client certificate"),
        ("turn caching on in the smoke suite of the shop", "turn caching off in the smoke suite of the shop"),
        ("the importer of the shop works on Windows", "the importer of the shop works not on Windows"),
        ("admins of the shop see all the invoices", "only admins of the shop see all the invoices"),
    ],
)
def test_what_differs_in_a_number_a_role_or_a_denial_is_not_the_same(
    memory: sqlite3.Connection, remember: Remember, one: str, other: str
) -> None:
    wanted = {remember(one), remember(other)}

    hits = find(memory, parse(one), scope_parameters(memory, "/work/tidepool", "main"))

    assert {hit.id for hit in rank.distinct(hits, 10)} == wanted


def test_what_says_the_same_and_a_word_more_is_the_same(memory: sqlite3.Connection, remember: Remember) -> None:
    remember("the importer of the shop reads files with semicolons")
    remember("The importer of the shop reads files with semicolons.")
    remember("the importer of the shop reads big files with semicolons")

    hits = find(memory, parse("importer semicolons"), scope_parameters(memory, "/work/tidepool", "main"))

    assert len(rank.distinct(hits, 10)) == 1
