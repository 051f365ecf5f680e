"""What a session does with codewatch itself is nothing to learn from (REC-04, REC-06)."""

import os

import pytest

from codewatch.messages import Message, Role
from codewatch.ours import Ours


@pytest.fixture
def takes(tmp_path, monkeypatch):
    """Give a function that tells whether a tool's call is about us; our folder is `data` in the home folder."""
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "data").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "data")

    def ask(tool, **tool_input):
        call = Message("k", Role.TOOL_CALL, "", call="c", tool=tool, tool_input=tool_input, cwd=str(tmp_path / "work"))
        return Ours([str(tmp_path / "link")]).takes(call)

    return ask


@pytest.mark.parametrize(
    "command",
    [
        "codewatch search 'redis'", "codewatch-memory --recall", "cd /x && codewatch status", "uvx codewatch list",
        "FOO=1 /usr/bin/codewatch show 3", "python -m codewatch context", "python3.12 -I -m codewatch status | head",
        "sqlite3 ~/data/codewatch.db 'select * from observation'", "tail -f $HOME/data/codewatch.log",
        "npx -y codewatch-memory@latest mcp", "(codewatch coverage)",
    ],
)  # fmt: skip
def test_our_commands_and_files_in_a_command_are_ours(takes, command):
    assert takes("Bash", command=command)


@pytest.mark.parametrize(
    "command",
    [
        "pytest tests", "cd ~/src/codewatch && make", "git clone https://example.org/x/codewatch", "ls codewatch/cli",
        "pip install codewatch-memory", "grep codewatch README.md", "ls ~/datasets",
        "python -m codewatcher",
    ],
)  # fmt: skip
def test_other_commands_are_not(takes, command):
    assert not takes("Bash", command=command)


@pytest.mark.parametrize("name", ["data/codewatch.log", "link/codewatch.db", "work/../data/queue.db", "data"])
def test_a_file_of_ours_is_ours_whatever_it_is_called(takes, tmp_path, name):
    assert takes("Read", file_path=str(tmp_path / name))
    assert takes("Grep", pattern="x", path=f"~/{name}")
    assert takes("Read", file_path=f"../{name}")


@pytest.mark.parametrize("name", ["work/data/a.py", "data2/a.py", "a.py"])
def test_a_file_of_the_project_is_not(takes, tmp_path, name):
    assert not takes("Read", file_path=str(tmp_path / name))


@pytest.mark.parametrize("tool", ["mcp__codewatch__recall", "mcp__plugin_codewatch_codewatch__remember"])
def test_our_tools_are_ours(takes, tool):
    assert takes(tool, query="x")


def test_the_answer_of_a_call_of_ours_is_ours_and_another_is_not():
    about_us = Ours([os.sep + "nowhere"])
    about_us.takes(Message("k", Role.TOOL_CALL, "", call="c1", tool="mcp__codewatch__recall"))

    taken = [about_us.takes(Message("k", Role.TOOL_RESULT, "x", call=call)) for call in ("c1", "c2")]

    assert taken == [True, False]
