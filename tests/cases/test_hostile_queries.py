"""Anything may be typed into a search or a prompt (FEATURES F6)."""

import asyncio
import json
import os
import random
import sqlite3
import sys
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters

from codewatch.recall.search import search
from codewatch.store.database import memory_path

CASE = Path(__file__).parents[1] / "fixtures" / "cases" / "09-search-hostile-queries"
SEED = json.loads((CASE / "seed.json").read_text())
QUERIES = [line.split("\t") for line in (CASE / "queries.tsv").read_text().splitlines()]
ALPHABET = [*"\"'()*:^-+{}[]/\\.,;", "NEAR", "AND", "OR", "NOT", " ", "\U0001f600", "\U00020000", "é", "a", "7", "_"]
ERRORS = ("Traceback", "fts5", "syntax error", "no such column", "malformed MATCH", "OperationalError")


@pytest.fixture(scope="module")
def seeded(tmp_path_factory, make_product):
    """Give a product that remembers the case's seven texts; each memory's topic is the case's id."""
    product = make_product(tmp_path_factory.mktemp("hostile"))
    rows = [{"content": entry["text"], "topics": [entry["id"]], "scope": "project"} for entry in SEED]
    file = product.home / "seed.jsonl"
    file.write_text("\n".join(json.dumps(row) for row in rows))
    product.run("import", "--from", "json", str(file))
    return product


def ids_of(rows):
    """Return the case's ids of the first three rows."""
    return [row["topics"][0] for row in rows[:3]]


@pytest.mark.parametrize(("query", "wanted"), QUERIES)
def test_the_search_command_finds_what_is_meant(seeded, query, wanted):
    finished = seeded.run("search", "--json", "--", query)

    assert set(wanted.split(",")) - {"-"} <= set(ids_of(json.loads(finished.stdout)))
    assert finished.stderr == ""


@pytest.mark.parametrize("query", ["(((", "*", "-", "\t", " ", "\u3000"])
def test_a_query_without_a_searchable_word_finds_nothing(seeded, query):
    rows = json.loads(seeded.run("search", "--json", "--", query).stdout)

    assert rows == []


@pytest.mark.parametrize("query", ["t:", "text:linter", "terms_text:linter", "content : dns", "terms_paths:docs"])
def test_a_column_name_is_a_word_like_any_other(seeded, query):
    finished = seeded.run("search", "--json", "--", query)

    assert finished.returncode == 0
    assert len(json.loads(finished.stdout)) < len(SEED)


def test_a_star_is_no_prefix_operator(seeded):
    assert json.loads(seeded.run("search", "--json", "--", "thr*").stdout) == []


def test_the_mcp_tool_finds_the_same(seeded):
    server = StdioServerParameters(
        command=sys.executable, args=["-I", "-m", "codewatch"], env={**seeded.environment}, cwd=seeded.project
    )

    async def ask_all():
        async with Client(server) as client:
            return [await client.call_tool("recall", {"query": query, "limit": 3}) for query, _ in QUERIES]

    answers = asyncio.run(ask_all())

    assert not any(answer.is_error for answer in answers)
    texts = {entry["id"]: entry["text"] for entry in SEED}
    missed = [
        (query, wanted)
        for (query, wanted), answer in zip(QUERIES, answers, strict=True)
        if wanted != "-"
        and texts[wanted] not in [memory["content"] for memory in answer.structured_content["memories"]]
    ]
    assert missed == []


@pytest.mark.parametrize(
    "prompt", [*[query for query, _ in QUERIES], "a\x00b linter", "linter " * 15_000, "\U0001f600" * 50]
)
def test_the_recall_hook_never_fails(seeded, prompt):
    payload = {
        "session_id": str(len(prompt)),
        "cwd": str(seeded.project),
        "hook_event_name": "UserPromptSubmit",
        "prompt": prompt,
    }

    finished = seeded.hook("recall", payload)

    assert finished.stderr == b""
    assert not any(word in finished.stdout.decode() for word in ERRORS)
    assert finished.stdout == b"" or json.loads(finished.stdout)
    assert not (seeded.data / "codewatch.log").exists()


def test_five_hundred_random_strings_find_without_an_error(seeded):
    shuffled = random.Random(9)
    strings = ["".join(shuffled.choices(ALPHABET, k=shuffled.randint(1, 40))) for _ in range(500)]
    connection = sqlite3.connect(memory_path(os.fspath(seeded.data)))

    counts = [
        len(search(connection, text, project=str(seeded.project), branch="main", limit=50))
        for text in [*strings, "\x00", "x" * 100_000]
    ]

    assert max(counts) <= len(SEED)
    connection.execute("insert into observation_fts (observation_fts) values ('integrity-check')")
    connection.close()
