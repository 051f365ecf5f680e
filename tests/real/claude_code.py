"""Runs the real Claude Code against a scripted model server, connected by `codewatch setup`, and prints what it saw.

    python tests/real/claude_code.py [--client PATH]

PATH, or the variable CODEWATCH_TEST_CLAUDE, is the program of Claude Code (npm: @anthropic-ai/claude-code); without
one this says so and is done. The client gets an environment and a HOME of its own; the only server it knows is on
loopback. Session 1 makes a file and states a preference, the worker drains, session 2 asks about the preference, and
session 3 uses the MCP tools. Exit code 0: everything was seen; 1: something was not.
"""

import argparse
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

SKIPPED = "skipped: name the program of Claude Code with --client or CODEWATCH_TEST_CLAUDE"
PREFERENCE = "From now on always use Decimal for money, never float, in this project."
CLIENT_S = 120
CALC = "from decimal import Decimal\n\n\ndef total(amounts: list[Decimal]) -> Decimal:\n    return sum(amounts)\n"
_BLOCKS = re.compile(r"<codewatch-memory(?:-briefing)?>.*?</codewatch-memory(?:-briefing)?>", re.DOTALL)
_BLOCK = re.compile(r"<codewatch-memory>.*?</codewatch-memory>", re.DOTALL)


def load_fake() -> Any:
    """Return the module with the scripted messages server."""
    path = Path(__file__).parents[1] / "fakes" / "messages_server.py"
    spec: Any = importlib.util.spec_from_file_location("messages_server", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Stage:
    """A HOME, a project and a data directory of their own, and a client that knows nothing else."""

    def __init__(self, base: Path, client: str) -> None:
        self.client = client
        self.home, self.project = base / "home", base / "project"
        self.home.mkdir()
        self.project.mkdir()
        self.server = load_fake().MessagesServer(self._choose)
        self.environment = {
            "HOME": str(self.home), "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "USER": "tester",
            "SHELL": "/bin/sh", "TERM": "dumb",
        }  # fmt: skip
        subprocess.run(["git", "init", "-q", "-b", "main", str(self.project)], check=True, env=self.environment)

    def codewatch(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a command of ours in the project."""
        command = [sys.executable, "-I", "-m", "codewatch", *arguments]
        return subprocess.run(
            command,
            cwd=self.project,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=CLIENT_S,
        )

    def ask(self, prompt: str, *tools: str) -> list[dict[str, Any]]:
        """Give the client a prompt, headless, and return the requests that the model server got."""
        before = len(self.server.requests)
        environment = {
            **self.environment, "ANTHROPIC_BASE_URL": self.server.url, "ANTHROPIC_API_KEY": "fake",
            "DISABLE_TELEMETRY": "1", "DISABLE_AUTOUPDATER": "1", "DISABLE_ERROR_REPORTING": "1",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        }  # fmt: skip
        subprocess.run(
            [self.client, "-p", prompt, "--permission-mode", "acceptEdits", "--allowedTools", ",".join(tools)],
            cwd=self.project, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=True,
            timeout=CLIENT_S,
        )  # fmt: skip
        return self.server.requests[before:]

    def _choose(self, body: dict[str, Any]) -> list[tuple[Any, ...]]:
        # What memory says quotes earlier prompts; the steps' marks stand in this session's own one only.
        said = _BLOCKS.sub("", _texts(body["messages"]))
        if any(message["role"] == "assistant" for message in body["messages"]):
            return [("text", "Done.")]
        if "(step make)" in said:
            return [("tool", "Write", {"file_path": str(self.project / "calc.py"), "content": CALC})]
        if "(step recall)" in said:
            return [("tool", "mcp__codewatch__recall", {"query": "money Decimal"})]
        if "(step remember)" in said:
            return [("tool", "mcp__codewatch__remember", {"content": "The staging host is staging-7.example.org"})]
        return [("text", "Done.")]


def check(name: str, is_so: bool, shown: str = "") -> bool:
    """Print one line about what was looked for, and return whether it was there."""
    sys.stdout.write(f"{'ok  ' if is_so else 'MISSING'} {name}{': ' + shown if shown else ''}\n")
    sys.stdout.flush()
    return is_so


def main() -> int:
    """Run the three sessions and print what was seen."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--client", default=os.environ.get("CODEWATCH_TEST_CLAUDE", ""))
    client = parser.parse_args().client
    if not client or not os.access(client, os.X_OK):
        sys.stdout.write(f"{SKIPPED}\n")
        return 0
    with tempfile.TemporaryDirectory() as base:
        stage = Stage(Path(base).resolve(), client)
        try:
            return 0 if all([*sessions(stage)]) else 1
        finally:
            stage.codewatch("worker", "stop")
            stage.server.close()


def sessions(stage: Stage) -> list[bool]:
    """Play the sessions and return whether each thing was seen."""
    version = subprocess.run(
        [stage.client, "--version"], env=stage.environment, capture_output=True, text=True, check=False
    ).stdout.strip()
    setup = stage.codewatch("setup", "--client", "claude", "--scope", "user", "--yes")
    seen = [
        check(f"setup of Claude Code {version}", setup.returncode == 0, (setup.stdout + setup.stderr).splitlines()[-1])
    ]
    stage.ask(f"Please make calc.py that adds amounts. {PREFERENCE} (step make)", "Write")
    seen.append(check("session 1 made its file", (stage.project / "calc.py").exists()))
    drained = stage.codewatch("worker", "run", "--until-empty")
    kept = json.loads(stage.codewatch("list", "--json").stdout)
    wanted = [row["content"] for row in kept if row["category"] == "user_preference"]
    seen.append(check("the worker drained", drained.returncode == 0, f"{len(kept)} memories"))
    seen.append(check("the preference is kept", any("Decimal" in text for text in wanted), "; ".join(wanted)))
    seen.append(check("the file is kept", any("calc.py" in row["content"] for row in kept)))
    coverage = json.loads(stage.codewatch("coverage", "--json").stdout)
    seen.append(check("every byte is accounted for", coverage["percent"] == 100, f"{coverage['bytes']} bytes"))
    asked = stage.ask("Which type do we use for money amounts here, Decimal or float?", "Read")
    blocks = [block for body in asked for block in _BLOCK.findall(_texts(body["messages"]))]
    lines = [line for block in blocks for line in block.splitlines() if "[user_preference]" in line]
    seen.append(check("session 2: the prompt hook's block has the preference", bool(lines), lines[0] if lines else ""))
    recalled = stage.ask("What did we say about money? (step recall)", "mcp__codewatch__recall")
    answers = [text for body in recalled for text in _results(body["messages"]) if "Decimal" in text]
    seen.append(check("session 3: the MCP tool recall answers", bool(answers), answers[0][:120] if answers else ""))
    stage.ask("Keep this: the staging host is staging-7.example.org. (step remember)", "mcp__codewatch__remember")
    found = json.loads(stage.codewatch("search", "staging host", "--json").stdout)
    seen.append(check("session 4: the MCP tool remember stores", any("staging-7" in row["content"] for row in found)))
    removed = stage.codewatch("uninstall", "--client", "claude", "--yes")
    settings = stage.home / ".claude" / "settings.json"
    is_gone = not settings.exists() or "codewatch" not in settings.read_text()
    seen.append(check("uninstall takes the hooks out", removed.returncode == 0 and is_gone))
    return seen


def _texts(value: Any) -> str:
    """Return every text in a request's messages."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "\n".join(_texts(item) for item in value)
    if isinstance(value, dict):
        return "\n".join(_texts(item) for item in value.values())
    return ""


def _results(messages: list[dict[str, Any]]) -> list[str]:
    blocks = [block for message in messages if isinstance(message["content"], list) for block in message["content"]]
    return [_texts(block.get("content")) for block in blocks if block.get("type") == "tool_result"]


if __name__ == "__main__":
    sys.exit(main())
