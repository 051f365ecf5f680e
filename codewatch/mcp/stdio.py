"""Standard input and output as the client's wire: every line gets in, and when the client is gone, so are we."""

import asyncio
import io
import os
import re
import signal
import sys
import threading
import time

from mcp.server import MCPServer

from codewatch.mcp.workplace import Workplace

# A client that is gone has no use for an answer; what was asked just before it left is still answered.
LAST_ANSWERS_S = 1.0
LEAVE_S = 1.5
_LOOK_AGAIN_S = 0.5
_SETTLE_S = 0.05

# A backslash that is escaped itself, a pair, or half of one.
_SURROGATES = re.compile(
    rb"\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})"
)


def serve(server: MCPServer[Workplace], place: Workplace) -> None:
    """Serve the client on standard input and output until it is gone."""
    # Cancelled tasks would wait for the thread that waits for the client.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    # The library reads the wire from here, and sends what others print to standard error.
    sys.stdin = io.TextIOWrapper(_Lines(_claim_standard_input(), place), encoding="utf-8")
    asyncio.run(_serve(server, os.getppid()))


def repair(line: bytes) -> bytes:
    """Return a line of JSON with U+FFFD for each half of a surrogate pair that stands alone.

    No UTF-8 text can hold one, and the library drops such a request without an answer.
    """
    return _SURROGATES.sub(_repaired, line) if b"\\u" in line else line


async def _serve(server: MCPServer[Workplace], parent: int) -> None:
    watch = asyncio.create_task(_leave_with_parent(parent))
    await server.run_stdio_async()
    watch.cancel()


class _Lines(io.BufferedIOBase):
    """The client's lines. The end is told once the last requests are answered, and ends the process soon after."""

    name = "client"

    def __init__(self, descriptor: int, place: Workplace) -> None:
        super().__init__()
        self._wire = open(descriptor, "rb", closefd=False)  # noqa: SIM115  (a thread may wait on it to the last)
        self._place = place

    def readable(self) -> bool:
        """Return that it can be read."""
        return True

    def read1(self, size: int = -1, /) -> bytes:
        """Return the next line, whatever its size, and nothing at the end."""
        line = self._wire.readline()
        if not line:
            self._end()
        return repair(line)

    def _end(self) -> None:
        # A tool that waits for a locked database cannot be interrupted.
        timer = threading.Timer(LEAVE_S, os._exit, (0,))
        timer.daemon = True
        timer.start()
        deadline = time.monotonic() + LAST_ANSWERS_S
        time.sleep(_SETTLE_S)
        while self._place.open_requests and time.monotonic() < deadline:
            time.sleep(_SETTLE_S)


def _repaired(found: re.Match[bytes]) -> bytes:
    return b"\\ufffd" if found[1] else found[0]


def _claim_standard_input() -> int:
    """Return standard input as a descriptor of our own; whoever reads 0 finds nothing, and no child inherits it."""
    private = os.dup(0)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    return private


async def _leave_with_parent(parent: int) -> None:
    """End the process when the one that started it is gone, although somebody still holds its end of the pipe."""
    while os.getppid() == parent:
        await asyncio.sleep(_LOOK_AGAIN_S)
    os._exit(0)
