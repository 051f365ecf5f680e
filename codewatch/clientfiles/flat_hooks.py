"""Hooks in the form of editors' files, `{"hooks": {EVENT: [{"command": ...}]}}`, in and out of a text."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from codewatch.clientfiles import edits, own
from codewatch.clientfiles.jsonc import Document, Node
from codewatch.errors import ClientFileError

_KEY = "hooks"


class FlatEntry(NamedTuple):
    """A hook of ours: the event, and what stands in the event's list."""

    event: str
    hook: Mapping[str, object]


class _Found(NamedTuple):
    """One hook of ours, and where it is: the event's list, and the place in it."""

    event: str
    hooks: Node
    place: int

    @property
    def entry(self) -> FlatEntry:
        plain = self.hooks.items[self.place].node.plain()
        return FlatEntry(self.event, plain if isinstance(plain, dict) else {})


@dataclass(frozen=True, slots=True)
class FlatHooks:
    """The hooks that a client's file is to have; `beside` is what the file must have besides, such as its version."""

    entries: tuple[FlatEntry, ...]
    beside: Mapping[str, object] = field(default_factory=dict[str, object])

    def snippet(self) -> str:
        """Return what to paste by hand."""
        events: dict[str, list[object]] = {}
        for event, hook in self.entries:
            events.setdefault(event, []).append(hook)
        return json.dumps({**self.beside, _KEY: events}, indent=2, ensure_ascii=False)

    def is_mentioned(self, text: str) -> bool:
        """Return whether anything of ours is in `text`."""
        return any(True for _ in _ours(edits.opened(text)))

    def is_empty(self, text: str) -> bool:
        """Return whether the text holds nothing but what the file must have."""
        if edits.is_empty(text):
            return True
        plain = edits.opened(text).root.plain()
        return bool(self.beside) and plain == dict(self.beside) and "//" not in text and "/*" not in text

    def are_all_of(self, text: str) -> bool:
        """Return whether `text` has nothing but hooks of ours."""
        return self.is_empty(self.remove(text))

    def taken_from(self, text: str) -> "FlatHooks":
        """Return the hooks of ours that `text` has, as they are there."""
        return FlatHooks(tuple(found.entry for found in _ours(edits.opened(text))), self.beside)

    def data_dirs(self, text: str) -> list[str]:
        """Return the data directories that hooks of ours in `text` name, "" for the default."""
        lines = [_line(found.hooks.items[found.place].node) for found in _ours(edits.opened(text))]
        return sorted({line.variables.get(own.DATA_DIR, "") for line in lines})

    def add(self, text: str) -> str:
        """Return the text with exactly these hooks of ours: missing ones are added, other ones of ours taken out.

        Raises:
            ClientFileError: the text is not JSON, or its hooks have a form that is not the client's.
        """
        for key, value in self.beside.items():
            document = edits.opened(text)
            if _object(document.root, "the file").member(key) is None:
                text = edits.insert(document, document.root, value, key=key)
        for entry in self.entries:
            if not any(found.entry == entry for found in _ours(edits.opened(text))):
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
            if found.entry not in wanted:
                return found
            wanted.remove(found.entry)
        return None


def found_in(text: str) -> list[tuple[str, own.Line]]:
    """Return the event and the command line of every hook of ours in `text`.

    Raises:
        ClientFileError: the text is not JSON.
    """
    return [(found.event, _line(found.hooks.items[found.place].node)) for found in _ours(edits.opened(text))]


def _ours(document: Document) -> Iterator[_Found]:
    hooks = document.root.member(_KEY)
    for event in hooks.items if hooks is not None and hooks.opening == "{" else ():
        for place, hook in enumerate(event.node.items if event.node.opening == "[" else ()):
            if own.is_hook(_line(hook.node)):
                yield _Found(event.key, event.node, place)


def _line(hook: Node) -> own.Line:
    return own.read_line(hook.string("command"), hook.strings("args"))


def _added(document: Document, entry: FlatEntry) -> str:
    events = document.root.member(_KEY)
    if events is None:
        return edits.insert(document, document.root, {entry.event: [entry.hook]}, key=_KEY)
    hooks = _object(events, f'"{_KEY}"').member(entry.event)
    if hooks is None:
        return edits.insert(document, events, [entry.hook], key=entry.event)
    if hooks.opening != "[":
        raise ClientFileError(f'"{_KEY}" of {entry.event} is not a list')
    return edits.insert(document, hooks, entry.hook)


def _object(node: Node, what: str) -> Node:
    if node.opening != "{":
        raise ClientFileError(f"{what} is not an object")
    return node


def _removed(document: Document, found: _Found, original: Document | None) -> str:
    document = edits.opened(edits.remove(document, found.hooks, found.place))
    for path in ((_KEY, found.event), (_KEY,)):
        if original is None or edits.find(original.root, path) is None:
            document = edits.opened(edits.prune(document, path))
    return document.text
