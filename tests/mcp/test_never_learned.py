"""What our own tools say in a session is never learned from it again."""

import pytest

FACT = "Always use pnpm, never npm: decided because the lock file is smaller."


@pytest.fixture
def recalled(assistant):
    """Give what each tool is called with and answers, about a fact that rules would learn from speech."""
    calls = [
        ("observe", {"content": FACT, "category": "user_preference"}),
        ("remember", {"content": f"Root cause: {FACT}", "category": "bug"}),
        ("recall", {"query": "which package manager?"}),
        ("get_session_info", {}),
        ("switch_context", {"branch": "main"}),
        ("reflect", {}),
    ]
    return [(tool, arguments, assistant.text(tool, **arguments)) for tool, arguments in calls]


@pytest.mark.parametrize("prefix", ["mcp__codewatch__", "mcp__plugin_codewatch_codewatch__"])
@pytest.mark.parametrize("as_blocks", [True, False], ids=["blocks", "text"])
def test_a_session_of_nothing_but_our_tools_adds_no_memory(product, transcript, recalled, prefix, as_blocks):
    """REC-04."""
    before = product.contents()
    for tool, arguments, said in recalled:
        transcript.tool(f"{prefix}{tool}", arguments, [{"type": "text", "text": said}] if as_blocks else said)

    learned = product.json("observe", "--transcript", str(transcript.path), CODEWATCH_WORKER_AUTOSTART="true")

    assert learned == []
    assert product.contents() == before != []
    assert product.json("coverage", str(transcript.path))["percent"] == 100


def test_the_fact_would_be_learned_from_speech(product, transcript):
    transcript.user(FACT)

    product.run("observe", "--transcript", str(transcript.path), CODEWATCH_WORKER_AUTOSTART="true")

    assert any("pnpm" in content for content in product.contents())
