"""What many observations become: a reflection, which stands for them and names them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReflectionLine:
    """One compressed line and the ids of the observations it stands for."""

    text: str
    sources: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reflection:
    """The compressed form of a scope's unreflected observations at one level (0 to 3).

    `input_tokens` and `output_tokens` are estimates in tokens; `tokens_saved` is their difference.
    """

    level: int
    lines: tuple[ReflectionLine, ...]
    input_tokens: int
    output_tokens: int

    @property
    def content(self) -> str:
        """Return the lines as text, one below the other."""
        return "\n".join(line.text for line in self.lines)

    @property
    def sources(self) -> tuple[int, ...]:
        """Return the ids of all observations it stands for, ascending."""
        return tuple(sorted({source for line in self.lines for source in line.sources}))

    @property
    def ratio(self) -> float:
        """Return output tokens over input tokens: 0.4 means 60 % was saved."""
        return self.output_tokens / self.input_tokens if self.input_tokens else 1.0

    @property
    def tokens_saved(self) -> int:
        """Return how many tokens the reflection saves over its sources."""
        return max(0, self.input_tokens - self.output_tokens)
