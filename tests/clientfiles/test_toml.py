"""Where the tables and keys of a TOML text stand."""

import pytest

from codewatch.clientfiles import toml
from codewatch.errors import ClientFileError

TEXT = '''# first
title = "a # b [x]"  # why
"odd key" = \'\'\'
[not.a.table]
\'\'\'
list = [
  "a", # ] "
  "]",
]
point = { x = 1, "y.z" = [2] }

[one."two.x"] # [three]
text = """say ""hi""
[no] \\""" still"""""
a.b = 1

[[many]]
  [many.sub]
  key = 'c:\\'
last = 1'''


def test_every_header_and_key_is_found():
    found = toml.parts(TEXT)

    assert [(part.path, part.is_header, part.is_list) for part in found] == [
        (("title",), False, False), (("odd key",), False, False), (("list",), False, False), (("point",), False, False),
        (("one", "two.x"), True, False), (("text",), False, False), (("a",), False, False), (("many",), True, True),
        (("many", "sub"), True, False), (("key",), False, False), (("last",), False, False),
    ]  # fmt: skip


def test_each_part_is_the_text_of_its_lines():
    title, _, listed, *_ = toml.parts(TEXT)

    assert TEXT[title.start : title.end] == 'title = "a # b [x]"  # why\n'
    assert TEXT[listed.start : listed.end] == 'list = [\n  "a", # ] "\n  "]",\n]\n'


@pytest.mark.parametrize("text", ["", "\n# only a remark", "\r\n"])
def test_a_text_without_keys_has_no_parts(text):
    assert toml.parts(text) == []


@pytest.mark.parametrize("text", ["a = ", "{}", '"a', "[a", 'a = """x'])
def test_what_is_not_toml_is_refused(text):
    with pytest.raises(ClientFileError, match="it is not TOML"):
        toml.values(text)


def test_line_ends_of_both_kinds_are_read():
    text = "a = 1\r\n[b]\r\nc = '''x\r\ny'''\r\n"

    assert toml.values(text) == {"a": 1, "b": {"c": "x\ny"}}
    assert "".join(text[part.start : part.end] for part in toml.parts(text)) == text
