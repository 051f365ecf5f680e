"""What many jobs cost: slices, memory, processes, and what a killed job goes on with."""

import json
import time

import psutil

from codewatch import paths, queue

DEADLINE_S = 60


def test_an_idle_worker_is_small(product, wait_until, spawn_worker):
    """DESIGN §3: at most 60 MB with no model."""
    worker = spawn_worker(product)
    wait_until(lambda: product.json("worker", "status", check=False)["pid"])

    assert product.json("worker", "status")["rss_bytes"] < 60_000_000
    worker.terminate()
    worker.wait(timeout=15)


def test_no_more_than_two_jobs_run_at_once(product, make_transcript, tmp_path, spawn_worker):
    for number in range(60):
        words = make_transcript(tmp_path / f"{number}.jsonl", product.project, f"s{number}")
        for port in range(40):
            words.user(f"Always use port {port} for service {number}, because the others are taken.")
        product.save(words.path, session=f"s{number}")
    worker = spawn_worker(product, "--until-empty")
    running = []
    while worker.poll() is None:
        running += product.queue_sql("select count(*) from task where owner is not null")

    assert (1,) <= max(running) <= (2,)
    assert product.json("coverage")["percent"] == 100.0


def test_a_thousand_jobs_need_no_more_memory_than_a_hundred_and_no_process(
    product, make_transcript, tmp_path, wait_until, spawn_worker
):
    worker = spawn_worker(product)
    wait_until(lambda: product.json("worker", "status", check=False)["pid"])
    sizes, children = [], set()
    for batch in range(10):
        connection = queue.open_queue(str(product.data / paths.QUEUE_FILE), timeout_s=10)
        for number in range(batch * 100, batch * 100 + 100):
            words = make_transcript(tmp_path / f"{number}.jsonl", product.project, f"s{number}")
            words.user(f"Always use port {number} for service {number}, because the others are taken.")
            arguments = {
                "client": "claude", "path": str(words.path), "end": words.path.stat().st_size, "session": "s",
                "cwd": str(product.project), "project": str(product.project), "branch": "main", "flush": True,
            }  # fmt: skip
            queue.enqueue(connection, queue.OBSERVE_TASK, json.dumps(arguments), job=f"j{number}", now=1.0)
        connection.close()
        wait_until(lambda: product.queue_sql("select count(*) from task") == [(0,)])
        process = psutil.Process(worker.pid)
        children |= {child.pid for child in process.children(recursive=True)}
        sizes.append(process.memory_info().rss)

    assert len(product.contents()) == 1_000
    assert children == set()
    assert sizes[-1] < sizes[0] + 15_000_000
    worker.terminate()
    worker.wait(timeout=DEADLINE_S)


def test_a_hundred_saves_in_a_row_cost_a_handful_of_slices(product, transcript, wait_until, spawn_worker):
    """FEATURES F31: a slice for each would be a model call for each, as soon as there is a model."""
    worker = spawn_worker(product)
    wait_until(lambda: product.json("worker", "status", check=False)["pid"])
    begun = time.monotonic()
    for number in range(100):
        product.save(transcript.user(f"Always use port {number} for service {number}. {'We said why. ' * 20}").path)
    took_s = time.monotonic() - begun
    product.drain()

    log = (product.data / "codewatch.log").read_text()
    assert 1 <= log.count("observed sess-1") <= took_s / queue.SLICE_GAP_S + 3
    assert product.json("coverage")["percent"] == 100.0
    worker.terminate()
    worker.wait(timeout=DEADLINE_S)


def test_the_last_try_of_a_job_that_saw_workers_die_goes_in_small_steps(product, transcript):
    """Whoever is killed by chance gets on between two kills, and is not blamed for them."""
    for number in range(100):
        transcript.tool("Bash", {"command": f"pytest tests/test_{number}.py"}, "." * 3_000 + f"\n{number} passed in 1s")
    product.save(transcript.path)
    product.queue_sql("update task set deaths = 2")

    product.drain()

    log = (product.data / "codewatch.log").read_text()
    assert log.count("observed sess-1") > 5
    assert product.json("coverage")["percent"] == 100.0
