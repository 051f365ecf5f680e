"""Facts that users tell of what surrounds the code, in sentences that order something too or nothing at all."""

import pytest

from codewatch.agents.rules.statements import classify, user_statements
from codewatch.categories import Category, Priority


@pytest.mark.parametrize(
    ("sentence", "category"),
    [
        ("staging runs on render, prod is on our own metal", Category.CONVENTION),
        ("The admin panel is written in Elm.", Category.CONVENTION),
        ("the gpu box only has 8 GB of memory", Category.LEARNING),
        ("the carrier's api rejects labels without a weight", Category.LEARNING),
        ("the browser tests need the proxy running, otherwise they hang", Category.LEARNING),
        ("the exporter only starts when the cache is warm", Category.LEARNING),
        ("invoice numbers are strings, not integers", Category.CONVENTION),
        ("lodash is banned in new code", Category.CONVENTION),
        ("nobody edits locales/ by hand, run the sync script instead", Category.CONVENTION),
        ("nobody merges without a second pair of eyes", Category.CONVENTION),
        ("the billing folder is owned by the finance team", Category.CONVENTION),
        ("imports get sorted by length around here", Category.CONVENTION),
        ("indentation is two spaces in this repo", Category.CONVENTION),
        ("I'm on a mac with zsh", Category.USER_PREFERENCE),
        ("i mostly use neovim", Category.USER_PREFERENCE),
    ],
)
def test_a_fact_of_the_surroundings_is_kept_without_a_lasting_word(sentence, category):
    """F42."""
    assert classify(sentence) is category


@pytest.mark.parametrize(
    "sentence",
    [
        "prod is on fire",
        "staging is in a bad state",
        "the server has 3 errors in the log",
        "the api rejects my token",
        "the api rejects the request with a 401",
        "the page needs a fix first",
        "it only works when I restart it",
        "the ids are wrong",
        "access is forbidden for this user",
        "nobody knows why",
        "nobody uses this function, remove it",
        "there is a bug in this repo",
        "the readme is outdated in this repo",
        "I'm on the wrong branch",
        "i work on the login page now",
        "staging was on the old box",
        "prod is on version 3.2 right now, deploy 3.3",
    ],
)
def test_trouble_and_reports_of_the_moment_are_no_facts(sentence):
    """F38."""
    assert classify(sentence) is None


def test_a_fact_stays_one_beside_an_order():
    found = user_statements("staging runs on render. deploy it and show me the log")

    assert [item.content for item in found] == ["staging runs on render."]


@pytest.mark.parametrize(
    "prompt",
    [
        "Implement a todo API. Item ids are UUIDs. The api rejects titles over 100 characters.",
        "Add a rate limiter. The gateway blocks clients that send too much.",
    ],
)
def test_what_follows_an_order_of_work_describes_the_work(prompt):
    """F38."""
    assert user_statements(prompt) == []


def test_a_fact_is_not_of_high_priority_and_a_warning_is(observe, said):
    found = observe(said("the gpu box only has 8 GB of memory"), said("Careful: the gpu box loses its disk at night."))

    assert [item.priority for item in found] == [Priority.MEDIUM, Priority.HIGH]
