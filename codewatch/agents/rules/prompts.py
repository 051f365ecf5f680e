"""Turns a prompt into the short quotation by which memory names a turn."""

import re

from codewatch.agents.rules.excerpt import cut
from codewatch.agents.rules.sentences import sentences_of
from codewatch.categories import Origin

MAX_QUOTE_CHARS = 160
MIN_WORDS = 4
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


def is_chatter(text: str) -> bool:
    """Tell whether a prompt only keeps the talk going: "yes", "continue", "commit it"."""
    line = " ".join(text[:400].split())
    return len(text) < 400 and len(line) < 120 and (line.startswith("/") or _CHATTER.match(line) is not None)


def is_request(text: str) -> bool:
    """Tell whether a prompt says enough to be remembered on its own."""
    if is_chatter(text):
        return False
    said = " ".join(sentences_of(text))
    return len(said.split()) >= MIN_WORDS or len(_CJK.findall(said)) >= 6


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
