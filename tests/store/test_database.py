"""Opening the memory database: privately, at the newest schema, or with a clear reason why not."""

import os
import sqlite3
import stat
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from codewatch.errors import NotFound, StoreDamaged, StoreError, StoreReadOnly, StoreTooNew
from codewatch.store import database, observations, sessions
from codewatch.store.database import memory_path, open_memory, thread_connection, transaction
from codewatch.store.schema import MIGRATIONS, VERSION

OPEN_WHEN_TOLD = """
import sys
from codewatch.store.database import open_memory
sys.stdin.read(1)
with open_memory(sys.argv[1]):
    print("open")
"""


def mode_of(path):
    return stat.S_IMODE(os.stat(path).st_mode)


@pytest.fixture
def no_umask():
    """Take the umask away, as a careless shell profile does."""
    before = os.umask(0)
    yield
    os.umask(before)


def test_a_fresh_folder_gets_the_newest_schema(memory, sql):
    version = sql("pragma user_version")

    assert version == [(VERSION,)]
    assert sql("pragma journal_mode") == [("wal",)]


@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "wal"), ("synchronous", 1), ("foreign_keys", 1), ("secure_delete", 1), ("busy_timeout", 5000)],
)
def test_a_connection_has_the_settings_of_f58(memory, pragma, value):
    setting = database.connection().execute(f"pragma {pragma}").fetchone()

    assert setting == (value,)


def test_files_and_folder_are_private_whatever_the_umask(no_umask, memory, remember):
    remember("The build needs protoc 27")

    modes = {name: mode_of(os.path.join(memory, name)) for name in sorted(os.listdir(memory))}

    assert mode_of(memory) == 0o700
    assert modes == {"codewatch.db": 0o600, "codewatch.db-shm": 0o600, "codewatch.db-wal": 0o600}


def test_a_file_that_others_could_read_is_made_private(folder):
    os.mkdir(folder, 0o700)
    Path(memory_path(folder)).touch(0o644)

    with open_memory(folder):
        mode = mode_of(memory_path(folder))

    assert mode == 0o600


def test_opening_again_changes_nothing(folder):
    with open_memory(folder):
        pass
    before = Path(memory_path(folder)).read_bytes()

    with open_memory(folder):
        pass

    assert Path(memory_path(folder)).read_bytes() == before
    assert os.listdir(folder) == ["codewatch.db"]


def test_a_file_that_is_no_database_is_called_damaged_and_left_alone(folder):
    os.mkdir(folder)
    Path(memory_path(folder)).write_bytes(b"this is a text file, not a database" * 100)

    with pytest.raises(StoreDamaged, match="move it aside"), open_memory(folder):
        pass

    assert Path(memory_path(folder)).read_bytes().startswith(b"this is a text file")


def test_broken_pages_are_called_damaged(folder):
    with open_memory(folder):
        pass
    raw = bytearray(Path(memory_path(folder)).read_bytes())
    raw[4096:] = b"\xa5" * (len(raw) - 4096)
    Path(memory_path(folder)).write_bytes(raw)

    with pytest.raises(StoreDamaged), open_memory(folder):
        observations.counts()


def test_a_newer_database_is_refused_and_left_alone(folder, sql):
    with open_memory(folder):
        pass
    sql("pragma user_version = 999")
    before = Path(memory_path(folder)).read_bytes()

    with pytest.raises(StoreTooNew, match=r"schema 999.*upgrade codewatch"), open_memory(folder):
        pass

    assert Path(memory_path(folder)).read_bytes() == before


def test_a_folder_in_the_files_place_is_said_plainly(folder):
    os.makedirs(memory_path(folder))

    with pytest.raises(StoreReadOnly, match="CODEWATCH_DATA_DIR"), open_memory(folder):
        pass


def test_a_file_in_the_folders_place_is_said_plainly(folder):
    Path(folder).write_text("")

    with pytest.raises(StoreReadOnly, match="CODEWATCH_DATA_DIR"), open_memory(folder):
        pass


@pytest.mark.skipif(os.geteuid() == 0, reason="modes do not bind root")
def test_a_folder_that_cannot_be_written_is_said_plainly(tmp_path):
    tmp_path.chmod(0o500)

    with pytest.raises(StoreReadOnly, match="make it writable"), open_memory(str(tmp_path / "data")):
        pass


def test_an_old_sqlite_is_refused(folder, monkeypatch):
    monkeypatch.setattr(database, "OLDEST_SQLITE", (99, 0, 0))

    with pytest.raises(StoreError, match="too old"), open_memory(folder):
        pass


def test_a_database_that_stays_locked_is_said_plainly(memory, monkeypatch, sql):
    database.connection().execute("pragma busy_timeout = 1")
    blocker = sqlite3.connect(memory_path(memory), isolation_level=None)
    blocker.execute("begin immediate")

    with pytest.raises(StoreError, match="locked"), database._told_plainly(memory_path(memory)), transaction():
        pass

    blocker.close()


@pytest.mark.parametrize("error", [BrokenPipeError(32, "Broken pipe"), FileNotFoundError(2, "gone"), NotFound("7")])
def test_an_error_that_is_not_the_databases_passes_through(folder, error):
    with pytest.raises(type(error)) as caught, open_memory(folder):
        raise error

    assert caught.value is error


def test_another_stores_error_keeps_its_own_words(folder):
    def ask():
        try:
            raise sqlite3.DatabaseError("file is not a database")
        except sqlite3.Error as error:
            raise StoreError("queue.db is damaged") from error

    with pytest.raises(StoreError, match=r"queue\.db"), open_memory(folder):
        ask()


def test_ten_processes_open_a_fresh_folder_at_once(folder):
    start, go = os.pipe()
    command = [sys.executable, "-c", OPEN_WHEN_TOLD, folder]
    running = [
        subprocess.Popen(command, stdin=start, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(10)
    ]
    os.close(start)

    os.write(go, b"x" * 10)
    os.close(go)
    answers = [process.communicate(timeout=60) for process in running]

    assert answers == [(b"open\n", b"")] * 10


@pytest.fixture
def next_schema(monkeypatch):
    """Give a function that adds a migration to those there are."""

    def add(migration):
        monkeypatch.setattr(database, "MIGRATIONS", (*MIGRATIONS, migration))
        monkeypatch.setattr(database, "VERSION", VERSION + 1)

    return add


def test_an_older_database_is_backed_up_and_migrated(folder, sql, next_schema):
    with open_memory(folder):
        pass
    next_schema(lambda opened: opened.execute("create table added (id integer primary key)"))

    with open_memory(folder):
        assert sql("select count(*) from added") == [(0,)]

    backup = f"{memory_path(folder)}.before-{VERSION + 1}.bak"
    with closing(sqlite3.connect(backup)) as opened:
        assert opened.execute("pragma user_version").fetchone() == (VERSION,)
    assert mode_of(backup) == 0o600


def test_a_migration_that_fails_half_way_leaves_the_database_as_it_was(folder, sql, next_schema):
    with open_memory(folder):
        pass

    def fail(opened):
        opened.execute("create table added (id integer primary key)")
        opened.execute("select * from missing")

    next_schema(fail)

    with pytest.raises(StoreError, match="no such table: missing"), open_memory(folder):
        pass

    assert sql("select count(*) from sqlite_master where name = 'added'") == [(0,)]
    assert sql("pragma user_version") == [(VERSION,)]


def test_a_first_migration_that_fails_leaves_nothing(folder, sql, next_schema):
    next_schema(lambda opened: opened.execute("select * from missing"))

    with pytest.raises(StoreError, match="missing"), open_memory(folder):
        pass

    assert sql("select count(*) from sqlite_master") == [(0,)]


def test_a_full_disk_is_said_plainly_and_leaves_no_half_rows(folder):
    def fill():
        with open_memory(folder), transaction():
            database.connection().execute("pragma max_page_count = 60")
            sessions.project_id("/work/" + "x" * 1_000_000, now="")

    with pytest.raises(StoreReadOnly, match="free the disk"):
        fill()

    with open_memory(folder):
        assert database.connection().execute("select count(*) from project").fetchone() == (0,)


def test_a_rollback_in_one_thread_leaves_another_threads_write(memory, remember, place):
    kept: list[int | None] = []

    def keep():
        with thread_connection():
            kept.append(remember("The other thread's memory", key="k1"))

    def delete_and_fail():
        with transaction():
            other.start()
            database.connection().execute("delete from session")
            raise ZeroDivisionError

    other = threading.Thread(target=keep)
    with pytest.raises(ZeroDivisionError):
        delete_and_fail()
    other.join(30)

    assert kept == [1]
    assert observations.get(1).session == "s1"


def test_a_memory_that_cannot_be_written_is_read_as_it_is(folder, monkeypatch):
    with open_memory(folder), transaction():
        sessions.project_id("/work/shop", now="2026-05-01T10:00:00.000Z")
    before = os.stat(memory_path(folder)).st_mtime_ns
    monkeypatch.setattr(os, "access", lambda path, mode: False)

    with open_memory(folder, for_reading=True):
        found = sessions.find_project_id("/work/shop")
    with pytest.raises(StoreReadOnly), open_memory(folder, for_reading=True), transaction():
        sessions.project_id("/work/other", now="2026-05-01T10:00:00.000Z")

    assert found == 1
    assert os.stat(memory_path(folder)).st_mtime_ns == before
    monkeypatch.undo()
    with open_memory(folder):
        assert sessions.project_id("/work/other", now="2026-05-01T10:00:00.000Z") == 2


OPENS_IN_THREADS = """
import sys, threading
from codewatch.store import sessions
from codewatch.store.database import open_memory, transaction

def work(name):
    for number in range(15):
        with open_memory(sys.argv[1]), transaction():
            sessions.project_id(f"/{name}/{number}", now="2026-05-01T10:00:00.000Z")

threads = [threading.Thread(target=work, args=(f"{sys.argv[2]}{number}",)) for number in range(6)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
"""


def test_threads_that_open_it_again_and_again_do_not_break_it(folder):
    """As an MCP server does that answers several calls at once, beside another one."""
    processes = [
        subprocess.Popen([sys.executable, "-c", OPENS_IN_THREADS, folder, name], stderr=subprocess.PIPE)
        for name in "ab"
    ]
    said = [process.communicate(timeout=100)[1] for process in processes]

    with open_memory(folder):
        found = database.connection().execute("select count(*) from project").fetchone()
        state = database.connection().execute("pragma integrity_check").fetchone()
    assert said == [b"", b""]
    assert (found, state) == ((180,), ("ok",))
