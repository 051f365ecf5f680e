"""A prompt in a long session saves it, where no save hook has done so for a while (FEATURES F133-F135)."""

import concurrent.futures
import os
import time

import pytest

from codewatch import paths
from codewatch.injected import file_name

HOUR_S = 3600


@pytest.fixture
def prompt(product, transcript):
    """Give a function that sends a prompt of the transcript's session to the recall hook and returns its answer."""

    def send(text="Which database do we use?", *, client="", **fields):
        environment = {name: fields.pop(name) for name in list(fields) if name.isupper()}
        payload = {
            "session_id": "sess-1", "transcript_path": str(transcript.path), "cwd": str(product.project),
            "hook_event_name": "UserPromptSubmit", "prompt": text, **fields,
        }  # fmt: skip
        return product.hook("recall", payload, client=client, **environment)

    return send


@pytest.fixture
def long_ago(product):
    """Give a function that makes the session's last checkpoint, and its last save, an hour old."""

    def change():
        moment = time.time() - HOUR_S
        os.utime(product.data / paths.CHECKPOINT_FOLDER / file_name("sess-1"), (moment, moment))

    return change


def jobs(product):
    return product.queue_sql("select json_extract(data, '$.m.kwargs.path') from task")


def test_a_session_that_no_hook_has_saved_is_saved_by_a_prompt(product, transcript, prompt, long_ago):
    transcript.user("We decided to use SQLite because it is small. " * 8)
    prompt()
    long_ago()

    prompt()
    product.drain()

    assert any("SQLite" in text for text in product.contents())


def test_the_first_prompt_and_those_within_the_interval_save_nothing(product, transcript, prompt):
    transcript.user("We decided to use SQLite.")

    prompt()
    prompt()

    assert not (product.data / paths.QUEUE_FILE).exists()


def test_a_session_that_a_hook_has_saved_lately_is_left(product, transcript, prompt, long_ago):
    product.save(transcript.user("We decided to use SQLite.").path)
    prompt()
    product.queue_sql("delete from task")
    long_ago()
    transcript.user("And so on.")

    prompt()

    assert jobs(product) == []


def test_ten_prompts_at_once_save_once(product, transcript, prompt, long_ago):
    """reference/field-log.md Q-12: the throttle is looked at again under the lock."""
    transcript.user("We decided to use SQLite because it is small.")
    prompt()
    long_ago()

    with concurrent.futures.ThreadPoolExecutor(10) as pool:
        list(pool.map(lambda _: prompt(), range(10)))

    assert jobs(product) == [(str(transcript.path),)]
    assert product.queue_sql("select attempts from task") == [(0,)]


def test_the_memories_come_all_the_same(product, transcript, prompt, long_ago):
    product.run("remember", "We chose SQLite as the database because one file is enough.")
    transcript.user("Hello.")
    prompt("Hello there")
    long_ago()

    assert "SQLite" in product.context_of(prompt("Which database did we choose, SQLite?").stdout)
    assert jobs(product) == [(str(transcript.path),)]


@pytest.mark.parametrize(
    "environment",
    [{"CODEWATCH_CHECKPOINTS": "false"}, {"CODEWATCH_CHECKPOINT_INTERVAL_S": "7200"}],
    ids=["off", "longer"],
)
def test_the_settings_count(product, transcript, prompt, long_ago, environment):
    transcript.user("We decided to use SQLite.")
    prompt()
    long_ago()

    prompt(**environment)

    assert not (product.data / paths.QUEUE_FILE).exists()


@pytest.mark.parametrize("what", ["capture", "everything"])
def test_while_capture_is_paused_nothing_is_saved(product, transcript, prompt, long_ago, what):
    transcript.user("We decided to use SQLite.")
    prompt()
    product.run("pause", *{"capture": ("--capture",), "everything": ()}[what])
    long_ago()

    prompt()

    assert not (product.data / paths.QUEUE_FILE).exists()


def test_a_subagents_task_is_no_prompt(product, transcript, prompt, long_ago):
    transcript.user("We decided to use SQLite.")
    prompt()
    long_ago()

    prompt(agent_id="a-1")

    assert not (product.data / paths.QUEUE_FILE).exists()


def test_a_transcript_that_is_not_there_is_no_error(product, transcript, prompt):
    prompt(transcript_path="/no/such.jsonl")

    assert not (product.data / paths.LOG_FILE).exists()


def test_other_clients_prompts_count_as_well(product, transcript, prompt, long_ago):
    transcript.user("We decided to use SQLite.")
    prompt(client="gemini", hook_event_name="BeforeAgent")
    long_ago()

    prompt(client="gemini", hook_event_name="BeforeAgent")

    assert product.queue_sql("select json_extract(data, '$.m.kwargs.client') from task") == [("gemini",)]


def test_a_clock_that_was_set_back_keeps_no_session_from_being_saved(product, transcript, prompt):
    product.save(transcript.user("We decided to use SQLite.").path)
    prompt()
    moment = time.time() + 24 * HOUR_S
    os.utime(product.data / paths.CHECKPOINT_FOLDER / file_name("sess-1"), (moment, moment))
    product.queue_sql("update enqueued_transcript set ready_at = ?", moment)
    product.queue_sql("delete from task")
    transcript.user("And so on.")

    prompt()

    assert jobs(product) == [(str(transcript.path),)]
