"""One event loop in a thread of its own: the worker's threads hand it coroutines, and N of them wait at once."""

import asyncio
import concurrent.futures
import sys
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")


class Loop:
    """The worker's loop: uvloop where it runs, started with the first call."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    def run(self, coroutine: Coroutine[Any, Any, Result]) -> Result:
        """Wait for a coroutine on the loop and return its result; it bounds its own time."""
        future = asyncio.run_coroutine_threadsafe(coroutine, self._started())
        try:
            return future.result()
        except concurrent.futures.CancelledError as error:
            raise InterruptedError("the worker leaves") from error
        except BaseException:
            future.cancel()
            raise

    def stop(self) -> None:
        """Cancel what still waits and end the loop."""
        with self._lock:
            loop, self._loop = self._loop, None
        if loop is not None:
            loop.call_soon_threadsafe(_cancel_all, loop)

    def end(self, *, wait_s: float) -> threading.Thread | None:
        """Stop, wait for the loop's thread, and return it, None where none ever ran.

        A thread that wakes up in uvloop while the interpreter goes down takes the process with it (SIGSEGV).
        """
        self.stop()
        if self._thread is not None:
            self._thread.join(wait_s)
        return self._thread

    def _started(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                self._loop = _new_loop()
                self._thread = threading.Thread(target=_serve, args=(self._loop,), name="models", daemon=True)
                self._thread.start()
            return self._loop


def _new_loop() -> asyncio.AbstractEventLoop:
    if sys.platform == "win32":
        return asyncio.new_event_loop()
    import uvloop  # noqa: PLC0415  (a worker without a model does without it)

    return uvloop.new_event_loop()


def _serve(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    loop.run_forever()
    loop.close()


def _cancel_all(loop: asyncio.AbstractEventLoop) -> None:
    for task in asyncio.all_tasks(loop):
        task.cancel()
    loop.call_soon(loop.stop)
