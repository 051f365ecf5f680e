"""JSON as people write it: what is read, and what is refused."""

import json

import pytest

from codewatch.clientfiles.jsonc import MAX_DEPTH, parse
from codewatch.errors import ClientFileError


@pytest.mark.parametrize(
    ("text", "is_strict"),
    [
        ('{"a": [1, -2.5e3, true, false, null, "\\u00e9\\n"]}', True),
        ('\ufeff\r\n{"a": {}, "b": []}\r\n', True),
        ('// first\n{ /* a, } */ "a": 1 } // last', False),
        ('{"a": [1, 2,],}', False),
        ('{"url": "http://x//y", "glob": "/* no */"}', True),
    ],
)
def test_it_says_what_is_in_it(text, is_strict):
    document = parse(text)

    assert document.is_strict == is_strict
    assert document.text[document.root.start] + document.text[document.root.end - 1] == "{}"


def test_the_value_is_the_one_that_json_has():
    text = '{"a": [1, -2.5e3, true, null, "\\ud83d\\ude00"], "b": {"c": {}}}'

    assert parse(text).root.plain() == json.loads(text)


def test_the_last_of_two_equal_keys_counts_as_it_does_for_clients():
    assert parse('{"a": "1", "a": "2"}').root.string("a") == "2"


@pytest.mark.parametrize(
    "text",
    [
        "{", '{"a": 1', '{"a": [1, 2}', '{"a" 1}', '{"a": 1 "b": 2}', "{'a': 1}", "{a: 1}", '{"a": }', "[1,,2]", "{,}",
        '{"a": 1} {"b": 2}', '{"a": "b\nc"}', '{"a": "\\x"}', '{"a": 01}', '{"a": NaN}', '{"a": 1} /* open',
        '{"a": +1}', "\x00", '{"a": "', "not json", '\ufeff\ufeff{"a": 1}', '{"a": .5}', '{"a": tru}',
    ],
)  # fmt: skip
def test_what_is_no_json_is_refused(text):
    with pytest.raises(ClientFileError, match=r"is not JSON|ends too early"):
        parse(text)


def test_the_line_of_the_fault_is_said():
    with pytest.raises(ClientFileError, match="line 3"):
        parse('{\n"a": 1,\n b: 2\n}')


def test_a_text_nested_without_end_is_refused():
    with pytest.raises(ClientFileError, match=f"more than {MAX_DEPTH} deep"):
        parse('{"a": ' + "[" * 100_000)


def test_a_number_of_any_length_is_survived():
    assert parse(f'{{"a": {"9" * 10_000}}}').root.plain() == {"a": "9" * 10_000}


def test_a_large_file_is_read_in_time():
    text = json.dumps({str(number): {"path": f"/a/{number}", "list": [1, 2, 3]} for number in range(20_000)}, indent=2)

    assert len(parse(text).root.items) == 20_000
