"""Observations in the database: added once, listed, changed, forgotten; each change is journalled."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from peewee import JOIN, SQL, fn

from codewatch import privacy, terms
from codewatch.categories import DEFAULT_SCOPE, Category, Origin, Priority, Scope, State
from codewatch.errors import NotFound
from codewatch.literals import typed
from codewatch.observations import Observation, StoredObservation, without_codes
from codewatch.store import journal, literals
from codewatch.store.models import ObservationRow, Project, Session, database
from codewatch.thresholds import count_tokens

KIND = "observation"
_IS_THERE = "select 1 from observation where source_key = ? or imported_id = ?"
_ADD = """insert into observation (project_id, session_id, branch, scope, category, priority, content, source_summary,
files, topics, origin, observer, source, source_key, state, confidence, certainty, tokens, literals, prompt,
observed_at, created_at, updated_at, imported_id, terms_text, terms_identifiers, terms_paths)
values (:project, :session, :branch, :scope, :category, :priority, :content, :source_summary,
:files, :topics, :origin, :observer, :source, :source_key, :state, :confidence, :certainty, :tokens, :literals, :prompt,
:observed_at, :created_at, :updated_at, :imported_id, :terms_text, :terms_identifiers, :terms_paths)"""
# By the index on the text's start; what a person says twice is kept twice.
_SAME = """select id from observation where project_id is ? and branch = ? and substr(content, 1, 60) = substr(?, 1, 60)
and content = ? and category = ? and origin = ? and state = 'active'"""
# The same words in the same scope, whoever said them: as far as one who sees the one sees the other.
_SAID = """select o.id from observation o where o.content = :content and o.scope = :scope
and o.state in ('active', 'reflected')
and (:category is null or o.category = :category)
and (:scope = 'global' or (o.project_id is :project and (:scope = 'project' or (o.branch = :branch
and (:scope <> 'session' or o.session_id is :session))))) order by o.id limit 1"""
_ALL_SAID = """select content, scope, iif(scope = 'global', null, project_id),
iif(scope in ('branch', 'session'), branch, '') from observation where state in ('active', 'reflected')"""
_SET_TEXT = """update observation set content = :content, files = :files, tokens = :tokens, literals = :literals,
observed_at = :observed_at,
updated_at = :updated_at, terms_text = :terms_text, terms_identifiers = :terms_identifiers, terms_paths = :terms_paths
where id = :id"""
# A session is of one project and branch.
_BEGUN = """select id, content, files from observation where session_id = :session and +state = 'active'
and observer = :observer and substr(content, 1, length(:head)) = :head order by id desc"""
_OWN = """select id from observation where session_id = :session and +state = 'active' and observer = :observer
and content = :content and not exists (select 1 from journal where kind = 'observation' and row_id = observation.id
    and action = 'seen again' and json_extract(before, '$.session') is not :session)"""
_LARGEST_ID = 2**63 - 1
_SEEN_AGAIN = """update observation set observed_at = max(observed_at, ?), updated_at = ?,
session_id = coalesce(?, session_id) where id = ?"""
_OF_SESSION = "select count(*), coalesce(sum(tokens), 0) from observation where session_id = ?"
_BY_CATEGORY = """select category, count(*) from observation where project_id = ? and branch = ? and state = 'active'
group by category order by count(*) desc, category"""
_HEAVY = """select project_id, branch from observation where state = 'active' and project_id is not null
group by 1, 2 having sum(tokens) >= ? order by 1, 2"""
_IS_FORGOTTEN = "select 1 from tombstone where content_hash = ?"


class Begun(NamedTuple):
    """A memory that may grow."""

    id: int
    content: str
    files: tuple[str, ...]


def source_key(client: str, observation: Observation) -> str:
    """Return what makes an observation of one message the same when it is made again."""
    text = f"{observation.category}\0{observation.content}"
    return f"{client}:{observation.source}:{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def content_hash(content: str) -> str:
    """Return the hash by which a forgotten text is known."""
    return hashlib.sha256(" ".join(content.split()).casefold().encode()).hexdigest()


def add(
    observation: Observation, *, project: int | None, session: int | None, branch: str, who: str, now: str,
    chars_per_token: int = 4, key: str | None = None, imported_id: str | None = None,
) -> int | None:  # fmt: skip
    """Store one observation and return its id, or None when it is there already or was forgotten.

    What an assistant or a tool says again is the same memory, seen again. Call it inside a transaction. `key` and
    `imported_id` are unique: the same one twice adds nothing.
    """
    if database.execute_sql(_IS_THERE, (key, imported_id)).fetchone():
        return None
    observation = replace(
        observation,
        content=without_codes(observation.content),
        source_summary=without_codes(observation.source_summary),
    )
    # What a user or a tool states again was meant; only the worker must not learn it again.
    if who == "worker" and database.execute_sql(_IS_FORGOTTEN, (content_hash(observation.content),)).fetchone():
        return None
    if who == "worker" and _see_again(observation, project=project, session=session, branch=branch, now=now):
        return None
    files = [without_codes(privacy.clean_text(file)) for file in observation.files]
    topics = [topic for one in observation.topics if (topic := without_codes(privacy.clean_text(one)).strip())]
    about = " ".join([observation.source_summary, *topics])
    columns = terms.index_columns(observation.content, about, files)
    row = ObservationRow(
        project=project, session=session, branch=branch,
        scope=observation.scope or DEFAULT_SCOPE[observation.category],
        category=observation.category, priority=observation.priority, content=observation.content,
        source_summary=observation.source_summary, files=json.dumps(files, ensure_ascii=False),
        topics=json.dumps(topics, ensure_ascii=False), origin=observation.origin,
        observer=observation.observer, source=observation.source, source_key=key, confidence=observation.confidence,
        certainty=observation.certainty,
        tokens=count_tokens(observation.content, chars_per_token=chars_per_token),
        literals=literals.as_json(typed(observation.content)), prompt=observation.prompt,
        observed_at=observation.observed_at or now, created_at=now, updated_at=now, imported_id=imported_id,
        terms_text=columns[0], terms_identifiers=columns[1], terms_paths=columns[2],
    )  # fmt: skip
    # peewee takes longer to word the insert than SQLite to do it, and a session has thousands.
    row.id = database.execute_sql(_ADD, row.__data__).lastrowid
    journal.write(who, "observed", KIND, row.id, at=now, after=journal.snapshot(row))
    return row.id


def _see_again(observation: Observation, *, project: int | None, session: int | None, branch: str, now: str) -> bool:
    if observation.origin is Origin.USER:
        return False
    text = observation.content
    asked = (project, branch, text, text, str(observation.category), str(observation.origin))
    same = database.execute_sql(_SAME, asked).fetchone()
    if same is None:
        return False
    row = _row(same[0])
    before = journal.snapshot(row)
    database.execute_sql(_SEEN_AGAIN, (observation.observed_at or now, now, session, row.id))
    journal.write("worker", "seen again", KIND, row.id, at=now, before=before, reason=observation.source)
    return True


def begun(head: str, *, observer: str, session: int) -> list[Begun]:
    """Return what an observer made in a session of the same beginning and is active, the newest first."""
    rows = database.execute_sql(_BEGUN, {"head": head, "observer": observer, "session": session}).fetchall()
    return [Begun(row_id, content, tuple(json.loads(files))) for row_id, content, files in rows]


def replace_said(contents: Sequence[str], *, observer: str, session: int, reason: str, now: str) -> None:
    """Supersede what an observer made in a session with one of these texts; call it inside a transaction.

    What somebody noted himself stays, and what another session has seen too.
    """
    for content in contents:
        asked = {"content": content, "observer": observer, "session": session}
        same = [row_id for (row_id,) in database.execute_sql(_OWN, asked).fetchall()]
        set_state(same, State.SUPERSEDED, who="worker", now=now, reason=reason)


def rewrite(
    row_id: int, content: str, *, files: Sequence[str], observed_at: str, reason: str, now: str, chars_per_token: int
) -> int:  # fmt: skip
    """Give a memory a longer text and more files, and return how many tokens it has grown by.

    Call it inside a transaction. The journal keeps what it was; `reason` names the message that it grew by.
    """
    row = _row(row_id)
    if row is None:
        raise NotFound(f"there is no memory {row_id}")
    known = json.loads(row.files)
    new = (file for file in files if file not in known)
    clean = list(dict.fromkeys([*known, *(without_codes(privacy.clean_text(file)) for file in new)]))
    tokens = count_tokens(content, chars_per_token=chars_per_token)
    grown = tokens - row.tokens
    texts = {"content": content, "files": json.dumps(clean, ensure_ascii=False), "tokens": tokens}
    _set_text(row, "grew", {**texts, "observed_at": max(row.observed_at, observed_at)}, now=now, reason=reason)
    return grown


def put_back(row_id: int, snapshot: str, *, now: str, reason: str, change: int | None = None) -> int | None:
    """Give a memory the text and files that a journal's snapshot has; call it inside a transaction."""
    row = _row(row_id)
    if row is None:
        return None
    known = json.loads(snapshot)
    action = "shrank" if len(known["content"]) < len(row.content) else "grew"
    texts = {name: known[name] for name in ("content", "files", "tokens", "observed_at")}
    entry = _set_text(row, action, texts, now=now, reason=reason, change=change)
    return change or entry


def _row(row_id: int) -> Any:
    return next(iter(ObservationRow.raw("select * from observation where id = ?", row_id)), None)


def _set_text(
    row: Any, action: str, texts: Mapping[str, Any], *, now: str, reason: str, change: int | None = None
) -> int:
    before = journal.snapshot(row)
    for name, value in texts.items():
        setattr(row, name, value)
    about = " ".join([row.source_summary, *json.loads(row.topics)])
    columns = terms.index_columns(row.content, about, json.loads(row.files))
    row.terms_text, row.terms_identifiers, row.terms_paths = columns
    row.literals = literals.as_json(typed(row.content))
    row.updated_at = now
    # As in `add`: wording it anew each time takes longer than doing it.
    database.execute_sql(_SET_TEXT, row.__data__)
    return journal.write(
        "worker", action, KIND, row.id, at=now, before=before, after=journal.snapshot(row), reason=reason, change=change
    )


def find_same(
    observation: Observation, *, project: int | None, session: int | None, branch: str, category: Category | None = None
) -> int | None:
    """Return the id of the active memory of the same words in the same scope, and of `category` if that is given."""
    asked = {
        "content": observation.content, "scope": str(observation.scope or DEFAULT_SCOPE[observation.category]),
        "project": project, "branch": branch, "session": session, "category": category and str(category),
    }  # fmt: skip
    row = database.execute_sql(_SAID, asked).fetchone()
    return None if row is None else row[0]


def all_said() -> set[tuple[str, str, int | None, str]]:
    """Return what `said` makes of every memory, for one who adds many and asks of each whether it is there."""
    return set(database.execute_sql(_ALL_SAID).fetchall())


def said(observation: Observation, *, project: int | None, branch: str) -> tuple[str, str, int | None, str]:
    """Return the words of an observation and who sees them: one that says the same to the same is no other."""
    scope = observation.scope or DEFAULT_SCOPE[observation.category]
    is_narrow = scope in (Scope.BRANCH, Scope.SESSION)
    return (
        observation.content, str(scope), None if scope is Scope.GLOBAL else project, branch if is_narrow else "",
    )  # fmt: skip


def get(row_id: int) -> StoredObservation:
    """Return one observation in any state.

    Raises:
        NotFound: there is none with this id.
    """
    rows = _stored(_joined().where(ObservationRow.id == row_id)) if abs(row_id) <= _LARGEST_ID else []
    if not rows:
        raise NotFound(f"there is no memory {row_id}")
    return rows[0]


def newest(
    *, project: int | None, branch: str | None, states: Sequence[State] = (State.ACTIVE, State.REFLECTED),
    session: str | None = None, limit: int = 50,
) -> list[StoredObservation]:  # fmt: skip
    """Return observations newest first: those of a project that a branch sees, or of all its branches for None.

    None for `project` means that nothing is known about it: then only global ones are there.
    """
    query = _of(project=project, branch=branch, states=states, session=session)
    return _stored(query.order_by(ObservationRow.observed_at.desc(), ObservationRow.id.desc()).limit(limit))


def count(
    *, project: int | None, branch: str | None, states: Sequence[State] = (State.ACTIVE, State.REFLECTED),
    session: str | None = None,
) -> int:  # fmt: skip
    """Return how many observations `newest` has without a limit."""
    return int(_of(project=project, branch=branch, states=states, session=session).count())


def _of(*, project: int | None, branch: str | None, states: Sequence[State], session: str | None) -> Any:
    query = _joined().where(ObservationRow.state.in_([str(state) for state in states]))
    if project is None:
        query = query.where(ObservationRow.scope == Scope.GLOBAL)
    else:
        own = ObservationRow.project == project
        if branch is not None:
            own &= (ObservationRow.scope == Scope.PROJECT) | (ObservationRow.branch == branch)
        query = query.where((ObservationRow.scope == Scope.GLOBAL) | own)
    if session is not None:
        query = query.where(Session.client_session == session)
    return query


def unreflected(project: int, branch: str) -> list[StoredObservation]:
    """Return the active observations of a project's branch that no reflection stands for, oldest first."""
    query = _joined().where(
        ObservationRow.project == project, ObservationRow.branch == branch, ObservationRow.state == State.ACTIVE
    )
    return _stored(query.order_by(ObservationRow.observed_at, ObservationRow.id))


def of_ids(ids: Sequence[int]) -> list[StoredObservation]:
    """Return the observations with these ids that there are, oldest first."""
    query = _joined().where(ObservationRow.id.in_(SQL("(select value from json_each(?))", [json.dumps([*ids])])))
    return _stored(query.order_by(ObservationRow.observed_at, ObservationRow.id))


def unreflected_tokens(project: int, branch: str) -> int:
    """Return how many tokens `unreflected` holds."""
    total = ObservationRow.select(fn.coalesce(fn.sum(ObservationRow.tokens), 0)).where(
        ObservationRow.project == project, ObservationRow.branch == branch, ObservationRow.state == State.ACTIVE
    )
    return int(total.scalar())


def heavy_scopes(tokens: int) -> list[tuple[int, str]]:
    """Return the projects and branches whose `unreflected` holds that many tokens or more."""
    return [(int(project), str(branch)) for project, branch in database.execute_sql(_HEAVY, (tokens,)).fetchall()]


def count_since(row_id: int) -> int:
    """Return how many observations have an id above `row_id`."""
    return ObservationRow.select().where(ObservationRow.id > row_id).count()


def of_session(session: int) -> tuple[int, int]:
    """Return how many observations a session has stored, and how many tokens they hold."""
    return database.execute_sql(_OF_SESSION, (session,)).fetchone()


def active_by_category(project: int, branch: str) -> dict[str, int]:
    """Return how many observations `unreflected` holds of each category, the most frequent first."""
    return dict(database.execute_sql(_BY_CATEGORY, (project, branch)).fetchall())


def set_state(
    row_ids: Sequence[int], state: State, *, who: str, now: str, reason: str = "", change: int | None = None
) -> int | None:
    """Move observations to `state` as one change, or as a part of one, and return its number; None for no change.

    Call it inside a transaction.
    """
    for row_id in row_ids:
        row = ObservationRow.get_or_none(ObservationRow.id == row_id)
        if row is None or row.state == state:
            continue
        before = journal.snapshot(row)
        row.state, row.updated_at = state, now
        # Naming the columns keeps the search index's trigger, which watches the terms, asleep.
        row.save(only=[ObservationRow.state, ObservationRow.updated_at])
        entry = journal.write(
            who, str(state), KIND, row_id, at=now, before=before, after=journal.snapshot(row), reason=reason,
            change=change,
        )  # fmt: skip
        change = change or entry
    return change


def counts() -> dict[str, int]:
    """Return how many observations there are in each state."""
    return dict(database.execute_sql("select state, count(*) from observation group by state").fetchall())


def newest_id() -> int:
    """Return the highest id ever given, 0 when there is none."""
    return int(ObservationRow.select(fn.coalesce(fn.max(ObservationRow.id), 0)).scalar())


def since(row_id: int) -> list[StoredObservation]:
    """Return the observations with an id above `row_id`, in order."""
    return _stored(_joined().where(ObservationRow.id > row_id).order_by(ObservationRow.id))


def _joined() -> Any:
    return (
        ObservationRow.select(ObservationRow, Project.root, Session.client_session)
        .join(Project, JOIN.LEFT_OUTER)
        .switch(ObservationRow)
        .join(Session, JOIN.LEFT_OUTER, on=(ObservationRow.session == Session.id))
    )


def _stored(query: Any) -> list[StoredObservation]:
    return [
        StoredObservation(
            id=row["id"], content=row["content"], category=Category(row["category"]),
            priority=Priority(row["priority"]), scope=Scope(row["scope"]), project=row["root"] or "",
            branch=row["branch"], session=row["client_session"] or "", files=tuple(json.loads(row["files"])),
            topics=tuple(json.loads(row["topics"])), observed_at=row["observed_at"], state=State(row["state"]),
            origin=row["origin"], observer=row["observer"], confidence=row["confidence"], tokens=row["tokens"],
            source_summary=row["source_summary"], prompt=row["prompt"], literals=literals.read(row["literals"]),
        )
        for row in query.dicts()
    ]  # fmt: skip
