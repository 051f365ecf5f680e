"""Codex's own memory files as memories, and what Codex tells its model itself (FEATURES F136-F139)."""

import time

import pytest

TOKEN = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
PREFERENCE = 'when reviewing, the user asked: "show me the diff first" -> show it before the summary'
KNOWLEDGE = "The shop's metrics endpoint is on port 8431"
PROMPT = "On which port is the metrics endpoint of the shop, 8431?"
SUMMARY = """v1

## User Profile

Ana works on a shop in Python.

## User preferences
- Always answer in English.
- Never push without asking,
  not even a tag.

## General Tips
- `rg` is faster than grep here.

## What's in Memory
### shop
- metrics: port, endpoint
  - desc: where the metrics are
"""


@pytest.fixture
def folder(product):
    """Give the folder of Codex's memories."""
    made = product.home / ".codex" / "memories"
    made.mkdir(parents=True)
    return made


@pytest.fixture
def handbook(product, folder):
    """Give a function that writes MEMORY.md with one group, about a folder."""

    def write(preference=PREFERENCE, knowledge=KNOWLEDGE, *, applies_to=None):
        cwd = product.project if applies_to is None else applies_to
        (folder / "MEMORY.md").write_text(
            f"# Task Group: shop / metrics\n\nscope: the metrics of the shop\n"
            f"applies_to: cwd={cwd}; reuse_rule=safe in this checkout\n\n"
            "## Task 1: Add the endpoint, success\n\n### rollout_summary_files\n\n"
            f"- rollout_summaries/a.md (cwd={cwd}, rollout_path=/x.jsonl, updated_at=2026-01-02, thread_id=t)\n\n"
            "### keywords\n\n- metrics, endpoint, 8431\n\n"
            f"## User preferences\n\n- {preference} [Task 1]\n\n"
            f"## Reusable knowledge\n\n- {knowledge} [Task 1][Task 2]\n\n"
            "## Failures and how to do differently\n\n- port taken -> another worker runs -> stop it first [Task 1]\n"
        )

    return write


@pytest.fixture
def scan(product):
    """Give a function that reads Codex's memory files and returns what is new."""

    def run(**environment):
        return product.json("observe", "--source", "codex-memory", **environment)

    return run


def states(product):
    return product.sql("select content, state from observation order by id")


def test_each_point_of_the_handbook_is_one_memory_of_the_project(product, handbook, scan):
    handbook()

    rows = scan()

    assert [(row["content"], row["category"]) for row in rows] == [
        (PREFERENCE, "user_preference"),
        (KNOWLEDGE, rows[1]["category"]),
        ("port taken -> another worker runs -> stop it first", "learning"),
    ]
    assert {(row["scope"], row["origin"], row["project"], row["observer"]) for row in rows} == {
        ("project", "imported", str(product.project), "codex-memory")
    }


def test_points_are_counted_as_points(product, handbook):
    handbook()

    said = [product.run("observe", "--source", "codex-memory").stdout.splitlines()[-1] for _ in range(2)]

    assert said == ["3 points read, 0 unchanged, 0 gone", "0 points read, 3 unchanged, 0 gone"]


def test_what_the_summary_says_of_the_user_reaches_all_projects(folder, scan):
    (folder / "memory_summary.md").write_text(SUMMARY)

    rows = scan()

    assert [(row["content"], row["category"]) for row in rows] == [
        ("Ana works on a shop in Python.", "user_preference"),
        ("Always answer in English.", "user_preference"),
        ("Never push without asking, not even a tag.", "user_preference"),
        ("`rg` is faster than grep here.", "learning"),
    ]
    assert {row["scope"] for row in rows} == {"global"}


def test_the_same_content_again_is_read_once(product, handbook, scan):
    handbook()
    scan()
    handbook()

    assert scan() == []
    assert len(states(product)) == 3


def test_a_changed_point_replaces_its_memory_and_the_others_stay(product, handbook, scan):
    handbook()
    scan()
    handbook(knowledge="The shop's metrics endpoint is on port 9000")

    rows = scan()

    assert [row["content"] for row in rows] == ["The shop's metrics endpoint is on port 9000"]
    assert (KNOWLEDGE, "archived") in states(product)
    assert (PREFERENCE, "active") in states(product)


def test_a_point_that_comes_back_has_its_memory_back(product, handbook, scan):
    handbook()
    scan()
    handbook(knowledge="The shop's metrics endpoint is on port 9000")
    scan()
    handbook()

    scan()

    assert (KNOWLEDGE, "active") in states(product)
    assert len(states(product)) == 4


def test_a_file_that_is_gone_archives_its_memories(product, folder, handbook, scan):
    handbook()
    scan()
    (folder / "MEMORY.md").unlink()

    scan()

    assert {state for _, state in states(product)} == {"archived"}


def test_a_file_that_is_too_long_changes_nothing(product, folder, handbook, scan):
    handbook()
    scan()
    (folder / "MEMORY.md").write_text("x" * 5_000_000)

    assert scan() == []
    assert {state for _, state in states(product)} == {"active"}


@pytest.mark.parametrize("applies_to", ["any checkout", "", "../shop"])
def test_a_group_whose_project_nobody_knows_waits(product, handbook, scan, applies_to):
    handbook(applies_to=applies_to)

    assert scan() == []


def test_a_point_passes_the_gate(handbook, scan):
    handbook(knowledge=f"The key is {TOKEN} <private>and Bob</private>.")

    text = scan()[1]["content"]

    assert "[redacted:github-token]" in text
    assert "Bob" not in text


def test_what_was_forgotten_is_not_learned_again(product, handbook, scan):
    handbook()
    row = scan()[1]
    product.run("forget", str(row["id"]))
    handbook(knowledge=f"{KNOWLEDGE} ")

    assert scan() == []
    assert KNOWLEDGE not in product.contents()


@pytest.mark.parametrize("place", ["project", "file"])
def test_what_is_excluded_is_not_read(product, folder, handbook, scan, place):
    handbook()
    pattern = {"project": str(product.project), "file": str(folder)}[place]

    assert scan(CODEWATCH_EXCLUDE=pattern) == []
    assert product.contents() == []


def test_a_pause_archives_nothing_that_was_read_before(product, handbook, scan):
    handbook()
    scan()
    product.run("pause", "--capture")

    assert scan() == []
    assert {state for _, state in states(product)} == {"active"}


def test_the_worker_reads_them_at_its_sweep_unless_a_setting_says_no(product, handbook):
    handbook()

    product.drain(CODEWATCH_CODEX_MEMORY="false")
    nothing = product.contents()
    product.drain()

    assert nothing == []
    assert KNOWLEDGE in product.contents()


def test_claudes_files_are_left_when_codexs_are_asked_for(product, handbook, scan, make_transcript):
    memory = product.home / ".claude" / "projects" / "-project" / "memory"
    memory.mkdir(parents=True)
    make_transcript(memory.parent / "s.jsonl", product.project).user("hello")
    (memory / "a.md").write_text("Use tabs in this project.")
    product.run("observe", "--source", "claude-memory")
    handbook()

    scan()
    product.run("observe", "--source", "claude-memory")

    assert ("Use tabs in this project.", "active") in states(product)
    assert (KNOWLEDGE, "active") in states(product)


@pytest.fixture
def recalled(product):
    """Give a function that remembers a fact, reads the files, and returns what a prompt of a client is given."""

    def run(client):
        product.run("remember", KNOWLEDGE, "--category", "learning")
        product.run("observe", "--source", "codex-memory")
        payload = {"session_id": "n", "cwd": str(product.project), "hook_event_name": "UserPromptSubmit"}
        return product.context_of(product.hook("recall", {**payload, "prompt": PROMPT}, client=client).stdout)

    return run


@pytest.mark.parametrize("name", ["project/AGENTS.md", "home/.codex/AGENTS.md", "home/.codex/AGENTS.override.md"])
def test_what_agents_md_says_is_not_told_to_codex(product, recalled, name):
    path = product.home.parent / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"# Rules\n\n- {KNOWLEDGE}.\n")

    assert recalled("codex") == ""


def test_what_agents_md_says_is_told_to_gemini(product, recalled):
    (product.project / "AGENTS.md").write_text(KNOWLEDGE)
    recalled("codex")
    payload = {"session_id": "g", "cwd": str(product.project), "hook_event_name": "BeforeAgent", "prompt": PROMPT}

    assert KNOWLEDGE in product.hook("recall", payload, client="gemini").stdout.decode()


def test_an_override_stands_in_for_agents_md(product, recalled):
    (product.project / "AGENTS.md").write_text(KNOWLEDGE)
    (product.project / "AGENTS.override.md").write_text("Nothing of that.")

    assert KNOWLEDGE in recalled("codex")


def test_what_only_claude_md_says_is_told_to_codex(product, recalled):
    (product.project / "CLAUDE.md").write_text(KNOWLEDGE)

    assert KNOWLEDGE in recalled("codex")


@pytest.mark.parametrize(("config", "is_told"), [("[features]\nmemories = true\n", True), ("", False)])
def test_the_summary_counts_where_codex_is_set_to_tell_it(product, folder, recalled, config, is_told):
    (folder.parent / "config.toml").write_text(config)
    (folder / "memory_summary.md").write_text(f"v1\n\n## What's in Memory\n- {KNOWLEDGE}\n")

    assert (recalled("codex") == "") == is_told


def test_a_home_whose_name_is_not_utf8_is_passed_over(product, folder, scan):
    home = product.home / "cod\udcffex"
    (home / "memories").mkdir(parents=True)
    (home / "memories" / "memory_summary.md").write_text(SUMMARY)

    assert scan(CODEX_HOME=str(home)) == []


def test_a_point_full_of_tasks_is_read_in_a_moment(product, handbook, scan):
    handbook("always use spaces" + " [Task 1]" * 100_000 + " in YAML files")
    begun = time.monotonic()

    assert any("always use spaces" in row["content"] for row in scan())

    assert time.monotonic() - begun < 20


def test_the_tasks_at_the_end_of_a_point_are_taken_off(handbook, scan):
    handbook("always use spaces [Task 7] in YAML [Task 1, Task 2] [Task 3][Task 4, 5]")

    assert [row["content"] for row in scan() if "YAML" in row["content"]] == ["always use spaces [Task 7] in YAML"]
