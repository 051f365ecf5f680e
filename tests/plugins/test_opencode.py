"""The plugin for opencode, in node with the real hooks behind it: what it hands on, and what it must not."""

import json
import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from codewatch.cli.setup import installed_program
from codewatch.clients import opencode_setup
from codewatch.clients.program import Where

NODE = shutil.which("node")
HOST = Path(__file__).parents[1] / "fakes" / "opencode_host.mjs"
QUESTION = "Do we use Decimal or float for money amounts?"
pytestmark = pytest.mark.skipif(NODE is None, reason="the plugin is run in node, which is not installed")


@pytest.fixture
def plugin(product, tmp_path):
    """Give the plugin's file as setup writes it, under a name that node takes for a module."""
    (target,) = opencode_setup.targets(
        "user", Where("/w", "/w"), installed_program(str(product.data)), with_server=False
    )
    path = tmp_path / "codewatch.mjs"
    path.write_text(target.entries.add(""))
    return path


@pytest.fixture
def database(product, opencode_database):
    """Give the database of opencode in the product's home, with the recorded session."""
    path = product.home / ".local" / "share" / "opencode" / "opencode.db"
    return opencode_database.make(path, opencode_database.rows_of("rows"))


@pytest.fixture
def remembering(product):
    """Give codewatch with a preference in memory."""
    product.run("remember", "Always use Decimal for money, never float.", "--category", "user_preference")
    return product


def play(product, plugins, *steps, **environment):
    """Play events to plugins and return the outputs."""
    done = subprocess.run(
        [str(NODE), HOST, product.project, *plugins], input=json.dumps(steps), capture_output=True, text=True,
        env={**product.environment, **environment}, timeout=60, check=True,
    )  # fmt: skip
    assert done.stderr == ""
    return json.loads(done.stdout)


def event(kind, **properties):
    """Return a step: an event of that kind."""
    return ["event", {"event": {"type": kind, "properties": properties}}, {}]


def prompt(said, *, message="msg_1", session="ses_1", agent="build", **more):
    """Return a step: a message of the user."""
    part = {"id": "prt_1", "type": "text", "text": said, **more}
    output = {"message": {"id": message, "role": "user", "sessionID": session, "agent": agent}, "parts": [part]}
    return ["chat.message", {"sessionID": session}, output]


def told(output):
    """Return the texts that were put beside a prompt."""
    return [part["text"] for part in output["parts"][1:]]


def jobs(product):
    """Return the arguments of the jobs in the queue."""
    rows = product.queue_sql("select json_extract(data, '$.m.kwargs') from task order by id")
    return [json.loads(arguments) for (arguments,) in rows]


def test_a_prompt_gets_memories_as_a_part_that_is_marked_as_put_in(remembering, plugin):
    (output,) = play(remembering, [plugin], prompt(QUESTION))

    part = output["parts"][1]
    assert "Always use Decimal" in part["text"]
    assert (part["type"], part["synthetic"], part["sessionID"], part["messageID"]) == ("text", True, "ses_1", "msg_1")
    assert part["id"].startswith("prt_")


def test_a_session_is_briefed_once(remembering, plugin):
    first, second = play(remembering, [plugin], prompt("Hello there."), prompt("thanks", message="msg_2"))

    assert ["Always use Decimal" in text for text in told(first)] == [True]
    assert told(second) == []


def test_after_a_compaction_it_is_briefed_anew(remembering, plugin):
    compacted = event("session.compacted", sessionID="ses_1")

    outputs = play(remembering, [plugin], prompt("Hello there."), compacted, prompt("go on", message="msg_2"))

    assert ["Always use Decimal" in text for text in told(outputs[2])] == [True]


def test_a_session_that_is_taken_up_again_is_not_told_the_same(remembering, plugin):
    created = event("session.created", info={"id": "ses_1", "directory": str(remembering.project)})

    first = play(remembering, [plugin], created, prompt("Hello there."))
    again = play(remembering, [plugin], prompt("Hello there.", message="msg_2"))

    assert (len(told(first[1])), told(again[0])) == (1, [])


@pytest.mark.parametrize("agent", ["title", "summary", "compaction"])
def test_what_opencode_asks_for_itself_is_nobodys_prompt(remembering, plugin, agent):
    (output,) = play(remembering, [plugin], prompt(QUESTION, agent=agent))

    assert told(output) == []


def test_a_helpers_task_is_nobodys_prompt(remembering, plugin):
    created = event("session.created", info={"id": "ses_2", "parentID": "ses_1", "directory": "/w"})

    _, output = play(remembering, [plugin], created, prompt(QUESTION, session="ses_2"))

    assert told(output) == []


def test_what_others_put_in_is_not_searched_for(remembering, plugin):
    outputs = play(remembering, [plugin], prompt("Hello there."), prompt(QUESTION, message="msg_2", synthetic=True))

    assert told(outputs[1]) == []


def test_two_plugins_of_ours_tell_a_prompt_once(remembering, plugin):
    (output,) = play(remembering, [plugin, plugin], prompt(QUESTION))

    assert len(told(output)) == 1


@pytest.mark.parametrize(
    ("step", "flush"),
    [
        (event("session.idle", sessionID="ses_sample0001"), False),
        (["experimental.session.compacting", {"sessionID": "ses_sample0001"}, {"context": []}], True),
    ],
)
def test_the_end_of_a_turn_and_a_compaction_queue_the_session(product, plugin, database, step, flush):
    play(product, [plugin], step)

    (job,) = jobs(product)
    assert (job["client"], job["path"], job["flush"]) == ("opencode", str(database / "ses_sample0001"), flush)
    assert job["cwd"] == str(product.project)


def test_the_end_of_opencode_flushes_the_sessions_it_had(product, plugin, database):
    play(product, [plugin], event("session.idle", sessionID="ses_sample0001"), ["dispose", None, None])

    assert [job["flush"] for job in jobs(product)] == [True]


def test_what_is_queued_is_observed_as_a_whole(product, plugin, database):
    play(product, [plugin], event("session.idle", sessionID="ses_sample0001"))
    product.drain()

    found = product.json("coverage", check=False)
    assert (found["percent"], found["transcripts"]) == (100, 1)


def test_events_that_are_nothing_to_us_queue_nothing(product, plugin, database):
    steps = [event(kind, sessionID="ses_1") for kind in ("session.status", "message.updated", "plugin.added", "x")]

    play(product, [plugin], *steps, ["event", {"event": {"type": "session.updated"}}, {}])

    assert not (product.data / "queue.db").exists()


def test_without_a_database_nothing_is_queued(product, plugin):
    play(product, [plugin], event("session.idle", sessionID="ses_1"))

    assert not (product.data / "queue.db").exists()


def test_a_database_elsewhere_is_named(product, plugin, opencode_database):
    opencode_database.make(product.home / "data" / "opencode" / "mine.db")

    play(
        product, [plugin], event("session.idle", sessionID="ses_1"), XDG_DATA_HOME=str(product.home / "data"),
        OPENCODE_DB="mine.db",
    )  # fmt: skip

    assert [job["path"] for job in jobs(product)] == [str(product.home / "data" / "opencode" / "mine.db" / "ses_1")]


@pytest.mark.parametrize("command", ["/nowhere/python", "/bin/false", "/bin/echo"])
def test_a_codewatch_that_is_gone_or_broken_does_not_trouble_opencode(product, plugin, database, command):
    text = plugin.read_text()
    line = next(line for line in text.splitlines() if line.startswith("const CODEWATCH"))
    words = json.dumps({"save": [command], "recall": [command], "environment": {}})
    plugin.write_text(text.replace(line, f"const CODEWATCH = {words}"))

    output, _ = play(product, [plugin], prompt(QUESTION), event("session.idle", sessionID="ses_1"))

    assert told(output) == []


def test_a_plugin_that_nobody_filled_in_does_nothing(product, tmp_path, database):
    path = tmp_path / "bare.mjs"
    shutil.copy(Path(__file__).parents[2] / "deploy" / "plugins" / "opencode.js", path)

    output, _ = play(product, [path], prompt(QUESTION), event("session.idle", sessionID="ses_1"))

    assert told(output) == []


def test_a_hook_that_hangs_is_not_waited_for(product, plugin, tmp_path):
    slow = tmp_path / "slow"
    slow.write_text("#!/bin/sh\nexec sleep 60\n")
    slow.chmod(0o700)
    text = plugin.read_text().replace("RECALL_MS = 5000", "RECALL_MS = 100")
    line = next(line for line in text.splitlines() if line.startswith("const CODEWATCH"))
    words = json.dumps({"save": [str(slow)], "recall": [str(slow)], "environment": {}})
    plugin.write_text(text.replace(line, f"const CODEWATCH = {words}"))
    start = time.monotonic()

    (output,) = play(product, [plugin], prompt(QUESTION))

    assert told(output) == []
    assert time.monotonic() - start < 30


def test_a_headless_opencode_that_ends_right_after_the_turn_loses_nothing(product, plugin, database):
    done = subprocess.run(
        [str(NODE), "--input-type=module", "-e", ENDING, str(plugin), str(product.project)],
        env=product.environment, capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip

    assert (done.stdout, done.stderr) == ("", "")
    assert [os.path.basename(job["path"]) for job in jobs(product)] == ["ses_sample0001"]


ENDING = """
const plugin = await import(process.argv[1])
const hooks = await plugin.Codewatch({ directory: process.argv[2] })
hooks.event({ event: { type: "session.idle", properties: { sessionID: "ses_sample0001" } } })
process.exit(0)
"""
