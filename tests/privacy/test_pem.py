"""Private keys that were cut in two."""

import pytest

from codewatch import privacy
from codewatch.privacy import torn

_LINES = [f"MIIEabcdEFGH{number:02}" * 4 for number in range(12)]
_END = "-----END RSA PRIVATE KEY-----"


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\\n"])
def test_the_end_of_a_key_is_found_without_its_beginning(line_end):
    text = line_end.join(["see it:", *_LINES, "abcd==", _END, "after"])

    cleaned = privacy.clean(text).text

    assert cleaned.startswith("see it:")
    assert cleaned.endswith(f"[redacted:private-key]{line_end}after")
    assert not [line for line in _LINES if line in cleaned]


def test_of_a_line_of_prose_only_what_belongs_to_the_key_is_taken():
    text = "\n".join(["so it is", f"the key {_LINES[0]}", _LINES[1], _END])

    assert privacy.clean(text).text == "so it is\nthe key [redacted:private-key]"


def test_talk_about_the_last_line_hides_nothing():
    text = f"A key ends with {_END}, as you know."

    assert privacy.clean(text).text == text


def test_a_key_is_open_until_its_end_stands_there():
    begin = "-----BEGIN RSA PRIVATE KEY-----\n"

    assert torn.is_open(begin + _LINES[0])
    assert not torn.is_open(begin + _LINES[0] + "\n" + _END)
    assert not torn.is_open("-----BEGIN PUBLIC KEY-----\n" + _LINES[0])


_KEY = ["-----BEGIN PRIVATE KEY-----", *_LINES, "abcd==", "-----END PRIVATE KEY-----"]


@pytest.mark.parametrize(
    "start",
    [
        "// ", "//", "    // ", "# ", "* ", " * ", "> ", ">> ", "| ", "; ", "-- ", "+", "k.pem:{}:", "./a/k-1.pem:{}:",
        "a/k.pem-{}-", "id_rsa:", "{}\t", "  {}→", "{}:", "  {}: ",
    ],
)  # fmt: skip
@pytest.mark.parametrize("part", [slice(None), slice(-1), slice(1, None)])
@pytest.mark.parametrize("line_end", ["\n", "\\n"])
def test_a_key_is_found_behind_what_a_line_begins_with(start, part, line_end):
    text = line_end.join(start.format(number) + line for number, line in enumerate(_KEY, start=1) if line in _KEY[part])

    cleaned = privacy.clean(text).text

    assert [line for line in _LINES if line[:16] in cleaned] == []


@pytest.mark.timeout(60)
def test_no_text_takes_long():
    assert privacy.clean(f"{_LINES[0]}\n{_END}\n" * 20_000).removed
    assert privacy.clean("A\n" * 300_000 + _END * 2_000).text
