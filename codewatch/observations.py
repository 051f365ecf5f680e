"""What is remembered: one observation, as an observer makes it and as the store gives it back."""

import re
from dataclasses import dataclass

from codewatch.categories import Category, Certainty, Origin, Priority, Scope, State
from codewatch.literals import Literal, typed

MAX_CHARS = 500
CUT_MARK = " […]"
# What a terminal obeys instead of showing it: sequences of codes, single codes, and marks that turn a line around.
_CODES = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b[\]P^_X]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]{0,500}(?:\x07|\x1b\\|\x9c)?"
    r"|[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069]"
)
_ODD_SPACES = re.compile(r"[\x0b-\x0d\x1c-\x1f\x85\u2028\u2029]+")
_OBEYED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


@dataclass(frozen=True, slots=True)
class Observation:
    """One thing worth remembering, not stored yet.

    `source` is the key of the message it came from, `files` are paths relative to the project root where they
    lie in it, `observed_at` is UTC in ISO 8601. `scope` None means the category's default. `rule` names the rule that
    found it, "" where none did; it explains a dry run and is not stored. `prompt` is the version of the prompt that a
    model was asked with. `replaces` are texts of the same session's memories that it stands in for from now on.
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
    rule: str = ""
    prompt: str = ""
    replaces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StoredObservation:
    """One row of memory as commands and tools show it. `score` is set by a search only: higher is better.

    `literals` are what its text names, None where they were not typed when it was stored.
    """

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
    prompt: str = ""
    literals: tuple[Literal, ...] | None = None

    @property
    def named(self) -> tuple[str, ...]:
        """Return the texts of its literals."""
        return tuple(literal.text for literal in (typed(self.content) if self.literals is None else self.literals))


def without_codes(text: str) -> str:
    """Return `text` without what a terminal would obey instead of showing it; line ends and tabs stay."""
    if not _OBEYED.search(text):
        return text
    return _CODES.sub("", _ODD_SPACES.sub(" ", text))


def with_codes_shown(text: str) -> str:
    """Return `text` as long as it is, with a stand-in for each letter that a terminal would obey."""
    return _OBEYED.sub("\ufffd", text)


def shorten(content: str, limit: int = MAX_CHARS) -> str:
    """Return `content` in one line of at most `limit` characters, cut at a sentence or word, with a mark."""
    line = " ".join(without_codes(content).split())
    if len(line) <= limit:
        return line
    room = line[: limit - len(CUT_MARK)]
    sentence = max(room.rfind(". "), room.rfind("! "), room.rfind("? ")) + 1
    word = room.rfind(" ")
    cut = sentence if sentence > len(room) // 2 else word if word > len(room) // 2 else len(room)
    return room[:cut].rstrip() + CUT_MARK
