"""Turns what the user says against the assistant into what holds instead; the assistant's claim is no fact any more."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from codewatch.agents.rules import phrases
from codewatch.agents.rules.draft import MAX_CHARS, draft
from codewatch.agents.rules.excerpt import cut
from codewatch.agents.rules.moment import any_of
from codewatch.agents.rules.rules_table import Rule
from codewatch.agents.rules.sentences import sentences_of
from codewatch.agents.rules.statements import classify
from codewatch.categories import Category, Origin, Priority
from codewatch.messages import Message, Role
from codewatch.observations import Observation

MAX_CLAIM_CHARS = 110
MAX_PROMPT_CHARS = 2_000
MIN_WORDS = 3

_GAP = r"[,.:;!，。：；！、\s–—-]+"
# What says by itself that the assistant is wrong.
_STRONG = (
    r"(?:no,? )?(?:that(?:'s| is| was)|this is|you(?:'re| are)|it(?:'s| is))?(?: still| just| plain| simply)?"
    r" ?(?:wrong|incorrect|not (?:right|true|correct|accurate)|mistaken)\b(?: (?:there|here|about (?:that|this|it)))?"
    r"|(?:no,? )?that(?:'s| is) not (?:it|the (?:problem|cause|issue|case|reason|bug|culprit))\b"
    r"|(?:no,? )?that(?: isn't|'s not|'s n't) (?:right|true|correct|it)\b"
    r"|(?:nein,? )?(?:das )?(?:ist |stimmt )?(?:falsch|nicht)(?: richtig| wahr)?\b|(?:non,? )?c'est faux\b"
    r"|(?:no,? )?(?:eso )?es (?:falso|incorrecto)\b|(?:这|那)?(?:不对|错了|不是这样)|(?:それは)?(?:違います|間違い)"
)
_WEAK = r"(?:no|nope|nah|actually|well|hm+|but|nein|non|不|いいえ)"
# Whoever owns to a mistake of their own corrects nobody.
_MY_OWN = r"(?! (?:of|on) (?:me|my|us|our)\b)"
_LEAD = re.compile(rf"(?:{_STRONG}){_MY_OWN}(?:{_GAP}|$)")
_OPENING = re.compile(rf"(?:(?:{_STRONG}|{_WEAK}){_GAP})+")
_BE = r"(?:'s|'re| is| are| was| were)"
_NOT = r"(?:(?:'s|'re| is| are| was| were) not|(?: isn| aren| wasn| weren)'t)"
# "It's not only the cache" adds to what was said, "that's not wrong" agrees.
_NO_DENIAL = (
    r"(?:only|just|merely|simply|solely|wrong|incorrect|bad|untrue|false|entirely|completely|quite|a problem)\b"
)
# "it's not the cache, it's the lock file", "the port is 5433, not 5432".
_NOT_BUT = any_of(
    rf"(?:it|this|that|they|the [\w ./-]{{1,40}}?){_NOT} (?!{_NO_DENIAL})(?P<out>.{{2,80}}?)(?:[,;:.]| [–—-]| but)+ ?"
    rf"(?:(?:it|this|that|they|the .{{1,40}}?){_BE} )?\S.*",
    rf"(?:it|this|that|there|the .{{1,60}}?|our .{{1,60}}?|[\w./-]+){_BE} [^,]{{2,80}}, (?:and )?not \S.*",
    r"(?:es|das|der .{1,40}?) (?:ist|war|liegt) nicht .{2,80}?, sondern \S.*|es liegt nicht .{2,60}?, sondern \S.*",
    r"ce n'est pas .{2,80}?,? (?:mais|c'est) \S.*|no es .{2,80}?, (?:sino|es) \S.*",
    r"不是.{1,30}[，,]?(?:而)?是.+|.{1,30}ではなく.+",
)
_ASSERTS = re.compile(
    r"(?:it|this|that|there|they|we|the|our|your|its|a|an|[\w./`_-]+)\b.{0,60}?(?:'s|'re|\b(?:is|are|was|were|has|have|had"
    r"|runs?|uses?|used|lives?|comes?|came|happens?|needs?|sits?|listens?|starts?|returns?|expects?|goes|breaks?|fails?"
    r"|ist|sind|läuft|est|sont|es|son|está)\b) \S|.*(?:是|在|です)"
)
# "No, it's …": of what was just said, when something that can be looked up is named.
_SAYS_NO = re.compile(r"(?:no|nope|nah|nein|non)\b")
_OF_IT = re.compile(
    r"(?:it|that|they|those)(?:'s|'re| is| are| comes?| lives?| lies?| runs?| reads?| uses?| goes| go| starts?"
    r"| listens?| returns?| defaults?| takes?| expects?)\b"
)
_NAMED = re.compile(r"`[^`\n]+`|\w\.[a-zA-Z]\w{0,5}\b|\w/\w|\b[A-Z][A-Z0-9_]{2,}\b|\w_\w|\w\(\)|\b[a-z]+[A-Z]\w|\d")
# How things are at the moment: a report, and no fact that lasts.
_FOR_NOW = re.compile(r"\b(?:still|again|now|yet|today|should|immer noch|encore|todavía)\b|还是|まだ")
_ORDER = re.compile(
    r"(?:please|use|try|do|don't|make|add|put|keep|remove|just|let's|i want|i need|can you|could you)\b"
)
_WORD = re.compile(r"[a-zà-öø-ÿ][\w.-]+|\d[\w.]*")
_CJK = re.compile(r"(?=([\u3040-\u30ff\u3400-\u9fff]{2}))")
_PLAIN = frozenset(
    """the and that this was were are not but for with has have had its it's isn't wasn't you your our from into then
    there here what when which who how all any can will would should because cause root problem issue bug fix fixed
    reason actually wrong right true now just only use uses used using""".split()
)


# These stand alone as they are.
_RULES = frozenset((Category.USER_PREFERENCE, Category.ARCHITECTURE, Category.DEPENDENCY))


class Corrections(NamedTuple):
    """What the user corrected: the observations, the claims that fell, and the prompts and sentences told in them."""

    observations: tuple[Observation, ...]
    claims: frozenset[tuple[str, str]]
    prompts: frozenset[str]
    sentences: frozenset[tuple[str, str]]

    def replaces(self, found: Observation) -> bool:
        """Tell whether an observation is a claim that fell, or the correction told without what it corrects."""
        if found.origin is not Origin.USER:
            return (found.source, found.content) in self.claims or any(
                source == found.source and found.content.startswith(claim) for source, claim in self.claims
            )
        is_plain = found.category in (Category.BUGFIX, Category.CONVENTION, Category.LEARNING)
        return is_plain and any(
            source == found.source and sentence in found.content for source, sentence in self.sentences
        )


class _Said(NamedTuple):
    """One sentence of the assistant, and the message it stands in."""

    message: Message
    sentence: str


def find_corrections(messages: Sequence[Message]) -> Corrections:
    """Return what the user corrected of what the assistant said just before."""
    observations: list[Observation] = []
    claims: set[tuple[str, str]] = set()
    prompts: set[str] = set()
    told: set[tuple[str, str]] = set()
    answers: list[Message] = []
    for message in messages:
        if message.is_sidechain or message.role not in (Role.USER, Role.ASSISTANT):
            continue
        if message.role is Role.ASSISTANT:
            answers.append(message)
            continue
        sentences = sentences_of(message.text) if len(message.text) <= MAX_PROMPT_CHARS and answers else []
        candidates = _candidates(sentences)
        # Few prompts are candidates: only then the answers are read.
        said = [_Said(one, sentence) for one in answers for sentence in sentences_of(one.text)] if candidates else []
        correcting = [
            (sentence, words, fallen)
            for sentence, words, is_sure in candidates
            if (fallen := (_fallen if is_sure or _is_not_but(words) else _just_said)(words, said)) or is_sure
        ]
        for sentence, words, fallen in correcting:
            claims.update((one.message.key, one.sentence) for one in fallen)
            told.add((message.key, sentence))
            if not message.is_observed and classify(words) not in _RULES:
                observations.append(_observe(message, words, fallen))
        if correcting and len(sentences) <= 2:
            prompts.add(message.key)
        answers = []
    return Corrections(tuple(observations), frozenset(claims), frozenset(prompts), frozenset(told))


def _candidates(sentences: Sequence[str]) -> list[tuple[str, str, bool]]:
    """Return the sentences that may correct, each with what it says without its "no" or "that's wrong".

    Those that say so are sure; the others correct only what was said.
    """
    is_announced = False
    found: list[tuple[str, str, bool]] = []
    for sentence in sentences:
        plain = sentence.lower().replace("’", "'")
        opening = _OPENING.match(plain)
        words = sentence[opening.end() :].strip() if opening else sentence
        is_strong = is_announced or _LEAD.match(plain) is not None
        is_announced = _LEAD.fullmatch(plain) is not None or (opening is not None and not words)
        rest = words.lower().replace("’", "'")
        if len(rest.split()) < MIN_WORDS and not re.search(r"[\u3040-\u9fff]", rest):
            continue
        if phrases.QUESTION.match(rest) or phrases.HYPOTHETICAL.search(rest) or _ORDER.match(rest):
            continue
        if _FOR_NOW.search(rest):
            continue
        is_sure = is_strong and _ASSERTS.match(rest) is not None
        if is_sure or _is_not_but(words) or _is_of_it(sentence, words):
            found.append((sentence, words, is_sure))
    return found


def _is_of_it(sentence: str, words: str) -> bool:
    plain = words.lower().replace("’", "'")
    is_no = _SAYS_NO.match(sentence.lower()) is not None and _OF_IT.match(plain) is not None
    return is_no and _NAMED.search(words) is not None and not phrases.REPORTED.search(plain)


def _is_not_but(words: str) -> bool:
    return _NOT_BUT.match(words.lower().replace("’", "'")) is not None


def _just_said(words: str, said: Sequence[_Said]) -> list[_Said]:
    """Return the sentences that "no, it's ..." is about: at least the assistant's last, unless that asks."""
    is_claim = bool(said) and not said[-1].sentence.endswith(("?", "？"))
    return (_fallen(words, said) or [said[-1]]) if is_claim else []


def _fallen(words: str, said: Iterable[_Said]) -> list[_Said]:
    """Return the assistant's sentences that speak of the same: none may stay."""
    about = _words_of(words)
    return [one for one in said if about & _words_of(one.sentence)]


def _words_of(text: str) -> set[str]:
    return {word.rstrip(".") for word in (*_WORD.findall(text.lower()), *_CJK.findall(text))} - _PLAIN


def _observe(message: Message, words: str, fallen: Sequence[_Said]) -> Observation:
    about = _words_of(words)
    claim = max(fallen, key=lambda one: len(about & _words_of(one.sentence))).sentence if fallen else ""
    quoted = f' ("{cut(claim, MAX_CLAIM_CHARS).replace(chr(34), chr(39))}")' if claim else ""
    opening = f"The user corrected the assistant{quoted}: "
    return draft(
        message,
        opening + cut(words, MAX_CHARS - len(opening)),
        rule=Rule.CORRECTIONS,
        category=Category.LEARNING,
        priority=Priority.MEDIUM,
        origin=Origin.USER,
    )
