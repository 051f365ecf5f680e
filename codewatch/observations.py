"""What is remembered: one observation, as an observer makes it and as the store gives it back."""

from dataclasses import dataclass

from codewatch.categories import Category, Certainty, Origin, Priority, Scope, State

MAX_CHARS = 500
CUT_MARK = " […]"


@dataclass(frozen=True, slots=True)
class Observation:
    """One thing worth remembering, not stored yet.

    `source` is the key of the message it came from, `files` are paths relative to the project root where they
    lie in it, `observed_at` is UTC in ISO 8601. `scope` None means the category's default.
    """

    content: str
    category: Category
    priority: Priority
    observed_at: str
    scope: Scope | None = None
    origin: Origin = Origin.ASSISTANT
    files: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    source: str = ""
    source_summary: str = ""
    session: str = ""
    branch: str = ""
    cwd: str = ""
    confidence: float = 1.0
    certainty: Certainty = Certainty.DEFINITE
    observer: str = "rules"


@dataclass(frozen=True, slots=True)
class StoredObservation:
    """One row of memory as commands and tools show it. `score` is set by a search only: higher is better."""

    id: int
    content: str
    category: Category
    priority: Priority
    scope: Scope
    project: str
    branch: str
    session: str
    files: tuple[str, ...]
    topics: tuple[str, ...]
    observed_at: str
    state: State
    origin: str
    observer: str
    confidence: float
    tokens: int
    source_summary: str = ""
    score: float | None = None


def shorten(content: str, limit: int = MAX_CHARS) -> str:
    """Return `content` in one line of at most `limit` characters, cut at a sentence or word, with a mark."""
    line = " ".join(content.split())
    if len(line) <= limit:
        return line
    room = line[: limit - len(CUT_MARK)]
    sentence = max(room.rfind(". "), room.rfind("! "), room.rfind("? ")) + 1
    word = room.rfind(" ")
    cut = sentence if sentence > len(room) // 2 else word if word > len(room) // 2 else len(room)
    return room[:cut].rstrip() + CUT_MARK
