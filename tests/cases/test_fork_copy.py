"""A forked session's file starts with a copy of the old one (FEATURES F32)."""

import subprocess
import sys
from pathlib import Path

import pytest

from codewatch import paths

SAID = [
    "money is stored as integer cents", "I will use integer cents", "keep the ledger append-only",
    "switch the export to CSV", "Export now writes CSV",
]  # fmt: skip
CASE = Path(__file__).parents[1] / "fixtures" / "cases" / "02-capture-fork-copy"


@pytest.fixture
def files(product, tmp_path):
    """Give the old session's file and the one that was forked from it."""
    old, new = tmp_path / "old.jsonl", tmp_path / "new.jsonl"
    old.write_text((CASE / "old.jsonl").read_text().replace("__REPO__", str(product.project)))
    new.write_text((CASE / "new.jsonl").read_text().replace("__REPO__", str(product.project)))
    return {"old": old, "new": new}


def sessions_of(product):
    """Return each session with the number of messages that were observed for it."""
    return sorted(product.sql("select client_session, messages from session"))


@pytest.mark.parametrize("order", [("old", "new"), ("new", "old")])
def test_each_message_is_observed_once_whatever_the_order(product, files, order):
    product.save(files[order[0]], session=order[0])
    product.drain()

    product.save(files[order[1]], session=order[1])
    product.drain()

    assert sessions_of(product) == [("new", 2), ("old", 3)]
    assert len(product.contents()) == len(set(product.contents()))
    assert product.json("coverage")["percent"] == 100.0


@pytest.mark.parametrize("order", [("old", "new"), ("new", "old")])
@pytest.mark.parametrize("is_drained", [True, False], ids=["one after the other", "both at once"])
def test_a_model_is_shown_each_message_once(product, files, serve, order, is_drained):
    server = serve({"content": "[]", "delay_s": 0.2})
    named = {"CODEWATCH_LLM_PROVIDER": "openai", "CODEWATCH_OPENAI_BASE_URL": server.url}
    drain = {True: lambda: product.drain(**named), False: list}[is_drained]

    product.save(files[order[0]], session=order[0])
    drain()
    product.save(files[order[1]], session=order[1])
    product.drain(**named)

    shown = "\n".join(server.texts())
    assert [shown.count(text) for text in SAID] == [1] * 5


def test_memories_of_the_new_messages_belong_to_the_new_session(product, files):
    product.save(files["old"], session="old")
    product.save(files["new"], session="new")
    product.drain()

    texts = dict(
        product.sql("select o.content, s.client_session from observation o join session s on s.id = session_id")
    )

    assert {text: session for text, session in texts.items() if "CSV" in text}
    assert {session for text, session in texts.items() if "CSV" in text} == {"new"}
    assert {session for text, session in texts.items() if "cents" in text} == {"old"}


def test_two_hooks_at_the_same_moment_change_nothing(product, files):
    payload = '{{"session_id":"{0}","transcript_path":"{1}","cwd":"{2}","hook_event_name":"Stop"}}'
    script = Path(paths.package_parent(), "codewatch", "hooks", "save_script.py")
    running = [
        subprocess.Popen([sys.executable, "-I", "-S", script], stdin=subprocess.PIPE, env=product.environment)
        for _ in files
    ]

    statuses = [
        (process.communicate(payload.format(name, path, product.project).encode()), process.returncode)[1]
        for process, (name, path) in zip(running, files.items(), strict=True)
    ]
    product.drain()

    assert statuses == [0, 0]
    assert sessions_of(product) == [("new", 2), ("old", 3)]


def test_the_same_sentence_said_again_is_captured(product, files):
    product.save(files["old"], session="old")
    product.drain()
    with files["old"].open("a") as stream:
        first = files["old"].read_text().splitlines()[0]
        stream.write(first.replace("m-1", "m-9").replace("2026-03-04", "2026-03-11") + "\n")

    product.save(files["old"], session="old", event="SessionEnd")
    product.drain()

    assert sessions_of(product) == [("old", 4)]
    assert sum("integer cents" in text for text in product.contents()) >= 2
