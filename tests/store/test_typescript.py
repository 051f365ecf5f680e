"""A database of the TypeScript codewatch-memory, opened and migrated in place (FEATURES F60)."""

import json
import os
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from codewatch.categories import Category, Priority, Scope, State
from codewatch.errors import StoreError
from codewatch.store import journal, observations, reflections, sessions
from codewatch.store.database import connection, memory_path, open_memory
from codewatch.store.schema import VERSION
from codewatch.store.typescript import UNKNOWN_PROJECT

FIXTURE = Path(__file__).parents[1] / "fixtures" / "typescript" / "codewatch.sql"
NAMES = ("sessions", "observations", "reflections", "current_tasks", "config")
OPEN = "import sys\nfrom codewatch.store.database import open_memory\nwith open_memory(sys.argv[1]): pass"
MANY = """
with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)
insert into observations select 'many-' || i, '5e000000-0000-4000-8000-000000000001', 'main', 'learning', 'low',
'Fact number ' || i || ' about src/module' || i || '.ts and its parseThing' || i, null, null, '2026-03-08 00:00:00',
null, 9, 0, null from n
"""


@pytest.fixture
def repository(tmp_path):
    """Give the path of a git repository with a folder in it."""
    (tmp_path / "shop" / ".git" / "objects").mkdir(parents=True)
    (tmp_path / "shop" / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (tmp_path / "shop" / "packages" / "web").mkdir(parents=True)
    return os.path.realpath(tmp_path / "shop")


@pytest.fixture
def old(folder, repository):
    """Give the path of a database as the TypeScript program leaves it, readable for everyone."""
    os.makedirs(folder)
    with closing(sqlite3.connect(memory_path(folder))) as made:
        made.execute("pragma journal_mode = wal")
        made.executescript(FIXTURE.read_text().replace("__REPO__", repository))
    os.chmod(memory_path(folder), 0o644)
    return memory_path(folder)


@pytest.fixture
def change(old):
    """Give a function that changes the old database by SQL."""

    def run(script):
        with closing(sqlite3.connect(old)) as made:
            made.executescript(script)

    return run


@pytest.fixture
def migrated(old, folder):
    """Hold the migrated memory open and give its folder."""
    with open_memory(folder):
        yield folder


def old_rows(path):
    """Return what the old program's tables in the database at `path` hold."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as opened:
        return {name: opened.execute(f"select * from {name} order by 1").fetchall() for name in NAMES}


def memory_of(number):
    """Return the migrated row of one old observation."""
    rows = connection().execute(
        "select id from observation where imported_id = ?", (f"typescript:0b000000-0000-4000-8000-00000000000{number}",)
    )
    return observations.get(rows.fetchone()[0])


def wait_for(path):
    """Wait until a file is there."""
    deadline = time.monotonic() + 60
    while not os.path.exists(path):
        assert time.monotonic() < deadline, path


def test_every_row_with_a_home_is_brought_over(migrated):
    counts = {
        table: connection().execute(f"select count(*) from {table}").fetchone()[0]
        for table in ("session", "observation", "reflection", "current_task")
    }

    assert counts == {"session": 3, "observation": 6, "reflection": 2, "current_task": 1}
    assert connection().execute("pragma user_version").fetchone() == (VERSION,)


def test_an_observation_keeps_its_text_files_and_time(migrated, repository):
    one = memory_of(1)

    assert one.content == "Sessions are signed with Ed25519 because HMAC keys were shared"
    assert (one.source_summary, one.files) == ("Talk about the session store", ("src/auth/session.ts", "docs/größe.md"))
    assert (one.category, one.priority, one.observed_at) == (
        Category.ARCHITECTURE, Priority.HIGH, "2026-03-04T10:01:00.000Z",
    )  # fmt: skip
    assert (one.project, one.branch, one.session) == (repository, "main", "5e000000-0000-4000-8000-000000000001")
    assert (one.origin, one.observer) == ("imported:codewatch-typescript", "model")


@pytest.mark.parametrize(
    ("number", "state", "scope", "files"),
    [
        (1, State.REFLECTED, Scope.BRANCH, ("src/auth/session.ts", "docs/größe.md")),
        (2, State.REFLECTED, Scope.PROJECT, ()),
        (3, State.ACTIVE, Scope.BRANCH, ()),
        (4, State.ACTIVE, Scope.SESSION, ()),
        (5, State.ACTIVE, Scope.BRANCH, ()),
        (6, State.ACTIVE, Scope.BRANCH, ("x.ts",)),
    ],
)
def test_states_scopes_and_files_fit_whatever_stood_there(migrated, number, state, scope, files):
    row = memory_of(number)

    assert (row.state, row.scope, row.files) == (state, scope, files)


def test_words_that_are_not_ours_become_the_nearest(migrated):
    row = memory_of(5)

    assert (row.category, row.priority, row.observed_at) == (
        Category.LEARNING, Priority.MEDIUM, "1970-01-01T00:00:00.000Z",
    )  # fmt: skip


def test_sessions_keep_their_times_and_counts(migrated, sql):
    rows = sql(
        """select branch, started_at, last_active_at, observations, tokens, reflections from session
        where client = 'claude' order by started_at"""
    )

    assert rows == [
        ("main", "2026-03-04T10:00:00.000Z", "2026-03-04T11:30:00.000Z", 3, 120, 1),
        ("feature/login", "2026-03-05T09:00:00.000Z", "2026-03-05T09:45:00.000Z", 1, 20, 0),
        ("main", "2026-03-06T08:00:00.000Z", "2026-03-06T08:10:00.000Z", 1, 10, 0),
    ]


def test_a_folder_in_a_repository_belongs_to_the_repository(migrated, repository, sql):
    roots = sql("select distinct root from project join session on project_id = project.id order by root")

    assert roots == [("/gone/elsewhere",), (repository,)]
    assert memory_of(4).project == repository


def test_rows_whose_session_is_gone_are_kept_apart(migrated):
    orphan = memory_of(6)

    assert (orphan.project, orphan.session) == (UNKNOWN_PROJECT, "")


def test_no_project_is_made_up_where_nothing_is_orphaned(change, folder, sql):
    change("delete from observations where session_id like '%dead'")

    with open_memory(folder):
        assert sql("select count(*) from project where root = ?", UNKNOWN_PROJECT) == [(0,)]


@pytest.mark.parametrize("value", ["''", "x''"])
def test_a_session_without_a_folder_does_not_get_the_current_one(change, folder, value):
    change(f"update sessions set project_dir = {value}")

    with open_memory(folder):
        assert {memory_of(number).project for number in range(1, 7)} == {UNKNOWN_PROJECT}


def test_a_reflection_keeps_what_it_stands_for(migrated, repository, sql):
    newest = reflections.newest(sessions.project_id(repository, now=""), "main")

    assert newest is not None
    assert newest.content == "Date: 2026-03-04\n- high 10:01 Ed25519 sessions; pnpm"
    assert (newest.level, newest.input_tokens, newest.output_tokens) == (1, 200, 80)
    assert newest.reflected_at == "2026-03-04T11:20:00.000Z"
    assert sql("select observation_id from reflection_source where reflection_id = ?", newest.id) == [
        (memory_of(1).id,), (memory_of(2).id,),
    ]  # fmt: skip


def test_a_current_task_is_kept(migrated, repository):
    task = sessions.newest_task(sessions.project_id(repository, now=""), "main")

    assert task is not None
    assert (task["task"], task["updated_at"]) == ("Move sessions to Ed25519", "2026-03-04T11:10:00.000Z")


def test_a_secret_does_not_come_along(migrated):
    assert memory_of(6).content == "An orphan whose session is gone knows [redacted:github-token]"


def test_the_change_is_journalled(migrated):
    (entry,) = journal.of_row(observations.KIND, memory_of(3).id)

    assert (entry["action"], entry["reason"]) == ("imported", "codewatch-memory (TypeScript)")
    assert entry["after"]["content"].startswith("Fixed the TypeError")


@pytest.mark.parametrize(("term", "number"), [("ed25519", 1), ("pnpm", 2), ("parseinvoice", 3)])
def test_the_search_index_finds_what_was_brought_over(migrated, term, number):
    rows = connection().execute("select rowid from observation_fts(?)", (term,)).fetchall()

    assert rows == [(memory_of(number).id,)]
    connection().execute("insert into observation_fts (observation_fts, rank) values ('integrity-check', 1)")


def test_an_index_that_a_vacuum_left_wrong_is_not_believed(change, folder):
    change("delete from observations where id like '%1'; vacuum;")
    change("insert into observations_fts (observations_fts) values ('delete-all')")

    with open_memory(folder):
        rows = connection().execute("select rowid from observation_fts('pnpm')").fetchall()
        assert rows == [(memory_of(2).id,)]


def test_the_backup_is_private_and_holds_the_old_database(old, folder):
    before = old_rows(old)

    with open_memory(folder):
        pass

    backup = f"{old}.before-{VERSION}.bak"
    assert sorted(os.listdir(folder)) == ["codewatch.db", os.path.basename(backup)]
    assert stat.S_IMODE(os.stat(backup).st_mode) == 0o600
    assert old_rows(backup) == before


def test_the_database_itself_is_made_private(migrated, old):
    modes = {name: stat.S_IMODE(os.stat(os.path.join(migrated, name)).st_mode) for name in os.listdir(migrated)}

    assert set(modes.values()) == {0o600}


def test_an_earlier_backup_is_not_written_over(old, folder):
    backups = [Path(f"{old}.before-{VERSION}.bak"), Path(f"{old}.before-{VERSION}-2.bak")]
    [backup.write_text("mine") for backup in backups]

    with open_memory(folder):
        pass

    assert [backup.read_text() for backup in backups] == ["mine", "mine"]
    assert len(old_rows(f"{old}.before-{VERSION}-3.bak")["observations"]) == 6


def test_opening_again_changes_nothing(old, folder):
    with open_memory(folder):
        pass
    before = Path(old).read_bytes()

    with open_memory(folder):
        pass

    assert Path(old).read_bytes() == before
    assert len(os.listdir(folder)) == 2


def test_nothing_of_the_old_tables_is_left(migrated, sql):
    tables = sql("select name from sqlite_master where type in ('table', 'trigger') and name like '%s'")

    assert {name for (name,) in tables} & {*NAMES, *(f"typescript_{name}" for name in NAMES)} == set()


@pytest.mark.parametrize(
    "statement",
    [
        "insert into observations (id) values ('x')",
        "insert into sessions (id, branch) values ('x', 'main')",
        "update observations set is_reflected = 1",
        "delete from current_tasks",
        "insert or replace into config (key, value) values ('a', 'b')",
        "create index if not exists idx_observations_branch on observations (branch)",
        "create trigger if not exists t after insert on observations begin select 1; end",
    ],
)
def test_an_old_writer_fails_cleanly(migrated, old, statement):
    writer = sqlite3.connect(old)
    writer.execute("create table if not exists observations (id text primary key)")

    with pytest.raises(sqlite3.OperationalError):
        writer.execute(statement)

    writer.close()
    assert observations.newest_id() == 6


def test_an_old_writer_that_holds_the_file_open_loses_nothing(old, folder):
    writer = sqlite3.connect(old)
    writer.execute("update observations set content = 'Newly written' where id like '%3'")
    writer.commit()

    with open_memory(folder):
        assert memory_of(3).content == "Newly written"

    with pytest.raises(sqlite3.OperationalError):
        writer.execute("insert into observations (id) values ('x')")
    writer.close()


@pytest.mark.parametrize("missing", ["reflections", "current_tasks", "config"])
def test_a_table_that_is_not_there_is_no_error(change, folder, missing):
    change(f"drop table {missing}")

    with open_memory(folder):
        assert observations.newest_id() == 6


def test_an_empty_old_database_is_migrated(change, folder):
    change(";".join(f"delete from {name}" for name in reversed(NAMES)))

    with open_memory(folder):
        assert observations.newest_id() == 0


def test_a_database_that_does_not_fit_is_left_as_it_was(change, folder, old):
    change("alter table reflections drop column compression_level")
    before = old_rows(old)

    with pytest.raises(StoreError, match="compression_level"), open_memory(folder):
        pass

    assert old_rows(old) == before


def test_a_migration_killed_in_the_middle_leaves_the_old_database(change, old, folder):
    change(MANY)
    before = old_rows(old)
    running = subprocess.Popen([sys.executable, "-c", OPEN, folder])
    wait_for(f"{old}.before-{VERSION}.bak")

    running.send_signal(signal.SIGKILL)

    assert running.wait(60) == -signal.SIGKILL
    assert old_rows(old) == before
    with open_memory(folder):
        assert sum(observations.counts().values()) == 20_006


def test_ten_processes_migrate_once(old, folder):
    command = [sys.executable, "-c", OPEN, folder]
    running = [subprocess.Popen(command, stderr=subprocess.PIPE) for _ in range(10)]

    answers = [process.communicate(timeout=60)[1] for process in running]

    assert answers == [b""] * 10
    assert len([name for name in os.listdir(folder) if name.endswith(".bak")]) == 1
    with open_memory(folder):
        assert sum(observations.counts().values()) == 6


def test_the_files_are_json_for_those_who_read_the_table(migrated, sql):
    rows = sql("select files from observation")

    assert all(isinstance(json.loads(files), list) for (files,) in rows)
