"""Projects, sessions with their statistics, and current tasks (FEATURES F34-F35, F41)."""

import pytest

from codewatch.store import sessions
from codewatch.store.database import transaction

EARLY, NOW, LATE = "2026-05-01T09:00:00.000Z", "2026-05-01T10:00:00.000Z", "2026-05-01T11:00:00.000Z"


def statistics(sql):
    return sql("select messages, observations, tokens, started_at, last_active_at from session")


def count(place, *, at, messages=0, observations=0, tokens=0):
    with transaction():
        sessions.count_up(place.session, messages=messages, observations=observations, tokens=tokens, at=at)


def test_a_session_is_one_per_client_session_project_and_branch(place, sql):
    def session(client="claude", name="s1", project=place.project, branch="main"):
        return sessions.session_id(client, name, project=project, branch=branch, at=NOW)

    with transaction():
        other = sessions.project_id("/work/other", now=NOW)
        ids = [session(), session(branch="dev"), session(name="s2"), session("codex"), session(project=other)]

    assert ids[0] == place.session
    assert len(set(ids)) == 5
    assert sql("select count(*) from session") == [(5,)]


def test_statistics_add_up(place, sql):
    count(place, at=NOW, messages=3)
    count(place, at=NOW, messages=2, observations=1, tokens=40)

    assert statistics(sql) == [(5, 1, 40, NOW, NOW)]


@pytest.mark.parametrize(("at", "span"), [(EARLY, (EARLY, NOW)), (LATE, (NOW, LATE))])
def test_the_time_of_a_session_only_grows(place, sql, at, span):
    count(place, at=at, messages=1)

    assert statistics(sql)[0][3:] == span


def test_reflections_are_counted_on_the_branch_only(place, sql):
    with transaction():
        sessions.session_id("claude", "s1", project=place.project, branch="dev", at=NOW)
        sessions.count_reflection(place.project, "main")

    assert sql("select branch, reflections from session order by branch") == [("dev", 0), ("main", 1)]


def test_a_newer_task_takes_the_place_of_an_older_one(place):
    with transaction():
        sessions.set_task(place.session, "Write the parser", "", at=NOW)
        sessions.set_task(place.session, "Test the parser", "run pytest", at=LATE)
        sessions.set_task(place.session, "Read the parser", "", at=EARLY)

    task = sessions.newest_task(place.project, "main")

    assert task == {"task": "Test the parser", "next_step": "run pytest", "updated_at": LATE, "session": "s1"}


def test_the_same_task_keeps_its_start(place, sql):
    with transaction():
        sessions.set_task(place.session, "Write the parser", "", at=NOW)
        sessions.set_task(place.session, "Write the parser", "run pytest", at=LATE)

    assert sql("select started_at, updated_at from current_task") == [(NOW, LATE)]


@pytest.mark.parametrize(("root", "name"), [("/work/shop", "shop"), ("/work/shop/", "shop"), ("/", "/")])
def test_a_project_is_named_after_its_folder(place, sql, root, name):
    with transaction():
        row_id = sessions.project_id(root, now=NOW)

    assert sql("select name from project where id = ?", row_id) == [(name,)]
    assert sessions.find_project_id(root) == row_id


def test_a_project_that_nobody_worked_in_has_no_id(place):
    assert sessions.find_project_id("/work/unknown") is None
    assert sessions.newest_task(place.project, "dev") is None
