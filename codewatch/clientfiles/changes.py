"""A client's file and the entries it is to have, or to lose, into a change that can be shown, and then carried out."""

import difflib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from codewatch.clientfiles import files
from codewatch.errors import ClientFileError

_NAME = "codewatch"
Action = Literal["create", "change", "delete", "refuse"]


class Entries(Protocol):
    """What we have in a client's file."""

    def snippet(self) -> str:
        """Return what to paste by hand."""
        ...

    def is_mentioned(self, text: str) -> bool:
        """Return whether anything of ours is in `text`, wherever."""
        ...

    def is_empty(self, text: str) -> bool:
        """Return whether `text` holds nothing, neither of ours nor of anybody's."""
        ...

    def are_all_of(self, text: str) -> bool:
        """Return whether `text` has nothing but what is ours."""
        ...

    def taken_from(self, text: str) -> "Entries":
        """Return the entries of ours that `text` has."""
        ...

    def add(self, text: str) -> str:
        """Return the text with just these entries of ours."""
        ...

    def data_dirs(self, text: str) -> list[str]:
        """Return the data directories that entries of ours in `text` name, "" for the default."""
        ...

    def remove(self, text: str, original: str | None = None) -> str:
        """Return the text without entries of ours."""
        ...


@dataclass(frozen=True, slots=True)
class Target:
    """One file of a client's: `is_private` is the mode of a new one, `has_lock` says that the client locks it."""

    path: str
    what: str
    entries: Entries
    is_private: bool = True
    has_lock: bool = False


class Change(NamedTuple):
    """What is to be done, or was done, to one file; for `refuse`, why it is left alone."""

    target: Target
    action: Action
    before: str | None = None
    after: str | None = None
    backup: str = ""
    reason: str = ""

    def diff(self) -> str:
        """Return the change in the form of `diff -u`."""
        lines = difflib.unified_diff(
            _lines(self.before), _lines(self.after), self.target.path, self.target.path, n=1, lineterm="\n"
        )
        return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def install(target: Target, *, dry_run: bool) -> Change | None:
    """Put the target's entries into its file, or only say what that would change; return None when they are there."""

    def edit(text: str | None) -> str:
        return target.entries.add(text or "")

    return _run(target, edit, lambda old: _backs_up(target, old), dry_run=dry_run)


def uninstall(target: Target, *, dry_run: bool) -> Change | None:
    """Take our entries out of the target's file, or only say what that would change; None when there are none."""
    change = _run(target, lambda text: _without(target, text), lambda _: False, dry_run=dry_run)
    if change is not None and not dry_run:
        files.drop_needless_backup(target.path)
    return change


def data_dirs(target: Target) -> list[str]:
    """Return the data directories that entries of ours in the target's file name, "" for the default."""
    try:
        return target.entries.data_dirs(text_of(target))
    except ClientFileError:
        return []


def text_of(target: Target) -> str:
    """Return the text of the target's file, "" where there is none or it cannot be read."""
    try:
        return files.read(target.path) or ""
    except ClientFileError:
        return ""


def _backs_up(target: Target, old: str) -> bool:
    """Return whether `old` is to be kept: it has nothing of ours yet, or something else and was never kept."""
    entries = target.entries
    return not entries.is_mentioned(old) or not (files.backups(target.path) or entries.are_all_of(old))


def _run(target: Target, edit: files.Edit, backs_up: Callable[[str], bool], *, dry_run: bool) -> Change | None:
    try:
        before = files.read(target.path)
        after = edit(before)
        if before == after:
            return None
        files.check_changeable(target.path)
        if dry_run:
            return Change(target, _action(before, after), before, after)
        done = files.change(target.path, edit, backs_up, is_private=target.is_private, has_lock=target.has_lock)
        return done and Change(target, _action(done.before, done.after), done.before, done.after, done.backup)
    except ClientFileError as error:
        return Change(target, "refuse", reason=str(error))


def _without(target: Target, text: str | None) -> str | None:
    """Return the text without our entries: what it was before them where nothing else has changed since."""
    if text is None or _NAME not in text or not target.entries.is_mentioned(text):
        return text  # a file that says nothing of us need not even be JSON
    original = files.original(target.path)
    if original is not None and target.entries.is_mentioned(original):
        original = None  # kept when something of ours was there already: it says nothing of the time before
    ours = target.entries.taken_from(text)
    if original is not None and ours.add(original) == text:
        return original
    if ours.add("") == text and (original is None or not target.entries.is_empty(original)):
        return None
    rest = target.entries.remove(text, original)
    if not target.entries.is_empty(rest):
        return rest
    return original if original is None or target.entries.is_empty(original) else rest


def _action(before: str | None, after: str | None) -> Action:
    if after is None:
        return "delete"
    return "create" if before is None else "change"


def _lines(text: str | None) -> list[str]:
    lines = (text or "").split("\n")
    return [*(f"{line}\n" for line in lines[:-1]), *([lines[-1]] if lines[-1] else [])]
