"""A command line is ours by what it runs."""

import pytest

from codewatch.clientfiles import own

SAVE = "/opt/it/codewatch/hooks/save_script.py"


@pytest.mark.parametrize(
    "command",
    [
        f"/opt/it/bin/python -I -S {SAVE}",
        "'/home/José Q/bin/python3.12' -I -S '/home/José Q/it'\"'\"'s/codewatch/hooks/recall_script.py'",
        f"CODEWATCH_DATA_DIR='/a b' /opt/it/bin/python -I -S {SAVE}",
        f"env CODEWATCH_DATA_DIR=/its/path /opt/it/bin/python -I -S {SAVE}",
        "/opt/it/bin/python -I -m codewatch hook recall",
        "codewatch hook save",
        "/opt/it/bin/codewatch-memory --recall",
        "npx codewatch-memory --hook",
        "npx -y codewatch-memory@latest --recall",
        "pnpx codewatch-memory --hook",
        "node /usr/lib/node_modules/codewatch-memory/dist/index.js --hook",
        "pnpm dlx codewatch-memory --hook",
    ],
)
def test_a_hook_of_ours(command):
    assert own.is_hook(own.read_line(command))


@pytest.mark.parametrize(
    "command",
    [
        "",
        "~/bin/lint.sh",
        f"echo {SAVE}",
        f"cat {SAVE}",
        f"~/bin/lint.sh; /opt/it/bin/python -I -S {SAVE}",
        f"/opt/it/bin/python -I -S {SAVE} && ~/bin/lint.sh",
        f"/opt/it/bin/python -I -S {SAVE} | tee log",
        f"/opt/it/bin/python -I -S {SAVE} > /tmp/log",
        "/opt/it/bin/python -I -S /opt/it/mycodewatch/hooks/save_script.py",
        f"/opt/it/bin/python -c 'print()' {SAVE}",
        "codewatch status",
        "python -m codewatch.workers run",
        "npx codewatch-memory-viewer",
        "node /home/ana/codewatch-memory-tools/index.js",
        "an unclosed ' quote",
        f"# {SAVE}",
    ],
)
def test_somebody_elses_hook(command):
    assert not own.is_hook(own.read_line(command))


@pytest.mark.parametrize(
    "words",
    [
        ["/opt/it/bin/python", "-I", "-m", "codewatch", "mcp"], ["/opt/it/bin/codewatch"],
        ["codewatch-memory", "mcp"], ["npx", "-y", "codewatch-memory"],
        ["node", "/x/node_modules/codewatch-memory/dist/index.js"],
    ],
)  # fmt: skip
def test_a_server_of_ours(words):
    assert own.is_server(own.read_line("", words))


@pytest.mark.parametrize(
    "words", [["npx", "other-memory"], ["python", "-m", "other"], ["codewatch", "status"], ["python", "-m"], []]
)
def test_somebody_elses_server(words):
    assert not own.is_server(own.read_line("", words))


def test_the_data_directory_that_a_hook_names():
    line = own.read_line(f"CODEWATCH_DATA_DIR='/a b'\"'\"'s' python -I -S {SAVE}")

    assert line.variables == {"CODEWATCH_DATA_DIR": "/a b's"}
