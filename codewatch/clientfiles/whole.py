"""A file of a client's that is ours as a whole, such as a plugin: it is there, or it is not."""

import json
import re
from dataclasses import dataclass
from typing import Any

from codewatch.clientfiles import own
from codewatch.errors import ClientFileError

MARK = "`codewatch uninstall` takes it away"
_SETTINGS = re.compile(r"^const CODEWATCH = (\{.*\})$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class WholeFile:
    """The text of a file that says by `MARK` that it is ours."""

    text: str

    def snippet(self) -> str:
        """Return what to put there by hand."""
        return self.text

    def is_mentioned(self, text: str) -> bool:
        """Return whether the file is ours."""
        return MARK in text

    def is_empty(self, text: str) -> bool:
        """Return whether the file holds nothing."""
        return not text.strip()

    def are_all_of(self, text: str) -> bool:
        """Return whether the file has nothing but what is ours."""
        return self.is_mentioned(text)

    def taken_from(self, text: str) -> "WholeFile":
        """Return the file as it is there."""
        return WholeFile(text)

    def data_dirs(self, text: str) -> list[str]:
        """Return the data directory that the file names, "" for the default."""
        return sorted({line.variables.get(own.DATA_DIR, "") for _, line in found_in(text)})

    def add(self, text: str) -> str:
        """Return the file.

        Raises:
            ClientFileError: there is one of somebody else's.
        """
        if text.strip() and not self.is_mentioned(text):
            raise ClientFileError("another file has this name")
        return self.text

    def remove(self, text: str, original: str | None = None) -> str:
        """Return nothing, or the file where it is somebody else's."""
        del original
        return "" if self.is_mentioned(text) else text


def found_in(text: str) -> list[tuple[str, own.Line]]:
    """Return the name and the command line of every hook that a file of ours runs; of another file, none."""
    found = _SETTINGS.search(text) if MARK in text else None
    try:
        settings: dict[str, Any] = json.loads(found[1]) if found else {}
        variables = {str(name): str(value) for name, value in settings.pop("environment", {}).items()}
        lines = [(str(name), own.read_line("", [str(word) for word in words])) for name, words in settings.items()]
    except (ValueError, AttributeError, TypeError, RecursionError):
        return []
    return [(name, line._replace(variables={**variables, **line.variables})) for name, line in lines]


def filled(template: str, settings: object) -> str:
    """Return the text of a plugin with its settings filled in, the line that it has for them."""
    line = f"const CODEWATCH = {json.dumps(settings, ensure_ascii=True)}"
    return _SETTINGS.sub(lambda _: line, template, count=1)
