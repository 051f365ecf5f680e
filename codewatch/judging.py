"""What a session said and did after it was given memories → what became of each: pure, and strict about what is use.

A memory counts as followed or mentioned by what the session had from nowhere else: what a person said or a tool printed
before is no sign of it, and neither is our own block told again.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, cast

from codewatch.clients.speech import without_injected
from codewatch.literals import Kind, Known, denials_of, known, typed
from codewatch.messages import Message, Role
from codewatch.store.injections import Given, Use
from codewatch.terms import STOP_WORDS, analyse, base_name, fold

_MAX_CHARS = 20_000
_LEAST_LITERAL = 4
_TELLING = (Kind.PATH, Kind.COMMAND, Kind.OPTION, Kind.SYMBOL, Kind.URL, Kind.ERROR, Kind.QUOTE, Kind.VERSION)
# Every session meets these by itself.
_EVERYWHERE = frozenset(
    """readme.md package.json pyproject.toml cargo.toml go.mod makefile dockerfile main.py index.ts index.js
    app.py __init__.py tests/ src/ docs/ --help --version github javascript typescript postgresql sqlite macos
    nodejs""".split()
)
_LEAST_WORDS, _MOST_OF_THEM, _LEAST_WORD = 4, 0.7, 3
_SHARED_WORDS = 2
# A line of our blocks, as `codewatch.recall.context.item_line` writes it.
_OUR_LINE = re.compile(r"^\s*[!*-] \[[a-z_]+\] .*\(\d{4}-\d\d-\d\d\)\s*$", re.MULTILINE)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_TAKES_BACK = re.compile(
    r"^\W*(?:no|nope|nein|wrong|stop|never|don['\u2019]?t|do not|not"
    r"|(?:that|this|it)(?:['\u2019]?s| is| was) (?:not|no longer|wrong|outdated|old)"
    r"|we (?:don['\u2019]?t|do not|no longer|never))\b"
    r"|\b(?:no longer|not any ?more|any ?more|instead of|rather than|nicht mehr)\b|,\s*not\b",
    re.IGNORECASE,
)
_TAKES_NOTHING_BACK = re.compile(
    r"^\W*(?:no (?:problem|need|worries|idea)|never mind|not (?:sure|only|yet)|don['\u2019]?t (?:forget|worry|know)"
    r"|do not forget|stop (?:here|now)$)",
    re.IGNORECASE,
)


def judge(given: Sequence[Given], messages: Sequence[Message], replaced: Sequence[str] = ()) -> list[tuple[int, Use]]:
    """Return the injections about which these messages say something new, each with what became of it.

    `replaced` are the memories' texts that the user has replaced there.
    """
    heard = [_Heard(message) for message in messages if not (message.is_sidechain or message.is_observed)]
    takes_back = any(one.denials for one in heard)
    found: list[tuple[int, Use]] = []
    for one in given:
        use = None
        if one.use != Use.CONTRADICTED and (one.content in replaced or (takes_back and _is_contradicted(one, heard))):
            use = Use.CONTRADICTED
        elif not one.use:
            use = _use_of(one, heard)
        if use is not None:
            found.append((one.id, use))
    return found


class _Heard:
    """A message, and what is looked up in it."""

    def __init__(self, message: Message) -> None:
        self.message = message
        self.role = message.role

    def is_after(self, at: str) -> bool:
        """Return whether it is of the second `at` or later, or of no known time."""
        return not self.message.at or self.message.at[:19] >= at[:19]

    @cached_property
    def known(self) -> Known:
        """Return what was said, or given to a tool, to look literals up in."""
        if self.role is Role.TOOL_CALL:
            text = "\n".join(_strings(self.message.tool_input))
        else:
            text = _OUR_LINE.sub("", without_injected(self.message.text))
        # Without the text itself it looks for literals as they stand, and works out none of its own.
        return Known(known(text[:_MAX_CHARS]).text, "")

    @cached_property
    def words(self) -> frozenset[str]:
        """Return the words' stems."""
        return _words(self.known.text)

    @cached_property
    def denials(self) -> tuple[str, ...]:
        """Return the sentences in which a person takes something back."""
        if self.role is not Role.USER:
            return ()
        text = _OUR_LINE.sub("", without_injected(self.message.text))[:_MAX_CHARS]
        return tuple(
            sentence
            for sentence in _SENTENCE.split(text)
            if denials_of(sentence) | set(_ANY_WRONG.findall(sentence))
            and _TAKES_BACK.search(sentence)
            and not _TAKES_NOTHING_BACK.search(sentence)
            and not sentence.rstrip().endswith("?")
        )


_ANY_WRONG = re.compile(r"\b(?:wrong|outdated|any ?more)\b", re.IGNORECASE)


def _use_of(one: Given, heard: Sequence[_Heard]) -> Use | None:
    """Return what became of an injection, None while nothing was answered."""
    shared = {term.lstrip("/") for term in one.terms}
    own = [literal for literal in _literals(one.content) if not _folds(literal) & shared]
    words = {word for word in _words(one.content) if word not in shared}
    has_answer, is_mentioned = False, False
    for message in heard:
        if message.role in (Role.USER, Role.TOOL_RESULT):
            own = [literal for literal in own if not message.known.holds(literal)]
            words -= message.words if message.role is Role.USER else set()
        elif not message.is_after(one.at):
            continue
        elif message.role is Role.TOOL_CALL:
            if any(message.known.holds(literal) for literal in own):
                return Use.FOLLOWED
        elif message.message.text.strip():
            has_answer = True
            is_mentioned = is_mentioned or any(message.known.holds(literal) for literal in own)
            is_mentioned = is_mentioned or _says_most(message, words)
    return Use.MENTIONED if is_mentioned else Use.IGNORED if has_answer else None


def _says_most(message: _Heard, words: set[str]) -> bool:
    return len(words) >= _LEAST_WORDS and len(words & message.words) >= _MOST_OF_THEM * len(words)


def _is_contradicted(one: Given, heard: Sequence[_Heard]) -> bool:
    """Return whether a person, after the model had answered with it, takes back what a memory says."""
    literals, words, denies = _literals(one.content), _words(one.content), denials_of(one.content)
    # Of one that was judged the answer was heard before.
    has_answer = bool(one.use)
    for message in heard:
        if message.role is not Role.USER:
            has_answer = has_answer or message.is_after(one.at)
            continue
        if not has_answer or not message.is_after(one.at):
            continue
        for sentence in message.denials:
            if denies & denials_of(sentence):
                continue  # both say that something is not to be done
            said = Known(known(sentence).text, "")
            if any(said.holds(literal) for literal in literals) or len(words & _words(sentence)) >= _SHARED_WORDS:
                return True
    return False


def _literals(content: str) -> list[str]:
    return [
        literal.text
        for literal in typed(content)
        if literal.kind in _TELLING and len(literal.text) >= _LEAST_LITERAL
        and literal.text.casefold() not in _EVERYWHERE and literal.text.casefold().strip("./") not in _EVERYWHERE
    ]  # fmt: skip


def _folds(literal: str) -> set[str]:
    """Return in which forms a prompt's terms may name a literal."""
    return {fold(literal), base_name(literal), literal}


def _words(text: str) -> frozenset[str]:
    return frozenset(word for word in analyse(text, without=STOP_WORDS).words if len(word) >= _LEAST_WORD)


def _strings(value: Any, depth: int = 6) -> list[str]:
    if isinstance(value, str):
        return [value[:_MAX_CHARS]]
    inner: list[Any] = []
    if isinstance(value, Mapping):
        inner = list(cast("Mapping[str, Any]", value).values())
    elif isinstance(value, list):
        inner = cast("list[Any]", value)
    return [text for each in inner for text in _strings(each, depth - 1)] if depth else []
