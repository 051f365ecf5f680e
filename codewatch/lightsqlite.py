"""SQLite for the hooks: the C module alone, without the 5 ms of `functools` that it asks for."""

import sys


def _import_light() -> object:
    # _sqlite3 imports functools (and with it collections, types, reprlib ...) for lru_cache only.
    if "_sqlite3" in sys.modules or "functools" in sys.modules:
        import _sqlite3

        return _sqlite3
    import _functools

    def lru_cache(maxsize: int = 128, typed: bool = False):
        return lambda function: _functools._lru_cache_wrapper(function, maxsize, typed, tuple)

    stand_in = type(sys)("functools")
    stand_in.lru_cache = lru_cache
    sys.modules["functools"] = stand_in
    try:
        import _sqlite3
    finally:
        del sys.modules["functools"]
    return _sqlite3


sqlite = _import_light()
SQLiteError = sqlite.Error


def connect(path: str, *, mode: str = "rwc", timeout_s: float = 0.2):
    """Open the database at `path` in autocommit mode; bad UTF-8 in a text becomes U+FFFD.

    `mode` is SQLite's: ro, rw, rwc, or `immutable` for a file on a medium that cannot be written.

    Raises:
        SQLiteError: it cannot be opened.
    """
    query = "mode=ro&immutable=1" if mode == "immutable" else "mode=" + mode
    escaped = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    connection = sqlite.connect(database=f"file:{escaped}?{query}", timeout=timeout_s, isolation_level=None, uri=True)
    connection.text_factory = lambda raw: str(raw, "utf-8", "replace")
    return connection
