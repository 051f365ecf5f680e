"""A search text into the reflections that speak of it, and of each the lines that do. Standard library only."""

from codewatch.recall.query import Query, parse
from codewatch.recall.search import scope_parameters
from codewatch.terms import analyse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlite3 import Connection

MAX_REFLECTIONS = 2
MAX_CHARS = 2_000
_MAX_TERMS = 40
_CUT = "[…]"

_COLUMNS = "r.id, r.level, r.content, r.input_tokens, r.output_tokens, r.reflected_at, r.branch"
_SEEN = "r.project_id = :project and r.branch = :branch and r.state = 'active' and r.content <> ''"
_NEWEST = f"select {_COLUMNS} from reflection r where {_SEEN} order by r.reflected_at desc, r.id desc limit :limit"  # noqa: S608  (made of constants)
_FITTING = f"""select {_COLUMNS} from reflection_fts f join reflection r on r.id = f.rowid
    where reflection_fts match :terms and {_SEEN} order by f.rank, r.id desc limit :limit"""  # noqa: S608  (as above)


class Summary:
    """One reflection: `content` holds what fits the search, at most `MAX_CHARS`; `ratio` is output over input."""

    __slots__ = ("branch", "content", "id", "level", "ratio", "reflected_at")

    def __init__(self, row: tuple[int, int, str, int, int, str, str], content: str) -> None:
        self.id = row[0]
        self.level = row[1]
        self.content = content
        self.ratio = row[4] / row[3] if row[3] else 1.0
        self.reflected_at = row[5]
        self.branch = row[6]


def find_reflections(connection: "Connection", text: str, *, project: str, branch: str) -> list[Summary]:
    """Return the reflections of a branch that fit `text`, best first; without text the newest one.

    Raises:
        the connection's Error: the database cannot be read.
    """
    scope = scope_parameters(connection, project, branch)
    parameters = {"project": scope["project"], "branch": branch}
    if not text:
        rows = connection.execute(_NEWEST, {**parameters, "limit": 1}).fetchall()
        return [Summary(row, _cut(row[2].splitlines())) for row in rows]
    terms = _terms(parse(text))
    if not terms:
        return []
    match = " OR ".join([f'"{term}"' for term in terms])
    rows = connection.execute(_FITTING, {**parameters, "terms": match, "limit": MAX_REFLECTIONS}).fetchall()
    return [Summary(row, _cut(_lines_about(row[2], set(terms)))) for row in rows]


def _terms(query: Query) -> list[str]:
    terms = [*query.words, *query.identifiers, *query.singles, *query.names]
    return list(dict.fromkeys(sorted(terms, key=len, reverse=True)))[:_MAX_TERMS]


def _lines_about(content: str, terms: set[str]) -> list[str]:
    lines = content.splitlines()
    about = [line for line in lines if terms.intersection(_terms_of(line))]
    return about or lines


def _terms_of(line: str) -> list[str]:
    found = analyse(line)
    return [*found.words, *found.identifiers, *found.singles]


def _cut(lines: list[str]) -> str:
    kept: list[str] = []
    room = MAX_CHARS - len(_CUT) - 1
    for line in lines:
        if len(line) > room:
            kept.append(_CUT)
            break
        kept.append(line)
        room -= len(line) + 1
    return "\n".join(kept)
