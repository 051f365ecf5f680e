"""Kills the worker again and again while sessions are saved through the real hooks, then counts what is missing.

    python tests/chaos/chaos.py [--transcripts 200] [--kills 100] [--seed 1]

Sessions of several projects and branches grow turn by turn, in any order: some are forks that begin with a copy of
another, some switch branches, some are resumed after their end, some files end in the middle of a line until the next
turn. Every turn states one fact that exists nowhere else. At the end each fact must be remembered exactly once. The
same seed gives the same sessions and the same order of turns and kills; which instruction a kill hits depends on the
machine.
"""

import argparse
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from codewatch import lock, paths

HOOK = Path(paths.package_parent(), "codewatch", "hooks", "save_script.py")
BRANCHES = ("main", "feature/till", "fix-rounding")
LONGEST_WAIT_S = 600.0
LONGEST_KILL_S = 6.0


class Session:
    """One transcript that grows: `facts` are the texts that must be remembered of it."""

    def __init__(self, path: Path, project: Path, name: str, copied: list[str]) -> None:
        self.path = path
        self.project = project
        self.name = name
        self.lines = list(copied)
        self.written = 0
        self.facts: list[str] = []
        self.torn = ""

    def add_turn(self, chosen: random.Random, number: int) -> None:
        """Write one more turn: a prompt, a test run with a fact of its own, an answer."""
        branch = chosen.choice(BRANCHES) if chosen.random() < 0.15 else BRANCHES[hash_of(self.name) % len(BRANCHES)]
        name = f"{self.name}-{number}"
        fact = f"`pytest tests/test_{name.replace('-', '_')}.py -q` passed"
        self.facts.append(fact)
        noise = "tests/test_x.py ........\n" * chosen.randint(1, 60)
        use = {"type": "tool_use", "id": f"t-{name}", "name": "Bash", "input": {"command": fact.split("`")[1]}}
        result = {"type": "tool_result", "tool_use_id": f"t-{name}", "content": f"{noise}3 passed in 0.1s"}
        bodies = [
            ("user", f"Check module {number} of {self.name} and tell me what you find in it, please."),
            ("assistant", [use]),
            ("user", [result]),
            (
                "assistant",
                [{"type": "text", "text": f"Module {number} of {self.name} is fine. " * chosen.randint(1, 30)}],
            ),
        ]
        common = {"sessionId": self.name, "cwd": str(self.project), "gitBranch": branch, "isSidechain": False}
        for place, (role, content) in enumerate(bodies):
            at = f"2026-11-{1 + number % 28:02d}T{place:02d}:00:00.000Z"
            row = {"type": role, "uuid": f"{name}-{place}", "timestamp": at, **common}
            self.lines.append(json.dumps({**row, "message": {"role": role, "content": content}}) + "\n")

    def flush(self, chosen: random.Random, *, is_last: bool) -> None:
        """Append what is new; now and then the last line is cut in the middle until the next turn."""
        text = self.torn + "".join(self.lines[self.written :])
        self.written = len(self.lines)
        cut = len(text) if is_last or chosen.random() > 0.2 else len(text) - chosen.randint(1, 60)
        with self.path.open("a", encoding="utf-8") as stream:
            stream.write(text[:cut])
        self.torn = text[cut:]


class World:
    """The sessions, the data directory, and the hooks that run on them."""

    def __init__(self, folder: Path, transcripts: int, seed: int) -> None:
        self.chosen = random.Random(seed)
        self.data = folder / "data"
        self.environment = {
            "HOME": str(folder), "PATH": os.environ["PATH"], "CODEWATCH_DATA_DIR": str(self.data),
            "XDG_CONFIG_HOME": str(folder / "config"), "CODEWATCH_WAIT_FOR_MORE_MIN": "0.02",
        }  # fmt: skip
        projects = [make_repository(folder / f"project-{number}") for number in range(4)]
        self.sessions: list[Session] = []
        self.facts: list[str] = []
        for number in range(transcripts):
            copied = self.chosen.choice(self.sessions).lines if number > 10 and self.chosen.random() < 0.2 else []
            path, project = folder / f"s{number}.jsonl", self.chosen.choice(projects)
            session = Session(path, project, f"s{number}", copied)
            session.add_turn(self.chosen, 0)
            self.sessions.append(session)
        self.blamed = 0
        self.turns = Counter(session.name for session in self.sessions)

    def step(self) -> None:
        """Let one session go on for a turn and run its save hook."""
        session = self.chosen.choice(self.sessions)
        session.add_turn(self.chosen, self.turns[session.name])
        self.turns[session.name] += 1
        session.flush(self.chosen, is_last=False)
        self.save(session, self.chosen.choice(("Stop", "Stop", "Stop", "PreCompact", "SessionEnd")))

    def save(self, session: Session, event: str) -> None:
        """Run the save hook as the client does."""
        payload = {
            "session_id": session.name, "transcript_path": str(session.path), "cwd": str(session.project),
            "hook_event_name": event,
        }  # fmt: skip
        subprocess.run(
            [sys.executable, "-I", "-S", HOOK], input=json.dumps(payload).encode(), env=self.environment, check=True
        )

    def kill_worker(self) -> bool:
        """Kill the worker of this data directory, if one has introduced itself; return whether there was one."""
        if not lock.is_held(str(self.data)):
            return False
        try:
            os.kill(int(json.loads(lock.read_note(str(self.data)))["pid"]), signal.SIGKILL)
        except (ValueError, KeyError, ProcessLookupError):
            return False
        return True

    def command(self, *arguments: str) -> str:
        """Run a codewatch command and return what it printed."""
        finished = subprocess.run(
            [sys.executable, "-I", "-m", "codewatch", *arguments], env=self.environment, capture_output=True, text=True,
            check=False, timeout=LONGEST_WAIT_S,
        )  # fmt: skip
        return finished.stdout

    def finish(self) -> None:
        """End every session, whole, and let the worker do all that is left."""
        for session in self.sessions:
            session.flush(self.chosen, is_last=True)
            self.save(session, "SessionEnd")
        self.command("worker", "run", "--until-empty")
        # A job that happened to run at three kills in a row looks like the killer; a user is told, and tries it again.
        self.blamed = len(json.loads(self.command("queue", "failed", "--json")))
        self.command("queue", "retry", "--all")
        self.command("worker", "run", "--until-empty")
        self.command("worker", "stop")


def hash_of(name: str) -> int:
    """Return a number that a name always has."""
    return sum(name.encode())


def make_repository(folder: Path) -> Path:
    """Make a git repository on main, without needing git."""
    (folder / ".git" / "objects").mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    return folder


def play(world: World, kills: int, seed: int) -> int:
    """Let sessions go on and kill the worker at random points; return how often it was killed."""
    killed = 0
    deadline = time.monotonic() + max(LONGEST_WAIT_S, kills * LONGEST_KILL_S)
    timing = random.Random(f"kills {seed}")
    while killed < kills and time.monotonic() < deadline:
        for _ in range(timing.randint(1, 6)):
            world.step()
        time.sleep(timing.uniform(0.0, 0.5))
        killed += world.kill_worker()
    return killed


def judge(world: World) -> dict[str, object]:
    """Return the figures that decide: all of `missing`, `doubled`, `jobs_left`, `failed` must be 0."""
    memory = sqlite3.connect(world.data / paths.MEMORY_FILE)
    jobs = sqlite3.connect(world.data / paths.QUEUE_FILE)
    remembered = Counter(text.partition(":")[0] for (text,) in memory.execute("select content from observation"))
    facts = [fact for session in world.sessions for fact in session.facts]
    coverage = json.loads(world.command("coverage", "--json"))
    return {
        "transcripts": coverage["transcripts"],
        "bytes": coverage["bytes"],
        "coverage_percent": coverage["percent"],
        "facts": len(facts),
        "blamed": world.blamed,
        "missing": sum(remembered[fact] == 0 for fact in facts),
        "doubled": sum(remembered[fact] > 1 for fact in facts),
        "jobs_left": jobs.execute("select count(*) from task").fetchone()[0],
        "failed": jobs.execute("select count(*) from failed_task").fetchone()[0],
        "integrity": memory.execute("pragma integrity_check").fetchone()[0],
    }


def main() -> int:
    """Play, judge, print; return 0 when nothing is missing and nothing doubled."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--transcripts", type=int, default=200)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="codewatch-chaos-") as folder:
        world = World(Path(folder), options.transcripts, options.seed)
        started = time.monotonic()
        killed = play(world, options.kills, options.seed)
        world.finish()
        figures = {"seed": options.seed, "kills": killed, **judge(world), "seconds": round(time.monotonic() - started)}
    sys.stdout.write(json.dumps(figures, indent=2) + "\n")
    is_whole = figures["coverage_percent"] == 100.0 and figures["integrity"] == "ok"
    faults = [figures[name] for name in ("missing", "doubled", "jobs_left", "failed")]
    return 0 if is_whole and killed >= options.kills and not any(faults) else 1


if __name__ == "__main__":
    sys.exit(main())
