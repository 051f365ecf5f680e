"""A prompt, or the start of a session, into a block of memories on standard output, or into nothing."""

import os
import time

from codewatch import broken, git, injected, paths
from codewatch.hooks import checkpoint, dialects, door
from codewatch.hooks.said import (
    RESET,
    as_had,
    lines_since_reset,
    lines_with_prompt,
    prompt_mark,
    read_said,
    told_by,
    write_said,
)
from codewatch.lightsqlite import SQLiteError, connect
from codewatch.recall import context, rank
from codewatch.recall.briefing import Briefing, read_briefing, read_task
from codewatch.recall.gate import worth_saying
from codewatch.recall.query import parse, parse_parts
from codewatch.recall.search import find, scope_parameters

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlite3 import Connection

    from codewatch.recall.hits import Hit
    from codewatch.recall.query import Query

BUSY_S = 0.2
PROMPT_EVENTS = ("UserPromptSubmit",)
START_EVENTS = ("SessionStart",)
# Sources of a session start after which the client no longer has what was said before.
_FORGETFUL_SOURCES = ("startup", "clear", "compact")
_RESUME, _FORK = "resume", "fork"
_MACHINE_PROMPTS = ("<task-notification", "<command-", "<local-command-")
_MAX_DISTINCT = 100


def main(client: str) -> None:
    """Answer the payload on standard input with a block of memories, or with nothing; then see to a checkpoint.

    Raises:
        BadPayload: the payload is not JSON.
        SQLiteError: the memory cannot be read, or the queue not be looked at.
        OSError: the data directory cannot be written.
    """
    if paths.is_child():
        return
    told = door.read_payload(dialects.nested_in(client))
    named, client = client, dialects.speaker(client, told)
    payload = dialects.translated(client, told)
    if dialects.is_told_twice(named, client, payload.get("cwd", "")):
        return
    folder = paths.data_dir()
    try:
        _answer(client, payload, folder)
    finally:
        checkpoint.keep(client, payload, folder, time.time())


def _answer(client: str, payload: dict[str, str], folder: str) -> None:
    event = payload.get("hook_event_name", "")
    if payload.get("prompt", "").startswith(paths.OUR_OPENING):
        return  # a question of our own to a coding client
    if not _is_wanted(event, payload, folder) or paths.fault_of(folder) is not None:
        return
    if door.is_off("recall", folder, payload.get("cwd", "")):
        return
    if event in START_EVENTS:
        _brief(client, event, payload, folder)
    else:
        _recall(client, event, payload, folder)


def open_memory(folder: str) -> "Connection | None":
    """Return the memory database opened for reading, or None where there is none yet.

    Raises:
        SQLiteError: it is locked for 200 ms, or is no database of ours.
    """
    path = os.path.join(folder, paths.MEMORY_FILE)
    if not os.path.exists(path):
        return None
    connection = connect(path, mode="ro", timeout_s=BUSY_S)
    try:
        connection.execute("select 1 from meta").fetchone()
    except SQLiteError:
        if os.access(folder, os.W_OK):
            raise
        # WAL wants to make its -shm file even for a reader; what the -wal file holds stays unseen here.
        connection = connect(path, mode="immutable", timeout_s=BUSY_S)
        connection.execute("select 1 from meta").fetchone()
    return connection


def _is_wanted(event: str, payload: dict[str, str], folder: str) -> bool:
    if payload.get("agent_id"):
        return False  # A sub-agent gets its task from the session that has the memories.
    if event in PROMPT_EVENTS and not is_question(payload.get("prompt", "")):
        return False
    if event not in PROMPT_EVENTS and event not in START_EVENTS:
        return False
    return not paths.leads_into(payload.get("cwd", ""), folder)


def is_question(prompt: str) -> bool:
    """Return whether a person or program asks something: not empty, no slash command, no notice of the client."""
    prompt = prompt.strip()
    if not prompt or prompt.startswith(_MACHINE_PROMPTS):
        return False
    first = prompt.split(None, 1)[0]
    return not (first.startswith("/") and "/" not in first[1:] and "." not in first)


def _brief(client: str, event: str, payload: dict[str, str], folder: str) -> None:
    health = broken.line_to_tell(folder, now=time.time())
    try:
        connection = open_memory(folder)
    except SQLiteError as error:
        door.complain(f"memory not readable: {error}")
        connection = None
    if connection is None:
        text, _ = context.briefing_block(Briefing(), health=health)
        if text:
            door.answer(dialects.event_for(payload), text)
        return
    project, branch = git.locate(payload.get("cwd", ""))
    session = payload.get("session_id", "")
    lines = _at_start(folder, session, payload)
    is_new = payload.get("source") != _RESUME and (not lines or (RESET, []) in lines)
    said = told_by(lines) if lines else read_said(folder, session)
    known = read_briefing(connection, project, branch, client=client, folder=folder, now=door.now(), is_new=is_new)
    briefing = _unsaid(known, said)
    if not is_new:
        # The client still has what this session itself said and did.
        briefing.keep(lambda hit: hit.session != session)
        _drop_own_task(briefing, session)
    text, ids = context.briefing_block(briefing, health=health)
    if text:
        door.answer(dialects.event_for(payload), text)
        lines += [(event, ids), *_rows(briefing)]
    shown = [hit for hit in [*briefing.everywhere, *briefing.here, *briefing.hits] if hit.id in ids]
    why = _why(event, shown, None)
    if briefing.reflection_id:
        told = [context.item_line(hit) for hit in shown]
        why[injected.REFLECTION] = injected.rest(briefing.reflection_id, text, told)
    write_said(folder, session, lines, door.now(), why)


def _at_start(folder: str, session: str, payload: dict[str, str]) -> list[tuple[str, list[int]]]:
    """Return the lines that say what the client has and has not, of what was said before."""
    source = payload.get("source", "")
    if source == _FORK:
        from codewatch.hooks import forks  # noqa: PLC0415  (rare)

        return as_had(lines_since_reset(folder, forks.parent_of(payload, time.time()))) or [(RESET, [])]
    if source not in _FORGETFUL_SOURCES:
        return []
    # Compacted because it is full, the prompt that filled it is still to be answered, with what went with it.
    return [(RESET, []), *as_had(lines_with_prompt(folder, session, payload.get("prompt_id", "")))]


def _recall(client: str, event: str, payload: dict[str, str], folder: str) -> None:
    query = parse(payload["prompt"])
    connection = None if query.is_empty() else open_memory(folder)
    if connection is None:
        return
    project, branch = git.locate(payload.get("cwd", ""))
    scope = scope_parameters(connection, project, branch, client=client)
    hits = worth_saying(find(connection, query, scope, parts=parse_parts(payload["prompt"])), query)
    if not hits:
        return
    session = payload.get("session_id", "")
    said = read_said(folder, session)
    hits = [
        hit
        for hit in rank.distinct(hits, _MAX_DISTINCT)
        if str(hit.id) not in said and not (hit.session == session and hit.priority == "low")
    ]
    task = Briefing()
    read_task(connection, scope, task)
    task = _unsaid(task, said)
    _drop_own_task(task, session)
    text, ids = context.prompt_block(hits, task.task)
    if text:
        door.answer(dialects.event_for(payload), text)
        lines = [*prompt_mark(payload.get("prompt_id", "")), (event, ids), *_rows(task)]
        why = _why(event, [hit for hit in hits if hit.id in ids], query)
        write_said(folder, session, lines, door.now(), why)


def _why(event: str, shown: "list[Hit]", query: "Query | None") -> dict[str, str]:
    return {event: injected.why(shown, [context.item_line(hit) for hit in shown], query)}


def _unsaid(briefing: Briefing, said: set[str]) -> Briefing:
    """Return `briefing` without what the session was told before."""
    if f"task:{briefing.task_session}" in said:
        briefing.task, briefing.task_session = "", 0
    if f"reflection:{briefing.reflection_id}" in said:
        briefing.reflection, briefing.reflection_id = "", 0
    briefing.keep(lambda hit: str(hit.id) not in said)
    return briefing


def _drop_own_task(briefing: Briefing, session: str) -> None:
    if briefing.task_owner == session:
        briefing.task, briefing.task_session = "", 0


def _rows(briefing: Briefing) -> list[tuple[str, list[int]]]:
    lines: list[tuple[str, list[int]]] = []
    if briefing.task_session:
        lines.append(("task", [briefing.task_session]))
    if briefing.reflection_id:
        lines.append(("reflection", [briefing.reflection_id]))
    return lines
