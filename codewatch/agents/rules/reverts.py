"""Turns work that was taken back into what was tried and why not; what it had written is no fact any more."""

import os.path
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

from codewatch.agents.rules import commits, prompts
from codewatch.agents.rules.commands import CommandRun, describe_failure
from codewatch.agents.rules.draft import MAX_CHARS, draft
from codewatch.agents.rules.edits import FileChange, changes_of, relative
from codewatch.agents.rules.excerpt import cut
from codewatch.agents.rules.outcomes import State
from codewatch.agents.rules.rules_table import Rule
from codewatch.agents.rules.shell import ShellCommand, program_of, read_commands
from codewatch.agents.rules.timeline import ToolUse, Turn
from codewatch.agents.rules.undoing import asks_for_more, asks_to_undo, read_undo
from codewatch.categories import Category, Origin, Priority
from codewatch.messages import Message
from codewatch.observations import Observation

MAX_ASKED_CHARS = 90
MAX_WHY_CHARS = 110
MAX_FILES = 4
MAX_COMMAND_CHARS = 60
MAX_LINE_CHARS = 50
TURNS_BACK = 2


_TAKES_BACK = re.compile(r"\bgit\b.{0,80}\b(?:checkout|restore|reset|revert|stash|clean|apply)\b")
_AMENDS = re.compile(r"\bcommit\b[^;&|]{0,200}--amend\b")
_MAY_UNDO = re.compile(r"\b(?:git|rm)\b")


_NO_TEXTS: Mapping[str, tuple[str, str]] = {}


class Reverts(NamedTuple):
    """What was taken back: the observations, and the changes by tool use and path.

    `prompts` are the keys of those that are told there, `attempts` of those of whose work nothing is left, `commits`
    the names of those that are gone or were made anew.
    """

    observations: tuple[Observation, ...]
    changes: frozenset[tuple[int, str]]
    prompts: frozenset[str]
    attempts: frozenset[str]
    commits: frozenset[str]

    def is_taken_back(self, use: ToolUse, path: str) -> bool:
        """Tell whether what a tool use wrote to a file is gone."""
        return (id(use), path) in self.changes


class _Attempt(NamedTuple):
    """A change that stands so far; `sha` is the commit that holds it, `text` what it took out and put in."""

    use: ToolUse
    change: FileChange
    turn: int
    text: tuple[str, str]
    sha: str = ""
    commit: int = 0
    is_stashed: bool = False
    is_tracked: bool = True


def find_reverts(turns: Sequence[Turn], runs: Sequence[CommandRun], *, project_root: str) -> Reverts:
    """Return what was taken back by git, by the inverse edit, or because the user said so."""
    search = _Search({id(run.use): run for run in runs}, project_root)
    for number, turn in enumerate(turns):
        search.read(turn, number)
    return Reverts(
        tuple(search.found),
        frozenset(search.gone),
        frozenset(search.told_prompts),
        frozenset(search.attempts),
        frozenset(search.gone_commits),
    )


class _Search:
    """What stands, and what is gone, as the turns are read one after the other."""

    def __init__(self, run_of: Mapping[int, CommandRun], project_root: str) -> None:
        self._run_of = run_of
        self._root = project_root
        self._standing: list[_Attempt] = []
        self._asked: dict[int, Message | None] = {}
        self._failed = ""
        self._shas: list[str] = []
        self.found: list[Observation] = []
        self.gone: set[tuple[int, str]] = set()
        self.told_prompts: set[str] = set()
        self.attempts: set[str] = set()
        self.gone_commits: set[str] = set()

    def read(self, turn: Turn, number: int) -> None:
        """Read one turn."""
        self._asked[number] = turn.prompt
        is_undo = turn.prompt is not None and asks_to_undo(turn.prompt.text)
        wanted = self._last_work(number, turn.prompt.text) if is_undo and turn.prompt else []
        wanted = wanted if not turn.uses or self._touches(turn.uses, wanted) else []
        if turn.prompt is not None and wanted:
            self._take_back(wanted, turn.prompt, f'the user said "{prompts.quote(turn.prompt.text, MAX_WHY_CHARS)}"')
            self.told_prompts.add(turn.prompt.key)
        paths = {one.change.path for one in wanted}
        is_only_undo = bool(wanted) and turn.prompt is not None and not asks_for_more(turn.prompt.text)
        for use in turn.uses:
            changes = changes_of(use, project_root=self._root)
            text = _text_of(use) if changes else None
            texts = _texts_of(use, self._root) if changes and text is None else _NO_TEXTS
            for change in changes:
                if is_only_undo and change.path in paths:
                    self.gone.add((id(use), change.path))
                else:
                    self._add(use, change, number, text or texts.get(change.path, ("", "")))
            if not changes:
                self._follow(use)

    def _last_work(self, number: int, said: str) -> list[_Attempt]:
        """Return the newest changes before a prompt; of the files that it names where it names any."""
        recent = [one for one in self._standing if one.turn < number and not one.use.result.is_sidechain]
        last = recent[-1].turn if recent else -1
        work = [one for one in recent if one.turn == last and number - last <= TURNS_BACK]
        named = [one for one in work if one.change.path in said or os.path.basename(one.change.path) in said]
        return named or work

    def _touches(self, uses: Sequence[ToolUse], wanted: Sequence[_Attempt]) -> bool:
        """Tell whether what follows has to do with those files: else the user meant another work."""
        paths = {one.change.path for one in wanted}
        names = {os.path.basename(path) for path in paths}
        return any(
            _TAKES_BACK.search(use.command)
            or any(name in use.command for name in names)
            or any(change.path in paths for change in changes_of(use, project_root=self._root))
            for use in uses
        )

    def _add(self, use: ToolUse, change: FileChange, turn: int, text: tuple[str, str]) -> None:
        inverse = next(
            (one for one in reversed(self._standing) if one.change.path == change.path and _is_inverse(one.text, text)),
            None,
        )
        if inverse is not None:
            self.gone.add((id(use), change.path))
            self._go_back(inverse, use)
        elif change.verb == "deleted" and self._is_own_file(change.path):
            self.gone.add((id(use), change.path))
            self._forget([one for one in self._standing if one.change.path == change.path])
        else:
            is_tracked = change.verb != "created"
            self._standing.append(_Attempt(use, change, turn, text, is_tracked=is_tracked))
            self._failed = ""

    def _go_back(self, inverse: _Attempt, use: ToolUse) -> None:
        """An edit and its inverse are steps of one work among others; alone or after a failure they are an attempt."""
        is_step = any(one is not inverse and one.turn == inverse.turn for one in self._standing)
        if is_step and not self._failed:
            self._forget([inverse])
        else:
            line = next((line.strip() for line in inverse.text[1].splitlines() if line.strip()), "")
            what = f"`{cut(line, MAX_LINE_CHARS).replace('`', chr(39))}` in " if line else ""
            self._take_back([inverse], use.result, self._failed, what=what)

    def _is_own_file(self, path: str) -> bool:
        return any(one.change.path == path and one.change.verb == "created" and not one.sha for one in self._standing)

    def _follow(self, use: ToolUse) -> None:
        if not use.command:
            return
        run = self._run_of.get(id(use))
        told = read_commands(use.command) if self._standing and _MAY_UNDO.search(use.command) else ()
        if run is None:
            for command in told:
                self._remove(command, use)
            return
        if run.outcome.state is State.FAILED:
            error = describe_failure(run.outcome)
            self._failed = f"`{cut(run.shown, MAX_COMMAND_CHARS)}` failed: {error}" if error else ""
        for command in told:
            self._remove(command, use)
            self._note_git(command, use)
            undo = read_undo(command)
            if undo is None or run.outcome.state is State.FAILED:
                continue
            if undo.sha:
                work = self._committed(undo.sha)
            elif undo.is_stash:
                work = [one for one in self._standing if one.is_stashed]
            else:
                work = [one for one in self._standing if self._is_hit(one, undo.paths, undo.commits, use)]
                left = max(0, len(self._shas) - undo.commits)
                self.gone_commits.update(self._shas[left:])
                self._shas = self._shas[:left]
            self._take_back(work, use.result, self._failed, f" with `{cut(command.text, MAX_COMMAND_CHARS)}`")
        for _, sha, _ in commits.commits_of(run):
            if _AMENDS.search(use.command) and self._shas:
                self.gone_commits.add(self._shas.pop())
            self._shas.append(sha)
            self._standing = [
                one if one.sha or one.is_stashed else one._replace(sha=sha or "?", commit=len(self._shas))
                for one in self._standing
            ]

    def _note_git(self, command: ShellCommand, use: ToolUse) -> None:
        words = [word for word in command.words[1:] if not word.startswith("-")] if program_of(command) == "git" else []
        if words[:1] == ["add"]:
            self._standing = [one._replace(is_tracked=True) for one in self._standing]
        if words[:1] == ["stash"] and words[1:2] in ([], ["push"], ["save"]):
            self._standing = [
                one._replace(is_stashed=True) if not one.sha and one.is_tracked else one for one in self._standing
            ]
        if words[:2] in (["stash", "pop"], ["stash", "apply"]) and not use.result.is_error:
            self._standing = [one._replace(is_stashed=False) for one in self._standing]

    def _remove(self, command: ShellCommand, use: ToolUse) -> None:
        """A file of its own that is removed again was only scratch."""
        is_removal = program_of(command) == "rm" or (program_of(command) == "git" and command.words[1:2] == ("rm",))
        if not is_removal or use.result.is_error:
            return
        paths = {name for word in command.words[1:] for name in self._names(word, use)}
        self._forget([one for one in self._standing if one.change.path in paths and self._is_own_file(one.change.path)])

    def _committed(self, name: str) -> list[_Attempt]:
        if name.startswith("HEAD~"):
            number = len(self._shas) - int(name.removeprefix("HEAD~"))
            return [one for one in self._standing if one.commit == number and number > 0]
        return [one for one in self._standing if one.sha not in ("", "?") and _is_same_commit(one.sha, name)]

    def _is_hit(self, one: _Attempt, paths: Sequence[str], commits_back: int, use: ToolUse) -> bool:
        if one.is_stashed:
            return False
        if one.commit:
            return not paths and one.commit > len(self._shas) - commits_back
        named = {name for path in paths for name in self._names(path, use)}
        is_named = not paths or "." in named or any(_is_in(one.change.path, path) for path in named)
        return is_named and one.is_tracked

    def _names(self, path: str, use: ToolUse) -> tuple[str, str]:
        """Return how memory may name a path of a command: from the project, or from where the shell is."""
        folders = (self._root, use.home, use.result.cwd)
        here = os.path.normpath(os.path.join(use.result.cwd, path))
        return relative(os.path.normpath(path), *folders), relative(here, *folders)

    def _take_back(self, work: Sequence[_Attempt], source: Message, why: str, how: str = "", what: str = "") -> None:
        if not work:
            return
        self._forget(work)
        prompt = self._asked.get(work[-1].turn)
        if prompt is not None:
            self.told_prompts.add(prompt.key)
            if not any(one.turn == work[-1].turn for one in self._standing):
                self.attempts.add(prompt.key)
        if not source.is_observed:
            self.found.append(_observe(work, prompt, source, why, how, what))
        self._failed = ""

    def _forget(self, work: Sequence[_Attempt]) -> None:
        self.gone.update((id(one.use), one.change.path) for one in work)
        self._standing = [one for one in self._standing if one not in work]


def _observe(
    work: Sequence[_Attempt], prompt: Message | None, source: Message, why: str, how: str, what: str
) -> Observation:  # fmt: skip
    files = list(dict.fromkeys(one.change.path for one in work))
    shown = (
        what + ", ".join(files[:MAX_FILES]) + (f" and {len(files) - MAX_FILES} more" if len(files) > MAX_FILES else "")
    )
    asked = prompts.quote(prompt.text, MAX_ASKED_CHARS) if prompt is not None else ""
    tried = f'Tried "{asked}" ({shown})' if asked else f"Tried changes to {shown}"
    content = f"{tried}, taken back{how}"
    room = MAX_CHARS - len(content) - 2
    return draft(
        source,
        f"{content}: {cut(why, room)}" if why and room > 30 else content,
        rule=Rule.REVERTS,
        category=Category.LEARNING,
        priority=Priority.MEDIUM,
        origin=Origin.USER if why.startswith("the user") else Origin.TOOL,
        files=files[:MAX_FILES],
    )


def _texts_of(use: ToolUse, project_root: str) -> Mapping[str, tuple[str, str]]:
    """Return, by path, the lines that a patch took out and those it put in; nothing for another edit."""
    patch = next((text for key in ("input", "patch") if "*** " in (text := _string(use.tool_input, key))), "")
    lines: dict[str, list[str]] = {}
    wanted: list[str] = []
    for line in patch.splitlines():
        if line.startswith("*** "):
            name = line.partition("File: ")[2].strip()
            path = relative(os.path.normpath(name), project_root, use.home, use.result.cwd) if name else ""
            wanted = lines.setdefault(path, [])
        else:
            wanted.append(line)
    return {path: (_signed(texts, "-"), _signed(texts, "+")) for path, texts in lines.items() if path}


def _signed(lines: Sequence[str], sign: str) -> str:
    return "\n".join(line[1:] for line in lines if line.startswith(sign))


def _text_of(use: ToolUse) -> tuple[str, str] | None:
    """Return what an edit took out and put in, without what both have at the ends; None where it does not say."""
    given = use.tool_input
    edits: object = given.get("edits")
    parts = cast("list[object]", edits) if isinstance(edits, list) else [given]
    pairs = [
        (_string(part, "old_string", "old_str"), _string(part, "new_string", "new_str"))
        for part in (cast("Mapping[str, Any]", part) for part in parts if isinstance(part, Mapping))
    ]
    if not any(old or new for old, new in pairs):
        return None
    return _core("\n".join(old for old, _ in pairs), "\n".join(new for _, new in pairs))


def _string(part: Mapping[str, Any], *keys: str) -> str:
    return next((value for key in keys if isinstance(value := part.get(key), str)), "")


def _core(old: str, new: str) -> tuple[str, str]:
    before, after = old.split("\n"), new.split("\n")
    most, start = min(len(before), len(after)), 0
    while start < most and before[start] == after[start]:
        start += 1
    end = 0
    while end < most - start and before[-1 - end] == after[-1 - end]:
        end += 1
    return "\n".join(before[start : len(before) - end]), "\n".join(after[start : len(after) - end])


def _is_inverse(first: tuple[str, str], second: tuple[str, str]) -> bool:
    return first[0] != first[1] and first == (second[1], second[0])


def _is_same_commit(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)


def _is_in(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip("/") + "/")
