"""What clients are told to run."""

import shlex
import subprocess

import pytest

from codewatch.clientfiles import own
from codewatch.clients.program import Program, is_throwaway

ODD = [
    "/opt/it",
    "/home/José Q's home/it",
    '/tmp/a"b',
    "/tmp/$HOME/`id`",
    "/tmp/back\\slash",
    "/tmp/a;b&c|d",
    "/tmp/*?#!",
]


@pytest.mark.parametrize("folder", ODD)
def test_any_path_is_one_word_for_the_shell(folder):
    program = Program(f"{folder}/bin/python3", folder, f"{folder}/data")

    words = shlex.split(program.hook_command("save"))

    assert words == [
        f"CODEWATCH_DATA_DIR={folder}/data", f"{folder}/bin/python3", "-I", "-S",
        f"{folder}/codewatch/hooks/save_script.py",
    ]  # fmt: skip


@pytest.mark.parametrize("folder", ODD)
def test_the_shell_hands_the_data_directory_on(folder):
    command = Program("/usr/bin/env", folder, f"{folder}/data").hook_command("save").partition(" -I -S ")[0]

    shown = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, env={}, check=True).stdout

    assert f"CODEWATCH_DATA_DIR={folder}/data\n" in shown


@pytest.mark.parametrize("folder", ODD)
@pytest.mark.parametrize("data_dir", ["", "/a b's"])
def test_what_is_written_is_known_as_ours(folder, data_dir):
    program = Program(f"{folder}/bin/python3.12", folder, data_dir)
    server = program.server()

    assert own.is_hook(own.read_line(program.hook_command("recall")))
    assert own.is_hook(own.read_line(program.hook_command("recall", "codex")))
    assert own.is_server(own.read_line("", [str(server["command"]), "-I", "-m", "codewatch", "mcp"]))


def test_the_default_data_directory_is_not_written():
    program = Program("/opt/it/bin/python", "/opt/it", "")

    assert program.hook_command("save") == "/opt/it/bin/python -I -S /opt/it/codewatch/hooks/save_script.py"
    assert program.server()["env"] == {}


@pytest.mark.parametrize(
    "prefix",
    [
        "/home/ana/.cache/uv/archive-v0/Ab3-x", "/cache/archive-v0/Ab3", "/home/ana/.cache/uv/environments-v2/it-1",
        "/home/ana/Library/Caches/uv/archive-v0/x", "/home/ana/.local/pipx/.cache/4f2a", "/home/ana/.cache/pipx/4f2a",
        "/home/ana/.local/share/pipx/.cache/4f2a", "/home/ana/Library/Caches/pipx/4f2a", "/x/uv/builds-v0/.tmpAb",
    ],
)  # fmt: skip
def test_an_environment_for_one_call(prefix):
    assert is_throwaway(prefix)


@pytest.mark.parametrize(
    "prefix",
    [
        "/home/ana/.local/share/uv/tools/codewatch-memory", "/home/ana/.local/share/pipx/venvs/codewatch-memory",
        "/home/ana/work/codewatch/.venv", "/usr", "/home/ana/.cache/work/.venv", "/opt/archive-v0.1/it",
    ],
)  # fmt: skip
def test_an_environment_that_stays(prefix):
    assert not is_throwaway(prefix)
