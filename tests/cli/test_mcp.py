"""`codewatch mcp`: the server under its command name."""

import json
import subprocess
import sys
from pathlib import Path

README = Path(__file__).resolve().parents[2] / "README.md"


def test_two_servers_at_once_lose_no_memory(product):
    """Every client starts a server of its own, and all write to one memory."""
    client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    start = [
        {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": client},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
    ]
    servers = [
        subprocess.Popen(
            [sys.executable, "-I", "-m", "codewatch", "mcp"], cwd=product.project, env=product.environment,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        for _ in range(2)
    ]  # fmt: skip
    for name, server in zip("ab", servers, strict=True):
        calls = [
            {
                "jsonrpc": "2.0", "id": number, "method": "tools/call",
                "params": {"name": "observe", "arguments": {"content": f"Service {name}{number} has port {number}."}},
            }
            for number in range(1, 21)
        ]  # fmt: skip
        assert server.stdin
        server.stdin.write("".join(json.dumps(message) + "\n" for message in [*start, *calls]))
        server.stdin.flush()
    for server in servers:
        assert server.stdout
        answers = [json.loads(server.stdout.readline()) for _ in range(21)]
        assert [answer for answer in answers if answer.get("error") or answer["result"].get("isError")] == []
        server.communicate(timeout=60)

    assert len(set(product.contents())) == 40


def test_it_serves_the_tools_that_the_readme_names_until_the_client_goes_away(product):
    client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    messages = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": client},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {}},
    ]
    server = subprocess.Popen(
        [sys.executable, "-I", "-m", "codewatch", "mcp"],
        cwd=product.project,
        env=product.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdin
    assert server.stdout

    server.stdin.write("".join(json.dumps(message) + "\n" for message in messages))
    server.stdin.flush()
    answers = [json.loads(server.stdout.readline()) for _ in range(2)]
    server.communicate(timeout=60)

    named = [tool["name"] for tool in answers[1]["result"]["tools"]]
    assert sorted(named) == ["observe", "recall"]
    assert "MCP tools beyond `recall` and `observe`" in README.read_text("utf-8")
    assert server.returncode == 0
