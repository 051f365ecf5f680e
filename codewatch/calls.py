"""What is known of calls to models, without a word of what was said: one call, a pause, and what a day took."""

from typing import NamedTuple


class Call(NamedTuple):
    """One request to a model: how it ended is `answered`, `refused`, `unreadable`, or the kind of failure.

    `at` is UTC in ISO 8601, `cost_usd` in dollars, 0 where no price is known.
    """

    at: str
    provider: str
    model: str
    purpose: str
    input_tokens: int
    output_tokens: int
    cost_usd: float
    seconds: float
    outcome: str


class ProviderPause(NamedTuple):
    """A provider that is left alone: since when, and until when (UNIX times; None until something is changed).

    `times` counts the pauses in a row; `mark` stands for the settings that it had.
    """

    provider: str
    kind: str
    reason: str
    since: float
    until: float | None
    times: int
    mark: str


class Spent(NamedTuple):
    """What models used in a day."""

    tokens: int
    cost_usd: float
