"""Whose words an item of a model's is made of: the user's, the assistant's, or a tool's, which can set no rule (B9)."""

import re
from collections.abc import Iterable, Sequence
from enum import Enum
from functools import cached_property
from typing import Any, NamedTuple, cast

from codewatch import terms
from codewatch.agents.rendering import INPUT_CHARS, RESULT_CHARS, middle_cut
from codewatch.agents.tongues import are_alike, decides, instructs, orders
from codewatch.messages import Message, Role
from codewatch.stems import stem

# Words by which items speak of those who said something; they support nothing.
_FRAME = frozenset(
    stem(word)
    for word in """user users want wants wanted prefer prefers preferred preference prefers like likes love loves hate
    hates dislike dislikes always never ever must should shall ask asks asked request requested need needs require
    requires required expect expects insist insists decide decided decides decision choose chose chosen choice team
    project codebase repository repo use used uses using say says said state stated tell told assistant developer
    remember future keep keeps kept make made have only every each instead rather avoid avoids forbid forbids forbidden
    allow allowed allows permitted explicit explicitly convention rule rules follow follows way thing things work works
    going forward default policy standing instruction instructions applies apply now whenever time times all anything
    everything without within across through via go goes change changes place placed located named called contain
    contains""".split()
)
# What people write short, and models in full.
_IN_FULL = {
    stem(short): stem(full)
    for short, full in (
        ("docs", "documentation"), ("db", "database"), ("app", "application"), ("lib", "library"), ("libs", "library"),
        ("dir", "directory"), ("deps", "dependencies"), ("env", "environment"), ("msg", "message"),
        ("ops", "operations"),
        ("func", "function"), ("prod", "production"), ("k8s", "kubernetes"), ("js", "javascript"), ("ts", "typescript"),
        ("perf", "performance"), ("args", "arguments"), ("vars", "variables"), ("max", "maximum"), ("min", "minimum"),
    )
}  # fmt: skip
_SHORTEST = 3
_SHORTEST_PREFIX = 4
_WINDOW_WORDS = 40
_ASKING_TOOLS = frozenset("askuserquestion ask_user_question ask_followup_question request_user_input".split())
_ASSENT = re.compile(
    r"\W*(?:yes|yep|yeah|yup|sure|ok|okay|right|correct|exactly|agreed?|please do|do (?:it|that|so)|go ahead"
    r"|sounds good"
    r"|perfect|great|absolutely|of course|the (?:first|second|third|former|latter)|option|both"
    r"|ja|genau|gerne|passt|einverstanden"
    r"|klar|oui|d['’]accord|exact\w*|sí|si|vale|claro|de acuerdo|sì|certo|va bene|sim|да|хорошо|давай"
    r"|好的?|可以|是的?|对|行|同意|はい"
    r"|お願い|了解|네|좋아)(?!\w)",
    re.IGNORECASE,
)  # fmt: skip
_REPORTING = re.compile(
    r"\b(?:it|page|file|readme|docs?|documentation|issue|notes?|log|output|mail|message|ticket|article|comment"
    r"|\w+\.(?:md|txt|html?))"
    r" (?:also |further )?(?:says?|recommends?|suggests?|claims?|asks?|states?|mentions?|notes?|tells?|requires?"
    r"|advises?|wants?|reads)\b"
    r"|\baccording to\b|\blaut\b|\bselon\b|\bsegún\b|根据|によると",
    re.IGNORECASE,
)  # fmt: skip
# A reply of so few words to a question says no more than the question does.
_REPLY_WORDS = 8
_QUESTION_CHARS = 2_000
_IDLE_QUESTION = re.compile(r"\b(?:else|help|more|further|sonst|noch|autre|más|altro)\b", re.IGNORECASE)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n+")
_PULL_REQUEST = re.compile(r"\b[PM]Rs?\b")
# How much of an item has to stand in what it comes from: a wish in the user's own words, anything else in what people
# said, a fact in all that was said and printed.
_LEAST_WISH = 0.34
_LEAST_WISH_UNSAID = 0.5
_LEAST_RULE = 0.34
_LEAST_SUMMED = 0.5
_LEAST_FACT = 0.34
# Across languages few words are the same; a tool's text that holds so much of an item is then its source, and more
# where the one who is said to be does decide something.
_OUTSIDE_ACROSS = 0.5
_OUTSIDE_ACROSS_ORDERS = 0.75
_SURE_ACROSS = 0.2
# Two texts that share so much are in one language, whatever their little words look like.
_COMPARABLE = 0.6
# An item in another language than its source can be held to one thing only: it tells no more than that has room for.
_LETTERS_PER_LETTER = 1.5
_LETTERS_PER_SIGN = 5
_LETTERS_OF_A_FRAME = 20


class Need(Enum):
    """Who may have said an item: the user alone, a person or the assistant, or anything in the slice."""

    WISH = "wish"
    RULE = "rule"
    FACT = "fact"


class Source(NamedTuple):
    """The message an item comes from; `is_outside` says that a tool printed it, whoever it was put down to.

    `is_sure` is False where the two are in different languages and share next to nothing that could be compared.
    """

    message: Message
    is_outside: bool = False
    is_sure: bool = True


class _Text:
    """A text, its words, and the beginnings of its words."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def words(self) -> frozenset[str]:
        return _words(self.text)

    @cached_property
    def _beginnings(self) -> frozenset[str]:
        return frozenset(word[:end] for word in self.words for end in range(_SHORTEST_PREFIX, len(word) + 1))

    def holds(self, word: str) -> bool:
        if word in self.words or (len(word) >= _SHORTEST_PREFIX and word in self._beginnings):
            return True
        return any(word[:end] in self.words for end in range(_SHORTEST_PREFIX, len(word)))


class _Said(NamedTuple):
    """What a message says, for its own part and with the question that it agrees to."""

    message: Message
    own: _Text
    whole: _Text


class Support:
    """The texts of a slice by who said them, ready to be compared with what a model makes of them."""

    def __init__(self, messages: Sequence[Message]) -> None:
        self._place = {id(message): at for at, message in enumerate(messages)}
        self._said = _said(messages)
        self._outside = [
            (message, _Text(window))
            for message in messages
            if message.role is Role.TOOL_RESULT and not _is_answer(message)
            for window in _windows(middle_cut(message.text, RESULT_CHARS))
        ]
        self._all = [
            *self._said,
            *(_Said(one, _Text(text), _Text(text)) for one in messages if (text := _shown(one)) is not None),
        ]

    def source_of(self, content: str, named: Message | None, need: Need) -> Source | None:
        """Return where `content` comes from: what supports it most, and `named` as long as that supports it too.

        None when nothing of the slice supports it, or nobody who could have said it.
        """
        wanted = _words(content) - _FRAME
        outside, printed = self._printed(wanted)
        if need is Need.FACT:
            return self._fact(content, wanted, named, outside, printed)
        people = [one for one in self._said if _may_say(one.message, need)]
        candidate = self._candidate(wanted, named, [one for one in people if not one.message.is_observed])
        if candidate is None:
            return None if outside is None or printed < _LEAST_FACT else Source(outside[0], is_outside=True)
        share, summed = _share(wanted, [candidate.whole]), _share(wanted, [one.whole for one in people])
        if share < _COMPARABLE and not are_alike(content, candidate.own.text):
            if not _has_room(candidate.whole.text, content):
                return None
            return self._across(wanted, candidate, share, need, outside, printed)
        if outside is not None and (printed > summed or self._is_echo(wanted, candidate, outside, printed)):
            return Source(outside[0], is_outside=True)
        least = _LEAST_RULE
        if need is Need.WISH:
            least = _LEAST_WISH if orders(candidate.whole.text) else _LEAST_WISH_UNSAID
        is_supported = share >= least or (need is Need.RULE and share > 0 and summed >= _LEAST_SUMMED)
        return Source(candidate.message) if wanted and is_supported else None

    def _across(
        self, wanted: frozenset[str], candidate: _Said, share: float, need: Need,
        outside: tuple[Message, _Text] | None, printed: float,
    ) -> Source | None:  # fmt: skip
        """Return the source of an item that is in another language than what it is said to come from.

        Names alone can be compared: a wish must then at least come from what reads like one.
        """
        least = _OUTSIDE_ACROSS_ORDERS if decides(candidate.whole.text) else _OUTSIDE_ACROSS
        is_told = least == _OUTSIDE_ACROSS or (outside is not None and instructs(outside[1].text))
        if outside is not None and is_told and printed > share and printed >= least:
            return Source(outside[0], is_outside=True)
        ordering = [
            one
            for one, window in self._outside
            if are_alike(window.text, candidate.own.text) and instructs(window.text)
        ]
        if ordering and share < _SURE_ACROSS:
            return Source(ordering[0], is_outside=True)
        if need is Need.RULE and share < _SURE_ACROSS and not decides(candidate.whole.text):
            return None
        if need is Need.WISH and not (share >= _LEAST_WISH or orders(candidate.whole.text)):
            return None
        return Source(candidate.message, is_sure=share >= _SURE_ACROSS)

    def _fact(
        self, content: str, wanted: frozenset[str], named: Message | None, outside: tuple[Message, _Text] | None,
        printed: float,
    ) -> Source | None:  # fmt: skip
        new = [one for one in self._all if not one.message.is_observed]
        candidate = self._candidate(wanted, named, new)
        if candidate is None:
            return None
        spoken = _share(wanted, [one.whole for one in self._said])
        if outside is not None and printed > spoken and printed >= _LEAST_FACT and not outside[0].is_observed:
            return Source(outside[0], is_outside=True)
        is_supported = not wanted or _share(wanted, [one.whole for one in self._all]) >= _LEAST_FACT
        if is_supported or (
            named is not None
            and not are_alike(content, candidate.own.text)
            and _has_room(candidate.whole.text, content)
        ):
            return Source(candidate.message, is_outside=self._is_printed(candidate.message))
        return None

    def _is_printed(self, message: Message) -> bool:
        return any(one is message for one, _ in self._outside)

    @staticmethod
    def _candidate(wanted: frozenset[str], named: Message | None, among: Sequence[_Said]) -> _Said | None:
        """Return the message that was named, if it is among them; else the one most like the item, if it is like it."""
        for one in among:
            if one.message is named:
                return one
        best = max(among, key=lambda one: _share(wanted, [one.whole]), default=None)
        return best if best is not None and _share(wanted, [best.whole]) >= _LEAST_RULE else None

    def _printed(self, wanted: frozenset[str]) -> tuple[tuple[Message, _Text] | None, float]:
        """Return the part of a tool's output that is most like an item, and how much of the item it holds."""
        shares = [(_share(wanted, [window]), at) for at, (_, window) in enumerate(self._outside)]
        share, at = max(shares, default=(0.0, 0), key=lambda one: one[0])
        return (self._outside[at], share) if share > 0 else (None, 0.0)

    def _is_echo(
        self, wanted: frozenset[str], candidate: _Said, outside: tuple[Message, _Text], printed: float
    ) -> bool:
        """Return whether as much of an item stands in a tool's text that reads like an order, and only there like one.

        The assistant may only repeat it; the user may have spoken of the same things and ordered nothing.
        """
        reads_like_one = instructs(outside[1].text)
        if printed < _share(wanted, [candidate.whole]):
            return False
        if is_users(candidate.message):
            return reads_like_one and not decides(candidate.whole.text)
        is_told = reads_like_one or _REPORTING.search(candidate.own.text) is not None
        users = [one.whole for one in self._said if is_users(one.message)]
        comes_first = self._place[id(outside[0])] < self._place[id(candidate.message)]
        return is_told and comes_first and _share(wanted, users) < printed


def _said(messages: Sequence[Message]) -> list[_Said]:
    """Return what people and the assistant said, a short reply together with the question before it."""
    found: list[_Said] = []
    asked = ""
    for message in messages:
        own = message.text
        if message.role is Role.ASSISTANT:
            asked = own
        elif not is_users(message):
            continue
        is_reply = is_users(message) and len(own.split()) <= _REPLY_WORDS
        found.append(_Said(message, _Text(own), _Text(f"{own}\n{_question(asked, own)}" if is_reply else own)))
        asked = asked if message.role is Role.ASSISTANT else ""
    return found


def _question(asked: str, reply: str) -> str:
    """Return what a short reply is about: the last question, and what it asks about where the reply is a yes."""
    sentences = [one for one in _SENTENCE_END.split(asked[-_QUESTION_CHARS:]) if one.strip()]
    last = next((at for at in reversed(range(len(sentences))) if sentences[at].rstrip()[-1] in "?？"), None)
    if last is None or _IDLE_QUESTION.search(sentences[last]):
        return ""
    return " ".join(sentences[max(0, last - 1) if _ASSENT.match(reply) else last : last + 1])


def is_users(message: Message) -> bool:
    """Return whether the user says a message, in a prompt or in the answer to a question; nobody tells a subagent."""
    return not message.is_sidechain and (message.role is Role.USER or _is_answer(message))


def _is_answer(message: Message) -> bool:
    """Return whether a tool's result is what the user answered to the assistant's question."""
    return message.role is Role.TOOL_RESULT and message.tool.lower() in _ASKING_TOOLS and not message.is_error


def _may_say(message: Message, need: Need) -> bool:
    return is_users(message) or (need is not Need.WISH and message.role in (Role.ASSISTANT, Role.USER))


def _shown(message: Message) -> str | None:
    """Return what a model was shown of a tool's call or result; None for what somebody said."""
    if message.role is Role.TOOL_CALL:
        return middle_cut(" ".join(_strings(message.tool_input)), 2 * INPUT_CHARS)
    if message.role is Role.TOOL_RESULT and not _is_answer(message):
        return middle_cut(message.text, RESULT_CHARS)
    return None


def _share(wanted: frozenset[str], texts: Sequence[_Text]) -> float:
    return sum(any(text.holds(word) for text in texts) for word in wanted) / len(wanted) if wanted else 0.0


def _has_room(text: str, content: str) -> bool:
    """Return whether a text is long enough to say what is told of it in another language."""
    signs = sum(character > "\u2e7f" for character in text)
    room = _LETTERS_PER_SIGN * signs + _LETTERS_PER_LETTER * (len(text) - signs)
    return len(content) <= room + _LETTERS_OF_A_FRAME


def _words(text: str) -> frozenset[str]:
    found = terms.analyse(_PULL_REQUEST.sub("pull request", text), without=terms.STOP_WORDS)
    words = (_IN_FULL.get(word, word) for word in (*found.words, *found.joined, *found.identifiers))
    return frozenset(word for word in words if len(word) >= _SHORTEST or not word.isascii() or word.isdigit())


def _windows(text: str) -> Iterable[str]:
    """Yield the parts of a text, half over each other: what stands far apart says nothing together."""
    words = text.split()
    for start in range(0, max(1, len(words) - _WINDOW_WORDS // 2), _WINDOW_WORDS // 2):
        yield " ".join(words[start : start + _WINDOW_WORDS])


def _strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for item in cast("dict[str, Any]", value).values() for text in _strings(item)]
    if isinstance(value, list):
        return [text for item in cast("list[Any]", value) for text in _strings(item)]
    return [str(value)] if isinstance(value, int | float) else []
