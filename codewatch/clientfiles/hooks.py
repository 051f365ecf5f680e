"""Hooks in the form of Claude Code's settings, `{"hooks": {EVENT: [{"hooks": []}]}}`, in and out of a text."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from codewatch.clientfiles import edits, own
from codewatch.clientfiles.jsonc import Document, Node
from codewatch.errors import ClientFileError

_KEY = "hooks"


class Entry(NamedTuple):
    """A group of ours: the event, and what stands in the event's list."""

    event: str
    group: object


class _Found(NamedTuple):
    """One hook of ours, and where it is: event's list, group, place in the group."""

    event: str
    groups: Node
    number: int
    hooks: Node
    place: int

    @property
    def group(self) -> Node:
        return self.groups.items[self.number].node


@dataclass(frozen=True, slots=True)
class HookEntries:
    """The groups that a client's file is to have, one an event."""

    entries: tuple[Entry, ...]

    def snippet(self) -> str:
        """Return what to paste by hand."""
        return json.dumps({_KEY: {event: [group] for event, group in self.entries}}, indent=2, ensure_ascii=False)

    def is_mentioned(self, text: str) -> bool:
        """Return whether anything of ours is in `text`."""
        return any(True for _ in _ours(edits.opened(text)))

    def is_empty(self, text: str) -> bool:
        """Return whether the text holds nothing."""
        return edits.is_empty(text)

    def are_all_of(self, text: str) -> bool:
        """Return whether `text` has nothing but hooks of ours."""
        return edits.is_empty(self.remove(text))

    def taken_from(self, text: str) -> "HookEntries":
        """Return the groups of ours that `text` has, as they are there."""
        return HookEntries(tuple(Entry(found.event, found.group.plain()) for found in _ours(edits.opened(text))))

    def data_dirs(self, text: str) -> list[str]:
        """Return the data directories that hooks of ours in `text` name, "" for the default."""
        lines = [_line(found.hooks.items[found.place].node) for found in _ours(edits.opened(text))]
        return sorted({line.variables.get(own.DATA_DIR, "") for line in lines})

    def add(self, text: str) -> str:
        """Return the text with exactly these groups of ours: missing ones are added, other ones of ours taken out.

        Raises:
            ClientFileError: the text is not JSON, or its hooks have a form that is not the client's.
        """
        for entry in self.entries:
            if not _stands(edits.opened(text), entry):
                text = _added(edits.opened(text), entry)
        while stale := self._first_stale(edits.opened(text)):
            text = _removed(edits.opened(text), stale, None)
        return text

    def remove(self, text: str, original: str | None = None) -> str:
        """Return the text without hooks of ours; what they leave empty goes too, unless `original` has it.

        Raises:
            ClientFileError: the text is not JSON.
        """
        before = None if original is None else edits.opened(original)
        while found := next(_ours(edits.opened(text)), None):
            text = _removed(edits.opened(text), found, before)
        return text

    def _first_stale(self, document: Document) -> _Found | None:
        wanted = list(self.entries)
        for found in _ours(document):
            entry = Entry(found.event, found.group.plain())
            if entry not in wanted:
                return found
            wanted.remove(entry)
        return None


def found_in(text: str) -> list[tuple[str, own.Line]]:
    """Return the event and the command line of every hook of ours in `text`.

    Raises:
        ClientFileError: the text is not JSON.
    """
    return [(found.event, _line(found.hooks.items[found.place].node)) for found in _ours(edits.opened(text))]


def _ours(document: Document) -> Iterator[_Found]:
    root = document.root
    all_hooks = [item.node for item in root.items if item.key == _KEY and item.node.opening == "{"]
    for event in [event for hooks in all_hooks for event in hooks.items]:
        for number, group in enumerate(event.node.items):
            hooks = group.node.member(_KEY)
            for place, hook in enumerate(hooks.items if hooks is not None else ()):
                if hooks is not None and own.is_hook(_line(hook.node)):
                    yield _Found(event.key, event.node, number, hooks, place)


def _line(hook: Node) -> own.Line:
    return own.read_line(hook.string("command"), hook.strings("args"))


def _stands(document: Document, entry: Entry) -> bool:
    return any(Entry(found.event, found.group.plain()) == entry for found in _ours(document))


def _added(document: Document, entry: Entry) -> str:
    events = _expect(document.root, "{", "the file").member(_KEY)
    if events is None:
        return edits.insert(document, document.root, {entry.event: [entry.group]}, key=_KEY)
    groups = _expect(events, "{", f'"{_KEY}"').member(entry.event)
    if groups is None:
        return edits.insert(document, events, [entry.group], key=entry.event)
    return edits.insert(document, _expect(groups, "[", f'"{_KEY}" of {entry.event}'), entry.group)


def _expect(node: Node, opening: str, what: str) -> Node:
    if node.opening != opening:
        raise ClientFileError(f"{what} is not {'an object' if opening == '{' else 'a list'}")
    return node


def _removed(document: Document, found: _Found, original: Document | None) -> str:
    if len(found.hooks.items) > 1:
        return edits.remove(document, found.hooks, found.place)
    text = edits.remove(document, found.groups, found.number)
    document = edits.opened(text)
    for path in ((_KEY, found.event), (_KEY,)):
        if original is None or edits.find(original.root, path) is None:
            document = edits.opened(edits.prune(document, path))
    return document.text
