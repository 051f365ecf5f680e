"""When the `claude` command says that its limit is over."""

from datetime import UTC, datetime

import pytest

from codewatch.llm.command_line import resets_at

NOW = datetime(2026, 11, 30, 14, 20, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "until"),
    [
        ("You've hit your limit · resets 3pm (UTC)", datetime(2026, 11, 30, 15, 0, tzinfo=UTC)),
        ("You've hit your limit · resets 3:30pm (UTC)", datetime(2026, 11, 30, 15, 30, tzinfo=UTC)),
        ("You've hit your session limit · resets 12am (UTC)", datetime(2026, 12, 1, 0, 0, tzinfo=UTC)),
        ("limit reached ∙ resets 9am (UTC)", datetime(2026, 12, 1, 9, 0, tzinfo=UTC)),
        ("limit reached ∙ resets 4pm (Europe/Berlin)", datetime(2026, 11, 30, 15, 0, tzinfo=UTC)),
        ("You've hit your weekly limit · resets Dec 2, 3pm (UTC)", datetime(2026, 12, 2, 15, 0, tzinfo=UTC)),
        ("weekly limit · resets Jan 2 at 3pm (UTC)", datetime(2027, 1, 2, 15, 0, tzinfo=UTC)),
        ("Claude AI usage limit reached|1796050000", datetime.fromtimestamp(1_796_050_000, UTC)),
    ],
)
def test_the_moment_that_it_names_is_read(said, until):
    found = resets_at(said, NOW)

    assert found is not None
    assert datetime.fromtimestamp(found, UTC) == until


@pytest.mark.parametrize("said", ["limit reached", "resets soon", "resets 3", "resets 99pm", "resets 3pm (No/Where)"])
def test_what_names_no_moment_gives_none(said):
    assert resets_at(said, NOW) is None
