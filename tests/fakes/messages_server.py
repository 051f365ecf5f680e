"""A loopback server that speaks Anthropic's messages form, streamed or not, and answers as it is told.

A turn is a list of blocks: ("text", words) or ("tool", name, input); ("usage", tokens) is how long the question was.
`choose(body)` picks one for a request.
"""

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Body = dict[str, Any]
Turn = list[tuple[Any, ...]]


class MessagesServer:
    """A server on a free loopback port; `requests` are the bodies of the messages it was sent."""

    def __init__(self, choose: Callable[[Body], Turn]) -> None:
        self.choose = choose
        self.requests: list[Body] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    @property
    def url(self) -> str:
        """Return the address, as `ANTHROPIC_BASE_URL` takes it."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def close(self) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()


def _handler(owner: MessagesServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_HEAD(self) -> None:
            self._send(200, b"", "text/plain")

        def do_GET(self) -> None:
            self._send(200, b'{"data": [], "has_more": false, "first_id": null, "last_id": null}')

        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            if "count_tokens" in self.path:
                self._send(200, json.dumps({"input_tokens": len(raw) // 4}).encode())
                return
            if not self.path.startswith("/v1/messages"):
                self._send(404, b'{"type": "error", "error": {"type": "not_found_error", "message": "no"}}')
                return
            body: Body = json.loads(raw)
            owner.requests.append(body)
            turn = owner.choose(body)
            blocks = _blocks([block for block in turn if block[0] != "usage"], len(owner.requests))
            head = _head(body, next((block[1] for block in turn if block[0] == "usage"), 100))
            if not body.get("stream"):
                self._send(200, json.dumps({**head, "content": blocks, "stop_reason": _stop(blocks)}).encode())
                return
            events = (
                f"event: {kind}\ndata: {json.dumps({'type': kind, **data})}\n\n" for kind, data in _stream(head, blocks)
            )
            self._send(200, "".join(events).encode(), "text/event-stream")

        def _send(self, status: int, raw: bytes, kind: str = "application/json") -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(raw)))
            self.end_headers()
            self.wfile.write(raw)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Say nothing."""

    return Handler


def _blocks(turn: Turn, number: int) -> list[Body]:
    blocks: list[Body] = []
    for at, block in enumerate(turn):
        if block[0] == "text":
            blocks.append({"type": "text", "text": block[1]})
        else:
            blocks.append(
                {"type": "tool_use", "id": f"toolu_{number:06d}{at:02d}", "name": block[1], "input": block[2]}
            )
    return blocks


def _stop(blocks: list[Body]) -> str:
    return "tool_use" if any(block["type"] == "tool_use" for block in blocks) else "end_turn"


def _head(body: Body, tokens: int) -> Body:
    usage = {
        "input_tokens": tokens,
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": 0,
        "output_tokens": 20,
    }
    return {
        "id": "msg_1", "type": "message", "role": "assistant", "model": body.get("model"), "content": [],
        "stop_reason": None, "stop_sequence": None, "usage": usage,
    }  # fmt: skip


def _stream(head: Body, blocks: list[Body]) -> Iterator[tuple[str, Body]]:
    yield "message_start", {"message": head}
    for at, block in enumerate(blocks):
        if block["type"] == "text":
            yield "content_block_start", {"index": at, "content_block": {"type": "text", "text": ""}}
            yield "content_block_delta", {"index": at, "delta": {"type": "text_delta", "text": block["text"]}}
        else:
            yield "content_block_start", {"index": at, "content_block": {**block, "input": {}}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
            yield "content_block_delta", {"index": at, "delta": delta}
        yield "content_block_stop", {"index": at}
    yield (
        "message_delta",
        {"delta": {"stop_reason": _stop(blocks), "stop_sequence": None}, "usage": {"output_tokens": 20}},
    )
    yield "message_stop", {}
