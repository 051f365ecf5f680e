"""Runs the real Claude Code through a long session, and prints whether what it was told came once and stayed as it was.

    python tests/real/claude_recall.py [--client PATH]

As `claude_code.py` beside it: PATH or CODEWATCH_TEST_CLAUDE is the program, everything stands in a folder of its own,
and the only server is on loopback. Two sessions start, one goes on for twenty prompts, is resumed, forked (by option,
and by `/branch` at a terminal), compacted by hand and because it is full. What the model server is sent is looked at:
in no request does a memory stand twice. Exit code 0: everything was seen; 1: something was not.
"""

import itertools
import json
import re
import shutil
import subprocess
import sys
import time
import uuid
from collections.abc import Iterable
from typing import Any

import claude_code
import claude_sessions
import staging
from staging import check, texts, wait_until

SUBJECTS = {
    "tide tables": "The tide tables are read by harbour/tides.py and cached for six hours.",
    "berth prices": "Berth prices are kept in whole cents; shop/prices.py rounds half up.",
    "ferry timetable": "The ferry timetable comes from the county as GTFS and is imported at night.",
    "crane sensors": "Crane sensors report over MQTT on topic quay/cranes; a lost message is asked for again.",
    "invoice numbers": "Invoice numbers have no gaps: billing/numbers.py takes them in the transaction.",
    "mooring map": "The mooring map is drawn by Leaflet from tiles that we host ourselves.",
    "night watch": "The night watch logs in with a hardware key, and its sessions end at six.",
    "weather feed": "The weather feed drops wind gusts above 60 knots as sensor faults.",
    "crew roster": "The crew roster is exported as CSV with semicolons, because the office needs it so.",
    "fuel pumps": "Fuel pumps are locked by the relay board when a payment is older than two minutes.",
}
PREFERENCES = ["Always write money as Decimal in the harbour code.", "Never deploy the harbour server on a Friday."]
PROMPTS = [
    *(f"What should I know about the {subject} before I change them?" for subject in SUBJECTS),
    "thanks, go on",
    *(f"Please look once more at the {subject}, I have a question." for subject in list(SUBJECTS)[:9]),
]
FULL = 990_000
_ITEM = re.compile(r"^[!*-] \[[a-z_]+\] .*\)$", re.MULTILINE)


class Recall(claude_sessions.Sessions):
    """The stage of `claude_sessions.py`, with memories to tell, and a model that says when its context is full."""

    def remember(self) -> None:
        """Store what there is to tell."""
        rows = [{"content": text, "category": "learning", "priority": "medium"} for text in SUBJECTS.values()]
        rows += [{"content": text, "category": "user_preference", "priority": "high"} for text in PREFERENCES]
        file = self.home / "rows.json"
        file.write_text(json.dumps([{**row, "scope": "project"} for row in rows]))
        self.codewatch("import", "--from", "json", str(file))

    def sent(self, *arguments: str, typed: Iterable[str] = ()) -> list[dict[str, Any]]:
        """Run the client headless, with prompts typed one after the other, and return what the model was sent."""
        before = len(self.server.requests)
        prompts = list(typed)
        if prompts:
            self._type(prompts, arguments)
        else:
            self.start(*arguments)
        return self.conversation(before)

    def conversation(self, since: int) -> list[dict[str, Any]]:
        """Return the requests of the conversation itself: those that offer tools, and do not sum it up."""
        return [
            body
            for body in self.server.requests[since:]
            if body.get("tools") and "Respond with TEXT ONLY" not in texts(body["messages"][-2:])
        ]

    def _type(self, prompts: list[str], arguments: Iterable[str]) -> None:
        command = [
            self.client, "-p", *arguments, "--input-format", "stream-json", "--output-format", "stream-json",
            "--verbose", "--permission-mode", "acceptEdits", "--allowedTools", claude_sessions.TOOLS,
        ]  # fmt: skip
        with subprocess.Popen(
            command, cwd=self.project, env=self.client_environment(), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, text=True,
        ) as client:  # fmt: skip
            stdin: Any = client.stdin
            for text in prompts:
                before = len(self.server.requests)
                stdin.write(json.dumps({"type": "user", "message": {"role": "user", "content": text}}) + "\n")
                stdin.flush()
                wait_until(lambda: len(self.conversation(before)) > 0)  # noqa: B023  (called before it changes)
            stdin.close()
            client.wait(claude_code.CLIENT_S)

    def _choose(self, body: dict[str, Any]) -> list[tuple[Any, ...]]:
        said = texts(body["messages"])
        is_full = "(step full)" in said and "Respond with TEXT ONLY" not in said
        return [*super()._choose(body), ("usage", FULL if is_full else 100)]


def blocks(body: dict[str, Any]) -> list[str]:
    """Return our blocks in a request, in their order."""
    return claude_code._BLOCKS.findall(texts(body["messages"]))


def twice(body: dict[str, Any]) -> list[str]:
    """Return the memories that a request holds more than once."""
    items = [item for block in blocks(body) for item in _ITEM.findall(block)]
    return sorted({item for item in items if items.count(item) > 1})


def grows(requests: list[dict[str, Any]]) -> bool:
    """Return whether each longer request holds what the one before held, as it was, and perhaps more behind it."""
    return all(
        blocks(after)[: len(blocks(before))] == blocks(before)
        for before, after in itertools.pairwise(requests)
        if len(after["messages"]) > len(before["messages"])
    )


def says_nothing_twice(name: str, requests: list[dict[str, Any]], *, told: int) -> list[bool]:
    """Check a stretch of a session between compactions; `told` is how many memories it was told at least."""
    found = sorted({item for body in requests for item in twice(body)})
    most = max((sum(len(_ITEM.findall(block)) for block in blocks(body)) for body in requests), default=0)
    return [
        check(f"{name}: no memory stands there twice", bool(requests) and not found, "; ".join(found)),
        check(f"{name}: memories stand there", most >= told, f"{most} in {len(requests)} requests"),
        check(f"{name}: what was sent stays as it was", grows(requests)),
    ]


def scenes(stage: Recall) -> list[bool]:
    """Set the client up, play the sessions, and return whether each thing was seen."""
    stage.codewatch("setup", "--client", "claude", "--scope", "user", "--yes")
    stage.remember()
    stage.codewatch("worker", "stop")
    return [*starts(stage), *goes_on(stage), *(at_a_terminal(stage) if shutil.which("tmux") else [])]


def starts(stage: Recall) -> list[bool]:
    """Start two sessions between which nothing is learned."""
    stage.sent("-p", "hello")
    stage.drain()
    first, second = (blocks(stage.sent("-p", "hello")[0]) for _ in range(2))
    same = len(first) == 1 and first == second
    return [check("two starts are told the same bytes", same, f"{[len(block) for block in first + second]} characters")]


def goes_on(stage: Recall) -> list[bool]:
    """Give a session twenty prompts, resume it, fork it, and compact it in both ways."""
    session = str(uuid.uuid4())
    long = stage.sent("--session-id", session, typed=PROMPTS)
    resumed = stage.sent("-p", "How do we go on with the tide tables and the fuel pumps?", "--resume", session)
    forked = stage.sent(
        "-p", "Where do the crane sensors and the berth prices stand?", "--resume", session, "--fork-session"
    )
    stage.sent("-p", "/compact keep it short", "--resume", session)
    after = stage.sent("--resume", session, typed=PROMPTS[:4])
    filled = stage.sent("-p", "Say much of the weather feed. (step full)", "--resume", session)
    emptied = stage.sent("--resume", session, typed=[PROMPTS[7], *PROMPTS[:3]])
    chatter = [body for body in long if "thanks, go on" in texts(body["messages"][-1])]
    return [
        *says_nothing_twice("twenty prompts", long, told=10),
        check(
            "chatter is told nothing",
            bool(chatter) and blocks(chatter[0]) == blocks(long[long.index(chatter[0]) - 1]),
        ),
        *says_nothing_twice("resumed", [long[-1], *resumed], told=10),
        *says_nothing_twice("forked", [*forked], told=10),
        *says_nothing_twice("compacted by hand", after, told=4),
        *says_nothing_twice("until it is full", [after[-1], *filled], told=4),
        *says_nothing_twice("compacted because it was full", emptied, told=3),
        check("it was compacted twice", _is_shorter(long, after) and _is_shorter(filled, emptied)),
    ]


def at_a_terminal(stage: Recall) -> list[bool]:
    """Start at a terminal, branch off by `/branch`, compact by `/compact`, and clear by `/clear`."""
    before = len(stage.server.requests)
    terminal = claude_sessions.Terminal(stage)
    try:
        terminal.say(PROMPTS[0])
        terminal.say(PROMPTS[1])
        terminal.write("/branch", "Enter")
        terminal.wait_for("ranched")
        branched = len(stage.server.requests)
        terminal.say("Once more: the tide tables and the berth prices, please.")
        cleared = len(stage.server.requests)
        terminal.write("/clear", "Enter")
        time.sleep(3)  # keys that come while it clears are lost
        terminal.say(PROMPTS[0])
    finally:
        terminal.close()
    return [
        *says_nothing_twice("at a terminal", stage.conversation(before)[: branched - before], told=3),
        *says_nothing_twice("after /branch", stage.conversation(branched)[: cleared - branched], told=3),
        *says_nothing_twice("after /clear", stage.conversation(cleared), told=3),
    ]


def _is_shorter(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> bool:
    return bool(before and after) and len(after[0]["messages"]) < len(before[-1]["messages"])


if __name__ == "__main__":
    sys.exit(staging.play(__doc__, "Claude Code", "CODEWATCH_TEST_CLAUDE", Recall, scenes))
