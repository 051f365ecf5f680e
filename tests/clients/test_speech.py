"""What was put into a text by clients and by us comes out of it."""

import pytest

from codewatch.clients.speech import without_injected


@pytest.mark.parametrize(
    "block",
    [
        "<system-reminder>a</system-reminder>", '<codewatch-memory kind="x">a</codewatch-memory>',
        "<codewatch-memory-briefing>a\nb</codewatch-memory-briefing>", "<hook_context>&lt;a&gt;</hook_context>",
        "<ide_selection>never closed",
    ],
)  # fmt: skip
def test_an_injected_block_is_no_speech(block):
    assert without_injected(f"Use tabs. {block}") == "Use tabs. "


@pytest.mark.parametrize("text", ["Use tabs.", "a < b", "the <codewatch> tag", "<systems>"])
def test_everything_else_stays(text):
    assert without_injected(text) == text
