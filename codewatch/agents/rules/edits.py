"""Turns the files a turn wrote into observations that say what they were written for."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from codewatch.agents.rules import prompts
from codewatch.agents.rules.draft import draft
from codewatch.agents.rules.excerpt import cut
from codewatch.agents.rules.line_ranges import Range, add_hunks, show_ranges
from codewatch.agents.rules.rules_table import Rule
from codewatch.agents.rules.statements import other_sentences
from codewatch.agents.rules.timeline import ToolUse, Turn
from codewatch.categories import Category, Priority, Scope
from codewatch.messages import Hunk, Message
from codewatch.observations import Observation

MAX_FILES = 5
MAX_CHARS = 300
FIRST_QUOTE_CHARS = 110
LATER_QUOTE_CHARS = 45
SUBJECT_CHARS = 70

# How an edit that failed begins where the client does not mark it.
_FAILED = (
    "<tool_use_error>", "Error", "error:", "apply_patch verification failed", "patch rejected", "Failed to",
    "Invalid patch", "Invalid Context", "String to replace not found", "No changes to", "No match found",
    "patch: ****",
)  # fmt: skip


class FileChange(NamedTuple):
    """One file that a tool wrote: `verb` is created, edited or deleted; `path` is how memory names it.

    `lines` are those of an edited file that were written, as far as the client says.
    """

    path: str
    verb: str
    result: Message
    lines: tuple[Range, ...] = ()


def changes_of(use: ToolUse, *, project_root: str) -> list[FileChange]:
    """Return the files a tool use changed; none when it failed."""
    # The output is long: it is looked at last.
    named = () if use.result.is_error else use.touched
    if not named or use.output.lstrip().startswith(_FAILED):
        return []
    changes: list[FileChange] = []
    for path, verb in named:
        hunks = use.result.hunks if len(named) == 1 else _hunks_of(path, use.result.hunks)
        lines = add_hunks((), hunks) if verb == "edited" else ()
        if path:
            known_as = relative(path, project_root, use.home, use.result.cwd)
            changes.append(FileChange(known_as, verb, use.result, tuple(lines)))
    return changes


def relative(path: str, *folders: str) -> str:
    """Return `path` relative to the first of the folders that holds it, else as it is."""
    for folder in folders:
        if folder and folder != "/" and path.startswith(folder.rstrip("/") + "/"):
            return path[len(folder.rstrip("/")) + 1 :]
    return path.removeprefix("./")


def observe_edits(
    turns: Iterable[Turn], *, project_root: str, taken_back: Collection[tuple[int, str]] = (),
    told: Collection[str] = (), committed: Mapping[int, str],
) -> list[Observation]:  # fmt: skip
    """Return, for each turn, what was asked and which files changed; what was asked alone if none did.

    Sentences that are statements are left out of what was asked: `statements` remembers them. `taken_back` are the
    changes that are gone, by their tool use and path, `told` the keys of the prompts that are told of elsewhere,
    `committed` the messages of the commits by their tool use: they say what was done where the request says little.
    """
    found: list[Observation] = []
    asked = ""
    for turn in turns:
        said = turn.prompt.text if turn.prompt else ""
        # "continue" goes on with what was asked before.
        asked = asked if prompts.is_chatter(said) else said
        says_little = prompts.says_little(asked)
        done: list[Observation] = []
        for uses, subject in _stretches(turn.uses, committed if says_little else {}):
            if changes := _new_changes(uses, project_root, taken_back):
                done += _observe_changes(changes, asked, subject)
        if done:
            alone = _request(asked)
            found += [replace(one, replaces=alone) for one in done]
        elif turn.prompt is not None and not turn.prompt.is_observed and turn.prompt.key not in told:
            found += [_observe_request(turn.prompt, content) for content in _request(said)]
    return found


def _stretches(uses: Sequence[ToolUse], committed: Mapping[int, str]) -> Iterator[tuple[Sequence[ToolUse], str]]:
    """Yield the tool uses up to each commit with its message, and what follows the last with ""."""
    start = 0
    for at, use in enumerate(uses, start=1):
        if id(use) in committed:
            yield uses[start:at], committed[id(use)]
            start = at
    yield uses[start:], ""


def _observe_changes(changes: Sequence[FileChange], asked: str, subject: str) -> list[Observation]:
    is_subagent = changes[0].result.is_sidechain
    first = "" if is_subagent else prompts.quote(asked, FIRST_QUOTE_CHARS)
    later = "" if is_subagent else prompts.quote(asked, LATER_QUOTE_CHARS)
    quoted = cut(subject, SUBJECT_CHARS).replace('"', "'")
    then = f', then committed "{quoted}"' if subject else ""
    groups = _groups(changes, MAX_CHARS - len(first) - len(then) - 30, MAX_CHARS - len(later) - len(then) - 30)
    return [_observe_group(group, first if at == 0 else later, then) for at, group in enumerate(groups)]


def _new_changes(
    uses: Sequence[ToolUse], project_root: str, taken_back: Collection[tuple[int, str]]
) -> list[FileChange]:
    by_path: dict[str, FileChange] = {}
    for use in uses:
        if use.result.is_observed:
            continue
        for change in changes_of(use, project_root=project_root):
            if _is_scratch(change.path) or (id(use), change.path) in taken_back:
                continue
            known = by_path.get(change.path)
            if known is None or change.verb == "deleted":
                by_path[change.path] = change
            elif known.verb == "edited":
                lines = add_hunks(known.lines, _hunks_in(use, change)) if known.lines and change.lines else ()
                by_path[change.path] = known._replace(lines=tuple(lines))
    return list(by_path.values())


def _hunks_in(use: ToolUse, change: FileChange) -> Sequence[Hunk]:
    found = _hunks_of(change.path, use.result.hunks)
    return found or use.result.hunks


def _hunks_of(path: str, hunks: Sequence[Hunk]) -> list[Hunk]:
    bare = path.removeprefix("./")
    return [
        hunk for hunk in hunks if hunk.path == bare or hunk.path.endswith("/" + bare) or bare.endswith("/" + hunk.path)
    ]


def _is_scratch(path: str) -> bool:
    is_plan = "/.claude/plans/" in path or ("/.gemini/tmp/" in path and "/plans/" in path)
    return is_plan or path.startswith(("/tmp/", "/private/tmp/", "/var/folders/"))


def _groups(changes: Sequence[FileChange], first_room: int, later_room: int) -> list[list[FileChange]]:
    groups: list[list[FileChange]] = [[]]
    used = 0
    room = first_room
    for change in changes:
        # A path counts twice: in the text, and in the list of files beside it.
        cost = len(change.path) + len(_shown(change)) + 3
        if groups[-1] and (len(groups[-1]) == MAX_FILES or used + cost > room):
            groups.append([])
            used, room = 0, later_room
        groups[-1].append(change)
        used += cost
    return groups


def _observe_group(group: Sequence[FileChange], quote: str, then: str) -> Observation:
    clauses = [
        f"{verb} {', '.join(_shown(change) for change in group if change.verb == verb)}"
        for verb in ("created", "edited", "deleted")
        if any(change.verb == verb for change in group)
    ]
    done = "; ".join(clauses)
    who = "A subagent " if group[-1].result.is_sidechain else ""
    alone = f"{who}{done}" if who else done[:1].upper() + done[1:]
    content = f'Asked "{quote}"{then}: {done}' if quote else alone + then
    return draft(
        group[-1].result,
        content,
        rule=Rule.EDITS,
        category=Category.TASK_CONTEXT,
        priority=Priority.LOW,
        scope=Scope.BRANCH,
        files=[change.path for change in group],
    )


def _shown(change: FileChange) -> str:
    return show_ranges(change.path, change.lines)


def _request(said: str) -> tuple[str, ...]:
    """Return what a prompt alone is remembered as, where it asks for something."""
    asked = " ".join(other_sentences(said)) if prompts.is_request(said) else ""
    return (f'Asked: "{prompts.quote_request(asked)}"',) if prompts.is_request(asked) else ()


def _observe_request(prompt: Message, content: str) -> Observation:
    return draft(
        prompt,
        content,
        rule=Rule.REQUESTS,
        category=Category.TASK_CONTEXT,
        priority=Priority.LOW,
        origin=prompts.ORIGIN,
        scope=Scope.BRANCH,
    )
