"""A quick look at a text, before the slow one of a pattern that can match only where one of a few words stands."""

from collections.abc import Iterable


def holds_any(text: str, words: Iterable[str]) -> bool:
    """Tell whether one of the words stands in a text, be it inside of another word."""
    for word in words:  # noqa: SIM110  any() takes three times as long for texts as short as a sentence
        if word in text:
            return True
    return False
