"""A text that a person has made of a memory or a reflection → the row as they want it."""

from collections.abc import Sequence
from typing import NamedTuple

from codewatch import privacy, retelling
from codewatch.categories import Category, Priority, Scope, State
from codewatch.errors import CodewatchError, ConfigError
from codewatch.observations import MAX_CHARS, without_codes
from codewatch.rewriting import rewritten
from codewatch.store import observations, reflections, rows
from codewatch.store.database import transaction
from codewatch.thresholds import count_tokens

MAX_REFLECTION = 4_000_000
MAX_LINES = 5_000
ACTION = "edited"


class Edited(NamedTuple):
    """The change's number, None when nothing has changed; the secrets that the gate took out; if codes were too."""

    change: int | None
    secrets: Sequence[str] = ()
    had_codes: bool = False


class Rewritten(CodewatchError):
    """The row is another one than the text was made of."""


def edit_observation(
    row_id: int, *, text: str | None = None, category: Category | None = None, priority: Priority | None = None,
    scope: Scope | None = None, seen: str | None = None, who: str, now: str, chars_per_token: int = 4,
) -> Edited:  # fmt: skip
    """Give an observation of the open memory another text, category, priority or scope; what is left out stays.

    `seen` is the text that `text` was made of. The reflections that tell of it tell what it says now.

    Raises:
        NotFound: there is none with this id.
        ConfigError: the text is too long, empty, or private as a whole.
        Rewritten: its text is not `seen` any more.
    """
    columns: dict[str, object] = {
        name: str(value)
        for name, value in (("category", category), ("priority", priority), ("scope", scope))
        if value is not None
    }
    clean = Edited(None)
    if text is not None:
        content, clean = _cleaned(text, most=MAX_CHARS, what="a memory")
        columns |= {"content": " ".join(content.split())}
    with transaction():
        known = observations.get(row_id)
        if seen is not None and known.content != seen:
            raise Rewritten(f"memory {row_id} was changed meanwhile")
        if columns.get("content", known.content) != known.content:
            columns["tokens"] = count_tokens(str(columns["content"]), chars_per_token=chars_per_token)
        change = rows.set_columns(observations.KIND, row_id, columns, who=who, action=ACTION, now=now)
        if change is not None:
            reworded = [row_id] if "tokens" in columns else []
            retelling.retell(
                [row_id], reworded=reworded, who=who, now=now, change=change, chars_per_token=chars_per_token
            )
    return clean._replace(change=change)


def edit_reflection(
    reflection_id: int, text: str, *, seen: str | None = None, who: str, now: str, chars_per_token: int = 4
) -> Edited:
    """Give a reflection of the open memory the lines of `text`; those that are new or changed are pinned.

    `seen` is the text that `text` was made of. What is taken out is told no more.

    Raises:
        NotFound: there is none with this id.
        ConfigError: the text is too long, empty, or private as a whole.
        Rewritten: its text is not `seen` any more, or another reflection has taken its lines over.
    """
    content, clean = _cleaned(text, most=MAX_REFLECTION, what="a reflection")
    if content.count("\n") >= MAX_LINES:
        raise ConfigError(f"the text has more than {MAX_LINES} lines, the most that a reflection may have")
    with transaction():
        known = reflections.get(reflection_id)
        if known.state != State.ACTIVE:
            newer = reflections.replaced_by(reflection_id)
            instead = f"; R{newer} has taken its lines over" if newer else ""
            raise Rewritten(f"R{reflection_id} is {known.state}{instead}")
        if seen is not None and known.content != seen:
            raise Rewritten(f"R{reflection_id} was changed meanwhile")
        lines = rewritten(known.lines, content)
        if lines == known.lines:
            return clean
        change = reflections.set_lines(
            reflection_id, lines, retelling.verdict(known, lines), who=who, action=ACTION, now=now,
            tokens=retelling.size(lines, chars_per_token),
        )  # fmt: skip
    return clean._replace(change=change)


def _cleaned(text: str, *, most: int, what: str) -> tuple[str, Edited]:
    """Return a text without secrets and codes that a terminal obeys, and which there were."""
    if len(text) > most:
        raise ConfigError(f"the text has {len(text)} characters; {what} has {most} at most")
    cleaned = privacy.clean(text)
    content = without_codes(cleaned.text)
    if not content.strip():
        raise ConfigError("nothing would be left: the text is empty or private as a whole")
    return content, Edited(None, sorted(cleaned.removed), content != cleaned.text)
