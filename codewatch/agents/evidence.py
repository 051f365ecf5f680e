"""Whether a slice supports what a model says about it: its literals, its files, and who said it."""

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, cast

from codewatch.agents.rules.edits import relative
from codewatch.agents.rules.touched import PATH_KEYS
from codewatch.agents.support import Need, Support
from codewatch.agents.tongues import orders
from codewatch.categories import Category, Priority
from codewatch.messages import Message

_QUOTED = re.compile(r"`([^`\n]{2,120})`")
_LITERAL = re.compile(
    r"https?://[^\s)\]>\"']+|(?:[\w.@~-]*/)+[\w.@-]*\w|\b\w+(?:_\w+)+\b|\b[A-Za-z]*[a-z]{2}[A-Z][a-z]\w*\b"
    r"|\bv?\d+(?:[.:]\d+)+\b|\b[A-Z]{2,}-?\d{2,}\b|\b\d{2,}\b|\b[\w-]+\.(?:py|js|ts|tsx|go|rs|rb|java|c|h|cpp|md"
    r"|json|toml|ya?ml|sql|sh|css|html)\b"
)
_THOUSANDS = re.compile(r"(?<=\d)[,_'’\u00a0\u202f](?=\d{3}(?!\d))")
# What stands for the user in an item: a tool's words under it would be a lie, whatever they are kept as.
_OF_THE_USER = re.compile(
    r"\b(?:users?|developer|owner|maintainer|customer|they|he|she|i|we|team)\b[^.;:]{0,40}?\b(?:want|prefer|ask|like"
    r"|hate|love|dislike"
    r"|insist|require|request|expect|need|decid|allow|forbid|agree|approv|said|says|told|instruct|wish|permit"
    r"|confirm)\w*"
    r"|\b(?:nutzer|benutzer|anwender|utilisateur|usuario|utente|usuário|gebruiker)\w*\b|用户|使用者|ユーザー|사용자|пользовател",
    re.IGNORECASE,
)
# How an order begins that the next assistant would read as meant for it.
_COMMAND = re.compile(
    r"\W*(?:(?:please|assistants?|agents?|ai|you)\b\W*){0,3}(?:always|never|must|should|shall|do not|don['’]t"
    r"|remember|ignore|disable|skip|store"
    r"|from now on|immer|nie|niemals|ab sofort|toujours|jamais|ne |siempre|nunca|sempre|mai"
    r"|всегда|никогда|总是|總是|以后|永远|不要|必须|常に|必ず|今後)",
    re.IGNORECASE,
)
_RULES = frozenset({Category.USER_PREFERENCE, Category.CONVENTION, Category.ARCHITECTURE})


class Settled(NamedTuple):
    """What an item may be kept as: the message that it comes from, its category and its priority."""

    message: Message
    category: Category
    priority: Priority


class Evidence:
    """What was said and done in a slice, ready to be compared with."""

    def __init__(self, messages: Sequence[Message], *, project_root: str) -> None:
        self._support = Support(messages)
        self._text = "\n".join(text for message in messages for text in _texts(message)).casefold()
        self._numbers = _THOUSANDS.sub("", self._text)
        self._files = {
            relative(path, project_root, message.cwd)
            for message in messages
            for path in _paths(message.tool_input)
        }  # fmt: skip

    def lacks(self, content: str) -> list[str]:
        """Return the literals of `content` that stand nowhere in the slice."""
        content = _THOUSANDS.sub("", content)
        found = [*_QUOTED.findall(content), *_LITERAL.findall(_QUOTED.sub(" ", content))]
        return [literal for literal in dict.fromkeys(found) if not self._holds(literal.casefold().strip(" .,;:"))]

    def _holds(self, literal: str) -> bool:
        if literal.isdecimal():
            # A part of another number is none of it: 12 does not stand in 240.12.
            return re.search(rf"(?<!\d)(?<!\d[.,]){literal}(?!\d)", self._numbers) is not None
        if literal in self._text or literal.removeprefix("v") in self._text:
            return True
        return " ".join(literal.split()) in " ".join(self._text.split()) if " " in literal else False

    def settle(self, content: str, named: Message | None, category: Category, priority: Priority) -> Settled | None:
        """Return what `content`, put down to the message `named`, may be kept as; None when nothing supports it.

        What a tool printed is no wish, no convention and no decision, and of high priority never (DESIGN §9): it stays
        as something found out, of low priority where it reads like a rule, and is dropped where it speaks of the user
        or gives an order itself.
        """
        source = self._support.source_of(content, named, _need(category, priority))
        if source is None:
            return None
        if not source.is_outside:
            is_capped = priority is Priority.HIGH and not source.is_sure
            return Settled(source.message, category, Priority.MEDIUM if is_capped else priority)
        if category is Category.USER_PREFERENCE or _OF_THE_USER.search(content) or _commands(content):
            return None
        if category in _RULES or orders(content):
            return Settled(source.message, Category.LEARNING, Priority.LOW)
        return Settled(source.message, category, Priority.MEDIUM if priority is Priority.HIGH else priority)

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


def _commands(content: str) -> bool:
    return _COMMAND.match(content) is not None


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
            for path in ([item] if key in PATH_KEYS and isinstance(item, str) else _paths(item))
        ]
    if isinstance(value, list):
        return [path for item in cast("list[Any]", value) for path in _paths(item)]
    return []


def _need(category: Category, priority: Priority) -> Need:
    if category is Category.USER_PREFERENCE:
        return Need.WISH
    return Need.RULE if category in _RULES or priority is Priority.HIGH else Need.FACT
