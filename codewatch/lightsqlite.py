"""SQLite for the hooks: the C module alone, without the 5 ms of `functools` that it asks for."""

import sys

TYPE_CHECKING = False  # typing's own costs a hook more than everything else it does
if TYPE_CHECKING:
    import sqlite3 as sqlite
    from collections.abc import Callable
    from sqlite3 import Connection


def _import_light():
    # _sqlite3 imports functools (and with it collections, types, reprlib ...) for lru_cache only.
    if "functools" in sys.modules:
        return __import__("_sqlite3")
    wrapper = __import__("_functools")._lru_cache_wrapper
    stand_in = type(sys)("functools")

    def lru_cache(maxsize: int = 128, typed: bool = False) -> "Callable[[object], object]":
        return lambda function: wrapper(function, maxsize, typed, tuple)

    stand_in.__dict__["lru_cache"] = lru_cache
    sys.modules["functools"] = stand_in
    try:
        return __import__("_sqlite3")
    finally:
        del sys.modules["functools"]


if not TYPE_CHECKING:
    sqlite = _import_light()
SQLiteError = sqlite.Error


def connect(path: str, *, mode: str = "rwc", timeout_s: float = 0.2) -> "Connection":
    """Open the database at `path` in autocommit mode; bad UTF-8 in a text becomes U+FFFD.

    `mode` is SQLite's: ro, rw, rwc, or `immutable` for a file on a medium that cannot be written.

    Raises:
        SQLiteError: it cannot be opened.
    """
    query = "mode=ro&immutable=1" if mode == "immutable" else "mode=" + mode
    escaped = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    connection = sqlite.connect(database=f"file:{escaped}?{query}", timeout=timeout_s, isolation_level=None, uri=True)
    connection.text_factory = _text
    return connection


def _text(raw: bytes) -> str:
    return str(raw, "utf-8", "replace")
