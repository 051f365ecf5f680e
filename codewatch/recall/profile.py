"""The files of the startup profile, as the worker writes and the hook reads them: which memories stand there.

`profile.md` holds what is known everywhere, `projects/ID/active.md` what holds in a project, whatever the branch. Each
memory is a line of its own with its id behind it. The database has the last word: a line that is not what the memory
says now, or that may not be told here, is left out. Standard library only.
"""

import os

from codewatch import paths
from codewatch.recall.context import plain, shorten
from codewatch.recall.hits import COLUMNS, TABLES, Hit
from codewatch.recall.search import VISIBLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlite3 import Connection

# Together less than half of a briefing.
PROFILE_CHARS = 1_000
ACTIVE_CHARS = 1_500
_MOST_BYTES = 16_384
_KIND_OF_FILE, _REGULAR = 0o170000, 0o100000
_BULLET, _ID, _END = "- ", " <!-- ", " -->"
_ALLOWED = f"""select {COLUMNS} from {TABLES} where o.id in (select value from json_each(:ids))
    and {VISIBLE} and instr(:states, '|' || o.state || '|')
    and (:told = '' or not exists (select 1 from meta where key = :told || o.id))"""  # noqa: S608  (made of constants)


def profile_path(folder: str) -> str:
    """Return the path of the file about everything, in the data directory `folder`."""
    return os.path.join(folder, paths.PROFILE_FILE)


def active_path(folder: str, project: int) -> str:
    """Return the path of the file about a project, by the id of its row."""
    return os.path.join(folder, paths.PROJECTS_FOLDER, str(project), paths.ACTIVE_FILE)


def fact_line(hit: Hit) -> str:
    """Return the line that a memory is in a file."""
    return f"{_BULLET}{shorten(plain(hit.content))}{_ID}{hit.id}{_END}"


def read_profile(
    connection: "Connection", scope: dict[str, object], folder: str
) -> tuple[list[Hit], list[Hit]]:  # fmt: skip
    """Return the memories of the two files that may be told in `scope`, each in the file's order.

    A file that is missing, too large, a link, or no text is passed over.

    Raises:
        the connection's Error: the database cannot be read.
    """
    everywhere = _facts(_read(profile_path(folder)))
    here = _facts(_read(active_path(folder, int(str(scope["project"])))))
    ids = [*everywhere, *here]
    if not ids:
        return [], []
    asked = {**scope, "ids": "[" + ",".join([str(row_id) for row_id in ids]) + "]"}
    hits = {row[0]: Hit(row) for row in connection.execute(_ALLOWED, asked)}
    return _shown(everywhere, hits), _shown({row_id: here[row_id] for row_id in here if row_id not in everywhere}, hits)


def _shown(facts: dict[int, str], hits: dict[int, Hit]) -> list[Hit]:
    return [hits[row_id] for row_id, line in facts.items() if row_id in hits and fact_line(hits[row_id]) == line]


def _facts(text: str) -> dict[int, str]:
    facts: dict[int, str] = {}
    for line in text.split("\n"):
        start = line.rfind(_ID)
        number = line[start + len(_ID) : -len(_END)]
        if line.startswith(_BULLET) and line.endswith(_END) and number.isascii() and number.isdigit():
            facts[int(number[:18])] = line
    return facts


def _read(path: str) -> str:
    # No link is followed, nothing is waited for, and no more is read than we would have written.
    try:
        file = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except (OSError, ValueError):
        return ""
    try:
        found = os.fstat(file)
        if found.st_mode & _KIND_OF_FILE != _REGULAR or found.st_size > _MOST_BYTES:
            return ""
        return os.read(file, _MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""
    finally:
        os.close(file)
