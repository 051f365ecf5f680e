"""Promotion and demotion: what moves, what never does, and that it ends (FEATURES F143)."""

import pytest

from codewatch.categories import Category, Origin, Priority, Scope, State
from codewatch.observations import Observation
from codewatch.store import journal, observations, priorities, sessions
from codewatch.store.database import transaction

NOW = "2026-05-01T10:00:00.000Z"
LATER = "2026-05-02T04:00:00.000Z"
OLD = "2026-03-20T10:00:00.000Z"


@pytest.fixture
def say(place):
    """Give a function that stores what a session says, and returns its id, None where it is seen again."""

    def store(
        content, session="one", *, category=Category.LEARNING, priority=Priority.MEDIUM, origin=Origin.ASSISTANT,
        observed_at=NOW, who="worker", scope=None,
    ):  # fmt: skip
        with transaction():
            row = sessions.session_id("claude", session, project=place.project, branch="main", at=NOW)
            found = Observation(content, category, priority, observed_at, origin=origin, scope=scope)
            return observations.add(found, project=place.project, session=row, branch="main", who=who, now=NOW)

    return store


def moved(row_id):
    """Return the priority of a memory and the reasons why it moved."""
    entries = [entry for entry in journal.of_row("observation", row_id) if entry["action"].endswith("moted")]
    return observations.get(row_id).priority, [(entry["who"], entry["action"], entry["reason"]) for entry in entries]


def live_on(at):
    """Let the memory change at a time."""
    with transaction():
        journal.write("worker", "reindexed", "observation", 0, at=at)


def test_what_three_sessions_noted_is_promoted(say):
    row_id = say("The tide feed is UTC.", "one")
    say("The tide feed is UTC.", "two")
    say("The tide feed is UTC.", "three")

    assert priorities.review(now=LATER) == {"promoted": 1, "demoted": 0}
    assert moved(row_id) == ("high", [("worker", "promoted", "noted in 3 sessions or more")])


def test_what_two_sessions_noted_often_is_not(say):
    row_id = say("The tide feed is UTC.", "one")
    [say("The tide feed is UTC.", session) for session in ("two", "one", "two", "one")]

    assert priorities.review(now=LATER)["promoted"] == 0
    assert moved(row_id) == ("medium", [])


def test_what_the_user_states_in_another_session_again_is_promoted_once(say):
    first = say("Prices are rounded half up.", "one", origin=Origin.USER)
    second = say("Prices are rounded half up.", "two", origin=Origin.USER)

    priorities.review(now=LATER)
    say("Prices are rounded half up.", "three", origin=Origin.USER)

    assert priorities.review(now=LATER)["promoted"] == 0
    assert [observations.get(row_id).priority for row_id in (first, second)] == ["medium", "high"]
    assert moved(second)[1] == [("worker", "promoted", "stated by the user in another session again")]


def test_the_same_words_about_two_projects_are_not_stated_again(say, place):
    say("Prices are rounded half up.", "one", origin=Origin.USER)
    with transaction():
        other = sessions.project_id("/work/other", now=NOW)
        session = sessions.session_id("claude", "two", project=other, branch="main", at=NOW)
        found = Observation("Prices are rounded half up.", Category.LEARNING, Priority.MEDIUM, NOW, origin=Origin.USER)
        observations.add(found, project=other, session=session, branch="main", who="worker", now=NOW)

    assert priorities.review(now=LATER)["promoted"] == 0


def test_work_is_not_promoted_however_often_it_is_asked(say):
    [say("asked: run the tests", session, category=Category.TASK_CONTEXT) for session in ("one", "two", "three")]
    [
        say("asked: ship", session, category=Category.TASK_CONTEXT, origin=Origin.USER)
        for session in ("one", "two", "three")
    ]

    assert priorities.review(now=LATER) == {"promoted": 0, "demoted": 0}


@pytest.mark.parametrize(
    ("category", "priority", "after"),
    [
        (Category.TASK_CONTEXT, "high", "medium"), (Category.TASK_CONTEXT, "medium", "low"),
        (Category.FILE_PATTERN, "medium", "low"), (Category.FILE_PATTERN, "high", "high"),
        *((category, "medium", "medium") for category in Category
          if category not in (Category.TASK_CONTEXT, Category.FILE_PATTERN)),
        *((category, "high", "high") for category in Category if category is not Category.TASK_CONTEXT),
    ],
)  # fmt: skip
def test_old_work_and_files_lose_a_step_and_nothing_else_does(say, category, priority, after):
    row_id = say("Something of long ago.", category=category, priority=Priority(priority), observed_at=OLD)

    priorities.review(now=LATER)

    assert moved(row_id)[0] == after


def test_work_of_the_last_month_stays(say):
    row_id = say("asked: ship it", category=Category.TASK_CONTEXT, observed_at="2026-04-20T10:00:00Z")

    priorities.review(now=LATER)

    assert moved(row_id) == ("medium", [])


def test_old_work_that_was_seen_again_stays(say):
    row_id = say("ran the checks", "one", category=Category.TASK_CONTEXT, observed_at=OLD)
    say("ran the checks", "two", category=Category.TASK_CONTEXT)

    priorities.review(now=LATER)

    assert moved(row_id) == ("medium", [])


def test_high_work_that_says_how_much_it_matters_stays(say):
    row_id = say("fixed a Security hole", category=Category.TASK_CONTEXT, priority=Priority.HIGH, observed_at=OLD)

    priorities.review(now=LATER)

    assert moved(row_id) == ("high", [])


@pytest.mark.parametrize("who", ["user", "tool"])
def test_what_somebody_stated_by_hand_is_never_demoted(say, who):
    row_id = say("ship the shop", category=Category.TASK_CONTEXT, observed_at=OLD, who=who)

    priorities.review(now=LATER)

    assert moved(row_id) == ("medium", [])


def test_what_a_person_changed_stays_as_he_left_it(say):
    row_id = say("The tide feed is UTC.", "one")
    [say("The tide feed is UTC.", session) for session in ("two", "three")]
    with transaction():
        journal.write("user", "edited", "observation", row_id, at=NOW, before="{}", after="{}")

    assert priorities.review(now=LATER)["promoted"] == 0


def test_that_a_person_took_a_reflection_back_is_no_change_of_a_priority(say):
    row_id = say("asked: ship it", category=Category.TASK_CONTEXT, observed_at=OLD)
    with transaction():
        observations.set_state([row_id], State.REFLECTED, who="worker", now=NOW)
        observations.set_state([row_id], State.ACTIVE, who="user", now=NOW)

    priorities.review(now=LATER)

    assert moved(row_id)[0] == "low"


def test_twice_in_a_row_and_on_the_next_day_nothing_more_changes(say):
    [say("The tide feed is UTC.", session) for session in ("one", "two", "three")]
    say("asked: ship it", category=Category.TASK_CONTEXT, priority=Priority.HIGH, observed_at=OLD)
    first = priorities.review(now=LATER)

    again = [priorities.review(now=now) for now in (LATER, "2026-05-03T04:00:00.000Z", "2026-05-31T04:00:00.000Z")]

    assert first == {"promoted": 1, "demoted": 1}
    assert again == [{"promoted": 0, "demoted": 0}] * 3


def test_after_another_month_old_work_loses_another_step_and_what_was_promoted_stays(say):
    promoted = say("Templates lie in web/.", "one", category=Category.FILE_PATTERN)
    [say("Templates lie in web/.", session, category=Category.FILE_PATTERN) for session in ("two", "three")]
    work = say("asked: ship it", category=Category.TASK_CONTEXT, priority=Priority.HIGH, observed_at=OLD)

    [
        (live_on(day), priorities.review(now=day))
        for day in (f"2026-{month:02d}-05T04:00:00.000Z" for month in (5, 6, 7, 8))
    ]

    assert moved(promoted)[0] == "high"
    assert (moved(work)[0], len(moved(work)[1])) == ("low", 2)


def test_what_is_archived_or_forgotten_is_left_alone(say):
    row_id = say("asked: ship it", category=Category.TASK_CONTEXT, observed_at=OLD, scope=Scope.PROJECT)
    with transaction():
        observations.set_state([row_id], State.ARCHIVED, who="worker", now=NOW)

    assert priorities.review(now=LATER) == {"promoted": 0, "demoted": 0}


def test_a_clock_that_runs_ahead_makes_nothing_old(say):
    row_id = say("asked: ship it", category=Category.TASK_CONTEXT)

    priorities.review(now="2099-01-01T04:00:00.000Z")

    assert moved(row_id) == ("medium", [])


def test_one_pass_is_bounded(say):
    [say(f"asked: task {number}", category=Category.TASK_CONTEXT, observed_at=OLD) for number in range(5)]

    assert [priorities.review(now=LATER, most=3)["demoted"] for _ in range(3)] == [3, 2, 0]
