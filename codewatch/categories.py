"""The words that sort a memory: category, priority, scope, origin, certainty, state. Each table stands here once."""

from enum import StrEnum


class Category(StrEnum):
    """What a memory is about (FEATURES F42)."""

    ARCHITECTURE = "architecture"
    USER_PREFERENCE = "user_preference"
    BUGFIX = "bugfix"
    CONVENTION = "convention"
    DEPENDENCY = "dependency"
    FILE_PATTERN = "file_pattern"
    TASK_CONTEXT = "task_context"
    LEARNING = "learning"


class Priority(StrEnum):
    """How much a memory matters; `high` reaches every session start."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class Scope(StrEnum):
    """Who sees a memory: everyone, one project, one branch of it, or one session on that branch."""

    GLOBAL = "global"
    PROJECT = "project"
    BRANCH = "branch"
    SESSION = "session"


class Origin(StrEnum):
    """Who said it. Trust falls from the user to outside content; it travels with the memory."""

    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"
    SUBAGENT = "subagent"
    IMPORTED = "imported"


class Certainty(StrEnum):
    """How sure the one who said it was."""

    DEFINITE = "definite"
    LIKELY = "likely"
    UNCERTAIN = "uncertain"
    SPECULATIVE = "speculative"


class State(StrEnum):
    """Where a memory stands. Only `active` and `reflected` are searched by default.

    `abandoned` is what was learned in a part of a session that the user has gone back from.
    """

    ACTIVE = "active"
    REFLECTED = "reflected"
    ARCHIVED = "archived"
    SUPERSEDED = "superseded"
    ABANDONED = "abandoned"


MEANING = {
    Category.ARCHITECTURE: "A design decision and its reason",
    Category.USER_PREFERENCE: "What the user wants done, or never done",
    Category.BUGFIX: "A fault, its cause and what ended it",
    Category.CONVENTION: "How things are done in this project",
    Category.DEPENDENCY: "A package or tool, with its version",
    Category.FILE_PATTERN: "Where things are kept in this project",
    Category.TASK_CONTEXT: "What was asked and done in a session",
    Category.LEARNING: "Something found out about this code or its tools",
}

DEFAULT_PRIORITY = {
    Category.ARCHITECTURE: Priority.HIGH,
    Category.USER_PREFERENCE: Priority.HIGH,
    Category.BUGFIX: Priority.MEDIUM,
    Category.CONVENTION: Priority.MEDIUM,
    Category.DEPENDENCY: Priority.MEDIUM,
    Category.FILE_PATTERN: Priority.MEDIUM,
    Category.TASK_CONTEXT: Priority.MEDIUM,
    Category.LEARNING: Priority.MEDIUM,
}

DEFAULT_SCOPE = {
    Category.ARCHITECTURE: Scope.BRANCH,
    Category.USER_PREFERENCE: Scope.PROJECT,
    Category.BUGFIX: Scope.BRANCH,
    Category.CONVENTION: Scope.PROJECT,
    Category.DEPENDENCY: Scope.PROJECT,
    Category.FILE_PATTERN: Scope.PROJECT,
    Category.TASK_CONTEXT: Scope.SESSION,
    Category.LEARNING: Scope.BRANCH,
}

# How much ranking trusts a memory, from 0 to 1.
CONFIDENCE = {
    Certainty.DEFINITE: 1.0, Certainty.LIKELY: 0.8, Certainty.UNCERTAIN: 0.5, Certainty.SPECULATIVE: 0.3,
}  # fmt: skip

# FEATURES F74: how much others say that a memory matters.
IMPORTANCE = {
    "critical": Priority.HIGH, "high": Priority.HIGH, "normal": Priority.MEDIUM, "low": Priority.LOW,
}  # fmt: skip

# A text that says one of these is high whatever its category (FEATURES F3).
RAISING_WORDS = ("critical", "important", "breaking", "security")

COLOUR_MARK = {Priority.HIGH: "\U0001f534", Priority.MEDIUM: "\U0001f7e1", Priority.LOW: "\U0001f7e2"}


def default_priority(category: Category, content: str) -> Priority:
    """Return the category's priority, raised to high by a word of `RAISING_WORDS` in `content`."""
    words = {word.strip(".,:;!?()[]*\"'") for word in content.lower().split()}
    if words.intersection(RAISING_WORDS):
        return Priority.HIGH
    return DEFAULT_PRIORITY[category]
