"""A loopback server that speaks the chat-completions form and answers as it is told.

A reply is a dict: `content` (the text of an answer), or `status` with `headers` and `body`; `delay_s` waits first,
`hangs` never answers, `finish` is the finish reason, `usage` the tokens. The last one repeats for ever.
"""

import json
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Reply = dict[str, Any]
HANG_S = 30.0


class ModelServer:
    """A server on a free loopback port; `requests` are the bodies it got, with `at`, `path` and `headers`."""

    def __init__(self, *replies: Reply, choose: Callable[[Reply], Reply] | None = None) -> None:
        self.replies = list(replies) or [{"content": "[]"}]
        self.choose = choose
        self.requests: list[Reply] = []
        self.in_flight = self.most_in_flight = 0
        self.most_in_flight_at: list[tuple[float, int]] = []
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """Return the base address, as `CODEWATCH_<PROVIDER>_BASE_URL` takes it."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def script(self, *replies: Reply) -> None:
        """Answer with these from now on."""
        with self._lock:
            self.replies = list(replies)

    def close(self) -> None:
        """Stop serving; what hangs is let go."""
        self._stopping.set()
        self._server.shutdown()
        self._server.server_close()

    def wait_for(self, count: int, deadline: float) -> None:
        """Wait until so many requests came, until a moment of the monotonic clock."""
        while len(self.requests) < count and time.monotonic() < deadline:
            time.sleep(0.01)

    def texts(self) -> list[str]:
        """Return what each request said, its messages joined."""
        return ["\n".join(str(message["content"]) for message in body["messages"]) for body in self.requests]

    def _next(self, body: Reply) -> Reply:
        with self._lock:
            self.requests.append(body)
            self.in_flight += 1
            self.most_in_flight = max(self.most_in_flight, self.in_flight)
            self.most_in_flight_at.append((body["at"], self.in_flight))
            if self.choose is not None:
                return self.choose(body)
            return self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        owner = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                body: Reply = {**json.loads(raw or b"{}"), "at": time.time(), "path": self.path}
                body["headers"] = {name.lower(): value for name, value in self.headers.items()}
                reply = owner._next(body)
                try:
                    owner._stopping.wait(HANG_S if reply.get("hangs") else reply.get("delay_s", 0.0))
                    if not reply.get("hangs"):
                        self._answer(reply, str(body.get("model", "")))
                except OSError:
                    self.close_connection = True
                finally:
                    with owner._lock:
                        owner.in_flight -= 1

            def _answer(self, reply: Reply, model: str) -> None:
                status = int(reply.get("status", 200))
                content = reply.get("body", _completion(reply, model) if status == 200 else {"error": {"message": ""}})
                raw = content.encode() if isinstance(content, str) else json.dumps(content).encode()
                self.send_response(status)
                for name, value in {"Content-Type": "application/json", **reply.get("headers", {})}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(raw)))
                self.end_headers()
                self.wfile.write(raw)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002
                """Say nothing."""

        return Handler


def _completion(reply: Reply, model: str) -> Reply:
    prompt, completion = reply.get("usage", (11, 7))
    message = {"role": "assistant", "content": reply.get("content", ""), **reply.get("message", {})}
    return {
        "id": "c1", "object": "chat.completion", "created": 1, "model": model,
        "choices": [{"index": 0, "finish_reason": reply.get("finish", "stop"), "message": message}],
        "usage": {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion},
    }  # fmt: skip
