"""Where codewatch keeps its files. Standard library only: the hooks read it."""

import os
import sys

MEMORY_FILE = "codewatch.db"
QUEUE_FILE = "queue.db"
LOCK_FILE = "worker.lock"
LOG_FILE = "codewatch.log"
PAUSES_FILE = "pauses"
EXCLUSIONS_FILE = "exclusions"
PROFILE_FILE, PROJECTS_FOLDER, ACTIVE_FILE = "profile.md", "projects", "active.md"
SPOOL_FOLDER, INJECTED_FOLDER, CHECKPOINT_FOLDER = "spool", "injected", "checkpoints"
# Where a client that answers our questions works; and how each of our questions begins, by which it is known.
RUN_FOLDER = "run"
OUR_OPENING = "You help codewatch keep the memory of coding sessions."
CHECKPOINT_INTERVAL_S = 900.0
# What codewatch makes in a data directory; files may have an ending: SQLite's side files, backups, the older log.
_OUR_FOLDERS = (SPOOL_FOLDER, INJECTED_FOLDER, CHECKPOINT_FOLDER, RUN_FOLDER)
_OUR_FILES = (
    MEMORY_FILE, QUEUE_FILE, LOCK_FILE, LOG_FILE, "broken", "told-failed", PAUSES_FILE, EXCLUSIONS_FILE, PROFILE_FILE,
)  # fmt: skip
_OUR_PREFIXES = tuple([name + end for name in _OUR_FILES for end in ("-", ".")])
_OWN = "set CODEWATCH_DATA_DIR to a folder of its own"
_EPERM, _ENOENT, _ENOTDIR = 1, 2, 20
_RUN = "; run: "
_STICKY = 0o1000
_READ_BYTES = 1 << 16


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


def codex_dir() -> str:
    """Return Codex's own folder: `CODEX_HOME`, else `~/.codex`."""
    return os.environ.get("CODEX_HOME") or os.path.join(home(), ".codex")


def gemini_dir() -> str:
    """Return Gemini CLI's own folder: `.gemini` in `GEMINI_CLI_HOME`, else in the home folder."""
    return os.path.join(os.environ.get("GEMINI_CLI_HOME") or home(), ".gemini")


def opencode_data_dir() -> str:
    """Return the folder of opencode's databases: `opencode` in `XDG_DATA_HOME`, else in `~/.local/share`."""
    base = os.environ.get("XDG_DATA_HOME") or os.path.join(home(), ".local", "share")
    return os.path.join(base, "opencode")


def opencode_database() -> str:
    """Return the database that `OPENCODE_DB` names, by its name in opencode's folder or its path; "" for none."""
    named = os.environ.get("OPENCODE_DB", "")
    return os.path.join(opencode_data_dir(), named) if named and named != ":memory:" else ""


def opencode_config_dir() -> str:
    """Return the folder of opencode's settings and plugins: `opencode` in `XDG_CONFIG_HOME`, else in `~/.config`."""
    return os.path.join(os.environ.get("XDG_CONFIG_HOME") or os.path.join(home(), ".config"), "opencode")


def editor_dir(name: str) -> str:
    """Return the folder of an editor's own settings, `Code` for VS Code, where the system keeps such folders."""
    if is_windows():
        return os.path.join(os.environ.get("APPDATA") or os.path.join(home(), "AppData", "Roaming"), name)
    if sys.platform == "darwin":
        return os.path.join(home(), "Library", "Application Support", name)
    return os.path.join(os.environ.get("XDG_CONFIG_HOME") or os.path.join(home(), ".config"), name)


def client_project() -> str:
    """Return the project of a client whose payload names none: its environment's, else the current folder, or ""."""
    named = os.environ.get("CURSOR_PROJECT_DIR") or os.environ.get("CLAUDE_PROJECT_DIR")
    try:
        return named or os.getcwd()
    except OSError:
        return ""


def default_branch() -> str:
    """Return the branch name used where there is no git: `CODEWATCH_DEFAULT_BRANCH`, else `main`."""
    return os.environ.get("CODEWATCH_DEFAULT_BRANCH") or "main"


def client_session() -> str:
    """Return the session that the client which started this process says it is in; "" where it says nothing."""
    return os.environ.get("CLAUDE_CODE_SESSION_ID", "")


def worker_autostart() -> bool:
    """Return whether the save hook may start a worker: `CODEWATCH_WORKER_AUTOSTART`, true unless said otherwise."""
    return not _is_off("CODEWATCH_WORKER_AUTOSTART")


def checkpoint_interval_s() -> float:
    """Return after how many seconds a prompt saves its session: `CODEWATCH_CHECKPOINT_INTERVAL_S`, 900 unless said.

    It is 0, never, where `CODEWATCH_CHECKPOINTS` is off.
    """
    if _is_off("CODEWATCH_CHECKPOINTS"):
        return 0.0
    try:
        return max(0.0, float(os.environ.get("CODEWATCH_CHECKPOINT_INTERVAL_S", "") or CHECKPOINT_INTERVAL_S))
    except ValueError:
        return CHECKPOINT_INTERVAL_S


def _is_off(variable: str) -> bool:
    return os.environ.get(variable, "").strip().lower() in ("0", "false", "no", "off")


def excluded() -> str:
    """Return `CODEWATCH_EXCLUDE` as the environment has it: one pattern or a JSON list."""
    return os.environ.get("CODEWATCH_EXCLUDE", "")


def no_color() -> bool:
    """Return whether the user wants no colours: `NO_COLOR` is set to anything (https://no-color.org)."""
    return bool(os.environ.get("NO_COLOR"))


def may_be_off(folder: str) -> bool:
    """Return whether a pause or an exclusion was ever asked for: only then a hook pays for looking which."""
    files = (PAUSES_FILE, EXCLUSIONS_FILE)
    return excluded() != "" or any(os.path.lexists(os.path.join(folder, name)) for name in files)


def package_parent() -> str:
    """Return the folder that holds the `codewatch` package."""
    return os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def make_private_folder(path: str) -> None:
    """Create `path` where it is missing, and the folders that it lies in, with mode 0700 whatever the umask.

    Raises:
        OSError: it cannot be created, or is not ours alone; the text then holds the command that mends it.
    """
    make_folders(path)
    fault = fault_of(path)
    if fault is not None:
        raise PermissionError(_EPERM, f"{fault[0]}{'; ' if fault[1] == _OWN else _RUN}{fault[1]}", path)


def make_folders(path: str) -> None:
    """Create `path` and the folders that it lies in where they are missing, with mode 0700 whatever the umask.

    Raises:
        OSError: one of them cannot be created.
    """
    if os.path.isdir(path):
        return
    parent = os.path.dirname(path)
    if parent not in (path, ""):
        make_folders(parent)
    try:
        os.mkdir(path, 0o700)
    except FileExistsError as error:
        if not os.path.isdir(path):
            raise NotADirectoryError(_ENOTDIR, os.strerror(_ENOTDIR), path) from error
        return  # another process was faster
    os.chmod(path, 0o700)


def fault_of(path: str) -> tuple[str, str] | None:
    """Return why the folder `path` must not be used, and what mends it; None for a good or missing one."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    if is_windows():
        return None
    if found.st_uid != os.geteuid():
        mend = f"chown -R {os.geteuid()} {quoted(path)}"
        return f"this folder belongs to another user ({found.st_uid})", mend if is_ours_alone(path, found) else _OWN
    if found.st_mode & 0o022:
        mend = f"chmod go-rwx {quoted(path)}"
        return "others can write this folder", mend if is_ours_alone(path, found) else _OWN
    return None


def is_ours_alone(path: str, found: os.stat_result) -> bool:
    """Return whether nobody else is hurt when a folder becomes ours: it holds nothing that codewatch has not made."""
    try:
        is_private = not found.st_mode & _STICKY and not is_inside(home(), path)
        return is_private and all(is_ours(name, path) for name in os.listdir(path))
    except OSError:
        return False


def is_ours(name: str, folder: str) -> bool:
    """Return whether codewatch has made what has this name in a data directory; others have a folder `projects` too."""
    if name == PROJECTS_FOLDER:
        try:
            projects = os.path.join(folder, name)
            return all(number.isdigit() and _is_profile(projects, number) for number in os.listdir(projects))
        except OSError:
            return False
    return name in _OUR_FILES or name in _OUR_FOLDERS or name.startswith(_OUR_PREFIXES)


def _is_profile(projects: str, number: str) -> bool:
    return all(name.startswith(ACTIVE_FILE) for name in os.listdir(os.path.join(projects, number)))


def explain(error: OSError, path: str) -> str:
    """Return in one line why `path`, or what the error names, cannot be used, and what to do about it."""
    line = f"{error.filename or path}: {error.strerror}"
    if _RUN in line or _OWN in line:
        return line
    if error.errno == _ENOTDIR:
        return f"{line}; set CODEWATCH_DATA_DIR to a folder"
    if error.errno == _ENOENT:
        return f"{error.filename or path} cannot be made; set CODEWATCH_DATA_DIR to another folder"
    return f"{line}; make it writable or set CODEWATCH_DATA_DIR"


def quoted(path: str) -> str:
    """Return a path as a word of a shell's command."""
    return "'" + path.replace("'", "'\\''") + "'"


def comparable(path: str) -> str:
    """Return a path as it is compared with others, which may be as another program has read or written it."""
    if not path.isascii():
        try:
            path = path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        except UnicodeEncodeError:
            path = path.encode("utf-8", "replace").decode()
    if is_windows():
        path = path.replace("\\", "/")
    return path.casefold() if sys.platform in ("win32", "darwin") else path


def is_inside(path: str, folder: str) -> bool:
    """Return whether `path` is `folder` or lies in it, going by their names."""
    name, top = comparable(path), comparable(folder)
    return name == top or name.startswith(f"{top.rstrip('/')}/")


def open_private(path: str, flags: int) -> int:
    """Open `path` with mode 0600 whatever the umask, never through a link, and return the file descriptor."""
    safe = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
    return os.open(path, flags | os.O_CREAT | safe, 0o600)


def read_private(path: str) -> str:
    """Return what stands in a file of ours; what is not UTF-8 comes as lone surrogates.

    Raises:
        OSError: it is missing, is a link, or cannot be read.
    """
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    try:
        chunks = [os.read(descriptor, _READ_BYTES)]
        while chunks[-1]:
            chunks.append(os.read(descriptor, _READ_BYTES))
    finally:
        os.close(descriptor)
    return b"".join(chunks).decode("utf-8", "surrogateescape")


def replace_private(path: str, text: str) -> None:
    """Write a file of ours anew: it appears whole or stays as it was, with mode 0600 whatever it had.

    Raises:
        OSError: it cannot be written.
    """
    part = f"{path}.{os.getpid()}.part"
    if os.path.lexists(part):  # of a killed process with the same number
        os.unlink(part)
    descriptor = open_private(part, os.O_WRONLY | os.O_EXCL)
    try:
        with open(descriptor, "w", encoding="utf-8", errors="surrogateescape", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(part, path)
    except OSError:
        os.unlink(part)
        raise


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
    if fault_of(folder) is not None:
        return  # `status` tells; in a folder of others nothing is touched.
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


def leads_into(path: str, folder: str) -> bool:
    """Return whether `path` is `folder` or below it, however both are written.

    What `..` means after a link depends on who reads it, so both readings count.
    """
    above = resolved(folder)
    readings = (resolved(path), resolved(os.path.normpath(path))) if path else ()
    return any(is_inside(one, above) for one in readings)


def resolved(path: str) -> str:
    """Return `path` without links and `..`; by its name alone where no disk holds such a one, or its start is gone."""
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):
        return os.path.normpath(path)


def is_utf8(path: str) -> bool:
    """Return whether a path's name is UTF-8, as every text in a database has to be."""
    return path.isascii() or path.encode("utf-8", "replace").decode() == path


def is_child() -> bool:
    """Return whether a model call of ours started this process (`CODEWATCH_CHILD` is set): its hooks stay silent."""
    return bool(os.environ.get("CODEWATCH_CHILD"))
