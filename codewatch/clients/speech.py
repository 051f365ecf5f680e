"""What of a text in a transcript a person or model said: blocks that clients and we ourselves put in are taken out."""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator

IMAGE_MARK = "[image]"
# Texts that the program puts into a user record: not a person's words.
_NOT_SPEECH = (
    "<task-notification>", "<command-name>", "<command-message>", "<command-args>", "<local-command-", "<bash-input>",
    "<bash-stdout>", "<bash-stderr>", "<user-memory-input>", "<teammate-message", "[Request interrupted",
    "Caveat: The messages below were generated", "This session is being continued from a previous conversation",
)  # fmt: skip
_TAG = re.compile(
    r"<(/?)(system-reminder|codewatch-memory|codewatch-memory-briefing|ide_selection|ide_opened_file|ide_diagnostics"
    r"|new-diagnostics|user-prompt-submit-hook|session-start-hook|hook_context)(?:\s[^<>]*)?>"
)
_AFTER_WORD = tuple(" .,;:?!)\"'")
_INDENT = 20
_BEGINS_LINE = re.compile(r"(?:\A|\n)[ \t]*\Z")


def without_injected(text: str) -> str:
    """Return a text without the blocks that were put into it."""
    if "<" not in text:
        return text
    kept: list[str] = []
    at = 0
    for start, end in _blocks(text):
        kept.append(text[at:start])
        at = end
    return "".join([*kept, text[at:]])


def spoken(text: str) -> str:
    """Return what of a prompt a person said, "" for what a client put there as a whole."""
    said = without_injected(text).strip()
    return "" if said.startswith(_NOT_SPEECH) else said


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    """Yield where blocks begin and end, the outer ones alone.

    A tag without an end of its own is a block to the next end of its name, else to that of the text; unless it stands
    in a sentence as a word does: then somebody talks about it, as between backticks.
    """
    tags = [tag for tag in _TAG.finditer(text) if not _is_quoted(text, tag)]
    ends: defaultdict[str, list[int]] = defaultdict(list)
    open_tags: defaultdict[str, list[int]] = defaultdict(list)
    end_of: dict[int, int] = {}
    for tag in tags:
        if not tag[1]:
            open_tags[tag[2]].append(tag.start())
            continue
        ends[tag[2]].append(tag.end())
        if open_tags[tag[2]]:
            end_of[open_tags[tag[2]].pop()] = tag.end()
    reached = 0
    for tag in tags:
        if tag[1] or tag.start() < reached:
            continue
        end = end_of.get(tag.start())
        if end is None:
            if _is_word(text, tag):
                continue
            following = bisect_left(ends[tag[2]], tag.end())
            end = ends[tag[2]][following] if following < len(ends[tag[2]]) else len(text)
        yield tag.start(), end
        reached = end


def _is_quoted(text: str, tag: re.Match[str]) -> bool:
    return text[tag.start() - 1 : tag.start()] == "`" == text[tag.end() : tag.end() + 1]


def _is_word(text: str, tag: re.Match[str]) -> bool:
    return text[tag.end() : tag.end() + 1] in _AFTER_WORD and not _BEGINS_LINE.search(
        text, max(0, tag.start() - _INDENT), tag.start()
    )
