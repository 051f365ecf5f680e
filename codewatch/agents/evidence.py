"""Whether a slice supports what a model says about it: its literals, its files, and who said it."""

import re
from collections.abc import Iterable, Sequence
from typing import Any, cast

from codewatch.agents.rules.edits import relative
from codewatch.categories import Category
from codewatch.messages import Message, Role

_QUOTED = re.compile(r"`([^`\n]{2,120})`")
_LITERAL = re.compile(
    r"https?://[^\s)\]>\"']+|(?:[\w.@~-]*/)+[\w.@-]*\w|\b\w+(?:_\w+)+\b|\b[A-Za-z]*[a-z]{2}[A-Z][a-z]\w*\b"
    r"|\bv?\d+(?:[.:]\d+)+\b|\b[A-Z]{2,}-?\d{2,}\b|\b\d{2,}\b|\b[\w-]+\.(?:py|js|ts|tsx|go|rs|rb|java|c|h|cpp|md|json|toml|ya?ml|sql|sh|css|html)\b"
)
_WORD = re.compile(r"\w{3,}")
_PATH_KEYS = frozenset(
    "file_path notebook_path path filePath target_file absolute_path relative_workspace_path filename file".split()
)
_SAID_BY_PEOPLE = frozenset({Category.USER_PREFERENCE})
_NEVER_BY_TOOLS = frozenset({Category.USER_PREFERENCE, Category.CONVENTION, Category.ARCHITECTURE})
_LEAST_OVERLAP = 0.34
_ECHO = 0.6


class Evidence:
    """What was said and done in a slice, ready to be compared with."""

    def __init__(self, messages: Sequence[Message], *, project_root: str) -> None:
        self.new = [message for message in messages if not message.is_observed]
        self._text = "\n".join(text for message in messages for text in _texts(message)).casefold()
        self._words = [frozenset(_words(" ".join(_texts(message)))) for message in self.new]
        self._files = {
            relative(path, project_root, message.cwd)
            for message in messages
            for path in _paths(message.tool_input)
        }  # fmt: skip

    def lacks(self, content: str) -> list[str]:
        """Return the literals of `content` that stand nowhere in the slice."""
        found = [*_QUOTED.findall(content), *_LITERAL.findall(_QUOTED.sub(" ", content))]
        return [literal for literal in dict.fromkeys(found) if not self._holds(literal.casefold().strip(" .,;:"))]

    def _holds(self, literal: str) -> bool:
        if literal in self._text or literal.removeprefix("v") in self._text:
            return True
        return " ".join(literal.split()) in " ".join(self._text.split()) if " " in literal else False

    def source_of(self, content: str, named: Message | None, category: Category) -> Message | None:
        """Return the message that `content` comes from: the one that was named, else the one most like it.

        None when none of the new messages supports it, or when it is of a kind that nobody else than the user, or no
        tool, can say: text inside a transcript never becomes a rule of the user's.
        """
        wanted = frozenset(_words(content))
        shares = [len(wanted & words) / len(wanted) if wanted else 0.0 for words in self._words]
        by_others = max(
            (share for share, message in zip(shares, self.new, strict=True) if not self._may_say(message, category)),
            default=0.0,
        )
        candidates = [(share, message) for share, message in zip(shares, self.new, strict=True)]
        candidates = [one for one in candidates if self._may_say(one[1], category)]
        if named is not None and self._may_say(named, category):
            share = next(share for share, message in candidates if message is named)
            # In other words, or another language, than the one who may say so; but not in a tool's very words.
            return named if by_others < _ECHO or share >= by_others else None
        share, message = max(candidates, key=lambda one: one[0], default=(0.0, None))
        return message if share >= _LEAST_OVERLAP and share >= by_others else None

    @staticmethod
    def _may_say(message: Message, category: Category) -> bool:
        if category in _SAID_BY_PEOPLE:
            return message.role is Role.USER
        return category not in _NEVER_BY_TOOLS or message.role in (Role.USER, Role.ASSISTANT)

    def files(self, named: Iterable[str]) -> tuple[str, ...]:
        """Return those files that tools of the slice really touched, as memory names them."""
        found: list[str] = []
        for file in named:
            bare = file.strip().removeprefix("./")
            found += [
                known
                for known in sorted(self._files)
                if known == bare or known.endswith("/" + bare) or bare.endswith("/" + known)
            ][:1]
        return tuple(dict.fromkeys(found))


def _texts(message: Message) -> list[str]:
    return [message.text, *_strings(message.tool_input)]


def _strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for item in cast("dict[str, Any]", value).values() for text in _strings(item)]
    if isinstance(value, list):
        return [text for item in cast("list[Any]", value) for text in _strings(item)]
    return [str(value)] if isinstance(value, int | float) else []


def _paths(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [
            path
            for key, item in cast("dict[str, Any]", value).items()
            for path in ([item] if key in _PATH_KEYS and isinstance(item, str) else _paths(item))
        ]
    if isinstance(value, list):
        return [path for item in cast("list[Any]", value) for path in _paths(item)]
    return []


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]
