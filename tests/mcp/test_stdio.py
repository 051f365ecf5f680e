"""codewatch.mcp.stdio: the server as a process, as clients start and leave it."""

import asyncio
import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time

import psutil
import pytest
from mcp import Client, StdioServerParameters

from codewatch.mcp.stdio import repair

CALL_LIMIT_S = 2.0
START_A_SERVER = """
import subprocess, sys, time
print(subprocess.Popen([sys.executable, "-I", "-m", "codewatch", "mcp"], stdin=0).pid, flush=True)
time.sleep(600)
"""


def wait_until(is_so, *, limit_s=CALL_LIMIT_S):
    """Return within how many seconds something became so."""
    start = time.monotonic()
    while not is_so():
        assert time.monotonic() - start < limit_s
        time.sleep(0.01)
    return time.monotonic() - start


def is_alive(pid):
    """Return whether a process runs; one that is over and waits for its parent does not."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


@pytest.mark.parametrize("arguments", [(), ("mcp",)], ids=["codewatch", "codewatch mcp"])
def test_on_a_pipe_it_serves_until_the_client_goes_away(start_server, arguments):
    """F17, W-10."""
    server = start_server(*arguments)

    name = server.start()["serverInfo"]["name"]
    stored = server.call("observe", content="The limit is 500.")
    code = server.end()

    assert (name, stored["structuredContent"]["id"], code) == ("codewatch", 1, 0)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_the_librarys_own_client_is_served_in_both_eras(product, mode):
    server = StdioServerParameters(
        command=sys.executable, args=["-I", "-m", "codewatch"], env=product.environment, cwd=product.project
    )

    async def work():
        async with Client(server, mode=mode) as client:
            tools = [tool.name for tool in (await client.list_tools()).tools]
            await client.call_tool("observe", {"content": "The limit is 500 bytes."})
            return tools, await client.call_tool("recall", {"query": "what is the limit?"})

    tools, recalled = asyncio.run(work())

    assert len(tools) == 7
    assert recalled.structured_content["memories"][0]["content"] == "The limit is 500 bytes."


def test_without_a_client_it_leaves_at_once(product):
    """W-10."""
    done = subprocess.run(
        [sys.executable, "-I", "-m", "codewatch"], cwd=product.project, env=product.environment, timeout=10,
        stdin=subprocess.DEVNULL, capture_output=True, check=True,
    )  # fmt: skip

    assert (done.stdout, done.stderr) == (b"", b"")


def test_it_leaves_when_its_client_is_gone_although_the_pipe_is_held(product):
    """W-10: another program has inherited the client's end."""
    reading, writing = os.pipe()
    client = subprocess.Popen(
        [sys.executable, "-c", START_A_SERVER], cwd=product.project, env=product.environment, stdin=reading,
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    os.close(reading)
    assert client.stdout
    pid = int(client.stdout.readline())
    request = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    os.write(writing, json.dumps(request).encode() + b"\n")
    client.stdout.readline()

    client.kill()
    client.wait()
    client.stdout.close()

    wait_until(lambda: not is_alive(pid))
    os.close(writing)


def test_it_leaves_in_time_while_a_tool_waits_for_a_lock(product, start_server):
    """W-10: a thread that waits cannot be interrupted."""
    server = start_server()
    server.start()
    server.call("observe", content="The limit is 500.")
    with contextlib.closing(sqlite3.connect(product.data / "codewatch.db", isolation_level=None)) as holder:
        holder.execute("begin immediate")
        server.request("tools/call", {"name": "observe", "arguments": {"content": "The limit is 600."}})
        server.input.close()

        left_after = wait_until(lambda: server.process.poll() is not None, limit_s=5)

    assert left_after < CALL_LIMIT_S


def test_what_was_asked_just_before_the_end_is_still_answered(product):
    asked = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18",
         "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "recall", "arguments": {}}},
    ]  # fmt: skip

    done = subprocess.run(
        [sys.executable, "-I", "-m", "codewatch", "mcp"], cwd=product.project, env=product.environment, timeout=10,
        input="".join(json.dumps(message) + "\n" for message in asked), capture_output=True, text=True, check=True,
    )  # fmt: skip

    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [1, 2]


def test_half_a_surrogate_pair_gets_an_answer(product, start_server):
    server = start_server()
    server.start()

    server.write(
        '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"observe","arguments":'
        '{"content":"half \\ud800 and whole \\ud83d\\ude42"}}}'
    )

    assert server.read()["id"] == 7
    assert product.contents() == ["half \ufffd and whole 🙂"]


@pytest.mark.parametrize(
    ("line", "repaired"),
    [
        (rb'"\ud83d\ude42"', rb'"\ud83d\ude42"'),
        (rb'"\ud83d"', rb'"\ufffd"'),
        (rb'"\uDE42\uD83D"', rb'"\ufffd\ufffd"'),
        (rb'"\\ud83d"', rb'"\\ud83d"'),
        (rb'"\\\ud83d"', rb'"\\\ufffd"'),
        (rb'"\u0041\ud7ff\ue000"', rb'"\u0041\ud7ff\ue000"'),
    ],
)
def test_only_what_stands_alone_is_repaired(line, repaired):
    assert repair(line) == repaired


def test_a_line_that_is_no_message_does_not_end_it(start_server):
    server = start_server()
    server.start()

    server.write("this is no JSON")
    server.write("\udcff\udcfe".encode("utf-8", "surrogateescape").decode("latin-1"))

    assert server.call("recall")["isError"] is False


def test_stray_prints_never_reach_the_client(product):
    code = (
        "import os, sys\n"
        "from codewatch.mcp import recalling, server, stdio, workplace\n"
        "search = recalling.search\n"
        "def loud(*arguments, **options):\n"
        "    print('stray')\n"
        "    os.write(1, b'raw')\n"
        "    sys.stdout.flush()\n"
        "    return search(*arguments, **options)\n"
        "recalling.search = loud\n"
        "place = workplace.start()\n"
        "stdio.serve(server.make_server(place), place)\n"
    )
    asked = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18",
         "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "recall", "arguments": {}}},
    ]  # fmt: skip

    done = subprocess.run(
        [sys.executable, "-I", "-c", code], cwd=product.project, env=product.environment, timeout=10,
        input="".join(json.dumps(message) + "\n" for message in asked), capture_output=True, text=True, check=True,
    )  # fmt: skip

    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [1, 2]
    assert "stray" in done.stderr


def test_a_server_started_in_the_root_folder_works_for_the_project_of_the_setting(product, start_server):
    """CAP-20."""
    server = start_server(cwd="/", CODEWATCH_PROJECT_DIR=str(product.project / "."))
    server.start()

    told = server.call("get_session_info")["structuredContent"]

    assert (told["project_dir"], told["branch"]) == (str(product.project), "main")


def test_two_servers_and_a_worker_at_once_lose_no_memory(product, start_server, transcript):
    """Q-13."""
    transcript.user("Always use Decimal for money, never float. " + "We keep the reason beside the decision. " * 20)
    worker = subprocess.Popen(
        [sys.executable, "-I", "-m", "codewatch", "observe", "--transcript", str(transcript.path)],
        cwd=product.project, env={**product.environment, "CODEWATCH_WORKER_AUTOSTART": "true"},
        stdout=subprocess.DEVNULL,
    )  # fmt: skip
    servers = {name: start_server() for name in "ab"}
    for server in servers.values():
        server.start()
    for number in range(20):
        for name, server in servers.items():
            fact = {"content": f"Service {name}{number} has port 80{number}.", "category": "learning"}
            server.request("tools/call", {"name": "observe", "arguments": fact})
    answers = [server.read() for server in servers.values() for _ in range(20)]

    assert [answer for answer in answers if "error" in answer or answer["result"]["isError"]] == []
    assert worker.wait(timeout=60) == 0
    assert len({text for text in product.contents() if text.startswith("Service ")}) == 40
    assert [text for text in product.contents() if "Decimal" in text] != []


def test_servers_do_nothing_while_nobody_asks(product, start_server):
    """W-11."""
    servers = [start_server() for _ in range(3)]
    for server in servers:
        server.start()
    processes = [psutil.Process(server.process.pid) for server in servers]
    before = [process.cpu_times().user for process in processes]

    with pytest.raises(subprocess.TimeoutExpired):
        servers[0].process.wait(timeout=1.0)

    used = [process.cpu_times().user - then for process, then in zip(processes, before, strict=True)]
    assert max(used) < 0.05
    assert [process.children() for process in processes] == [[], [], []]
    assert list(product.data.glob("*")) == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it(interruptible, start_server, number):
    server = start_server()
    server.start()

    server.process.send_signal(number)

    assert server.process.wait(timeout=5) == -number
