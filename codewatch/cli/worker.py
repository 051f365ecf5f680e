"""`codewatch worker`: run it here, start it, stop it, look at it."""

import os
import subprocess
import sys
import time

import click

from codewatch import launch, lock, paths, surroundings
from codewatch.cli import health, service
from codewatch.cli.place import find_folder, json_option
from codewatch.cli.show import console, print_json
from codewatch.cli.telling import tell
from codewatch.errors import ConfigError, WorkerUnavailable

STOP_WAIT_S = 15.0


@click.group()
def worker() -> None:
    """Run, start, stop or look at the worker; all of these may be repeated."""


@worker.command()
@click.option("--until-empty", is_flag=True, help="Do all that waits, then leave.")
def run(until_empty: bool) -> None:
    """Be the worker in the foreground, unless one runs."""
    folder = find_folder()
    # With --until-empty the other one does what waits, and this one waits for it.
    if not until_empty and lock.is_held(folder):
        state = health.describe_worker(health.worker_state(folder))
        tell(f"there is a worker already ({state}); `codewatch worker stop` ends it")
    command = launch.worker_command(*(["--until-empty"] if until_empty else []))
    environment = {**surroundings.worker_environment(), "CODEWATCH_DATA_DIR": folder}
    sys.stdout.flush()
    if sys.platform == "win32":
        sys.exit(subprocess.run(command, env=environment, check=False).returncode)
    os.execve(command[0], command, environment)


@worker.command()
@json_option
def start(as_json: bool) -> None:
    """Start a worker in the background unless one runs."""
    folder = find_folder()
    try:
        started = launch.start_worker(folder)
    except OSError as error:
        raise WorkerUnavailable(paths.explain(error, folder)) from error
    if as_json:
        print_json({"started": started, **health.worker_state(folder)})
    else:
        console().print("worker started" if started else "a worker is running")


@worker.command()
@json_option
def stop(as_json: bool) -> None:
    """Ask the worker to finish its job and leave; jobs that still wait stay in the queue."""
    folder = folder_whatever_the_settings()
    asked = stop_worker(folder)
    if as_json:
        print_json({"stopped": asked, **health.worker_state(folder)})
    else:
        console().print("worker stopped" if asked else "no worker is running")


def stop_worker(folder: str) -> bool:
    """Ask the worker of a data directory to leave, and wait until it has; return whether one was running.

    Raises:
        WorkerUnavailable: it stays.
    """
    deadline = time.monotonic() + STOP_WAIT_S
    asked: health.Process | None = None
    # The lock is free a moment before the process is gone.
    while lock.is_held(folder) or (asked is not None and health.is_alive(asked)):
        process = health.worker_process(folder)
        if process is not None and process != asked:
            health.ask_to_leave(process)
            asked = process
        if time.monotonic() > deadline:
            raise WorkerUnavailable(
                f"the worker{f' (pid {asked.pid})' if asked else ''} has not left after {STOP_WAIT_S:.0f} s"
            )
        time.sleep(0.05)
    return asked is not None


def folder_whatever_the_settings() -> str:
    """Return the data directory; settings that cannot be read must not keep a worker from being stopped."""
    try:
        return find_folder()
    except ConfigError as error:
        tell(str(error))
        return paths.data_dir()


@worker.command("install-service")
@json_option
def install_service(as_json: bool) -> None:
    """Keep a worker running from login on, as a service of your session."""
    made = service.service_for(find_folder())
    left = service.install(made)
    if as_json:
        print_json({"path": made.path, "left_to_run": left})
        return
    console().print(f"written: {made.path}", soft_wrap=True)
    for command in left:
        console().print(f"could not be run here, run it yourself: {command}", soft_wrap=True)


@worker.command("uninstall-service")
@json_option
def uninstall_service(as_json: bool) -> None:
    """Take the service away again; workers then start with the next save."""
    made = service.service_for(find_folder())
    was_there = service.uninstall(made)
    if as_json:
        print_json({"path": made.path, "removed": was_there})
    else:
        console().print(f"removed: {made.path}" if was_there else "no service is installed", soft_wrap=True)


@worker.command("status")
@json_option
def show_status(as_json: bool) -> None:
    """Show the worker; exit 1 when none runs."""
    state = health.worker_state(find_folder())
    if as_json:
        print_json(state)
    elif state["running"]:
        since = f", since {state['started_at']}" if state["started_at"] else ""
        console().print(f"{health.describe_worker(state)}{since}", soft_wrap=True)
    else:
        console().print("no worker is running")
    if not state["running"]:
        sys.exit(1)
