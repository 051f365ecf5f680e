"""`codewatch mcp`: the server under its command name."""

import json
import subprocess
import sys


def test_it_serves_until_the_client_goes_away(product):
    client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": client}

    done = subprocess.run(
        [sys.executable, "-I", "-m", "codewatch", "mcp"], cwd=product.project, env=product.environment,
        input=json.dumps(hello).encode() + b"\n", capture_output=True, timeout=60, check=True,
    )  # fmt: skip

    assert json.loads(done.stdout)["id"] == 1
