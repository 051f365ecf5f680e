"""Projects, sessions and current tasks: who an observation belongs to."""

import os
from typing import Any

from codewatch.observations import without_codes
from codewatch.store.models import CurrentTaskRow, Project, Session, database

_PROJECT = "select id from project where root = ?"
_SESSION = "select id from session where client = ? and client_session = ? and project_id = ? and branch = ?"
_COUNT_UP = """update session set messages = messages + ?, observations = observations + ?, tokens = tokens + ?,
last_active_at = max(last_active_at, ?), started_at = min(started_at, ?) where id = ?"""


def project_id(root: str, *, now: str) -> int:
    """Return the id of the project at `root`, making its row when it is new."""
    known = find_project_id(root)
    if known is not None:
        return known
    return Project.create(root=root, name=os.path.basename(root.rstrip("/")) or root, created_at=now).id


def find_project_id(root: str) -> int | None:
    """Return the id of the project at `root`, or None when nothing is known about it."""
    known = database.execute_sql(_PROJECT, (root,)).fetchone()
    return None if known is None else int(known[0])


def session_id(client: str, client_session: str, *, project: int, branch: str, at: str) -> int:
    """Return the id of the session of that client, project and branch, making its row when it is new."""
    known = database.execute_sql(_SESSION, (client, client_session, project, branch)).fetchone()
    if known is not None:
        return int(known[0])
    row = Session.create(
        client=client, client_session=client_session, project=project, branch=branch, started_at=at, last_active_at=at
    )
    return row.id


def count_up(session: int, *, messages: int, observations: int, tokens: int, at: str) -> None:
    """Add to a session's statistics and move its last activity forward."""
    database.execute_sql(_COUNT_UP, (messages, observations, tokens, at, at, session))


def set_task(session: int, task: str, next_step: str, *, at: str) -> None:
    """Set a session's current task; an older statement never replaces a newer one."""
    task, next_step = without_codes(task), without_codes(next_step)
    row = CurrentTaskRow.get_or_none(CurrentTaskRow.session == session)
    if row is None:
        CurrentTaskRow.create(session=session, task=task, next_step=next_step, started_at=at, updated_at=at)
    elif at >= row.updated_at:
        row.started_at = row.started_at if row.task == task else at
        row.task, row.next_step, row.updated_at = task, next_step, at
        row.save()


def find(client: str, client_session: str, *, project: int, branch: str) -> dict[str, Any] | None:
    """Return when a session of that client, project and branch began and was last active, or None before it did."""
    row = Session.get_or_none(
        Session.client == client, Session.client_session == client_session, Session.project == project,
        Session.branch == branch,
    )  # fmt: skip
    return None if row is None else {"started_at": row.started_at, "last_active_at": row.last_active_at}


def newest_task(project: int, branch: str) -> dict[str, Any] | None:
    """Return the newest current task on a project's branch, or None."""
    row = (
        CurrentTaskRow.select(CurrentTaskRow, Session)
        .join(Session)
        .where(Session.project == project, Session.branch == branch)
        .order_by(CurrentTaskRow.updated_at.desc())
        .first()
    )
    if row is None:
        return None
    return {
        "task": row.task,
        "next_step": row.next_step,
        "updated_at": row.updated_at,
        "session": row.session.client_session,
    }


def count_reflection(project: int, branch: str) -> None:
    """Count one reflection for every session of a project's branch."""
    Session.update(reflections=Session.reflections + 1).where(
        Session.project == project, Session.branch == branch
    ).execute()
