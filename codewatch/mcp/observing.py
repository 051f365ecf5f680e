"""The tools `observe` and `remember`: one fact into memory, at once."""

from typing import Annotated, Literal

from mcp.types import CallToolResult
from pydantic import BaseModel, Field

from codewatch import remember as remembering
from codewatch.categories import COLOUR_MARK, IMPORTANCE, Category, Certainty, Origin, Priority, Scope
from codewatch.errors import ConfigError
from codewatch.mcp.tool import answer
from codewatch.mcp.workplace import Call, Here, file_inside, here, workplace
from codewatch.observations import Observation
from codewatch.pauses import CAPTURE, is_paused
from codewatch.store.clock import utc_now

MAX_CHARS = remembering.MAX_TEXT
# FEATURES F74: categories that other memories use; one that is not ours is kept as a topic.
_CATEGORIES = {
    **{str(category): category for category in Category},
    "decision": Category.ARCHITECTURE,
    "pattern": Category.CONVENTION,
    "bug": Category.BUGFIX,
    "todo": Category.TASK_CONTEXT,
}
_SCOPES = {**{str(scope): scope for scope in Scope}, "task": Scope.SESSION}

Text = Annotated[str, Field(max_length=MAX_CHARS)]
Path = Annotated[str, Field(min_length=1, max_length=4_096)]
Topic = Annotated[str, Field(max_length=200)]
Importance = Literal["critical", "high", "normal", "low"]
ScopeName = Literal["global", "project", "branch", "task"]


class Observed(BaseModel):
    """The memory that was stored, and how far its branch is from the next reflection."""

    id: int
    category: Category
    priority: Priority
    branch: str
    token_count: int
    session_observation_count: int
    session_observation_tokens: int
    tokens_until_reflect: int
    reflection_job: str | None


def observe(
    call: Call,
    content: Annotated[str, Field(min_length=1, max_length=MAX_CHARS, description="One fact that stands alone")],
    category: Annotated[Category | None, Field(description="Default: by rules")] = None,
    priority: Annotated[Priority | None, Field(description="Default: the category's")] = None,
    files: Annotated[list[Path] | None, Field(max_length=50, description="Files in the project it is about")] = None,
    source_summary: Annotated[Text, Field(description="Where it comes from")] = "",
) -> Annotated[CallToolResult, Observed]:
    """Store one decision, preference, fix or finding of this project at once. Use it as soon as something is settled
    that a later session must know; category task_context also sets the current task.
    """
    place = _where_capture_is_on(call)
    about = [_file_and_line(file, place) for file in files or ()]
    observation = remembering.state(
        content, origin=Origin.ASSISTANT, observer="tool", branch=place.branch, now=utc_now(), category=category,
        priority=priority, files=tuple(path for path, _ in about),
        source_summary=" ".join([source_summary, *(f"{path}:{line}" for path, line in about if line)]).strip(),
    )  # fmt: skip
    return _store(call, place, observation, is_sorted=category is not None)


def remember(
    call: Call,
    content: Annotated[str, Field(min_length=1, max_length=MAX_CHARS)],
    source: Annotated[Text, Field(description="Where it comes from")] = "",
    topics: Annotated[list[Topic] | None, Field(max_length=20, description="Words to sort it under")] = None,
    category: Annotated[str, Field(max_length=100, description="decision, pattern, bug, todo or any word")] = "",
    importance: Annotated[Importance | None, Field(description="Default: the category's")] = None,
    certainty: Annotated[Certainty, Field(description="Default definite")] = Certainty.DEFINITE,
    scope: Annotated[ScopeName | None, Field(description="Who sees it; default: the category's")] = None,
    evidence: Annotated[list[Text] | None, Field(max_length=20, description="What shows it")] = None,
) -> Annotated[CallToolResult, Observed]:
    """Store a fact together with its topics, certainty, scope and evidence. Use it instead of observe when how sure
    it is or who may see it matters, for example a preference that holds in all projects.
    """
    place = _where_capture_is_on(call)
    word = category.strip().lower().replace(" ", "_")
    known = _CATEGORIES.get(word)
    kept = [*(topics or ()), *([category] if word and known is None else ())]
    observation = remembering.state(
        content, origin=Origin.ASSISTANT, observer="tool", branch=place.branch, now=utc_now(), category=known,
        priority=IMPORTANCE[importance] if importance else None, certainty=certainty,
        scope=_SCOPES[scope] if scope else None, topics=tuple(kept),
        source_summary="; ".join(part for part in (source, *(evidence or ())) if part.strip()),
    )  # fmt: skip
    return _store(call, place, observation, is_sorted=known is not None)


def _file_and_line(named: str, place: Here) -> tuple[str, str]:
    path, line = remembering.split_line(named, place.folder)
    return file_inside(path, place), line


def _where_capture_is_on(call: Call) -> Here:
    place = here(call)
    if is_paused(place.settings.folder, CAPTURE, place.folder):
        raise ConfigError("nothing is stored: capture is paused here; `codewatch resume` ends the pause")
    return place


def _store(call: Call, place: Here, observation: Observation, *, is_sorted: bool) -> CallToolResult:
    done = remembering.store(
        observation, place.settings, project=place.project, who="tool", now=observation.observed_at,
        session=workplace(call).session, is_sorted=is_sorted,
    )  # fmt: skip
    memory = done.memory
    how = "stored" if done.is_new else "already remembered"
    stored = f"{COLOUR_MARK[memory.priority]} {how} as {memory.id}: [{memory.category}] on {memory.branch}"
    lines = [f"{stored}, {memory.tokens} tokens; {done.tokens_until_reflect} tokens until the next reflection"]
    if done.reflection_job:
        lines.append(f"A reflection is due and queued: {done.reflection_job}")
    return answer(
        "\n".join(lines),
        Observed(
            id=memory.id, category=memory.category, priority=memory.priority, branch=memory.branch,
            token_count=memory.tokens, session_observation_count=done.session_count,
            session_observation_tokens=done.session_tokens, tokens_until_reflect=done.tokens_until_reflect,
            reflection_job=done.reflection_job,
        ),
    )  # fmt: skip
