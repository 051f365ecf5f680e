"""What was put into a text by clients and by us comes out of it."""

import time

import pytest

from codewatch.clients.speech import without_injected


@pytest.mark.parametrize(
    "block",
    [
        "<system-reminder>a</system-reminder>", '<codewatch-memory kind="x">a</codewatch-memory>',
        "<codewatch-memory-briefing>a\nb</codewatch-memory-briefing>", "<hook_context>&lt;a&gt;</hook_context>",
        "<system-reminder>a <system-reminder>b</system-reminder> Use spaces.</system-reminder>",
        "<system-reminder>see `</system-reminder>`, and use spaces</system-reminder>",
        "<system-reminder>a <ide_selection> b</system-reminder>", "<ide_selection>never closed",
    ],
)  # fmt: skip
def test_an_injected_block_is_no_speech(block):
    assert without_injected(f"Use tabs. {block}") == "Use tabs. "


@pytest.mark.parametrize(
    "block",
    [
        "<ide_selection> never closed", "<system-reminder>\ncut <system-reminder>a</system-reminder>",
        "<system-reminder>\nwhat a <system-reminder> is\n</system-reminder>",
    ],
)  # fmt: skip
def test_a_block_without_an_end_goes_on_from_its_line(block):
    assert without_injected(f"Use tabs.\n{block}") == "Use tabs.\n"


@pytest.mark.parametrize(
    "text",
    [
        "Why is there a <system-reminder> in the log? Always use tabs.",
        "What is `<system-reminder>` and `</system-reminder>` for? Always use tabs.",
        "The </system-reminder> is missing.",
    ],
)
def test_who_talks_about_a_tag_is_heard(text):
    assert without_injected(text) == text
    assert without_injected(f"{text}\n<system-reminder>\na\n</system-reminder>\nGo on.") == f"{text}\n\nGo on."


def test_a_hundred_thousand_tags_are_read_in_a_moment():
    begun = time.monotonic()

    assert without_injected("a <system-reminder> " * 100_000).endswith("<system-reminder> ")
    assert without_injected("a\n<system-reminder>" * 100_000) == "a\n"
    assert without_injected("<hook_context></hook_context>" * 100_000) == ""

    assert time.monotonic() - begun < 10


@pytest.mark.parametrize("text", ["Use tabs.", "a < b", "the <codewatch> tag", "<systems>"])
def test_everything_else_stays(text):
    assert without_injected(text) == text
