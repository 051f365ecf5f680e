"""A project and branch into what a session should know before its first prompt."""

from codewatch.lightsqlite import SQLiteError
from codewatch.recall.context import task_line
from codewatch.recall.hits import COLUMNS, TABLES, Hit
from codewatch.recall.rank import distinct
from codewatch.recall.search import VISIBLE, scope_parameters

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from sqlite3 import Connection

MAX_HIGH = 20
MAX_NEWEST = 10
_SPARE = 4

_MOST_LINES = 200
# A memory that a reflection stands for is told at session starts until it is so old.
FRESH = "select strftime('%Y-%m-%dT%H:%M:%fZ', ?, '-7 days')"

_TASK = """select t.session_id, t.task, t.next_step, s.client_session
    from current_task t join session s on s.id = t.session_id
    where s.project_id = ? and s.branch = ? order by t.updated_at desc, t.session_id desc limit 1"""
_REFLECTION = """select id, content, reflected_at from reflection
    where project_id = ? and branch = ? and state = 'active' order by reflected_at desc, id desc limit 1"""
# Those without a text first: what they stand for is not to be told.
_LINES = """select json_extract(line.value, '$[0]') as text,
    (select group_concat(source.value) from json_each(line.value, '$[1]') source), json_extract(line.value, '$[2]')
    from reflection r, json_each(r.lines) line where r.id = ? and r.lines <> ''
    order by text <> '', line.key limit ?"""
# Bounded walks instead of one over all rows: the branch's own by its index, everyone's by age of the row. What is
# sorted are ids: whole rows are read of those that are told.
_RECENT = f"""select {COLUMNS} from {TABLES} where o.id in (select o.id from observation o where o.id in (
            select id from (select id from observation where project_id = :project and branch = :branch
                            and state = 'active' order by observed_at desc limit 2000)
            union all select id from (select id from observation where project_id = :project and branch = :branch
                            and state = 'reflected' and observed_at >= :fresh order by observed_at desc limit 2000)
            union all select id from (select id from observation order by id desc limit 2000))
        and (:priority = '' or o.priority = :priority) and {VISIBLE}
        and (o.state = 'active' or (o.state = 'reflected' and o.observed_at >= :fresh))
        and (:told = '' or not exists (select 1 from meta where key = :told || o.id))
        order by o.observed_at desc, o.id desc limit :limit)
    order by o.observed_at desc, o.id desc"""  # noqa: S608  (made of constants)


class Briefing:
    """What there is to say.

    `task` is a line ("" for none) of the session row `task_session`, `task_owner` the client's id of the session whose
    task it is. `everywhere` and `here` are the memories of the startup profile; `hits` are others, newest first, and
    `beyond` is how many more like them are known of. `reflection` is a text ("" for none) with the row `reflection_id`,
    made at `reflected_at` (ISO 8601), and `lines` are its first lines, each with the ids that it stands for and whether
    somebody wrote it by hand.
    """

    __slots__ = (
        "beyond", "everywhere", "here", "hits", "lines", "reflected_at", "reflection", "reflection_id", "task",
        "task_owner", "task_session",
    )  # fmt: skip

    def __init__(self) -> None:
        self.task = ""
        self.task_owner = ""
        self.task_session = 0
        self.reflection = ""
        self.reflection_id = 0
        self.reflected_at = ""
        self.lines: list[tuple[str, list[int], bool]] = []
        self.everywhere: list[Hit] = []
        self.here: list[Hit] = []
        self.hits: list[Hit] = []
        self.beyond = 0

    def keep(self, wanted: "Callable[[Hit], bool]") -> None:
        """Leave out the memories that are not `wanted`."""
        self.everywhere = [hit for hit in self.everywhere if wanted(hit)]
        self.here = [hit for hit in self.here if wanted(hit)]
        self.hits = [hit for hit in self.hits if wanted(hit)]


def read_briefing(
    connection: "Connection", project: str, branch: str, *, client: str = "", folder: str = "", now: str = "",
    is_new: bool = True,
) -> Briefing:  # fmt: skip
    """Return current task, startup profile, latest reflection, high-priority memories; of none, the newest memories.

    `folder` is the data directory with the profile, "" for none. What `client` tells its model by itself is left out,
    and what was reflected is left out unless it is fresh at `now` (ISO 8601). The newest memories are for a session
    that `is_new`.

    Raises:
        the connection's Error: the database cannot be read.
    """
    scope = scope_parameters(connection, project, branch, client=client)
    (scope["fresh"],) = connection.execute(FRESH, (now,)).fetchone()
    found = Briefing()
    read_task(connection, scope, found)
    if folder:
        from codewatch.recall.profile import read_profile  # noqa: PLC0415  (a prompt asks for the task alone)

        found.everywhere, found.here = read_profile(connection, scope, folder)
    row = connection.execute(_REFLECTION, (scope["project"], branch)).fetchone()
    if row:
        found.reflection_id, found.reflection, found.reflected_at = row
        found.lines = _lines(connection, found.reflection_id) or [(text, [], False) for text in row[1].splitlines()]
    profile = [*found.everywhere, *found.here]
    found.hits, found.beyond = _recent(connection, scope, profile, priority="high", limit=MAX_HIGH)
    if is_new and not (found.task or found.reflection or found.hits):
        found.hits, found.beyond = _recent(connection, scope, profile, priority="", limit=MAX_NEWEST)
    return found


def read_task(connection: "Connection", scope: dict[str, object], found: Briefing) -> None:
    """Set the current task of the scope in `found`; leave it as it is when there is none."""
    row = connection.execute(_TASK, (scope["project"], scope["branch"])).fetchone()
    if row:
        found.task_session, found.task, found.task_owner = row[0], task_line(row[1], row[2]), row[3]


def _lines(connection: "Connection", reflection: int) -> list[tuple[str, list[int], bool]]:
    try:
        rows = connection.execute(_LINES, (reflection, _MOST_LINES)).fetchall()
    except SQLiteError:
        return []  # of an older codewatch, whose worker has not been replaced yet
    return [(text, [int(one) for one in (ids or "").split(",") if one.isdigit()], bool(pin)) for text, ids, pin in rows]


def _recent(
    connection: "Connection", scope: dict[str, object], said: list[Hit], *, priority: str, limit: int
) -> tuple[list[Hit], int]:
    # The same thing said in three sessions is one line.
    asked = {**scope, "priority": priority, "limit": _SPARE * limit + len(said)}
    hits = [Hit(row) for row in connection.execute(_RECENT, asked)]
    different = distinct([*said, *hits], _SPARE * limit + len(said))[len(said) :]
    return different[:limit], len(different) - len(different[:limit])
