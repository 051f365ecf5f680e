"""Runs the real Claude Code through the ways a session can go, and prints whether each message was observed once.

    python tests/real/claude_sessions.py [--client PATH]

As `claude_code.py` beside it: PATH or CODEWATCH_TEST_CLAUDE is the program, everything stands in a folder of its own,
and the only server is on loopback. Sessions are resumed, forked, compacted, gone back in (with tmux, by the keys), and
have a subagent, a task in the background and a prompt that is typed while a turn runs. Each prompt states a preference
of its own, by which it is found again. Exit code 0: everything was seen; 1: something was not.
"""

import glob
import json
import shutil
import subprocess
import sys
import time
import uuid
from pathlib import Path
from typing import Any

import claude_code
import staging
from staging import check, states_a_preference, texts, wait_until

TOOLS = "Bash,Write,Agent"
HELPER = "We decided to keep the orders in SQLite because it needs no server."
WAITS_S = 4
_STATES = """select state from observation where instr(content, ?) and origin = 'user' and category <> 'task_context'
order by id"""


class Sessions(claude_code.Stage):
    """The stage of `claude_code.py`, with a model that starts helpers and slow commands when it is told to."""

    def start(self, *arguments: str) -> str:
        """Run the client headless, and return what it printed."""
        command = [self.client, *arguments, "--permission-mode", "acceptEdits", "--allowedTools", TOOLS]
        done = subprocess.run(
            command, cwd=self.project, env=self.client_environment(), stdin=subprocess.DEVNULL, capture_output=True,
            text=True, check=False, timeout=claude_code.CLIENT_S,
        )  # fmt: skip
        return done.stdout

    def type_meanwhile(self, session: str, first: str, second: str) -> None:
        """Give a prompt, and another one while the first one's turn runs."""
        command = [
            self.client, "-p", "--session-id", session, "--input-format", "stream-json", "--output-format",
            "stream-json", "--verbose", "--permission-mode", "acceptEdits", "--allowedTools", TOOLS,
        ]  # fmt: skip
        with subprocess.Popen(
            command, cwd=self.project, env=self.client_environment(), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, text=True,
        ) as client:  # fmt: skip
            stdin: Any = client.stdin
            before = len(self.server.requests)
            for text in (first, second):
                stdin.write(json.dumps({"type": "user", "message": {"role": "user", "content": text}}) + "\n")
                stdin.flush()
                wait_until(lambda: len(self.server.requests) > before)
                time.sleep(1)  # the tool's call is on its way to the shell
            wait_until(lambda: len(self.server.requests) > before + 1)
            time.sleep(WAITS_S)
            stdin.close()
            client.wait(claude_code.CLIENT_S)

    def drain(self) -> bool:
        """Let the worker take everything, also turns that wait for company, and return whether it did."""
        self.codewatch("worker", "stop")
        return super().drain()

    def states(self, mark: str) -> list[str]:
        """Return the states of the memories that a mark stands in, in the order they were made."""
        return [state for (state,) in self.rows(_STATES, mark)]

    def _choose(self, body: dict[str, Any]) -> list[tuple[Any, ...]]:
        asked = _asked(body["messages"])
        if "SUBTASK" in asked:
            return [("text", HELPER)]
        if "(step agent)" in asked:
            task = "SUBTASK look around. From now on always use tool-sub for the builds."
            return [("tool", "Agent", {"description": "look", "prompt": task, "subagent_type": "general-purpose"})]
        if "(step background)" in asked:
            return [("tool", "Bash", {"command": "sleep 1; echo done", "run_in_background": True})]
        if "(step slow)" in asked:
            return [("tool", "Bash", {"command": f"sleep {WAITS_S}; echo slept"})]
        return [("text", "Done.")]


def _asked(messages: list[dict[str, Any]]) -> str:
    """Return the last prompt of a request, "" where a tool has answered since."""
    for message in reversed(messages):
        content = message["content"]
        blocks = content if isinstance(content, list) else [{"type": "text", "text": content}]
        if any(block.get("type") == "tool_result" for block in blocks):
            return ""
        if message["role"] == "user":
            return claude_code._BLOCKS.sub("", texts(content))
    return ""


class Terminal(staging.Terminal):
    """Claude Code at a terminal."""

    def __init__(self, stage: Sessions) -> None:
        self.stage = stage
        known = {
            "hasCompletedOnboarding": True, "theme": "dark", "lastOnboardingVersion": "2.1.332", "numStartups": 5,
            "customApiKeyResponses": {"approved": ["fake"], "rejected": []},
            "projects": {str(stage.project): {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True}},
        }  # fmt: skip
        file = stage.home / ".claude.json"
        had = json.loads(file.read_text()) if file.exists() else {}
        file.write_text(json.dumps({**had, **known}))
        environment = {**stage.client_environment(), "TERM": "xterm-256color"}
        super().__init__(stage.project, [stage.client], environment, "\u276f")

    def say(self, text: str) -> None:
        """Type a prompt and wait for its answer."""
        before = len(self.stage.server.requests)
        self.write(text, "Enter")
        wait_until(lambda: len(self.stage.server.requests) > before)
        time.sleep(3)

    def go_back(self, prompts: int) -> None:
        """Restore the conversation to the point before the prompt that is so many back."""
        self.press("Escape", "Escape")
        self.wait_for("Rewind")
        self.press(*["Up"] * prompts, "Enter")
        self.wait_for("Restore conversation")
        self.press("Enter", "C-u")


def scenes(stage: Sessions) -> list[bool]:
    """Set the client up, play the sessions, and return whether each thing was seen."""
    stage.codewatch("setup", "--client", "claude", "--scope", "user", "--yes")
    return [*headless(stage), *(at_a_terminal(stage) if shutil.which("tmux") else []), *everything(stage)]


def headless(stage: Sessions) -> list[bool]:
    """Resume, fork and compact a session, with a helper, a task in the background and a prompt in between."""
    session, other = str(uuid.uuid4()), str(uuid.uuid4())
    stage.start("-p", states_a_preference("tool-first"), "--session-id", session)
    stage.start("-p", states_a_preference("tool-resumed"), "--resume", session)
    stage.start("-p", states_a_preference("tool-forked"), "--resume", session, "--fork-session")
    stage.start("-p", "/compact keep it short", "--resume", session)
    stage.start("-p", states_a_preference("tool-compacted"), "--resume", session)
    stage.start("-p", "Ask a helper to look. (step agent)", "--resume", session)
    stage.start("-p", "Start it in the background. (step background)", "--resume", session)
    stage.type_meanwhile(
        other, f"{states_a_preference('tool-slow')} (step slow)", states_a_preference("tool-meanwhile")
    )
    is_drained = stage.drain()
    marks = ("first", "resumed", "forked", "compacted", "slow", "meanwhile")
    said = {mark: stage.states(f"tool-{mark}") for mark in marks}
    helpers = stage.rows("select origin, state from observation where instr(content, 'keep the orders in SQLite')")
    odd = stage.rows("select content from observation where instr(content, 'task-notification')")
    folder = glob.escape(str(stage.home / ".claude" / "projects"))
    typed = [name for name in glob.glob(f"{folder}/*/{other}.jsonl") if "queued_command" in Path(name).read_text()]
    once = [check(f"a {mark} prompt is observed once", found == ["active"], str(found)) for mark, found in said.items()]
    return [
        check("the worker drained", is_drained),
        *once,
        check("the prompt was typed while a turn ran", bool(typed), "as an attachment of the turn" if typed else ""),
        check("a helper's answer is one memory of a subagent", helpers == [("subagent", "active")], str(helpers)),
        check("what a helper is told is not the user's word", stage.states("tool-sub") == []),
        check("notices of tasks are nothing to remember", odd == [], str(odd)),
    ]


def at_a_terminal(stage: Sessions) -> list[bool]:
    """Go back in a session: before and after it was observed, to the very first prompt, and in a fork of it."""
    terminal = Terminal(stage)
    try:
        for mark in ("one", "two", "three"):
            terminal.say(states_a_preference(f"key-{mark}"))
        stage.drain()
        before = {mark: stage.states(f"key-{mark}") for mark in ("one", "two", "three")}
        terminal.go_back(2)
        terminal.say(states_a_preference("key-four"))
        stage.drain()
        after = {mark: stage.states(f"key-{mark}") for mark in ("one", "two", "three", "four")}
        terminal.say(states_a_preference("key-five"))
        terminal.go_back(3)
        terminal.say(states_a_preference("key-six"))
    finally:
        terminal.close()
    stage.drain()
    last = {mark: stage.states(f"key-{mark}") for mark in ("one", "two", "three", "four", "five", "six")}
    active, left = ["active"], ["abandoned"]
    wanted = {"one": active, "two": left, "three": left, "four": active}
    are_left = all(last[mark] in (left, []) for mark in ("one", "two", "three", "four", "five"))
    return [
        check("before it goes back, all is memory", set(map(tuple, before.values())) == {("active",)}, str(before)),
        check("what is left is abandoned", after == wanted, str(after)),
        check("back to the first prompt, all else is left", last["six"] == active and are_left, str(last)),
    ]


def everything(stage: Sessions) -> list[bool]:
    """Run the worker once more: nothing changes, and every byte is accounted for."""
    statement = "select id, state, content from observation order by id"
    before = stage.rows(statement)
    stage.drain()
    coverage = stage.coverage()
    reasons = stage.rows("select reason, sum(records) from span where reason <> '' group by reason order by 2 desc")
    return [
        check("a worker that runs again changes nothing", stage.rows(statement) == before, f"{len(before)} memories"),
        check("every byte is accounted for", coverage["percent"] == 100, f"{coverage['bytes']} bytes; {reasons}"),
    ]


if __name__ == "__main__":
    sys.exit(staging.play(__doc__, "Claude Code", "CODEWATCH_TEST_CLAUDE", Sessions, scenes))
