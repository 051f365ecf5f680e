"""Where codewatch keeps its files. Standard library only: the hooks read it."""

import os
import sys

MEMORY_FILE = "codewatch.db"
QUEUE_FILE = "queue.db"
LOCK_FILE = "worker.lock"
LOG_FILE = "codewatch.log"
SPOOL_FOLDER = "spool"
INJECTED_FOLDER = "injected"
_EPERM = 1
_MEND = "chmod go-rwx"

# What a worker's environment keeps of the process that started it (DESIGN §4); CODEWATCH_* is added to these.
_KEPT_ENVIRONMENT = (
    "HOME", "USER", "LOGNAME", "PATH", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "TZ",
    "XDG_CONFIG_HOME", "XDG_DATA_HOME", "CLAUDE_CONFIG_DIR", "SYSTEMROOT", "APPDATA", "LOCALAPPDATA", "USERPROFILE",
)  # fmt: skip


def home() -> str:
    """Return the user's home folder."""
    return os.path.expanduser("~")


def data_dir() -> str:
    """Return the data directory: `CODEWATCH_DATA_DIR`, else `~/mcp-data/codewatch-memory`, absolute."""
    named = os.environ.get("CODEWATCH_DATA_DIR", "")
    folder = os.path.expanduser(named) if named else os.path.join(home(), "mcp-data", "codewatch-memory")
    return os.path.abspath(folder)


def config_dir() -> str:
    """Return the folder of `config.toml` and `env`: `$XDG_CONFIG_HOME/codewatch-memory`."""
    base = os.environ.get("XDG_CONFIG_HOME") or os.path.join(home(), ".config")
    return os.path.join(base, "codewatch-memory")


def claude_dir() -> str:
    """Return Claude Code's own folder: `CLAUDE_CONFIG_DIR`, else `~/.claude`."""
    return os.environ.get("CLAUDE_CONFIG_DIR") or os.path.join(home(), ".claude")


def claude_state_file() -> str:
    """Return the file with Claude Code's own MCP servers: `~/.claude.json`, with `CLAUDE_CONFIG_DIR` in that folder.

    An old `.config.json` in Claude Code's folder is used instead, as it does itself.
    """
    old = os.path.join(claude_dir(), ".config.json")
    if os.path.isfile(old) and os.path.getsize(old):
        return os.path.abspath(old)
    return os.path.abspath(os.path.join(os.environ.get("CLAUDE_CONFIG_DIR") or home(), ".claude.json"))


def default_branch() -> str:
    """Return the branch name used where there is no git: `CODEWATCH_DEFAULT_BRANCH`, else `main`."""
    return os.environ.get("CODEWATCH_DEFAULT_BRANCH") or "main"


def worker_autostart() -> bool:
    """Return whether the save hook may start a worker: `CODEWATCH_WORKER_AUTOSTART`, true unless said otherwise."""
    return os.environ.get("CODEWATCH_WORKER_AUTOSTART", "").strip().lower() not in ("0", "false", "no", "off")


def worker_environment() -> dict[str, str]:
    """Return the environment a worker is started with: a few names of the system's and every `CODEWATCH_*`."""
    kept = {name: os.environ[name] for name in _KEPT_ENVIRONMENT if name in os.environ}
    kept.update({name: value for name, value in os.environ.items() if name.startswith("CODEWATCH_")})
    return kept


def package_parent() -> str:
    """Return the folder that holds the `codewatch` package."""
    return os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def make_private_folder(path: str) -> None:
    """Create `path` with mode 0700 where it is missing.

    Raises:
        OSError: it cannot be created, or others can write it; the text then holds the command that mends it.
    """
    try:
        mode = os.stat(path).st_mode
    except OSError:
        os.makedirs(path, mode=0o700, exist_ok=True)
        os.chmod(path, 0o700)
        return
    if mode & 0o022 and not is_windows():
        raise PermissionError(_EPERM, f"others can write this folder; run: {_MEND} '{path}'", path)


def explain(error: OSError, path: str) -> str:
    """Return in one line why `path`, or what the error names, cannot be used, and what to do about it."""
    line = f"{error.filename or path}: {error.strerror}"
    return line if _MEND in line else f"{line}; make it writable or set CODEWATCH_DATA_DIR"


def open_private(path: str, flags: int) -> int:
    """Open `path` with mode 0600 whatever the umask, and return the file descriptor."""
    return os.open(path, flags | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)


def create_private(path: str) -> None:
    """Create an empty file with mode 0600 unless there is one, and leave one that is there alone.

    Opening and closing a database's file takes away the locks that SQLite holds on it in this process, on any thread
    (https://www.sqlite.org/howtocorrupt.html, 2.2).

    Raises:
        OSError: it cannot be created.
    """
    try:
        os.close(open_private(path, os.O_RDWR | os.O_EXCL))
    except FileExistsError:
        if os.path.isdir(path):
            raise


def log_line(folder: str, event: str, text: str, now: str) -> None:
    """Append one line to the log, or to standard error's grave: a hook has nowhere else to complain."""
    line = f"{now} {event} {' '.join(text.split())[:500]}\n"
    try:
        log = open_private(os.path.join(folder, LOG_FILE), os.O_WRONLY | os.O_APPEND)
    except OSError:
        return  # The folder that cannot be written is what `status` reports by itself.
    try:
        os.write(log, line.encode("utf-8", "replace"))
    except OSError:
        return  # A full disk is what `status` sees too.
    finally:
        os.close(log)


def is_windows() -> bool:
    """Return whether this is Windows, where `fcntl` and `posix_spawn` are missing."""
    return sys.platform == "win32"


def is_child() -> bool:
    """Return whether a model call of ours started this process (`CODEWATCH_CHILD` is set): its hooks stay silent."""
    return bool(os.environ.get("CODEWATCH_CHILD"))
