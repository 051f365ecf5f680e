"""What the model observer reads out of a raw reply; tests/llm/test_observing.py has it behind a server."""

import json

import pytest

from codewatch.agents.model_observer import MOST_ITEMS, read_items
from codewatch.errors import ContextTooLong, ModelOutputError

WHOLE = [f"The {name} module keeps its own cache of prices for an hour" for name in ("tax", "cart", "mail")]


def reply(*texts, end="]}"):
    """Return a reply with these items, and how it ends."""
    return '{"observations": [' + ", ".join(json.dumps({"text": text}) for text in texts) + end


@pytest.mark.parametrize(
    "end",
    [', {"text": "' + "and the cache and " * 200, ', {"text": "x", "files": [' + '"src/cart.py", ' * 200, "\n" * 4_000],
    ids=["words", "files", "empty lines"],
)
def test_a_loop_in_what_was_cut_off_is_no_answer_that_was_too_long(end):
    """L-10: else it is asked about again in halves, and every half loops."""
    with pytest.raises(ModelOutputError, match="repeats"):
        read_items(reply(*WHOLE[:1], end=end), True)
    with pytest.raises(ModelOutputError, match="repeats"):
        read_items(reply(end=end), True)


def test_an_honest_answer_that_was_cut_keeps_what_is_whole():
    assert [item.text for item in read_items(reply(*WHOLE, end=', {"text": "The map'), True)] == WHOLE
    with pytest.raises(ContextTooLong):
        read_items(reply(end='{"text": "The map'), True)


def test_a_loop_behind_the_last_item_that_is_taken_is_seen():
    verbs = "sorts splits logs hides rounds adds ends asks waits drops".split()
    texts = [f"{who} {verb}" for who in "ABCDEFGHIJ" for verb in verbs]

    assert len(read_items(reply(*texts), False)) == MOST_ITEMS
    with pytest.raises(ModelOutputError, match="repeats"):
        read_items(reply(*texts, *WHOLE * 40), False)
