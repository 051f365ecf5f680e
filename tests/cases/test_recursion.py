"""The memory system's own model sessions: nothing is captured of them, and nothing is recalled into them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from codewatch import paths
from codewatch.llm import prompts

SAVE = Path(paths.package_parent(), "codewatch", "hooks", "save_script.py")
TALK = "From now on always use Decimal for money in this project, never float, also in the tests. " * 4


def own_prompt():
    """Return the first 200 characters of the prompt that asks for observations."""
    return prompts.fill("observer", categories="", longest="500")[:200]


@pytest.fixture
def payload(product, transcript):
    """Give a function that makes a payload of an ordinary session, with other fields where they are given."""
    transcript.user(TALK).assistant("Understood. " + TALK)

    def make(**fields):
        common = {"session_id": "x1", "transcript_path": str(transcript.path), "cwd": str(product.project)}
        return {**common, **fields}

    return make


def jobs(product):
    """Return how many jobs the queue holds."""
    return len(product.queue_sql("select * from task")) if (product.data / paths.QUEUE_FILE).exists() else 0


@pytest.mark.parametrize("event", ["Stop", "SessionEnd", "SubagentStop", "PreCompact"])
def test_the_marker_in_the_environment_silences_the_save_hook(product, payload, event):
    finished = product.hook("save", payload(hook_event_name=event), CODEWATCH_CHILD="1")

    assert (finished.stdout, jobs(product)) == (b"", 0)


def test_the_marker_in_the_environment_silences_the_recall_hook(product, payload):
    product.run("remember", "Use Decimal for money", "--category", "user_preference")
    prompt = payload(hook_event_name="UserPromptSubmit", prompt="Which type for money, Decimal?")

    silent = product.hook("recall", prompt, CODEWATCH_CHILD="1")
    spoken = product.hook("recall", prompt)

    assert silent.stdout == b""
    assert b"Decimal" in spoken.stdout


def test_a_session_in_our_own_folder_is_not_captured_whichever_way_it_is_written(product, payload, tmp_path):
    run = product.data / "run"
    run.mkdir(parents=True)
    (tmp_path / "beside").mkdir()
    (tmp_path / "beside" / "link").symlink_to(product.data)

    product.hook("save", payload(hook_event_name="Stop", cwd=str(run)))
    product.hook("save", payload(hook_event_name="SessionEnd", cwd=f"{tmp_path}/beside/link/../link/run"))

    assert jobs(product) == 0


def test_our_own_question_recalls_nothing(product, payload):
    product.run("remember", "Use Decimal for money", "--category", "user_preference")
    ours = f"{own_prompt()} ...and the transcript follows: Which type for money, Decimal?"

    finished = product.hook("recall", payload(hook_event_name="UserPromptSubmit", prompt=ours))

    assert finished.stdout == b""


def test_a_session_that_is_our_own_question_is_not_learned_from(product, transcript):
    transcript.user(f"{own_prompt()} and the transcript follows. {TALK}").assistant(TALK).user(TALK)
    product.save(transcript.path, event="SessionEnd")

    product.drain()

    assert product.contents() == []
    assert product.sql("select distinct reason from span") == [("our own question",)]


def test_a_session_that_mentions_the_memory_is_captured_as_usual(product, transcript):
    transcript.user(f"How does our memory extraction prompt decide what to keep? {TALK}").assistant("By rules.")
    product.save(transcript.path, event="SessionEnd")

    product.drain()

    assert [text for text in product.contents() if "Decimal" in text]


def test_a_child_that_calls_our_hooks_adds_no_job(product, payload):
    """A coding client that answers for us runs the hooks of the user's settings."""
    program = (
        "import subprocess, sys\n"
        "for event in ('Stop', 'SessionEnd') * 3:\n"
        "    text = sys.argv[2].replace('EVENT', event)\n"
        "    subprocess.run([sys.executable, '-I', '-S', sys.argv[1]], input=text.encode(), check=True)\n"
    )

    subprocess.run(
        [sys.executable, "-I", "-c", program, str(SAVE), json.dumps(payload(hook_event_name="EVENT"))],
        env={**product.environment, "CODEWATCH_CHILD": "1"}, check=True,
    )  # fmt: skip

    assert jobs(product) == 0
