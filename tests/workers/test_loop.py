"""The worker's event loop: it is gone before the process ends, which its thread would bring down otherwise."""

import subprocess
import sys

from codewatch.workers.loop import Loop

# What a worker's process still runs when its work is done and the interpreter begins to go.
LEFT = """
import sys, threading
from codewatch.workers.__main__ import main
status = main(["run", "--until-empty"])
print([thread.name for thread in threading.enumerate() if thread.name == "models"], status)
"""


async def answer():
    """Return at once."""
    return 5


def test_a_loop_that_was_ended_has_no_thread():
    loop = Loop()
    given = loop.run(answer())

    thread = loop.end(wait_s=30.0)

    assert given == 5
    assert thread is not None
    assert not thread.is_alive()


def test_a_loop_that_never_ran_ends_at_once():
    assert Loop().end(wait_s=30.0) is None


def test_a_worker_that_has_asked_a_model_leaves_without_its_loop(product, serve, transcript):
    server = serve({"content": "[]"})
    transcript.user("Sessions are kept in Redis with a 30 minute idle limit. " * 6).assistant("Understood.")
    product.save(transcript.path, event="SessionEnd")
    environment = {
        **product.environment, "CODEWATCH_LLM_PROVIDER": "openai", "CODEWATCH_OPENAI_BASE_URL": server.url,
    }  # fmt: skip

    done = subprocess.run(
        [sys.executable, "-I", "-c", LEFT], cwd=product.project, env=environment, capture_output=True, text=True,
        check=True,
    )  # fmt: skip

    assert len(server.requests) == 1
    assert done.stdout == "[] 0\n"
