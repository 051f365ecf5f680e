"""The tool `reflect`: a job for the worker, waited for as long as a client has patience."""

import asyncio
from contextlib import suppress
from typing import Annotated, Any

from mcp.types import CallToolResult
from pydantic import BaseModel, Field

from codewatch import due, queue_status
from codewatch.agents.reflector import MAX_LEVEL
from codewatch.errors import CodewatchError
from codewatch.mcp.tool import answer
from codewatch.mcp.workplace import Call, Here, here
from codewatch.store import observations, reflections, sessions
from codewatch.store.database import open_memory

# Below the time-outs of the clients.
WAIT_S = 20.0
_LOOK_AGAIN_S = 0.2


class Reflected(BaseModel):
    """What the reflection compressed and saved; `job` while it is not done yet, `message` says how it stands."""

    message: str
    job: str | None = None
    branch: str
    observations_compressed: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    compression_ratio: float = 1.0
    compression_level: int = 0
    tokens_saved: int = 0


async def reflect(
    call: Call,
    compression_level: Annotated[int | None, Field(ge=0, le=MAX_LEVEL, description="Start here instead of 0")] = None,
    branch: Annotated[str | None, Field(max_length=300, description="Default: the current one")] = None,
) -> Annotated[CallToolResult, Reflected]:
    """Compress a branch's memories into one reflection; they stay searchable. Use it when the user asks for it or
    recall returns too much, since it also happens by itself at a threshold.
    """
    place = await asyncio.to_thread(here, call, branch)
    started = await asyncio.to_thread(_start, place, compression_level)
    if started is None:
        return _tell(Reflected(message="nothing to reflect", branch=place.branch))
    job, project, newest = started
    is_done = False
    if due.has_worker(place.settings):
        with suppress(TimeoutError):
            async with asyncio.timeout(WAIT_S):
                await _wait(call, place.settings.folder, job)
                is_done = True
    if not is_done:
        has_worker = due.has_worker(place.settings)
        state = "still running" if has_worker else "queued, but no worker runs and none may be started"
        return _tell(Reflected(message=f"{state}; get_session_info shows its outcome", job=job, branch=place.branch))
    return await asyncio.to_thread(_outcome, place, job, project, newest)


def _start(place: Here, level: int | None) -> tuple[str, int, int] | None:
    """Enqueue the job; return its key, the project's row and the newest reflection so far, None for nothing to do."""
    with open_memory(place.settings.folder):
        project = sessions.find_project_id(place.project)
        if project is None or not observations.active_by_category(project, place.branch):
            return None
        newest = _newest(project, place.branch)
    job = due.enqueue(place.settings, project=project, branch=place.branch, level=level)
    return job, project, newest


async def _wait(call: Call, folder: str, job: str) -> None:
    waited = 0.0
    while await asyncio.to_thread(queue_status.has_job, folder, job):
        await call.report_progress(waited, WAIT_S, "reflecting")
        await asyncio.sleep(_LOOK_AGAIN_S)
        waited += _LOOK_AGAIN_S


def _outcome(place: Here, job: str, project: int, newest: int) -> CallToolResult:
    with open_memory(place.settings.folder, for_reading=True):
        made = next((row for row in reflections.history(project, place.branch, limit=1) if row["id"] > newest), None)
    if made is None:
        scope = {"project": project, "branch": place.branch}
        if any(scope.items() <= row["arguments"].items() for row in queue_status.failed(place.settings.folder)):
            raise CodewatchError(f"the job {job} was given up; `codewatch queue failed` shows why")
        return _tell(Reflected(message="nothing to reflect", branch=place.branch))
    numbers: dict[str, Any] = {name: made[name] for name in Reflected.model_fields if name in made}
    return _tell(Reflected(message="reflected", branch=place.branch, **numbers))


def _newest(project: int, branch: str) -> int:
    return max((row["id"] for row in reflections.history(project, branch, limit=1)), default=0)


def _tell(done: Reflected) -> CallToolResult:
    text = f"{done.message} (branch {done.branch})"
    if done.observations_compressed:
        text = (
            f"{done.observations_compressed} observations on {done.branch}: {done.input_tokens} tokens became"
            f" {done.output_tokens} ({done.compression_ratio:.0%}) at level {done.compression_level};"
            f" {done.tokens_saved} saved"
        )
    return answer(f"{text}; job {done.job}" if done.job else text, done)
