"""MCP servers in the form that most clients share, `{"mcpServers": {NAME: {...}}}`, in and out of a text."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from codewatch.clientfiles import edits, own
from codewatch.clientfiles.jsonc import Document, Node
from codewatch.errors import ClientFileError

NAME = "codewatch"
_KEY = "mcpServers"
_PROJECTS = "projects"


@dataclass(frozen=True, slots=True)
class ServerEntry:
    """Our server in a client's file: `above` is where its `mcpServers` is to be, () for the top."""

    above: tuple[str, ...]
    server: object

    def snippet(self) -> str:
        """Return what to paste by hand."""
        return json.dumps(self._nested(0), indent=2, ensure_ascii=False)

    def is_mentioned(self, text: str) -> bool:
        """Return whether a server of ours is anywhere in `text`."""
        return bool(all_in(text))

    def is_empty(self, text: str) -> bool:
        """Return whether the text holds nothing."""
        return edits.is_empty(text)

    def are_all_of(self, text: str) -> bool:
        """Return whether `text` has nothing but servers of ours."""
        for entry in all_in(text):
            text = entry.remove(text)
        return edits.is_empty(text)

    def taken_from(self, text: str) -> "ServerEntry":
        """Return this entry with the server that `text` has there."""
        node = edits.find(edits.opened(text).root, (*self.path, NAME))
        return ServerEntry(self.above, node.plain() if node is not None else None)

    def data_dirs(self, text: str) -> list[str]:
        """Return the data directories that servers of ours there name, "" for the default."""
        found = [servers.items[number].node.member("env") for servers, number in _ours(edits.opened(text), self.path)]
        return sorted({node.string(own.DATA_DIR) if node is not None else "" for node in found})

    @property
    def path(self) -> tuple[str, ...]:
        """Return the keys that lead to the servers."""
        return (*self.above, _KEY)

    def add(self, text: str) -> str:
        """Return the text with this server under our name, and without those of the TypeScript program.

        Raises:
            ClientFileError: the text is not JSON, or somebody else's server has our name.
        """
        document = edits.opened(text)
        node = edits.find(document.root, (*self.path, NAME))
        if node is None:
            text = self._added(document)
        elif not own.is_server(_line(node)):
            raise ClientFileError(f"another server is called {NAME}")
        elif node.plain() != self.server:
            text = edits.replace(document, node, self.server)
        while stale := self._first_stale(edits.opened(text)):
            text = edits.remove(edits.opened(text), *stale)
        return text

    def remove(self, text: str, original: str | None = None) -> str:
        """Return the text without servers of ours there; what they leave empty goes too, unless `original` has it.

        Raises:
            ClientFileError: the text is not JSON.
        """
        before = None if original is None else edits.opened(original)
        while found := next(_ours(edits.opened(text), self.path), None):
            document = edits.opened(edits.remove(edits.opened(text), *found))
            for length in range(len(self.path), 0, -1):
                path = self.path[:length]
                if before is None or edits.find(before.root, path) is None:
                    document = edits.opened(edits.prune(document, path))
            text = document.text
        return text

    def _added(self, document: Document) -> str:
        node = document.root
        for depth, key in enumerate((*self.path, NAME)):
            if node.opening != "{":
                raise ClientFileError(f"{self.path[depth - 1]!r} is not an object" if depth else "it is no object")
            below = node.member(key)
            if below is None:
                return edits.insert(document, node, self._value(depth + 1), key=key)
            node = below
        return document.text

    def _value(self, depth: int) -> object:
        return self.server if depth > len(self.path) else self._nested(depth)

    def _nested(self, depth: int) -> object:
        key = (*self.path, NAME)[depth]
        return {key: self._value(depth + 1)}

    def _first_stale(self, document: Document) -> tuple[Node, int] | None:
        for servers, number in _ours(document, self.path):
            item = servers.items[number]
            if item.key != NAME and own.is_typescript(_line(item.node)):
                return servers, number
        return None


def all_in(text: str) -> tuple[ServerEntry, ...]:
    """Return where servers of ours stand in a file that has them for all projects and for each."""
    document = edits.opened(text)
    projects = document.root.member(_PROJECTS)
    above = [(), *((_PROJECTS, item.key) for item in (projects.items if projects is not None else ()))]
    places = [ServerEntry(one, None) for one in above]
    return tuple(place for place in places if any(True for _ in _ours(document, place.path)))


def projects_in(text: str) -> tuple[str, ...]:
    """Return the folders of the projects that a file has something for."""
    projects = edits.opened(text).root.member(_PROJECTS)
    return tuple(item.key for item in (projects.items if projects is not None else ()) if item.key)


def _ours(document: Document, path: tuple[str, ...]) -> Iterator[tuple[Node, int]]:
    servers = edits.find(document.root, path)
    for number, item in enumerate(servers.items if servers is not None and servers.opening == "{" else ()):
        if own.is_server(_line(item.node)):
            yield servers or document.root, number


def _line(server: Node) -> own.Line:
    return own.read_line("", [server.string("command"), *server.strings("args")])
