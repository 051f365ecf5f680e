"""Runs the real Codex CLI against a scripted model server, connected by `codewatch setup`, and prints what it saw.

    python tests/real/codex.py [--client PATH]

PATH, or the variable CODEWATCH_TEST_CODEX, is the program of Codex (npm: @openai/codex; the native program is in
@openai/codex-linux-x64 and the like); without one this says so and is done. The client gets an environment and a HOME
of its own; the only server it knows is on loopback. Session 1 makes a file and states a preference and is resumed and
forked, another has a subagent, the worker drains, and session 2 asks about the preference. Exit code 0: everything was
seen; 1: something was not.
"""

import argparse
import importlib.util
import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

from codewatch import subagents
from codewatch.clients import codex, transcripts

SKIPPED = "skipped: name the program of Codex with --client or CODEWATCH_TEST_CODEX"
PREFERENCE = "From now on always use Decimal for money, never float, in this project."
DECISION = "We decided to keep the rates in SQLite because one file is enough."
CLIENT_S = 120
# More than fits: the client compacts before it goes on.
FULL_TOKENS = 260_000
PATCH = "*** Begin Patch\n*** Add File: calc.py\n+def total(amounts):\n+    return sum(amounts)\n*** End Patch\n"
CONFIG = """# what the user wrote, with a comment
model = "gpt-5.5-codex"   # and one here
model_provider = "scripted"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

[analytics]
enabled = false

[model_providers.scripted]
name = "scripted"
base_url = "{url}"
wire_api = "responses"
env_key = "OPENAI_API_KEY"
request_max_retries = 0
stream_max_retries = 0

[projects."{project}"]
trust_level = "trusted"
"""
_COMPACTION = "CONTEXT CHECKPOINT COMPACTION"
_STEP = re.compile(r"\(step (\w+)\)")
_BLOCK = re.compile(r"<codewatch-memory>.*?</codewatch-memory>", re.DOTALL)
_AGENT = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def load_fake() -> Any:
    """Return the module with the scripted responses server."""
    path = Path(__file__).parents[1] / "fakes" / "responses_server.py"
    spec: Any = importlib.util.spec_from_file_location("responses_server", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Stage:
    """A HOME, a project and a data directory of their own, and a client that knows nothing else."""

    def __init__(self, base: Path, client: str) -> None:
        self.client = client
        self.home, self.project, self.data = base / "home", base / "project", base / "data"
        self.codex_home = self.home / ".codex"
        self.codex_home.mkdir(parents=True)
        self.project.mkdir()
        self.server = load_fake().ResponsesServer(choose)
        self.environment = {
            "HOME": str(self.home), "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "USER": "tester",
            "SHELL": "/bin/sh", "TERM": "dumb",
        }  # fmt: skip
        self.config = CONFIG.format(url=self.server.url, project=self.project)
        (self.codex_home / "config.toml").write_text(self.config)
        subprocess.run(["git", "init", "-q", "-b", "main", str(self.project)], check=True, env=self.environment)

    def codewatch(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a command of ours in the project, with a data directory that is not the default."""
        return subprocess.run(
            [sys.executable, "-I", "-m", "codewatch", *arguments], cwd=self.project, capture_output=True, text=True,
            env={**self.environment, "CODEWATCH_DATA_DIR": str(self.data)}, check=False, timeout=CLIENT_S,
        )  # fmt: skip

    def ask(self, *arguments: str, is_trusted: bool = True) -> list[dict[str, Any]]:
        """Give the client a prompt, headless, and return the requests that the model server got.

        In a terminal the user trusts the hooks once, with /hooks; a run without one is told to.
        """
        before = len(self.server.requests)
        trust = ["--dangerously-bypass-hook-trust"] if is_trusted else []
        subprocess.run(
            [self.client, "exec", *trust, *arguments], cwd=self.project, check=True, timeout=CLIENT_S,
            env={**self.environment, "OPENAI_API_KEY": "fake"}, stdin=subprocess.DEVNULL, capture_output=True,
        )  # fmt: skip
        return self.server.requests[before:]

    def drain(self) -> bool:
        """Let the worker do what is queued; return whether it ended well."""
        return self.codewatch("worker", "run", "--until-empty").returncode == 0

    def rollouts(self) -> list[str]:
        """Return the client's transcripts, oldest first."""
        return sorted(str(path) for path in (self.codex_home / "sessions").rglob("rollout-*.jsonl"))

    def said(self) -> list[str]:
        """Return the key of everything in the rollouts that counts."""
        return [key for path in self.rollouts() for key in keys_of(path)]

    def observed(self) -> int:
        """Return how many messages the memory counts in all sessions."""
        with closing(sqlite3.connect(f"file:{self.data}/codewatch.db?mode=ro", uri=True)) as memory:
            return memory.execute("select coalesce(sum(messages), 0) from session").fetchone()[0]

    def kept(self) -> list[dict[str, Any]]:
        """Return what memory holds."""
        return json.loads(self.codewatch("list", "--json").stdout)


def keys_of(path: str) -> list[str]:
    """Return the key of everything in a rollout that counts."""
    with codex.open_transcript(path) as stream:
        read = codex.reader(stream, 0)
        lines = list(transcripts.read_lines(stream, 0, transcripts.size_of(stream)))
        messages = [message for line in lines for message in read(line).messages]
    left = {id(message) for message in subagents.passed_over(messages, "result")}
    return [message.key for message in messages if id(message) not in left]


def choose(body: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Return what the model answers: the last step that a user asked for, and how far it has come."""
    if _COMPACTION in texts(body["input"][-1]):
        return [("text", f"A module was made. {PREFERENCE}")]
    step, results = "", []
    for item in body["input"]:
        if item.get("role") == "user" and (found := _STEP.findall(texts(item))):
            step, results = found[-1], []
        elif str(item.get("type")).endswith("_output"):
            results.append(texts(item["output"]))
    if step == "make" and not results:
        return [("text", "I will write the module."), ("patch", PATCH)]
    if step == "make" and len(results) == 1:
        return [("shell", "ls -1")]
    if step == "make":
        return [("usage", FULL_TOKENS), ("text", "Done with make.")]
    if step == "delegate" and not results:
        task = {"message": "Count the files here. (step helper)", "agent_type": "default"}
        return [("call", "multi_agent_v1", "spawn_agent", task)]
    if step == "delegate" and len(results) == 1:
        agents = _AGENT.findall(results[0])[:1]
        return [("call", "multi_agent_v1", "wait_agent", {"targets": agents, "ids": agents, "timeout_ms": 15_000})]
    if step == "helper" and not results:
        return [("shell", "ls -1")]
    if step == "recall" and not results:
        return [("shell", "sleep 5")]  # the client asks a model before its servers are all there
    if step == "recall" and len(results) == 1:
        return [("call", "mcp__codewatch", "recall", {"query": "money Decimal"})]
    return [("text", f"Done with {step or 'that'}.")]


def texts(value: Any) -> str:
    """Return every text in a part of a request."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "\n".join(texts(item) for item in value)
    if isinstance(value, dict):
        return "\n".join(texts(item) for item in value.values())
    return ""


def check(name: str, is_so: bool, shown: str = "") -> bool:
    """Print one line about what was looked for, and return whether it was there."""
    sys.stdout.write(f"{'ok  ' if is_so else 'MISSING'} {name}{': ' + shown if shown else ''}\n")
    sys.stdout.flush()
    return is_so


def main() -> int:
    """Run the sessions and print what was seen."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--client", default=os.environ.get("CODEWATCH_TEST_CODEX", ""))
    client = parser.parse_args().client
    if not client or not os.access(client, os.X_OK):
        sys.stdout.write(f"{SKIPPED}\n")
        return 0
    with tempfile.TemporaryDirectory() as base:
        stage = Stage(Path(base).resolve(), client)
        try:
            return 0 if all([*connected(stage), *sessions(stage), *recalled(stage), *removed(stage)]) else 1
        finally:
            stage.codewatch("worker", "stop")
            stage.server.close()


def connected(stage: Stage) -> list[bool]:
    """Set the client up, and return whether each thing was seen."""
    version = subprocess.run(
        [stage.client, "--version"], env=stage.environment, capture_output=True, text=True, check=False
    ).stdout.strip()
    setup = stage.codewatch("setup", "--client", "codex", "--yes")
    config = (stage.codex_home / "config.toml").read_text()
    stage.ask("Say hello.", is_trusted=False)
    queue = json.loads(stage.codewatch("queue", "status", "--json").stdout)
    return [
        check(f"setup of Codex {version}", setup.returncode == 0, (setup.stdout + setup.stderr).splitlines()[-1]),
        check("it says that the hooks are to be trusted", "/hooks" in setup.stdout),
        check("the configuration only grew", config.startswith(stage.config) and "mcp_servers.codewatch" in config),
        check("hooks that nobody has trusted do not run", queue["pending"] == 0),
    ]


def sessions(stage: Stage) -> list[bool]:
    """Play a session, resume and fork it, and one with a subagent; return whether each thing was seen."""
    stage.ask(f"Please make calc.py that adds amounts. {PREFERENCE} (step make)")
    seen = [check("session 1 made its file", (stage.project / "calc.py").exists())]
    session = _AGENT.findall(os.path.basename(stage.rollouts()[-1]))[-1]
    seen.append(check("the worker drained", stage.drain(), f"{len(stage.kept())} memories"))
    resumed = stage.ask("resume", session, f"{DECISION} (step resume)")
    is_compacted = any(_COMPACTION in texts(body["input"]) for body in resumed)
    seen.append(check("the resumed session was compacted", is_compacted))
    stage.drain()
    stage.ask("fork", session, "Now try something else. (step try)")
    stage.drain()
    stage.ask("Let somebody count the files. (step delegate)")
    seen.append(check("after resume, fork and subagent, too", stage.drain(), f"{len(stage.rollouts())} rollouts"))
    kept = stage.kept()
    wanted = [row["content"] for row in kept if row["category"] == "user_preference"]
    decided = [row["content"] for row in kept if "SQLite" in row["content"]]
    seen.append(check("the preference is kept once", len(wanted) == 1, "; ".join(wanted)))
    seen.append(check("what was said after resuming is kept once", len(decided) == 1, "; ".join(decided)))
    seen.append(check("the file is kept", any("calc.py" in row["content"] for row in kept)))
    found = stage.codewatch("observe", "--source", "codex")
    seen.append(check("what no hook told of is found", found.returncode == 0, found.stdout.splitlines()[-1]))
    said = stage.said()
    once = len(said) == len(set(said)) == stage.observed()
    seen.append(check("each message is observed once", once, f"{len(said)} said, {stage.observed()} observed"))
    coverage = json.loads(stage.codewatch("coverage", "--json").stdout)
    seen.append(check("every byte is accounted for", coverage["percent"] == 100, f"{coverage['bytes']} bytes"))
    return seen


def recalled(stage: Stage) -> list[bool]:
    """Ask about the preference in new sessions, and return whether it was there."""
    asked = stage.ask("Which type do we use for money amounts here, Decimal or float?")
    blocks = [block for body in asked for block in _BLOCK.findall(texts(body["input"]))]
    lines = [line for block in blocks for line in block.splitlines() if "[user_preference]" in line]
    answered = stage.ask("What did we say about money? (step recall)")
    results = [texts(item) for body in answered for item in body["input"] if str(item.get("type")).endswith("_output")]
    found = [text for text in results if "Decimal" in text]
    return [
        check("session 2: the prompt hook's block has the preference", bool(lines), lines[0] if lines else ""),
        check(
            "session 3: the MCP tool recall answers", bool(found), " ".join(found).partition("Output:")[2].strip()[:120]
        ),
    ]


def removed(stage: Stage) -> list[bool]:
    """Disconnect the client, and return whether nothing of ours is left."""
    done = stage.codewatch("uninstall", "--client", "codex", "--yes")
    config = (stage.codex_home / "config.toml").read_text()
    return [
        check("uninstall takes the hooks out", done.returncode == 0 and not (stage.codex_home / "hooks.json").exists()),
        check("the configuration is as it was", config == stage.config),
    ]


if __name__ == "__main__":
    sys.exit(main())
