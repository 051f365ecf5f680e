"""A prompt into a Query."""

import pytest

from codewatch.recall.query import find_paths, find_phrases, parse


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("look at src/app/views.py:12:3, please", ["src/app/views.py"]),
        ("`store.py` and (README.md)", ["store.py", "README.md"]),
        ("open .\\tests\\a.ts.", ["tests/a.ts"]),
        ("see https://example.org/a/b.py", []),
        ("version 2026.4.10 of e.g. foo.bar", []),
        ("1/2 and //", []),
    ],
)
def test_paths_are_found_with_their_noise_stripped(text: str, paths: list[str]) -> None:
    assert find_paths(text) == paths


def test_a_path_is_asked_for_by_its_name_and_not_by_its_folders() -> None:
    query = parse("why does src/click/types.py fail?")

    assert (query.words, query.names, query.kind()) == (["type", "fail"], ["typespy"], "path")


def test_quoted_runs_of_words_are_phrases() -> None:
    assert find_phrases('say "hello big world", `one` and “two three”, "open') == [
        ["hello", "big", "world"],
        ["two", "three"],
    ]


@pytest.mark.parametrize("text", ["", "   ", "(((", "*", "-", "\x00", "\U0001f534"])
def test_a_text_without_a_term_is_an_empty_query(text: str) -> None:
    assert parse(text).is_empty()
