"""A loopback server that speaks OpenAI's responses form, as a stream of events, and answers as it is told.

A turn is a list of items: ("text", words), ("shell", line), ("command", input) where the line is not all, ("poll",
input) for a command in the background, ("patch", text) or ("call", namespace, name, input); ("usage", tokens) says how
much of its context the model has used.
`choose(body)` picks one for a request; its "input" is what the model is given.
"""

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Body = dict[str, Any]
Turn = list[tuple[Any, ...]]


class ResponsesServer:
    """A server on a free loopback port; `requests` are the bodies of the requests for a response."""

    def __init__(self, choose: Callable[[Body], Turn]) -> None:
        self.choose = choose
        self.requests: list[Body] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    @property
    def url(self) -> str:
        """Return the address, as `base_url` of a provider takes it."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def close(self) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()


def _handler(owner: ResponsesServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._send(200, b'{"object": "list", "data": [], "models": []}')

        def do_POST(self) -> None:
            raw = self._body()
            if not self.path.partition("?")[0].endswith("/responses"):
                self._send(404, b'{"error": {"message": "no"}}')
                return
            body: Body = json.loads(raw)
            owner.requests.append(body)
            number = len(owner.requests)
            turn = owner.choose(body)
            tokens = next((block[1] for block in turn if block[0] == "usage"), 100)
            items = [_item(one, f"{number:05d}{at}") for at, one in enumerate(turn) if one[0] != "usage"]
            events = _stream(body, items, number, tokens)
            numbered = [(kind, {"type": kind, "sequence_number": at, **data}) for at, (kind, data) in enumerate(events)]
            text = "".join(f"event: {kind}\ndata: {json.dumps(data)}\n\n" for kind, data in numbered)
            self._send(200, text.encode(), "text/event-stream")

        def _body(self) -> bytes:
            if self.headers.get("Transfer-Encoding") != "chunked":
                return self.rfile.read(int(self.headers.get("Content-Length") or 0))
            raw = b""
            while length := int(self.rfile.readline().strip() or b"0", 16):
                raw += self.rfile.read(length)
                self.rfile.readline()
            self.rfile.readline()
            return raw

        def _send(self, status: int, raw: bytes, kind: str = "application/json") -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(raw)))
            self.end_headers()
            self.wfile.write(raw)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Say nothing."""

    return Handler


def _item(block: tuple[Any, ...], number: str) -> Body:
    kind, call = block[0], {"call_id": f"call_{number}", "status": "completed"}
    if kind == "text":
        content = [{"type": "output_text", "text": block[1], "annotations": []}]
        return {
            "type": "message", "id": f"msg_{number}", "role": "assistant", "status": "completed", "content": content,
        }  # fmt: skip
    if kind == "patch":
        return {"type": "custom_tool_call", "id": f"ctc_{number}", "name": "apply_patch", "input": block[1], **call}
    if kind in ("shell", "command", "poll"):
        given = {"cmd": block[1]} if kind == "shell" else block[1]
        name = "write_stdin" if kind == "poll" else "exec_command"
        return {"type": "function_call", "id": f"fc_{number}", "name": name, "arguments": json.dumps(given), **call}
    return {
        "type": "function_call", "id": f"fc_{number}", "namespace": block[1], "name": block[2],
        "arguments": json.dumps(block[3]), **call,
    }  # fmt: skip


def _stream(body: Body, items: list[Body], number: int, tokens: int) -> Iterator[tuple[str, Body]]:
    head = {"id": f"resp_{number:05d}", "object": "response", "model": body.get("model")}
    yield "response.created", {"response": {**head, "status": "in_progress", "output": []}}
    for at, item in enumerate(items):
        begun = {**item, "content": []} if item["type"] == "message" else item
        yield "response.output_item.added", {"output_index": at, "item": begun}
        if item["type"] == "message":
            place = {"item_id": item["id"], "output_index": at, "content_index": 0}
            yield "response.output_text.delta", {**place, "delta": item["content"][0]["text"]}
        yield "response.output_item.done", {"output_index": at, "item": item}
    usage = {
        "input_tokens": tokens, "input_tokens_details": {"cached_tokens": 0}, "output_tokens": 20,
        "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": tokens + 20,
    }  # fmt: skip
    yield "response.completed", {"response": {**head, "status": "completed", "output": items, "usage": usage}}
