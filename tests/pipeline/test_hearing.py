"""What of a transcript is heard at all: people and assistants, and not what clients and codewatch put there."""

import pytest

from codewatch.categories import Origin
from codewatch.store import observations


@pytest.fixture
def used(row):
    """Give a function that makes a tool's call and its answer as two records."""

    def make(name, tool, answer, **tool_input):
        use = [{"type": "tool_use", "id": name, "name": tool, "input": tool_input}]
        result = [{"type": "tool_result", "tool_use_id": name, "content": answer}]
        return row(f"{name}-c", use, kind="assistant") + row(f"{name}-r", result)

    return make


@pytest.fixture
def agent(row):
    """Give the records of a subagent: its prompt, a word in between, a tool's use and its answer."""
    side = {"isSidechain": True, "agentId": "a1"}

    def said(uuid, text, stop):
        message = {"role": "assistant", "content": [{"type": "text", "text": text}], "stop_reason": stop}
        return row(uuid, None, kind="assistant", message=message, **side)

    use = [{"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": "ls"}}]
    return [
        row("p", "Always use tabs and find the cause", **side), said("w", "I will look", "tool_use"),
        row("c", use, kind="assistant", **side), row("r", [{"type": "tool_result", "tool_use_id": "t"}], **side),
        said("d", "The bug was caused by a missing index in the orders table.", "end_turn"),
    ]  # fmt: skip


def test_of_a_subagent_its_answer_is_observed_and_every_row_accounted_for(write, agent, take, echo, seen):
    file = write(*agent)

    take(file)

    assert seen.texts(echo) == ["The bug was caused by a missing index in the orders table."]
    assert seen.spans(str(file)) == [("skipped", "subagent", 4), ("observed", "", 1)]


@pytest.mark.parametrize(("subagents", "count"), [("all", 5), ("none", 0)])
def test_a_setting_says_what_counts_of_subagents(write, agent, take, echo, subagents, count):
    take(write(*agent), subagents=subagents)

    assert len(echo.heard) == count


def test_the_answer_in_both_transcripts_is_one_memory_of_a_subagent(write, agent, used, take, rules):
    answer = "The bug was caused by a missing index in the orders table."
    take(write(*agent, name="agent-a1.jsonl"), observer=rules)
    take(write(used("t1", "Task", answer, prompt="find the cause")), observer=rules)

    (found,) = [one for one in observations.since(0) if "missing index" in one.content]

    assert found.origin == Origin.SUBAGENT


@pytest.mark.parametrize("agent_id", ["acompact-fffbd0", "aprompt_suggestion-12ab"])
def test_an_agent_of_the_clients_own_is_skipped(write, row, take, seen, agent_id):
    words = [{"type": "text", "text": "<analysis>Let me look back</analysis>"}]
    file = write(row("a", words, kind="assistant", isSidechain=True, agentId=agent_id))

    take(file, subagents="all")

    assert seen.spans(str(file)) == [("skipped", "the client's own agent", 1)]


def test_our_tools_commands_and_files_are_skipped_with_their_answers(write, used, row, take, echo, seen, memory):
    file = write(
        row("u", "What do we know?"), used("t1", "mcp__codewatch__recall", "always use pnpm", query="x"),
        used("t2", "mcp__plugin_codewatch_codewatch__remember", "kept", content="y"),
        used("t3", "Bash", "1 active: always use yarn", command="codewatch list"),
        used("t4", "Read", "error: queue", file_path=str(memory / "codewatch.log")), used("t5", "Read", "text"),
    )  # fmt: skip

    take(file)

    assert [message.text for message in echo.heard if message.text] == ["What do we know?", "text"]
    assert seen.spans(str(file)) == [("observed", "", 1), ("skipped", "our own tool", 8), ("observed", "", 2)]


def test_an_answer_of_ours_in_the_next_slice_is_skipped_too(write, used, take, echo):
    call, answer = used("t1", "mcp__codewatch__recall", "always use pnpm", query="x").splitlines(keepends=True)
    take(write(call))

    take(write(answer))

    assert echo.heard == []


def test_what_a_hook_told_as_the_last_message_is_not_observed_again_in_the_transcript(write, row, take, echo, seen):
    answer = "The cache is keyed by tenant."
    take("", message=answer, since=5.0, event="Stop")
    file = write(row("u", "Why is it slow?"), row("a", [{"type": "text", "text": f"{answer}\n"}], kind="assistant"))

    take(file)

    assert seen.texts(echo) == [answer, "Why is it slow?"]
    assert seen.accounted(file) == file.stat().st_size


def test_the_same_words_in_another_session_are_observed(write, row, take, echo):
    answer = "The cache is keyed by tenant."
    take("", message=answer, since=5.0, event="Stop")

    take(write(row("a", [{"type": "text", "text": answer}], kind="assistant", sessionId="s2")), session="s2")

    assert len(echo.heard) == 2
