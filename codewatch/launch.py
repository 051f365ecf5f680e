"""Starts the worker: detached, in its own session, and never a second one. Standard library only: a hook does it."""

import os
import sys

from codewatch import lock

MODULE = "codewatch.workers"


def start_worker(folder: str) -> bool:
    """Start a worker for the data directory `folder` unless one holds the lock; return whether one was started.

    The lock is taken here and handed down, so that of any number of starters exactly one starts a worker.

    Raises:
        OSError: the lock file cannot be opened, or the interpreter not be started.
    """
    descriptor = lock.open_lock(folder)
    try:
        if not lock.take(descriptor):
            return False
        _spawn(descriptor, folder)
        return True
    finally:
        os.close(descriptor)


def worker_command(*options: str) -> list[str]:
    """Return the command line that runs the worker, isolated from the current folder and `PYTHON*` variables."""
    return [sys.executable, "-I", "-m", MODULE, "run", *options]


def _spawn(descriptor: int, folder: str) -> None:
    command = worker_command("--leave-when-idle", "--lock-descriptor", str(descriptor))
    from codewatch import surroundings  # noqa: PLC0415  (a hook that starts no worker does not pay for it)

    environment = surroundings.worker_environment()
    environment["CODEWATCH_DATA_DIR"] = folder
    if not hasattr(os, "posix_spawn"):
        import subprocess  # noqa: PLC0415  (Windows only; a hook elsewhere does not pay for it)

        detached = getattr(subprocess, "DETACHED_PROCESS", 0) | getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
        subprocess.Popen(command, cwd=folder, env=environment, creationflags=detached, close_fds=True)
        return
    # Whatever a client left open in us would keep its pipes from closing for as long as the worker lives.
    _keep_from_children(3)
    os.set_inheritable(descriptor, True)
    null = os.devnull
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, null, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, null, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_OPEN, 2, null, os.O_WRONLY, 0),
    ]
    here = _current_folder()
    os.chdir(folder)
    try:
        os.posix_spawn(command[0], command, environment, file_actions=actions, setsid=True)
    finally:
        if here:
            os.chdir(here)


def _current_folder() -> str:
    try:
        return os.getcwd()
    except OSError:
        return ""  # a worktree that was removed under its session


def _keep_from_children(first: int) -> None:
    try:
        descriptors = [int(name) for name in os.listdir("/dev/fd")]
    except (OSError, ValueError):
        return  # no /dev/fd: Python's own descriptors are not inheritable anyway
    for descriptor in descriptors:
        if descriptor >= first:
            try:
                os.set_inheritable(descriptor, False)
            except OSError:
                continue  # the one that listed the folder is closed by now
