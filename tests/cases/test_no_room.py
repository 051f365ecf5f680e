"""The data directory cannot be written (FEATURES F18-F19): the session goes on, nothing is lost, and it is told."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from codewatch import paths

CASE = Path(__file__).parents[1] / "fixtures" / "cases" / "08-storage-no-room"
PAYLOADS = ("payload_start", "payload_prompt", "payload_tool", "payload_stop")
SCRIPT = {"payload_start": "recall", "payload_prompt": "recall", "payload_tool": "save", "payload_stop": "save"}
NEEDS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount a file system")
NEEDS_USER = pytest.mark.skipif(os.geteuid() == 0 and shutil.which("setpriv") is None, reason="root needs setpriv")


def wait_until(condition):
    """Wait until `condition` holds, at most a minute."""
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline, "the condition never came true"
        time.sleep(0.02)


@pytest.fixture
def transcript_of_the_case(product, tmp_path):
    """Give the case's transcript."""
    path = tmp_path / "transcript.jsonl"
    path.write_text((CASE / "transcript.jsonl").read_text().replace("__REPO__", str(product.project)))
    return path


def payload(product, name, transcript):
    """Return a payload of the case."""
    fields = json.loads((CASE / f"{name}.json").read_text())
    return {**fields, "transcript_path": str(transcript), "cwd": str(product.project)}


def answers(product, transcript, **environment):
    """Return what each hook printed and complained of."""
    runs = [product.hook(SCRIPT[name], payload(product, name, transcript), **environment) for name in PAYLOADS]
    return [(run.stdout == b"" or bool(json.loads(run.stdout)), run.stderr) for run in runs]


def test_a_plain_file_in_place_of_the_folder(product, transcript_of_the_case):
    product.data.write_text("not a folder")

    assert answers(product, transcript_of_the_case) == [(True, b"")] * 4
    finding = product.json("status", check=False)["findings"][0]
    assert str(product.data) in finding["what"]
    assert product.data.read_text() == "not a folder"


@pytest.mark.parametrize("home", ["/nonexistent", ""])
def test_a_home_that_is_not_there(product, transcript_of_the_case, home):
    found = answers(product, transcript_of_the_case, HOME=home)

    assert found == [(True, b"")] * 4
    assert not (product.project / "~").exists()


@pytest.fixture
def tiny(product):
    """Give the product a data directory on a file system of 600 kB."""
    product.data.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=600k,mode=700", "tmpfs", product.data], check=False)
    if mounted.returncode:
        pytest.skip("this machine lets nobody mount a file system")
    yield product
    subprocess.run(["umount", product.data], check=False)


@NEEDS_ROOT
def test_a_full_disk_and_then_room_again(tiny, transcript_of_the_case):
    tiny.run("remember", "There is a memory already, about the harbour chart.")
    (tiny.data / "filler").write_bytes(b"")
    fill(tiny.data / "filler")

    full = answers(tiny, transcript_of_the_case)
    (tiny.data / "filler").unlink()
    roomy = answers(tiny, transcript_of_the_case)
    tiny.drain()

    assert full == roomy == [(True, b"")] * 4
    assert any("conf/retry.toml" in text for text in tiny.contents())
    assert tiny.sql("pragma integrity_check") == [("ok",)]
    assert tiny.json("coverage")["percent"] == 100.0


def fill(path):
    """Write zeros until the disk is full."""
    try:
        with path.open("ab", buffering=0) as stream:
            while stream.write(b"\0" * 4096):
                continue
    except OSError:
        return


@NEEDS_ROOT
def test_a_job_waits_while_the_memory_cannot_be_written(tiny, transcript_of_the_case):
    tiny.run("remember", "There is a memory already, about the harbour chart.")
    tiny.save(transcript_of_the_case, event="SessionEnd")
    fill(tiny.data / "filler")

    worker = subprocess.Popen([sys.executable, "-I", "-m", "codewatch.workers", "run"], env=tiny.environment)
    wait_until(lambda: tiny.queue_sql("select 1 from task where attempts > 0") or worker.poll() is not None)
    wait_until(lambda: tiny.queue_sql("select 1 from task where owner is null") or worker.poll() is not None)
    worker.kill()
    worker.wait()
    (tiny.data / "filler").unlink()
    tiny.drain()

    assert tiny.queue_sql("select count(*) from failed_task") == [(0,)]
    assert any("conf/retry.toml" in text for text in tiny.contents())


@pytest.fixture
def read_only(product, transcript_of_the_case):
    """Give the product a memory in a folder that its user may read only; yields how to run something as that user."""
    product.run("remember", "We keep the retry settings in conf/retry.toml.")
    for path in (product.data, *product.data.iterdir()):
        path.chmod(0o555 if path.is_dir() else 0o444)
    yield product
    product.data.chmod(0o700)


def as_nobody(product, arguments, standard_input=b""):
    """Run a command as a user without rights where we are root, else as ourselves."""
    drop = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if os.geteuid() == 0 else []
    return subprocess.run(
        [*drop, *arguments], input=standard_input, env=product.environment, cwd="/", capture_output=True, check=False
    )


@NEEDS_USER
def test_a_read_only_folder_still_recalls(read_only, transcript_of_the_case):
    open_up(read_only.data)
    script = Path(paths.package_parent(), "codewatch", "hooks", "recall_script.py")
    fields = json.dumps(payload(read_only, "payload_prompt", transcript_of_the_case)).encode()

    finished = as_nobody(read_only, [sys.executable, "-I", "-S", str(script)], fields)

    if b"Permission denied" in finished.stderr or not finished.stdout:
        pytest.skip("a user without rights cannot reach the interpreter here")
    assert "conf/retry.toml" in read_only.context_of(finished.stdout)


def open_up(folder):
    """Let everybody pass through the folders above a folder."""
    for parent in folder.parents:
        if str(parent).startswith("/tmp/pytest"):
            parent.chmod(0o755)
