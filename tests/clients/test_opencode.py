"""opencode's sessions: what is read of the database, and what each row says."""

import json
import os
import sqlite3
import time
from contextlib import closing

import pytest

from codewatch import backfill
from codewatch.clients import opencode, transcripts
from codewatch.errors import TranscriptError
from codewatch.messages import REJECTED, Role

DONE = {"role": "assistant", "time": {"created": 2, "completed": 3}, "finish": "stop", "path": {"cwd": "/w"}}
OPEN = {"role": "assistant", "time": {"created": 2}, "path": {"cwd": "/w"}}
NOW_MS = int(time.time() * 1000)


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Give the folder of opencode's databases, which is empty."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("OPENCODE_DB", raising=False)
    return tmp_path / "opencode"


@pytest.fixture
def session(home, opencode_database, read_file):
    """Give a function that puts messages with their parts into a session, and returns the records of the session."""
    path = opencode_database.make(home / "opencode.db")

    def write(*messages, at_ms=1000, parent=None):
        rows = [{"table": "session", "id": "ses_1", "parent_id": parent, "directory": "/w", "time_created": 1}]
        for number, (data, parts) in enumerate(messages, 1):
            common = {"session_id": "ses_1", "time_created": at_ms + number}
            rows.append({"table": "message", "id": f"msg_{number}", **common, "data": data})
            rows += [
                {"table": "part", "id": f"prt_{number}{place}", "message_id": f"msg_{number}", **common, "data": part}
                for place, part in enumerate(parts)
            ]
        opencode_database.put(path, rows)
        return read_file(opencode, path / "ses_1")

    return write


def text(said, **more):
    """Return a part of text."""
    return {"type": "text", "text": said, **more}


def tool(name, state, call="c1"):
    """Return a part with a tool's use."""
    return {"type": "tool", "tool": name, "callID": call, "state": state}


USER = ({"role": "user", "time": {"created": 1}}, [text("Use tabs.")])


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("rows", [(Role.USER, "Add a night mode."), (Role.ASSISTANT, "Night mode is in style.css.")]),
        (
            "real",
            [
                (Role.USER, "SCN:tools make a calc module"),
                (Role.ASSISTANT, "I will create the module and list the folder."),
                (Role.ASSISTANT, "Now a small edit."), (Role.ASSISTANT, "Done: calc.py has an add function."),
            ],
        ),
    ],
)  # fmt: skip
def test_a_recorded_session_is_read_as_a_whole(home, opencode_database, read_file, told, name, said):
    opencode_database.make(home / "opencode.db", opencode_database.rows_of(name))
    (path,) = opencode.find_transcripts()

    records = read_file(opencode, path)

    spoken = [entry for entry in told.said(records) if entry[0] in (Role.USER, Role.ASSISTANT)]
    assert spoken == said
    assert [record.end for record in records[:-1]] == [record.start for record in records[1:]]
    assert not {"unreadable", "odd row", "odd part"} & set(told.skipped(records))
    assert {message.cwd for message in told.messages(records)} == {"/home/ana/work/tidepool"}


def test_what_a_plugin_has_put_in_is_not_speech(session, told):
    user = ({"role": "user", "time": {"created": 1}}, [text("Use tabs."), text("Memory: dots", synthetic=True)])

    records = session(user, (DONE, [text("Yes.")]))

    assert told.said(records) == [(Role.USER, "Use tabs."), (Role.ASSISTANT, "Yes.")]
    assert told.skipped(records).count("injected text") == 1


def test_an_answer_that_is_not_finished_waits_with_its_prompt(session, told):
    assert told.said(session(USER, (OPEN, [text("Half")]), at_ms=NOW_MS)) == []
    assert told.said(session(USER, (DONE, [text("Whole.")]), at_ms=NOW_MS))[1] == (Role.ASSISTANT, "Whole.")


def test_a_session_in_which_nothing_was_said_is_empty(session):
    assert session() == []
    assert session(USER, at_ms=NOW_MS) == []


def test_an_answer_that_broke_off_long_ago_is_taken_as_it_is(session, told):
    assert told.said(session(USER, (OPEN, [text("Half")]))) == [(Role.USER, "Use tabs."), (Role.ASSISTANT, "Half")]


def test_one_that_broke_off_before_others_waits_for_nothing(session, told):
    records = session(USER, (OPEN, [text("Half")]), USER, (DONE, [text("Whole.")]), at_ms=NOW_MS)

    assert [said for _, said in told.said(records)] == ["Use tabs.", "Half", "Use tabs.", "Whole."]


def test_what_is_given_does_not_change_when_the_program_adds_to_its_rows(home, session, opencode_database):
    session(USER, (DONE, [tool("bash", {"status": "completed", "output": "a", "time": {"start": 1}})]))
    before = read_bytes(home)
    changed = {**USER[0], "summary": {"title": "later", "diffs": [1]}}
    pruned = tool("bash", {"status": "completed", "output": "a", "time": {"start": 1, "compacted": 9}})

    session((changed, USER[1]), ({**DONE, "cost": 2}, [pruned]), USER, (DONE, [text("More.")]))

    assert read_bytes(home).startswith(before)


def read_bytes(home):
    """Return the lines of the session."""
    with opencode.open_transcript(str(home / "opencode.db" / "ses_1")) as stream:
        return stream.read()


@pytest.mark.parametrize(
    ("name", "state", "expected", "is_error"),
    [
        ("bash", {"status": "completed", "output": "x", "metadata": {"exit": 0}}, "x", False),
        ("bash", {"status": "completed", "output": "x", "metadata": {"exit": 2}}, "Exit code 2\nx", True),
        (
            "task",
            {"status": "completed", "output": "<task id>\n<task_result>\nOne.\n</task_result>\n</task>"},
            "One.",
            False,
        ),
        ("write", {"status": "error", "error": "Missing key"}, "Missing key", True),
        ("bash", {"status": "error", "error": "The user rejected permission to use this"}, REJECTED, True),
    ],
)
def test_a_tools_answer_is_what_other_clients_make_of_it(session, told, name, state, expected, is_error):
    call, result = told.messages(session(USER, (DONE, [tool(name, state)])))[1:]

    assert (call.tool, call.role, result.role) == (name, Role.TOOL_CALL, Role.TOOL_RESULT)
    assert (result.text, result.is_error, result.call) == (expected, is_error, call.call)


def test_files_and_our_own_tools_have_the_names_that_others_give_them(session, told):
    edit = tool("edit", {"status": "completed", "input": {"filePath": "/w/a.py", "oldString": "a"}, "output": ""})
    ours = tool("codewatch_recall", {"status": "completed", "input": {"query": "a"}, "output": "b"}, "c2")

    calls = [one for one in told.messages(session(USER, (DONE, [edit, ours]))) if one.role is Role.TOOL_CALL]

    assert calls[0].tool_input == {"file_path": "/w/a.py", "old_string": "a"}
    assert calls[1].tool == "mcp__codewatch__recall"


@pytest.mark.parametrize(
    ("written", "asked"),
    [('"Use tabs."', "Use tabs."), ('"say \\"hi\\" to"', 'say "hi" to'), ('"a" or "b"', '"a" or "b"'), ('"', '"')],
)
def test_the_marks_that_the_command_line_puts_around_a_prompt_are_taken_off(session, told, written, asked):
    assert told.said(session(({"role": "user"}, [text(written)]), (DONE, []))) == [(Role.USER, asked)]


def test_a_helpers_session_belongs_to_the_one_it_works_for(session, told):
    messages = told.messages(session(USER, (DONE, [text("Three.")]), parent="ses_0"))

    assert {(one.session, one.is_sidechain) for one in messages} == {("ses_0", True)}
    assert [one.stop for one in messages] == ["", "end_turn"]


def test_a_chunk_that_starts_in_the_middle_reads_the_same(home, session, read_file, told):
    records = session(USER, (DONE, [text("One."), text("Two.")]))

    assert read_file(opencode, home / "opencode.db" / "ses_1", records[-1].start) == [records[-1]]


def test_a_picture_is_named_and_other_files_are_not_heard(session, told):
    parts = [{"type": "file", "mime": "image/png"}, {"type": "file", "mime": "text/plain", "url": "data:"}]

    records = session(({"role": "user"}, parts), (DONE, []))

    assert told.said(records) == [(Role.USER, "[image]")]
    assert "file part" in told.skipped(records)


def test_reading_holds_up_nobody_who_writes(home, session, opencode_database):
    session(USER, (DONE, [text("Yes.")]))
    path = home / "opencode.db"

    with opencode.open_transcript(str(path / "ses_1")), closing(sqlite3.connect(path, timeout=0)) as writer:
        writer.execute("delete from part")
        writer.commit()
        busy = writer.execute("pragma wal_checkpoint(truncate)").fetchone()[0]

    assert busy == 0


def test_a_database_that_is_being_written_is_read_all_the_same(home, session, read_file, told):
    session(USER, (DONE, [text("Yes.")]))
    path = home / "opencode.db"

    with closing(sqlite3.connect(path)) as writer:
        writer.execute("begin immediate")
        records = read_file(opencode, path / "ses_1")

    assert len(told.said(records)) == 2


@pytest.mark.parametrize("name", ["opencode.db/ses_2", "other.db/ses_1"])
def test_a_session_that_is_gone_is_told_as_such(home, session, name):
    session(USER)

    with pytest.raises(TranscriptError):
        opencode.open_transcript(str(home / name))
    with pytest.raises(OSError, match=name.split("/")[1]):
        opencode.written_at(str(home / name))


def test_what_is_no_database_of_opencodes_is_passed_over(home, opencode_database):
    home.mkdir(exist_ok=True)
    (home / "opencode-old.db").write_text("no database")
    opencode_database.make(home / "opencode-dev.db", opencode_database.rows_of("rows"))

    assert list(opencode.find_transcripts()) == [str(home / "opencode-dev.db" / "ses_sample0001")]


def test_a_database_elsewhere_is_the_one_that_the_environment_names(home, opencode_database, tmp_path, monkeypatch):
    path = opencode_database.make(tmp_path / "mine.db", opencode_database.rows_of("rows"))
    monkeypatch.setenv("OPENCODE_DB", str(path))

    assert list(opencode.find_transcripts()) == [str(path / "ses_sample0001")]


def test_rows_that_nobody_knows_are_accounted_for(read_rows, told):
    rows = [{"table": "todo"}, {"table": "part", "data": {"type": "new-kind"}}, {}, b"no json\n"]

    records = read_rows(opencode, *rows)

    assert told.skipped(records) == ["todo row", "new-kind part", "unreadable", "unreadable"]


def test_text_that_is_no_unicode_is_given_as_lines_all_the_same(home, session, read_file, told):
    session(USER, (DONE, [text("a")]))
    with closing(sqlite3.connect(home / "opencode.db")) as writer:
        broken = json.dumps(text("a \ud800 b")).encode()
        writer.execute("update part set data = ? where id = 'prt_20'", (broken.decode(),))
        writer.commit()

    assert told.said(read_file(opencode, home / "opencode.db" / "ses_1"))[1] == (Role.ASSISTANT, "a ? b")


def test_a_stream_is_a_file_as_others_are(home, session):
    session(USER, (DONE, [text("Yes.")]))

    with opencode.open_transcript(str(home / "opencode.db" / "ses_1")) as stream:
        size = transcripts.size_of(stream)
        mark = transcripts.fingerprint(stream, size)

        assert size == transcripts.last_newline(stream, size)
        assert transcripts.still_holds(stream, size, mark)


@pytest.mark.parametrize("value", ["long ago", b"\xff\xfe", None])
@pytest.mark.parametrize(
    "statement",
    [
        "update session set time_updated = ?", "update session set time_created = ?",
        "update session set parent_id = ?", "update session set directory = ?",
        "update message set time_created = ?", "update message set time_updated = ?",
    ],
)  # fmt: skip
def test_a_column_that_holds_something_else_costs_no_message(home, session, read_file, told, statement, value):
    before = told.said(session(USER, (DONE, [text("Yes.")])))
    with closing(sqlite3.connect(home / "opencode.db")) as writer:
        writer.execute("pragma writable_schema = on")
        writer.execute("update sqlite_schema set sql = replace(sql, ' not null', '')")
        writer.commit()
    with closing(sqlite3.connect(home / "opencode.db")) as writer:
        writer.execute(statement, (value,))
        writer.commit()

    found = backfill.find([opencode], {}, since=0.0)

    assert [os.path.basename(one.path) for one in found.old] == ["ses_1"]
    assert told.said(read_file(opencode, home / "opencode.db" / "ses_1")) == before


def test_a_part_that_is_nested_too_deeply_costs_no_other(home, session, read_file, told):
    session(USER, (DONE, [text("a"), text("b")]))
    deep = json.dumps(tool("t", {"input": {}})).replace("{}", '{"a":' * 940 + "1" + "}" * 940)
    with closing(sqlite3.connect(home / "opencode.db")) as writer:
        writer.execute("update part set data = ? where id = 'prt_20'", (deep,))
        writer.commit()

    records = read_file(opencode, home / "opencode.db" / "ses_1")

    assert told.said(records) == [(Role.USER, "Use tabs."), (Role.ASSISTANT, "b")]
    assert len(records) == 6


@pytest.mark.parametrize("name", ["/etc/passwd", "../other.db/ses_1", "", "..", "a\0b", b"ses_1"])
def test_a_session_whose_id_is_no_name_is_passed_over(home, session, name):
    session(USER, (DONE, [text("Yes.")]))
    with closing(sqlite3.connect(home / "opencode.db")) as writer:
        writer.execute("insert into session select ?, '', null, '', '', '', null, 5, 5", (name,))
        writer.commit()

    assert list(opencode.find_transcripts()) == [str(home / "opencode.db" / "ses_1")]
