"""What says the same becomes one; what only looks alike stays two."""

import pytest

from codewatch.agents.reflecting.alike import absorb, merge_same
from codewatch.agents.reflecting.facts import facts_of
from codewatch.categories import Category


@pytest.fixture
def wishes(note):
    """Give a function that makes the user's wishes of texts."""
    return lambda *texts: [note(text, Category.USER_PREFERENCE, origin="user") for text in texts]


def sources(items):
    """Return which observations each item stands for."""
    return [item.sources for item in items]


@pytest.mark.parametrize(
    "texts",
    [
        ("Always run the linter before you commit", "Please run the linter before every commit"),
        ("Don't commit to main.", "Never commit to main"),
        ("Use `ruff format`", "use `ruff format`!"),
    ],
)
def test_a_wish_in_other_words_is_one(wishes, texts):
    assert sources(merge_same(facts_of(wishes(*texts)))) == [(1, 2)]


@pytest.mark.parametrize(
    "texts",
    [
        ("Never use float for money, use Decimal", "Never use Decimal for money, use float"),
        ("Write the test before the code", "Write the code before the test"),
        ("We chose Postgres over SQLite", "We chose SQLite over Postgres"),
        ("Always use the shared cache", "Never use the shared cache"),
        ("The export takes 12 s", "The export takes 13 s"),
        (
            "Worked on the cart page of the shop and made it small",
            "Worked on the login page of the shop and made it small",
        ),
        ("", "…"),
        ("The client validates the server certificate", "The server validates the client certificate"),
        ("Upload timeout is 30 s and download timeout is 60 s", "Upload timeout is 60 s and download timeout is 30 s"),
        ("Turn caching on in the smoke suite", "Turn caching off in the smoke suite"),
        ("Scale up the ingest nodes at night", "Scale down the ingest nodes at night"),
        ("All reviewers approve a release", "Any reviewer approves a release"),
        ("Use tabs in Go and spaces in Python", "Use spaces in Go and tabs in Python"),
        ("Staging deploys at 02:15 and production at 04:30", "Staging deploys at 04:30 and production at 02:15"),
        ("Only admins see invoices", "Admins see invoices too"),
        ("Der Client prüft den Server", "Der Server prüft den Client"),
        ("Use tabs in Go and spaces in Python", "Use tabs in Python"),
        ("Require Python >=3.11 everywhere.", "Require Python <3.11 everywhere."),
        ("Timeouts must be > 30 s.", "Timeouts must be < 30 s."),
        ("Use HTTPS and not HTTP.", "Use HTTP and not HTTPS."),
        ("Keep secrets in .env only.", "Keep secrets in env only."),
        ("The offset is -1", "The offset is 1"),
        ("The tax is 5 € a day", "The tax is 5 $ a day"),
        ("Assert x = y in the tests", "Assert x != y in the tests"),
        ("The variable is called FOO", "The variable is called foo"),
        ("Use --a then --b", "Use --b then --a"),
        ("Postgres replaces Redis", "Redis replaces Postgres"),
        ("Everyone can push to main", "Everyone should push to main"),
        ("The cache is on", "The cache is off"),
        ("The old API holds until May", "The old API holds from May"),
    ],
)
def test_what_only_looks_alike_stays_two(wishes, texts):
    seen = facts_of(wishes(*texts))

    assert sources(absorb(merge_same(seen))) == [(1,), (2,)]


def test_the_user_wins_over_the_assistant_that_says_the_same(note):
    seen = [
        note("Money is kept in cents", Category.CONVENTION, origin="user"),
        note("All money is always kept in cents", Category.CONVENTION, origin="assistant"),
    ]

    (item,) = merge_same(facts_of(seen))

    assert (item.text, item.sources) == ("Money is kept in cents", (1, 2))


def test_a_wish_that_says_more_stands_for_one_that_says_less(wishes):
    (item,) = absorb(
        merge_same(facts_of(wishes("Don't commit to main", "Never commit to main directly, use a branch")))
    )

    assert item.text == "Never commit to main directly, use a branch"
    assert item.sources == (1, 2)


def test_what_the_user_said_is_not_taken_for_told_by_the_assistant(note):
    seen = [
        note("Money is kept in cents", Category.CONVENTION, origin="user"),
        note("Money is kept in cents since the spring", Category.CONVENTION, origin="assistant"),
    ]

    assert sources(absorb(merge_same(facts_of(seen)))) == [(1,), (2,)]


def test_many_that_share_their_words_are_still_compared_in_time(note):
    seen = [note(f"The page number {number} of the report is slow on the phone") for number in range(2_000)]

    assert len(absorb(merge_same(facts_of(seen)))) == 2_000
