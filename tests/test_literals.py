"""What has to be told exactly as it stands."""

import time

import pytest

from codewatch.literals import denials_of, known, literals_of, spans_of, without_literals


@pytest.mark.parametrize(
    ("text", "literals"),
    [
        ("Prices live in shop/prices.py and ~/notes/.", ("shop/prices.py", "~/notes/")),
        (r"Logs go to C:\logs\shop", (r"C:\logs\shop",)),
        ("Run `uv run pytest -x` first", ("uv run pytest -x",)),
        ("Use --no-verify, never -f", ("--no-verify", "-f")),
        ("Decimal beats get_total, TaxRule and os.path", ("get_total", "TaxRule", "os.path")),
        ("Pinned to v2.1.0 and 3.20, as 4.x breaks", ("2.1.0", "3.20", "4.x")),
        ("TS2345, CVE-2026-12 and EADDRINUSE", ("TS2345", "CVE-2026-12", "EADDRINUSE")),
        ("40,000 rows in 12 ms, 3.5 % of them", ("40000", "12ms", "3.5%")),
        ("See https://example.org/a?b=1.", ("https://example.org/a?b=1",)),
        ('He said "keep it dull" on 2026-03-01', ("keep it dull", "2026-03-01")),
        ("„Bitte so lassen“ und «comme ça»", ("Bitte so lassen", "comme ça")),
        ("Plain words, e.g. these, have none.", ()),
        ("A word that is cut shop/pri […]", ()),
    ],
)
def test_the_literals_of_a_text_are_found(text, literals):
    assert literals_of(text) == literals


@pytest.mark.parametrize(
    ("literal", "text"),
    [
        ("prices.py", "in shop/prices.py."), ("12", "after 12ms"), ("src/api", "src/api/orders.py"), ("2.1", "v2.1"),
        ("12ms", "12 ms"), ("read/write", "reading or writing"), ("4.x", "since 4.x breaks"), ("40000", "40,000 rows"),
    ],
)  # fmt: skip
def test_a_text_holds_a_literal_as_a_whole(literal, text):
    assert known(text).holds(literal)


@pytest.mark.parametrize(
    ("literal", "text"),
    [
        ("5", "after 15 tries"), ("2", "version 2.1"), ("1.2", "3.1.2"), ("get_total", "get_total_of"),
        ("prices.py", "prices.py.bak"), ("12s", "12ms"), ("src/api", "lib/app"),
    ],
)  # fmt: skip
def test_a_part_of_another_literal_is_not_it(literal, text):
    assert not known(text).holds(literal)


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("Never use float", {"not"}), ("It doesn't work", {"not"}), ("Nie ohne Test", {"not", "without"}),
        ("Decimal instead of float", {"without"}), ("Notes about the notary", set()),
    ],
)  # fmt: skip
def test_a_denial_is_seen(text, ways):
    assert denials_of(text) == ways


@pytest.mark.parametrize("text", ["a/" * 20_000, "ab1" * 20_000, '"a' * 20_000, "a." * 20_000, "1,234" * 10_000])
def test_hostile_text_is_read_in_linear_time(text):
    begun = time.process_time()

    literals_of(text)

    assert time.process_time() - begun < 2


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("必须使用版本3.11来构建", ("3.11",)), ("端口8080给文档服务器", ("8080",)), ("バージョン2.1を使う", ("2.1",)),
        ("파이썬3.11로 만든다", ("3.11",)), ("错误代码E1234在src/main.py里", ("E1234", "src/main.py")),
        ("文档在src/说明.md", ("src/说明.md",)),
    ],
)  # fmt: skip
def test_what_stands_right_beside_a_script_without_spaces_is_found(text, found):
    assert literals_of(text) == found
    assert [text[start:end] for start, end in spans_of(text)] == list(found)
    assert [literal for literal in found if literal in without_literals(text)] == []


@pytest.mark.parametrize(
    ("literal", "text"),
    [
        ("--force", "git push --force-with-lease"),
        ("/srv/data", "in /srv/data-old"),
        ("2.0.0", "since 2.0.0-rc.1"),
        ("--no-verify", "never --no-verify-signatures"),
    ],
)
def test_what_goes_on_behind_a_hyphen_is_another_thing(literal, text):
    assert not known(text).holds(literal)
    assert known(f"{text}, and {literal}-").holds(literal)


@pytest.mark.parametrize(
    "text",
    [
        "не используйте Redis",
        "não use Redis",
        "non usare Redis",
        "n'utilise pas Redis",
        "Redisを使わない",
        "Redis를 쓰지 마세요",
        "禁止使用 Redis",
    ],
)
def test_a_denial_in_other_languages_is_one(text):
    assert denials_of(text) == {"not"}
