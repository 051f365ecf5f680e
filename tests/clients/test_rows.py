"""One line of a transcript into the object it holds, or into the reason why it holds none."""

import json

import pytest

from codewatch.clients import rows
from codewatch.clients.transcripts import Line


def parsed(raw):
    """Return what a line of these bytes holds."""
    return rows.parse(Line(0, len(raw or b""), raw))


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (None, "too long"), (b" \n", "empty"), (b"{\n", "unreadable"), (b"[1]\n", "unreadable"),
        (b"12\n", "unreadable"),
        (b"\xff\xfe\n", "unreadable"), (b'{"a":' + b"[" * 120 + b"]" * 120 + b"}\n", "nested too deeply"),
    ],
)  # fmt: skip
def test_a_line_without_an_object_says_why(raw, reason):
    assert parsed(raw) == (None, reason)


def test_a_line_is_read_whatever_its_bytes_are():
    assert parsed(b'\xef\xbb\xbf{"a": "\xff"}\n')[0] == {"a": "\ufffd"}
    assert parsed(b'{"a": ["\\ud800", {"b\\udc00": 1}]}\n')[0] == {"a": ["?", {"b?": 1}]}


def test_what_is_not_of_its_type_is_nothing():
    assert (rows.as_string(1), rows.as_object([]), rows.as_list("a"), rows.as_moment("yesterday")) == ("", None, [], "")
    assert rows.as_objects(["a", {"b": 1}, 2]) == [{"type": "text", "text": "a"}, {"b": 1}]
    assert rows.member({"a": {"b": {"c": 1}}}, "a", "b") == {"c": 1}
    assert rows.member({"a": 1}, "a", "b") == {}


@pytest.mark.parametrize(
    ("kind", "name"), [("token_count", "token_count"), ("a b", "a b"), ("say: hello", "odd"), ("", "")]
)
def test_the_ledger_keeps_names_only(kind, name):
    assert rows.kind_name(kind) == name


def test_a_checksum_is_of_the_whole_value():
    values = [{"a": "x" * 100_000}, {"a": "x" * 100_001}, {"b": "x" * 100_000}, ["x"], "x", None, 1, json.loads("1.5")]

    assert len({rows.checksum(value) for value in values}) == len(values)
