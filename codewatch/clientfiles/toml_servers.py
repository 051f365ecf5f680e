"""Our MCP server in Codex's form, `[mcp_servers.NAME]` in a file of TOML, in and out of the text."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from codewatch.clientfiles import own, toml
from codewatch.clientfiles.servers import NAME
from codewatch.clientfiles.toml import Part
from codewatch.errors import ClientFileError

_KEY = "mcp_servers"
_OURS = ("command", "args", "env")
# What a server that is reached in another way would have.
_OTHERS = ("type", "url", "bearer_token_env_var")
_UNSAFE = "the server cannot be put in without changing something else"


class _Span(NamedTuple):
    """A table's parts: its header, and the keys below it."""

    header: Part
    keys: tuple[Part, ...]

    @property
    def end(self) -> int:
        return self.keys[-1].end if self.keys else self.header.end


@dataclass(frozen=True, slots=True)
class TomlServerEntry:
    """Our server in a client's file; what else its table has is the user's."""

    server: Mapping[str, Any]

    def snippet(self) -> str:
        """Return what to paste by hand."""
        return f"[{_KEY}.{NAME}]\n{self._lines(chr(10))}".rstrip("\n")

    def is_mentioned(self, text: str) -> bool:
        """Return whether a server of ours is in `text`."""
        return bool(_ours(toml.values(text)))

    def is_empty(self, text: str) -> bool:
        """Return whether the text holds nothing."""
        return not text.strip()

    def are_all_of(self, text: str) -> bool:
        """Return whether `text` has nothing but servers of ours."""
        return self.is_empty(self.remove(text))

    def taken_from(self, text: str) -> "TomlServerEntry":
        """Return this entry with the server that `text` has."""
        found = _servers(toml.values(text)).get(NAME, {})
        return TomlServerEntry({key: found[key] for key in _OURS if key in found})

    def data_dirs(self, text: str) -> list[str]:
        """Return the data directories that servers of ours name, "" for the default."""
        servers = _servers(toml.values(text))
        found = [_table(servers[name].get("env")).get(own.DATA_DIR, "") for name in _ours(toml.values(text))]
        return sorted({str(folder) for folder in found})

    def add(self, text: str) -> str:
        """Return the text with this server under our name, and without those of the TypeScript program.

        Raises:
            ClientFileError: it is not TOML, has another server of our name, or cannot be changed safely.
        """
        before = toml.values(text)
        wanted = _copy(before)
        servers = _servers(wanted)
        if NAME in servers and not own.is_server(_line(servers[NAME])):
            raise ClientFileError(f"another server is called {NAME}")
        for name in [name for name in servers if name != NAME and own.is_typescript(_line(servers[name]))]:
            del servers[name]
            text = _without(text, name)
        rest = {key: value for key, value in servers.get(NAME, {}).items() if key not in (*_OURS, *_OTHERS)}
        servers[NAME] = {**rest, **self.server}
        wanted[_KEY] = servers
        if wanted != before:
            text = self._replaced(text) if NAME in _servers(before) else self._appended(text)
        return _checked(text, wanted)

    def remove(self, text: str, original: str | None = None) -> str:
        """Return the text without servers of ours.

        Raises:
            ClientFileError: it is not TOML, or they cannot be taken out safely.
        """
        wanted = _copy(toml.values(text))
        servers = _servers(wanted)
        for name in _ours(wanted):
            del servers[name]
            text = _without(text, name)
        if not servers and not _spans(text, _KEY):
            wanted.pop(_KEY, None)
        return _checked(text, wanted)

    def _appended(self, text: str) -> str:
        newline = "\r\n" if "\r\n" in text else "\n"
        lead = text if not text or text.endswith("\n") else text + newline
        gap = newline if lead.strip() else ""
        return f"{lead}{gap}[{_KEY}.{NAME}]{newline}{self._lines(newline)}"

    def _replaced(self, text: str) -> str:
        """Return the text with our keys anew in their table; what else stands in it stays."""
        newline = "\r\n" if "\r\n" in text else "\n"
        text = text if text.endswith("\n") else text + newline
        for span in reversed(_spans(text, _KEY, NAME)):
            path = span.header.path
            if path == (_KEY, NAME):
                for key in reversed(span.keys):
                    if key.path[0] in (*_OURS, *_OTHERS):
                        text = text[: key.start] + text[key.end :]
                text = f"{text[: span.header.end]}{self._lines(newline)}{text[span.header.end :]}"
            elif path[2:3] == ("env",):
                text = _cut(text, span)
        return text

    def _lines(self, newline: str) -> str:
        return "".join(f"{key} = {_rendered(self.server[key])}{newline}" for key in _OURS if key in self.server)


def _rendered(value: object) -> str:
    if isinstance(value, Mapping):
        members = cast("Mapping[str, object]", value).items()
        return f"{{ {', '.join(f'{key} = {_rendered(one)}' for key, one in members)} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_rendered(one) for one in cast('list[object]', value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _checked(text: str, wanted: dict[str, Any]) -> str:
    """Return the text if it means what was wanted, and nothing else has changed."""
    try:
        is_so = toml.values(text) == wanted
    except ClientFileError as error:
        raise ClientFileError(_UNSAFE) from error
    if not is_so:
        raise ClientFileError(_UNSAFE)
    return text


def _without(text: str, name: str) -> str:
    for span in reversed(_spans(text, _KEY, name)):
        text = _cut(text, span)
    return text


def _cut(text: str, span: _Span) -> str:
    """Return the text without a table, and without the blank line that sets it off from what is before it."""
    start, end = span.header.start, span.end
    before = text[:start]
    for gap in ("\r\n\r\n", "\n\n"):
        if before.endswith(gap):
            start -= len(gap) // 2
            break
    return text[:start] + text[end:]


def _spans(text: str, *path: str) -> list[_Span]:
    """Return the tables at and below `path`, in order."""
    found: list[_Span] = []
    header: Part | None = None
    keys: list[Part] = []
    for part in [*toml.parts(text), None]:
        if part is not None and not part.is_header:
            keys.append(part)
            continue
        if header is not None and header.path[: len(path)] == path:
            found.append(_Span(header, tuple(keys)))
        header, keys = part, []
    return found


def _ours(values: dict[str, Any]) -> list[str]:
    return [name for name, server in _servers(values).items() if own.is_server(_line(server))]


def _servers(values: dict[str, Any]) -> dict[str, Any]:
    servers = values.get(_KEY)
    if servers is None:
        return {}
    table = _table(servers)
    if table is not servers or not all(isinstance(one, dict) for one in table.values()):
        raise ClientFileError(f"{_KEY!r} is no table of tables")
    return table


def _line(server: Mapping[str, Any]) -> own.Line:
    words = server.get("args")
    command = server.get("command")
    listed = [str(word) for word in cast("list[object]", words)] if isinstance(words, list) else []
    return own.read_line("", [command if isinstance(command, str) else "", *listed])


def _table(value: object) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copy(item) for key, item in cast("dict[str, Any]", value).items()}
    return value
