"""`codewatch context`: what a session start is given."""

import json

import pytest


def block_of_hook(product):
    """Return what the recall hook gives at a session start."""
    payload = {"session_id": "s", "cwd": str(product.project), "hook_event_name": "SessionStart", "source": "startup"}
    return json.loads(product.hook("recall", payload).stdout)["hookSpecificOutput"]["additionalContext"]


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
    assert [item["content"] for item in found["items"]] == ["We chose SQLite because one file is enough."]
    assert found["tokens"] == -(-len(found["context"]) // 4)


def test_without_memories_it_prints_nothing(product):
    assert product.run("context").stdout == ""
    assert product.json("context") == {"context": "", "tokens": 0, "items": []}
