"""A worker whose files, folder or settings change under it, or cannot be used."""

import shutil
import sqlite3

import pytest

from codewatch import paths

DEADLINE_S = 60


def test_a_worker_that_cannot_write_its_folder_says_so_once(product, spawn_worker):
    product.data.write_text("a file where a folder should be")

    _, complaint = (worker := spawn_worker(product)).communicate(timeout=DEADLINE_S)

    assert worker.returncode == 3
    assert complaint.decode().count("\n") == 1


def test_a_queue_that_stays_locked_does_not_end_the_worker(product, transcript, wait_until, spawn_worker):
    """The spool is read as soon as the queue can be written again."""
    worker = spawn_worker(product)
    wait_until(lambda: product.json("worker", "status", check=False)["pid"])
    holder = sqlite3.connect(product.data / paths.QUEUE_FILE, isolation_level=None)
    holder.execute("begin immediate")
    product.save(transcript.user("We decided to use SQLite because it is small.").path, event="SessionEnd")
    wait_until(lambda: "cannot be looked at" in (product.data / "codewatch.log").read_text())

    holder.execute("rollback")
    holder.close()

    wait_until(lambda: any("SQLite" in text for text in product.contents()))
    assert worker.poll() is None
    worker.terminate()
    worker.wait(timeout=15)


def test_settings_files_are_read_again_when_they_change(product, transcript, wait_until, spawn_worker):
    """DESIGN: a setting counts without a restart, and one that cannot be used changes nothing."""
    worker = spawn_worker(product)
    wait_until(lambda: product.json("worker", "status", check=False)["pid"])
    log = product.data / "codewatch.log"
    settings = product.home / ".config" / "codewatch-memory" / "config.toml"
    settings.parent.mkdir(parents=True)

    settings.write_text("wait_for_more_min = -1\n")
    wait_until(lambda: "the settings stay as they were: CODEWATCH_WAIT_FOR_MORE_MIN" in log.read_text())
    settings.write_text("wait_for_more_min = 0\n")
    wait_until(lambda: "the settings were read again" in log.read_text())
    product.save(transcript.user("Always use tabs.").path)

    wait_until(lambda: any("tabs" in text for text in product.contents()))
    assert worker.poll() is None
    worker.terminate()
    worker.wait(timeout=DEADLINE_S)


@pytest.mark.parametrize("name", [paths.LOCK_FILE, paths.QUEUE_FILE, paths.MEMORY_FILE])
def test_a_worker_whose_files_were_taken_away_begins_anew(
    product, transcript, name, wait_until, spawn_worker, workers_of
):
    """Else it would work on files that nobody else sees, beside a second worker."""
    worker = spawn_worker(product)
    wait_until(lambda: product.json("worker", "status", check=False)["pid"])

    for left in product.data.glob(f"{name}*"):
        left.unlink()
    wait_until(lambda: "its files were replaced" in (product.data / "codewatch.log").read_text())
    wait_until(lambda: product.json("worker", "status", check=False)["pid"])
    product.save(transcript.user("We decided to use SQLite because it is small.").path, event="SessionEnd")

    wait_until(lambda: (product.data / paths.MEMORY_FILE).exists() and product.contents())
    assert product.json("worker", "status")["pid"] == worker.pid
    assert len(workers_of(product)) == 1
    worker.terminate()
    assert worker.wait(timeout=DEADLINE_S) == 0


def test_a_worker_whose_queue_is_damaged_begins_anew(product, transcript, wait_until, spawn_worker):
    worker = spawn_worker(product)
    wait_until(lambda: product.json("worker", "status", check=False)["pid"])
    product.save(transcript.user("We decided to use SQLite because it is small.").path, event="SessionEnd")
    for left in product.data.glob(f"{paths.QUEUE_FILE}-*"):
        left.unlink()  # one that is mapped into a process must not be cut under it
    (product.data / paths.QUEUE_FILE).write_bytes(b"this is no database" * 5_000)

    product.save(transcript.user("Never use floats for money.").path, event="SessionEnd")

    wait_until(lambda: any("floats" in text for text in product.contents()))
    assert any("SQLite" in text for text in product.contents())
    assert list(product.data.glob("queue.db.damaged-*"))
    worker.terminate()
    assert worker.wait(timeout=DEADLINE_S) == 0


def test_a_worker_whose_folder_is_gone_leaves_and_does_not_make_it_again(product, wait_until, spawn_worker):
    worker = spawn_worker(product)
    wait_until(lambda: product.json("worker", "status", check=False)["pid"])

    shutil.rmtree(product.data)

    assert worker.wait(timeout=DEADLINE_S) == 0
    assert not product.data.exists()


def test_a_worker_is_stopped_whatever_the_settings_file_says(product, wait_until, spawn_worker):
    worker = spawn_worker(product)
    wait_until(lambda: product.json("worker", "status", check=False)["pid"])
    settings = product.home / ".config" / "codewatch-memory" / "config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text("not toml at all [")

    done = product.run("worker", "stop", check=False)

    assert done.returncode in (0, 2)
    assert worker.wait(timeout=DEADLINE_S) == 0
