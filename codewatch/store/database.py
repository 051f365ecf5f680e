"""Opens the memory database: privately, at the newest schema, or with a clear reason why not."""

import errno
import os
import sqlite3
import threading
import time
from collections.abc import Generator
from contextlib import AbstractContextManager, closing, contextmanager
from urllib.parse import quote, unquote

from peewee import PeeweeException

from codewatch import modes, paths
from codewatch.errors import StoreDamaged, StoreError, StoreReadOnly, StoreTooNew
from codewatch.store import typescript
from codewatch.store.models import database
from codewatch.store.schema import MIGRATIONS, VERSION

# One thread at a time creates and migrates: closing a file that was just created must not meet a lock on it.
_OPENING = threading.Lock()
_PRAGMAS = {
    "journal_mode": "wal", "synchronous": "normal", "foreign_keys": 1, "secure_delete": 1, "cache_size": -64_000,
    "busy_timeout": 5000, "journal_size_limit": 64_000_000,
}  # fmt: skip
# FTS5 with `insert ... returning` and upserts on partial indexes; `json_*` has been built in since then.
OLDEST_SQLITE = (3, 38, 0)
_LOCKED_FOR_S = 5.0
_LOOK_AGAIN_S = 0.01


def memory_path(folder: str) -> str:
    """Return the path of the memory database in the data directory `folder`."""
    return os.path.join(folder, paths.MEMORY_FILE)


def memory_file() -> str:
    """Return the path of the memory that is open."""
    name = str(database.database)
    return unquote(name.removeprefix("file:").partition("?")[0]) if name.startswith("file:") else name


def transaction() -> AbstractContextManager[object]:
    """Hold the write lock of the open memory for a block: all of it is committed, or nothing."""
    return database.atomic("IMMEDIATE")


def connection() -> sqlite3.Connection:
    """Return this thread's connection to the open memory, for SQL that only reads."""
    return database.connection()


@contextmanager
def thread_connection() -> Generator[None]:
    """Hold a connection of this thread's own to the open memory for a block.

    Raises:
        StoreError: the memory cannot be used, now or for good.
    """
    with _told_plainly(str(database.database)), database.connection_context():
        yield


@contextmanager
def open_memory(folder: str, *, for_reading: bool = False) -> Generator[None]:
    """Hold the memory database of `folder` open for this block, creating or migrating it first.

    With `for_reading`, a database that cannot be written is read as it is on disk.

    Each thread gets a connection of its own on first use. A database of the TypeScript codewatch-memory is
    backed up and migrated in place.

    Raises:
        StoreReadOnly: the folder or the file cannot be written.
        StoreDamaged: the file is not a database or is broken.
        StoreTooNew: a newer codewatch wrote it.
        StoreError: SQLite is too old, or the database stayed locked.
    """
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise StoreError(f"SQLite {sqlite3.sqlite_version} is too old; codewatch needs 3.38 or newer")
    path = memory_path(folder)
    with _told_plainly(path):
        if for_reading and os.path.exists(path) and not (os.access(folder, os.W_OK) and os.access(path, os.W_OK)):
            _open_as_it_is(path)
        else:
            with _OPENING:
                _make_private(folder, path)
                _migrate(path)
            database.init(path, pragmas=_PRAGMAS, timeout=5, uri=False)
        database.connect(reuse_if_open=True)
    try:
        with _told_plainly(path):
            yield
    finally:
        database.close()


@contextmanager
def memory_for_reading(folder: str) -> Generator[sqlite3.Connection]:
    """Hold the memory open for queries and give the connection; one that cannot be written is read as it is on disk.

    Raises:
        StoreError: as `open_memory`.
    """
    with open_memory(folder, for_reading=True):
        yield connection()


def _open_as_it_is(path: str) -> None:
    name = f"file:{quote(path)}?mode=ro&immutable=1"
    with closing(sqlite3.connect(name, uri=True)) as opened:
        if _version(opened, path) != VERSION:
            raise StoreReadOnly(f"{path} is of an older codewatch and cannot be written; make it writable once")
    database.init(name, pragmas={}, timeout=5, uri=True)


def _make_private(folder: str, path: str) -> None:
    try:
        paths.make_private_folder(folder)
        paths.create_private(path)
        if not os.access(path, os.R_OK | os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
    except OSError as error:
        raise StoreReadOnly(paths.explain(error, path)) from error
    # The TypeScript program left them readable for everyone; SQLite gives new ones the database's mode.
    modes.mend(folder)


def _migrate(path: str) -> None:
    opened = sqlite3.connect(path, timeout=_LOCKED_FOR_S, isolation_level=None)
    try:
        if _version(opened, path) == VERSION:
            return
        opened.execute("pragma secure_delete = 1")
        _turn_on_wal(opened)
        opened.execute("begin immediate")
        try:
            _migrate_locked(opened, path)
        except BaseException:
            if opened.in_transaction:  # on a full disk SQLite has rolled back by itself
                opened.execute("rollback")
            raise
        opened.execute("commit")
    finally:
        opened.close()


def _version(opened: sqlite3.Connection, path: str) -> int:
    version = int(opened.execute("pragma user_version").fetchone()[0])
    if version > VERSION:
        raise StoreTooNew(f"{path} has schema {version}, this codewatch knows {VERSION}; upgrade codewatch")
    return version


def _turn_on_wal(opened: sqlite3.Connection) -> None:
    # SQLite's busy timeout does not cover this switch: of ten processes that open a fresh folder at once, some fail.
    deadline = time.monotonic() + _LOCKED_FOR_S
    while True:
        try:
            opened.execute("pragma journal_mode = wal")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
        time.sleep(_LOOK_AGAIN_S)


def _migrate_locked(opened: sqlite3.Connection, path: str) -> None:
    version = _version(opened, path)
    if version == VERSION:
        return  # another process was faster
    is_foreign = version == 0 and typescript.is_typescript(opened)
    if version or is_foreign:
        _back_up(opened, f"{path}.before-{VERSION}")
    old = typescript.set_aside(opened) if is_foreign else None
    for migration in MIGRATIONS[version:]:
        migration(opened)
    if old is not None:
        typescript.bring_over(opened, old)
    opened.execute(f"pragma user_version = {VERSION}")


def _back_up(opened: sqlite3.Connection, name: str) -> None:
    target, number = f"{name}.bak", 1
    while os.path.exists(target):
        number += 1
        target = f"{name}-{number}.bak"
    # The name appears when the copy is whole: a killed process leaves a .part, which the next one writes over.
    part = f"{name}.part"
    os.close(paths.open_private(part, os.O_RDWR | os.O_TRUNC))
    source = str(opened.execute("pragma database_list").fetchone()[2])
    # A reader beside the open transaction sees the database as it was before it.
    with (
        closing(sqlite3.connect(f"file:{quote(source)}?mode=ro", uri=True)) as reader,
        closing(sqlite3.connect(part)) as copy,
    ):
        reader.backup(copy)
    os.rename(part, target)


@contextmanager
def _told_plainly(path: str) -> Generator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise explain(error, path) from error
    except PeeweeException as error:
        reason = _first_of_sqlite(error)
        if reason is not None:
            raise explain(reason, path) from error
        raise


def _first_of_sqlite(error: BaseException | None) -> sqlite3.Error | None:
    # peewee raises classes of its own while it handles sqlite3's error; a rollback that SQLite has done by itself, as
    # on a full disk, fails on top of that.
    reason = None
    while error is not None:
        reason = error if isinstance(error, sqlite3.Error) else reason
        error = error.__context__
    return reason


def explain(error: sqlite3.Error, path: str) -> StoreError:
    """Return the error of ours that says what SQLite's means for the user."""
    text = str(error).lower()
    if "malformed" in text or "not a database" in text or ("disk i/o error" in text and "short" in text):
        return StoreDamaged(
            f"{path} is damaged ({error}); move it aside, `codewatch observe` reads recent transcripts again"
        )
    if "readonly" in text or "unable to open" in text or "full" in text:
        return StoreReadOnly(f"{path} cannot be written ({error}); free the disk or make it writable")
    return StoreError(f"{path}: {error}")
