"""Entries of several kinds in one file of a client's, put in and taken out together."""

import json
from dataclasses import dataclass

from codewatch.clientfiles.changes import Entries


@dataclass(frozen=True, slots=True)
class Several:
    """What we have in a file of JSON: each kind under a key of its own."""

    parts: tuple[Entries, ...]

    def snippet(self) -> str:
        """Return what to paste by hand."""
        whole: dict[str, object] = {}
        for part in self.parts:
            whole.update(json.loads(part.snippet()))
        return json.dumps(whole, indent=2, ensure_ascii=False)

    def is_mentioned(self, text: str) -> bool:
        """Return whether anything of ours is in `text`."""
        return any(part.is_mentioned(text) for part in self.parts)

    def is_empty(self, text: str) -> bool:
        """Return whether the text holds nothing."""
        return all(part.is_empty(text) for part in self.parts)

    def are_all_of(self, text: str) -> bool:
        """Return whether `text` has nothing but entries of ours."""
        return self.is_empty(self.remove(text))

    def taken_from(self, text: str) -> "Several":
        """Return the entries of ours that `text` has."""
        return Several(tuple(part.taken_from(text) for part in self.parts if part.is_mentioned(text)))

    def data_dirs(self, text: str) -> list[str]:
        """Return the data directories that entries of ours in `text` name, "" for the default."""
        return sorted({folder for part in self.parts for folder in part.data_dirs(text)})

    def add(self, text: str) -> str:
        """Return the text with just these entries of ours.

        Raises:
            ClientFileError: it has a form that is not the client's.
        """
        for part in self.parts:
            text = part.add(text)
        return text

    def remove(self, text: str, original: str | None = None) -> str:
        """Return the text without entries of ours, those put in last first.

        Raises:
            ClientFileError: the text is not the client's.
        """
        for part in reversed(self.parts):
            text = part.remove(text, original)
        return text
