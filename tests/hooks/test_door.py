"""The door of the hooks: anything on standard input, one JSON object out, status 0 always."""

import json
import os
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest

from codewatch.hooks import door

PACKAGE_PARENT = Path(__file__).parents[2]
# What a hook does, as small as it gets: say back the prompt.
ECHO = f"""
import sys
sys.path.append({str(PACKAGE_PARENT)!r})
from codewatch.hooks import door
def main(client):
    prompt = door.read_payload().get("prompt")
    if prompt == "fail":
        raise ValueError("told so")
    if prompt:
        door.answer("UserPromptSubmit", prompt)
door.run(main, "claude")
"""


def start(folder: Path, *options: str, stdin: int, isolated: str = "-I") -> subprocess.Popen[bytes]:
    environment = {**os.environ, "CODEWATCH_DATA_DIR": str(folder), "PYTHONIOENCODING": "cp1252", "LC_ALL": "C"}
    return subprocess.Popen(
        [sys.executable, isolated, "-S", *options, "-c", ECHO],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    )


def say(folder: Path, raw: bytes, *options: str, isolated: str = "-I") -> tuple[int, bytes, bytes]:
    process = start(folder, *options, stdin=subprocess.PIPE, isolated=isolated)
    out, err = process.communicate(raw, timeout=30)
    return process.returncode, out, err


def prompt_in(out: bytes) -> str:
    return json.loads(out)["hookSpecificOutput"]["additionalContext"]


def log_of(folder: Path) -> list[str]:
    log = folder / "codewatch.log"
    return log.read_text().splitlines() if log.exists() else []


@pytest.mark.parametrize(
    "text", ["plain", 'quote " back \\ slash', "naïve 数据 \u2028 end", "tab\tline\n", "\U0001f534", "\x7f"]
)
def test_the_answer_is_one_ascii_json_object(tmp_path: Path, text: str) -> None:
    code, out, err = say(tmp_path, json.dumps({"prompt": text}).encode(), "-W", "always")

    assert (code, err, out.isascii(), prompt_in(out)) == (0, b"", True, text)


@pytest.mark.parametrize("isolated", ["-I", "-s"], ids=["as setup writes it", "by the environment's encoding"])
def test_a_payload_is_utf8_whatever_the_environment_says(tmp_path: Path, isolated: str) -> None:
    """CAP-14: cp1252 has no place for some bytes of these, and other letters for the rest."""
    code, out, err = say(tmp_path, '{"prompt": "naïve 数据 \U0001f534"}'.encode(), "-X", "utf8=0", isolated=isolated)

    assert (code, err, prompt_in(out)) == (0, b"", "naïve 数据 \U0001f534")


def test_a_byte_order_mark_and_bad_utf8_are_survived(tmp_path: Path) -> None:
    code, out, _ = say(tmp_path, b'\xef\xbb\xbf{"prompt": "bad \xff byte"}')

    assert (code, prompt_in(out)) == (0, "bad \ufffd byte")


def test_a_lone_surrogate_does_not_come_out_again(tmp_path: Path) -> None:
    _, out, _ = say(tmp_path, b'{"prompt": "half \\ud83d end"}')

    assert prompt_in(out).encode("utf-8").startswith(b"half ")


@pytest.mark.parametrize("raw", [b"", b"  \n", b"\xef\xbb\xbf", b"{}", b'{"prompt": null}', b'{"prompt": {"a": 1}}'])
def test_nothing_in_is_nothing_out_without_noise(tmp_path: Path, raw: bytes) -> None:
    assert say(tmp_path, raw) == (0, b"", b"")
    assert log_of(tmp_path) == []


@pytest.mark.parametrize("raw", [b"not json secret", b'{"prompt": "cut', b"[1]", b'"text"', b"{" * 5_000])
def test_malformed_input_is_one_log_line_with_its_size_only(tmp_path: Path, raw: bytes) -> None:
    assert say(tmp_path, raw) == (0, b"", b"")

    (line,) = log_of(tmp_path)
    assert f"payload of {len(raw)} bytes is not" in line
    assert "secret" not in line


def test_an_error_is_one_log_line_and_status_0(tmp_path: Path) -> None:
    assert say(tmp_path, b'{"prompt": "fail"}') == (0, b"", b"")

    (line,) = log_of(tmp_path)
    assert line.endswith("hook ValueError: told so")


def test_an_error_without_a_data_directory_is_still_status_0(tmp_path: Path) -> None:
    assert say(tmp_path / "missing", b"broken") == (0, b"", b"")


def test_a_payload_of_tens_of_megabytes_is_read(tmp_path: Path) -> None:
    raw = json.dumps(
        {"prompt": "small", "tool_response": {"stdout": "x" * 30_000_000}, "last": "y" * 10_000_000}
    ).encode()

    assert prompt_in(say(tmp_path, raw)[1]) == "small"


def test_standard_input_that_never_closes_is_read_for_a_second(tmp_path: Path) -> None:
    process = start(tmp_path, stdin=subprocess.PIPE)
    assert process.stdin
    assert process.stdout
    process.stdin.write(b'{"prompt": "open"}')
    process.stdin.flush()
    begun = time.monotonic()

    out = process.stdout.read()

    assert prompt_in(out) == "open"
    assert time.monotonic() - begun < 3
    process.communicate()


def test_a_terminal_is_not_waited_for(tmp_path: Path) -> None:
    master, slave = os.openpty()
    begun = time.monotonic()

    out, _ = start(tmp_path, stdin=slave).communicate(timeout=30)

    assert (out, time.monotonic() - begun < 0.9) == (b"", True)
    os.close(master)
    os.close(slave)


def test_standard_input_and_output_may_be_closed(tmp_path: Path) -> None:
    command = f"exec {shlex.quote(sys.executable)} -I -S -c 'import sys; exec(sys.argv[1])' \"$1\" <&- >&-"

    done = subprocess.run(["sh", "-c", command, "sh", ECHO], env={"CODEWATCH_DATA_DIR": str(tmp_path)}, check=False)

    assert done.returncode == 0


def test_a_reader_that_has_gone_is_no_error(tmp_path: Path) -> None:
    process = start(tmp_path, stdin=subprocess.PIPE)
    assert process.stdin
    assert process.stdout
    process.stdout.close()
    process.stdin.write(json.dumps({"prompt": "x" * 200_000}).encode())
    process.stdin.close()

    assert process.wait(timeout=30) == 0
    assert log_of(tmp_path) == []


def test_standard_input_blocks_again_afterwards() -> None:
    read, write = os.pipe()
    kept = os.dup(0)
    os.dup2(read, 0)
    os.close(write)
    try:
        door.read_stdin()
        assert os.get_blocking(0)
    finally:
        os.dup2(kept, 0)
        os.close(kept)
        os.close(read)


def test_fields_are_the_scalars_of_the_top_level_as_text() -> None:
    raw = b'{"a": "x", "n": 7, "t": true, "none": null, "deep": {"a": "y"}, "list": [1]}'

    assert door.parse_payload(raw) == {"a": "x", "n": "7", "t": "1"}
