"""What every observer does: turns the messages of a slice into observations."""

from collections.abc import Sequence
from typing import Protocol

from codewatch.messages import Message
from codewatch.observations import Observation


class Observer(Protocol):
    """Anything that learns from a stretch of a session: the rules, or a model."""

    name: str

    def observe(self, messages: Sequence[Message], *, project_root: str) -> list[Observation]:
        """Return what is worth remembering, oldest first.

        Messages with `is_observed` are context only: no observation has one as its source.
        """
        ...
