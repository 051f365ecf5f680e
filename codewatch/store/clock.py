"""Times as the store keeps them."""

from datetime import UTC, datetime


def as_text(when: datetime) -> str:
    """Return a time as UTC in ISO 8601 with milliseconds."""
    utc = when.astimezone(UTC)
    return f"{utc:%Y-%m-%dT%H:%M:%S}.{utc.microsecond // 1000:03d}Z"


def utc_now() -> str:
    """Return the present time as the store keeps it."""
    return as_text(datetime.now(UTC))
