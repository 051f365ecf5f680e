"""`search`, `list`, `show`, `remember`, `forget`: memory by hand."""

import json
import os

import click

from codewatch import forget as forgetting
from codewatch import git, pauses
from codewatch import proof as proving
from codewatch import remember as remembering
from codewatch.categories import IMPORTANCE, Category, Origin, Priority, Scope, State
from codewatch.cli.names import NAME, Named
from codewatch.cli.place import find_folder, find_place, json_option, place_options, say_if_off
from codewatch.cli.show import as_row, console, counted, print_json, print_rows, say_nothing_found
from codewatch.cli.show_reflection import as_row as reflection_as_row
from codewatch.cli.show_reflection import print_reflection
from codewatch.cli.telling import tell
from codewatch.cli.texts import TEXT
from codewatch.config import Settings
from codewatch.errors import ConfigError, NotFound
from codewatch.literals import typed
from codewatch.recall import search as searching
from codewatch.recall.query import parse
from codewatch.store import index, journal, observations, reflections, sessions
from codewatch.store.clock import utc_now
from codewatch.store.database import connection, memory_for_reading, open_memory


@click.command()
@click.argument("words", metavar="QUERY...", type=TEXT, nargs=-1, required=True)
@click.option("--limit", default=50, show_default=True, type=click.IntRange(1, 100), help="At most so many.")
@click.option("--category", "categories", multiple=True, type=click.Choice([*map(str, Category)]), help="Only this.")
@click.option("--file", "files", multiple=True, type=TEXT, help="Only memories about this file.")
@click.option("--priority-min", default="low", type=click.Choice([*map(str, Priority)]), help="Only this or higher.")
@click.option("--all-projects", is_flag=True, help="In every project.")
@click.option("--all-branches", is_flag=True, help="On every branch of the project.")
@click.option("--reindex", is_flag=True, help="Rebuild the search index first.")
@place_options
@json_option
def search(
    words: tuple[str, ...], limit: int, categories: tuple[str, ...], files: tuple[str, ...], priority_min: str,
    all_projects: bool, all_branches: bool, reindex: bool, project: str | None, branch: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Search memory; any text is a legal query, and filters work without one. Best first."""
    query = " ".join(words).strip()
    is_empty = not query and not (categories or files or priority_min != Priority.LOW)
    place = find_place(project, branch)
    if reindex:
        with open_memory(place.folder):
            index.reindex(now=utc_now())
    with memory_for_reading(place.folder) as memory:
        hits = () if is_empty else searching.search(
            memory, query, project=place.project, branch=place.branch, limit=limit,
            categories=categories, files=files, priority_min=priority_min, all_projects=all_projects,
            all_branches=all_branches,
        )  # fmt: skip
    say_if_off(place, pauses.RECALL, "searched as you asked")
    rows = [
        {
            "id": hit.id, "content": hit.content, "category": hit.category, "priority": hit.priority,
            "scope": hit.scope, "branch": hit.branch, "project": hit.project, "session": hit.session,
            "files": json.loads(hit.files), "topics": json.loads(hit.topics), "observed_at": hit.observed_at,
            "score": hit.score, "stale": False, "state": hit.state, "origin": hit.origin,
        }
        for hit in hits
    ]  # fmt: skip
    if as_json:
        print_json(rows)
        return
    print_rows(rows)
    if is_empty:
        say_nothing_found("an empty query asks for nothing; `codewatch list` shows the newest")
    elif not rows:
        wider = [] if all_projects else ["--all-projects", *([] if all_branches else ["--all-branches"])]
        say_nothing_found(f"try other words{''.join(f' or {option}' for option in reversed(wider))}")


@click.command("list")
@click.option("--session", type=TEXT, help="Only this client session.")
@click.option("--state", "states", default="active,reflected", show_default=True, help="States, with commas between.")
@click.option("--limit", default=50, show_default=True, type=click.IntRange(1, 100_000), help="At most so many.")
@place_options
@json_option
def list_memories(
    session: str | None, states: str, limit: int, project: str | None, branch: str | None, as_json: bool
) -> None:
    """List this project's memories on all its branches (or one), newest first."""
    place = find_place(project, branch)
    wanted = [_state(name) for name in states.split(",")]
    with open_memory(place.folder, for_reading=True):
        project_id = sessions.find_project_id(place.project)
        found = observations.newest(project=project_id, branch=branch, states=wanted, session=session, limit=limit)
        there = observations.count(project=project_id, branch=branch, states=wanted, session=session)
    rows = [as_row(memory) for memory in found]
    print_json(rows) if as_json else print_rows(rows)
    if len(rows) < there:
        tell(f"these are {len(rows)} of {there}; --limit {there} shows all")
    if not rows:
        say_nothing_found("`codewatch status` says whether sessions are recorded here")


@click.command()
@click.argument("memory_id", metavar="ID", type=NAME)
@json_option
def show(memory_id: Named, as_json: bool) -> None:
    """Show one memory, or a reflection as in R12, with its history."""
    with open_memory(find_folder(), for_reading=True):
        if memory_id.is_reflection:
            known = reflection_as_row(reflections.get(memory_id.id))
            print_json(known) if as_json else print_reflection(known)
            return
        memory = observations.get(memory_id.id)
        history = journal.of_row(observations.KIND, memory.id)
    row = {
        **as_row(memory), "prompt": memory.prompt, "source_summary": memory.source_summary, "tokens": memory.tokens,
        "literals": [literal._asdict() for literal in typed(memory.content)], "history": history,
    }  # fmt: skip
    if as_json:
        print_json(row)
        return
    out = console()
    out.print(memory.content, style="bold", soft_wrap=True)
    for name in (
        "category",
        "priority",
        "scope",
        "project",
        "branch",
        "session",
        "files",
        "observed_at",
        "state",
        "origin",
        "observer",
        *(["prompt"] if memory.prompt else []),
    ):
        out.print(f"{name:>12}  {row[name]}", soft_wrap=True)
    for entry in history:
        why = f": {entry['reason']}" if entry["reason"] else ""
        out.print(f"{entry['at']}  {entry['action']} by {entry['who']}{why}", style="dim", soft_wrap=True)


@click.command()
@click.argument("text", type=TEXT)
@click.option("--category", type=click.Choice([*map(str, Category)]), help="Left out: by rules.")
@click.option("--priority", type=click.Choice([*map(str, Priority)]), help="Left out: the category's.")
@click.option("--importance", type=click.Choice(list(IMPORTANCE)), help="Instead of --priority.")
@click.option("--file", "files", multiple=True, type=TEXT, metavar="PATH[:LINE]", help="What it is about.")
@click.option("--topic", "topics", multiple=True, type=TEXT, help="A word to sort it under.")
@click.option("--scope", type=click.Choice([*map(str, Scope)]), help="Who sees it; left out: the category's.")
@place_options
@json_option
def remember(
    text: str, category: str | None, priority: str | None, importance: str | None, files: tuple[str, ...],
    topics: tuple[str, ...], scope: str | None, project: str | None, branch: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Store one observation by hand; what is remembered already is not stored again."""
    place = find_place(project, branch)
    if priority and importance:
        raise click.UsageError("--priority and --importance say the same; give one of them")
    now = utc_now()
    about = [_file_and_line(file, place.project) for file in files]
    observation = remembering.state(
        text, origin=Origin.USER, observer="hand", branch=place.branch, now=now,
        category=Category(category) if category else None,
        priority=Priority(priority) if priority else IMPORTANCE.get(importance or ""),
        scope=Scope(scope) if scope else None, files=tuple(path for path, _ in about), topics=topics,
        # A search for the file finds it by its path alone; the line stays readable here.
        source_summary=" ".join(f"{path}:{line}" for path, line in about if line),
    )  # fmt: skip
    done = remembering.store(
        observation, Settings.load(), project=place.project, who="user", now=now, is_sorted=category is not None
    )
    say_if_off(place, pauses.CAPTURE, "stored as you asked")
    if not done.is_new:
        tell(f"already remembered as {done.memory.id}")
    if as_json:
        print_json({"observation": as_row(done.memory), "reflection_job": done.reflection_job, "is_new": done.is_new})
    else:
        print_rows([as_row(done.memory)])


def _file_and_line(named: str, project: str) -> tuple[str, str]:
    path, line = remembering.split_line(named, os.getcwd())
    name = git.relative_file(path, project, os.getcwd())
    if os.path.isabs(name):
        raise ConfigError(f"--file {path} is not in the project {project}; leave it out or name it in the text")
    return name, line


@click.command()
@click.argument("memory_ids", nargs=-1, type=int)
@click.option("--query", type=TEXT, help="Everything that holds all these words.")
@click.option("--dry-run", is_flag=True, help="Only say what would go.")
@click.option("--proof", is_flag=True, help="Search the bytes of every file for what was forgotten.")
@place_options
@json_option
def forget(
    memory_ids: tuple[int, ...], query: str | None, dry_run: bool, proof: bool, project: str | None,
    branch: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Delete memories for good; what is forgotten is not learned again from the same words."""
    place = find_place(project, branch)
    if bool(memory_ids) == bool(query):
        raise ConfigError("say what to forget: ids, or --query TEXT")
    with open_memory(place.folder):
        ids = list(memory_ids)
        if query:
            hits = searching.search(connection(), query, project=place.project, branch=place.branch, limit=100)
            # A search finds what shares some words; what is deleted has to have them all.
            hits = [hit for hit in hits if hit.matched_words >= len(parse(query).words)]
            ids = [hit.id for hit in hits]
        if not ids:
            raise NotFound(f"no memory fits {query!r}")
        forgotten = forgetting.forget(ids, who="user", now=utc_now(), dry_run=dry_run)
    gone = [as_row(memory) for memory in forgotten.memories]
    proven = proving.look(place.folder, forgotten.told) if proof and not dry_run else None
    if as_json:
        looked: dict[str, object] = proven._asdict() if proven else {"found_in": []}
        print_json({"forgotten": gone, "dry_run": dry_run, **(looked if proof else {})})
    else:
        print_rows(gone)
        console().print(f"{len(gone)} {'would be forgotten' if dry_run else 'forgotten'}")
    if proven is not None:
        _tell(proven, is_silent=as_json)


def _tell(proven: proving.Proof, *, is_silent: bool) -> None:
    if proven.found_in:
        others = f"{counted(len(proven.same), 'other memory', 'other memories')} with the same words:"
        named = f"; {others} codewatch forget {' '.join(map(str, proven.same))}" if proven.same else ""
        files = ", ".join(proven.found_in)
        raise NotFound(f"a forgotten text is still in {files}{named or '; look at these files'}")
    if not is_silent:
        console().print(f"looked at {counted(proven.files, 'file')} ({counted(proven.bytes, 'byte')}): found in none")


def _state(name: str) -> State:
    try:
        return State(name.strip())
    except ValueError as error:
        raise ConfigError(f"--state {name!r}: known are {', '.join(State)}") from error
