"""Runs the real opencode against a scripted model server, connected by `codewatch setup`, and prints what it saw.

    python tests/real/opencode.py [--client PATH]

PATH, or the variable CODEWATCH_TEST_OPENCODE, is the program of opencode (npm: opencode-ai; the native program is in
opencode-linux-x64 and the like); without one this says so and is done. The client gets an environment and a HOME of its
own; the only server it knows is on loopback. At its first start it tries to fetch packages, and without a network gives
up after more than a minute. Session 1 makes a file and states a preference and is taken up again, another has a helper,
the worker drains, and session 2 asks about the preference. Exit code 0: everything was seen; 1: something was not.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import staging
from staging import check

from codewatch import subagents
from codewatch.clients import opencode, transcripts

PREFERENCE = "From now on always use Decimal for money, never float, in this project."
DECISION = "We decided to keep the rates in SQLite because one file is enough."
CLIENT_S = 300
CALC = "from decimal import Decimal\n\n\ndef total(amounts: list[Decimal]) -> Decimal:\n    return sum(amounts)\n"
CONFIG = """{{
  // what the user wrote, with a comment
  "$schema": "https://opencode.ai/config.json",
  "model": "anthropic/claude-sonnet-4-5",
  "autoupdate": false,
  "provider": {{"anthropic": {{"options": {{"baseURL": "{url}/v1", "apiKey": "fake"}}}}}},
}}
"""
_STEP = re.compile(r"\(step (\w+)\)")
# What was put beside a prompt quotes earlier ones.
_PUT_IN = re.compile(r"<codewatch-memory(?:-briefing)?>.*?</codewatch-memory(?:-briefing)?>", re.DOTALL)
_BLOCK = re.compile(r"<codewatch-memory(?:-briefing)?>.*?</codewatch-memory(?:-briefing)?>", re.DOTALL)


class Stage(staging.Stage):
    """The stage of opencode, with a data directory that is not the default."""

    def __init__(self, base: Path, client: str) -> None:
        server = staging.load_fake("messages_server").MessagesServer(self._choose)
        super().__init__(base, client, server, base / "data")
        self.settings = self.home / ".config" / "opencode"
        self.settings.mkdir(parents=True)
        self.config = CONFIG.format(url=self.server.url)
        (self.settings / "opencode.jsonc").write_text(self.config)

    def ask(self, *arguments: str) -> list[dict[str, Any]]:
        """Give the client a prompt, headless, and return the requests that the model server got for its answer."""
        before = len(self.server.requests)
        switches = ("AUTOUPDATE", "MODELS_FETCH", "LSP_DOWNLOAD")
        subprocess.run(
            [self.client, "run", *arguments], cwd=self.project, check=True, timeout=CLIENT_S, capture_output=True,
            env={**self.environment, **{f"OPENCODE_DISABLE_{name}": "1" for name in switches}},
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
        return [body for body in self.server.requests[before:] if not is_title(body)]

    def sessions(self) -> list[str]:
        """Return the client's sessions, oldest first."""
        os.environ["XDG_DATA_HOME"] = str(self.home / ".local" / "share")
        return list(opencode.find_transcripts())

    def said(self) -> list[str]:
        """Return the key of everything in the sessions that counts."""
        return [key for path in self.sessions() for key in keys_of(path)]

    def _choose(self, body: dict[str, Any]) -> list[tuple[Any, ...]]:
        """Return what the model answers: the last step that a user asked for, and how far it has come."""
        if is_title(body):
            return [("text", "A title")]
        step, results = "", []
        for message in body["messages"]:
            found = _STEP.findall(_PUT_IN.sub("", spoken(message))) if message["role"] == "user" else []
            step, results = (found[-1], []) if found else (step, results)
            results += [block for block in blocks(message) if block.get("type") == "tool_result"]
        turns = {
            "make": [
                [("tool", "write", {"filePath": f"{self.project}/calc.py", "content": CALC})],
                [("tool", "bash", {"command": "ls -1", "description": "List files"})],
            ],
            "delegate": [[("tool", "task", {
                "description": "Count", "prompt": "Count the files. (step helper)", "subagent_type": "general"
            })]],
            "helper": [[("tool", "bash", {"command": "ls -1", "description": "List files"})]],
            "recall": [[("tool", "codewatch_recall", {"query": "money Decimal"})]],
        }.get(step, [])  # fmt: skip
        return turns[len(results)] if len(results) < len(turns) else [("text", f"Done with {step or 'that'}.")]


def keys_of(path: str) -> list[str]:
    """Return the key of everything in a session that counts."""
    with opencode.open_transcript(path) as stream:
        read = opencode.reader(stream, 0)
        lines = list(transcripts.read_lines(stream, 0, transcripts.size_of(stream)))
        messages = [message for line in lines for message in read(line).messages]
    left = {id(message) for message in subagents.passed_over(messages, "result")}
    ours = {message.call for message in messages if message.tool.startswith("mcp__codewatch__")}
    return [message.key for message in messages if id(message) not in left and message.call not in ours - {""}]


def is_title(body: dict[str, Any]) -> bool:
    """Return whether a request is opencode's own, for a session's title."""
    return "title generator" in json.dumps(body.get("system", ""))


def blocks(message: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the blocks of a message."""
    content = message["content"]
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def spoken(message: dict[str, Any]) -> str:
    """Return the text of a message."""
    return "\n".join(block.get("text", "") for block in blocks(message) if block.get("type") == "text")


def scenes(stage: Stage) -> list[bool]:
    """Play everything, and return whether each thing was seen."""
    return [*connected(stage), *sessions(stage), *recalled(stage), *removed(stage)]


def connected(stage: Stage) -> list[bool]:
    """Set the client up, and return whether each thing was seen."""
    setup = stage.codewatch("setup", "--client", "opencode", "--yes")
    config = (stage.settings / "opencode.jsonc").read_text()
    return [
        check(
            f"setup of opencode {stage.version()}",
            setup.returncode == 0,
            (setup.stdout + setup.stderr).splitlines()[-1],
        ),
        check("the plugin is there", (stage.settings / "plugin" / "codewatch.js").exists()),
        check("the settings only grew", "// what the user wrote" in config and '"codewatch"' in config),
    ]


def sessions(stage: Stage) -> list[bool]:
    """Play a session, take it up again, and one with a helper; return whether each thing was seen."""
    stage.ask(f"Please make calc.py that adds amounts. {PREFERENCE} (step make)")
    seen = [check("session 1 made its file", (stage.project / "calc.py").exists())]
    waiting = json.loads(stage.codewatch("queue", "status", "--json").stdout)
    is_queued = waiting["pending"] + waiting["scheduled"] + waiting["leased"] > 0 or bool(stage.kept())
    seen.append(check("the end of the turn was told to the hook", is_queued))
    session = os.path.basename(stage.sessions()[0])
    seen.append(check("the worker drained", stage.drain(), f"{len(stage.kept())} memories"))
    stage.ask("--session", session, f"{DECISION} (step again)")
    stage.drain()
    stage.ask("Let somebody count the files. (step delegate)")
    is_drained = stage.drain()
    helped = len(stage.sessions()) == 3
    seen.append(
        check("after another turn and a helper, too", is_drained and helped, f"{len(stage.sessions())} sessions")
    )
    kept = stage.kept()
    wanted = [row["content"] for row in kept if row["category"] == "user_preference"]
    decided = [row["content"] for row in kept if "SQLite" in row["content"]]
    seen.append(check("the preference is kept once", len(wanted) == 1, "; ".join(wanted)))
    seen.append(check("what was said later is kept once", len(decided) == 1, "; ".join(decided)))
    seen.append(check("the file is kept", any("calc.py" in row["content"] for row in kept)))
    found = stage.codewatch("observe", "--source", "opencode")
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
    found = [block for body in asked for message in body["messages"] for block in _BLOCK.findall(spoken(message))]
    lines = [line for block in found for line in block.splitlines() if "[user_preference]" in line]
    answered = stage.ask("What did we say about money? (step recall)")
    results = [
        json.dumps(block["content"]) for body in answered for message in body["messages"] for block in blocks(message)
        if block.get("type") == "tool_result"
    ]  # fmt: skip
    stage.drain()
    again = [row["content"] for row in stage.kept() if row["category"] == "user_preference"]
    return [
        check("session 2 is told the preference", bool(lines), lines[0] if lines else ""),
        check("session 3: the MCP tool recall answers", any("Decimal" in text for text in results), results[0][:120]),
        check("what was put in is not learned again", len(again) == 1, "; ".join(again)),
    ]


def removed(stage: Stage) -> list[bool]:
    """Disconnect the client, and return whether nothing of ours is left."""
    done = stage.codewatch("uninstall", "--client", "opencode", "--yes")
    is_gone = not (stage.settings / "plugin" / "codewatch.js").exists()
    return [
        check("uninstall takes the plugin out", done.returncode == 0 and is_gone),
        check("the settings are as they were", (stage.settings / "opencode.jsonc").read_text() == stage.config),
    ]


if __name__ == "__main__":
    sys.exit(staging.play(__doc__, "opencode", "CODEWATCH_TEST_OPENCODE", Stage, scenes))
