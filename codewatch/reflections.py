"""What many observations become: a reflection, which stands for them and names them."""

from collections.abc import Iterable
from dataclasses import dataclass

from codewatch.categories import Category

# What the sections of a reflection are called, in the order in which they stand.
HEADINGS = {
    Category.USER_PREFERENCE: "Preferences", Category.ARCHITECTURE: "Decisions", Category.CONVENTION: "Conventions",
    Category.BUGFIX: "Faults and their causes", Category.LEARNING: "Learned", Category.DEPENDENCY: "Dependencies",
    Category.FILE_PATTERN: "Files", Category.TASK_CONTEXT: "Work done",
}  # fmt: skip
HEADING_MARK = "## "
_LEFT_OUT = " minor items are left out here and stay searchable."


@dataclass(frozen=True, slots=True)
class ReflectionLine:
    """One compressed line and the ids of the observations it stands for.

    A pinned one was written by hand, or came with what was imported: it stands by itself, and later reflections keep
    it word for word. Without text it says that its sources are not to be told.
    """

    text: str
    sources: tuple[int, ...]
    is_pinned: bool = False

    @property
    def is_heading(self) -> bool:
        """Return whether it names a section and stands for nothing itself."""
        return self.text.startswith(HEADING_MARK)


@dataclass(frozen=True, slots=True)
class Contract:
    """How a reflection keeps what it owes to its sources (FEATURES B2).

    `sacred` observations had to survive with their `literals`. Broken are: `missing` literals (observation id and
    literal), sacred observations `unrepresented`, `invented` literals (line number from 0 and literal) and lines
    `unsourced`. `restored` observations were put back as lines of their own, `dropped` lines taken out.
    """

    sacred: int = 0
    literals: int = 0
    missing: tuple[tuple[int, str], ...] = ()
    unrepresented: tuple[int, ...] = ()
    invented: tuple[tuple[int, str], ...] = ()
    unsourced: tuple[int, ...] = ()
    restored: int = 0
    dropped: int = 0

    @property
    def is_kept(self) -> bool:
        """Return whether nothing is broken."""
        return not (self.missing or self.unrepresented or self.invented or self.unsourced)

    def as_dict(self) -> dict[str, bool | int]:
        """Return the verdict and the counts, without any text of what was observed."""
        return {
            "is_kept": self.is_kept, "sacred": self.sacred, "literals": self.literals, "missing": len(self.missing),
            "unrepresented": len(self.unrepresented), "invented": len(self.invented), "unsourced": len(self.unsourced),
            "restored": self.restored, "dropped": self.dropped,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reflection:
    """The compressed form of a scope's unreflected observations at one level (0 to 3).

    `input_tokens` and `output_tokens` are estimates in tokens; `tokens_saved` is their difference. `observer` says who
    made it, `prompt` by which version of a prompt. `replaces` is the id of the earlier one whose lines it took over.
    """

    level: int
    lines: tuple[ReflectionLine, ...]
    input_tokens: int
    output_tokens: int
    observer: str = "rules"
    contract: Contract | None = None
    prompt: str = ""
    replaces: int | None = None

    @property
    def content(self) -> str:
        """Return the lines as text, one below the other."""
        return text_of(self.lines)

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


@dataclass(frozen=True, slots=True)
class StoredReflection:
    """One row as commands show it. `contract` holds the verdict and the counts, None where none was made."""

    id: int
    branch: str
    level: int
    lines: tuple[ReflectionLine, ...]
    content: str
    input_tokens: int
    output_tokens: int
    observer: str
    prompt: str
    contract: dict[str, bool | int] | None
    reflected_at: str
    state: str
    replaces: int | None

    @property
    def sources(self) -> tuple[int, ...]:
        """Return the ids of all observations that its lines stand for, ascending."""
        return tuple(sorted({source for line in self.lines for source in line.sources}))


def text_of(lines: Iterable[ReflectionLine]) -> str:
    """Return the lines as text, one below the other; those that only withhold something are not seen."""
    return "\n".join(line.text for line in lines if line.text)


def as_line(text: str, sources: Iterable[int]) -> ReflectionLine:
    """Return the line that tells `text`.

    Its date stands with its source: in each line it would make a fifth of the whole.
    """
    return ReflectionLine(f"- {' '.join(text.split())}", tuple(sources))


def count_left_out(ids: Iterable[int]) -> ReflectionLine:
    """Return the line that stands for what a level leaves out."""
    sources = tuple(sorted(set(ids)))
    return ReflectionLine(f"{len(sources)}{_LEFT_OUT}", sources)


def is_left_out(line: ReflectionLine) -> bool:
    """Return whether a line is one of `count_left_out`'s."""
    return not line.is_pinned and line.text == f"{len(line.sources)}{_LEFT_OUT}"
