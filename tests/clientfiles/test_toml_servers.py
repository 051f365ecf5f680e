"""Our MCP server in a file of TOML: under our name, where it belongs, and never in somebody else's place."""

import tomllib

import pytest

from codewatch.clientfiles import changes, toml
from codewatch.clientfiles.changes import Target
from codewatch.clientfiles.toml_servers import TomlServerEntry
from codewatch.errors import ClientFileError

SERVER = {"command": "/opt/it/bin/python", "args": ["-I", "-m", "codewatch", "mcp"]}
ENTRY = TomlServerEntry(SERVER)
WITH_DATA = TomlServerEntry({**SERVER, "env": {"CODEWATCH_DATA_DIR": '/my "data"\\x'}})
TEXTS = [
    "", "\n", "# mine\n", 'model = "x"   # why\n', 'model = "x"', '[projects."/a b"]\ntrust_level = "trusted"\n\n\n',
    'a = 1\r\n\r\n[b]\r\nc = """\r\n[mcp_servers.codewatch]\r\n"""\r\n', "[[many]]\nx = 1\n[[many]]\nx = 2\n",
    "[mcp_servers]\n", '[mcp_servers.other]\ncommand = "x" # y\n\n[mcp_servers.other.env]\nKEY = "secret"\n# end\n',
]  # fmt: skip
OLD = '[mcp_servers.codewatch]\ncommand = "/old/python"\nargs = [\n  "-m", "codewatch", "mcp",\n]\n'


@pytest.mark.parametrize("entry", [ENTRY, WITH_DATA])
@pytest.mark.parametrize("text", TEXTS)
def test_it_is_put_at_the_end_and_all_else_stays(text, entry):
    added = entry.add(text)

    assert added.startswith(text)
    assert tomllib.loads(added.replace("\r\n", "\n"))["mcp_servers"]["codewatch"] == entry.server
    assert entry.add(added) == added
    assert entry.taken_from(added) == entry


@pytest.mark.parametrize("entry", [ENTRY, WITH_DATA])
@pytest.mark.parametrize("text", TEXTS)
def test_a_file_has_the_same_bytes_after_uninstalling(text, entry, tmp_path):
    path = tmp_path / "config.toml"
    path.write_bytes(text.encode())
    target = Target(str(path), "MCP server", entry)

    changes.install(target, dry_run=False)
    changes.uninstall(target, dry_run=False)

    assert path.read_bytes() == text.encode()
    assert [file.name for file in tmp_path.iterdir()] == ["config.toml"]


def test_a_file_that_had_nothing_else_goes(tmp_path):
    target = Target(str(tmp_path / "new" / "config.toml"), "MCP server", ENTRY)

    changes.install(target, dry_run=False)
    changes.uninstall(target, dry_run=False)

    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", TEXTS)
def test_what_somebody_adds_behind_it_stays(text):
    behind = "\n[mcp_servers.later]\ncommand = 'y'\n"

    removed = ENTRY.remove(ENTRY.add(text) + behind, text)

    assert toml.values(removed) == toml.values(text + behind)
    assert removed.endswith(behind.lstrip())


def test_an_older_one_of_ours_is_replaced_in_its_place_and_what_the_user_set_stays():
    text = f'# mine\n{OLD}startup_timeout_sec = 20 # slow\n\n[mcp_servers.codewatch.env]\nOLD = "1"\n'
    text += '\n[mcp_servers.codewatch.tools.recall]\napproval_mode = "approve"\n\n[last]\nx = 1\n'

    added = WITH_DATA.add(text)

    assert tomllib.loads(added)["mcp_servers"]["codewatch"] == {
        **WITH_DATA.server, "startup_timeout_sec": 20, "tools": {"recall": {"approval_mode": "approve"}},
    }  # fmt: skip
    assert added.startswith("# mine\n[mcp_servers.codewatch]\ncommand = ")
    assert added.endswith("startup_timeout_sec = 20 # slow\n\n[mcp_servers.codewatch.tools.recall]\n"
                          'approval_mode = "approve"\n\n[last]\nx = 1\n')  # fmt: skip
    assert WITH_DATA.add(added) == added
    assert WITH_DATA.remove(added) == "# mine\n\n[last]\nx = 1\n"


def test_a_header_at_the_very_end_is_replaced():
    assert ENTRY.add('[mcp_servers]\n[mcp_servers.x]\ncommand = "y"\n' + OLD.rstrip("\n")).endswith(
        '[mcp_servers.codewatch]\ncommand = "/opt/it/bin/python"\nargs = ["-I", "-m", "codewatch", "mcp"]\n'
    )


def test_the_typescript_programs_goes_whatever_it_is_called():
    text = '[mcp_servers.memory]\ncommand = "npx"\nargs = ["-y", "codewatch-memory"]\n'
    text += '\n[mcp_servers.other]\ncommand = "x"\n'

    assert tomllib.loads(ENTRY.add(text))["mcp_servers"] == {"other": {"command": "x"}, "codewatch": SERVER}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('[mcp_servers.codewatch]\ncommand = "other"\n', "another server is called codewatch"),
        ('mcp_servers = { other = { command = "x" } }\n', "without changing something else"),
        ('[mcp_servers]\ncodewatch = { command = "python3", args = ["-m", "codewatch"] }\n', "without changing"),
        ("mcp_servers = 1\n", "no table of tables"), ("[mcp_servers]\na = 1\n", "no table of tables"),
        ("broken = \n", "it is not TOML"), ("\ufeffa = 1\n", "it is not TOML"),
    ],
)  # fmt: skip
def test_what_cannot_be_changed_safely_is_refused(text, reason):
    with pytest.raises(ClientFileError, match=reason):
        ENTRY.add(text)


def test_what_cannot_be_taken_out_safely_is_refused():
    with pytest.raises(ClientFileError, match="without changing something else"):
        ENTRY.remove('[mcp_servers]\ncodewatch = { command = "python3", args = ["-m", "codewatch"] }\n')


def test_the_snippet_is_what_would_be_written():
    assert tomllib.loads(WITH_DATA.snippet()) == {"mcp_servers": {"codewatch": WITH_DATA.server}}


def test_data_directories_are_those_of_our_servers():
    other = '[mcp_servers.other]\ncommand = "x"\nenv = { CODEWATCH_DATA_DIR = "/not/ours" }\n'

    assert WITH_DATA.data_dirs(WITH_DATA.add(other)) == ['/my "data"\\x']
    assert ENTRY.data_dirs(ENTRY.add(other)) == [""]
    assert ENTRY.data_dirs(other) == []
    assert not ENTRY.is_mentioned(other)
