"""`python -I -m codewatch.workers run`: takes the lock, then becomes the worker."""

import os
import sys
import time
from argparse import ArgumentParser, Namespace
from datetime import UTC, datetime

from codewatch import broken, launch, lock, paths, surroundings
from codewatch.errors import CodewatchError, WorkerUnavailable

CANNOT_RUN = 3
OPTIONS = {"until_empty": "--until-empty", "leave_when_idle": "--leave-when-idle"}


def main(arguments: list[str] | None = None) -> int:
    """Run the worker and return its exit code: 0 done or another one runs, 3 it cannot run here."""
    options = _parse(arguments)
    os.umask(0o077)
    surroundings.limit_environment()
    folder = paths.data_dir()
    try:
        descriptor = _take_lock(folder, options)
        os.chdir(folder)
    except OSError as error:
        sys.stderr.write(f"codewatch: {paths.explain(error, folder)}\n")
        return CANNOT_RUN
    return _work(folder, descriptor, options)


def _parse(arguments: list[str] | None) -> Namespace:
    parser = ArgumentParser(prog="codewatch worker", description="The codewatch worker process.")
    parser.add_argument("command", choices=["run"])
    parser.add_argument("--until-empty", action="store_true", help="do all that waits, then leave")
    parser.add_argument("--leave-when-idle", action="store_true", help="leave after a while without work")
    parser.add_argument(
        "--lock-descriptor", type=int, help="the lock file, locked by the process that started this one"
    )
    return parser.parse_args(arguments)


def _take_lock(folder: str, options: Namespace) -> int | None:
    if options.lock_descriptor is not None and lock.adopt(options.lock_descriptor, folder):
        return options.lock_descriptor
    descriptor = lock.open_lock(folder)
    if lock.take(descriptor):
        return descriptor
    os.close(descriptor)
    return None


def _work(folder: str, descriptor: int | None, options: Namespace) -> int:
    if descriptor is None and not options.until_empty:
        return 0
    try:
        _be_worker(folder, descriptor, options)
    except CodewatchError as error:
        return _tell(folder, str(error))
    except Exception as error:  # noqa: BLE001  (detached, its traceback would go nowhere)
        return _tell(folder, f"{type(error).__name__}: {error}")
    return 0


def _be_worker(folder: str, descriptor: int | None, options: Namespace) -> None:
    # After the lock: of many that start at once, all but one leave before they import anything heavy.
    from codewatch.config import Settings  # noqa: PLC0415

    from . import consumer  # noqa: PLC0415

    settings = Settings.load()
    while descriptor is None:
        consumer.wait_until_empty(folder)
        if lock.is_held(folder):
            return
        descriptor = _take_lock(folder, options)
    reason = consumer.run(
        folder, settings, descriptor, until_empty=options.until_empty, leaves_when_idle=options.leave_when_idle
    )
    os.close(descriptor)
    if reason in (consumer.Leaving.REPLACED, consumer.Leaving.RESIZED):
        sys.stdout.flush()
        again = [
            word for name in ("until_empty", "leave_when_idle") if getattr(options, name) for word in [OPTIONS[name]]
        ]
        os.execv(sys.executable, launch.worker_command(*again))
    if options.leave_when_idle and consumer.is_needed_again(folder, reason):
        launch.start_worker(folder)
    elif reason is consumer.Leaving.STUCK:
        raise WorkerUnavailable("a job does not get on; start it again, `codewatch queue status` shows whether it goes")


def _tell(folder: str, reason: str) -> int:
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    paths.log_line(folder, "error:worker", f"the worker cannot run: {reason}", now)
    broken.note(folder, reason, now=time.time())
    sys.stderr.write(f"codewatch: the worker cannot run: {reason}\n")
    return CANNOT_RUN


if __name__ == "__main__":
    sys.exit(main())
