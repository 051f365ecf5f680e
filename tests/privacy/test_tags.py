"""Where private parts begin and end in one text."""

import pytest

from codewatch.privacy import tags


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ('a <private reason="x>y">heron</private> b', "a  b"),
        ('a <private reason="<b>">heron</private> b', "a  b"),
        ("a <private don't>heron</private> it's> b", "a  it's> b"),
        ("a < private >heron< /private > b", "a  b"),
        ("a <private\n>heron</private\n> b", "a  b"),
        ("`<private>` and `</private>`", "`<private>` and `</private>`"),
        ("`<private>heron</private>`", "``"),
        ("~~~\n<private>heron\n~~~\nb", "~~~\n~~~\nb"),
        ("~~~\n<private>heron\n~~~\nb</private> c", "~~~\n c"),
        ("~~~\n<private>heron\nnever closed", "~~~\n"),
    ],
)
def test_what_is_outside_of_the_tags_is_kept(text, kept):
    assert "".join(tags.split(text).kept) == kept


def test_a_tag_that_was_open_before_is_closed_here():
    assert tags.split("heron</private> b", depth=1) == ((" b",), ("heron",), 0)


def test_tags_that_nest_over_texts_are_counted():
    assert tags.split("a</private>b", depth=2) == ((), ("ab",), 1)


@pytest.mark.parametrize(
    "text",
    ["<private" * 120_000, "<private>" * 120_000, "```\n<private>\n```\n" * 30_000, "<private" + '="a' * 100_000],
)
@pytest.mark.timeout(20)
def test_no_text_takes_long(text):
    assert tags.split(text)
