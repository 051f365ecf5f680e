"""Sentences become shorter, and say the same."""

import pytest

from codewatch.agents.reflecting.shorter import shorten
from codewatch.literals import denials_of, literals_of

WISH = "Please always run `make the check` before you push the branch to origin"
REASON = "We decided that the queue stays in Redis, because the workers of the shop need it in order to start."
TEXTS = (
    WISH,
    REASON,
    "Root cause: the cache ignores the tenant, so customer A saw the prices of B. Fixed by a key with the tenant.",
    "The port is 8081, not 8080; 8000 belongs to the docs server",
    "It turns out that src/a.py is imported twice, and that is the reason why the registry has each handler twice",
    "Never write secrets into web/config.ts, not even fake ones that look real",
    'The user chose "the a is an" for "Which of the names do we use?"',
    "Bitte niemals direkt auf main pushen, ich öffne den Pull Request selbst.",
    "我们决定用 SQLite 而不是 Postgres，因为它不需要单独的服务器。",
    "Ne modifie jamais les fichiers générés dans src/api.ts, s'il te plaît.",
)


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("level", range(4))
def test_what_is_named_and_what_is_denied_stays(text, level):
    short = shorten(text, level)

    assert set(literals_of(short)) == set(literals_of(text))
    assert denials_of(short) == denials_of(text)
    assert len(short) <= len(text)


def test_the_lowest_level_changes_nothing():
    assert shorten(WISH, 0) == WISH


def test_each_level_leaves_out_more():
    assert [shorten(REASON, level) for level in (1, 2, 3)] == [
        "the queue stays in Redis, because the workers of the shop need it to start",
        "queue stays in Redis, because workers of shop need it to start",
        "queue stays in Redis: workers of shop need it to start",
    ]


def test_a_literal_is_never_touched():
    assert shorten(WISH, 3) == "always run `make the check` before you push branch to origin"


def test_a_letter_that_names_something_is_no_article():
    assert "customer A saw prices of B" in shorten("The cache ignores it, so customer A saw the prices of B.", 3)


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("Bitte immer zuerst den Test schreiben.", "immer zuerst den Test schreiben"),
        ("Lance toujours les tests avant de pousser, s'il te plaît.", "Lance toujours les tests avant de pousser"),
        (
            "请不要修改 web/schema.json，那是自动生成的文件，谢谢大家",
            "不要修改 web/schema.json，那是自动生成的文件，谢谢大家",
        ),
        ("Die Beträge sind in Cent und die Zeiten sind in UTC", "Die Beträge sind in Cent und die Zeiten sind in UTC"),
    ],
)
def test_other_languages_lose_their_polite_words_alone(text, short):
    assert shorten(text, 3) == short


@pytest.mark.parametrize(
    "text", ["The cause is probably the cache of the proxy", "We keep the old endpoint for now, I think"]
)
def test_what_is_not_sure_and_what_is_for_now_stays_so(text):
    short = shorten(text, 3)

    assert ("probably" in short) == ("probably" in text)
    assert ("for now" in short) == ("for now" in text)
    assert ("think" in short) == ("think" in text)


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("The user wants that all tests run before a push", "all tests run before a push"),
        ("The user prefers tables over long lists of things", "prefers tables over long lists of things"),
        ("Users asked for a dark mode in the shop's admin", "Users asked for a dark mode in the shop's admin"),
        ("We can't use the cache for the orders of a day", "We can't use the cache for the orders of a day"),
        ("You must not push to the main branch of the shop", "You must not push to the main branch of the shop"),
        ("Remember that staging has no mail relay at night", "staging has no mail relay at night"),
    ],
)
def test_who_speaks_is_left_out_and_who_is_meant_is_not(text, short):
    assert shorten(text, 1) == short


@pytest.mark.parametrize(
    "text", ["", "not", "…", "## Preferences", "It is.", "## the heading of a note that is long enough"]
)
def test_what_has_nothing_to_leave_out_stays(text):
    assert shorten(text, 3).rstrip(".") == text.rstrip(".")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("You don't have to be an admin to deploy", "have to be"),
        ("The worker does not need to be restarted for this", "need to be"),
        ("Never say please in UI texts of the shop", "say please"),
        ("Do not use the word very in docs and comments", "word very"),
        ("Please and thank you are not used in commit messages", "Please and thank you"),
        ("Commit messages must not start with We or The", "Commit messages must not start with We or The"),
        ("The importer does not really work on Windows", "not really"),
        ("The totals are not quite right in the CSV export", "not quite right"),
        ("We don't simply retry; we back off and log it", "simply retry"),
        ("Don't just use the cache, read the file as well", "just use"),
        ("You have to have been logged in to be able to be added to a team", "have been logged in"),
        ("Simply is the name of the payment provider here", "Simply"),
        ("I own the billing module; you own the rest of it", "I own"),
        ("We call the customer's shop; they never call us", "We call"),
        ("In case of a fire the backup is in the other building", "case of"),
        ("The problem was that nobody had read the log of the proxy", "problem was that nobody"),
        ("One of the workers dies at noon because of the cron job", "one of"),
        ("We have to be able to restore a backup in an hour", "able to restore"),
        ("Say it clearly in the first line of the docs", "clearly"),
        ("The little endian order holds as well as the other one", "as well as"),
        ("Set a bit of the flags, and what kind of error it is", "bit"),
        ("A password has to be long; it does not have to be changed", "does not have to be changed"),
        ("It may have to be restarted after an update of the base image", "may have to be"),
        ("They would like to have it green, and we want it red", "we want"),
    ],
)
@pytest.mark.parametrize("level", [1, 2, 3])
def test_what_would_turn_the_meaning_stays(text, kept, level):
    without = {word.lower() for word in ("the", "a", "an")} if level >= 2 else set()

    words = [word for word in shorten(text, level).lower().split() if word not in without]
    wanted = [word for word in kept.lower().split() if word not in without]

    assert " ".join(wanted) in " ".join(words)


@pytest.mark.parametrize(
    "text",
    [
        "It is the proxy that drops the header in staging", "There is the race in the scheduler of the shop",
        "Plan A is the one with the cache in front of it",
    ],
)  # fmt: skip
def test_an_equals_sign_stands_between_two_things_alone(text):
    assert "=" not in shorten(text, 3)
    assert "=" in shorten("The gateway is the proxy that we have in front of the shop", 3)
