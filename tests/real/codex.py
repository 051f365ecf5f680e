"""Runs the real Codex CLI against a scripted model server, connected by `codewatch setup`, and prints what it saw.

    python tests/real/codex.py [--client PATH]

PATH, or the variable CODEWATCH_TEST_CODEX, is the program of Codex (npm: @openai/codex; the native program is in
@openai/codex-linux-x64 and the like); without one this says so and is done. The client gets an environment and a HOME
of its own; the only server it knows is on loopback. Session 1 makes a file and states a preference and is resumed and
forked, another has a subagent, the worker drains, and session 2 asks about the preference. Exit code 0: everything was
seen; 1: something was not.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import staging
from staging import check, texts

from codewatch import subagents
from codewatch.clients import codex, transcripts

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
_BLOCK = re.compile(r"<codewatch-memory(?:-briefing)?>.*?</codewatch-memory(?:-briefing)?>", re.DOTALL)
_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class Stage(staging.Stage):
    """The stage of Codex, with a data directory that is not the default."""

    def __init__(self, base: Path, client: str) -> None:
        super().__init__(base, client, staging.load_fake("responses_server").ResponsesServer(choose), base / "data")
        self.codex_home = self.home / ".codex"
        self.codex_home.mkdir()
        self.config = CONFIG.format(url=self.server.url, project=self.project)
        (self.codex_home / "config.toml").write_text(self.config)

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

    def rollouts(self) -> list[str]:
        """Return the client's transcripts, oldest first."""
        return sorted(str(path) for path in (self.codex_home / "sessions").rglob("rollout-*.jsonl"))

    def said(self) -> list[str]:
        """Return the key of everything in the rollouts that counts."""
        return [key for path in self.rollouts() for key in keys_of(path)]


def ids_in(path: str) -> list[str]:
    """Return the ids in a rollout's name: its thread's, and its own where the thread goes on in it."""
    return _ID.findall(os.path.basename(path))


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
        agents = _ID.findall(results[0])[:1]
        return [("call", "multi_agent_v1", "wait_agent", {"targets": agents, "ids": agents, "timeout_ms": 15_000})]
    if step == "helper" and not results:
        return [("shell", "ls -1")]
    if step == "recall" and not results:
        return [("shell", "sleep 5")]  # the client asks a model before its servers are all there
    if step == "recall" and len(results) == 1:
        return [("call", "mcp__codewatch", "recall", {"query": "money Decimal"})]
    return [("text", f"Done with {step or 'that'}.")]


def scenes(stage: Stage) -> list[bool]:
    """Play everything, and return whether each thing was seen."""
    return [*connected(stage), *sessions(stage), *recalled(stage), *removed(stage)]


def connected(stage: Stage) -> list[bool]:
    """Set the client up, and return whether each thing was seen."""
    setup = stage.codewatch("setup", "--client", "codex", "--yes")
    config = (stage.codex_home / "config.toml").read_text()
    stage.ask("Say hello.", is_trusted=False)
    queue = json.loads(stage.codewatch("queue", "status", "--json").stdout)
    return [
        check(
            f"setup of Codex {stage.version()}", setup.returncode == 0, (setup.stdout + setup.stderr).splitlines()[-1]
        ),
        check("it says that the hooks are to be trusted", "/hooks" in setup.stdout),
        check("the configuration only grew", config.startswith(stage.config) and "mcp_servers.codewatch" in config),
        check("hooks that nobody has trusted do not run", queue["pending"] == 0),
    ]


def sessions(stage: Stage) -> list[bool]:
    """Play a session, resume and fork it, and one with a subagent; return whether each thing was seen."""
    stage.ask(f"Please make calc.py that adds amounts. {PREFERENCE} (step make)")
    seen = [check("session 1 made its file", (stage.project / "calc.py").exists())]
    session = ids_in(stage.rollouts()[-1])[0]
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
    coverage = stage.coverage()
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
        check("session 2 is told the preference", bool(lines), lines[0] if lines else ""),
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
    sys.exit(staging.play(__doc__, "Codex", "CODEWATCH_TEST_CODEX", Stage, scenes))
