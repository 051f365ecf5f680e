import json
import re
from collections import Counter
from datetime import datetime, timedelta
from importlib.resources import files
from itertools import pairwise
from uuid import UUID

import pytest

from codewatch.privacy import clean

TEXT = files("codewatch.demo").joinpath("session.jsonl").read_text(encoding="utf-8")
ROWS = [json.loads(line) for line in TEXT.splitlines()]
TREE = [row for row in ROWS if "uuid" in row]
BLOCKS = [
    (row, block)
    for row in TREE
    if row["type"] in ("user", "assistant")
    for block in (row["message"]["content"] if isinstance(row["message"]["content"], list) else [])
]
CALLS = {block["id"]: row for row, block in BLOCKS if block["type"] == "tool_use"}
RESULTS = {block["tool_use_id"]: row for row, block in BLOCKS if block["type"] == "tool_result"}
PROMPTS = [row["message"]["content"] for row in TREE if row["type"] == "user" and row.get("promptSource") == "typed"]
TOOLS = Counter(block["name"] for _, block in BLOCKS if block["type"] == "tool_use")
KINDS = {row["attachment"]["type"] if row["type"] == "attachment" else row.get("subtype", row["type"]) for row in ROWS}


def test_the_session_is_short_enough_to_watch():
    assert 60 <= len(ROWS) <= 110
    assert 6 <= len(PROMPTS) <= 8
    assert len(TEXT.encode()) < 120_000


def test_every_record_has_an_id_of_its_own():
    assert [str(UUID(row["uuid"])) for row in TREE] == [row["uuid"] for row in TREE]
    assert len({row["uuid"] for row in TREE}) == len(TREE)


def test_every_record_hangs_on_an_earlier_one():
    earlier = [{row["uuid"] for row in TREE[:index]} for index in range(len(TREE))]

    assert TREE[0]["parentUuid"] is None
    assert [
        row["type"] for row, known in zip(TREE[1:], earlier[1:], strict=True) if row["parentUuid"] not in known
    ] == []


def test_every_record_is_of_one_session_on_one_branch_of_the_placeholder_project():
    assert {row["sessionId"] for row in ROWS} == {"5d3b8c1e-7f42-4a96-b0d8-2e9c61a4f735"}
    assert {(row["cwd"], row["gitBranch"], row["version"]) for row in TREE} == {("__PROJECT__", "main", "2.1.332")}


def test_time_runs_forward_for_about_ten_minutes():
    times = [datetime.fromisoformat(row["timestamp"]) for row in ROWS if "timestamp" in row]

    assert all(before < after for before, after in pairwise(times))
    assert timedelta(minutes=9) < times[-1] - times[0] < timedelta(minutes=11)


def test_every_record_of_an_answer_holds_one_block():
    assert {len(row["message"]["content"]) for row in TREE if row["type"] == "assistant"} == {1}


def test_every_tool_call_has_its_result_hanging_on_it():
    assert set(CALLS) == set(RESULTS)
    assert [RESULTS[call]["parentUuid"] for call in CALLS] == [row["uuid"] for row in CALLS.values()]
    assert all(row["toolUseResult"] for row in RESULTS.values())


def test_every_typed_prompt_ends_in_a_stop_hook():
    turns = [
        "prompt" if row.get("promptSource") == "typed" else "stop"
        for row in TREE
        if row.get("promptSource") == "typed" or row.get("subtype") == "stop_hook_summary"
    ]

    assert turns == ["prompt", "stop"] * len(PROMPTS)


@pytest.mark.parametrize(
    "kind", ["hook_success", "hook_additional_context", "queued_command", "turn_duration", "ai-title"]
)
def test_the_session_holds_what_real_ones_hold_beside_speech(kind):
    assert kind in KINDS


@pytest.mark.parametrize("tool", ["Read", "Edit", "Write", "Bash", "AskUserQuestion", "TodoWrite"])
def test_the_usual_tools_are_used(tool):
    assert TOOLS[tool] > 0


@pytest.mark.parametrize(
    "part",
    [
        "Always keep money as integer cents in this project, never as floats",
        "stay with segno, because Pillow never built on that Pi",
        "Root cause: `itertools.groupby` only groups neighbouring rows",
        "1 failed, 3 passed",
        "7 passed",
        "Successfully installed segno-1.6.6",
        '\\"What should the QR code contain?\\"=\\"Order number only\\"',
        "[main ",
        "Just curious, don't change anything",
    ],
)
def test_the_session_has_something_to_remember_and_something_not_to(part):
    assert part in TEXT


def test_nothing_in_it_looks_like_a_secret():
    cleaned = [clean(line) for line in TEXT.splitlines()]

    assert [found.text for found in cleaned] == TEXT.splitlines()


def test_no_path_leads_to_a_real_machine():
    assert re.findall(r"(?:/home|/Users|/root|/tmp|/work|[A-Z]:\\\\)\b[^\"\s]*", TEXT) == []
