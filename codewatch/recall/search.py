"""A query and filters into ranked hits: postings of the rarest terms, one read of the best rows, one scoring.

FTS5 serves as a plain inverted index: `bm25()` walks every posting list again and scores each row that matches (145 ms
for ten mixed words at 100,000 rows), so candidates are counted here and scored in Python from the stored terms.
"""

from codewatch.recall import rank
from codewatch.recall.hits import COLUMNS, TABLES, Hit
from codewatch.recall.query import Query, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlite3 import Connection

DEFAULT_STATES = ("active", "reflected")
PRIORITIES = ("low", "medium", "high")
# What stands in `meta` before the id of a memory that a client tells its model by itself.
TOLD_MARK = {"claude": "told:", "codex": "told-codex:"}
MAX_TERMS = 24
_MAX_COUNTED = 40
_FIRST_POSTINGS = 250
_POSTINGS_BUDGET = 4_000
_ROWS_READ = 100
_ROWS_FOR_A_PROMPT = 50
_MAX_FILTERED_PER_ROW = 40
_LONG_QUERY = 3

# Every term stands in quotes behind columns of ours: nothing of FTS5's query language can come from a user.
_WORD = '{{terms_text terms_paths}} : "{}"'
_IDENTIFIER = '{{terms_identifiers terms_paths terms_text}} : "{}"'
_NAME = '{{terms_paths}} : "{}"'
_POSTINGS = "select rowid from observation_fts where observation_fts match ? order by rowid desc limit ?"

# The one place that says what is seen from a project and branch; git-true visibility (B3) will replace its last line.
VISIBLE = """(:all_projects or o.scope = 'global' or (o.project_id = :project
    and (:all_branches or o.scope = 'project' or o.branch = :branch)))"""
_FILTERS = f"""{VISIBLE} and instr(:states, '|' || o.state || '|')
    and (:categories = '' or instr(:categories, '|' || o.category || '|'))
    and (:priorities = '' or instr(:priorities, '|' || o.priority || '|'))
    and (:told = '' or not exists (select 1 from meta where key = :told || o.id))
    and (:session = '' or s.client_session = :session) and o.confidence >= :min_confidence
    and (:topics = '[]' or exists (
        select 1 from json_each(o.topics) kept, json_each(:topics) asked where lower(kept.value) = lower(asked.value)))
    and (:files = '[]' or exists (
        select 1 from json_each(o.files) kept, json_each(:files) asked where kept.value = asked.value
        or substr(kept.value, -length(asked.value) - 1) = '/' || asked.value
        or substr(asked.value, -length(kept.value) - 1) = '/' || kept.value))"""  # noqa: S608  (made of constants)
_ROWS = f"select {COLUMNS} from {TABLES} where {_FILTERS}"  # noqa: S608  (made of constants)
_AMONG = f"{_ROWS} and o.id in (select value from json_each(:ids))"  # noqa: S608  (as above)
_NEWEST = f"{_ROWS} order by o.observed_at desc, o.id desc limit :limit"


def search(
    connection: "Connection",
    text: str,
    *,
    project: str,
    branch: str,
    limit: int = 50,
    categories: tuple[str, ...] = (),
    files: tuple[str, ...] = (),
    priority_min: str = "low",
    states: tuple[str, ...] = DEFAULT_STATES,
    topics: tuple[str, ...] = (),
    session: str = "",
    min_confidence: float = 0.0,
    all_projects: bool = False,
    all_branches: bool = False,
) -> list[Hit]:
    """Return the visible memories that fit `text` and every filter, best first; without text the newest first.

    `project` is a root as stored. A text without a searchable term finds nothing.

    Raises:
        the connection's Error: the database cannot be read.
    """
    filters = scope_parameters(connection, project, branch)
    filters.update(
        all_projects=all_projects,
        all_branches=all_branches,
        told="",
        states=_bars(states),
        categories=_bars(categories),
        priorities=_bars(PRIORITIES[PRIORITIES.index(priority_min) :]) if priority_min != "low" else "",
        session=session,
        min_confidence=min_confidence,
        topics=_json_list(connection, list(topics)),
        files=_json_list(connection, [file.replace("\\", "/").removeprefix("./") for file in files]),
    )
    if not text:
        return [Hit(row) for row in connection.execute(_NEWEST, {**filters, "limit": limit})]
    query = parse(text)
    if query.is_empty():
        return []
    return rank.distinct(find(connection, query, filters, rows=max(_ROWS_READ, 2 * limit)), limit)


def find(
    connection: "Connection", query: Query, filters: dict[str, object], *, rows: int = _ROWS_FOR_A_PROMPT,
    parts: list[Query] | None = None,
) -> list[Hit]:  # fmt: skip
    """Return the hits of `query` under `filters` (see `scope_parameters`), best first, near-duplicates among them.

    With `parts` of the query, hits of consequence are judged by each of them too.
    """
    hits, weights, statistics = candidates(connection, query, filters, rows=rows)
    rank.judge_parts(hits, parts or [], weights, statistics)
    return rank.order(hits, query, weights, statistics)


def candidates(
    connection: "Connection", query: Query, filters: dict[str, object], *, rows: int = _ROWS_FOR_A_PROMPT
) -> tuple[list[Hit], dict[tuple[str, str], float], tuple[int, float]]:
    """Return the memories that share the rarest terms with `query`, the idf of its terms, and `read_statistics`."""
    statistics = read_statistics(connection)
    postings = read_postings(connection, query, statistics)
    weights: dict[int, float] = {}
    for found in postings.values():
        for row_id in found.row_ids:
            weights[row_id] = weights.get(row_id, 0.0) + found.weight
    ids = _anchored(weights, query, postings)[: _MAX_FILTERED_PER_ROW * rows]
    hits: list[Hit] = []
    start, step = 0, rows
    while start < len(ids) and len(hits) < rows // 2:
        among = "[" + ",".join([str(row_id) for row_id in ids[start : start + step]]) + "]"
        hits += [Hit(row) for row in connection.execute(_AMONG, {**filters, "ids": among})]
        start, step = start + step, step * 4
    return hits, {term: found.weight for term, found in postings.items()}, statistics


def scope_parameters(
    connection: "Connection", project: str, branch: str, *, client: str = ""
) -> dict[str, object]:  # fmt: skip
    """Return the parameters of `VISIBLE` and the default filters, for a project root and a branch name.

    What `client` tells its model by itself is left out (`codewatch.told` marks it).
    """
    row = connection.execute("select id from project where root = ?", (project,)).fetchone()
    return {
        "project": row[0] if row else -1, "branch": branch, "all_projects": False, "all_branches": False,
        "states": _bars(DEFAULT_STATES), "categories": "", "priorities": "", "session": "", "files": "[]",
        "topics": "[]", "min_confidence": 0.0, "told": TOLD_MARK.get(client, ""),
    }  # fmt: skip


class Postings:
    """Where one term stands: `row_ids` (newest first, perhaps not all), `documents` (estimated), `weight` (its idf)."""

    __slots__ = ("documents", "match", "row_ids", "weight")

    def __init__(self, match: str, row_ids: list[int], documents: float, weight: float) -> None:
        self.match = match
        self.row_ids = row_ids
        self.documents = documents
        self.weight = weight


def read_statistics(connection: "Connection") -> tuple[int, float]:
    """Return how many memories the index holds and how many terms one has on average.

    FTS5 keeps both in row 1 of its data table: varints of the row count and of the terms per column.
    """
    row = connection.execute("select block from observation_fts_data where id = 1").fetchone()
    numbers = _varints(bytes(row[0])) if row and row[0] else []
    if len(numbers) < 4 or not numbers[0]:
        return 0, 1.0
    return numbers[0], max(1.0, sum(numbers[1:4]) / numbers[0])


def read_postings(
    connection: "Connection", query: Query, statistics: tuple[int, float]
) -> dict[tuple[str, str], Postings]:
    """Return the postings of the query's rarest terms, keyed by (column, term), within a budget of rows.

    Each term is read newest first up to a limit; the density of what was read estimates the rest. What the budget then
    still holds goes to the rarest terms that were cut.
    """
    found: dict[tuple[str, str], Postings] = {}
    for kind, pattern, term in _asked(query):
        match = pattern.format(term)
        row_ids = _row_ids(connection, match, _FIRST_POSTINGS)
        documents = _estimate(row_ids, statistics[0])
        found[kind, term] = Postings(match, row_ids, documents, rank.rarity(term, documents, statistics[0]))
    seen = [key for key in sorted(found, key=lambda key: found[key].documents) if found[key].row_ids]
    for key in seen[MAX_TERMS:]:  # A common term finds nobody alone; it still counts in the score.
        found[key].row_ids = []
    seen = seen[:MAX_TERMS]
    left = _POSTINGS_BUDGET - sum(len(found[key].row_ids) for key in seen)
    for key in seen:
        posting = found[key]
        if len(posting.row_ids) == _FIRST_POSTINGS and posting.documents <= left:
            left -= int(posting.documents)
            posting.row_ids = _row_ids(connection, posting.match, _FIRST_POSTINGS + left)
    return found


def _asked(query: Query) -> list[tuple[str, str, str]]:
    words = query.words
    if len(words) > _MAX_COUNTED:  # Counting a term costs 0.1 ms; long words are the rare ones.
        longest = set(sorted(words, key=len, reverse=True)[:_MAX_COUNTED])
        words = [word for word in words if word in longest]
    asked = [("name", _NAME, name) for name in query.names]
    asked += [("identifier", _IDENTIFIER, term) for term in query.identifiers[:_MAX_COUNTED]]
    asked += [("word", _WORD, word) for word in words]
    return asked + [("single", _IDENTIFIER, single) for single in query.singles[:_MAX_COUNTED]]


def _anchored(weights: dict[int, float], query: Query, postings: dict[tuple[str, str], Postings]) -> list[int]:
    best_first = sorted([(weight, row_id) for row_id, weight in weights.items()], reverse=True)
    if not (query.singles and query.words):
        return [row_id for _, row_id in best_first]
    # One or two shared characters of Chinese, Japanese or Korean match no word, and a sentence weakly.
    counts: dict[int, int] = {}
    for (kind, _), found in postings.items():
        for row_id in found.row_ids:
            counts[row_id] = counts.get(row_id, 0) + (1 if kind == "single" else 3)
    strong = [row_id for _, row_id in best_first if counts[row_id] >= 3]
    if len(query.words) < _LONG_QUERY:
        return strong
    return strong + [row_id for _, row_id in best_first if counts[row_id] < 3]


def _row_ids(connection: "Connection", match: str, limit: int) -> list[int]:
    return [row[0] for row in connection.execute(_POSTINGS, (match, limit))]


def _estimate(row_ids: list[int], total: int) -> float:
    """Return in how many rows a term stands, from its newest ones: all of them, or their density times the total."""
    if len(row_ids) < _FIRST_POSTINGS:
        return len(row_ids)
    return len(row_ids) * max(1.0, total / max(1, row_ids[0] - row_ids[-1]))


def _bars(names: tuple[str, ...]) -> str:
    return "|" + "|".join(names) + "|" if names else ""


def _json_list(connection: "Connection", texts: list[str]) -> str:
    clean = [text.encode("utf-8", "ignore").decode("utf-8") for text in texts if text]
    return "[" + ",".join([connection.execute("select json_quote(?)", (text,)).fetchone()[0] for text in clean]) + "]"


def _varints(block: bytes) -> list[int]:
    """Return the numbers of a run of SQLite varints (base 128, high bit continues; the ninth byte is whole)."""
    numbers: list[int] = []
    number = length = 0
    for byte in block:
        length += 1
        is_ninth = length == 9
        number = number << 8 | byte if is_ninth else number << 7 | byte & 0x7F
        if is_ninth or byte < 0x80:
            numbers.append(number)
            number = length = 0
    return numbers
