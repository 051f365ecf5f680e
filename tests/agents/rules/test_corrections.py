"""What the user corrects replaces what the assistant claimed."""

import pytest

from codewatch.agents.rules.rules_table import Rule
from codewatch.categories import Category, Origin

CLAIM = "The root cause was the stale cache in src/rates.py."


@pytest.fixture
def corrected(observe):
    """Give the texts of what was corrected."""
    return lambda *messages: [item.content for item in observe(*messages) if item.rule == Rule.CORRECTIONS]


def test_the_user_s_words_are_kept_and_the_assistant_s_claim_is_dropped(observe, said, answered):
    asked = said("Find out why the export hangs", is_observed=True)

    found = observe(asked, answered(CLAIM), said("No, it's not the cache, it's the lock file in /run/shop."))

    assert [(item.content, item.category, item.origin, item.source) for item in found] == [
        (
            f"The user corrected the assistant (\"{CLAIM}\"): it's not the cache, it's the lock file in /run/shop.",
            Category.LEARNING,
            Origin.USER,
            "m3",
        )
    ]


def test_without_a_correction_the_claim_stays(observe, answered, said):
    found = observe(answered(CLAIM), said("Great, please fix the cache in src/rates.py then"))

    assert CLAIM in {item.content for item in found}


@pytest.mark.parametrize(
    ("claim", "words", "expected"),
    [
        ("The database listens on port 5432.", "that's wrong: the port is 5433", "the port is 5433"),
        ("The database listens on port 5432.", "That's wrong. The port is 5433.", "The port is 5433."),
        ("The database listens on port 5432.", "No, the port is 5433, not 5432", "the port is 5433, not 5432"),
        (
            "The tests fail because of the clock.",
            "It isn't the clock, it's the timezone of the CI",
            "It isn't the clock, it's the timezone of the CI",
        ),
        (
            "The config is read from app.toml.",
            "Incorrect, the config is read from /etc/shop.toml",
            "the config is read from /etc/shop.toml",
        ),
        (
            "Der Fehler liegt am Cache.",
            "Nein, es ist nicht der Cache, sondern die Sperrdatei",
            "es ist nicht der Cache, sondern die Sperrdatei",
        ),
        ("数据库端口是5432。", "不对，端口是5433", "端口是5433"),
    ],
)
def test_corrections_of_many_forms(corrected, answered, said, claim, words, expected):
    assert corrected(answered(claim), said(words)) == [f'The user corrected the assistant ("{claim}"): {expected}']


@pytest.mark.parametrize(
    "words",
    [
        "No, the docs are fine",
        "No, use Decimal instead",
        "No.",
        "that's wrong",
        "Is it not the cache?",
        "Actually, add a test too",
        "It's not urgent, it's for next week",
        "that's right: the cache is stale",
        "If it's not the cache, it's the lock file",
        "No thanks, it was only a question",
        "that's not right, the cache is still stale",
        "that's wrong: the cache should be cleared first",
    ],
)
def test_an_answer_an_order_and_a_guess_are_no_corrections(corrected, answered, said, words):
    assert corrected(answered(CLAIM), said(words)) == []


def test_only_what_the_assistant_said_just_before_can_be_corrected(corrected, answered, said):
    assert corrected(answered(CLAIM), said("Go on please"), said("It's not the cache, it's the lock file")) == []


def test_a_claim_about_something_else_stays(observe, answered, said):
    other = "We decided to store totals.py results as Decimal because floats drift."

    found = observe(answered(f"{CLAIM} {other}"), said("No, it's not the cache, it's the lock file"))

    contents = [item.content for item in found]
    assert other in contents
    assert CLAIM not in contents


def test_a_rule_that_comes_with_a_correction_is_kept_as_the_rule(observe, answered, said):
    found = observe(answered("I used npm to install it."), said("That's wrong. Always use pnpm, never npm."))

    assert [(item.content, item.category) for item in found] == [
        ("Always use pnpm, never npm.", Category.USER_PREFERENCE)
    ]


def test_a_long_correction_stays_short(corrected, answered, said):
    (found,) = corrected(answered(CLAIM * 5), said("that's wrong: the cache is " + "very " * 80 + "fresh"))

    assert len(found) <= 300


@pytest.mark.parametrize(
    ("claim", "words", "expected"),
    [
        (
            "The cache lives for REDIS_TTL seconds, read from .env.",
            "no, it's CACHE_TTL_S in settings.toml. REDIS_TTL is dead since last year",
            "it's CACHE_TTL_S in settings.toml.",
        ),
        ("Sessions are kept in the cookie.", "nope, they are in redis, db 3", "they are in redis, db 3"),
        ("The job starts at midnight.", "No, it runs at 02:15 from crontab", "it runs at 02:15 from crontab"),
    ],
)
def test_no_and_what_it_is_corrects_what_was_just_said(corrected, answered, said, claim, words, expected):
    assert corrected(answered(claim), said(words))[0] == f'The user corrected the assistant ("{claim}"): {expected}'


@pytest.mark.parametrize(
    "words",
    ["no, it's fine", "no, it's the other file, open that", "no it is still red in ci.yml", "no, they are nice"],
)
def test_no_without_anything_named_corrects_nothing(corrected, answered, said, words):
    assert corrected(answered("The job starts at midnight."), said(words)) == []


def test_an_answer_to_a_question_of_the_assistant_is_no_correction(corrected, answered, said):
    assert corrected(answered("Is it read from .env?"), said("no, it's read from settings.toml")) == []


@pytest.mark.parametrize(
    "words",
    [
        "That's not wrong: the TTL is bad", "That was wrong of me: the TTL is indeed too long",
        "it's not only the TTL, it's also the lock", "it's not just the TTL, it's the lock too",
    ],
)  # fmt: skip
def test_who_agrees_or_adds_does_not_correct(contents, answered, said, words):
    claim = "The root cause was the TTL in `cache.py`."

    found = contents(answered(claim), said(words))

    assert claim in found
    assert not any("corrected" in content for content in found)
