"""What the server's tests share: an assistant that calls the tools in this process, and servers as processes."""

import asyncio
import json
import subprocess
import sys

import pytest
from mcp import Client
from mcp.types import TextContent

from codewatch.mcp.server import make_server
from codewatch.mcp.workplace import Workplace
from codewatch.remember import SessionName

HANDSHAKE = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}


class Assistant:
    """Calls the tools of one server in this process, as a client of the given protocol."""

    def __init__(self, folder, session="sess-1"):
        self.place = Workplace(str(folder), SessionName("mcp", session))
        self.server = make_server(self.place)

    def call(self, tool, /, **arguments):
        """Call a tool and return the whole result."""
        return asyncio.run(self._call(tool, arguments, {}, {}))

    def data(self, tool, /, **arguments):
        """Call a tool that succeeds and return its structured content."""
        result = self.call(tool, **arguments)
        assert not result.is_error, text_of(result)
        return result.structured_content

    def text(self, tool, /, **arguments):
        """Call a tool that succeeds and return its text."""
        result = self.call(tool, **arguments)
        assert not result.is_error, text_of(result)
        return text_of(result)

    def error(self, tool, /, **arguments):
        """Call a tool that fails and return what it says."""
        result = self.call(tool, **arguments)
        assert result.is_error
        return text_of(result)

    def with_client(self, tool, client, options=None, /, **arguments):
        """Call a tool as a client of one's own making."""
        return asyncio.run(self._call(tool, arguments, client, options or {}))

    def tools(self):
        """Return the tools that the server lists."""

        async def listed():
            async with Client(self.server) as client:
                return (await client.list_tools()).tools

        return asyncio.run(listed())

    async def _call(self, tool, arguments, client_options, options):
        async with Client(self.server, **client_options) as client:
            return await client.call_tool(tool, arguments, **options)


def text_of(result):
    """Return the text of a tool's result, which is one block."""
    (block,) = result.content
    assert isinstance(block, TextContent)
    return block.text


class ServerProcess:
    """A server as a client starts it; what is written and read are JSON-RPC messages."""

    def __init__(self, product, *arguments, cwd=None, **environment):
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-m", "codewatch", *arguments], cwd=cwd or product.project,
            env={**product.environment, **environment}, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True,
        )  # fmt: skip
        assert self.process.stdin
        assert self.process.stdout
        self.input, self.output = self.process.stdin, self.process.stdout
        self.number = 0

    def start(self):
        """Go through the handshake and return its answer."""
        answer = self.ask("initialize", HANDSHAKE)
        self.write({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return answer

    def write(self, message):
        """Write one message, or a line as it is."""
        line = message if isinstance(message, str) else json.dumps(message)
        self.input.write(line + "\n")
        self.input.flush()

    def read(self):
        """Read one message."""
        return json.loads(self.output.readline())

    def request(self, method, params):
        """Write a request and return its number."""
        self.number += 1
        self.write({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        return self.number

    def ask(self, method, params):
        """Write a request and return the answer to it."""
        number = self.request(method, params)
        answer = self.read()
        assert answer["id"] == number
        return answer["result"]

    def call(self, tool, **arguments):
        """Call a tool and return its result."""
        return self.ask("tools/call", {"name": tool, "arguments": arguments})

    def end(self):
        """Close its standard input, wait until it has left, and return the exit code."""
        self.input.close()
        return self.process.wait(timeout=10)


@pytest.fixture
def settings(product, monkeypatch):
    """Let this process have the product's environment, and no other setting."""
    monkeypatch.delenv("CODEWATCH_PROJECT_DIR", raising=False)
    for name, value in product.environment.items():
        monkeypatch.setenv(name, value)
    return monkeypatch


@pytest.fixture
def assistant(product, settings):
    """Give an assistant in the product's project."""
    return Assistant(product.project)


@pytest.fixture
def make_assistant(settings):
    """Give the way to make an assistant in a folder."""
    return Assistant


@pytest.fixture
def start_server(product):
    """Give a function that starts a server as a process; all are stopped at the end."""
    started = []

    def start(*arguments, **options):
        server = ServerProcess(product, *(arguments or ("mcp",)), **options)
        started.append(server)
        return server

    yield start
    for server in started:
        server.process.kill()
        server.process.wait()
        server.input.close()
        server.output.close()


@pytest.fixture
def checkout(product):
    """Give a function that checks a branch out in the product's project."""

    def switch(branch):
        (product.project / ".git" / "HEAD").write_text(f"ref: refs/heads/{branch}\n")

    return switch
