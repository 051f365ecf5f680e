"""The command line's door: which command, which exit code, which stream (COMMANDS)."""

import json
import shlex
import subprocess
import sys

import pytest

from codewatch import __version__
from codewatch.cli.main import COMMANDS

HEAVY = {"mcp", "litellm", "huey", "uvloop"}


def codewatch(product, *arguments, **options):
    """Start a command as a process with pipes of the test's own."""
    return subprocess.Popen([sys.executable, "-I", "-m", "codewatch", *arguments], cwd=product.project,
                            env=product.environment, **options)  # fmt: skip


def imported(product, *arguments):
    """Return the names of all modules that a command imports."""
    done = subprocess.run(
        [sys.executable, "-I", "-X", "importtime", "-m", "codewatch", *arguments], cwd=product.project,
        env=product.environment, capture_output=True, text=True, timeout=60, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    return {line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if line.startswith("import time:")}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(product, name):
    done = product.run(name, "--help")

    assert done.stdout.startswith(f"Usage: codewatch {name} ")
    assert done.stderr == ""


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_lists_every_command(product, name):
    assert f"\n  {name} " in product.run("--help").stdout


def test_the_version_is_told(product):
    assert product.run("--version").stdout == f"codewatch, version {__version__}\n"


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_is_a_result_and_goes_to_standard_output(product, option):
    done = product.run(option)

    assert done.stdout.startswith("Usage: codewatch ")
    assert done.stderr == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ("nonsense",), ("--nonsense",), ("list", "--nonsense"), ("queue",), ("queue", "nonsense"), ("show",),
        ("show", "one"), ("search",), ("search", "x", "--limit", "0"), ("search", "x", "--limit", "101"),
        ("search", "x", "--category", "poem"), ("list", "--limit", "100001"), ("list", "--state", "lost"),
        ("remember",),
        ("forget",), ("forget", "1", "--query", "x"), ("queue", "retry"), ("queue", "drop", "1", "--all"),
        ("observe", "--source", "abacus"), ("coverage", "--client", "abacus"), ("reflect", "--level", "4"),
        ("import", "--from", "csv", "x"), ("list", "--project", "no-such-folder"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_wrong_usage_is_2_and_told_on_standard_error(product, arguments):
    done = product.run(*arguments, check=False)

    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("codewatch: ")
    assert 1 <= len(done.stderr.splitlines()) <= 2


@pytest.mark.parametrize(
    ("arguments", "near"),
    [(("statsu",), "status"), (("serach", "x"), "search"), (("hlep",), "help"), (("queue", "statsu"), "status"),
     (("list", "--limt", "3"), "--limit")],
)  # fmt: skip
def test_what_is_misspelt_is_told_with_the_nearest_name(product, arguments, near):
    assert f"Did you mean '{near}'?" in product.run(*arguments, check=False).stderr


@pytest.mark.parametrize(
    ("arguments", "same"),
    [
        (("help",), ("--help",)),
        (("help", "queue", "retry"), ("queue", "retry", "--help")),
        (("version",), ("--version",)),
    ],
)
def test_help_and_version_are_words_too(product, arguments, same):
    assert product.run(*arguments).stdout == product.run(*same).stdout


@pytest.mark.parametrize("option", ["--hook", "--recall"])
def test_a_hook_takes_no_arguments(product, option):
    done = product.run(option, "foo", check=False)

    assert done.returncode == 2
    assert done.stderr.startswith(f"codewatch: {option} takes no arguments\n")


@pytest.mark.parametrize("arguments", [("list",), ("search", "x"), ("status",), ("config", "list"), ("show", "1"),
                                       ("queue", "status"), ("--help",)], ids=" ".join)  # fmt: skip
@pytest.mark.parametrize("closed", [">&-", ">&- 2>&-", "<&-"])
def test_an_output_that_is_closed_is_no_error(product, remembered, arguments, closed):
    line = shlex.join([sys.executable, "-I", "-m", "codewatch", *arguments])

    done = subprocess.run(
        ["sh", "-c", f"{line} {closed}"], cwd=product.project, env=product.environment, capture_output=True, text=True,
        timeout=60, check=False,
    )  # fmt: skip

    assert "Traceback" not in done.stderr
    assert done.returncode == product.run(*arguments, check=False).returncode


def test_without_colours_a_terminal_gets_text_alone(on_terminal, remembered):
    shown = [on_terminal(*words, NO_COLOR="1")[1] for words in (("list",), ("status",), ("show", "1"), ("demo",))]

    assert [text for text in shown if "\x1b" in text] == []


def test_a_reader_of_the_demo_that_has_seen_enough_is_no_error(product, tmp_path):
    line = shlex.join([sys.executable, "-I", "-m", "codewatch", "demo"]) + "; echo $? >&2"
    environment = {**product.environment, "TMPDIR": str(tmp_path)}

    done = subprocess.run(
        ["sh", "-c", f"({line}) | head -n 1"], cwd=product.project, env=environment,
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip

    assert done.stderr == "0\n"


@pytest.mark.parametrize(
    "arguments",
    [("show", "1"), ("forget", "1"), ("forget", "--query", "x"), ("queue", "show", "1"), ("queue", "retry", "1"),
     ("queue", "drop", "1"), ("config", "get", "nonsense"), ("coverage", "/no/such/file"),
     ("observe", "--transcript", "/no/such/file"), ("worker", "status"), ("import", "no-such-file")],
    ids=" ".join,
)  # fmt: skip
def test_what_is_not_there_is_1(product, arguments):
    assert product.run(*arguments, check=False).returncode == 1


@pytest.mark.parametrize("arguments", [("list",), ("search", "x"), ("show", "1"), ("coverage",), ("context",),
                                       ("remember", "x"), ("reflect",)], ids=" ".join)  # fmt: skip
def test_a_damaged_memory_is_3_with_one_line(product, arguments):
    product.data.mkdir()
    (product.data / "codewatch.db").write_bytes(b"this is no database, and never was one" * 200)

    done = product.run(*arguments, check=False)

    assert done.returncode == 3
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert "codewatch.db is damaged" in done.stderr


@pytest.mark.parametrize(
    "arguments", [("list",), ("remember", "x"), ("worker", "start"), ("worker", "run"), ("observe",)], ids=" ".join
)
def test_a_data_directory_that_cannot_be_made_is_3_with_one_line(product, tmp_path, arguments):
    (tmp_path / "file").write_text("")

    done = product.run(*arguments, check=False, CODEWATCH_DATA_DIR=str(tmp_path / "file" / "data"))

    assert done.returncode == 3
    assert done.stderr.endswith("Not a directory; set CODEWATCH_DATA_DIR to a folder\n")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc is Linux's")
def test_a_data_directory_where_nothing_can_be_made_says_so(product):
    done = product.run("list", check=False, CODEWATCH_DATA_DIR="/proc/nope")

    assert done.returncode == 3
    assert done.stderr == "codewatch: /proc/nope cannot be made; set CODEWATCH_DATA_DIR to another folder\n"


@pytest.mark.parametrize("arguments", [("list",), ("config", "list"), ("status",), ("worker", "status"), ("context",)],
                         ids=" ".join)  # fmt: skip
def test_a_bad_settings_file_is_2_with_one_line_that_names_it(product, arguments):
    folder = product.home / ".config" / "codewatch-memory"
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text("log_level = [")

    done = product.run(*arguments, check=False)

    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert str(folder / "config.toml") in done.stderr


def test_a_bad_setting_is_2_with_one_line_that_names_it(product):
    done = product.run("list", check=False, CODEWATCH_REFLECT_THRESHOLD="many")

    assert done.returncode == 2
    assert done.stderr.startswith("codewatch: CODEWATCH_REFLECT_THRESHOLD: ")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("options", [(), ("--json",)], ids=["lines", "json"])
def test_a_reader_that_has_seen_enough_is_no_error(product, tmp_path, options):
    rows = "\n".join(json.dumps({"content": f"fact {number} {'word ' * 80}"}) for number in range(400))
    (tmp_path / "many.jsonl").write_text(rows)
    product.run("import", str(tmp_path / "many.jsonl"))
    listing = [sys.executable, "-I", "-m", "codewatch", "list", "--limit", "400", *options]
    line = shlex.join(listing) + "; echo $? >&2"

    done = subprocess.run(
        ["sh", "-c", f"({line}) | head -n 1"],
        cwd=product.project,
        env=product.environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )

    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == "0\n"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/dev/full is Linux's")
def test_an_output_that_is_full_is_told_in_one_line(product, remembered):
    with open("/dev/full", "w") as full:
        listing = codewatch(product, "list", stdout=full, stderr=subprocess.PIPE, text=True)
        said = listing.communicate(timeout=60)[1]

    assert (listing.returncode, said) == (1, "codewatch: output: No space left on device\n")


def test_alone_on_a_terminal_it_shows_the_help(on_terminal):
    code, shown = on_terminal()

    assert code == 0
    assert shown.startswith("Usage: codewatch ")


def test_alone_on_a_pipe_it_is_the_mcp_server(product):
    client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": client}
    server = codewatch(product, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    answer, _ = server.communicate(json.dumps(hello) + "\n", timeout=60)

    assert json.loads(answer)["result"]["serverInfo"]["name"] == "codewatch"
    assert server.returncode == 0


def test_the_help_imports_no_command(product):
    assert [
        name for name in imported(product, "--help") if name.startswith(("codewatch.store", "rich", "pydantic"))
    ] == []


@pytest.mark.parametrize(
    "arguments", [("search", "x"), ("list",), ("status",), ("config", "list"), ("worker", "status")], ids=" ".join
)
def test_a_command_does_not_import_the_heavy_libraries(product, arguments):
    names = {name.partition(".")[0] for name in imported(product, *arguments)}

    assert names & HEAVY == set()
    assert "codewatch" in names


def test_the_settings_need_no_database(product):
    assert "peewee" not in imported(product, "config", "list")
