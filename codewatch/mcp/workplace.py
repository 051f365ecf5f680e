"""Where a server works: the folder it was started in, what its client says, and the branch it is pinned to."""

import asyncio
import os
import uuid
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.mcpserver import Context
from mcp.shared.exceptions import MCPError
from mcp.types import ListRootsRequest, ListRootsResult

from codewatch import git, paths, privacy
from codewatch.config import Settings
from codewatch.errors import ConfigError
from codewatch.remember import SessionName

_ROOTS_WAIT_S = 2.0


@dataclass(slots=True)
class Workplace:
    """What a server keeps while it runs. `folder` never changes: starting a worker visits another for a moment."""

    folder: str
    session: SessionName
    pinned_branch: str = ""
    client_root: str = ""
    has_asked_for_roots: bool = False
    asking_for_roots: asyncio.Lock = field(default_factory=asyncio.Lock)
    # Requests that have come and are not answered yet.
    open_requests: set[object] = field(default_factory=set[object])


class Here(NamedTuple):
    """The settings, project and branch of one call; `folder` is what relative files are looked up from first."""

    settings: Settings
    folder: str
    project: str
    branch: str


Call = Context[Workplace, Any]


def start() -> Workplace:
    """Return the workplace of a server that starts now; its session is the client's where that says so."""
    try:
        folder = os.getcwd()
    except OSError:
        folder = ""  # a worktree that was removed under its session; the setting or the client may name another
    named = paths.client_session()
    session = SessionName("claude", named) if named else SessionName("mcp", f"mcp-{uuid.uuid4().hex[:12]}")
    return Workplace(folder, session)


def workplace(call: Call) -> Workplace:
    """Return the workplace of the server that a call came to."""
    return call.request_context.lifespan_context


def here(call: Call, branch: str | None = None) -> Here:
    """Return where a call is to work: on `branch`, else the pinned one, else git's.

    Raises:
        ConfigError: a setting cannot be read, the folder is gone, or the branch's name holds a secret.
    """
    place = workplace(call)
    settings = Settings.load()
    folder = os.path.expanduser(settings.project_dir) or place.client_root or place.folder
    if not folder or not os.path.isdir(folder):
        raise ConfigError(f"the server's folder {folder} is gone; start the session again in one that exists")
    root, current = git.locate(os.path.abspath(folder))
    return Here(settings, os.path.abspath(folder), root, checked_branch(branch) or place.pinned_branch or current)


def checked_branch(name: str | None) -> str:
    """Return a branch's name as it can be stored, "" for none.

    Raises:
        ConfigError: it holds what the privacy gate takes out.
    """
    cleaned = privacy.clean((name or "").strip())
    if cleaned.removed:
        raise ConfigError("branch: this is no branch's name, it holds a secret or a private part")
    return cleaned.text


def file_inside(path: str, place: Here) -> str:
    """Return a file's name relative to the project; it need not exist.

    Raises:
        ConfigError: it lies outside of the project.
    """
    name = _relative(path, place)
    if os.path.isabs(name):
        raise ConfigError(f"files: {path} is not in the project {place.project}; leave it out or name it in the text")
    return name


def file_wanted(path: str, place: Here) -> str:
    """Return a file as memories name it: relative to the project, or as it is where it is the end of a path."""
    is_exact = os.path.isabs(path) or ".." in path.replace("\\", "/").split("/")
    return _relative(path, place) if is_exact else path


def _relative(path: str, place: Here) -> str:
    # A session may have been started in a folder of the project, or in a worktree of it.
    base = place.folder if os.path.lexists(os.path.join(place.folder, path)) else place.project
    return git.relative_file(path, place.project, base)


@asynccontextmanager
async def keep(place: Workplace) -> AsyncGenerator[Workplace]:
    """Hold a workplace for as long as the server runs."""
    yield place


async def attend(ctx: ServerRequestContext[Workplace, Any], call_next: CallNext) -> HandlerResult:
    """Note that a request is being answered, and before the first tool ask the client for its folder, once."""
    if ctx.request_id is None:
        return await call_next(ctx)
    place, mark = ctx.lifespan_context, object()
    place.open_requests.add(mark)
    try:
        if ctx.method == "tools/call":
            async with place.asking_for_roots:
                if not place.has_asked_for_roots:
                    place.client_root = await _root_of_client(ctx, place.folder)
                    place.has_asked_for_roots = True
        return await call_next(ctx)
    finally:
        place.open_requests.discard(mark)


async def _root_of_client(ctx: ServerRequestContext[Workplace, Any], started_in: str) -> str:
    """Return the first folder that the client works in, "" where it names none, or one that the server started in."""
    capabilities = ctx.session.client_capabilities
    if capabilities is None or capabilities.roots is None or not ctx.session.can_send_request:
        return ""
    with suppress(MCPError, TimeoutError):
        async with asyncio.timeout(_ROOTS_WAIT_S):
            found = await ctx.session.send_request(ListRootsRequest(), ListRootsResult)
        named = [unquote(urlsplit(str(root.uri)).path) for root in found.roots if str(root.uri).startswith("file:")]
        folders = [os.path.realpath(folder) for folder in named if os.path.isdir(folder)]
        if not any(_holds(folder, os.path.realpath(started_in or "/")) for folder in folders):
            return next(iter(folders), "")
    return ""


def _holds(folder: str, other: str) -> bool:
    return other == folder or other.startswith(os.path.join(folder, ""))
