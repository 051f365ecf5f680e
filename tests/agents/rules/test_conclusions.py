"""What the assistant and its subagents concluded."""

import pytest

from codewatch.agents.rules.conclusions import conclusions_of
from codewatch.categories import Category, Origin, Priority
from codewatch.messages import Role

CAUSE = "The root cause was the stale lock file left by a killed worker."


@pytest.mark.parametrize(
    "sentence",
    [
        "The cause was the rounding mode in src/ledger.py.",
        "The retry test was flaky because DELAY was zero.",
        "It failed because `parse_date` returned None for empty input.",
        "It failed because `TOKEN` was not set in the workflow.",
        "The build broke because tsconfig.json pointed at the old folder.",
        "The reason for the 502 was that nginx cut the body at 1 MB.",
        "The exporter lost rows because `limit=100` was hard-coded.",
        "The bug was caused by the previous session's cookie being reused.",
    ],
)
def test_a_cause_that_was_found_is_a_bugfix(sentence):
    """F53."""
    assert [(found.content, found.category) for found in conclusions_of(sentence)] == [(sentence, Category.BUGFIX)]


@pytest.mark.parametrize("lead", ["The issue is clear — ", "The bug is clear now - ", "The problem is clear: "])
def test_that_a_cause_is_clear_is_no_part_of_it(lead):
    found = conclusions_of(f"{lead}the worker's process cannot reach the test's transaction.")

    assert [one.content for one in found] == ["The worker's process cannot reach the test's transaction."]


@pytest.mark.parametrize(
    "sentence",
    [
        "It might be because DELAY is zero.",
        "It probably failed because `foo` was None.",
        "The test will fail because `foo` is None.",
        "If it failed because of X, we should check src/a.py.",
        "Let me check whether it failed because of `foo`.",
        "The command failed because I ran it in the wrong folder /tmp.",
        "The edit failed because old_string is not unique in a.py.",
        "The cause was not the rounding mode in src/ledger.py.",
        "The test did not fail because `x` was mocked.",
        "It failed because something was off.",
    ],
)
def test_plans_guesses_denials_and_vague_words_are_no_cause(sentence):
    """F38-F40."""
    assert conclusions_of(sentence) == []


@pytest.mark.parametrize(
    "text",
    [
        "The root cause was the rounding mode in src/ledger.py, as the notes from earlier sessions state.",
        "As remembered from earlier sessions, the root cause was the stale lock file.",
        "memory says the bug was caused by the cache.",
        "According to the notes the root cause was a stale lock.",
        "From memory: the root cause was the rounding mode in src/ledger.py.",
        "The briefing says we chose SQLite because it needs no server.",
        "Per your earlier notes, the bug was caused by a missing index.",
        "The cause was previously identified as the rounding mode in src/ledger.py.",
        f"As remembered from earlier sessions:\n\n- {CAUSE}\n- We chose SQLite because it needs no server.",
    ],
)
def test_memory_said_again_is_not_learned_again(text):
    """F32."""
    assert conclusions_of(text) == []


def test_the_assistant_is_believed_for_causes_and_decisions_only(observe, answered):
    text = (
        "The root cause is that `load_session` drops the agent id. I chose SQLite because it needs no server. "
        "Always use tabs in this project. The issue might be the cache."
    )

    found = observe(answered(text))

    assert [(item.content, item.category, item.origin, item.priority) for item in found] == [
        (
            "The root cause is that `load_session` drops the agent id.",
            Category.BUGFIX,
            Origin.ASSISTANT,
            Priority.MEDIUM,
        ),
        ("I chose SQLite because it needs no server.", Category.ARCHITECTURE, Origin.ASSISTANT, Priority.MEDIUM),
    ]


def test_of_a_subagent_only_the_last_words_count(observe, said, answered, ran):
    found = observe(
        said("Find the cause", is_sidechain=True),
        answered("The bug was caused by a missing index.", is_sidechain=True),
        ran("ls", "a.py", is_sidechain=True),
        answered(CAUSE, is_sidechain=True),
    )

    assert [(item.content, item.origin, item.source) for item in found] == [(CAUSE, Origin.SUBAGENT, "m4")]


def test_each_of_two_subagents_has_last_words(contents, said, answered):
    found = contents(
        said("Find the cause", is_sidechain=True),
        answered(CAUSE, is_sidechain=True),
        said("Choose a store", is_sidechain=True),
        answered("I chose SQLite because it needs no server.", is_sidechain=True),
    )

    assert found == [CAUSE, "I chose SQLite because it needs no server."]


@pytest.mark.parametrize("tool", ["Task", "Agent"])
def test_a_subagent_s_answer_in_the_main_session_is_its_word(observe, message, tool):
    found = observe(message(Role.TOOL_RESULT, f"I read the logs.\n\n{CAUSE}", tool=tool, tool_input={"prompt": "Look"}))

    assert [(item.content, item.category, item.origin) for item in found] == [(CAUSE, Category.BUGFIX, Origin.SUBAGENT)]


def test_a_failed_or_observed_answer_is_not_learned(contents, message):
    failed = message(Role.TOOL_RESULT, CAUSE, tool="Task", is_error=True)
    old = message(Role.TOOL_RESULT, CAUSE, tool="Task", is_observed=True)

    assert contents(failed, old) == []


def test_what_other_tools_print_is_nobody_s_conclusion(contents, message):
    assert contents(message(Role.TOOL_RESULT, CAUSE, tool="Read", tool_input={"file_path": "/notes.md"})) == []


@pytest.mark.parametrize(
    "text",
    [
        "Found it: `purge()` and `vacuum()` take the same lock in db.py, so on busy days they starve each other.",
        "Found the problem: nginx.conf strips the Authorization header.",
        "There it is — settings.toml is read before `load_env()` has run.",
        "The culprit: a second `useEffect` in Cart.tsx.",
    ],
)
def test_what_is_announced_as_found_is_the_cause(text):
    """F53."""
    assert [(found.content, found.category) for found in conclusions_of(text)] == [(text, Category.BUGFIX)]


@pytest.mark.parametrize("opening", ["Found it!", "Aha, found the cause.", "I found the bug."])
def test_the_cause_may_follow_what_announces_it(opening):
    told = "`retry_after` is parsed in seconds and sent in milliseconds."

    found = conclusions_of(f"{opening} {told}")

    assert [(one.content, one.category) for one in found] == [(told, Category.BUGFIX)]


@pytest.mark.parametrize(
    "text",
    [
        "Found it: src/cart.ts.",
        "Found it: let me fix `purge()` in db.py now, then run the tests.",
        "Found the file: it is in src/lib/db.ts and exports the connection pool.",
        "Got it. I will rename `fetch` in the api module.",
        "Got it. `fetch` becomes `load` in src/api.ts.",
    ],
)
def test_places_and_plans_that_are_found_are_no_cause(text):
    """F38."""
    assert conclusions_of(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Note that `seed()` wipes the users table on every start.",
        "One thing to watch: `cache.clear()` also drops the sessions of other tenants.",
        "Be careful with `make reset`: it deletes the volume of Postgres too.",
        "Important: the v2 endpoint in routes.py still expects amounts in cents.",
        "Don't run `terraform apply` by hand, because the state lives in CI.",
        "One caveat: `values.yaml` still sets MODE, so the next deploy falls back to the default.",
    ],
)
def test_a_danger_the_assistant_points_at_is_kept(text):
    """F42."""
    assert [(found.content, found.category) for found in conclusions_of(text)] == [(text, Category.LEARNING)]


@pytest.mark.parametrize(
    "text",
    [
        "Note that I have not run the tests in tests/api yet.",
        "Note that the tests in tests/api pass now.",
        "Important: please review src/cart.ts before I go on.",
        "One thing to note: the next step is `make seed` in db/.",
        "Be careful with this one if you merge it later.",
    ],
)
def test_a_note_on_the_work_is_no_warning(text):
    assert conclusions_of(text) == []
