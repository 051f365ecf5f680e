"""The analyser: what is stored and what is asked become the same terms, and FTS5 keeps them as they are."""

import random
import sqlite3
import unicodedata

import pytest

from codewatch.stems import stem
from codewatch.terms import MAX_QUERY_CHARS, analyse, fold, index_columns, query_terms

ALPHABETS = (
    "abcXYZ019_.-'/ ", "äÖßéİñŉǆ ", "数据库连接池天気 ", "サンドボックスがぱー・ ", "배포금요일 ", "สิงคโปร์เซำ ",
    "हिन्दी में ", "שלום مرحبا ", "привет Ёлка ", "\u0301\u3099\u200d\ufe0f\u00ad\u2019 ",
    "\U0001f534\U00020000\u0000\x01 ", "Ⅻ²½ǅ\u1cf2Ꭰ ",
)  # fmt: skip


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("caresses", "caress"), ("ponies", "poni"), ("feed", "feed"), ("agreed", "agre"), ("plastered", "plaster"),
        ("motoring", "motor"), ("hopping", "hop"), ("filing", "file"), ("happy", "happi"), ("relational", "relat"),
        ("vietnamization", "vietnam"), ("electrical", "electr"), ("hopefulness", "hope"), ("adoption", "adopt"),
        ("probate", "probat"), ("rate", "rate"), ("controlling", "control"), ("sky", "sky"), ("run", "run"),
    ],
)  # fmt: skip
def test_a_word_gets_the_stem_of_porters_paper(word: str, expected: str) -> None:
    assert stem(word) == expected


@pytest.mark.parametrize(
    ("text", "words", "identifiers"),
    [
        ("get_response_kwargs", ["get", "respons", "kwarg"], ["getresponsekwargs"]),
        ("getUserById", ["get", "user", "by", "id"], ["getuserbyid"]),
        ("HTTPServer2", ["http", "server", "2"], ["httpserver2"]),
        ("urllib.parse", ["urllib", "pars"], ["urllibparse"]),
        ("OPS-417", ["ops", "417"], ["ops417"]),
        ("3 GB/s", ["3", "gb", "s"], []),
        ("2026.4.10", ["2026", "4", "10"], ["2026410"]),
        ("don't", ["dont"], []),
        ("Baker's", ["baker"], []),
        ("std::optional", ["std", "option"], []),
        ("C++ and C#, on .NET", ["cplusplu", "and", "csharp", "on", "dotnet"], []),
        ("__init__ --max-old=4096", ["init", "max", "old", "4096"], ["maxold"]),
        ("数据库load", ["数据", "据库", "load"], []),
        ("\ud83d \x00 ... -- ' \U0001f534", [], []),
    ],
)
def test_a_name_is_split_and_kept_whole(text: str, words: list[str], identifiers: list[str]) -> None:
    found = analyse(text)

    assert (found.words, found.identifiers) == (words, identifiers)


@pytest.mark.parametrize("spelling", ["ZÜRICH", "zürich", "Zurich", unicodedata.normalize("NFD", "Zürich")])
def test_case_accents_and_normal_forms_do_not_matter(spelling: str) -> None:
    assert analyse(spelling).words == ["zurich"]


@pytest.mark.parametrize("written", ["PostgreSQL", "MySQL", "GitHub", "macOS", "FastAPI", "iOS"])
def test_a_name_with_capitals_inside_is_found_however_it_is_written(written: str) -> None:
    stored, stored_plain = index_columns(written, "", []), index_columns(written.lower(), "", [])
    asked, asked_plain = query_terms(written), query_terms(written.lower())

    assert asked_plain.words[0] in stored[0].split()
    assert set(asked.identifiers) & set(stored_plain[0].split())


def test_sounds_of_kana_are_not_taken_for_accents() -> None:
    assert analyse("ガス").words != analyse("カス").words
    assert analyse(unicodedata.normalize("NFD", "ガス")).words == ["ガス"]


def test_single_characters_go_to_the_identifier_column() -> None:
    assert index_columns("订单 x", "", [])[1] == "订 单"


def test_path_words_stand_once_beside_the_base_names() -> None:
    paths = index_columns("", "", ["src/app/views.py", "src/app/models.py"])[2].split()

    assert sorted(paths) == ["app", "model", "modelspy", "py", "src", "view", "viewspy"]


def test_a_summary_is_searched_like_the_content() -> None:
    assert index_columns("one", "two", [])[0] == "one two"


def test_stop_words_are_left_out_of_a_query_only() -> None:
    assert analyse("how do we deploy").words == ["how", "do", "we", "deploi"]
    assert query_terms("how do we deploy").words == ["deploi"]


def test_a_query_of_stop_words_alone_keeps_them() -> None:
    assert query_terms("how do we").words == ["how", "do", "we"]


def test_a_long_query_is_read_at_its_head_and_its_tail() -> None:
    found = query_terms("alpha " + "middle " * MAX_QUERY_CHARS + " omega")

    assert {"alpha", "omega"} <= set(found.words)


@pytest.mark.parametrize("text", ["x" * 10_000_000, "aB" * 50_000, "_." * 50_000, "数" * 50_000, "'" * 50_000])
def test_a_blob_makes_no_term_longer_than_the_limit(text: str) -> None:
    found = analyse(text)

    assert max(map(len, found.words + found.identifiers), default=0) <= 64


def test_folding_keeps_letters_and_digits() -> None:
    assert fold("Store_Schema.v2.py") == "storeschemav2py"


def test_fts5_keeps_every_term_as_the_analyser_made_it() -> None:
    rng = random.Random(5)
    texts = ["".join(rng.choices("".join(rng.sample(ALPHABETS, 3)), k=200)) for _ in range(400)]
    every = [chr(code) for code in range(0x10FFFF) if not 0xD800 <= code <= 0xDFFF]
    texts += [" ".join(every[start : start + 5_000]) for start in range(0, 0x31000, 5_000)]
    rows = [index_columns(text, "", [text[:40]]) for text in texts]
    database = sqlite3.connect(":memory:")
    database.execute("create virtual table f using fts5(a, b, c, tokenize='unicode61 remove_diacritics 0')")
    database.execute("create virtual table v using fts5vocab(f, 'row')")

    database.executemany("insert into f values (?, ?, ?)", rows)

    ours = {term for row in rows for column in row for term in column.split(" ") if term}
    assert {term for (term,) in database.execute("select term from v")} == ours
