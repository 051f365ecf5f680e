"""What `status` knows: the worker, the queue, the stores, the last problems, and what to do about each."""

import json
import os
import sqlite3
import time
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple
from urllib.parse import quote

import psutil

from codewatch import broken, exclusions, git, lock, paths, pauses, privacy, queue_status, spool
from codewatch.cli.show import counted
from codewatch.config import Settings
from codewatch.errors import StoreDamaged, StoreError
from codewatch.store import ledger, observations, reflections, sessions
from codewatch.store.database import memory_path, open_memory

STUCK_AFTER_S = 300.0
_RECENT_LINES_BYTES = 64_000
_PROBLEMS_SHOWN = 3
_ALLOW = "codewatch config get exclude shows the setting; take the pattern out of it"
# A transcript that was only begun has saved nothing; what a hook told has no bytes.
_LAST_SUCCESS = "select max(updated_at) from transcript where cursor > 0 or path like ? || '%'"
_NOWHERE = os.path.join(os.devnull, "nowhere")

# psutil is imported here only (see pyproject.toml); commands name its process by this.
Process = psutil.Process


class Finding(NamedTuple):
    """One thing to know. `severity` is error (capture or recall is broken), warning, or info (it was asked for)."""

    id: str
    severity: str
    what: str
    fix: str


def worker_state(folder: str) -> dict[str, Any]:
    """Return whether a worker runs and what it says of itself, under the keys of COMMANDS."""
    state: dict[str, Any] = {
        "running": False, "pid": None, "started_at": None, "version": None, "rss_bytes": None,
        "last_success_at": _last_success(folder),
    }  # fmt: skip
    if not lock.is_held(folder):
        return state
    state["running"] = True
    process = worker_process(folder)
    if process is not None:
        note = json.loads(lock.read_note(folder))
        started = datetime.fromtimestamp(process.create_time(), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        rss = process.memory_info().rss
        state.update(pid=process.pid, started_at=started, version=note.get("version"), rss_bytes=rss)
    return state


def describe_worker(state: dict[str, Any]) -> str:
    """Return `worker_state` as people read it."""
    if not state["running"]:
        return "not running"
    if state["pid"] is None:
        return "starting or leaving"
    return f"running, pid {state['pid']}, version {state['version']}, {(state['rss_bytes'] or 0) / 1e6:.0f} MB"


def worker_process(folder: str) -> Process | None:
    """Return the process that holds the lock, or None while it has not introduced itself or is gone."""
    try:
        note = json.loads(lock.read_note(folder))
        process = psutil.Process(int(note["pid"]))
        # The system's own idea of when a process started moves with the clock.
        is_same = abs(process.create_time() - float(note["started_at"])) < 1.0 or _has_open(process, folder)
    except (ValueError, KeyError, TypeError, psutil.Error):
        return None
    return process if is_same else None


def _has_open(process: Process, folder: str) -> bool:
    lock_file = os.path.realpath(os.path.join(folder, paths.LOCK_FILE))
    return any(opened.path == lock_file for opened in process.open_files())


def ask_to_leave(process: Process) -> None:
    """Send a process SIGTERM; one that has ended meanwhile is left alone."""
    with suppress(psutil.NoSuchProcess):
        process.terminate()


def is_alive(process: Process) -> bool:
    """Return whether a process still runs; one that is over and waits for its parent does not."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


def _last_success(folder: str) -> str | None:
    if not os.path.exists(memory_path(folder)):
        return None
    try:
        with closing(sqlite3.connect(f"file:{quote(memory_path(folder))}?mode=ro", uri=True)) as connection:
            return connection.execute(_LAST_SUCCESS, (ledger.MESSAGE_PATH,)).fetchone()[0]
    except sqlite3.Error:
        return None  # the finding about the memory database says why


def examine(folder: str, settings: Settings, here: str) -> dict[str, Any]:
    """Return everything that `status` shows in the folder `here`; `ok` is false when capture or recall is broken."""
    findings = [*_judge_folder(folder), *_judge_links(folder)]
    # Of a folder that is not ours alone nothing is read: SQLite would leave files there.
    kept = folder if paths.fault_of(folder) is None else _NOWHERE
    queue: dict[str, Any] = {}
    memory: dict[str, Any] = {}
    try:
        queue = queue_status.read(kept, now=time.time())._asdict()
        since = _last_success(kept)
        queue["failed_since_success"] = sum(
            since is None or row["failed_at"] > datetime.fromisoformat(since).timestamp()
            for row in queue_status.failed(kept)
        )
    except StoreError as error:
        fix = f"move {folder}/{paths.QUEUE_FILE}* aside" if isinstance(error, StoreDamaged) else f"look at {folder}"
        findings.append(Finding("queue-unusable", "error", str(error), fix))
    try:
        memory = _memory(kept, privacy.clean_text(git.locate(here)[0]))
    except StoreError as error:
        findings.append(Finding("memory-unusable", "error", str(error), f"look at {memory_path(folder)}"))
    worker = worker_state(kept)
    findings += judge_queue(queue, worker)
    findings += _judge_spool(kept)
    findings += _judge_transcripts(memory)
    findings += _recent_problems(kept, datetime.now(UTC), worker["last_success_at"] or "")
    findings += judge_pauses(kept, here, settings.exclude)
    return {
        "ok": not any(finding.severity == "error" for finding in findings),
        "data_dir": folder, "worker": worker, "queue": queue, "spooled": len(spool.waiting(kept)), "memory": memory,
        "last_success_at": worker["last_success_at"], "provider": settings.llm_provider,
        "findings": [finding._asdict() for finding in findings], "pauses": _pauses(kept, here),
    }  # fmt: skip


def _memory(folder: str, project: str) -> dict[str, Any]:
    path = memory_path(folder)
    if not os.path.exists(path):
        return {"observations": {}, "here": 0, "reflections": 0, "bytes": 0, "skipped_records": {}, "unrecognised": []}
    with open_memory(folder, for_reading=True):
        return {
            "observations": observations.counts(),
            # As many as `codewatch list` has.
            "here": observations.count(project=sessions.find_project_id(project), branch=None),
            "reflections": reflections.count(),
            "bytes": os.path.getsize(path), "skipped_records": ledger.skipped_reasons(),
            "unrecognised": [found._asdict() for found in ledger.unrecognised()],
        }  # fmt: skip


def _judge_folder(folder: str) -> list[Finding]:
    existing = folder
    while not os.path.lexists(existing):
        existing = os.path.dirname(existing)
    if not os.path.isdir(existing):
        return [Finding("data-dir", "error", f"{existing} is not a directory", f"move {existing} away")]
    fault = paths.fault_of(folder)
    if fault is not None:
        what = f"{folder}: {fault[0]}; nothing is captured or recalled"
        return [Finding("data-dir", "error", what, fault[1])]
    if not os.access(existing, os.W_OK | os.X_OK):
        return [Finding("data-dir", "error", f"{existing} is read-only: nothing is captured", f"chmod u+w {existing}")]
    return []


def _judge_links(folder: str) -> list[Finding]:
    """Return what is said of files that must not be links: nothing is written through one."""
    named = (paths.LOG_FILE, paths.LOCK_FILE, paths.PAUSES_FILE, paths.EXCLUSIONS_FILE)
    links = [path for name in named if os.path.islink(path := os.path.join(folder, name))]
    return [Finding("link", "error", f"{path} is a link, and not used", f"rm {paths.quoted(path)}") for path in links]


def judge_pauses(folder: str, cwd: str, exclude: list[str]) -> list[Finding]:
    """Return which pauses and exclusions hold in the folder `cwd`; a pause that nobody can read is a warning.

    `exclude` is the setting: before there is a data directory, nothing of it is published there.
    """
    places = git.places(cwd)
    found = [one for one in pauses.lasting(folder) if one.covers(places)]
    named = [row for pattern in exclude for row in exclusions.parse(pattern)]
    excluded = [
        (kind, exclusions.find(folder, kind, cwd) or exclusions.first_match([p for k, p in named if k == kind], places))
        for kind in pauses.KINDS
    ]
    return [
        *(
            Finding("paused", "info" if one.since else "warning", pauses.described(one), pauses.mending(one, cwd))
            for one in found
        ),
        *(
            Finding("excluded", "info", f"{kind} is excluded here by {pattern!r}", _ALLOW)
            for kind, pattern in excluded
            if pattern
        ),
    ]


def _pauses(folder: str, cwd: str) -> list[dict[str, Any]]:
    places = git.places(cwd)
    return [
        {"what": one.kind, "folder": one.folder, "since": one.since or None, "here": one.covers(places)}
        for one in pauses.lasting(folder)
    ]


def judge_queue(queue: dict[str, Any], worker: dict[str, Any]) -> list[Finding]:
    """Return what is wrong with the queue: jobs that were given up, that nobody does, or that a worker sits on."""
    findings: list[Finding] = []
    if queue.get("failed"):
        what = f"{counted(queue['failed'], 'job was', 'jobs were')} given up"
        is_all = queue["failed_since_success"] >= broken.MANY_FAILED
        severity = "error" if is_all else "warning"
        what += ", the last ones without a job in between that got through" if is_all else ""
        findings.append(Finding("failed-jobs", severity, what, "codewatch queue failed; codewatch queue retry --all"))
    age = queue.get("oldest_age_s") or 0.0
    waiting = counted(queue.get("pending") or 0, "job waits", "jobs wait")
    if queue.get("pending") and worker["running"] and age > STUCK_AFTER_S and _idle_s(worker) > STUCK_AFTER_S:
        what = f"{waiting}, the oldest for {age:.0f} s, and the worker does none"
        fix = f"codewatch worker stop, or kill -9 {worker['pid']}; then codewatch worker start"
        findings.append(Finding("stuck-worker", "error", what, fix))
    if queue.get("pending") and not worker["running"] and age > STUCK_AFTER_S:
        what = f"{waiting}, the oldest for {age:.0f} s, and no worker runs"
        findings.append(Finding("no-worker", "error", what, "codewatch worker start"))
    return findings


def _idle_s(worker: dict[str, Any]) -> float:
    """Return for how long nothing has got through, at most since the worker began, in seconds."""
    known = [moment for moment in (worker["last_success_at"], worker["started_at"]) if moment]
    if not known:
        return float("inf")
    latest = max(datetime.fromisoformat(moment).timestamp() for moment in known)
    return max(0.0, time.time() - latest)


def _judge_spool(folder: str) -> list[Finding]:
    spooled = len(spool.waiting(folder))
    if not spooled:
        return []
    what = f"{counted(spooled, 'job')} could not be queued: {folder}/{paths.SPOOL_FOLDER}"
    return [Finding("spooled-jobs", "warning", what, "codewatch worker start reads them")]


def _judge_transcripts(memory: dict[str, Any]) -> list[Finding]:
    odd = memory.get("unrecognised", [])
    if not odd:
        return []
    more = f", and in {len(odd) - 1} more" if len(odd) > 1 else ""
    of = counted(odd[0]["records"], "record")
    what = f"nothing was recognised in {odd[0]['path']} ({of}: {odd[0]['reasons']}){more}"
    return [Finding("unrecognised-transcript", "warning", what, "upgrade codewatch, or report the format")]


def _recent_problems(folder: str, now: datetime, last_success_at: str) -> list[Finding]:
    """Return the last day's problems, but those after which a session was saved all the same."""
    since = max((now - timedelta(days=1)).strftime("%Y-%m-%dT%H:%M:%SZ"), last_success_at)
    problems = [line for line in _last_lines(folder) if line[:20] >= since and line[20:].lstrip().startswith("error:")]
    return [
        Finding("recent-problem", "warning", line, f"more in {folder}/{paths.LOG_FILE}")
        for line in problems[-_PROBLEMS_SHOWN:]
    ]


def _last_lines(folder: str) -> list[str]:
    try:
        with open(os.path.join(folder, paths.LOG_FILE), "rb") as stream:
            size = stream.seek(0, os.SEEK_END)
            stream.seek(max(0, size - _RECENT_LINES_BYTES))
            return stream.read().decode("utf-8", "replace").splitlines()
    except OSError:
        return []
