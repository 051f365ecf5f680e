"""How the JSON is found in a model's raw reply (L-01, L-02, L-03, L-12)."""

import pytest

from codewatch.errors import ModelOutputError
from codewatch.llm.reading import Refused, read_json

ITEM = '{"kind": "decision", "text": "Sessions live in Redis"}'
WANTED = [{"kind": "decision", "text": "Sessions live in Redis"}]


@pytest.mark.parametrize(
    "reply",
    [
        f"[{ITEM}]",
        f"```json\n[{ITEM}]\n```",
        f"Sure, these are the facts:\n\n```\n[{ITEM}]\n```\nTell me if you want more.",
        f"Thinking {{not json}} first... [{ITEM}] Done.",
        f"\ufeff[{ITEM}]",
        f"[{ITEM},]",
        f"<think>[1] is it [2]?</think>[{ITEM}]",
        "[{'kind': 'decision', 'text': 'Sessions live in Redis'}]",
        '[{"kind": "decision", "text": "Sessions live in Redis"}',
    ],
)
def test_the_answer_is_found_in_its_wrapping(reply):
    assert read_json(reply, is_cut=False) == WANTED


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        (r'[{"text": "kept in Redis \ud83d always"}]', "kept in Redis ? always"),
        (r'[{"text": "Path is C:\new\uZZ there"}]', "Path is C:\new\\uZZ there"),
        ('[{"text": "two\nlines"}]', "two\nlines"),
    ],
)
def test_broken_escapes_are_mended_and_the_text_can_be_encoded(reply, text):
    (item,) = read_json(reply, is_cut=False)

    assert item == {"text": text}
    assert item["text"].encode()


def fenced(*bodies):
    """Return a reply that has each body in a fence of its own."""
    return "\n".join(f"Here:\n```json\n{body}\n```" for body in bodies)


EMPTY, FULL = '{"observations": []}', f'{{"observations": [{ITEM}]}}'
TWO = f'{{"observations": [{ITEM}, {ITEM}]}}'


@pytest.mark.parametrize(
    ("reply", "count"),
    [(fenced(EMPTY, FULL), 1), (fenced(FULL, EMPTY), 1), (fenced(FULL, TWO), 2), (fenced(TWO, FULL), 2),
     (fenced(EMPTY, "[]", TWO), 2), (f"An example: {FULL}. The answer: {TWO}", 2)],
)  # fmt: skip
def test_of_several_answers_in_one_the_fullest_is_read(reply, count):
    assert len(read_json(reply, is_cut=False)["observations"]) == count


@pytest.mark.parametrize(
    "reply",
    [
        "I went through the whole transcript carefully. " * 12 + "Nothing is worth keeping.",
        "**No observations.** The session only contains <b>chat</b>.",
        "# Result\n\n- *Nothing* to record.\n\nThis conversation is only small talk.",
        "<p>There is nothing worth remembering here.</p>",
        "I have reviewed the conversation. It only contains greetings. There are no facts to store.",
    ],
)
def test_nothing_is_nothing_at_any_length_and_in_any_markup(reply):
    assert read_json(reply, is_cut=False) is None


@pytest.mark.parametrize(
    "reply",
    [
        "Nothing else to record, but the project uses Redis 7 for its sessions.",
        "There is nothing to record except that the user prefers tabs.",
        "No decision was made. The parser lives in src/parse.py.",
    ],
)
def test_nothing_beside_something_is_not_nothing(reply):
    with pytest.raises(ModelOutputError):
        read_json(reply, is_cut=False)


@pytest.mark.parametrize(
    "reply", ["", "   \n", "No observations to record.", "Nothing in this exchange needs to be remembered.", "None",
              "Keine Beobachtungen.", "There isn't anything worth keeping.", "没有"]
)  # fmt: skip
def test_prose_that_says_nothing_is_nothing(reply):
    assert read_json(reply, is_cut=False) is None


@pytest.mark.parametrize("reply", ["[]", "{}"])
def test_an_empty_value_is_what_it_is(reply):
    assert not read_json(reply, is_cut=False)


@pytest.mark.parametrize(
    "reply",
    [
        "I can't help with that.",
        "I'm sorry, but I cannot assist with this request.",
        "I cannot assist with this request. " + "As an AI model I must decline because of the policies. " * 12,
    ],
)
def test_a_refusal_is_told_from_nothing(reply):
    with pytest.raises(Refused):
        read_json(reply, is_cut=False)


@pytest.mark.parametrize(
    "reply",
    ["<html><body>502 Bad Gateway</body></html>", "[[[[[", "The parser works now.", "x" * 5_000, "not " * 500],
)  # fmt: skip
def test_what_holds_no_json_is_an_error_that_keeps_the_reply(reply):
    with pytest.raises(ModelOutputError) as error:
        read_json(reply, is_cut=False)

    assert error.value.reply == reply


@pytest.mark.parametrize(
    "reply", ['[{"text": "whole"}, {"text": "unfin', '{"observations": [{"text": "whole"}, {"text": "unfin']
)
def test_of_a_cut_answer_the_whole_items_are_kept(reply):
    value = read_json(reply, is_cut=True)

    assert (value if isinstance(value, list) else value["observations"]) == [{"text": "whole"}]


def test_an_answer_that_was_cut_before_it_began_is_not_nothing():
    """L-15: a model that thinks may use all its room for that."""
    with pytest.raises(ModelOutputError, match="cut off"):
        read_json("", is_cut=True)
