"""What the client tells its model by itself is not told a second time by a hook (FEATURES F136)."""

import pytest

FACT = "Always use Decimal for money amounts, never float."
PROMPT = "Which type do we use for money amounts, Decimal or float?"


@pytest.fixture
def told(product):
    """Give a function that remembers the fact, reads the files, and returns what the prompt is given."""

    def run():
        product.run("remember", FACT, "--category", "user_preference")
        product.run("observe", "--source", "claude-memory")
        return product.recall(PROMPT)

    return run


def test_a_memory_that_no_file_says_is_told(told):
    assert FACT in told()


@pytest.mark.parametrize("name", ["CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md", "AGENTS.md"])
def test_a_memory_that_the_projects_file_says_is_not_told(product, told, name):
    (product.project / ".claude").mkdir()
    (product.project / name).write_text("# Rules\n\n- **Always** use `Decimal` for money amounts,\n  never float!\n")

    assert told() == ""


def test_a_memory_that_the_users_file_says_is_not_told(product, told):
    (product.home / ".claude").mkdir()
    (product.home / ".claude" / "CLAUDE.md").write_text(FACT)

    assert told() == ""


@pytest.mark.parametrize(("line", "is_told"), [(199, True), (200, False)], ids=["the last shown", "beyond"])
def test_of_the_index_the_first_200_lines_count(product, told, make_transcript, line, is_told):
    memory = product.home / ".claude" / "projects" / "-project" / "memory"
    memory.mkdir(parents=True)
    make_transcript(memory.parent / "s.jsonl", product.project).user("hello")
    (memory / "MEMORY.md").write_text("\n" * line + f"- {FACT}\n")

    assert (told() == "") == is_told


def test_the_briefing_leaves_it_out_and_a_search_by_hand_does_not(product, told):
    (product.project / "CLAUDE.md").write_text(FACT)
    told()
    start = {"session_id": "n", "cwd": str(product.project), "hook_event_name": "SessionStart", "source": "startup"}

    briefing = product.context_of(product.hook("recall", start).stdout)

    assert FACT not in briefing
    assert [row["content"] for row in product.json("search", "Decimal money")] == [FACT]


def test_another_projects_file_says_nothing_here(product, told, tmp_path):
    (tmp_path / "CLAUDE.md").write_text(FACT)

    assert FACT in told()


def test_it_is_told_again_when_the_file_says_it_no_longer(product, told):
    (product.project / "CLAUDE.md").write_text(FACT)
    told()
    (product.project / "CLAUDE.md").write_text("nothing")
    product.run("observe", "--source", "claude-memory")

    assert FACT in product.recall(PROMPT, session="another")
