"""codewatch.mcp.reflecting: `reflect` is a job of the worker, waited for."""

import pytest

from codewatch.mcp import reflecting

DECISION = "We chose SQLite because one file is enough."
FACTS = (DECISION, "Format with ruff.", "The fixture widget7 is slow.")


@pytest.fixture
def known(assistant):
    """Give an assistant that has observed the facts."""
    for fact in FACTS:
        assistant.data("observe", content=fact)
    return assistant


def test_nothing_to_do_is_said_and_is_no_error(assistant):
    """F13."""
    done = assistant.data("reflect")

    assert (done["message"], done["job"], done["observations_compressed"]) == ("nothing to reflect", None, 0)


def test_a_worker_reflects_and_its_numbers_come_back(product, known, settings):
    settings.setenv("CODEWATCH_WORKER_AUTOSTART", "true")
    heard = []

    async def hear(progress, total, message):
        heard.append((total, message))

    result = known.with_client("reflect", {}, {"progress_callback": hear})

    done = result.structured_content
    assert (done["message"], done["job"], done["observations_compressed"]) == ("reflected", None, len(FACTS))
    assert done["input_tokens"] == sum(-(-len(fact) // 4) for fact in FACTS)
    assert done["compression_ratio"] == round(done["output_tokens"] / done["input_tokens"], 3)
    assert result.content[0].text.startswith("3 observations on main: ")
    assert set(heard) == {(reflecting.WAIT_S, "reflecting")}
    assert product.sql("select distinct state from observation") == [("reflected",)]
    assert known.data("get_session_info")["worker"]["running"] is True


def test_without_a_worker_the_job_is_named(product, known):
    done = known.data("reflect")

    assert done["job"] == "reflect:1:main"
    assert "no worker runs" in done["message"]
    assert product.queue_sql("select coalesce_key from task") == [("reflect:1:main",)]


@pytest.mark.parametrize(("level", "reached"), [(None, 2), (2, 2), (3, 3)])
def test_the_job_starts_at_the_level_that_was_asked_for(product, known, level, reached):
    """F13: a level above the setting's maximum is taken all the same."""
    known.data("reflect", compression_level=level)
    product.drain(CODEWATCH_MAX_COMPRESSION="2")

    assert product.sql("select level from reflection") == [(reached,)]


@pytest.mark.parametrize("level", [-1, 4])
def test_a_level_out_of_range_is_said(known, level):
    assert known.error("reflect", compression_level=level).startswith("compression_level: ")


def test_another_branch_can_be_reflected(product, known, checkout):
    checkout("feature")

    assert known.data("reflect")["message"] == "nothing to reflect"
    assert known.data("reflect", branch="main")["job"] == "reflect:1:main"


def test_what_takes_longer_is_named_as_a_job(product, known, settings, monkeypatch):
    """Nothing can be started here: a folder stands where the lock file should."""
    monkeypatch.setattr(reflecting, "WAIT_S", 0.3)
    settings.setenv("CODEWATCH_WORKER_AUTOSTART", "true")
    (product.data / "worker.lock").unlink(missing_ok=True)
    (product.data / "worker.lock").mkdir()

    done = known.data("reflect")

    assert done["job"] == "reflect:1:main"
    assert done["message"].startswith("still running")
    (product.data / "worker.lock").rmdir()
