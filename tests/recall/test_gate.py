"""The gate: what is about the prompt is said, in a store of any size, and nothing else is."""

import sqlite3
from collections.abc import Callable

import pytest

from codewatch.recall.gate import MIN_CHANCE, worth_saying
from codewatch.recall.hits import Hit
from codewatch.recall.query import parse
from codewatch.recall.rank import MIN_WORDS
from codewatch.recall.search import find, scope_parameters

Remember = Callable[..., int]
FACT = "We pick port 8431 for the metrics endpoint."
SUBJECTS = "login cache parser invoice thumbnail scheduler tooltip cursor webhook currency".split()
VERBS = "rename fix test document refactor speed-up remove deprecate configure translate".split()


def said(memory: sqlite3.Connection, prompt: str) -> list[int]:
    query = parse(prompt)
    return [
        hit.id for hit in worth_saying(find(memory, query, scope_parameters(memory, "/work/tidepool", "main")), query)
    ]


@pytest.fixture(params=[0, 4, 19, 99, 2_000])
def crowd(memory: sqlite3.Connection, remember: Remember, request: pytest.FixtureRequest) -> sqlite3.Connection:
    """Return a database with the one fact, id 1, among up to 2,000 other memories."""
    remember(FACT)
    [
        remember(f"{VERBS[n % 10]} the {SUBJECTS[n // 10 % 10]} option of file {n} for the release of week {n // 7}")
        for n in range(request.param)
    ]
    return memory


@pytest.mark.parametrize(
    "prompt", ["which port does the metrics endpoint use?", "change the metrics endpoint to port 9000"]
)
def test_a_memory_about_the_prompt_is_said_in_a_store_of_any_size(crowd: sqlite3.Connection, prompt: str) -> None:
    assert said(crowd, prompt) == [1]


@pytest.mark.parametrize(
    "prompt",
    [
        "thanks", "continue", "yes do it", "run the tests again", "use the second option", "fix the typo", "继续",
        "what port does redis listen on?", "we pick a restaurant for lunch", "draft an email to my landlord",
    ],
)  # fmt: skip
def test_a_prompt_about_something_else_gets_nothing(crowd: sqlite3.Connection, prompt: str) -> None:
    assert said(crowd, prompt) == []


def test_one_rare_plain_word_alone_says_nothing(memory: sqlite3.Connection, remember: Remember) -> None:
    remember("kubernetes")

    assert said(memory, "kubernetes") == []


@pytest.mark.parametrize(
    "frame", ["What should I know about the {} before I change them?", "Once more the {}, please."]
)
@pytest.mark.parametrize("subject", ["tide tables", "weather feed", "night watch"])
def test_on_the_first_day_a_question_in_plain_words_is_answered(
    memory: sqlite3.Connection, remember: Remember, frame: str, subject: str
) -> None:
    remember("The tide tables are read by harbour/tides.py and cached for six hours.")
    remember("The weather feed drops wind gusts above 60 knots as sensor faults.")
    remember("The night watch logs in with a hardware key, and its sessions end at six.")

    (found,) = said(memory, frame.format(subject))

    assert subject in memory.execute("select content from observation where id = ?", (found,)).fetchone()[0]


@pytest.mark.parametrize(
    ("prompt", "kind"),
    [
        ("a fix in shop/cli.py", "path"), ("a fix in tides.py", "file name"), ("a fix in cli.py", "common file name"),
        ("a fix in cli.py and tides.py", "file name"), ("a fix in test_utils.py", "common file name"),
        ("a fix in parse_tides", "identifier"), ("a fix for the tides", "plain"),
    ],
)  # fmt: skip
def test_a_name_that_many_projects_have_needs_more_than_a_path_with_its_folder(prompt: str, kind: str) -> None:
    hit = Hit((1, "A fix", "learning", "medium", *[""] * 10, 1.0, 1, "", None, "", "", ""))
    hit.matched_words = MIN_WORDS

    hit.chance = MIN_CHANCE[kind]
    assert worth_saying([hit], parse(prompt)) == [hit]
    hit.chance -= 0.001
    assert worth_saying([hit], parse(prompt)) == []


@pytest.mark.parametrize("prompt", ["what about parse_invoice_lines?", "open parseInvoiceLines"])
def test_one_identifier_alone_is_enough(memory: sqlite3.Connection, remember: Remember, prompt: str) -> None:
    row_id = remember("parse_invoice_lines drops empty lines")

    assert said(memory, prompt) == [row_id]


def test_what_was_asked_before_hides_no_answer_and_is_none(memory: sqlite3.Connection, remember: Remember) -> None:
    prompt = "What should I know about the tide tables before I change them?"
    wanted = remember("The tide tables are read by harbour/tides.py and cached for six hours.")
    remember(f'Asked: "{prompt}"', category="task_context", priority="low")
    remember('Asked: "Please look once more at the tide tables before I change them."', category="task_context")

    assert said(memory, prompt) == [wanted]


def test_what_was_asked_and_done_is_told(memory: sqlite3.Connection, remember: Remember) -> None:
    done = remember(
        'Asked "round the tide tables to minutes": edited harbour/tides.py', category="task_context",
        files=("harbour/tides.py",),
    )  # fmt: skip

    assert said(memory, "round the tide tables again") == [done]
