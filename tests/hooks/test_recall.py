"""The recall hook as a client runs it: a real process, a real store, a real git repository."""

import json
import os
import random
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from codewatch.hooks.recall import is_question
from codewatch.injected import file_name
from codewatch.store.schema import MIGRATIONS
from codewatch.terms import index_columns

SCRIPT = Path(__file__).parents[2] / "codewatch" / "hooks" / "recall_script.py"
FACT = "We pick port 8431 for the metrics endpoint."
QUESTION = "which port does the metrics endpoint use?"
ROLLBACK = "how do I do a rollback of the deploy pipeline with the canary flag?"
BEST = "Rollback of the deploy pipeline: run tools/rollback.sh with the canary flag first"

Hook = Callable[..., str]
Remember = Callable[..., int]


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Return a git repository on the branch main, without a commit."""
    folder = tmp_path / "tidepool"
    folder.mkdir()
    subprocess.run(["git", "init", "-q", "-b", "main", str(folder)], check=True)
    return folder


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return an empty data directory."""
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    return folder


@pytest.fixture
def remember(data: Path, repository: Path) -> Remember:
    """Return a function that stores a memory of the repository's project, in a database in WAL mode."""
    connection = sqlite3.connect(data / "codewatch.db", isolation_level=None)
    connection.execute("pragma journal_mode=wal")
    MIGRATIONS[0](connection)
    connection.execute("insert into project values (1, ?, 'tidepool', '2026-01-01')", (str(repository.resolve()),))
    connection.execute(
        """insert into session (id, client, client_session, project_id, branch, started_at, last_active_at)
        values (1, 'claude', 'earlier', 1, 'main', '2026-01-01', '2026-01-01')"""
    )
    connection.close()

    def store(content: str, *, priority: str = "medium", observed_at: str = "2026-05-01T10:00:00Z") -> int:
        clean = content.encode("utf-8", "ignore").decode()
        connection = sqlite3.connect(data / "codewatch.db", isolation_level=None)
        row_id = connection.execute(
            """insert into observation (project_id, session_id, branch, scope, category, priority, content, origin,
            observer, tokens, observed_at, created_at, updated_at, terms_text, terms_identifiers, terms_paths)
            values (1, 1, 'main', 'project', 'learning', ?, ?, 'user', 'rules', 1, ?, '', '', ?, ?, ?) returning id""",
            (priority, clean, observed_at, *index_columns(content, "", [])),
        ).fetchone()[0]
        connection.close()
        return row_id

    return store


@pytest.fixture
def hook(data: Path, repository: Path) -> Hook:
    """Return a function that runs the hook for a payload and returns the injected text, "" for no output."""

    def run(*options: str, environment: dict[str, str] | None = None, **payload: str) -> str:
        whole = {"session_id": "sess-1", "cwd": str(repository), "hook_event_name": "UserPromptSubmit", **payload}
        done = subprocess.run(
            [sys.executable, "-I", "-S", *options, str(SCRIPT)], input=json.dumps(whole).encode(), capture_output=True,
            check=True, timeout=30, env={**os.environ, "CODEWATCH_DATA_DIR": str(data), **(environment or {})},
        )  # fmt: skip
        assert done.stderr == b""
        assert done.stdout.isascii()
        return json.loads(done.stdout)["hookSpecificOutput"]["additionalContext"] if done.stdout else ""

    return run


def start(hook: Hook, source: str = "startup", **payload: str) -> str:
    return hook(hook_event_name="SessionStart", source=source, **payload)


def shown(text: str) -> list[str]:
    return [line for line in text.splitlines() if line[:3] in ("! [", "* [", "- [")]


def log_of(data: Path) -> list[str]:
    log = data / "codewatch.log"
    return log.read_text().splitlines() if log.exists() else []


def test_a_prompt_gets_the_memory_that_is_about_it(hook: Hook, remember: Remember) -> None:
    remember(FACT)

    assert shown(hook(prompt=QUESTION)) == [f"* [learning] {FACT} (2026-05-01)"]


@pytest.mark.parametrize(
    "prompt",
    ["", "  ", "thanks", "continue", "yes do it", "/model", "/plugin:metrics port endpoint", "y", "(((", "\x00",
     "fix the login page", "<task-notification>which port does the metrics endpoint use?</task-notification>"],
)  # fmt: skip
def test_a_prompt_that_asks_for_nothing_gets_nothing(hook: Hook, remember: Remember, data: Path, prompt: str) -> None:
    remember(FACT)

    assert hook(prompt=prompt) == ""
    assert log_of(data) == []


def test_a_path_at_the_beginning_is_no_slash_command() -> None:
    assert is_question("/etc/hosts is broken")
    assert not is_question("/compact now")


@pytest.mark.parametrize(
    "payload",
    [
        {"agent_id": "a1"}, {"agent_id": "a1", "agent_type": "Explore"}, {"hook_event_name": "Stop"},
        {"hook_event_name": ""}, {"environment": {"CODEWATCH_CHILD": "1"}},
    ],
)  # fmt: skip
def test_who_is_not_the_user_gets_nothing(hook: Hook, remember: Remember, payload: dict[str, str]) -> None:
    remember(FACT)

    assert hook(prompt=QUESTION, **payload) == ""


def test_a_session_in_the_data_directory_gets_nothing(
    hook: Hook, remember: Remember, data: Path, tmp_path: Path
) -> None:
    """REC-03: also where it is a project with memories of its own."""
    remember(FACT)
    connection = sqlite3.connect(data / "codewatch.db", isolation_level=None)
    connection.execute("update project set root = ?", (str(data.resolve()),))
    connection.close()
    (tmp_path / "link").symlink_to(data)

    assert hook(prompt=QUESTION, cwd=str(data)) == hook(prompt=QUESTION, cwd=str(tmp_path / "link")) == ""


def test_a_session_of_a_named_agent_is_the_users_own(hook: Hook, remember: Remember) -> None:
    remember(FACT)

    assert shown(hook(prompt=QUESTION, agent_type="reviewer"))


def test_nothing_is_said_twice_in_a_session(hook: Hook, remember: Remember) -> None:
    remember(FACT)

    assert [bool(hook(prompt=QUESTION)), bool(hook(prompt=QUESTION)), bool(hook(prompt=QUESTION, session_id="b"))] == [
        True, False, True,
    ]  # fmt: skip


def test_what_the_briefing_showed_is_not_said_to_a_prompt(hook: Hook, remember: Remember) -> None:
    """B7: never the same memory twice in a session."""
    remember(FACT, priority="high")

    assert shown(start(hook)) == [f"! [learning] {FACT} (2026-05-01)"]
    assert hook(prompt=QUESTION) == ""


@pytest.mark.parametrize(("source", "again"), [("compact", True), ("clear", True), ("fork", True), ("resume", False)])
def test_what_the_client_dropped_may_be_said_again(hook: Hook, remember: Remember, source: str, again: bool) -> None:
    remember("Another thing", priority="high")
    remember(FACT)
    start(hook)
    hook(prompt=QUESTION)

    briefing = start(hook, source)

    assert (bool(briefing), bool(hook(prompt=QUESTION))) == (again, again)


def test_the_current_task_is_shown_once_per_session(hook: Hook, remember: Remember, data: Path) -> None:
    remember(FACT)
    remember("Deploys need the canary flag and two approvals")
    connection = sqlite3.connect(data / "codewatch.db", isolation_level=None)
    connection.execute("insert into current_task values (1, 'Ship v2', '', '2026', '2026')")

    first, second = hook(prompt=QUESTION), hook(prompt="do deploys need the canary flag and approvals?")

    assert "Current task: Ship v2" in first
    assert shown(second)
    assert "Ship v2" not in second


def test_each_injection_is_one_line_of_a_private_file(hook: Hook, remember: Remember, data: Path) -> None:
    row_id = remember(FACT)
    start(hook)
    hook(prompt=QUESTION, session_id="../e\u0301vil")

    first, second = sorted((data / "injected").iterdir(), key=lambda path: path.name)
    lines = [line.split("\t")[1:] for line in first.read_text().splitlines()]
    assert (first.name, lines) == ("sess-1", [["reset", ""], ["SessionStart", str(row_id), f"{row_id}:0:18:p:"]])
    assert second.name == file_name("../e\u0301vil")
    assert second.name.isalnum()
    assert stat.S_IMODE(first.stat().st_mode) == 0o600


def test_no_database_is_no_noise(hook: Hook, data: Path) -> None:
    assert hook(prompt=QUESTION) == start(hook) == ""
    assert list(data.iterdir()) == []


@pytest.mark.parametrize("content", [b"this is no database, it is a text of some length" * 100, b""])
def test_a_broken_database_is_one_log_line(hook: Hook, data: Path, content: bytes) -> None:
    (data / "codewatch.db").write_bytes(content)

    assert hook(prompt=QUESTION) == ""
    assert len(log_of(data)) == 1


def test_a_locked_database_is_waited_for_200_ms_at_most(hook: Hook, remember: Remember, data: Path) -> None:
    remember(FACT)
    writer = sqlite3.connect(data / "codewatch.db", isolation_level=None)
    writer.execute("pragma journal_mode=delete")
    writer.execute("begin exclusive")
    begun = time.monotonic()

    text = hook(prompt=QUESTION)

    assert (text, time.monotonic() - begun < 1.5) == ("", True)
    writer.close()


def test_a_writer_in_wal_mode_holds_nobody_up(hook: Hook, remember: Remember, data: Path) -> None:
    remember(FACT)
    writer = sqlite3.connect(data / "codewatch.db", isolation_level=None)
    writer.execute("begin immediate")

    assert shown(hook(prompt=QUESTION))
    writer.close()


def test_a_data_directory_that_cannot_be_written_is_read(
    hook: Hook, remember: Remember, data: Path, tmp_path: Path
) -> None:
    remember(FACT)
    closing = sqlite3.connect(data / "codewatch.db")
    closing.execute("pragma wal_checkpoint(truncate)")
    closing.close()
    frozen = tmp_path / "frozen"
    frozen.mkdir()
    (frozen / "codewatch.db").write_bytes((data / "codewatch.db").read_bytes())
    (frozen / "injected").write_text("a file where the folder should be")
    frozen.chmod(0o555)

    text = hook(prompt=QUESTION, environment={"CODEWATCH_DATA_DIR": str(frozen)})

    assert shown(text)
    frozen.chmod(0o755)


@pytest.fixture
def flood(remember: Remember) -> None:
    """Fill the memory as case 11 does: 300 long texts that match, and the best one among them."""
    rng = random.Random(7)
    words = ["deploy", "pipeline", "rollback", "canary", "artifact", "cache"]
    for number in range(300):
        body = f"The deploy pipeline step {number} " + " ".join(rng.choice(words) for _ in range(rng.randint(30, 200)))
        body += " \U0001f534 \U0001f680" * (number % 7 == 0) + ' </memory> \\ " \u2028 end' * (number % 11 == 0)
        remember(body + " \ud83d" * (number == 33), priority="high" if number % 3 else "medium")
    remember(BEST)


@pytest.mark.usefixtures("flood")
@pytest.mark.parametrize("event", ["UserPromptSubmit", "SessionStart"])
def test_too_much_to_say_is_one_clean_answer_within_the_budget(hook: Hook, event: str) -> None:
    environment = {"PYTHONIOENCODING": "cp1252", "LC_ALL": "C"}

    text = hook("-W", "always", hook_event_name=event, source="startup", prompt=ROLLBACK, environment=environment)

    lines = text.splitlines()
    assert len(text.encode("utf-16-le")) // 2 <= {"UserPromptSubmit": 4_000, "SessionStart": 6_000}[event]
    assert all(line.endswith("(2026-05-01)") for line in shown(text))
    assert lines[-2].endswith("more: ask the recall tool)")
    assert max(text) < "\ud800"


@pytest.mark.usefixtures("flood")
def test_the_best_memory_stands_first_among_many(hook: Hook) -> None:
    assert BEST in shown(hook(prompt=ROLLBACK))[0]


@pytest.mark.usefixtures("flood")
def test_two_sessions_with_the_same_store_get_the_same_bytes(hook: Hook) -> None:
    assert hook(prompt=ROLLBACK, session_id="a") == hook(prompt=ROLLBACK, session_id="b") != ""
    assert start(hook, session_id="a") == start(hook, session_id="b") != ""


def test_the_hook_imports_the_light_half_of_the_standard_library_only() -> None:
    code = (
        f"import os, sys; sys.path.append({str(SCRIPT.parents[2])!r}); before = set(sys.modules)\n"
        "import codewatch.hooks.recall\nprint(*sorted(set(sys.modules) - before))"
    )

    names = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()

    foreign = {name for name in names if not name.startswith("codewatch")}
    assert foreign <= {"time", "_sqlite3", "_functools", "fcntl", "unicodedata"}


def answer_of(product, event, session, **fields):
    """Return the context that a session is given at an event."""
    payload = {"session_id": session, "cwd": str(product.project), "hook_event_name": event, **fields}
    return product.context_of(product.hook("recall", payload).stdout)


def test_the_same_preference_of_three_sessions_is_one_line_of_the_briefing(product, tmp_path, make_transcript):
    """F49."""
    for number in range(3):
        words = make_transcript(tmp_path / f"s{number}.jsonl", product.project, f"s{number}")
        product.save(words.user("Always use pnpm, never npm.").path, session=f"s{number}")
    product.drain()

    assert answer_of(product, "SessionStart", "new", source="startup").count("[user_preference]") == 1


def test_a_resumed_session_is_not_told_what_it_said_itself(product, transcript):
    """F49: the client still has it."""
    product.save(transcript.user("Please repair the exporter. Always use pnpm, never npm.").path)
    product.drain()

    assert answer_of(product, "SessionStart", "sess-1", source="resume") == ""
    assert "pnpm" in answer_of(product, "SessionStart", "sess-1", source="compact")


def test_a_question_that_was_asked_before_is_no_answer_to_it(product, transcript):
    product.save(transcript.user("Which package manager do the front-end builds of this project use?").path)
    product.drain()

    question = "which package manager do the front-end builds of this project use?"
    assert answer_of(product, "UserPromptSubmit", "new", prompt=question) == ""
