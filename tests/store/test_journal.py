"""Every change of memory leaves the row before and after in the journal (FEATURES B10)."""

import json

import pytest

from codewatch.categories import State
from codewatch.store import index, journal, observations, reflections
from codewatch.store.database import transaction

LATER = "2026-05-02T10:00:00.000Z"


def of_memory(row_id=1):
    return [
        (entry["who"], entry["action"], (entry["before"] or {}).get("state"), (entry["after"] or {}).get("state"))
        for entry in journal.of_row(observations.KIND, row_id)
    ]


@pytest.mark.parametrize("who", ["user", "tool", "worker"])
def test_a_new_memory_is_journalled_with_the_row_after(remember, who):
    remember("Ports start at 8400", who=who)

    (entry,) = journal.of_row(observations.KIND, 1)

    assert (entry["who"], entry["action"], entry["before"]) == (who, "observed", None)
    assert entry["after"]["content"] == "Ports start at 8400"


def test_a_memory_that_is_there_already_is_not_journalled_again(remember):
    remember("Ports start at 8400", key="k")

    again = remember("Ports start at 8400", key="k")

    assert again is None
    assert len(of_memory()) == 1


@pytest.mark.parametrize("state", [State.ARCHIVED, State.SUPERSEDED, State.REFLECTED])
def test_a_change_of_state_is_journalled_with_both_rows(remember, state):
    remember("Ports start at 8400")

    with transaction():
        observations.set_state([1], state, who="tool", now=LATER, reason="said so")

    assert of_memory()[1:] == [("tool", state, "active", state)]
    assert journal.of_row(observations.KIND, 1)[1]["reason"] == "said so"


def test_setting_the_state_that_it_has_is_no_change(remember):
    remember("Ports start at 8400")

    with transaction():
        observations.set_state([1, 77], State.ACTIVE, who="tool", now=LATER)

    assert len(of_memory()) == 1


def test_a_reflection_is_journalled_for_itself_and_for_what_it_stands_for(remember, reflect):
    row_id = reflect("Ports are fixed", remember("Ports start at 8400"))

    (entry,) = journal.of_row(reflections.KIND, row_id)

    assert (entry["action"], entry["after"]["content"]) == ("reflected", "Ports are fixed")
    assert of_memory()[1:] == [("worker", "reflected", "active", "reflected")]


def test_taking_a_reflection_back_is_journalled(remember, reflect):
    row_id = reflect("Ports are fixed", remember("Ports start at 8400"))

    with transaction():
        reflections.take_back(row_id, who="user", now=LATER)

    assert [entry["action"] for entry in journal.of_row(reflections.KIND, row_id)] == ["reflected", "archived"]
    assert of_memory()[2:] == [("user", "active", "reflected", "active")]


def test_reindexing_is_journalled(remember):
    remember("Ports start at 8400")

    index.reindex(now=LATER)

    assert [entry["action"] for entry in journal.of_row(observations.KIND, 0)] == ["reindexed"]


def test_a_rolled_back_change_leaves_no_entry(remember):
    remember("Ports start at 8400")

    def archive_and_fail():
        with transaction():
            observations.set_state([1], State.ARCHIVED, who="user", now=LATER)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        archive_and_fail()

    assert len(of_memory()) == 1
    assert observations.get(1).state is State.ACTIVE


def test_a_snapshot_leaves_out_what_can_be_worked_out_again(remember, sql):
    remember("Ports start at 8400")

    ((after,),) = sql("select after from journal")

    assert not {"terms_text", "terms_identifiers", "terms_paths", "access_count"} & set(json.loads(after))
