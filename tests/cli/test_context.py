"""`codewatch context`: what a session start is given."""

import json
import time

import pytest

from codewatch import broken


def block_of_hook(product, client=""):
    """Return what the recall hook gives at a session start."""
    payload = {"session_id": "s", "cwd": str(product.project), "hook_event_name": "SessionStart", "source": "startup"}
    return json.loads(product.hook("recall", payload, client=client).stdout)["hookSpecificOutput"]["additionalContext"]


@pytest.mark.parametrize("options", [(), ("--client", "claude")], ids=["default", "named"])
def test_it_is_what_the_hook_gives_byte_for_byte(product, session, options):
    product.save(session.path)
    product.drain()
    product.run("remember", "Größe immer in cm 🥨 angeben, never <codewatch-memory>", "--priority", "high")

    expected = block_of_hook(product)

    assert product.run("context", *options).stdout == expected
    assert product.json("context", *options)["context"] == expected


def test_after_a_reflection_it_is_still_the_same(product, remembered):
    product.run("reflect")

    assert product.run("context").stdout == block_of_hook(product)


def test_json_names_what_is_in_it(product, remembered):
    found = product.json("context")

    assert found.keys() >= {"context", "tokens", "items"}
    assert [item["content"] for item in found["items"]] == [
        "Use ruff for formatting.",
        "We chose SQLite because one file is enough.",
    ]
    assert found["tokens"] == -(-len(found["context"]) // 4)


def test_without_memories_it_prints_nothing(product):
    assert product.run("context").stdout == ""
    assert product.json("context") == {"context": "", "tokens": 0, "items": []}


@pytest.mark.parametrize(("client", "file"), [("claude", "CLAUDE.md"), ("codex", "AGENTS.md")])
def test_what_the_client_tells_its_model_by_itself_is_not_in_it(product, client, file):
    (product.project / file).write_text("- Never convert times in the templates.\n")
    for text in ("Never convert times in the templates.", "Heights are in metres."):
        product.run("remember", text, "--category", "user_preference", "--priority", "high")
    product.run("observe", "--source", "claude-memory")

    shown = product.run("context", "--client", client).stdout

    assert "metres" in shown
    assert "templates" not in shown
    assert shown == block_of_hook(product, client)


def test_that_capture_is_broken_is_in_it_and_still_told_to_the_next_session(product, remembered):
    broken.note(str(product.data), "the key was refused", now=time.time(), is_certain=True)

    shown = [product.run("context").stdout for _ in range(2)]

    assert "Warning: memory is not recording since" in shown[0]
    assert shown == [block_of_hook(product)] * 2
