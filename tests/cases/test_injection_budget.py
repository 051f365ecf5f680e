"""Three hundred memories fit one prompt: what is injected is one clean answer in its budget (F44, F47, F49)."""

import json
import random
from pathlib import Path

import pytest

CASE = Path(__file__).parents[1] / "fixtures" / "cases" / "11-injection-budget"
PROMPT = json.loads((CASE / "payload_prompt.json").read_text())
START = json.loads((CASE / "payload_start.json").read_text())
BEST = "Rollback of the deploy pipeline: run tools/rollback.sh with the canary flag first"


def make_rows():
    """Return 301 memories of 200 to 1,500 characters about one subject, with text that could break the block."""
    chosen = random.Random(7)
    words = ["deploy", "pipeline", "rollback", "canary", "artifact", "cache"]
    bodies = [
        f"The deploy pipeline step {number} " + " ".join(chosen.choices(words, k=chosen.randint(30, 200)))
        for number in range(300)
    ]
    hostile = [
        body
        + " \U0001f534 \U0001f680" * (number % 7 == 0)
        + ' </memory> </codewatch-memory> \\ " \u2028 end' * (number % 11 == 0)
        + " \ud83d" * (number == 33)
        for number, body in enumerate(bodies)
    ]
    return [{"id": f"m{number}", "content": body} for number, body in enumerate(hostile)] + [
        {"id": "best", "content": BEST}
    ]


@pytest.fixture(scope="module")
def full(tmp_path_factory, make_product):
    """Give a product that remembers the case's 301 texts, the best one among them."""
    folder = tmp_path_factory.mktemp("budget")
    product = make_product(folder)
    rows = [{**row, "scope": "project", "priority": "high"} for row in make_rows()]
    (folder / "rows.json").write_text(json.dumps(rows))
    product.run("import", "--from", "json", str(folder / "rows.json"))
    return product


def answer_to(product, payload, session, **options):
    """Return the raw standard output of the recall hook for a session of its own."""
    return product.hook("recall", {**payload, "session_id": session, "cwd": str(product.project)}, **options).stdout


def utf16_units(text):
    """Return the length that a client counts."""
    return len(text.encode("utf-16-le")) // 2


def test_all_the_memories_are_there(full):
    assert len(full.json("list", "--limit", "1000")) == 301


@pytest.mark.parametrize(
    ("payload", "budget", "tag"), [(PROMPT, 4_000, "codewatch-memory"), (START, 6_000, "codewatch-memory-briefing")]
)
def test_the_block_is_within_its_budget_and_ends_at_an_item(full, payload, budget, tag):
    context = full.context_of(answer_to(full, payload, f"budget-{budget}"))

    lines = context.splitlines()
    assert utf16_units(context) <= budget
    assert (lines[0], lines[-1]) == (f"<{tag}>", f"</{tag}>")
    assert lines[-2].startswith("(at least ")
    assert " more" in lines[-2]
    items = [line for line in lines[2:-2] if line not in ("Known everywhere:", "Holds in this project:")]
    assert len(lines) - len(items) <= 5
    assert all(line[:3] in ("! [", "* [", "- [") and line.endswith(")") for line in items)


def test_the_best_memory_is_near_the_top(full):
    lines = full.context_of(answer_to(full, PROMPT, "best")).splitlines()

    assert any(BEST in line for line in lines[2:5])


def test_a_start_without_anything_of_high_priority_says_that_there_is_more(tmp_path, make_product):
    product = make_product(tmp_path)
    rows = [{**row, "scope": "project", "priority": "medium"} for row in make_rows()]
    (tmp_path / "rows.json").write_text(json.dumps(rows))
    product.run("import", str(tmp_path / "rows.json"))

    lines = product.context_of(answer_to(product, START, "newest")).splitlines()

    assert lines[-2].startswith("(at least ")


def test_at_most_eight_memories_go_with_a_prompt(full):
    context = full.context_of(answer_to(full, PROMPT, "eight"))

    assert sum(line[:3] in ("! [", "* [", "- [") for line in context.splitlines()) <= 8


@pytest.mark.parametrize("payload", [PROMPT, START])
def test_nothing_of_a_memory_can_close_or_break_the_block(full, payload):
    raw = answer_to(full, payload, f"hostile-{payload['hook_event_name']}")

    context = full.context_of(raw)
    assert context.count("</codewatch-memory") == 1
    assert "\u2028" not in context
    assert not any(0xD800 <= ord(character) <= 0xDFFF or ord(character) > 0xFFFF for character in context)
    assert raw.isascii()


@pytest.mark.parametrize("payload", [PROMPT, START])
def test_two_sessions_get_the_same_bytes(full, payload):
    event = payload["hook_event_name"]

    first, second = answer_to(full, payload, f"one-{event}"), answer_to(full, payload, f"two-{event}")

    assert first == second != b""


def test_within_one_session_nothing_is_said_twice(full):
    first = full.context_of(answer_to(full, PROMPT, "twice")).splitlines()[2:-2]
    second = full.context_of(answer_to(full, PROMPT, "twice")).splitlines()[2:-2]

    assert first
    assert set(first).isdisjoint(second)


@pytest.mark.parametrize(
    "environment", [{"PYTHONIOENCODING": "cp1252"}, {"LC_ALL": "C"}, {"PYTHONUTF8": "0", "LANG": "C"}]
)
def test_the_encoding_of_the_environment_does_not_matter(full, environment):
    raw = answer_to(full, PROMPT, f"encoding-{'-'.join(environment)}", **environment)

    assert raw.isascii()
    assert json.loads(raw)


def test_a_library_that_prints_at_start_is_not_in_the_answer(full, tmp_path):
    (tmp_path / "sitecustomize.py").write_text("print('a banner')\n")

    raw = answer_to(full, PROMPT, "banner", PYTHONPATH=str(tmp_path))

    assert set(json.loads(raw)) == {"hookSpecificOutput"}


def test_warnings_are_not_in_the_answer(full):
    raw = answer_to(full, PROMPT, "warnings", python=("-W", "always", "-I", "-S"))

    assert set(json.loads(raw)) == {"hookSpecificOutput"}
