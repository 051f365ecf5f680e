"""Credentials and private parts in every place they turn up: nothing of them lands anywhere (FEATURES B5, DESIGN 9)."""

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from codewatch import chunks, pipeline
from codewatch.categories import Category, Priority
from codewatch.observations import Observation, Origin
from codewatch.slices import TranscriptSlice
from codewatch.store.clock import utc_now
from codewatch.store.database import open_memory

CASES = Path(__file__).parents[1] / "fixtures" / "cases"
SECRETS = CASES / "12-privacy-secrets"
TAGS = json.loads((CASES / "13-privacy-private-tags" / "inputs.json").read_text())
VANISH = (SECRETS / "must_vanish.txt").read_text().split("\n")[:-1]
STAY = (SECRETS / "must_stay.txt").read_text().split("\n")[:-1]


def echo(messages, *, project_root):
    """Observe everything that is said or done, word for word."""
    return [
        Observation(
            text[:480], Category.LEARNING, Priority.MEDIUM, message.at, source=f"{message.key}/{number}",
            session=message.session, branch=message.branch, cwd=message.cwd, origin=Origin.USER,
        )
        for message in messages
        if not message.is_observed
        for number, text in enumerate([message.text, json.dumps(dict(message.tool_input))])
        if text.strip("{} ")
    ]  # fmt: skip


def everything(folder):
    """Return the bytes of every file below a folder."""
    return b"\n".join(path.read_bytes() for path in sorted(Path(folder).rglob("*")) if path.is_file())


def observe_everything(product, path, chunk=chunks.NORMAL):
    """Observe a transcript with `echo` and return all that was remembered."""
    piece = TranscriptSlice(
        "claude", str(path), path.stat().st_size, "sess-1", str(product.project), str(product.project), "main"
    )
    observer: Any = SimpleNamespace(name="echo", observe=echo)
    with open_memory(str(product.data)):
        list(pipeline.observe_slice(piece, observer=observer, now="2026-12-01T10:00:00.000Z", chunk=chunk))
    return "\n".join(product.contents())


@pytest.fixture
def transcript_of_the_case(product, tmp_path):
    """Give the case's transcript, in the product's project."""
    path = tmp_path / "transcript.jsonl"
    path.write_text((SECRETS / "transcript.jsonl").read_text().replace("__REPO__", str(product.project)))
    return path


@pytest.mark.parametrize("chunk", [chunks.NORMAL, chunks.ChunkSize(1, 1)], ids=["one slice", "smallest slices"])
def test_no_credential_lands_and_the_words_around_stay(product, transcript_of_the_case, chunk):
    kept = observe_everything(product, transcript_of_the_case, chunk)

    stored = everything(product.data)
    assert [secret for secret in VANISH if secret.encode() in stored] == []
    assert [text for text in STAY if text not in kept] == []
    assert "the staging database" in kept.lower()
    assert "deploy is broken" in kept
    assert "[redacted:" in kept


def test_no_credential_is_anywhere_after_the_hooks_the_queue_and_the_worker(product, transcript_of_the_case):
    payload = json.loads((SECRETS / "payload.json").read_text())
    fields = {**payload, "transcript_path": str(transcript_of_the_case), "cwd": str(product.project)}
    product.hook("save", fields)
    product.hook("save", {**fields, "transcript_path": None})
    before = everything(product.data)
    product.drain()

    assert [secret for secret in [*VANISH, "glpat-FAKE"] if secret.encode() in before] == []
    assert [secret for secret in [*VANISH, "glpat-FAKE"] if secret.encode() in everything(product.data)] == []
    said = product.recall("what about the staging database and the deploy?") + product.run("list").stdout
    assert [secret for secret in VANISH if secret in said] == []


def row_of(via, text):
    """Return the transcript row by which a text arrives."""
    if via in ("prompt", "user_row"):
        return {"type": "user", "message": {"role": "user", "content": text}}
    if via == "assistant_row":
        return {"type": "assistant", "message": {"role": "assistant", "content": [{"type": "text", "text": text}]}}
    if via == "tool_input":
        use = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": text}}
        return {"type": "assistant", "message": {"role": "assistant", "content": [use]}}
    return {
        "type": "user",
        "message": {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": text}]},
    }


@pytest.mark.parametrize("case", TAGS, ids=[f"{case['via']}-{number}" for number, case in enumerate(TAGS)])
def test_what_is_private_never_lands(product, transcript, case):
    if case["via"] == "mcp_remember":
        product.run("remember", case["text"])
        kept = "\n".join(product.contents())
    elif case["via"] == "last_assistant_message":
        fields = {"session_id": "s", "cwd": str(product.project), "hook_event_name": "Stop", "transcript_path": None}
        product.hook("save", {**fields, "last_assistant_message": case["text"]})
        (data,) = product.queue_sql("select data from task")
        kept = str(data[0])
    else:
        path = transcript.add(row_of(case["via"], case["text"])).path
        product.save(path)
        queued = everything(product.data)
        assert [word for word in case["hide"] if word.encode() in queued] == []
        kept = observe_everything(product, path)
    product.drain()

    assert [word for word in case["hide"] if word.encode() in everything(product.data)] == []
    assert [word for word in case["keep"] if word not in kept] == []


def test_what_the_assistant_repeats_of_a_private_part_vanishes_too(product, transcript):
    transcript.user("Write the invoice. <private>The customer is Halvorsen Marine, pass phrase koala-77</private>")
    transcript.assistant("The invoice for Halvorsen Marine is written; koala-77 opens it.")
    transcript.tool("Bash", {"command": "open invoice --phrase koala-77"}, "opened for halvorsen marine")

    kept = observe_everything(product, transcript.path)

    assert "The invoice for [private] [private] is written; [private] opens it." in kept
    assert "open invoice --phrase" in kept
    stored = everything(product.data).lower()
    assert not any(word in stored for word in (b"halvorsen", b"koala"))


def test_a_secret_that_is_split_over_two_blocks_vanishes(product, transcript):
    token = "ghp_" + "a1B2c3D4" * 5
    transcript.assistant(f"The token is {token[:14]}")
    transcript.assistant(f"{token[14:]} and it works.")

    kept = observe_everything(product, transcript.path)

    assert "The token is [redacted:github-token]" in kept
    assert token[:14] not in kept
    assert token[-14:] not in kept


def test_a_value_under_a_telling_name_of_a_tools_input_vanishes(product, transcript):
    transcript.tool(
        "Connect", {"host": "db", "password": "zebra4411", "nested": {"api_key": "f" * 8 + "1234abcd"}}, "ok"
    )

    kept = observe_everything(product, transcript.path)

    assert '"password": "[redacted:secret-value]"' in kept
    assert "1234abcd" not in kept
    assert '"host": "db"' in kept


def test_the_users_own_patterns_are_taken_everywhere(product, transcript):
    own = {"CODEWATCH_REDACT_PATTERNS": '["badge=ACME-[0-9]{4}"]'}
    fields = {"session_id": "s", "cwd": str(product.project), "hook_event_name": "Stop", "transcript_path": None}
    product.hook("save", {**fields, "last_assistant_message": "Always use badge ACME-1234 for the door."}, **own)
    product.save(transcript.user("Always use badge ACME-1234 for the door, never another one.").path)
    queued = everything(product.data)
    product.drain(**own)
    product.run("remember", "The badge is ACME-1234.", **own)

    assert b"ACME-1234" not in queued
    assert b"ACME-1234" not in everything(product.data)
    assert any("[redacted:badge]" in text for text in product.contents())


def test_the_users_own_patterns_are_read_from_the_settings_files_by_the_hook_too(product):
    settings = product.home / ".config" / "codewatch-memory" / "config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text('redact_patterns = ["ACME-[0-9]{4}"]\n')
    fields = {"session_id": "s", "cwd": str(product.project), "hook_event_name": "Stop", "transcript_path": None}

    product.hook("save", {**fields, "last_assistant_message": "The badge is ACME-1234."})

    assert b"ACME-1234" not in everything(product.data)
    assert b"[redacted:own]" in everything(product.data)


CANARIES = {
    "sentence": "The deploy token is ghp_{0} for now.", "env": "DB_PASSWORD=can4ry{0}",
    "url": "postgres://a:can4ry{0}@db/x",
    "header": "Authorization: Bearer can4ry{0}",
    "pem": "-----BEGIN PRIVATE KEY-----\ncan4ry{0}\n-----END PRIVATE KEY-----",
    "private": "<private>can4ry{0}</private> go on", "option": "curl -u ana:can4ry{0} https://x.test",
}  # fmt: skip


def test_after_a_session_full_of_canaries_no_file_holds_one(product, transcript):
    """In talk, calls, results and errors, through two workers, a failure and a search."""
    for name, form in CANARIES.items():
        text = form.format("a1B2" * 10)
        transcript.user(f"Always remember this about {name}: {text}")
        transcript.assistant(f"We decided to keep {text} because it is needed.")
        transcript.tool("Bash", {"command": f"run {text}"}, f"error: cannot use {text}\n1 failed in 2s", is_error=True)
        transcript.tool("Write", {"file_path": "/x/.env", "content": text}, "written")
    product.save(transcript.path)
    gone = transcript.path.parent / "api_key=can4ry1234567890abcd.jsonl"
    gone.write_text("{}\n")
    product.save(gone)
    gone.unlink()
    product.drain()
    product.run("remember", CANARIES["env"].format("a1B2" * 10))
    product.run("search", "can4ry a1B2", check=False)
    environment = {**product.environment, "CODEWATCH_LOG_LEVEL": "debug"}
    subprocess.run(
        [sys.executable, "-I", "-m", "codewatch", "reflect"], env=environment, cwd=product.project, check=False
    )

    found = everything(product.data).replace(str(gone).encode(), b"")
    assert product.contents()
    assert b"a1B2a1B2" not in found
    assert b"can4rya1B2" not in found
    assert {oct(os.stat(path).st_mode & 0o077) for path in product.data.rglob("*")} == {"0o0"}


def test_what_was_private_far_before_vanishes_in_later_chunks_too(product, transcript):
    transcript.user("<private>the client is called Halvorsen and otter-77x</private> start please")
    for number in range(220):
        transcript.tool("Bash", {"command": f"ls d{number}"}, f"file{number}")
    transcript.assistant("The root cause was that the Halvorsen table had otter-77x in it.")

    kept = observe_everything(product, transcript.path, chunks.ChunkSize(10**9, 50))

    assert "The root cause was that the [private] table had [private] in it." in kept
    stored = everything(product.data).lower()
    assert not any(word in stored for word in (b"halvorsen", b"otter-77x"))


def test_what_was_private_in_a_pause_vanishes_after_it_too(product, transcript):
    product.run("pause", "--capture")
    said = row_of("user_row", "<private>the client is Halvorsen, code otter-77x</private> fix it")
    transcript.add({**said, "timestamp": utc_now()})
    product.run("resume")
    answer = row_of("assistant_row", "The root cause: the Halvorsen invoice had otter-77x in it.")
    transcript.add({**answer, "timestamp": "2099-01-01T00:00:00.000Z"})

    kept = observe_everything(product, transcript.path)

    assert "the [private] invoice had [private] in it" in kept
    assert "fix it" not in kept


TOKEN = "ghp_" + "a1B2c3D4" * 5


def test_no_field_of_an_import_keeps_a_secret(product, tmp_path):
    row = {"content": "Use uv here", "files": [f"a/{TOKEN}.py"], "topics": [TOKEN], "branch": f"b-{TOKEN}", "id": TOKEN}
    row["project"] = str(tmp_path / TOKEN)
    (tmp_path / "rows.jsonl").write_text(json.dumps(row) + "\n")

    first = product.json("import", str(tmp_path / "rows.jsonl"))
    again = product.json("import", str(tmp_path / "rows.jsonl"))

    assert (first["items"], again["known"]) == (1, 1)
    assert TOKEN.encode() not in everything(product.data)


def test_no_name_in_a_transcript_or_a_command_keeps_a_secret(product, transcript):
    transcript.add({"type": TOKEN, "content": "x"})
    transcript.add({"type": "attachment", "attachment": {"type": TOKEN}})
    transcript.add({**row_of("user_row", "Always use tabs here."), "sessionId": f"s-{TOKEN}", "gitBranch": TOKEN})
    transcript.tool("Write", {"file_path": f"{product.project}/{TOKEN}.py", TOKEN: "x"}, "ok")
    product.run("remember", "Tabs are kept", "--file", f"{TOKEN}.py", "--branch", f"b-{TOKEN}")

    observe_everything(product, transcript.path)
    product.hook("save", {"cwd": str(product.project), "transcript_path": f"/x/{TOKEN}", "hook_event_name": TOKEN})

    assert TOKEN.encode() not in everything(product.data)
    assert "is missing" in (product.data / "codewatch.log").read_text()


@pytest.mark.parametrize("patterns", ["halvorsen-secret(", '["halvorsen-secret'])
def test_a_last_message_is_not_saved_while_the_patterns_are_wrong(product, patterns):
    product.run("remember", "Tabs are kept")
    fields = {"session_id": "s", "cwd": str(product.project), "hook_event_name": "Stop", "transcript_path": None}

    product.hook("save", {**fields, "last_assistant_message": "We chose zebra."}, CODEWATCH_REDACT_PATTERNS=patterns)

    stored = everything(product.data)
    assert b"zebra" not in stored
    assert b"halvorsen" not in stored
    assert b"the last message is not saved" in stored


def test_a_spooled_job_that_is_no_text_stays_private_and_out_of_the_log(product, transcript):
    (product.data / "spool").mkdir(parents=True)
    job = product.data / "spool" / "00000000000000000001-1.json"
    job.write_bytes(b'{"arguments": "zebra \xff"}')
    job.chmod(0o644)

    product.drain()

    aside = job.with_name(job.name + ".unreadable")
    assert oct(aside.stat().st_mode & 0o777) == "0o600"
    assert "zebra" not in (product.data / "codewatch.log").read_text()


def test_the_proof_finds_a_forgotten_row_in_the_backup_of_the_old_program(product):
    product.data.mkdir(mode=0o700)
    old = (CASES.parent / "typescript" / "codewatch.sql").read_text()
    with sqlite3.connect(product.data / "codewatch.db") as database:
        database.executescript(old)
        (row_id,) = database.execute("select id from observations limit 1").fetchone()
        database.execute("update observations set content = ? where id = ?", (f"The key is {TOKEN} here", row_id))
    database.close()
    product.run("list")
    ((memory,),) = product.sql("select id from observation where content like 'The key is %'")

    done = product.run("forget", str(memory), "--proof", check=False)

    assert done.returncode != 0
    assert ".bak" in done.stderr
    assert TOKEN not in done.stdout + done.stderr
