"""One row of memory as recall reads it: its columns, and what ranking adds to them."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

COLUMNS = """o.id, o.content, o.category, o.priority, o.scope, coalesce(p.root, ''), o.branch,
    coalesce(s.client_session, ''), o.files, o.topics, o.observed_at, o.state, o.origin, o.observer, o.confidence,
    o.tokens, o.source_summary, o.accessed_at, o.terms_text, o.terms_identifiers, o.terms_paths"""
TABLES = "observation o left join project p on p.id = o.project_id left join session s on s.id = o.session_id"


class Hit:
    """One memory that was found.

    `files` and `topics` are JSON texts, `session` is the client's session id, `project` the root, `observed_at` UTC in
    ISO 8601. `score` orders the hits (higher is better, 0 without a query). The injection gate reads `chance` (0 to 1,
    that the memory is about the query), `part_chance` (the best such chance for one part of it), `matched_words` (how
    many of its words) and `is_named` (whether an identifier, a path or a quoted phrase of the query stands in it).
    """

    __slots__ = (
        "accessed_at", "branch", "category", "chance", "confidence", "content", "files", "id", "is_named",
        "matched_words", "observed_at", "observer", "origin", "part_chance", "priority", "project", "scope", "score",
        "session", "source_summary", "state", "terms_identifiers", "terms_paths", "terms_text", "tokens", "topics",
    )  # fmt: skip

    def __init__(self, row: "tuple[Any, ...]") -> None:
        self.id: int = row[0]
        self.content: str = row[1]
        self.category: str = row[2]
        self.priority: str = row[3]
        self.scope: str = row[4]
        self.project: str = row[5]
        self.branch: str = row[6]
        self.session: str = row[7]
        self.files: str = row[8]
        self.topics: str = row[9]
        self.observed_at: str = row[10]
        self.state: str = row[11]
        self.origin: str = row[12]
        self.observer: str = row[13]
        self.confidence: float = row[14]
        self.tokens: int = row[15]
        self.source_summary: str = row[16]
        self.accessed_at: str | None = row[17]
        self.terms_text: str = row[18]
        self.terms_identifiers: str = row[19]
        self.terms_paths: str = row[20]
        self.score = 0.0
        self.chance = 0.0
        self.part_chance = 0.0
        self.matched_words = 0
        self.is_named = False

    def is_bare_question(self) -> bool:
        """Return whether it only says that something was asked: no answer to a prompt that asks the same."""
        return (
            self.category == "task_context"
            and self.files == "[]"
            and self.content.startswith("Asked")
            and self.content.endswith('"')
            and ", then committed" not in self.content
        )
