"""Runs the real Claude Code against a scripted model server, connected by `codewatch setup`, and prints what it saw.

    python tests/real/claude_code.py [--client PATH]

PATH, or the variable CODEWATCH_TEST_CLAUDE, is the program of Claude Code (npm: @anthropic-ai/claude-code); without
one this says so and is done. The client gets an environment and a HOME of its own; the only server it knows is on
loopback. Session 1 makes a file and states a preference, the worker drains, session 2 asks about the preference, and
session 3 uses the MCP tools. Exit code 0: everything was seen; 1: something was not.
"""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import staging
from staging import check, texts

PREFERENCE = "From now on always use Decimal for money, never float, in this project."
CLIENT_S = 120
CALC = "from decimal import Decimal\n\n\ndef total(amounts: list[Decimal]) -> Decimal:\n    return sum(amounts)\n"
_BLOCKS = re.compile(r"<codewatch-memory(?:-briefing)?>.*?</codewatch-memory(?:-briefing)?>", re.DOTALL)


class Stage(staging.Stage):
    """The stage of Claude Code."""

    def __init__(self, base: Path, client: str) -> None:
        super().__init__(base, client, staging.load_fake("messages_server").MessagesServer(self._choose))

    def client_environment(self) -> dict[str, str]:
        """Return the environment of the client."""
        return {
            **self.environment, "ANTHROPIC_BASE_URL": self.server.url, "ANTHROPIC_API_KEY": "fake",
            "DISABLE_TELEMETRY": "1", "DISABLE_AUTOUPDATER": "1", "DISABLE_ERROR_REPORTING": "1",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        }  # fmt: skip

    def ask(self, prompt: str, *tools: str) -> list[dict[str, Any]]:
        """Give the client a prompt, headless, and return the requests that the model server got."""
        before = len(self.server.requests)
        subprocess.run(
            [self.client, "-p", prompt, "--permission-mode", "acceptEdits", "--allowedTools", ",".join(tools)],
            cwd=self.project, env=self.client_environment(), stdin=subprocess.DEVNULL, capture_output=True, check=True,
            timeout=CLIENT_S,
        )  # fmt: skip
        return self.server.requests[before:]

    def _choose(self, body: dict[str, Any]) -> list[tuple[Any, ...]]:
        # What memory says quotes earlier prompts; the steps' marks stand in this session's own one only.
        said = _BLOCKS.sub("", texts(body["messages"]))
        if any(message["role"] == "assistant" for message in body["messages"]):
            return [("text", "Done.")]
        if "(step make)" in said:
            return [("tool", "Write", {"file_path": str(self.project / "calc.py"), "content": CALC})]
        if "(step recall)" in said:
            return [("tool", "mcp__codewatch__recall", {"query": "money Decimal"})]
        if "(step remember)" in said:
            return [("tool", "mcp__codewatch__remember", {"content": "The staging host is staging-7.example.org"})]
        return [("text", "Done.")]


def sessions(stage: Stage) -> list[bool]:
    """Play the sessions and return whether each thing was seen."""
    setup = stage.codewatch("setup", "--client", "claude", "--scope", "user", "--yes")
    seen = [
        check(
            f"setup of Claude Code {stage.version()}",
            setup.returncode == 0,
            (setup.stdout + setup.stderr).splitlines()[-1],
        )
    ]
    stage.ask(f"Please make calc.py that adds amounts. {PREFERENCE} (step make)", "Write")
    seen.append(check("session 1 made its file", (stage.project / "calc.py").exists()))
    is_drained = stage.drain()
    kept = stage.kept()
    wanted = [row["content"] for row in kept if row["category"] == "user_preference"]
    seen.append(check("the worker drained", is_drained, f"{len(kept)} memories"))
    seen.append(check("the preference is kept", any("Decimal" in text for text in wanted), "; ".join(wanted)))
    seen.append(check("the file is kept", any("calc.py" in row["content"] for row in kept)))
    coverage = stage.coverage()
    seen.append(check("every byte is accounted for", coverage["percent"] == 100, f"{coverage['bytes']} bytes"))
    asked = stage.ask("Which type do we use for money amounts here, Decimal or float?", "Read")
    blocks = [block for body in asked for block in _BLOCKS.findall(texts(body["messages"]))]
    lines = [line for block in blocks for line in block.splitlines() if "[user_preference]" in line]
    seen.append(check("session 2 is told the preference", bool(lines), lines[0] if lines else ""))
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


def _results(messages: list[dict[str, Any]]) -> list[str]:
    blocks = [block for message in messages if isinstance(message["content"], list) for block in message["content"]]
    return [texts(block.get("content")) for block in blocks if block.get("type") == "tool_result"]


if __name__ == "__main__":
    sys.exit(staging.play(__doc__, "Claude Code", "CODEWATCH_TEST_CLAUDE", Stage, sessions))
