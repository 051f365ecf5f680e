"""Replays the bundled session as a client would: a growing transcript, and the real hooks as processes."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime, timedelta
from importlib.resources import files
from typing import Any, NamedTuple

from codewatch import paths, surroundings
from codewatch.clientfiles import changes
from codewatch.clients import claude_setup
from codewatch.clients.program import Program, Where

SESSION = "session.jsonl"
PLACEHOLDER = "__PROJECT__"
HOOK_TIMEOUT_S = 20.0


class Turn(NamedTuple):
    """One turn of the session: what a person typed and the transcript's lines up to the turn's end."""

    prompt: str
    lines: tuple[str, ...]


class Stage(NamedTuple):
    """The temporary folders of a replay and the environment that its processes see."""

    project: str
    transcript: str
    data: str
    session: str
    environment: dict[str, str]


def set_stage(folder: str) -> Stage:
    """Make a project (a git repository on `main`), a transcript's place and a data directory below `folder`."""
    project = os.path.join(folder, "crumb")
    os.makedirs(os.path.join(project, ".git", "objects"))
    with open(os.path.join(project, ".git", "HEAD"), "w", encoding="utf-8") as head:
        head.write("ref: refs/heads/main\n")
    transcript = os.path.join(folder, "client", "session.jsonl")
    os.makedirs(os.path.dirname(transcript))
    data = os.path.join(folder, "data")
    kept = {
        name: value for name, value in surroundings.worker_environment().items() if not name.startswith("CODEWATCH_")
    }
    environment = {
        **kept, "CODEWATCH_DATA_DIR": data, "XDG_CONFIG_HOME": os.path.join(folder, "config"),
        "CLAUDE_CONFIG_DIR": os.path.join(folder, "client"),
    }  # fmt: skip
    _connect(project, data)
    return Stage(project, transcript, data, "crumb-demo", environment)


def _connect(project: str, data: str) -> None:
    """Put our hooks into the project's settings, as `codewatch setup --scope local` does."""
    program = Program(sys.executable, paths.package_parent(), data)
    for target in claude_setup.targets("local", Where(project, project), program, with_server=False):
        changes.install(target, dry_run=False)


def turns(stage: Stage, *, ends_at: datetime) -> Iterator[Turn]:
    """Yield the session's turns, moved in time so that the last record is at `ends_at`."""
    rows = [json.loads(line) for line in files("codewatch.demo").joinpath(SESSION).read_text("utf-8").splitlines()]
    last = max(moment for row in rows if (moment := _moment(row)) is not None)
    lines: list[str] = []
    prompt = ""
    for row in rows:
        prompt = prompt or _typed(row)
        lines.append(_line(row, stage, ends_at - last))
        if row.get("subtype") == "stop_hook_summary":
            yield Turn(prompt, tuple(lines))
            lines, prompt = [], ""
    if lines:
        yield Turn(prompt, tuple(lines))


def play(turn: Turn, stage: Stage) -> None:
    """Append a turn to the transcript and run the save hook, as the client does when it has answered."""
    with open(stage.transcript, "a", encoding="utf-8") as stream:
        stream.writelines(turn.lines)
    run_hook("save_script.py", payload(stage, "Stop"), stage)


def payload(stage: Stage, event: str, **fields: str) -> dict[str, str]:
    """Return what the client would write to a hook's standard input."""
    common = {"session_id": stage.session, "transcript_path": stage.transcript, "cwd": stage.project}
    return {**common, "hook_event_name": event, **fields}


def run_hook(script: str, fields: dict[str, str], stage: Stage) -> str:
    """Run a hook as its own process, as `setup` configures it, and return what it printed."""
    path = os.path.join(paths.package_parent(), "codewatch", "hooks", script)
    finished = subprocess.run(
        [sys.executable, "-I", "-S", path], input=json.dumps(fields), env=stage.environment, cwd=stage.project,
        capture_output=True, text=True, timeout=HOOK_TIMEOUT_S, check=True,
    )  # fmt: skip
    return finished.stdout


def recall(prompt: str, stage: Stage, *, session: str) -> str:
    """Return the context block that a later session's prompt is given, "" for none."""
    answer = run_hook("recall_script.py", payload(stage, "UserPromptSubmit", prompt=prompt, session_id=session), stage)
    return str(json.loads(answer)["hookSpecificOutput"]["additionalContext"]) if answer else ""


def run_command(stage: Stage, *arguments: str) -> str:
    """Run a `codewatch` command on the stage's data directory and return what it printed."""
    finished = subprocess.run(
        [sys.executable, "-I", "-m", "codewatch", *arguments], env=stage.environment, cwd=stage.project,
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    return finished.stdout


def _typed(row: dict[str, Any]) -> str:
    content = row.get("message", {}).get("content") if row.get("type") == "user" else None
    return content if isinstance(content, str) else ""


def _line(row: dict[str, Any], stage: Stage, later: timedelta) -> str:
    moment = _moment(row)
    if moment is not None:
        row = {
            **row,
            "timestamp": (moment + later).strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z",
        }
    return json.dumps(row, ensure_ascii=False).replace(PLACEHOLDER, json.dumps(stage.project)[1:-1]) + "\n"


def _moment(row: dict[str, Any]) -> datetime | None:
    text = row.get("timestamp")
    return datetime.fromisoformat(text) if isinstance(text, str) else None
