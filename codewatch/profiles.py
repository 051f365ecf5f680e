"""What stands in memory → the startup profile: `profile.md` for everywhere, and `active.md` for each project.

They are read by people and by the recall hook (`recall.profile`). What belongs to a branch is not in them, so that they
fit every branch. The same memory gives the same bytes, and a file that says so already is left alone.
"""

import os
from contextlib import suppress

from codewatch import file_lock, paths, pauses
from codewatch.categories import Category
from codewatch.errors import StoreReadOnly
from codewatch.recall.briefing import FRESH
from codewatch.recall.hits import COLUMNS, TABLES, Hit
from codewatch.recall.profile import ACTIVE_CHARS, PROFILE_CHARS, active_path, fact_line, profile_path
from codewatch.recall.rank import distinct
from codewatch.reflections import HEADING_MARK, HEADINGS
from codewatch.store.database import connection, memory_file

_EVERYWHERE = 0
# What holds until somebody says otherwise. Other kinds are told when they are high, and work that was done never is.
_STANDING = (Category.USER_PREFERENCE, Category.CONVENTION, Category.ARCHITECTURE, Category.DEPENDENCY)
_CANDIDATES = 60
_TITLE, _PROJECT_TITLE = "# Known everywhere", "# Holds in this project"
# A reflection is of one project and branch: nobody elsewhere would hear from it what is wanted, or known everywhere.
_STAYING = (Category.USER_PREFERENCE, Category.CONVENTION)
_FACTS = f"""with fact as (
    select id, place, row_number() over (
        partition by place order by priority <> 'high', instr(:standing, '|' || category || '|') = 0, id desc) as number
    from (select id, category, priority, iif(scope = 'global', {_EVERYWHERE}, project_id) as place from observation
        where scope in ('global', 'project') and priority in ('high', 'medium') and category <> 'task_context'
        and (scope = 'global' or priority = 'high' or instr(:standing, '|' || category || '|'))
        and (state = 'active' or (state = 'reflected' and (scope = 'global' or observed_at >= :fresh
            or instr(:staying, '|' || category || '|')))))
    where place is not null)
select {COLUMNS}, fact.place from {TABLES} join fact on fact.id = o.id
where fact.number <= {_CANDIDATES} order by fact.place, fact.number"""  # noqa: S608  (made of constants)
_ROOTS = "select id, root from project"


def refresh(*, now: str) -> int:
    """Bring the files up to what the open memory says at `now`, and return how many changed.

    Two that do so at once take turns, and each reads the memory in its turn: what was forgotten does not come back.

    Raises:
        StoreReadOnly: a file cannot be written or deleted; the others are as they should be.
    """
    folder = os.path.dirname(memory_file())
    faults: list[OSError] = []
    changed = 0
    try:
        with file_lock.held(f"{profile_path(folder)}.lock"):
            wanted = _texts(folder, now)
            stale = [file for file in _files(folder) if file not in wanted]
            for path, text in [*wanted.items(), *((file, "") for file in stale)]:
                try:
                    changed += _put(path, text)
                except OSError as error:
                    faults.append(error)
    except OSError as error:
        faults.append(error)
    if faults:
        raise StoreReadOnly(paths.explain(faults[0], profile_path(folder))) from faults[0]
    return changed


def refresh_where_possible(*, now: str) -> None:
    """Do as `refresh`; a file that cannot be written is left to the worker's next look."""
    with suppress(StoreReadOnly):
        refresh(now=now)


def _texts(folder: str, now: str) -> dict[str, str]:
    """Return what each file is to hold; where nothing is to be told of, there is none."""
    facts = _facts(now)
    may_be_off = paths.may_be_off(folder)
    if may_be_off and pauses.is_paused(folder, pauses.RECALL, pauses.EVERYWHERE):
        return {}
    everywhere = distinct(facts.pop(_EVERYWHERE, []), _CANDIDATES)
    texts = {profile_path(folder): _document(_TITLE, everywhere, PROFILE_CHARS)}
    roots: dict[int, str] = dict(connection().execute(_ROOTS).fetchall())
    for project, found in facts.items():
        if not (may_be_off and pauses.is_paused(folder, pauses.RECALL, roots[project])):
            # What is known everywhere is not said again.
            different = distinct([*everywhere, *found], _CANDIDATES + len(everywhere))[len(everywhere) :]
            texts[active_path(folder, project)] = _document(_PROJECT_TITLE, different, ACTIVE_CHARS)
    return {path: text for path, text in texts.items() if text}


def _facts(now: str) -> dict[int, list[Hit]]:
    """Return the first candidates of each project by its id, and of everywhere, the most important first."""
    (fresh,) = connection().execute(FRESH, (now,)).fetchone()
    asked = {"standing": _bars(_STANDING), "staying": _bars(_STAYING), "fresh": fresh}
    facts: dict[int, list[Hit]] = {}
    for *row, place in connection().execute(_FACTS, asked):
        facts.setdefault(place, []).append(Hit(tuple(row)))
    return facts


def _bars(categories: tuple[Category, ...]) -> str:
    return f"|{'|'.join(categories)}|"


def _document(title: str, facts: list[Hit], most_chars: int) -> str:
    """Return a document of the facts that fit, the first ones first, under headings in a fixed order."""
    sections: dict[str, list[Hit]] = {heading: [] for heading in HEADINGS.values()}
    room = most_chars - len(title) - 1
    for fact in facts:
        heading = HEADINGS[Category(fact.category)]
        size = len(fact_line(fact)) + 1 + (0 if sections[heading] else len(HEADING_MARK) + len(heading) + 3)
        if size <= room:
            room -= size
            sections[heading].append(fact)
    if not any(sections.values()):
        return ""
    parts = [
        "\n".join([HEADING_MARK + heading, "", *map(fact_line, sorted(told, key=_place))])
        for heading, told in sections.items()
        if told
    ]
    return "\n\n".join([title, *parts]) + "\n"


def _place(fact: Hit) -> tuple[bool, int]:
    return fact.priority != "high", fact.id


def _files(folder: str) -> list[str]:
    """Return the files that are there, of projects that are no more too."""
    top = os.path.join(folder, paths.PROJECTS_FOLDER)
    numbers: list[str] = []
    with suppress(OSError):
        numbers = sorted(name for name in os.listdir(top) if name.isascii() and name.isdigit())
    files = [profile_path(folder), *(os.path.join(top, number, paths.ACTIVE_FILE) for number in numbers)]
    return [file for file in files if os.path.lexists(file) and (os.path.islink(file) or not os.path.isdir(file))]


def _put(path: str, text: str) -> bool:
    """Let a file hold `text`, of none take it away; return whether that changed anything."""
    folder = os.path.dirname(path)
    is_of_project = os.path.basename(path) == paths.ACTIVE_FILE
    if not text:
        os.unlink(path)
        if is_of_project:
            with suppress(OSError):  # something else is in it
                os.rmdir(folder)
        return True
    if _holds(path, text):
        return False
    for one in (os.path.dirname(folder), folder) if is_of_project else ():
        if os.path.islink(one):  # nothing of ours is written elsewhere
            os.unlink(one)
        paths.make_private_folder(one)
    paths.replace_private(path, text)
    return True


def _holds(path: str, text: str) -> bool:
    try:
        found = os.lstat(path)
        is_private = paths.is_windows() or not found.st_mode & 0o177
        return is_private and found.st_size == len(text.encode()) and paths.read_private(path) == text
    except OSError:
        return False
