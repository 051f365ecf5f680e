"""`codewatch import`: observations from a file into memory."""

import codecs
import hashlib
import json
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple, cast

import click
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from codewatch import git, privacy, profiles
from codewatch.agents.categorizer import categorize
from codewatch.categories import Category, Origin, Priority, Scope, default_priority
from codewatch.cli.place import Place, find_place, json_option, place_options
from codewatch.cli.show import console, counted, print_json
from codewatch.cli.telling import tell
from codewatch.errors import NotFound
from codewatch.observations import MAX_CHARS, Observation, shorten
from codewatch.store import observations, sessions
from codewatch.store.clock import as_text, utc_now
from codewatch.store.database import open_memory, transaction

STDIN = "-"


class Line(BaseModel):
    """One observation in a file; only `content` is required."""

    model_config = ConfigDict(extra="allow")

    content: str = Field(min_length=1, max_length=100_000)
    category: Category | None = None
    priority: Priority | None = None
    scope: Scope | None = None
    branch: str | None = None
    project: str | None = None
    files: list[str] = Field(default_factory=list)
    topics: list[str] = Field(default_factory=list)
    observed_at: str | None = None
    source_summary: str = ""
    id: str | int | None = None

    @field_validator("content")
    @classmethod
    def _says_something(cls, value: str) -> str:
        if not privacy.clean(value).text.strip():
            raise ValueError("empty, or private as a whole")
        return value

    @field_validator("observed_at")
    @classmethod
    def _as_the_store_keeps_it(cls, value: str | None) -> str | None:
        if value is None:
            return None
        try:
            when = datetime.fromisoformat(value)
            return as_text(when if when.tzinfo else when.replace(tzinfo=UTC))
        except (ValueError, OverflowError) as error:
            raise ValueError("no time in ISO 8601") from error


class Report(NamedTuple):
    """What came of a file: rows new, rows that were there already, fields without a home here, and bad lines."""

    items: int
    known: int
    fields_lost: tuple[str, ...]
    errors: tuple[str, ...]


@click.command("import")
@click.option(
    "--from", "source", default="json", show_default=True, type=click.Choice(["json"]), help="The file's format."
)
@click.argument("path", type=click.Path(dir_okay=False, allow_dash=True))
@place_options
@json_option
def import_memories(source: str, path: str, project: str | None, branch: str | None, as_json: bool) -> None:
    """Take in JSON lines (or a JSON list), one observation each; the same file twice adds nothing the second time.

    PATH is a file, or - for standard input.
    """
    place = find_place(project, branch)
    report = take_in(_read(path), place)
    if as_json:
        print_json(
            {
                "items": report.items,
                "known": report.known,
                "fields_lost": list(report.fields_lost),
                "errors": list(report.errors),
            }
        )
    else:
        lost = f"; no home here for {', '.join(report.fields_lost)}" if report.fields_lost else ""
        console().print(
            f"{counted(report.items, 'observation')} taken in,"
            f" {report.known} {'was' if report.known == 1 else 'were'} there already{lost}",
            soft_wrap=True,
        )
    for error in report.errors:
        tell(f"{path}, {error}")
    if report.errors:
        sys.exit(1)


def take_in(rows: Iterator[tuple[int, object]], place: Place) -> Report:
    """Store numbered rows in one transaction; a bad row is reported and the others are taken."""
    items = known = 0
    lost: set[str] = set()
    errors: list[str] = []
    now = utc_now()
    with open_memory(place.folder), transaction():
        said = observations.all_said()
        for number, row in rows:
            if isinstance(row, NotText):
                errors.append(f"item {number}: not UTF-8")
                continue
            try:
                line = Line.model_validate(_storable(row))
            except ValidationError as error:
                errors.append(f"item {number}: {_reason(error)}")
                continue
            except RecursionError:
                errors.append(f"item {number}: nested too deeply")
                continue
            lost.update(line.model_extra or {})
            if len(" ".join(line.content.split())) > MAX_CHARS:
                lost.add(f"content past {MAX_CHARS} characters")
            added = _add(line, place, now, said)
            items += added
            known += not added
    with open_memory(place.folder):
        profiles.refresh_where_possible(now=now)
    return Report(items, known, tuple(sorted(lost)), tuple(errors))


def _reason(error: ValidationError) -> str:
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    return f"{place}: {first['msg'].removeprefix('Value error, ')}" if place else "no JSON object"


def _add(line: Line, place: Place, now: str, said: set[tuple[str, str, int | None, str]]) -> bool:
    """Store a row unless it is there, by its id or by its words; `said` are all words that are there."""
    content = privacy.clean(line.content).text
    category = line.category or categorize(content).category
    root = privacy.clean_text(git.locate(line.project)[0]) if line.project else place.project
    branch = privacy.clean_text(line.branch or place.branch)
    observation = Observation(
        content=shorten(content), category=category, priority=line.priority or default_priority(category, content),
        observed_at=line.observed_at or now, scope=line.scope, origin=Origin.IMPORTED, topics=tuple(line.topics),
        files=tuple(git.relative_file(file, root, root) for file in line.files),
        source_summary=shorten(privacy.clean(line.source_summary).text), branch=branch, observer="hand",
    )  # fmt: skip
    # Without an id of its own a row is known by what it says and where.
    told = "\0".join((content, root, branch, category)) if line.id is None else str(line.id)
    is_fit = line.id is not None and privacy.clean_text(told) == told
    name = told if is_fit else hashlib.sha256(told.encode()).hexdigest()
    imported_id = f"json:{hashlib.sha256(root.encode()).hexdigest()[:8]}:{name}"
    project_id = sessions.project_id(root, now=now)
    words = observations.said(observation, project=project_id, branch=branch)
    if words in said:
        return False
    said.add(words)
    return observations.add(
        observation, project=project_id, session=None, branch=branch, who="user", now=now, imported_id=imported_id
    ) is not None  # fmt: skip


class NotText:
    """A row that is not UTF-8."""


def _read(path: str) -> Iterator[tuple[int, object]]:
    try:
        raw = sys.stdin.buffer.read() if path == STDIN else Path(path).read_bytes()
    except OSError as error:
        raise NotFound(f"{path}: {error.strerror}") from error
    raw = raw.removeprefix(codecs.BOM_UTF8)
    whole = _as_list(raw)
    if whole is not None:
        yield from enumerate(whole, start=1)
        return
    for number, line in enumerate(raw.split(b"\n"), start=1):
        if line.strip():
            yield number, _parsed(line)


def _parsed(line: bytes) -> object:
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        return NotText()
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _as_list(raw: bytes) -> list[object] | None:
    if not raw.lstrip().startswith(b"["):
        return None
    try:
        rows: Any = json.loads(raw.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    return cast("list[object]", rows) if isinstance(rows, list) else None


def _storable(value: Any) -> Any:
    """Return a JSON value whose texts are all UTF-8: JSON may hold half a surrogate pair."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, list):
        return [_storable(item) for item in cast("list[Any]", value)]
    if isinstance(value, dict):
        return {_storable(key): _storable(item) for key, item in cast("dict[Any, Any]", value).items()}
    return value
