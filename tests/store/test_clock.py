"""Times as the store keeps them: UTC, in ISO 8601, so that texts sort as times do."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from codewatch.store import clock


@pytest.mark.parametrize(
    ("when", "text"),
    [
        (datetime(2026, 3, 4, 10, 1, 0, tzinfo=UTC), "2026-03-04T10:01:00.000Z"),
        (datetime(2026, 3, 4, 10, 1, 0, 999_999, tzinfo=UTC), "2026-03-04T10:01:00.999Z"),
        (datetime(2026, 3, 4, 1, 1, tzinfo=timezone(timedelta(hours=9))), "2026-03-03T16:01:00.000Z"),
    ],
)
def test_a_time_is_kept_in_utc_with_milliseconds(when, text):
    assert clock.as_text(when) == text


def test_the_present_time_has_the_same_form():
    now = clock.utc_now()

    assert clock.as_text(datetime.fromisoformat(now)) == now
