"""`codewatch queue`: what waits, runs and failed, and what can be done about it."""

import json

KEYS = {
    "pending", "leased", "scheduled", "failed", "oldest_age_s", "worker", "providers", "last_success_at", "last_day",
}  # fmt: skip


def test_an_empty_queue_has_every_key(product):
    status = product.json("queue", "status")

    assert status.keys() >= KEYS
    assert (status["pending"], status["leased"], status["scheduled"], status["failed"]) == (0, 0, 0, 0)
    assert status["oldest_age_s"] is None


def test_a_saved_turn_waits(product, session):
    product.save(session.path)

    status = product.json("queue", "status")

    assert status["pending"] == 1
    assert 0 <= status["oldest_age_s"] < 60
    assert product.run("queue", "status").stdout.startswith("1 waiting, 0 running, 0 scheduled, 0 failed, the oldest ")


def test_a_queue_of_an_older_codewatch_is_brought_up_to_date(product, session, put_failed):
    put_failed("/a.jsonl", row_id=3)
    product.queue_sql("alter table failed_task drop column reply")
    product.queue_sql("drop table enqueued_transcript")

    product.save(session.path)
    shown = product.json("queue", "show", "3")
    product.queue_sql("alter table failed_task drop column reply")
    product.save(session.path.parent / "gone.jsonl")
    product.drain()

    assert shown["reply"] == ""
    assert [row["id"] for row in product.json("queue", "failed")] == [3]
    assert any("Decimal" in text for text in product.contents())


def test_a_job_shows_how_often_it_was_tried(product, session):
    product.save(session.path)
    product.queue_sql("update task set attempts = 2, error = 'OSError: away'")

    (job,) = product.json("queue", "status")["jobs"]

    assert (job["attempts"], job["state"], job["path"]) == (2, "waiting", str(session.path))
    assert "2 tries, 0 deaths" in product.run("queue", "status").stdout


def test_what_became_of_the_jobs_of_the_last_day_is_counted(product, session):
    """Huey's own statistics, kept by the worker; their texts pass the gate like all others."""
    product.save(session.path)
    product.drain()
    product.save(session.path.parent / "gone.jsonl")
    other = session.path.parent / "api_key=sk-live-1234567890abcdef1234.jsonl"
    other.write_text("{}\n" * 5)
    product.save(other)
    other.unlink()
    product.drain()

    day = product.json("queue", "status")["last_day"]

    assert (day["done"], day["errors"], day["retries"]) == (1, 1, 0)
    shown = f"last 24 hours: done 1 ({day['mean_s']:.2f} s each), errors 1, tried again 0; last saved 2"
    assert shown in product.run("queue", "status").stdout
    (error,) = product.queue_sql("select error from huey_event where error is not null")[0]
    assert error.startswith("TranscriptError: ")
    assert "1234567890" not in error


def test_the_failed_list_is_newest_first_with_the_reason(product, put_failed):
    put_failed("/a.jsonl", error="TranscriptError: first", row_id=3)
    put_failed("/b.jsonl", error="TranscriptError: second", row_id=9)

    rows = product.json("queue", "failed")

    assert all(row["reply"] == "" for row in rows)
    assert [(row["id"], row["error"]) for row in rows] == [
        (9, "TranscriptError: second"),
        (3, "TranscriptError: first"),
    ]
    assert rows[0].keys() >= {"id", "task", "attempts", "error", "enqueued_at"}
    assert "observe_slice  TranscriptError: second" in product.run("queue", "failed").stdout


def test_show_prints_one_failed_job(product, put_failed):
    put_failed("/a.jsonl", row_id=3)

    row = product.json("queue", "show", "3")

    assert (row["id"], row["arguments"]["path"]) == (3, "/a.jsonl")
    assert json.loads(product.run("queue", "show", "3").stdout) == row


def test_retry_puts_one_back(product, put_failed, session):
    put_failed(session.path, end=session.path.stat().st_size, row_id=3)
    put_failed("/gone.jsonl", row_id=9)

    rows = product.json("queue", "retry", "3")
    product.drain()

    assert [row["id"] for row in rows] == [3]
    assert [row["id"] for row in product.json("queue", "failed")] == [9]
    assert any("Decimal" in content for content in product.contents())


def test_retry_all_puts_all_back(product, put_failed):
    put_failed("/a.jsonl", row_id=3)
    put_failed("/b.jsonl", row_id=9)

    said = product.run("queue", "retry", "--all").stdout

    assert said == "2 jobs wait again\n"
    status = product.json("queue", "status")
    assert (status["pending"], status["failed"]) == (2, 0)


def test_drop_deletes_one_for_good(product, put_failed):
    put_failed("/a.jsonl", row_id=3)
    put_failed("/b.jsonl", row_id=9)

    product.run("queue", "drop", "3")

    assert [row["id"] for row in product.json("queue", "failed")] == [9]
    assert product.json("queue", "status")["pending"] == 0


def test_drop_all_of_nothing_is_no_error(product):
    assert product.run("queue", "drop", "--all").stdout == "0 jobs dropped\n"


def test_a_damaged_queue_is_3_with_one_line(product):
    product.data.mkdir()
    (product.data / "queue.db").write_bytes(b"this is no database, and never was one" * 200)

    done = product.run("queue", "status", check=False)

    assert (done.returncode, done.stdout) == (3, "")
    assert "queue.db is damaged" in done.stderr
