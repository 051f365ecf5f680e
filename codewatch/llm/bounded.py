"""A reply's body becomes as much of it as is read: the rest of one without end is left where it is.

Imported with litellm only: httpx is what carries its requests.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import httpx

from codewatch.llm.question import MOST_BYTES, TOO_LONG

# What is packed may hold a thousand times as much.
_MOST_PACKED_BYTES = 64_000
_MOST_ERROR_BYTES = 64_000
_FIRST_ERROR = 400
_SHOWN_BYTES = 4_000


class TooLong(Exception):
    """A body went on beyond the bound; `head` is how it began."""

    def __init__(self, head: str) -> None:
        super().__init__(TOO_LONG)
        self.head = head


class _Bounded(httpx.AsyncByteStream):
    def __init__(self, stream: Any, bound: int, *, is_error: bool) -> None:
        self._stream, self._bound, self._is_error = stream, bound, is_error

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size, head = 0, b""
        async for part in self._stream:
            size += len(part)
            head = head or part[:_SHOWN_BYTES]
            if size > self._bound:
                if self._is_error:
                    return  # its first words say what it is
                raise TooLong(head.decode(errors="replace"))
            yield part

    async def aclose(self) -> None:
        await self._stream.aclose()


def bounded(send: Callable[[Any, Any], Awaitable[Any]]) -> Callable[[Any, Any], Awaitable[Any]]:
    """Return a transport's method `send` whose responses are read up to a bound only."""

    async def send_bounded(transport: Any, request: Any) -> Any:
        response = await send(transport, request)
        is_error = response.status_code >= _FIRST_ERROR
        is_packed = response.headers.get("content-encoding", "identity").lower() != "identity"
        bound = _MOST_ERROR_BYTES if is_error else _MOST_PACKED_BYTES if is_packed else MOST_BYTES
        response.stream = _Bounded(response.stream, bound, is_error=is_error)
        return response

    return send_bounded


def is_too_long(error: BaseException) -> TooLong | None:
    """Return the bound that lies behind an error of litellm's, if one does."""
    seen: list[BaseException] = []
    current: BaseException | None = error
    while current is not None and current not in seen:
        if isinstance(current, TooLong):
            return current
        seen.append(current)
        current = current.__cause__ or current.__context__
    return None
