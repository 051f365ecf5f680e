"""Turns a prompt into the short quotation by which memory names a turn."""

import re

from codewatch.agents.rules import phrases
from codewatch.agents.rules.excerpt import cut
from codewatch.agents.rules.sentences import sentences_of
from codewatch.agents.rules.tongues import reading
from codewatch.categories import Origin

MAX_QUOTE_CHARS = 160
MIN_WORDS = 4
MIN_CJK = 6
# A request of fewer words is a ticket's name, or half a sentence.
TELLING_WORDS = 5
ORIGIN = Origin.USER

_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_CHATTER = re.compile(
    r"(?:(?:ok(?:ay)?|yes|yep|no|sure|great|good|perfect|nice|cool|thanks?|thank you|please|now|and|go ahead|hm+"
    r"|hi|hello|looks good|sounds good|lgtm|well done|awesome|alright|right|so|then)\b[\s,.!:-]*)*(?:(?:continue"
    r"|proceed|go on|carry on|keep going|do it|do that|try again|retry|stop|wait|commit(?: it| this| that)?"
    r"|push(?: it| this)?|commit and push(?: it| this)?|next(?: one| task| step)?|let'?s (?:see|go|do (?:it|that))"
    r"|(?:run|try|check|test|do|show) (?:it|that|this|them)(?: again| now)?|again)\b[\s,.!]*(?:(?:please|now|again"
    r"|with (?:it|that)|then|thanks?|from where you left off|where you left off)\b[\s,.!]*)*)?$",
    re.IGNORECASE,
)
_ASKS = re.compile(r"[?？]\W*$")
_REQUEST = re.compile(
    r"(?:(?:ok|okay|so|and|now|hi|hey|please|also)[,!]? )*(?:can|could|would|will) you (?:also |just |please )*"
    r"(?!(?:explain|tell|show|describe|say|remember|recall|see|think|know|always|never|help|mind)\b)\w+",
    re.IGNORECASE,
)


def is_chatter(text: str) -> bool:
    """Tell whether a prompt only keeps the talk going: "yes", "continue", "commit it"."""
    line = " ".join(text[:400].split())
    return len(text) < 400 and len(line) < 120 and (line.startswith("/") or _CHATTER.match(line) is not None)


def is_request(text: str) -> bool:
    """Tell whether a prompt says enough to be remembered on its own."""
    if is_chatter(text):
        return False
    said = " ".join(sentences_of(text))
    return len(said.split()) >= MIN_WORDS or len(_CJK.findall(said)) >= MIN_CJK


def says_little(text: str) -> bool:
    """Tell whether a prompt does not say what is wanted: its first sentence names a ticket at most."""
    first = next(iter(sentences_of(text)), "")
    return len(first.split()) < TELLING_WORDS and len(_CJK.findall(first)) < MIN_CJK


def is_bare_question(text: str) -> bool:
    """Tell whether a prompt only asks: every sentence is a question, and none asks for work ("can you add ...?")."""
    said = [sentence for sentence in sentences_of(text) if not is_chatter(sentence)]
    return bool(said) and all(
        (phrases.QUESTION.match(sentence.lower()) or reading.is_question(sentence.lower()))
        and not _REQUEST.match(sentence)
        for sentence in said
    )


def quote_request(text: str) -> str:
    """Return the prompt as `quote` does; a bare question ends with "?" even when cut: recall knows it by that."""
    if not (is_bare_question(text) and _ASKS.search(text[-40:].rstrip())):
        return quote(text, MAX_QUOTE_CHARS)
    return _ASKS.sub("", quote(text, MAX_QUOTE_CHARS - 1)) + "?"


def quote(text: str, limit: int) -> str:
    """Return the prompt's first sentences in at most `limit` characters, or "" when it is chatter or a paste."""
    if is_chatter(text):
        return ""
    chosen = ""
    for sentence in sentences_of(text):
        longer = f"{chosen} {sentence}".strip()
        if chosen and len(longer) > limit:
            break
        chosen = longer
    return cut(chosen, limit).replace('"', "'")
