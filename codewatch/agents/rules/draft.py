"""Turns a finding and the message it came from into an observation."""

from collections.abc import Sequence

from codewatch.agents.rules.rules_table import Rule
from codewatch.categories import Category, Origin, Priority, Scope
from codewatch.messages import Message
from codewatch.observations import Observation, shorten

MAX_CHARS = 300


def draft(
    source: Message,
    content: str,
    *,
    rule: Rule | None = None,
    category: Category,
    priority: Priority,
    origin: Origin = Origin.TOOL,
    scope: Scope | None = None,
    files: Sequence[str] = (),
    confidence: float = 0.9,
    longest: int = MAX_CHARS,
) -> Observation:
    """Return an observation that carries its source's time, session, branch and folder; a model's has no rule."""
    return Observation(
        content=shorten(content, longest),
        category=category,
        priority=priority,
        observed_at=source.at,
        scope=scope,
        origin=tool_origin(source) if origin is Origin.TOOL else origin,
        files=tuple(files),
        source=source.key,
        session=source.session,
        branch=source.branch,
        cwd=source.cwd,
        confidence=confidence,
        rule=rule or "",
    )


def tool_origin(source: Message) -> Origin:
    """Return who vouches for a tool's fact: what a subagent's tools say is trusted less."""
    return Origin.SUBAGENT if source.is_sidechain else Origin.TOOL
