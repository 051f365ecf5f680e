"""Secrets that lie across the border of two texts: an answer is cut where it calls a tool, a result may come in two."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from codewatch import privacy
from codewatch.messages import Message, Role
from codewatch.privacy import torn
from codewatch.privacy.found import Found

_REACH_CHARS = 400
_SPOKEN = (Role.USER, Role.ASSISTANT)
# A value begins so near to the border.
_FARTHEST_CHARS = 40
# What a text may end with whose last word names what comes next: that word, and what ties it.
_OPEN_END = re.compile(r"\w[\"'`*)\]]{0,4}\s{0,4}(?:[:=：＝>]\s{0,4}[\"'`(\[{]{0,3}\s{0,4})?\Z")
# What a token that was cut may end with: a word that no prose has.
_CUT_WORD = re.compile(r"[^\s\"'`]*[\d_=/+-][^\s\"'`]*\Z")


def cut(messages: Sequence[Message], texts: list[str]) -> dict[int, Counter[str]]:
    """Take secrets that lie across a border out of both texts, in place; return the kinds by the message's number."""
    found = defaultdict[int, Counter[str]](Counter)
    for first, second in _neighbours(messages, texts):
        tail, head = texts[first][-_REACH_CHARS:], texts[second][:_REACH_CHARS]
        if torn.is_open(texts[first]):
            end = torn.end_of_rest(texts[second])
            if end:
                is_done = end < len(texts[second])
                texts[second] = (f"[redacted:{torn.KIND}]" if is_done else torn.STILL_OPEN) + texts[second][end:]
                found[second][torn.KIND] += is_done
            continue
        across = [one for one in privacy.find_secrets(tail + head) if one.start < len(tail) < one.end]
        for start, end, kind in across:
            mark = f"[redacted:{kind}]"
            texts[first] = texts[first][: len(texts[first]) - len(tail) + start] + mark
            texts[second] = mark + texts[second][end - len(tail) :]
            found[first][kind] += 1
            found[second][kind] += 1
        if not across and (beyond := _named(tail, head)) is not None:
            start, end, kind = beyond
            texts[second] = f"{texts[second][:start]}[redacted:{kind}]{texts[second][end:]}"
            found[second][kind] += 1
    for number, text in enumerate(texts):
        if text.rstrip() == torn.STILL_OPEN:  # the middle of a key, with nothing else in it
            texts[number] = f"[redacted:{torn.KIND}]"
            found[number][torn.KIND] += 1
    return found


def _named(tail: str, head: str) -> Found | None:
    """Return the secret of a second text, or its beginning, that only the name at the end of the first one shows."""
    if not _OPEN_END.search(tail):
        return None
    for between in ("", "\n"):
        border = len(tail) + len(between)
        for one in privacy.find_secrets(tail + between + head):
            beyond = one._replace(start=one.start - border, end=one.end - border)
            if 0 <= beyond.start <= _FARTHEST_CHARS and not _is_found_alone(beyond, head):
                return beyond
    return None


def _is_found_alone(one: Found, text: str) -> bool:
    return any(other.start < one.end and one.start < other.end for other in privacy.find_secrets(text))


def _neighbours(messages: Sequence[Message], texts: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield pairs of texts that may be one: of the same speaker, the second one the next thing that they say."""
    latest: dict[Role, int] = {}
    for number, message in enumerate(messages):
        if not message.text or message.role is Role.TOOL_CALL:
            continue
        before = latest.get(message.role)
        is_split = before is not None and (
            torn.is_open(texts[before])
            or (message.role in _SPOKEN and (before == number - 1 or bool(_CUT_WORD.search(texts[before][-100:]))))
            or (before == number - 1 and _are_of_one_result(messages[before], message))
        )
        if before is not None and is_split:
            yield before, number
        if message.role in _SPOKEN:
            # Somebody else has spoken: what they say now goes on nowhere.
            other = Role.ASSISTANT if message.role is Role.USER else Role.USER
            latest.pop(other, None)
        latest[message.role] = number


def _are_of_one_result(first: Message, second: Message) -> bool:
    """Return whether two texts are blocks of what one call gave."""
    return (first.role, first.key, first.start, first.call) == (second.role, second.key, second.start, second.call)
