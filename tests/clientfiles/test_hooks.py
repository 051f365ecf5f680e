"""Our hooks in a settings file: beside other ones, instead of older ones of ours, and never instead of others'."""

import json

import pytest

from codewatch.errors import ClientFileError

FOREIGN = {"hooks": [{"type": "command", "command": "~/bin/lint.sh"}]}


def hooks_of(text):
    """Return the hooks of a settings file."""
    return json.loads(text)["hooks"]


@pytest.mark.parametrize(
    "text", ["", " \n", "\ufeff", "{}", "{ }", "{\n}\n", '{"hooks": {}}', '{"hooks": {"Stop": []}}']
)
def test_a_file_without_hooks_gets_just_ours(text, entries):
    added = entries.add(text)

    assert hooks_of(added.lstrip("\ufeff")) == {event: [group] for event, group in entries.entries}
    assert added.startswith("\ufeff") == text.startswith("\ufeff")


def test_others_stay_in_front(entries, make_group):
    added = entries.add(json.dumps({"hooks": {"Stop": [FOREIGN, {"matcher": "x", **FOREIGN}], "Other": [FOREIGN]}}))

    assert hooks_of(added)["Stop"] == [FOREIGN, {"matcher": "x", **FOREIGN}, make_group()]
    assert hooks_of(added)["Other"] == [FOREIGN]


@pytest.mark.parametrize(
    "command",
    [
        "npx -y codewatch-memory --hook",
        "node /usr/lib/node_modules/codewatch-memory/dist/index.js --hook",
        "'/path/to/codewatch/.venv/bin/python' -I -S '/path/to/codewatch/codewatch/hooks/save_script.py'",
    ],
)
def test_older_entries_of_ours_are_replaced(entries, make_group, command):
    old = {"hooks": {"Stop": [make_group(command), FOREIGN], "PostToolUse": [make_group(command)]}}

    added = hooks_of(entries.add(json.dumps(old, indent=2)))

    assert added["Stop"] == [FOREIGN, make_group()]
    assert "PostToolUse" not in added


def test_two_of_ours_on_one_event_become_one(entries, make_group):
    added = hooks_of(entries.add(json.dumps({"hooks": {"Stop": [make_group(), FOREIGN, make_group()]}})))

    assert added["Stop"] == [make_group(), FOREIGN]


def test_ours_leaves_a_group_that_it_shares(entries, make_group):
    shared = {"hooks": [*FOREIGN["hooks"], *make_group("npx codewatch-memory --hook")["hooks"]]}

    added = hooks_of(entries.add(json.dumps({"hooks": {"Stop": [shared]}})))

    assert added["Stop"] == [FOREIGN, make_group()]


def test_a_changed_timeout_is_put_right(entries, make_group):
    text = entries.add("{}").replace('"timeout": 10', '"timeout": 5', 1)

    assert hooks_of(entries.add(text))["Stop"] == [make_group()]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[]", "the file is not an object"), ('"text"', "the file is not an object"),
        ('{"hooks": []}', '"hooks" is not an object'), ('{"hooks": null}', '"hooks" is not an object'),
        ('{"hooks": {"Stop": {}}}', '"hooks" of Stop is not a list'), ('{"hooks": {', "ends too early"),
    ],
)  # fmt: skip
def test_a_form_that_is_not_the_clients_is_refused(entries, text, reason):
    with pytest.raises(ClientFileError, match=reason):
        entries.add(text)


@pytest.mark.parametrize(
    "groups", ['[null, 1, "x", [], {}]', '[{"hooks": null}]', '[{"hooks": [null, 1, {}, {"command": 3}]}]']
)
def test_odd_groups_are_others_and_stay(entries, make_group, groups):
    added = entries.add(f'{{"hooks": {{"Stop": {groups}}}}}')

    assert hooks_of(added)["Stop"] == [*json.loads(groups), make_group()]
    assert json.loads(entries.remove(added)) == {"hooks": {"Stop": json.loads(groups)}}


def test_the_last_of_two_hooks_keys_gets_ours_and_both_lose_them(entries, make_group):
    text = f'{{"hooks": {{"Stop": [{json.dumps(make_group("npx codewatch-memory --hook"))}]}}, "hooks": {{}}}}'

    added = entries.add(text)

    assert "npx" not in added
    assert entries.taken_from(entries.remove(added)).entries == ()


def test_comments_in_what_becomes_empty_keep_it(entries, make_group):
    text = f'{{"hooks": {{ // mine\n "Stop": [{json.dumps(make_group())}]\n}}}}'

    assert entries.remove(text) == '{"hooks": { // mine\n}}'


def test_the_data_directories_that_hooks_name(entries, make_group):
    named = make_group("CODEWATCH_DATA_DIR='/a b' python -I -S /x/codewatch/hooks/save_script.py")

    assert entries.data_dirs(json.dumps({"hooks": {"Stop": [named, make_group()]}})) == ["", "/a b"]
