"""The MCP server: `recall` and `observe` over the same memory that the hooks and commands use."""

import json
import os
from typing import Annotated

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import BaseModel, Field

from codewatch import __version__, git, privacy, thresholds
from codewatch.agents.categorizer import categorize
from codewatch.categories import Category, Origin, Priority, State, default_priority
from codewatch.config import Settings
from codewatch.errors import CodewatchError
from codewatch.observations import Observation, shorten
from codewatch.recall import search
from codewatch.store import observations, sessions
from codewatch.store.clock import utc_now
from codewatch.store.database import memory_for_reading, open_memory, transaction

INSTRUCTIONS = (
    "Memory of earlier sessions in this project: decisions, preferences, fixes. Call recall before you assume how "
    "something is done here; call observe when the user decides or corrects something that should outlive the session."
)


class Memory(BaseModel):
    """One memory."""

    id: int
    content: str
    category: Category
    priority: Priority
    branch: str
    files: list[str]
    observed_at: str
    state: State
    origin: str


class Recalled(BaseModel):
    """What was found, best first."""

    memories: list[Memory]
    count: int
    branch: str


class Observed(BaseModel):
    """The memory that was stored and how far the scope is from its next reflection."""

    id: int
    category: Category
    priority: Priority
    branch: str
    token_count: int
    tokens_until_reflect: int


server = MCPServer("codewatch", version=__version__, instructions=INSTRUCTIONS, log_level="WARNING")


@server.tool(
    title="Recall memories",
    annotations=ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False),
)
def recall(
    query: Annotated[str, Field(max_length=100_000, description="Any words; empty lists the newest")] = "",
    categories: Annotated[list[Category] | None, Field(description="Only these")] = None,
    files: Annotated[list[str] | None, Field(max_length=50, description="Only about these files")] = None,
    priority_min: Annotated[Priority, Field(description="Least priority")] = Priority.LOW,
    limit: Annotated[int, Field(ge=1, le=100)] = 50,
    branch: Annotated[str | None, Field(max_length=300, description="Instead of the current one")] = None,
) -> Recalled:
    """Search what earlier sessions decided, learned and fixed in this project. Use it before assuming anything."""
    settings, root, current = _place()
    try:
        with memory_for_reading(settings.folder) as memory:
            hits = search.search(
                memory, query, project=root, branch=branch or current, limit=limit,
                categories=tuple(categories or ()), files=tuple(files or ()), priority_min=priority_min,
            )  # fmt: skip
    except CodewatchError as error:
        raise ToolError(str(error)) from error
    memories = [
        Memory(
            # A pattern of the user's may be younger than the memory.
            id=hit.id, content=privacy.clean_text(hit.content), category=Category(hit.category),
            priority=Priority(hit.priority), branch=hit.branch,
            files=json.loads(hit.files), observed_at=hit.observed_at, state=State(hit.state),
            origin=hit.origin,
        )
        for hit in hits
    ]  # fmt: skip
    return Recalled(memories=memories, count=len(memories), branch=branch or current)


@server.tool(
    title="Store an observation",
    annotations=ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False),
)
def observe(
    content: Annotated[str, Field(min_length=1, max_length=10_000, description="One fact that stands alone")],
    category: Annotated[Category | None, Field(description="Left out: by rules")] = None,
    priority: Annotated[Priority | None, Field(description="Left out: the category's")] = None,
    files: Annotated[list[str] | None, Field(max_length=50, description="Files it is about")] = None,
    source_summary: Annotated[str, Field(max_length=10_000, description="Where it comes from")] = "",
) -> Observed:
    """Store one fact, decision or preference. Use it when the user says something that should outlive this session."""
    settings, root, branch = _place()
    text = privacy.clean(content).text
    if not text.strip():
        raise ToolError("nothing to store: the text is empty or private as a whole")
    kind = category or categorize(text).category
    observation = Observation(
        content=shorten(text), category=kind, priority=priority or default_priority(kind, text), observed_at=utc_now(),
        origin=Origin.ASSISTANT, branch=branch, observer="tool",
        source_summary=shorten(privacy.clean(source_summary).text),
        files=tuple(git.relative_file(file, root, root) for file in files or ()),
    )  # fmt: skip
    try:
        with open_memory(settings.folder), transaction():
            project = sessions.project_id(root, now=utc_now())
            row_id = observations.add(
                observation, project=project, session=None, branch=branch, who="tool", now=utc_now(),
                chars_per_token=settings.chars_per_token,
            )  # fmt: skip
            pending = observations.unreflected_tokens(project, branch)
    except CodewatchError as error:
        raise ToolError(str(error)) from error
    return Observed(
        id=row_id or 0, category=kind, priority=observation.priority, branch=branch,
        token_count=thresholds.count_tokens(observation.content, chars_per_token=settings.chars_per_token),
        tokens_until_reflect=max(0, settings.reflect_threshold - pending),
    )  # fmt: skip


def _place() -> tuple[Settings, str, str]:
    try:
        settings = Settings.load()
    except CodewatchError as error:
        raise ToolError(str(error)) from error
    try:
        root, branch = git.locate(settings.project_dir or os.getcwd())
    except OSError as error:
        raise ToolError("the server's folder is gone; start the session again in one that exists") from error
    return settings, root, privacy.clean_text(branch)  # as the worker keeps it
