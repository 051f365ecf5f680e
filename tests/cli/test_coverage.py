"""`codewatch coverage`: what became of every byte, and whether that is all right (FEATURES B1)."""

import json

KEYS = {
    "transcripts", "bytes", "observed", "skipped", "redacted", "failed", "missing", "pending", "percent", "gaps",
}  # fmt: skip


def report(product, *arguments):
    """Return the exit code and the report."""
    done = product.run("coverage", *arguments, "--json", check=False)
    return done.returncode, json.loads(done.stdout)


def test_of_nothing_it_is_100(product):
    code, found = report(product)

    assert code == 0
    assert found.keys() >= KEYS
    assert (found["transcripts"], found["percent"], found["gaps"]) == (0, 100.0, [])


def test_every_byte_of_an_observed_transcript_is_accounted_for(product, session):
    session.add({"type": "user", "isMeta": True, "message": {"role": "user", "content": "not speech"}})
    session.user("My password is <private>hunter2</private>, forget it at once please.")
    product.save(session.path)
    product.drain()

    code, found = report(product)

    assert (code, found["percent"], found["gaps"]) == (0, 100.0, [])
    assert found["observed"] + found["skipped"] + found["redacted"] == found["bytes"] == session.path.stat().st_size
    assert min(found["observed"], found["skipped"], found["redacted"]) > 0


def test_a_last_line_that_is_not_whole_does_not_count(product, session):
    whole = session.path.stat().st_size
    with session.path.open("a") as stream:
        stream.write('{"type": "user", "mess')
    product.save(session.path)
    product.drain()

    code, found = report(product, str(session.path))

    assert (code, found["bytes"], found["percent"]) == (0, whole, 100.0)


def test_what_waits_in_the_queue_is_pending_and_no_fault(product, session):
    product.save(session.path)

    code, found = report(product)

    assert code == 0
    assert (found["transcripts"], found["pending"], found["percent"]) == (1, session.path.stat().st_size, 0.0)
    assert (found["missing"], found["failed"]) == (0, 0)


def test_what_was_written_since_is_pending_and_no_fault(product, session):
    product.save(session.path)
    product.drain()
    before = session.path.stat().st_size
    session.user("and one more thing")

    code, found = report(product, str(session.path))

    assert (code, found["pending"]) == (0, session.path.stat().st_size - before)
    assert 0 < found["percent"] < 100


def test_a_transcript_that_nobody_asked_for_is_missing(product, session):
    code, found = report(product, str(session.path))

    size = session.path.stat().st_size
    assert (code, found["missing"], found["percent"]) == (1, size, 0.0)
    assert found["gaps"] == [{"path": str(session.path), "start": 0, "end": size, "what": "missing"}]


def test_a_job_that_was_given_up_has_failed(product, session, put_failed):
    size = session.path.stat().st_size
    put_failed(session.path, end=size, error="TranscriptError: no reason")

    code, found = report(product)

    assert (code, found["failed"], found["pending"]) == (1, size, 0)
    assert found["gaps"] == [
        {"path": str(session.path), "start": 0, "end": size, "what": "failed", "reason": "TranscriptError: no reason"}
    ]
    assert "TranscriptError: no reason" in product.run("coverage", check=False).stdout


def test_only_what_lies_past_the_cursor_has_failed(product, session, put_failed):
    product.save(session.path)
    product.drain()
    before = session.path.stat().st_size
    session.user("and one more thing")
    put_failed(session.path, end=session.path.stat().st_size)

    code, found = report(product)

    assert (code, found["failed"]) == (1, session.path.stat().st_size - before)
    assert found["gaps"][0]["start"] == before


def test_a_failure_that_later_work_has_covered_is_none(product, session, put_failed):
    put_failed(session.path, end=session.path.stat().st_size)
    product.save(session.path)
    product.drain()

    code, found = report(product)

    assert (code, found["failed"], found["percent"]) == (0, 0, 100.0)


def test_a_failed_job_that_is_tried_again_is_pending(product, session, put_failed):
    put_failed(session.path, end=session.path.stat().st_size)
    product.run("queue", "retry", "--all")

    code, found = report(product)

    assert (code, found["pending"], found["failed"]) == (0, session.path.stat().st_size, 0)


def test_a_hole_in_the_ledger_is_missing(product, session):
    product.save(session.path)
    product.drain()
    start, end = product.sql("select start, end from span order by start limit 1")[0]
    product.sql("delete from span where start = ?", start)

    code, found = report(product)

    assert (code, found["missing"]) == (1, end - start)
    assert found["gaps"] == [{"path": str(session.path), "start": start, "end": end, "what": "missing"}]
    assert found["percent"] < 100


def test_one_client_or_transcript_can_be_asked_for(product, session, tmp_path):
    product.save(session.path)
    product.drain()

    assert report(product, "--client", "claude")[1]["transcripts"] == 1
    assert report(product, str(session.path))[1]["transcripts"] == 1


def test_a_transcript_that_the_client_has_deleted_stays_counted(product, session):
    product.save(session.path)
    product.drain()
    size = session.path.stat().st_size
    session.path.unlink()

    code, found = report(product)

    assert (code, found["bytes"], found["percent"]) == (0, size, 100.0)


def test_people_see_a_line_a_transcript_and_the_sum(product, session):
    product.save(session.path)
    product.drain()

    first, last = product.run("coverage").stdout.splitlines()

    assert first.split()[0] == "100.000"
    assert last.startswith(f"100.000 % of {session.path.stat().st_size} bytes in 1 transcript: ")
