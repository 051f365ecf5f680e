"""Runs the real Codex CLI through the ways a session can go, and prints whether each message was observed once.

    python tests/real/codex_sessions.py [--client PATH]

As `codex.py` beside it: PATH or CODEWATCH_TEST_CODEX is the program, everything stands in a folder of its own, and the
only server is on loopback. At a terminal (with tmux, by the keys) a command is left running in the background, prompts
are typed while a turn runs, turns are broken off, and the thread goes back: before and after it was observed, over a
compaction, beside a fork, to before a subagent, and to its first prompt. Each prompt states a preference of its own, by
which it is found again. Exit code 0: everything was seen; 1: something was not.
"""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import codex as stages
import staging
from staging import check, states_a_preference, texts, wait_until

from codewatch.clients import codex, transcripts
from codewatch.messages import Message, Role

HELPER = "We decided to keep the orders in SQLite because it needs no server."
WAITS_S = 5
ACTIVE, LEFT = ["active"], ["abandoned"]
_RUNNING = re.compile(r"session ID (\d+)")
_TITLE = "Generate a concise, single-line task title"
_ENDS = ('"type":"task_complete"', '"type":"turn_aborted"')
_STATES = """select state from observation where instr(content, ?) and origin = 'user' and category <> 'task_context'
order by id"""
_OF_HELPERS = "select origin, state from observation where instr(content, 'keep the orders in SQLite')"
_REWOUND = """select coalesce(sum(records), 0) from span join transcript on transcript.id = transcript_id
where reason = 'rewound' and instr(path, 'archived_sessions') = 0"""


class Sessions(stages.Stage):
    """The stage of `codex.py`, with a model that starts slow commands when it is told to."""

    def __init__(self, base: Path, client: str) -> None:
        super().__init__(base, client)
        self.server.choose = choose

    def drain(self) -> bool:
        """Let the worker take everything, also turns that wait for company, and return whether it did."""
        self.codewatch("worker", "stop")
        return super().drain()

    def states(self, *marks: str) -> dict[str, list[str]]:
        """Return for each mark the states of the memories that it stands in, in the order they were made."""
        return {mark: [state for (state,) in self.rows(_STATES, f"tool-{mark} ")] for mark in marks}

    def ended(self) -> int:
        """Return how many turns have ended."""
        return sum(Path(path).read_text().count(end) for path in self.rollouts() for end in _ENDS)

    def put_away(self, command: str, session: str) -> dict[str, list[str]]:
        """Archive or unarchive a thread that had a subagent, look at all files, and return what is memory of it."""
        subprocess.run(
            [self.client, command, session], cwd=self.project, env=self.environment, check=True, capture_output=True
        )
        self.codewatch("observe", "--source", "codex")
        return self.states("alone", "helped", "without")

    def messages(self) -> Iterator[Message]:
        """Yield what the rollouts say."""
        for path in self.rollouts():
            with codex.open_transcript(path) as stream:
                read = codex.reader(stream, 0)
                for line in transcripts.read_lines(stream, 0, transcripts.size_of(stream)):
                    yield from read(line).messages

    def turns_of(self, *marks: str) -> list[str]:
        """Return in which turn each mark was said."""
        rows = [json.loads(row) for path in self.rollouts() for row in Path(path).read_text().splitlines()]
        said = [row["payload"] for row in rows if row["payload"].get("role") == "user"]
        return [
            item["internal_chat_message_metadata_passthrough"]["turn_id"]
            for mark in marks
            for item in said
            if f"tool-{mark} " in texts(item["content"])
        ]


class Terminal(staging.Terminal):
    """Codex at a terminal."""

    def __init__(self, stage: Sessions, *arguments: str) -> None:
        self.stage = stage
        command = [stage.client, "--dangerously-bypass-hook-trust", *arguments]
        environment = {**stage.environment, "OPENAI_API_KEY": "fake", "TERM": "xterm-256color"}
        super().__init__(stage.project, command, environment, "\u203a")

    def say(self, mark: str, step: str = "", turns: int = 1) -> None:
        """Type a prompt and wait for the end of its turn, and of those that a subagent has."""
        before = self.stage.ended()
        self.write(prompt(mark, step), "Enter")
        wait_until(lambda: self.stage.ended() >= before + turns)

    def begin(self, mark: str) -> None:
        """Type a prompt whose turn takes a while, and wait until its command runs."""
        self.write(prompt(mark, "slow"), "Enter")
        self.wait_for("background terminal running")

    def go_back(self, prompts: int) -> None:
        """Go back to before the prompt that is so many back, and take that prompt out of the line for the next one."""
        files = len(self.stage.rollouts())
        self.press("Escape", "Escape", *["Left"] * (prompts - 1), "Enter")
        wait_until(lambda: len(self.stage.rollouts()) > files)
        self.press("C-u")


def prompt(mark: str, step: str = "") -> str:
    """Return a prompt that is known by a mark, and lets the model take a step."""
    return states_a_preference(f"tool-{mark}") + (f" (step {step})" if step else "")


def choose(body: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Return what the model answers to the last prompt: a step that it asks for, or that it is done."""
    asked, results = "", 0
    for item in body["input"]:
        if item.get("role") == "user":
            asked, results = texts(item["content"]), 0
        results += str(item.get("type")).endswith("_output")
    if "(step delegate)" in asked and results < 2 and _TITLE not in asked:
        return stages.choose(body)
    if "(step helper)" in asked:
        return [("text", HELPER)]
    if results or _TITLE in asked:
        return [("text", "Done.")]
    if "(step slow)" in asked:
        return [("command", {"cmd": f"sleep {WAITS_S}; echo slept"})]
    if "(step background)" in asked:
        return [("command", {"cmd": "sleep 2; echo it has ended", "yield_time_ms": 300})]
    if "(step look)" in asked:
        session = int(_RUNNING.findall(texts(body["input"]))[-1])
        return [("poll", {"session_id": session, "chars": "", "yield_time_ms": 1000})]
    return [("text", "Done.")]


def scenes(stage: Sessions) -> list[bool]:
    """Set the client up, play the sessions, and return whether each thing was seen."""
    setup = stage.codewatch("setup", "--client", "codex", "--yes")
    seen = [check(f"setup of Codex {stage.version()}", setup.returncode == 0)]
    if not shutil.which("tmux"):
        return [*seen, check("there is tmux", False)]
    played = [*in_the_background(stage), *meanwhile(stage), *back(stage), *far_back(stage), *helped(stage)]
    return [*seen, *played, *everything(stage)]


def in_the_background(stage: Sessions) -> list[bool]:
    """Leave a command running when a turn ends, speak of something else, and look at it."""
    terminal = Terminal(stage)
    try:
        terminal.say("background", "background")
        is_running = terminal.wait_for("background terminal running")
        terminal.say("other")
        wait_until(lambda: "background terminal running" not in terminal.tmux("capture-pane", "-p", "-t", "s"))
        terminal.say("look", "look")
    finally:
        terminal.close()
    is_drained = stage.drain()
    said = list(stage.messages())
    results = [one.text for one in said if one.role is Role.TOOL_RESULT]
    spoken = [one.text for one in said if one.role is Role.USER]
    return [
        check("a command runs on when its turn has ended", is_running),
        check("the worker drained", is_drained),
        *once(stage, "background", "other", "look"),
        check("its end is read as its end", results[1:] == ["<exit_code>0</exit_code>\nit has ended\n"], str(results)),
        check("no notice of it is a prompt", len(spoken) == 3, f"{len(spoken)} prompts"),
    ]


def meanwhile(stage: Sessions) -> list[bool]:
    """Type prompts while a turn runs: one for that turn, one for the next, and break turns off."""
    terminal = Terminal(stage)
    try:
        before = stage.ended()
        terminal.begin("slow")
        terminal.write(prompt("meanwhile"), "Enter")
        terminal.write(prompt("queued"), "Tab")
        wait_until(lambda: stage.ended() == before + 2)
        terminal.begin("stopped")
        terminal.press("Escape")
        terminal.wait_for("Conversation interrupted")
        terminal.begin("hurried")
        terminal.write(prompt("instead"), "Enter")
        terminal.press("Escape")
        wait_until(lambda: stage.ended() == before + 5)
    finally:
        terminal.close()
    stage.drain()
    turns = stage.turns_of("slow", "meanwhile", "queued")
    odd = stage.rows("select content from observation where instr(content, 'turn_aborted')")
    return [
        check("a prompt is typed while a turn runs", len(turns) == 3 and len(set(turns)) == 2 and turns[0] == turns[1]),
        *once(stage, "slow", "meanwhile", "queued", "stopped", "hurried", "instead"),
        check("that a turn was broken off is nothing to remember", odd == [], str(odd)),
    ]


def back(stage: Sessions) -> list[bool]:
    """Go back after all was observed, resume and fork, and go back again to what the fork goes on from."""
    terminal = Terminal(stage)
    try:
        for mark in ("one", "two", "three"):
            terminal.say(mark)
        stage.drain()
        before = stage.states("one", "two", "three")
        terminal.go_back(2)
        terminal.say("four")
        stage.drain()
        after = stage.states("one", "two", "three", "four")
    finally:
        terminal.close()
    session = stages.ids_in(stage.rollouts()[-1])[0]
    stage.ask("resume", session, prompt("five"))
    stage.ask("fork", session, prompt("fork"))
    stage.drain()
    terminal = Terminal(stage, "resume", session)
    try:
        terminal.say("six")
        terminal.go_back(3)
        terminal.say("seven")
    finally:
        terminal.close()
    stage.drain()
    last = stage.states("one", "two", "three", "four", "five", "fork", "six", "seven")
    return [
        check("before it goes back, all is memory", list(before.values()) == [ACTIVE] * 3, str(before)),
        check("what it has left is abandoned", list(after.values()) == [ACTIVE, LEFT, LEFT, ACTIVE], str(after)),
        check("what a fork goes on from stays, what was left unread is not observed",
              list(last.values()) == [ACTIVE, LEFT, LEFT, ACTIVE, ACTIVE, ACTIVE, [], ACTIVE], str(last)),
    ]  # fmt: skip


def far_back(stage: Sessions) -> list[bool]:
    """Go back over a compaction, and to the very first prompt."""
    terminal = Terminal(stage)
    try:
        terminal.say("first")
        terminal.say("second")
        before = stage.ended()
        terminal.write("/compact", "Enter")
        wait_until(lambda: stage.ended() > before)
        terminal.say("third")
        stage.drain()
        compacted = stage.states("first", "second", "third")
        terminal.go_back(2)
        terminal.say("fourth")
        stage.drain()
        over = stage.states("first", "second", "third", "fourth")
        terminal.go_back(2)
        terminal.say("fifth")
    finally:
        terminal.close()
    stage.drain()
    last = stage.states("first", "second", "third", "fourth", "fifth")
    return [
        check("after a compaction all is memory once", list(compacted.values()) == [ACTIVE] * 3, str(compacted)),
        check("back over a compaction", list(over.values()) == [ACTIVE, LEFT, LEFT, ACTIVE], str(over)),
        check("back to the first prompt, all else is left", list(last.values()) == [LEFT] * 4 + [ACTIVE], str(last)),
    ]


def helped(stage: Sessions) -> list[bool]:
    """Have a subagent answer, and go back to before it was started."""
    terminal = Terminal(stage)
    try:
        terminal.say("alone")
        terminal.say("helped", "delegate", turns=2)
        stage.drain()
        before = stage.rows(_OF_HELPERS)
        terminal.go_back(1)
        terminal.say("without")
    finally:
        terminal.close()
    stage.drain()
    after, last = stage.rows(_OF_HELPERS), stage.states("alone", "helped", "without")
    session = stages.ids_in(stage.rollouts()[-1])[0]
    moved = [stage.put_away("archive", session), stage.put_away("unarchive", session)]
    return [
        check("a subagent's answer is one memory", before == [("subagent", "active")], str(before)),
        check("it is left with the turn that it was asked in", after == [("subagent", "abandoned")], str(after)),
        check("and so is what was asked", list(last.values()) == [ACTIVE, LEFT, ACTIVE], str(last)),
        check("archived and taken back it is the same", moved == [last, last], str(moved)),
    ]


def once(stage: Sessions, *marks: str) -> list[bool]:
    """Return for each prompt whether it is one memory."""
    return [check(f"prompt {mark}: once", found == ACTIVE, str(found)) for mark, found in stage.states(*marks).items()]


def everything(stage: Sessions) -> list[bool]:
    """Run the worker once more: nothing changes, and every message and byte is accounted for."""
    statement = "select id, state, content from observation order by id"
    before = stage.rows(statement)
    found = stage.codewatch("observe", "--source", "codex")
    said, ((rewound,),), observed = stage.said(), stage.rows(_REWOUND), stage.observed()
    coverage = stage.coverage()
    return [
        check("what no hook told of is nothing new", found.returncode == 0 and stage.rows(statement) == before),
        check("each message is observed once, or was left before it was read",
              len(said) == len(set(said)) == observed + rewound,
              f"{len(said)} said, {observed} observed, {rewound} left"),
        check("every byte is accounted for", coverage["percent"] == 100, f"{coverage['bytes']} bytes"),
    ]  # fmt: skip


if __name__ == "__main__":
    sys.exit(staging.play(__doc__, "Codex", "CODEWATCH_TEST_CODEX", Sessions, scenes))
