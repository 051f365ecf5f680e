"""Reading stretches of a transcript file: whole lines, bounded memory, and only regular files."""

import os

import pytest

from codewatch.clients import transcripts
from codewatch.clients.transcripts import Line
from codewatch.errors import TranscriptError


@pytest.fixture
def opened(tmp_path):
    """Give a function that writes bytes to a file and opens it as a transcript."""
    streams = []

    def write(raw):
        path = tmp_path / "session.jsonl"
        path.write_bytes(raw)
        streams.append(transcripts.open_transcript(str(path)))
        return streams[-1]

    yield write
    [stream.close() for stream in streams]


def lines(stream, start=0, end=10**9):
    return list(transcripts.read_lines(stream, start, end))


def test_whole_lines_come_with_the_bytes_they_span(opened):
    stream = opened(b"one\n\ntwo \xff\n")

    assert lines(stream) == [Line(0, 4, b"one\n"), Line(4, 5, b"\n"), Line(5, 11, b"two \xff\n")]


@pytest.mark.parametrize("raw", [b"", b"torn", b"whole\ntorn"])
def test_a_last_line_without_its_newline_is_left(opened, raw):
    read = lines(opened(raw))

    assert [line.end for line in read] == [6] * raw.count(b"\n")


def test_reading_starts_at_the_cursor_and_stops_at_the_end(opened):
    stream = opened(b"one\ntwo\nthree\n")

    assert lines(stream, 4, 8) == [Line(4, 8, b"two\n")]
    assert lines(stream, 4, 5) == [Line(4, 8, b"two\n")]
    assert lines(stream, 8, 8) == []


@pytest.mark.parametrize("length", [11, 20, 21, 35])
def test_a_line_that_is_too_long_to_hold_is_passed_over(opened, monkeypatch, length):
    monkeypatch.setattr(transcripts, "LONGEST_LINE", 10)
    stream = opened(b"one\n" + b"x" * (length - 1) + b"\ntwo\n")

    assert lines(stream) == [
        Line(0, 4, b"one\n"), Line(4, 4 + length, None), Line(4 + length, 8 + length, b"two\n"),
    ]  # fmt: skip


@pytest.mark.parametrize("length", [10, 15, 25])
def test_a_torn_line_that_is_too_long_is_left(opened, monkeypatch, length):
    monkeypatch.setattr(transcripts, "LONGEST_LINE", 10)

    assert lines(opened(b"one\n" + b"x" * length)) == [Line(0, 4, b"one\n")]


def test_a_line_of_exactly_the_longest_length_is_held(opened, monkeypatch):
    monkeypatch.setattr(transcripts, "LONGEST_LINE", 10)

    assert lines(opened(b"123456789\n")) == [Line(0, 10, b"123456789\n")]


def test_a_file_that_shrinks_while_it_is_read_ends_there(opened, tmp_path):
    stream = opened(b"one\n" + b"two\n" * 100_000)
    reading = transcripts.read_lines(stream, 0, 400_004)
    first = next(reading)

    os.truncate(tmp_path / "session.jsonl", 4)

    assert first == Line(0, 4, b"one\n")
    assert len(list(reading)) < 100_000


@pytest.mark.parametrize(
    ("raw", "size", "expected"),
    [
        (b"", 0, 0), (b"torn", 4, 0), (b"a\nb\n", 4, 4), (b"a\nb\ntorn", 8, 4), (b"a\nb\n", 3, 2),
        (b"a\n" + b"x" * 200_000, 200_002, 2),
    ],
)  # fmt: skip
def test_the_last_newline_is_found(opened, raw, size, expected):
    assert transcripts.last_newline(opened(raw), size) == expected


@pytest.mark.parametrize(("limit", "expected"), [(100, 0), (8, 0), (5, 4), (4, 8), (1, 8)])
def test_looking_back_starts_at_a_line(opened, limit, expected):
    assert transcripts.look_back(opened(b"one\ntwo\n"), 8, limit) == expected


def test_a_file_that_grew_keeps_its_fingerprint(opened):
    before = transcripts.fingerprint(opened(b"one\ntwo\n"), 4)

    assert transcripts.fingerprint(opened(b"one\ntwo\nthree\n"), 4) == before


@pytest.mark.parametrize("changed", [b"X" + b"a" * 5000, b"a" * 4990 + b"X" * 11, b"a" * 5000 + b"X"])
def test_a_file_with_another_head_or_another_end_has_another_fingerprint(opened, changed):
    before = transcripts.fingerprint(opened(b"a" * 5001), 5001)

    assert transcripts.fingerprint(opened(changed), 5001) != before


def test_a_missing_transcript_is_said(tmp_path):
    with pytest.raises(TranscriptError, match="No such file"):
        transcripts.open_transcript(str(tmp_path / "gone.jsonl"))


def test_a_folder_is_no_transcript(tmp_path):
    with pytest.raises(TranscriptError, match="not a regular file"):
        transcripts.open_transcript(str(tmp_path))


@pytest.mark.timeout(20)
def test_a_fifo_is_no_transcript_and_holds_nothing_up(tmp_path):
    os.mkfifo(tmp_path / "fifo.jsonl")

    with pytest.raises(TranscriptError, match="not a regular file"):
        transcripts.open_transcript(str(tmp_path / "fifo.jsonl"))


@pytest.mark.parametrize("path", ["/dev/zero", "a\0b", "x" * 5000])
def test_a_path_that_names_no_file_is_said(path):
    with pytest.raises(TranscriptError):
        transcripts.open_transcript(path)


def test_a_link_to_a_transcript_is_followed(tmp_path):
    (tmp_path / "real.jsonl").write_bytes(b"one\n")
    (tmp_path / "link.jsonl").symlink_to(tmp_path / "real.jsonl")

    with transcripts.open_transcript(str(tmp_path / "link.jsonl")) as stream:
        assert lines(stream) == [Line(0, 4, b"one\n")]


def test_an_open_transcript_knows_its_path(tmp_path):
    (tmp_path / "one.jsonl").write_bytes(b"one\n")

    with transcripts.open_transcript(str(tmp_path / "one.jsonl")) as stream:
        assert stream.name == str(tmp_path / "one.jsonl")
