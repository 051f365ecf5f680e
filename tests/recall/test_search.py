"""Search: any text finds what fits, within the scope and the filters, and never breaks (FEATURES F6-F12)."""

import random
import sqlite3
from collections.abc import Callable
from typing import Any

import pytest

from codewatch.recall.hits import Hit
from codewatch.recall.search import read_statistics, search

ROOT = "/work/tidepool"
Remember = Callable[..., int]

HOSTILE = [
    "Ticket OPS-417 was caused by a stale DNS cache",
    "Throughput target is 3 GB/s on the ingest nodes",
    "Don't run the linter on generated code",
    "Docs must stay up-to-date-ish; see docs/run-book.md",
    "C++ client uses std::optional; the C# one uses Nullable",
    "Salt & Pepper's and Baker's Goods is the pilot customer",
    "Set --max-old-space-size=4096 for the build",
]
UNSPACED = [
    "订单服务的数据库连接池上限改为40",
    "テスト環境のサンドボックスは毎晩リセットされる",
    "배포는 금요일에 하지 않는다",
    "重新运行load-fixtures后缓存要清空",
    "Le serveur de Zürich héberge la préproduction",
    "Swimming pool opening hours are a test fixture",
    "เซิร์ฟเวอร์สำรองอยู่ที่สิงคโปร์",
]


def found(memory: sqlite3.Connection, text: str, **filters: Any) -> list[int]:
    return [hit.id for hit in hits(memory, text, **filters)]


def hits(memory: sqlite3.Connection, text: str, **filters: Any) -> list[Hit]:
    wanted: dict[str, Any] = {"project": ROOT, "branch": "main", **filters}
    return search(memory, text, **wanted)


@pytest.fixture
def hostile(memory: sqlite3.Connection, remember: Remember) -> sqlite3.Connection:
    """Return a database with the memories of case 09, ids 1 to 7."""
    [remember(text) for text in HOSTILE]
    return memory


@pytest.fixture
def unspaced(memory: sqlite3.Connection, remember: Remember) -> sqlite3.Connection:
    """Return a database with the memories of case 10, ids 1 to 7."""
    [remember(text) for text in UNSPACED]
    return memory


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("OPS-417", 1), ("3 GB/s", 2), ("don't run linter", 3), ('"unbalanced quote linter', 3),
        ("docs/run-book.md", 4), ("up-to-date-ish", 4), ("std::optional", 5), ("C++", 5),
        ("Baker's and Pepper's NOT Goods", 6), ("--max-old-space-size=4096", 7), ("linter AND", 3), ("NEAR(linter", 3),
        ("^throughput", 2), ("don't", 3),
    ],
)  # fmt: skip
def test_any_text_is_a_legal_query_and_finds_its_row(hostile: sqlite3.Connection, text: str, wanted: int) -> None:
    assert wanted in found(hostile, text)[:3]


@pytest.mark.parametrize("text", ["(((", "*", "-", "''", '"', "\x00", "\U0001f534", "^:*", "\ud83d"])
def test_a_query_without_a_searchable_token_finds_nothing(hostile: sqlite3.Connection, text: str) -> None:
    assert found(hostile, text) == []


@pytest.mark.parametrize("text", ["terms_text:linter", "text:linter", "lint*", "throughp*"])
def test_no_column_filter_and_no_prefix_search_for_the_user(hostile: sqlite3.Connection, text: str) -> None:
    assert found(hostile, text) == found(hostile, text.replace(":", " ").replace("*", ""))


def test_random_strings_break_nothing_and_leave_the_index_intact(hostile: sqlite3.Connection) -> None:
    rng = random.Random(9)
    pieces = [
        *"\"'()*:^-+{}[]/\\.,; \x00",
        "NEAR",
        "AND",
        "OR",
        "NOT",
        "\U0001f680",
        "\U00020000",
        "linter",
        "'; DROP TABLE",
    ]

    [found(hostile, "".join(rng.choices(pieces, k=rng.randint(1, 30)))) for _ in range(500)]
    found(hostile, "linter (((" * 10_000)

    hostile.execute("insert into observation_fts (observation_fts) values ('integrity-check')")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("连接池", 1), ("连接", 1), ("订单", 1), ("サンドボックス", 2), ("금요일", 3), ("fixtures", 4), ("缓存", 4),
        ("zurich", 5), ("zürich", 5), ("ZÜRICH", 5), ("zu\u0308rich", 5), ("préproduction", 5), ("สิงคโปร์", 7),
        ("数据库 上限", 1),
    ],
)  # fmt: skip
def test_languages_without_spaces_and_accents_are_found(unspaced: sqlite3.Connection, text: str, wanted: int) -> None:
    assert wanted in found(unspaced, text)[:3]


@pytest.mark.parametrize("text", ["天気", "kubernetes", "清单"])
def test_a_word_that_stands_nowhere_finds_nothing(unspaced: sqlite3.Connection, text: str) -> None:
    assert found(unspaced, text) == []


def test_an_exact_phrase_beats_one_shared_pair(memory: sqlite3.Connection, remember: Remember) -> None:
    exact = remember("数据库连接池上限改为40")
    remember("连接打印机的说明")

    assert found(memory, "连接池上限")[0] == exact


def test_a_name_is_found_however_it_is_written(memory: sqlite3.Connection, remember: Remember) -> None:
    camel = remember("getUserById caches for a minute")

    assert found(memory, "user by id") == found(memory, "get_user_by_id") == found(memory, "get-user-by-id") == [camel]


def test_without_a_query_the_newest_come_first(memory: sqlite3.Connection, remember: Remember) -> None:
    old = remember("one", observed_at="2026-01-01T00:00:00Z")
    new = remember("two", observed_at="2026-02-01T00:00:00Z")

    assert found(memory, "") == [new, old]


def test_filters_combine_with_each_other_and_with_the_query(memory: sqlite3.Connection, remember: Remember) -> None:
    remember("the deploy rule", category="bugfix", priority="high", files=("src/a.py",))
    remember("the deploy rule of b", category="convention", priority="low", files=("src/a.py",))
    wanted = remember("a deploy rule for all", category="convention", priority="high", files=("src/a.py",))
    remember("unrelated words", category="convention", priority="high", files=("src/a.py",))

    assert found(memory, "deploy", categories=("convention",), priority_min="medium", files=("a.py",)) == [wanted]


@pytest.mark.parametrize(
    "file", ["src/app/views.py", "app/views.py", "views.py", f"{ROOT}/src/app/views.py", "./src/app/views.py"]
)
def test_a_file_filter_takes_absolute_relative_and_ends_of_paths(
    memory: sqlite3.Connection, remember: Remember, file: str
) -> None:
    wanted = remember("one", files=("src/app/views.py", "b.py"))
    remember("two", files=("src/app/reviews.py",))

    assert found(memory, "", files=(file,)) == [wanted]


def test_other_projects_and_branches_stay_out_unless_asked(memory: sqlite3.Connection, remember: Remember) -> None:
    here = remember("deploy here")
    everywhere = remember("deploy everywhere", project=2, scope="global")
    other_project = remember("deploy elsewhere", project=2, session=2)
    other_branch = remember("deploy on a branch", scope="branch", branch="feature/x")

    assert set(found(memory, "deploy")) == {here, everywhere}
    assert set(found(memory, "deploy", all_projects=True)) == {here, everywhere, other_project, other_branch}
    assert set(found(memory, "deploy", all_branches=True)) == {here, everywhere, other_branch}
    assert set(found(memory, "deploy", branch="feature/x")) == {here, everywhere, other_branch}


def test_ten_thousand_hits_of_another_project_do_not_hide_ours(memory: sqlite3.Connection, remember: Remember) -> None:
    ours = remember("the canary deploy of ours")
    [remember(f"canary deploy number {number}", project=2, session=2) for number in range(1_500)]

    assert found(memory, "canary deploy")[:1] == [ours]


@pytest.mark.parametrize("state", ["archived", "superseded"])
def test_what_is_out_of_use_is_found_on_request_only(
    memory: sqlite3.Connection, remember: Remember, state: str
) -> None:
    remember("deploy rule", state=state)

    assert found(memory, "deploy") == []
    assert len(found(memory, "deploy", states=(state,))) == 1


def test_a_session_filter_names_the_clients_session(memory: sqlite3.Connection, remember: Remember) -> None:
    wanted = remember("deploy one")

    assert found(memory, "deploy", session="one") == [wanted]
    assert found(memory, "deploy", session="nobody") == []


def test_near_duplicates_are_shown_once(memory: sqlite3.Connection, remember: Remember) -> None:
    [remember(f"the deploy of the canary to the stage host needs the key of ana in slot a{'.' * n}") for n in range(6)]

    assert len(found(memory, "canary deploy")) == 1


def test_the_limit_bounds_the_hits(memory: sqlite3.Connection, remember: Remember) -> None:
    [remember(f"deploy {word}") for word in "alpha beta gamma delta epsilon zeta".split()]

    assert len(found(memory, "deploy", limit=4)) == len(found(memory, "", limit=4)) == 4


def test_an_old_exact_hit_stands_before_new_weak_ones(memory: sqlite3.Connection, remember: Remember) -> None:
    exact = remember("metrics endpoint port is 8431", observed_at="2020-01-01T00:00:00Z", priority="low")
    [
        remember(f"endpoint {n} was renamed to {n * 7}", observed_at="2026-06-01T00:00:00Z", priority="high")
        for n in range(30)
    ]

    assert found(memory, "metrics endpoint port")[0] == exact


def test_priority_breaks_a_tie(memory: sqlite3.Connection, remember: Remember) -> None:
    remember("deploy canary alpha beta gamma")
    high = remember("deploy canary delta epsilon zeta", priority="high")

    assert found(memory, "deploy canary")[0] == high


def test_a_hit_carries_what_tools_show(memory: sqlite3.Connection, remember: Remember) -> None:
    row_id = remember("deploy rule", category="convention", files=("a.py",))

    hit = hits(memory, "deploy")[0]

    shown = (hit.id, hit.content, hit.category, hit.project, hit.session, hit.files, hit.state, hit.origin)
    assert shown == (row_id, "deploy rule", "convention", ROOT, "one", '["a.py"]', "active", "user")
    assert hit.score > 0


def test_an_empty_store_answers_with_nothing(memory: sqlite3.Connection) -> None:
    assert found(memory, "deploy") == found(memory, "") == []


def test_the_statistics_are_those_of_fts5(memory: sqlite3.Connection, remember: Remember) -> None:
    [remember("one two three four") for _ in range(300)]

    assert read_statistics(memory) == (300, 4.0)
