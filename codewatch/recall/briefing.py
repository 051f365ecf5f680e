"""A project and branch into what a session should know before its first prompt."""

from codewatch.recall.context import task_line
from codewatch.recall.hits import COLUMNS, TABLES, Hit
from codewatch.recall.rank import distinct
from codewatch.recall.search import VISIBLE, scope_parameters

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlite3 import Connection

MAX_HIGH = 20
MAX_NEWEST = 10
_SPARE = 4

_TASK = """select t.session_id, t.task, t.next_step, s.client_session
    from current_task t join session s on s.id = t.session_id
    where s.project_id = ? and s.branch = ? order by t.updated_at desc, t.session_id desc limit 1"""
_REFLECTION = """select id, content, reflected_at from reflection
    where project_id = ? and branch = ? and state = 'active' order by reflected_at desc, id desc limit 1"""
# Two bounded walks instead of one over all rows: the branch's own by its index, everyone's by age of the row.
_RECENT = f"""select {COLUMNS} from {TABLES} where o.id in (
        select id from (select id from observation where project_id = :project and branch = :branch
                        and state = 'active' order by observed_at desc limit 2000)
        union select id from (select id from observation order by id desc limit 2000))
    and {VISIBLE} and (:told = '' or not exists (select 1 from meta where key = :told || o.id))
    and o.state = 'active' and (:priority = '' or o.priority = :priority)
    order by o.observed_at desc, o.id desc limit :limit"""  # noqa: S608  (made of constants)


class Briefing:
    """What there is to say.

    `task` is a line ("" for none) of the session row `task_session`; `reflection` a text ("" for none) with the row
    `reflection_id`, made at `reflected_at` (ISO 8601); `hits` are observations, newest first. `task_owner` is the
    client's id of the session whose task it is. `beyond` is how many more like the hits are known of.
    """

    __slots__ = ("beyond", "hits", "reflected_at", "reflection", "reflection_id", "task", "task_owner", "task_session")

    def __init__(self) -> None:
        self.task = ""
        self.task_owner = ""
        self.task_session = 0
        self.reflection = ""
        self.reflection_id = 0
        self.reflected_at = ""
        self.hits: list[Hit] = []
        self.beyond = 0


def read_briefing(connection: "Connection", project: str, branch: str, *, client: str = "") -> Briefing:
    """Return the current task, the latest reflection and the high-priority memories; of none, the newest memories.

    What `client` tells its model by itself is left out.

    Raises:
        the connection's Error: the database cannot be read.
    """
    scope = scope_parameters(connection, project, branch, client=client)
    found = Briefing()
    read_task(connection, scope, found)
    row = connection.execute(_REFLECTION, (scope["project"], branch)).fetchone()
    if row:
        found.reflection_id, found.reflection, found.reflected_at = row
    found.hits, found.beyond = _recent(connection, scope, priority="high", limit=MAX_HIGH)
    if not (found.task or found.reflection or found.hits):
        found.hits, found.beyond = _recent(connection, scope, priority="", limit=MAX_NEWEST)
    return found


def read_task(connection: "Connection", scope: dict[str, object], found: Briefing) -> None:
    """Set the current task of the scope in `found`; leave it as it is when there is none."""
    row = connection.execute(_TASK, (scope["project"], scope["branch"])).fetchone()
    if row:
        found.task_session, found.task, found.task_owner = row[0], task_line(row[1], row[2]), row[3]


def _recent(connection: "Connection", scope: dict[str, object], *, priority: str, limit: int) -> tuple[list[Hit], int]:
    # The same thing said in three sessions is one line.
    rows = connection.execute(_RECENT, {**scope, "priority": priority, "limit": _SPARE * limit})
    different = distinct([Hit(row) for row in rows], _SPARE * limit)
    return different[:limit], len(different) - len(different[:limit])
