"""Everything that huey stores survives as JSON."""

import datetime
import json

import pytest
from huey import MemoryHuey
from huey.utils import Error

from codewatch.workers.serializer import JsonSerializer


@pytest.fixture
def huey():
    """Give a huey in memory that serializes as ours does."""
    return MemoryHuey("test", serializer=JsonSerializer())


def test_a_task_comes_back_as_it_was(huey):
    add = huey.task(name="add", retries=3, retry_delay=2, retry_backoff=2)(lambda left, right=0: left + right)
    task = add.s(1, right=2)
    task.eta = datetime.datetime(2026, 11, 30, 3, 0)  # noqa: DTZ001  (huey's own are naive UTC)

    again = huey.deserialize_task(huey.serialize_task(task))

    assert (again.id, again.args, again.kwargs, again.eta) == (task.id, (1,), {"right": 2}, task.eta)
    assert (again.retries, again.retry_delay, again.retry_backoff) == (3, 2, 2)


def test_a_pipeline_comes_back_with_its_callbacks(huey):
    first = huey.task(name="first")(lambda: 1)
    second = huey.task(name="second")(lambda value: value)

    again = huey.deserialize_task(huey.serialize_task(first.s().then(second).error(second)))

    assert again.on_complete.name == "second"


@pytest.mark.parametrize("value", [None, 1, "text", [1, {"a": None}], {"key": "value"}])
def test_a_plain_value_comes_back(value):
    serializer = JsonSerializer()

    assert serializer.deserialize(serializer.serialize(value)) == value


def test_an_error_comes_back_as_an_error():
    serializer = JsonSerializer()

    again = serializer.deserialize(serializer.serialize(Error({"error": "x"})))

    assert isinstance(again, Error)


def test_what_is_stored_is_json_and_no_pickle(huey):
    add = huey.task(name="add")(lambda: None)

    assert json.loads(huey.serialize_task(add.s()))["m"]["name"].endswith("add")
