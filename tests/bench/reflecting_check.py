"""What a reflection keeps and invents, told without a line of the product's own check."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from codewatch.agents.sacred import is_sacred
from codewatch.observations import StoredObservation
from codewatch.reflections import ReflectionLine

# Simple on purpose: what any reader would call a name, a number, an address or a quotation.
_NAMES = re.compile(
    r"https?://[^\s)>\"]+|`[^`\n]+`|\"[^\"\n]{2,}\"|(?<![\w/])[\w.@-]*(?:/[\w.@-]+)+|\b\w+\.(?:py|ts|sql|toml|yaml|yml|js|ex|exs|css|md|sh)\b"
    r"|(?<![\w.])v?\d+(?:\.\d+)+(?!\w)|\b[A-Z]{2,}-?\d+\b|\b[a-z]+(?:[A-Z][a-z]+)+\b|\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\b|\b\w+_\w+\b"
    r"|(?<![\w.,-])\d+(?![\w.,])|(?<!\w)--[a-z][\w-]+"
)  # fmt: skip
_MARKS = ".,;:!?"


class Kept(NamedTuple):
    """Sacred observations, those of which a line tells, their literals, those that are there, and what was invented."""

    sacred: int
    told: int
    literals: int
    kept: int
    lost: tuple[str, ...]
    invented: tuple[str, ...]

    @property
    def shares(self) -> str:
        """Return both shares in percent, and how many literals were invented."""
        told = self.told / self.sacred if self.sacred else 1.0
        kept = self.kept / self.literals if self.literals else 1.0
        return f"{told:5.1%} {kept:6.1%} {len(self.invented):>3}"


def look(lines: Sequence[ReflectionLine], observations: Sequence[StoredObservation]) -> Kept:
    """Compare the lines with what they stand for."""
    by_id = {one.id: one for one in observations}
    told: dict[int, str] = {}
    for line in lines:
        for source in line.sources:
            told[source] = f"{told.get(source, '')}\n{_plain(line.text)}"
    sacred = [one for one in observations if is_sacred(one)]
    owed = [(one, name) for one in sacred for name in names(one.content)]
    lost = [f"{one.id}: {name}" for one, name in owed if name not in told.get(one.id, "")]
    invented = [name for line in lines for name in _invented(line, by_id)]
    return Kept(
        len(sacred), sum(one.id in told and bool(_shared(one.content, told[one.id])) for one in sacred),
        len(owed), len(owed) - len(lost), tuple(lost), tuple(invented),
    )  # fmt: skip


def names(text: str) -> list[str]:
    """Return what a text names, as it is looked for in others."""
    return list(dict.fromkeys(name for found in _NAMES.findall(text) if (name := _plain(found).strip(_MARKS + '"'))))


def _plain(text: str) -> str:
    return " ".join(text.replace("`", "").split())


def _invented(line: ReflectionLine, by_id: Mapping[int, StoredObservation]) -> Iterable[str]:
    if line.is_heading:
        return
    sources = [by_id[source] for source in line.sources if source in by_id]
    known = _plain("\n".join("\n".join((one.content, *one.files, one.observed_at)) for one in sources))
    for name in names(line.text):
        if name not in known and name != str(len(line.sources)):
            yield f"{name} in: {line.text[:160]}"


def _shared(content: str, told: str) -> bool:
    """Return whether a third of the longer words of a text stand in what is told of it."""
    words = set(re.findall(r"\w{4,}", content.lower()))
    return not words or sum(word[:4] in told.lower() for word in words) * 3 >= len(words)
