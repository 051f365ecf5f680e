"""The tools `get_session_info` and `switch_context`: where this session stands, and on which branch it works."""

import json
import time
from dataclasses import dataclass
from typing import Annotated, Any

from mcp.types import CallToolResult
from pydantic import BaseModel, Field

from codewatch import git, lock, queue_status, thresholds
from codewatch.categories import COLOUR_MARK, Priority
from codewatch.errors import ConfigError
from codewatch.mcp.tool import answer
from codewatch.mcp.workplace import Call, Here, checked_branch, here, workplace
from codewatch.observations import StoredObservation
from codewatch.remember import SessionName
from codewatch.store import observations, reflections, sessions
from codewatch.store.clock import utc_now
from codewatch.store.database import open_memory, transaction

AUTO = "auto"
RECENT = 5
HISTORY = 10


class Reflection(BaseModel):
    """One reflection of the branch."""

    id: int
    reflected_at: str
    compression_level: int
    observations_compressed: int
    input_tokens: int
    output_tokens: int
    tokens_saved: int
    compression_ratio: float


class Queue(BaseModel):
    """How many jobs do what."""

    pending: int
    leased: int
    scheduled: int
    failed: int


class Worker(BaseModel):
    """Whether a worker runs, and which."""

    running: bool
    pid: int | None
    version: str | None


class CurrentTask(BaseModel):
    """What was last worked on."""

    task: str
    next_step: str
    updated_at: str


class SessionInfo(BaseModel):
    """Where this session stands; the counts are of the branch's memories that no reflection stands for yet."""

    session_id: str
    branch: str
    is_pinned: bool
    project_dir: str
    data_dir: str
    started_at: str | None
    last_active_at: str | None
    observation_count: int
    observation_tokens: int
    reflection_count: int
    reflect_threshold: int
    tokens_until_reflect: int
    auto_reflect: bool
    categories: dict[str, int]
    current_task: CurrentTask | None
    last_reflection: Reflection | None
    compression_history: list[Reflection]
    queue: Queue
    worker: Worker


class Recent(BaseModel):
    """One of the newest memories."""

    id: int
    content: str
    category: str
    priority: Priority
    observed_at: str


class Switched(BaseModel):
    """The branch before and after, and what is known on the new one."""

    switched_from: str
    switched_to: str
    is_pinned: bool
    session_id: str
    observation_count: int
    observation_tokens: int
    categories: dict[str, int]
    recent_observations: list[Recent]
    task_carried: bool


@dataclass(frozen=True, slots=True)
class _Branch:
    """What memory holds of a branch."""

    categories: dict[str, int]
    tokens: int
    task: dict[str, Any] | None
    recent: list[StoredObservation]
    reflections: list[dict[str, Any]]
    reflection_count: int
    session: dict[str, Any] | None

    @property
    def count(self) -> int:
        return sum(self.categories.values())


def get_session_info(call: Call) -> Annotated[CallToolResult, SessionInfo]:
    """Show project, branch, current task, memory counts, reflections, queue and worker. Use it to see where work
    stands, or when memories seem to be missing.
    """
    place, session = here(call), workplace(call).session
    settings = place.settings
    with open_memory(settings.folder, for_reading=True):
        known = _read(place, session)
    queue = queue_status.read(settings.folder, now=time.time())
    history = [Reflection(**row) for row in known.reflections]
    info = SessionInfo(
        session_id=session.id, branch=place.branch, is_pinned=bool(workplace(call).pinned_branch),
        project_dir=place.project, data_dir=settings.folder,
        started_at=known.session["started_at"] if known.session else None,
        last_active_at=known.session["last_active_at"] if known.session else None,
        observation_count=known.count, observation_tokens=known.tokens, reflection_count=known.reflection_count,
        reflect_threshold=settings.reflect_threshold,
        tokens_until_reflect=thresholds.tokens_until(known.tokens, threshold=settings.reflect_threshold),
        auto_reflect=settings.auto_reflect, categories=known.categories,
        current_task=CurrentTask(**_only(CurrentTask, known.task)) if known.task else None,
        last_reflection=next(iter(history), None), compression_history=history,
        queue=Queue(**_only(Queue, queue._asdict())), worker=_worker(settings.folder),
    )  # fmt: skip
    return answer(_show(info), info)


def switch_context(
    call: Call,
    branch: Annotated[str, Field(min_length=1, max_length=300, description="A branch's name, or auto to follow git")],
    carry_task: Annotated[bool, Field(description="Take the current task along")] = False,
) -> Annotated[CallToolResult, Switched]:
    """Work on the memories of another branch until you switch back with auto. Use it when the work concerns a branch
    that is not checked out.
    """
    server, before = workplace(call), here(call)
    name = checked_branch(branch)
    if not name:
        raise ConfigError("branch: give a branch's name, or auto")
    pin = "" if name == AUTO else name
    place = before._replace(branch=pin or git.locate(before.folder)[1])
    with open_memory(place.settings.folder):
        is_carried = carry_task and place.branch != before.branch and _carry_task(before, place, server.session)
        known = _read(place, server.session)
    server.pinned_branch = pin  # only now: a memory that cannot be used leaves everything as it was
    done = Switched(
        switched_from=before.branch, switched_to=place.branch, is_pinned=bool(pin), session_id=server.session.id,
        observation_count=known.count, observation_tokens=known.tokens, categories=known.categories,
        recent_observations=[
            Recent(
                id=memory.id, content=memory.content, category=memory.category, priority=memory.priority,
                observed_at=memory.observed_at,
            )
            for memory in known.recent
        ],
        task_carried=is_carried,
    )  # fmt: skip
    return answer(_show_switch(done, known.task), done)


def _read(place: Here, session: SessionName) -> _Branch:
    project = sessions.find_project_id(place.project)
    if project is None:
        return _Branch({}, 0, None, [], [], 0, None)
    return _Branch(
        observations.active_by_category(project, place.branch),
        observations.unreflected_tokens(project, place.branch),
        sessions.newest_task(project, place.branch),
        observations.newest(project=project, branch=place.branch, limit=RECENT),
        reflections.history(project, place.branch, limit=HISTORY),
        reflections.count_on(project, place.branch),
        sessions.find(session.client, session.id, project=project, branch=place.branch),
    )


def _carry_task(before: Here, after: Here, session: SessionName) -> bool:
    now = utc_now()
    with transaction():
        project = sessions.project_id(after.project, now=now)
        task = sessions.newest_task(project, before.branch)
        if task is None:
            return False
        row = sessions.session_id(session.client, session.id, project=project, branch=after.branch, at=now)
        sessions.set_task(row, task["task"], task["next_step"], at=now)
    return True


def _worker(folder: str) -> Worker:
    if not lock.is_held(folder):
        return Worker(running=False, pid=None, version=None)
    try:
        note = json.loads(lock.read_note(folder))
        return Worker(running=True, pid=int(note["pid"]), version=str(note["version"]))
    except (ValueError, KeyError, TypeError):
        return Worker(running=True, pid=None, version=None)  # it has not introduced itself yet


def _only(model: type[BaseModel], values: dict[str, Any]) -> dict[str, Any]:
    return {name: values[name] for name in model.model_fields if name in values}


def _show(info: SessionInfo) -> str:
    queue, worker = info.queue, info.worker
    due = "until the next reflection" if info.auto_reflect else "(reflected only when asked for)"
    last = f", the last on {info.last_reflection.reflected_at[:10]}" if info.last_reflection else ""
    lines = [
        f"project {info.project_dir} on {info.branch}{' (pinned)' if info.is_pinned else ''}",
        f"{info.observation_count} observations, {info.observation_tokens} of {info.reflect_threshold} tokens {due}",
        f"categories: {_counts(info.categories)}",
        f"{info.reflection_count} reflections{last}",
        f"queue: {queue.pending} waiting, {queue.leased} running, {queue.scheduled} scheduled, {queue.failed} failed",
        f"worker: {f'running, pid {worker.pid}' if worker.running else 'not running'}",
        f"session {info.session_id}, data in {info.data_dir}",
    ]
    if info.current_task:
        lines.append(f"current task: {info.current_task.task}")
    return "\n".join(lines)


def _show_switch(done: Switched, task: dict[str, Any] | None) -> str:
    pinned = " (pinned; auto follows git again)" if done.is_pinned else ""
    lines = [
        f"on {done.switched_to}{pinned}, before on {done.switched_from}",
        f"{done.observation_count} observations, {done.observation_tokens} tokens: {_counts(done.categories)}",
        *(_line(recent) for recent in done.recent_observations),
    ]
    if task:
        lines.append(f"current task{' (carried along)' if done.task_carried else ''}: {task['task']}")
    return "\n".join(lines)


def _line(recent: Recent) -> str:
    mark = COLOUR_MARK[recent.priority]
    return f"{mark} {recent.observed_at[:10]} [{recent.category}] {recent.content} (id {recent.id})"


def _counts(categories: dict[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in categories.items()) or "none"
