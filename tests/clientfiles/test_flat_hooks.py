"""Hooks in the form of editors' files: put in and taken out, and everything else stays as it was."""

import json

import pytest

from codewatch.clientfiles.flat_hooks import FlatEntry, FlatHooks
from codewatch.errors import ClientFileError

SAVE = "/opt/it/bin/python -I -S /opt/it/codewatch/hooks/save_script.py cursor"
OURS = FlatHooks((FlatEntry("stop", {"command": SAVE, "timeout": 10}), FlatEntry("start", {"command": SAVE})))
VERSIONED = FlatHooks(OURS.entries, {"version": 1})
THEIRS = '{"command": "~/bin/beep"}'
TEXTS = [
    "", "{}\n", '{"hooks": {}}', f'{{\n  "hooks": {{\n    "stop": [{THEIRS}]\n  }}\n}}\n',
    f'{{ // mine\n\t"version": 1,\n\t"hooks": {{"stop": [{THEIRS},], /* b */ "x": []}},\n}}', '{"hooks":{"stop":[]}}',
    f'{{"version":1,"hooks":{{"stop":[{THEIRS}]}}}}', f'{{\r\n  "hooks": {{\r\n    "a": [{THEIRS}]\r\n  }}\r\n}}\r\n',
]  # fmt: skip


@pytest.mark.parametrize("text", TEXTS)
def test_what_is_put_in_is_taken_out_without_a_trace(text):
    added = OURS.add(text)

    assert OURS.add(added) == added
    assert OURS.is_mentioned(added)
    assert OURS.remove(added, text) == text or not text
    assert not OURS.is_mentioned(OURS.remove(added))


@pytest.mark.parametrize("text", TEXTS)
def test_hooks_of_others_stay_where_they_are(text):
    added = VERSIONED.add(text)

    assert added.count(THEIRS) == text.count(THEIRS)
    assert added.count('"version"') == 1


def test_a_file_with_nothing_but_ours_is_empty_without_it():
    added = VERSIONED.add("")

    assert VERSIONED.are_all_of(added)
    assert VERSIONED.is_empty(VERSIONED.remove(added))
    assert not VERSIONED.is_empty('{"version": 1 /* mine */}')
    assert not OURS.is_empty('{"version": 1}')


def test_older_ones_of_ours_are_replaced_and_double_ones_go():
    old = FlatHooks((*OURS.entries, FlatEntry("gone", {"command": SAVE}), FlatEntry("stop", {"command": SAVE})))

    assert json.loads(OURS.add(old.add("{}"))) == json.loads(OURS.add("{}"))


def test_the_data_directories_and_what_is_there_are_told():
    text = FlatHooks((FlatEntry("stop", {"command": f"CODEWATCH_DATA_DIR=/d {SAVE}"}),)).add("")

    assert OURS.data_dirs(text) == ["/d"]
    assert OURS.taken_from(text).add("") == text


def test_several_hooks_of_one_event_are_shown_together():
    twice = FlatHooks((FlatEntry("a", {"command": "x"}), FlatEntry("a", {"command": "y"})), {"version": 1})

    assert json.loads(twice.snippet()) == {"version": 1, "hooks": {"a": [{"command": "x"}, {"command": "y"}]}}


@pytest.mark.parametrize("text", ["[]", '{"hooks": []}', '{"hooks": {"stop": {}}}', "{", '{"hooks": 1}'])
def test_a_form_that_is_not_the_clients_is_left_alone(text):
    with pytest.raises(ClientFileError):
        VERSIONED.add(text)
