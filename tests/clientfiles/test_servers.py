"""Our MCP server in a client's file: under our name, where it belongs, and never in somebody else's place."""

import json

import pytest

from codewatch.clientfiles import servers
from codewatch.clientfiles.servers import ServerEntry
from codewatch.errors import ClientFileError

SERVER = {"type": "stdio", "command": "/opt/it/bin/python", "args": ["-I", "-m", "codewatch", "mcp"], "env": {}}
OTHER = {"command": "other-server", "env": {"KEY": "secret"}}
ENTRY = ServerEntry((), SERVER)
OF_PROJECT = ServerEntry(("projects", "/home/ana/it's"), SERVER)


@pytest.mark.parametrize("entry", [ENTRY, OF_PROJECT])
@pytest.mark.parametrize("text", ["", "{}", '{"mcpServers": {}}', '{"projects": {"/home/ana/it\'s": {"a": 1}}}'])
def test_it_is_added_where_it_belongs(entry, text):
    added = entry.add(text)

    assert entry.taken_from(added) == entry
    assert entry.add(added) == added


@pytest.mark.parametrize(
    "old",
    [
        {"command": "npx", "args": ["-y", "codewatch-memory"]}, {"command": "/path/to/codewatch/.venv/bin/codewatch"},
        {**SERVER, "command": "/old/python"}, {**SERVER, "env": {"CODEWATCH_DATA_DIR": "/old"}},
    ],
)  # fmt: skip
def test_an_older_one_of_ours_is_replaced_in_its_place(old):
    added = ENTRY.add(json.dumps({"mcpServers": {"codewatch": old, "other": OTHER}}))

    assert list(json.loads(added)["mcpServers"].items()) == [("codewatch", SERVER), ("other", OTHER)]


def test_the_typescript_programs_goes_whatever_it_is_called():
    text = json.dumps({"mcpServers": {"memory": {"command": "npx", "args": ["codewatch-memory"]}, "other": OTHER}})

    assert json.loads(ENTRY.add(text))["mcpServers"] == {"other": OTHER, "codewatch": SERVER}


def test_a_second_one_of_ours_under_another_name_stays():
    second = {**SERVER, "env": {"CODEWATCH_DATA_DIR": "/work"}}

    added = json.loads(ENTRY.add(json.dumps({"mcpServers": {"at-work": second}})))

    assert added["mcpServers"] == {"at-work": second, "codewatch": SERVER}


def test_somebody_elses_server_of_our_name_is_left_alone():
    with pytest.raises(ClientFileError, match="another server is called codewatch"):
        ENTRY.add(json.dumps({"mcpServers": {"codewatch": OTHER}}))


@pytest.mark.parametrize("text", ["[]", '{"mcpServers": []}', '{"mcpServers": null}'])
def test_a_form_that_is_not_the_clients_is_refused(text):
    with pytest.raises(ClientFileError, match="object"):
        ENTRY.add(text)


@pytest.mark.parametrize("text", ['{"projects": []}', '{"projects": {"/home/ana/it\'s": 1}}'])
def test_a_form_of_projects_that_is_not_the_clients_is_refused(text):
    with pytest.raises(ClientFileError, match="object"):
        OF_PROJECT.add(text)


def test_every_place_is_found():
    text = ENTRY.add(OF_PROJECT.add(json.dumps({"projects": {"/other": {"mcpServers": {"other": OTHER}}}})))

    assert [entry.above for entry in servers.all_in(text)] == [(), ("projects", "/home/ana/it's")]
