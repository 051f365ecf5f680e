"""A transcript whose last line is still being written (FEATURES F30, F32, B1)."""

import json
from pathlib import Path

import pytest

CASE = Path(__file__).parents[1] / "fixtures" / "cases" / "01-capture-torn-tail"


@pytest.fixture
def torn(product, tmp_path):
    """Give the case's transcript, whose fourth line is cut, in a folder of its own."""
    path = tmp_path / "transcript.jsonl"
    path.write_text((CASE / "transcript.jsonl").read_text().replace("__REPO__", str(product.project)))
    return path


def cursor_of(product, path):
    """Return the committed cursor of a transcript."""
    return product.sql("select cursor from transcript where path = ?", str(path))[0][0]


def test_the_whole_lines_are_observed_and_the_cut_one_waits(product, torn):
    finished = product.save(torn)
    product.drain()

    raw = torn.read_bytes()
    assert (finished.stdout, finished.stderr) == (b"", b"")
    assert cursor_of(product, torn) == raw.rfind(b"\n") + 1
    assert product.sql("select messages from session") == [(3,)]
    assert product.run("search", "port 8431 metrics").stdout.count("8431") >= 1


def test_the_rest_of_the_line_is_observed_once_and_whole(product, torn):
    product.save(torn)
    product.drain()
    with torn.open("a") as stream:
        stream.write((CASE / "rest.txt").read_text())

    product.save(torn)
    product.drain()

    assert cursor_of(product, torn) == torn.stat().st_size
    assert product.sql("select messages from session") == [(4,)]
    assert product.sql("select count(*), count(distinct key) from captured_record") == [(4, 4)]
    assert product.json("coverage", str(torn))["percent"] == 100.0


def test_an_event_with_nothing_new_makes_no_job(product, torn):
    with torn.open("a") as stream:
        stream.write((CASE / "rest.txt").read_text())
    product.save(torn)
    product.drain()

    product.save(torn)

    assert product.queue_sql("select count(*) from task") == [(0,)]


def test_a_broken_line_in_the_middle_is_counted_and_the_next_is_taken(product, torn):
    lines = torn.read_text().splitlines(keepends=True)
    torn.write_text("".join([*lines[:2], '{"type":"user","mess\n', *lines[2:]]))

    product.save(torn)
    product.drain()

    assert any("retries are capped at four" in content for content in product.contents())
    at = len("".join(lines[:2]).encode())
    assert f"unreadable lines of {torn}: 1, at byte {at}" in (product.data / "codewatch.log").read_text()
    status = product.json("status")
    assert status["memory"]["skipped_records"]["unreadable"] == 1
    assert "1 unreadable transcript line\n" in product.run("status").stdout


def test_the_payload_of_the_case_is_what_the_hook_reads(product, torn):
    payload = json.loads((CASE / "payload.json").read_text())
    payload.update(transcript_path=str(torn), cwd=str(product.project))

    product.hook("save", payload)

    assert product.queue_sql("select json_extract(data, '$.m.kwargs.path') from task") == [(str(torn),)]
