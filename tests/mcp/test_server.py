"""codewatch.mcp.server: what a client is told of the server before it calls anything."""

import asyncio
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from mcp import Client

TOOLS = ["observe", "recall", "reflect", "get_session_info", "switch_context", "remember", "forget"]
MAX_TOKENS = 1_500
DOCS = Path(__file__).resolve().parents[2] / "docs" / "mcp.md"

# Runs in a process of its own: what the tests have imported must not count.
USE_EVERY_TOOL = """
import asyncio, sys
from codewatch.mcp import server, stdio, workplace

async def use():
    from mcp import Client
    place = workplace.start()
    async with Client(server.make_server(place)) as client:
        await client.call_tool("observe", {"content": "The limit is 500."})
        await client.call_tool("recall", {"query": "limit"})
        await client.call_tool("get_session_info", {})
        await client.call_tool("reflect", {})
        await client.call_tool("forget", {"fact_id": 1})

asyncio.run(use())
print(sorted({name.partition(".")[0] for name in sys.modules}))
"""


@pytest.fixture
def listed(assistant):
    """Give the tools as the server lists them."""
    return assistant.tools()


def test_the_tools_come_in_a_stable_order(listed):
    assert [tool.name for tool in listed] == TOOLS


def test_the_documented_tools_and_arguments_are_the_ones_there_are(listed):
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \| .* \|$", DOCS.read_text("utf-8"), flags=re.MULTILINE)

    assert [(name, re.findall(r"`(\w+)`", arguments)) for name, arguments in rows] == [
        (tool.name, list(tool.input_schema["properties"])) for tool in listed
    ]


def test_the_list_costs_a_model_at_most_1500_tokens(listed):
    told = [{"name": tool.name, "description": tool.description, "inputSchema": tool.input_schema} for tool in listed]

    assert len(json.dumps(told, separators=(",", ":"), ensure_ascii=False)) / 4 <= MAX_TOKENS


def test_a_description_is_two_sentences(listed):
    assert [tool.name for tool in listed if tool.description.count(". ") != 1 or tool.description[-1] != "."] == []


def test_each_tool_has_a_title_hints_and_an_output_schema(listed):
    assert [tool.name for tool in listed if not tool.title or not tool.output_schema] == []
    assert {tool.annotations.open_world_hint for tool in listed} == {False}
    assert [tool.name for tool in listed if tool.annotations.read_only_hint] == ["recall", "get_session_info"]
    assert [tool.name for tool in listed if tool.annotations.destructive_hint] == ["forget"]
    assert [tool.name for tool in listed if tool.annotations.idempotent_hint] == [
        "recall", "get_session_info", "switch_context",
    ]  # fmt: skip


def test_every_text_and_list_has_a_bound(listed):
    parts = [(tool.name, name, part) for tool in listed for name, part in tool.input_schema["properties"].items()]
    texts = [(tool, name) for tool, name, part in parts if part.get("type") == "string" and "enum" not in part
             and "maxLength" not in part]  # fmt: skip
    lists = [(tool, name) for tool, name, part in parts if part.get("type") == "array" and "maxItems" not in part]

    assert (texts, lists) == ([], [])


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_the_server_introduces_itself_in_both_eras(assistant, mode):
    async def introduced():
        async with Client(assistant.server, mode=mode) as client:
            return str(client.instructions), client.server_info

    instructions, server = asyncio.run(introduced())

    assert "Call recall before you" in instructions
    assert server
    assert server.name == "codewatch"


def test_an_unknown_argument_is_named(assistant):
    error = assistant.error("switch_context", branch="x", carry="yes")

    assert error == "unknown argument carry; known are: branch, carry_task"


def test_a_missing_argument_is_named(assistant):
    assert assistant.error("observe") == "content: is required"


def test_a_setting_that_cannot_be_read_is_named(assistant, settings):
    settings.setenv("CODEWATCH_REFLECT_THRESHOLD", "many")

    assert assistant.error("recall").startswith("CODEWATCH_REFLECT_THRESHOLD: ")


def test_neither_huey_nor_litellm_nor_psutil_is_imported(product):
    done = subprocess.run(
        [sys.executable, "-I", "-c", USE_EVERY_TOOL], cwd=product.project, env=product.environment,
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip

    imported = done.stdout
    assert "'peewee'" in imported
    assert [name for name in ("huey", "litellm", "psutil", "uvloop") if f"'{name}'" in imported] == []
